// The workshop: documents on the left as texts, on the right what they come to: a board to play, rules, tests, network.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import { CodeEditor } from "../../editors/code/CodeEditor";
import type { RepairWish } from "../../editors/code/problems";
import type { Names } from "../../models/names";
import * as projects from "../../models/project";
import { type Placed, SNIPPETS, putPiece } from "../../models/snippets";
import type { Schema } from "../../models/schema-guide";
import * as api from "../../net/api";
import { Refused, createRoom } from "../../net/create";
import { navigate } from "../../router";
import { Menu } from "../../ui/Menu";
import { Tabs } from "../../ui/Tabs";
import { toast } from "../../ui/Toast";
import type { Mode } from "../../wire/types";
import { Fairness } from "./Fairness";
import { Files } from "./Files";
import { LiveBoard } from "./LiveBoard";
import { NetworkView } from "./NetworkView";
import { Problems } from "./Problems";
import { RulesList, originIndex, parseOrigin } from "./RulesList";
import { Shipped } from "./Shipped";
import { TestsList } from "./TestsList";
import { VisualEditors } from "./VisualEditors";
import { TEMPLATES } from "./templates";
import { isTested, useFindings } from "./use-findings";
import { useProject } from "./use-project";

export function Workshop(): JSX.Element {
  const desk = useProject();
  const { project, change } = desk;
  const [moves, setMoves] = useState<string[]>([]);
  const [reveal, setReveal] = useState<{ name: string; line: number; column?: number } | null>(null);
  const [repair, setRepair] = useState<RepairWish | null>(null);
  const [shipped, setShipped] = useState<string | null>(null);
  const findings = useFindings(project, moves);
  const knowledge = useKnowledge(project);
  const draft = project.documents[project.active] ?? { name: "", text: "" };
  const played = projects.playedIndex(project);
  const playedId = projects.idOf(project.documents[played] ?? draft);
  useEffect(() => setMoves([]), [playedId, desk.bookcase.open]);
  const key = `${desk.bookcase.open} ${draft.name}`;

  const open = (origin: string): void => {
    const place = parseOrigin(origin);
    if (place === null) return;
    const index = originIndex(project, place.file, played);
    if (index < 0) setShipped(origin);
    else goTo(index, place.line);
  };
  const goTo = (index: number, line: number, column?: number): void => {
    change((before) => projects.withActive(before, index));
    setReveal({ name: project.documents[index]?.name ?? "", line, column });
  };
  const place = (placed: Placed): void => {
    if (!placed.ok) return toast({ text: placed.why, kind: "error" });
    change(() => placed.project);
    return setReveal({ name: placed.project.documents[placed.project.active]?.name ?? "", line: placed.line });
  };
  const explain = async (move: string) =>
    (await api.preview({ ...projects.bundle(project, played), moves, explain: move })).explanation;
  const isBroken = findings.playable.value?.ok === false || findings.validation.value?.ok === false;
  const failed = isTested(project) ? (findings.tests.value?.failed ?? 0) : 0;
  return (
    <div class="workshop">
      <div class="workshop-bar">
        <Files desk={desk} />
        <Menu label="Insert… into the variant" testId="insert" items={INSERTS} onPick={(id) => {
          const snippet = SNIPPETS.find((one) => one.id === id);
          if (snippet) place(snippet.put(project, TEMPLATES));
        }}>Insert…</Menu>
        <VisualEditors desk={desk} isBroken={isBroken} />
        <Menu label="Play this" testId="play-this" items={PLAYING} onPick={(mode) => void playThis(project, mode as Mode)}>Play this</Menu>
      </div>
      <section class="workshop-text" aria-label="Text">
        <CodeEditor key={key} name={draft.name} text={draft.text} knowledge={knowledge} problems={findings.validation.value?.problems ?? []}
          repairs={findings.validation.value?.repairs ?? []} reveal={reveal?.name === draft.name ? reveal : null} repair={repair}
          onChange={(text) => change((before) => projects.withText(before, before.active, text))} />
        <Problems found={findings.validation} project={project} onReveal={goTo} onRepair={(found) => setRepair({ repair: found, text: findings.validation.asked?.text ?? "" })}
          onMake={(id) => place(putPiece(project, id, TEMPLATES))} />
      </section>
      <section class="workshop-result" aria-label="What it comes to">
        <Tabs label="What it comes to" tabs={[
          { id: "board", label: "Board", content: <LiveBoard found={findings.preview} isBroken={isBroken} moves={moves} onMoves={setMoves} onExplain={explain} onOpen={open} /> },
          { id: "rules", label: "Rules", content: <RulesList found={findings.preview} isBroken={isBroken} onOpen={open} /> },
          { id: "tests", label: failed > 0 ? `Tests (${failed} failed)` : "Tests", content: <TestsList found={findings.tests} isBroken={isBroken} isTested={isTested(project)} onReveal={(file, line, column) => goTo(Math.max(0, originIndex(project, file, played)), line, column)} /> },
          { id: "fairness", label: "Is it fair?", content: <Fairness bundle={projects.bundle(project, played)} isBroken={isBroken} /> },
          { id: "network", label: "Network", content: <NetworkView found={findings.preview} isBroken={isBroken} /> },
        ]} />
      </section>
      {shipped !== null && <Shipped origin={shipped} onClose={() => setShipped(null)} />}
    </div>
  );
}

