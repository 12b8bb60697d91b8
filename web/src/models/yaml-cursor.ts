// Where a cursor stands in a YAML text: the path to it, and whether a key or a value is being written.
//
// It reads half-written texts, which no parser accepts: it goes by indentation and brackets alone.

export type Step = string | number;

export interface Cursor {
  /** The keys and indices that lead to the mapping whose key, or to the value, that is being written. */
  path: Step[];
  at: "key" | "value";
  /** What has been written of it before the cursor. */
  prefix: string;
  /** Where it begins in the text. */
  from: number;
  /** Keys that the mapping has already, above the cursor. */
  taken: string[];
}

interface Frame {
  kind: "map" | "seq" | "flow-map" | "flow-seq";
  indent: number;
  key: string;
  index: number;
  keys: string[];
  /** In a flow mapping: whether the colon after the key has been read. */
  valued: boolean;
}

const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#,[\]{}"'][^#\n]*?)\s*:(?=\s|$)/;
const BLOCK_SCALAR = /^[|>][+-]?\d?\s*(#.*)?$/;

const frame = (kind: Frame["kind"], indent: number): Frame => ({
  kind,
  indent,
  key: "",
  index: -1,
  keys: [],
  valued: false,
});

const unquote = (text: string): string => text.replace(/^["']|["']$/g, "");

/** Where the cursor stands at an offset of a text. */
export function cursorAt(text: string, offset: number): Cursor {
  const scan = new Scan();
  const head = text.slice(0, offset);
  const lines = head.split("\n");
  let start = 0;
  lines.forEach((line, number) => {
    scan.line(line, start, number === lines.length - 1);
    start += line.length + 1;
  });
  return scan.cursor(offset);
}

/** The frames that are open, line after line. */
class Scan {
  private readonly stack: Frame[] = [];
  /** The indentation beyond which lines belong to a block scalar. */
  private scalar = -1;
  private token = "";
  private tokenFrom = 0;
  private at: Cursor["at"] = "key";

  line(line: string, start: number, isLast: boolean): void {
    const indent = line.length - line.trimStart().length;
    const content = line.trim();
    if (this.inFlow()) {
      this.flow(line, start);
      return;
    }
    if (this.scalar >= 0 && (content === "" || indent > this.scalar)) {
      if (isLast) this.write("value", line.trimStart(), start + indent);
      return;
    }
    this.scalar = -1;
    if (!isLast && (content === "" || content.startsWith("#") || content === "---")) return;
    this.block(line, start, indent);
  }

  cursor(offset: number): Cursor {
    const path: Step[] = [];
    const top = this.stack[this.stack.length - 1];
    for (const each of this.stack) {
      const isTop = each === top;
      if (each.kind === "seq" || each.kind === "flow-seq") path.push(Math.max(each.index, 0));
      else if (!isTop || this.at === "value") path.push(each.key);
    }
    const isMap = top === undefined || top.kind === "map" || top.kind === "flow-map";
    return {
      path,
      at: this.at,
      prefix: this.token,
      from: this.token === "" ? offset : this.tokenFrom,
      taken: isMap && top !== undefined && this.at === "key" ? top.keys : [],
    };
  }

  private inFlow(): boolean {
    return this.stack[this.stack.length - 1]?.kind.startsWith("flow") ?? false;
  }

  private write(at: Cursor["at"], token: string, from: number): void {
    this.at = at;
    this.token = token;
    this.tokenFrom = from;
  }

  /** One line outside brackets: dashes, then a key, then what follows it. */
  private block(line: string, start: number, indent: number): void {
    let column = indent;
    let rest = line.slice(column);
    while (/^-(\s|$)/.test(rest)) {
      this.item(column);
      const skipped = /^-\s*/.exec(rest)?.[0].length ?? 1;
      column += skipped;
      rest = line.slice(column);
    }
    const match = KEY.exec(rest);
    if (match === null) {
      this.bare(rest, column, start);
      return;
    }
    this.key(unquote(match[1] ?? ""), column);
    const gap = /^\s*/.exec(rest.slice(match[0].length))?.[0].length ?? 0;
    this.value(rest.slice(match[0].length + gap), start + column + match[0].length + gap, column);
  }

  private item(column: number): void {
    this.pop((top) => top.indent > column || (top.kind === "map" && top.indent === column && top.key === ""));
    const top = this.stack[this.stack.length - 1];
    if (top?.kind === "seq" && top.indent === column) top.index += 1;
    else this.stack.push({ ...frame("seq", column), index: 0 });
  }

  private key(name: string, column: number): void {
    this.open(column);
    const top = this.stack[this.stack.length - 1];
    if (top === undefined) return;
    top.key = name;
    top.keys.push(name);
  }

  /** The mapping whose keys stand at a column. */
  private open(column: number): void {
    this.pop((top) => top.indent > column || (top.kind === "seq" && top.indent === column));
    const top = this.stack[this.stack.length - 1];
    if (top?.kind !== "map" || top.indent < column) this.stack.push(frame("map", column));
  }

  /** Text without a colon: a key that is being written, or a value under a key or dash. */
  private bare(rest: string, column: number, start: number): void {
    if (/^[[{]/.test(rest)) {
      this.at = "value";
      this.flow(rest, start + column);
      return;
    }
    const top = this.stack[this.stack.length - 1];
    if (top?.kind === "seq" && top.indent < column && rest !== "") {
      // `- word`: the beginning of a key or a plain value; the frame of a mapping is not open yet.
      this.stack.push(frame("map", column));
      this.write("key", rest, start + column);
      return;
    }
    this.open(column);
    this.write("key", rest, start + column);
  }

  private value(rest: string, from: number, indent: number): void {
    if (BLOCK_SCALAR.test(rest)) {
      this.scalar = indent;
      this.write("value", "", from);
    } else if (/^[[{]/.test(rest)) {
      this.at = "value";
      this.flow(rest, from);
    } else this.write("value", rest.replace(/\s+#.*$/, ""), from);
  }

  /** Text inside brackets, to the end of the line. */
  private flow(text: string, start: number): void {
    let position = 0;
    let begun = -1;
    const place = (at: number): void => {
      const top = this.stack[this.stack.length - 1];
      const isKey = top?.kind === "flow-map" && !top.valued;
      this.write(isKey ? "key" : "value", begun < 0 ? "" : text.slice(begun, at), start + (begun < 0 ? at : begun));
    };
    while (position < text.length) {
      const letter = text[position] ?? "";
      const top = this.stack[this.stack.length - 1];
      if (letter === '"' || letter === "'") {
        if (begun < 0) begun = position;
        const end = text.indexOf(letter, position + 1);
        position = end < 0 ? text.length : end + 1;
        continue;
      }
      if (letter === "#" && /(^|\s)$/.test(text.slice(0, position))) break;
      if (letter === "{" || letter === "[") {
        if (top?.kind === "flow-seq" && top.index < 0) top.index = 0;
        this.stack.push(frame(letter === "{" ? "flow-map" : "flow-seq", -1));
        begun = -1;
      } else if (letter === "}" || letter === "]") {
        this.stack.pop();
        begun = -1;
        if (!this.inFlow()) {
          this.write("value", "", start + position + 1);
          return;
        }
      } else if (letter === ",") {
        if (top?.kind === "flow-map") top.valued = false;
        else if (top !== undefined) top.index = Math.max(top.index, 0) + 1;
        begun = -1;
      } else if (
        letter === ":" &&
        top?.kind === "flow-map" &&
        !top.valued &&
        /^(\s|$)/.test(text.slice(position + 1))
      ) {
        top.key = unquote(begun < 0 ? "" : text.slice(begun, position).trim());
        top.keys.push(top.key);
        top.valued = true;
        begun = -1;
      } else if (/\S/.test(letter) && begun < 0) begun = position;
      position += 1;
    }
    place(text.length);
  }

  private pop(isOver: (top: Frame) => boolean): void {
    let top = this.stack[this.stack.length - 1];
    while (top !== undefined && isOver(top)) {
      this.stack.pop();
      top = this.stack[this.stack.length - 1];
    }
  }
}
