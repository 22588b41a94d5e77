export type TextEncodingName = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
/** A file's kind, as far as its first bytes show. To prove utf-8, the whole file must be read. */
export type FileKind =
  | { kind: "text"; encoding: TextEncodingName }
  | { kind: "binary" }
  | { kind: "workbook" }
  | { kind: "empty" };

/** Checks a file's first bytes for byte order marks, spreadsheet signatures, and zeros, which text never has. */
export function detectFileKind(head: Uint8Array): FileKind {
  if (head.length === 0) return { kind: "empty" };
  const [a, b, c, d] = head;
  if ((a === 0x50 && b === 0x4b && c === 3 && d === 4) || (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0))
    return { kind: "workbook" };
  if (a === 0xef && b === 0xbb && c === 0xbf) return { kind: "text", encoding: "utf-8" };
  if (a === 0xff && b === 0xfe) return { kind: "text", encoding: "utf-16le" };
  if (a === 0xfe && b === 0xff) return { kind: "text", encoding: "utf-16be" };
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd === 0) return { kind: "text", encoding: "utf-8" };
  // Western text in UTF-16 without a byte order mark: nearly every second byte is zero.
  if (odd > head.length * 0.3 && even < odd / 10) return { kind: "text", encoding: "utf-16le" };
  if (even > head.length * 0.3 && odd < even / 10) return { kind: "text", encoding: "utf-16be" };
  return { kind: "binary" };
}