const INSERTS = SNIPPETS.map(({ id, label }) => ({ id, label, testId: `insert-${id}` }));
const PLAYING = [
  { id: "solo", label: "Alone, both sides", testId: "play-solo" },
  { id: "bot", label: "Against the machine", testId: "play-bot" },
  { id: "multiplayer", label: "With a friend, by link", testId: "play-friend" },
];

/** What completion knows: the schema of the document's kind, and names of the catalogue and the project. */
function useKnowledge(project: projects.Project): { schema: Schema | null; names: Names } {
  const [schema, setSchema] = useState<Schema | null>(null);
  const [names, setNames] = useState<Names>({});
  const draft = project.documents[project.active];
  const kind = (draft && projects.kindOf(draft)) ?? "variant";
  useEffect(() => {
    api.schema(kind).then((found) => setSchema(found as Schema), () => setSchema(null));
  }, [kind]);
  useEffect(() => {
    api.catalog().then(
      (found) => setNames(Object.fromEntries(Object.entries(found).map(([shelf, cards]) => [shelf, cards.map((card: { id: string }) => card.id)]))),
      () => setNames({}),
    );
  }, []);
  const own = project.documents.map((each) => `${projects.kindOf(each) ?? ""} ${projects.idOf(each)}`).join("\n");
  return useMemo(() => ({ schema, names: withOwn(names, project) }), [schema, names, own]);
}

const SHELF: Partial<Record<projects.Kind, keyof Names>> = {
  variant: "variants", piece: "pieces", preset: "presets", tile: "tiles", ability: "abilities", layout: "layouts", profile: "profiles", modifier: "modifiers",
};

function withOwn(names: Names, project: projects.Project): Names {
  const result: Names = { ...names };
  for (const draft of project.documents) {
    const kind = projects.kindOf(draft);
    const shelf = kind === null ? undefined : SHELF[kind];
    const id = projects.idOf(draft);
    if (shelf && id) result[shelf] = [id, ...(result[shelf] ?? [])];
  }
  return result;
}

async function playThis(project: projects.Project, mode: Mode): Promise<void> {
  const { text, documents } = projects.bundle(project, projects.playedIndex(project));
  try {
    const bot = mode === "bot" ? { bot: { player: "search" as const, level: 3 } } : {};
    navigate(`/room/${await createRoom({ variant: text, documents, mode, side: "white", ...bot })}`);
  } catch (error) {
    const problem = error instanceof Refused ? error.nack.problems?.[0] : undefined;
    const told = problem?.message ?? (error instanceof Error ? error.message : "The room could not be made.");
    toast({ text: `It cannot be played yet: ${told}`, detail: problem?.line ? `line ${problem.line}` : undefined, kind: "error" });
  }
}
