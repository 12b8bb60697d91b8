// What the network listens for, in words: `event.piece=? | piece.?=event.side` is for those who build networks.

const asked = (part: string): string => {
  const [subject = "", value = ""] = part.split(/\.\?=/);
  const whom = /^\$\d+$/.test(subject) ? "what was found" : `the ${subject}`;
  if (value === "?") return `a fact of ${whom}`;
  if (value.startsWith("event.")) return `a fact of ${whom} that is the event's ${value.slice(6)}`;
  return `a fact of ${whom} that fits the others`;
};

/** A shape in words; what is not known stays as it is. */
export function shapeWords(shape: string): string {
  const [head = "", ...patterns] = shape.split(" | ");
  const fields = [...head.matchAll(/event\.(\w+)=\?/g)].map((match) => match[1]);
  const carrier = /event\.(\w+)=carrier/.exec(head)?.[1];
  const hears = fields.length > 0 ? `hears of events by their ${fields.join(", ")}` : "hears of all events";
  const asks = [...new Set(patterns.map(asked))];
  return [hears, carrier ? `carried by its ${carrier}` : "", asks.length > 0 ? `asks for ${asks.join(", and for ")}` : ""].filter(Boolean).join("; ");
}
