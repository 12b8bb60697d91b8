// The replay: choose a finished room or a save, then watch it move by move.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, replay, roomFile } from "../../net/api";
import { navigate } from "../../router";
import type { Replay as Watched } from "../../wire/types";
import { Finder } from "./Finder";
import { Watching } from "./Watching";

interface Opened {
  save: string;
  match: Watched;
}

export function Replay(): JSX.Element {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const open = async (find: () => Promise<string>): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      const save = await find();
      setOpened({ save, match: await replay({ save }) });
    } catch (error) {
      setProblem(reason(error));
    }
    setBusy(false);
  };
  const openRoom = (code: string): void => void open(() => roomFile(code, "save"));
  useEffect(() => {
    const code = new URLSearchParams(location.search).get("room");
    if (code) openRoom(code.toUpperCase());
  }, []);
  const close = (): void => {
    setOpened(null);
    navigate("/replay", true);
  };
  if (opened) return <Watching save={opened.save} match={opened.match} onClose={close} />;
  return <Finder isBusy={isBusy} problem={problem} onRoom={openRoom} onFile={(file) => void open(() => file.text())} />;
}

function reason(error: unknown): string {
  if (!(error instanceof ApiError)) return "The server does not answer.";
  const told = error.hint ? `${error.message} (${error.hint})` : error.message;
  return told.charAt(0).toUpperCase() + told.slice(1);
}
