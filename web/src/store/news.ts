// What is told to the player about a message, beyond what the board shows: short lines for toasts, and the
// sentence that is read aloud. Pure.

import type { ServerMessage } from "../wire/messages";
import type { MoveRecord, Result } from "../wire/types";
import { spelled } from "../ui/words";
import type { RoomView } from "./view";
import { isOnTurn } from "./view";

export interface News {
  text: string;
  detail?: string;
  kind?: "plain" | "error" | "good";
  /** What changes by consent: the newest word about it is the one that counts. */
  about?: string;
}

const GONE: Record<string, string> = {
  rejected: "was declined",
  timeout: "was not answered in time",
  withdrawn: "was taken back",
  replaced: "was replaced by a newer one",
  "game-over": "is void: the game is over",
};
const NOUNS: Record<string, string> = { presets: "The change of rules", "modifier-profile": "The change of rules", takeback: "The wish to take back" };

/** What to show in a toast, if anything. `after` is the view that the message led to. */
export function newsOf(before: RoomView, message: ServerMessage, after: RoomView): News | null {
  const matter = message.type.slice(0, message.type.indexOf("."));
  const found = wordsAbout(before, message, after, NOUNS[matter] ?? "");
  return found && matter in NOUNS ? { ...found, about: matter === "takeback" ? matter : "rules" } : found;
}

function wordsAbout(before: RoomView, message: ServerMessage, after: RoomView, noun: string): News | null {
  switch (message.type) {
    case "takeback.rejected":
    case "presets.rejected":
    case "modifier-profile.rejected":
      return message.why === "replaced" ? null : { text: `${noun} ${GONE[message.why]}.` };
    case "presets.consent-received":
    case "modifier-profile.consent-received":
      return { text: `${noun} is agreed.`, detail: "It holds from the next turn.", kind: "good" };
    case "presets.updated":
    case "modifier-profile.updated":
      return { text: "Other rules are in force now.", kind: "good" };
    case "takeback.done":
      return { text: `${message.plies === 1 ? "One move was" : `${message.plies} moves were`} taken back.` };
    case "game.updated":
      return between(before, after);
    case "custom-modifier.registered":
      return { text: `The room knows the modifier ${String(message.descriptor["name"] ?? message.descriptor["id"] ?? "")}.` };
    case "nack":
      if (message.proposalId === undefined) return null;
      return { text: message.message, detail: "The change of rules did not come into force.", kind: "error" };
    default:
      return null;
  }
}

function between(before: RoomView, after: RoomView): News | null {
  const [old, now] = [before.state, after.state];
  if (!old || !now || now.result) return null;
  if (old.drawOffer && !now.drawOffer) return { text: "The draw was declined." };
  return null;
}

/** The end of a game in words. */
export function resultText(result: Result): string {
  if (result.winner === null) return `Draw: ${result.reason}`;
  return `${result.winner === "white" ? "White" : "Black"} wins: ${result.reason}`;
}

/** The profiles that came into force with a move, where a text of it names them by their ids. */
export function changeOf(text: string): string | null {
  const ids = /^profiles: ([a-z0-9-]+(?:, [a-z0-9-]+)*)$/.exec(text)?.[1];
  return ids === undefined ? null : `Profiles from here on: ${ids === "none" ? ids : ids.split(", ").map(spelled).join(", ")}`;
}

/** A move as it is read aloud. */
export function spokenMove(move: MoveRecord, view: RoomView): string {
  const words = [`${move.side === "white" ? "White" : "Black"} plays ${spokenSan(move.san)}.`, ...move.presetEffects.map((text) => `${changeOf(text) ?? text}.`)];
  if (move.result) words.push(`${resultText(move.result)}.`);
  else if (move.check) words.push("Check.");
  if (!move.result && isOnTurn(view)) words.push("Your turn.");
  return words.join(" ");
}

const NAMES: Record<string, string> = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight" };

/** Notation with its signs as words. */
export function spokenSan(san: string): string {
  const act = /^([a-z-]+)(?::([a-p]\d{1,2})?x?([a-p]\d{1,2})?)?$/.exec(san);
  if (act) return [act[1]?.replaceAll("-", " "), act[2] && act[3] ? `from ${act[2]} at ${act[3]}` : act[2] ?? act[3] ? `at ${act[2] ?? act[3]}` : ""].filter(Boolean).join(" ");
  if (/^O-O-O/.test(san)) return "castles long";
  if (/^O-O/.test(san)) return "castles short";
  return san
    .replace(/[+#]$/, "")
    .replace(/^([KQRBN])/, (letter) => `${NAMES[letter]} `)
    .replace(/=([KQRBN])/, (_, letter: string) => ` becomes ${NAMES[letter]}`)
    .replace("x", " takes ")
    .replace("  ", " ");
}
