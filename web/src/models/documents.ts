// What a document says of itself, read from its text without understanding the rest: kind, id, name, words.

/** A document as its writer wrote it, or as JSON. */
export type Source = string | Readonly<Record<string, unknown>>;

export interface About {
  kind: string;
  id: string;
  name: string;
  description: string;
  letter: string;
}

const KEYS = ["kind", "id", "name", "description", "letter"] as const;

/** What a document says of itself; what it does not say is empty, and its name is then its id. */
export function aboutOf(source: Source): About {
  const read = typeof source === "string" ? textReader(source) : (key: string): string => plain(source[key]);
  const [kind = "", id = "", name = "", description = "", letter = ""] = KEYS.map(read);
  const told = description || (typeof source === "string" ? firstComment(source) : "");
  return { kind, id, name: name || id.replaceAll("-", " "), description: told, letter };
}

function textReader(text: string): (key: string) => string {
  if (/^\s*\{/.test(text)) {
    try {
      const value = JSON.parse(text) as Record<string, unknown>;
      return (key) => plain(value[key]);
    } catch {
      return () => "";
    }
  }
  return (key) => yamlText(text, key);
}

const plain = (value: unknown): string => (typeof value === "string" ? value : "");

/** The text of a key at the left edge; lines that are set in under it belong to it. */
function yamlText(text: string, key: string): string {
  const found = new RegExp(`^${key}:[ \\t]*(.*(?:\\n[ \\t]+.*)*)`, "m").exec(text)?.[1] ?? "";
  const body = found.replace(/^[>|][+-]?[ \t]*(?=\n|$)/, "").replace(/\s+/g, " ").trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(body);
  return quoted ? (quoted[1] ?? quoted[2] ?? "") : body.replace(/\s+#.*$/, "");
}

/** The comment that a text begins with, without the line that names a schema for other editors. */
function firstComment(text: string): string {
  const lines = /^(?:#.*\n)+/.exec(text)?.[0].split("\n") ?? [];
  return lines.filter((line) => !line.includes("yaml-language-server")).map((line) => line.replace(/^#\s?/, "")).join(" ").trim();
}
