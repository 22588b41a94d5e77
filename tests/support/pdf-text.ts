import { inflateSync } from "node:zlib";

/**
 * The words of a PDF. Each font numbers its letters in its own way, so every text is read with the numbers of every font: once
 * right, and otherwise as letters without a meaning.
 */
export function pdfText(file: Buffer): string {
  const streams = contentsOf(file);
  const fonts = streams.filter((text) => text.includes("beginbfrange") || text.includes("beginbfchar")).map(lettersOf);
  const shown = streams.flatMap((text) => [...text.matchAll(/\[([^\]]*)\] TJ|<([0-9a-f]+)> Tj/gi)]);
  const codes = shown.map(([, list, one]) =>
    (one ?? [...(list ?? "").matchAll(/<([0-9a-f]*)>/gi)].map((hit) => hit[1]).join("")).toLowerCase(),
  );
  return fonts
    .map((letters) =>
      codes.map((code) => (code.match(/.{4}/g) ?? []).map((each) => letters.get(each) ?? "").join("")).join("\n"),
    )
    .join("\n");
}

function contentsOf(file: Buffer): string[] {
  const text = file.toString("latin1");
  return [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: head }) => {
    if (text.slice(index - 3, index) === "end") return [];
    const start = index + head.length;
    const content = file.subarray(start, text.indexOf("endstream", start));
    try {
      return [inflateSync(content, { finishFlush: 2 }).toString("latin1")];
    } catch {
      return [content.toString("latin1")];
    }
  });
}

/** A font's letters by their number, each of four hexadecimal digits. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  const letter = (hex: string) =>
    (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("");
  // Letters that are drawn as one, such as "fi", are one entry of two numbers.
  for (const [, from = "", list = ""] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    for (const [at, [, hex = ""]] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      letters.set((Number.parseInt(from, 16) + at).toString(16).padStart(4, "0"), letter(hex.replaceAll(" ", "")));
  for (const [, code = "", hex = ""] of map.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gim))
    letters.set(code.toLowerCase(), letter(hex));
  return letters;
}
