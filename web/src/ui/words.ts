// Names of data in words.

/** A key in words: `onlyIfMissing` is "Only if missing". */
export function spelled(key: string): string {
  const words = key.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[-_]/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
