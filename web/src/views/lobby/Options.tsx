// What else can be chosen for a new game: the machine's level, the clock, the start position, who may watch.

import type { JSX } from "preact";
import { Check, Field, Select } from "../../ui/Field";
import type { Catalog } from "../../wire/types";
import { MOST_LEVEL, type NewGame, layoutsFor, levelWords } from "./new-game";
import type { Subject } from "./subject";

interface OptionsProps {
  subject: Subject;
  catalog: Catalog;
  wanted: NewGame;
  onChange(part: Partial<NewGame>): void;
  hasWrongClock: boolean;
}

const CLOCKS = ["", "1+0", "3+2", "5+3", "10+5", "15+10", "30+0"];

export function Options({ subject, catalog, wanted, onChange, hasWrongClock }: OptionsProps): JSX.Element {
  const layouts = [
    { value: "", label: "As the variant begins" },
    ...layoutsFor(catalog.layouts, subject.width, subject.height).map((layout) => ({ value: layout.id, label: layout.label })),
    { value: "own", label: "A position of your own" },
  ];
  const about = catalog.layouts.find((layout) => layout.id === wanted.layout)?.description;
  return (
    <div class="options">
      {wanted.opponent === "machine" && <Level level={wanted.level} onChange={(level) => onChange({ level })} />}
      {wanted.opponent !== "nobody" && <ClockField value={wanted.clock} isWrong={hasWrongClock} onChange={(clock) => onChange({ clock })} />}
      <Select label="Start position" value={wanted.layout} options={layouts} hint={about} testId="layout" onChange={(layout) => onChange({ layout })} />
      {wanted.layout === "own" && (
        <Field label="Position in FEN">
          {(control) => <input {...control} value={wanted.fen} data-testid="fen" spellcheck={false} placeholder={subject.fen} onInput={(event) => onChange({ fen: event.currentTarget.value })} />}
        </Field>
      )}
      <Check label="Not listed among the rooms to watch" checked={wanted.isPrivate} testId="private" onChange={(isPrivate) => onChange({ isPrivate })} />
    </div>
  );
}

function Level({ level, onChange }: { level: number; onChange(level: number): void }): JSX.Element {
  return (
    <Field label={`Level ${level} of ${MOST_LEVEL}: ${levelWords(level)}`}>
      {(control) => <input {...control} type="range" min={1} max={MOST_LEVEL} value={level} data-testid="level" onInput={(event) => onChange(Number(event.currentTarget.value))} />}
    </Field>
  );
}

function ClockField({ value, isWrong, onChange }: { value: string; isWrong: boolean; onChange(clock: string): void }): JSX.Element {
  const isOwn = !CLOCKS.includes(value);
  const options = [...CLOCKS.map((clock) => ({ value: clock, label: clock === "" ? "No clock" : clockWords(clock) })), { value: "own", label: "Another clock" }];
  return (
    <>
      <Select label="Clock" value={isOwn ? "own" : value} options={options} testId="clock" onChange={(clock) => onChange(clock === "own" ? "20+10" : clock)} />
      {isOwn && (
        <Field label="Minutes + seconds for each move" error={isWrong ? "Such as 20+10." : null}>
          {(control) => <input {...control} value={value} data-testid="own-clock" onInput={(event) => onChange(event.currentTarget.value)} />}
        </Field>
      )}
    </>
  );
}

function clockWords(clock: string): string {
  const [minutes, seconds] = clock.split("+");
  return `${minutes} min${seconds === "0" ? "" : ` + ${seconds} s a move`}`;
}
