// What the other player asks, as it is shown: presets and profiles that were proposed together are one question. Pure.

import type { Question } from "../../store/view";
import type { Matter } from "../../wire/types";

/** Proposals that come so soon after one another, in milliseconds, are one. */
const TOGETHER = 3000;

export interface Asked {
  matter: Matter;
  question: Question;
}

/** The questions to answer at once, the first of them first; presets are answered before the profiles that need them. */
export function nextAsked(questions: Readonly<Partial<Record<Matter, Question>>>, putOff: readonly string[]): Asked[] {
  const open = (Object.keys(questions) as Matter[]).flatMap((matter) => {
    const question = questions[matter];
    return question && !putOff.includes(question.proposalId) ? [{ matter, question }] : [];
  });
  const first = open[0];
  if (!first || first.matter === "takeback") return first ? [first] : [];
  const isBeside = ({ matter, question }: Asked): boolean =>
    matter !== "takeback" && question.proposedBy === first.question.proposedBy && Math.abs(question.expiresAt - first.question.expiresAt) < TOGETHER;
  return open.filter((asked) => asked === first || isBeside(asked)).sort((one, other) => Number(other.matter === "presets") - Number(one.matter === "presets"));
}
