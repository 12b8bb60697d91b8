// How a variant is played, put under headings for people who do not know it. Pure.

import type { RuleTold } from "../wire/types";

export interface Section {
  title: string;
  rules: readonly RuleTold[];
}

const SECTIONS: readonly { title: string; about: readonly RuleTold["about"][] }[] = [
  { title: "How it is won", about: ["end", "goal"] },
  { title: "What pieces can do besides", about: ["ability", "modifier", "way"] },
  { title: "A turn", about: ["turn", "act", "hand", "promotion", "limit"] },
  { title: "What happens by itself", about: ["rule"] },
  { title: "What is counted", about: ["counter"] },
];

/** The headings of which there is something to say, each with its rules. */
export function sectionsOf(rulebook: readonly RuleTold[]): Section[] {
  return SECTIONS.map(({ title, about }) => ({ title, rules: about.flatMap((word) => rulebook.filter((rule) => rule.about === word)) }))
    .filter(({ rules }) => rules.length > 0);
}

/** Titles that stand for several rules say nothing of one of them: its text is enough. */
const WORDLESS = new Set<RuleTold["about"]>(["goal", "end", "promotion", "limit", "way", "turn"]);

/** What stands before the text of a rule, if anything. */
export function titleOf(rule: RuleTold): string {
  if (WORDLESS.has(rule.about)) return "";
  return rule.whom ? `${rule.name} (${rule.whom})` : rule.name;
}
