import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";

/** How much of a text is read to tell what it is. */
const SAMPLE_BYTES = 64 * 1024;

/** Texts that no program runs. Their content does not tell them apart, so the sender's word counts. */
const PLAIN_TEXTS = [
  "text/plain",
  "text/csv",
  "text/markdown",
  "text/tab-separated-values",
  "text/calendar",
  "text/vtt",
  "application/json",
];

/** Types that browsers show as they are, without running anything. Everything else is downloaded. */
const INLINE = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "video/mp4",
  "video/webm",
  "audio/mpeg",
  "audio/mp4",
  "audio/ogg",
  "audio/wav",
  "text/plain",
]);

/** Whether a file of this type may open in a browser's window. */
export const isInline = (type: string): boolean => INLINE.has(type);

/**
 * Finds a file's type from its content. The name does not count, and the declared type counts only among plain texts. So
 * a page that is sent as a picture is a page.
 */
export async function findContentType(path: string, declared: string): Promise<string> {
  const sample = await readSample(path);
  const text = decodeSample(sample);
  if (text !== undefined) {
    const active = findActiveText(text);
    if (active) return active;
  }
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found) return found.mime.split(";", 1)[0] ?? "application/octet-stream";
  if (text === undefined) return "application/octet-stream";
  const wanted = declared.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return PLAIN_TEXTS.includes(wanted) ? wanted : "text/plain";
}

async function readSample(path: string): Promise<Buffer> {
  const handle = await open(path, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The sample as text, or undefined if it is none. The last character may be cut off. */
function decodeSample(sample: Buffer): string | undefined {
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return sample.toString("utf16le");
  if (first === 0xfe && second === 0xff)
    return sample
      .subarray(0, sample.length & ~1)
      .swap16()
      .toString("utf16le");
  if (sample.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: true });
  } catch {
    return undefined;
  }
}

/** Spaces, comments and declarations may come before the first element. */
const BEFORE = /^(?:\s|\ufeff|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->)*/;
const SVG = /^<(?:\w+:)?svg[\s/>]/i;
const HTML =
  /^<(?:!doctype\s+html|!--|html|head|body|script|style|iframe|frameset|object|embed|form|base|link|meta|title|table|div|span|section|article|main|h[1-6]|p|a|b|i|br|img|svg|math|font|video|audio|input|button|template)(?:[\s/>]|$)/i;

/** The type of a text that a browser would run or show as a page. */
function findActiveText(text: string): string | undefined {
  const start = text.slice(0, 8192).replace(BEFORE, "");
  if (SVG.test(start)) return "image/svg+xml";
  if (HTML.test(start)) return "text/html";
  if (/^<[a-z?!]/i.test(start)) return /<(?:\w+:)?svg[\s/>]/i.test(text) ? "image/svg+xml" : "application/xml";
  return undefined;
}
