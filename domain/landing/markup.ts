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

/** Turns text into paragraphs. An empty line starts a new one, and lines that start with - become a list. */
export function proseToHtml(text: string): string {
  return text
    .split(/\r?\n[\t ]*\r?\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const lines = part.split(/\r?\n/);
      if (lines.every((line) => /^\s*-\s+/.test(line)))
        return `<ul>${lines.map((line) => `<li>${escapeHtml(line.replace(/^\s*-\s+/, ""))}</li>`).join("")}</ul>`;
      return `<p>${lines.map(escapeHtml).join("<br>")}</p>`;
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
