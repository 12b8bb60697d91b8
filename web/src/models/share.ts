// Links that carry a document in their fragment, compressed: `/workshop#doc=…`. Servers never see it.

/** Characters of a fragment up to which a link is offered; bigger documents travel as files. */
export const LONGEST_CODE = 8000;
/** Characters of a document that a link may hold: what unpacks to more is refused. */
export const LONGEST_TEXT = 200_000;

/** A text as letters, digits, `-` and `_`. */
export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text that was packed, or null if that is no such code. */
export async function unpack(code: string): Promise<string | null> {
  try {
    const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return await readAll(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

/** A stream as a text; one that is longer than a link may hold is given up on the way. */
async function readAll(stream: ReadableStream<Uint8Array>): Promise<string | null> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > LONGEST_TEXT) {
      await reader.cancel();
      return null;
    }
  }
}

/** The link that opens a document in the workshop, or null if it is too big for one. */
export async function linkOf(text: string, origin: string): Promise<string | null> {
  const code = await pack(text);
  return code.length <= LONGEST_CODE ? `${origin}/workshop#doc=${code}` : null;
}

/** The document of a link's fragment, or null. */
export async function documentOf(fragment: string): Promise<string | null> {
  const match = /^#?doc=([A-Za-z0-9_-]+)$/.exec(fragment);
  return match ? unpack(match[1] as string) : null;
}
