// Facts as people read them.

export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueText).join(", ") : "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
