const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** An address that cannot run code: http(s), mail, phone, an anchor on this page, or a path. Otherwise '#'. */
export function safeAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these inside 'java\nscript:'
  const clean = address.replace(/[\u0000-\u0020\u007f-\u009f]/g, "");
  if (/^(https?:\/\/|mailto:|tel:|sms:|#|\/(?!\/)|\?)/i.test(clean)) return clean;
  // 'example.com/offer' is an address without its scheme.
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#]|$)/i.test(clean) ? `https://${clean}` : "#";
}

/** Turns text with marks into paragraphs. An empty line starts a new one, and lines that start with - become a list. */
export function proseToHtml(text: string): string {
  return text
    .split(/\r?\n[\t ]*\r?\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const lines = part.split(/\r?\n/);
      if (lines.every((line) => /^\s*-\s+/.test(line)))
        return `<ul>${lines.map((line) => `<li>${marksToHtml(line.replace(/^\s*-\s+/, ""))}</li>`).join("")}</ul>`;
      return `<p>${lines.map(marksToHtml).join("<br>")}</p>`;
    })
    .join("");
}

/** The lines of a field with one item per line. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

const LINK = /\[([^\][\n]{1,1000})\]\(([^\s()]{1,2000})\)/y;
const WORD = /[\p{L}\p{N}]/u;
type Kind = "strong" | "em";
/** A mark without its end, and its place in the output. */
type Open = { kind: Kind; place: number };

/**
 * Renders one line of text with `**bold**`, `*italic*` and `[words](address)`. Everything else is escaped. A mark counts
 * only if it has an end in this line, and no space inside its edges. A single star also counts only at the edge of a word,
 * so that 5*3*2 stays as it is. A link whose address is unsafe stays text. The time is linear in the length.
 */
export function marksToHtml(line: string): string {
  if (!/[*[]/.test(line)) return escapeHtml(line);
  return renderMarks(line, true);
}

function renderMarks(line: string, withLinks: boolean): string {
  const out: string[] = [];
  const open: Open[] = [];
  let place = 0;
  while (place < line.length) {
    const sign = line[place] as string;
    if (sign === "*") {
      const end = endOfRun(line, place);
      renderStars({ line, start: place, end }, out, open);
      place = end;
      continue;
    }
    const link = sign === "[" && withLinks ? linkAt(line, place) : null;
    if (link) {
      out.push(link.html);
      place = link.end;
      continue;
    }
    const next = line.slice(place + 1).search(/[*[]/);
    const end = next === -1 ? line.length : place + 1 + next;
    out.push(escapeHtml(line.slice(place, end)));
    place = end;
  }
  return out.join("");
}

function linkAt(line: string, start: number): { html: string; end: number } | null {
  LINK.lastIndex = start;
  const [whole, words = "", address = ""] = LINK.exec(line) ?? [];
  const target = safeAddress(address);
  if (!whole || words.trim() !== words || (target === "#" && address !== "#")) return null;
  return { html: `<a href="${escapeHtml(target)}">${renderMarks(words, false)}</a>`, end: start + whole.length };
}

function endOfRun(line: string, start: number): number {
  let end = start;
  while (line[end] === "*") end += 1;
  return end;
}

/** Closes and opens marks at a run of one to three stars. Stars that do neither stay text. */
function renderStars(run: { line: string; start: number; end: number }, out: string[], open: Open[]): void {
  const { line, start, end } = run;
  const before = line[start - 1] ?? " ";
  const after = line[end] ?? " ";
  const touchesBefore = /\S/.test(before);
  const touchesAfter = /\S/.test(after);
  let left = end - start;
  if (left > 3) {
    out.push("*".repeat(left));
    return;
  }
  const isOpen = (kind: Kind) => open.some((one) => one.kind === kind);
  const close = (kind: Kind) => {
    // A bold and an italic mark that start at the same place nest in the order in which they end.
    const [lower, upper] = open.slice(-2);
    if (lower && upper && lower.kind === kind && upper.place === lower.place + 1)
      [lower.kind, upper.kind] = [upper.kind, lower.kind];
    for (;;) {
      const last = open.pop();
      if (!last) return;
      if (last.kind !== kind) continue;
      out[last.place] = `<${kind}>`;
      out.push(`</${kind}>`);
      left -= kind === "strong" ? 2 : 1;
      return;
    }
  };
  const canEnd = { strong: touchesBefore, em: touchesBefore && !WORD.test(after) };
  const canStart = { strong: touchesAfter, em: touchesAfter && !WORD.test(before) };
  const [lower, upper] = open.slice(-2);
  const isPair = lower !== undefined && upper?.place === lower.place + 1;
  const order: Kind[] = open.at(-1)?.kind === "em" && !(isPair && left === 2) ? ["em", "strong"] : ["strong", "em"];
  // Two stars are always a bold mark, so an italic one never takes half of them.
  const fits = { strong: () => left >= 2, em: () => left % 2 === 1 };
  for (const kind of order) if (fits[kind]() && canEnd[kind] && isOpen(kind)) close(kind);
  const starts: Kind[] = left === 3 ? ["strong", "em"] : left === 2 ? ["strong"] : left === 1 ? ["em"] : [];
  if (starts.length > 0 && starts.every((kind) => canStart[kind] && !isOpen(kind)))
    for (const kind of starts) {
      open.push({ kind, place: out.length });
      out.push(kind === "strong" ? "**" : "*");
    }
  else if (left > 0) out.push("*".repeat(left));
}
