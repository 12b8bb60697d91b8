// Names of data in words.

/** Words that keys cut short. */
const WHOLE: Record<string, string> = { attr: "attribute", delta: "change" };

/** A name in words: `onlyIfMissing` is "Only if missing", `targetAttr` is "Target attribute". */
export function spelled(key: string): string {
  const parts = key.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[-_]/g, " ").toLowerCase().split(" ");
  const words = parts.map((part) => WHOLE[part] ?? part).join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
