// The replay: choose a finished room or a save, then watch it move by move.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, replay, roomFile } from "../../net/api";
import { navigate } from "../../router";
import type { Replay as Watched } from "../../wire/types";
import { Finder } from "./Finder";
import { forgetSave, keepSave, keptSave } from "./kept";
import { Watching } from "./Watching";

interface Opened {
  save: string;
  match: Watched;
}

export function Replay(): JSX.Element {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const open = async (find: () => Promise<string>, address: (save: string) => string): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      const save = await find();
      setOpened({ save, match: await replay({ save }) });
      if (!location.search.startsWith(address(save))) navigate(`/replay${address(save)}`, true);
    } catch (error) {
      setProblem(reason(error));
    }
    setBusy(false);
  };
  const openRoom = (code: string): void => void open(() => roomFile(code, "save"), () => `?room=${encodeURIComponent(code)}`);
  const openSave = (find: () => Promise<string>): void => void open(find, (save) => (keepSave(save) ? "?save" : ""));
  useEffect(() => {
    const asked = new URLSearchParams(location.search);
    const code = asked.get("room");
    const save = asked.has("save") ? keptSave() : null;
    if (code) openRoom(code.toUpperCase());
    else if (save !== null) openSave(async () => save);
  }, []);
  const close = (): void => {
    setOpened(null);
    forgetSave();
    navigate("/replay", true);
  };
  if (opened) return <Watching save={opened.save} match={opened.match} onClose={close} />;
  return <Finder isBusy={isBusy} problem={problem} onRoom={openRoom} onFile={(file) => openSave(() => file.text())} />;
}

function reason(error: unknown): string {
  if (!(error instanceof ApiError)) return "The server does not answer.";
  const told = error.hint ? `${error.message} (${error.hint})` : error.message;
  return told.charAt(0).toUpperCase() + told.slice(1);
}
