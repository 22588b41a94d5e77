const OFFICE = "application/vnd.openxmlformats-officedocument";
const SIGNATURES: readonly [type: string, offset: number, bytes: readonly number[]][] = [
  ["image/png", 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", 0, [0xff, 0xd8, 0xff]],
  ["image/webp", 8, [0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38]],
  ["application/pdf", 0, [0x25, 0x50, 0x44, 0x46, 0x2d]],
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

const startsAt = (bytes: Uint8Array, offset: number, wanted: readonly number[]) =>
  wanted.every((byte, place) => bytes[offset + place] === byte);

/**
 * The type of a file that a form may take, from its content; the name and the declared type say nothing. Undefined for
 * every other file, including text that a browser would show as a page. The storage checks again when it receives it.
 */
export function formFileType(bytes: Uint8Array, name: string): string | undefined {
  const found = SIGNATURES.find(([, offset, wanted]) => startsAt(bytes, offset, wanted));
  if (found) return found[0];
  if (startsAt(bytes, 0, ZIP)) return officeType(bytes);
  return isPlainText(bytes) ? (/\.csv$/i.test(name) ? "text/csv" : "text/plain") : undefined;
}

/** Word and Excel files are ZIP archives whose entries have these names. */
function officeType(bytes: Uint8Array): string | undefined {
  const names = new TextDecoder("latin1").decode(bytes);
  if (names.includes("vbaProject.bin") || !names.includes("[Content_Types].xml")) return undefined;
  if (names.includes("word/document")) return `${OFFICE}.wordprocessingml.document`;
  return names.includes("xl/workbook") ? `${OFFICE}.spreadsheetml.sheet` : undefined;
}

function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    const start = new TextDecoder("utf-8", { fatal: true }).decode(bytes).slice(0, 8192);
    return !/^[\s\ufeff]*</.test(start);
  } catch {
    return false;
  }
}
