// Files that go out of the browser and come in.

import type { Exported } from "../models/exchange";

/** Offer a text as a file. */
export function download({ name, text }: Exported): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Characters of a file that is read. */
export const LONGEST_FILE = 256 * 1024;

/** The text of a file, or null if it is too long for a document. */
export async function textOf(file: File): Promise<string | null> {
  return file.size > LONGEST_FILE ? null : file.text();
}
