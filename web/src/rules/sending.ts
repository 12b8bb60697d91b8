// Changes of presets and profiles that are sent to a room: both are accepted, or neither. Pure but for the asking.

import type { Topic } from "../wire/types";

export type Changes = Partial<Record<Topic, unknown>>;

/** An answer of the room, as far as it matters here. */
export interface Answer {
  type: string;
  proposalId?: string;
}

export interface Line<A extends Answer> {
  send(topic: Topic, candidate: unknown): Promise<A>;
  withdraw(topic: Topic): Promise<unknown>;
}

/** Presets come first, as profiles may need what they declare; profiles where presets are refused beside the old ones. */
const ORDERS: readonly (readonly Topic[])[] = [["presets", "modifier-profile"], ["modifier-profile", "presets"]];

/** Send all changes in an order in which each can be accepted; null if they were, else the first refusal. */
export async function sendTogether<A extends Answer>(changes: Changes, line: Line<A>): Promise<A | null> {
  let refusal: A | null = null;
  for (const order of ORDERS) {
    const topics = order.filter((topic) => topic in changes);
    const refused = await sendInOrder(topics, changes, line);
    if (refused === null) return null;
    refusal ??= refused;
    if (topics.length < 2) break;
  }
  return refusal;
}

async function sendInOrder<A extends Answer>(topics: readonly Topic[], changes: Changes, line: Line<A>): Promise<A | null> {
  const sent: Topic[] = [];
  for (const topic of topics) {
    const answer = await line.send(topic, changes[topic]);
    if (answer.type === "nack") {
      for (const done of sent) await line.withdraw(done);
      return answer;
    }
    if (answer.proposalId !== undefined) sent.push(topic);
  }
  return null;
}
