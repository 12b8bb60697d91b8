// How each kind of effect looks, in a box of 100 by 100 that may be left. The style sheet moves the parts.

import type { JSX } from "preact";

type Drawing = (amount: number | null) => JSX.Element;

const BURST = "M50 2L58 33L84 16L67 42L98 50L67 58L84 84L58 67L50 98L42 67L16 84L33 58L2 50L33 42L16 16L42 33Z";
const FLASH = "M50 26L55 42L70 33L60 47L76 50L60 53L70 67L55 58L50 74L45 58L30 67L40 53L24 50L40 47L30 33L45 42Z";
const CROSS = "M44 30H56V44H70V56H56V70H44V56H30V44H44Z";

const DRAWINGS: ReadonlyMap<string, Drawing> = new Map<string, Drawing>([
  ["explosion", () => <><path class="burst" d={BURST} /><path class="flash" d={FLASH} /></>],
  ["heal", (amount) => (amount === null ? <path class="plus" d={CROSS} /> : <text class="number gain" x="50" y="62">{`+${amount}`}</text>)],
  ["damage", (amount) => <text class="number loss" x="50" y="62">{amount === null ? "✕" : `−${amount}`}</text>],
  ["poison", () => (
    <>
      <circle class="bubble first" cx="34" cy="66" r="13" />
      <circle class="bubble second" cx="62" cy="58" r="10" />
      <circle class="bubble third" cx="50" cy="78" r="8" />
    </>
  )],
  ["spawn", () => (
    <>
      <circle class="ring" cx="50" cy="50" r="34" />
      <path class="rays" d="M50 2V16M50 84V98M2 50H16M84 50H98M16 16L26 26M74 74L84 84M16 84L26 74M74 26L84 16" />
    </>
  )],
  ["death", () => (
    <>
      <circle class="puff left" cx="34" cy="58" r="18" />
      <circle class="puff right" cx="66" cy="56" r="20" />
      <circle class="puff top" cx="50" cy="40" r="21" />
    </>
  )],
]);

/** The kinds that have a drawing of their own; all others pulse. */
export const isDrawn = (kind: string): boolean => DRAWINGS.has(kind);

export function EffectDrawing({ kind, data }: { kind: string; data?: unknown }): JSX.Element {
  return (
    <svg viewBox="0 0 100 100">
      {(DRAWINGS.get(kind) ?? (() => <circle class="wave" cx="50" cy="50" r="40" />))(amountOf(data))}
    </svg>
  );
}

/** The amount that the data of an effect tell, if they tell a number. */
function amountOf(data: unknown): number | null {
  const amount = data !== null && typeof data === "object" && "amount" in data ? data.amount : data;
  return typeof amount === "number" && Number.isFinite(amount) ? Math.round(Math.abs(amount) * 100) / 100 : null;
}
