// Leaps: by a word, or picked on a small grid around the piece. Up is forward, seen from the own side.

import type { JSX } from "preact";

interface DirectionsProps {
  words: readonly string[];
  value: unknown;
  onChange(value: unknown): void;
  label: string;
}

type Leap = readonly [number, number];

const REACH = 3;
const STEPS = Array.from({ length: 2 * REACH + 1 }, (_, index) => index - REACH);
const OWN = "own";

export function Directions({ words, value, onChange, label }: DirectionsProps): JSX.Element {
  const leaps = leapsOf(value);
  return (
    <div class="directions" data-testid="value">
      <select aria-label={label} value={leaps ? OWN : String(value)} data-testid="direction-word"
        onChange={(event) => onChange(event.currentTarget.value === OWN ? [[1, 2]] : event.currentTarget.value)}>
        {words.map((word) => <option key={word} value={word}>{word}</option>)}
        <option value={OWN}>picked leaps</option>
      </select>
      {leaps && <Grid leaps={leaps} onChange={onChange} />}
    </div>
  );
}

function leapsOf(value: unknown): Leap[] | null {
  return Array.isArray(value) ? value.filter((leap): leap is Leap => Array.isArray(leap) && leap.length === 2) : null;
}

function Grid({ leaps, onChange }: { leaps: readonly Leap[]; onChange(value: unknown): void }): JSX.Element {
  const has = (file: number, rank: number): boolean => leaps.some((leap) => leap[0] === file && leap[1] === rank);
  const far = leaps.filter((leap) => Math.abs(leap[0]) > REACH || Math.abs(leap[1]) > REACH);
  const toggle = (file: number, rank: number): void => {
    const rest = leaps.filter((leap) => leap[0] !== file || leap[1] !== rank);
    const next = has(file, rank) ? rest : [...rest, [file, rank] as const];
    if (next.length > 0) onChange(next);
  };
  return (
    <div>
      <div class="leaps" role="group" aria-label="Leaps">
        {[...STEPS].reverse().flatMap((rank) => STEPS.map((file) => (
          <button key={`${file},${rank}`} type="button" disabled={file === 0 && rank === 0} aria-pressed={has(file, rank)} aria-label={leapName(file, rank)}
            title={leapName(file, rank)} onClick={() => toggle(file, rank)} />
        )))}
      </div>
      {far.length > 0 && <p class="small muted">And further away: {far.map((leap) => leap.join(", ")).join("; ")}</p>}
    </div>
  );
}

function leapName(file: number, rank: number): string {
  if (file === 0 && rank === 0) return "the piece itself";
  const across = file === 0 ? "" : `${Math.abs(file)} ${file > 0 ? "right" : "left"}`;
  const along = rank === 0 ? "" : `${Math.abs(rank)} ${rank > 0 ? "forward" : "back"}`;
  return [across, along].filter(Boolean).join(", ");
}
