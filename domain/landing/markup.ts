const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as text, in content and in quoted attributes alike. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** An address that leads somewhere and runs nothing: http(s), mail, phone, a place on this page, or a path. Else '#'. */
export function safeAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these inside of 'java\nscript:'
  const clean = address.replace(/[\u0000-\u0020\u007f-\u009f]/g, "");
  if (/^(https?:\/\/|mailto:|tel:|sms:|#|\/(?!\/)|\?)/i.test(clean)) return clean;
  // 'example.com/offer' is meant as an address.
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#]|$)/i.test(clean) ? `https://${clean}` : "#";
}

/** Paragraphs of a text: an empty line begins a new one, lines that begin with - are a list. */
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

/** The lines of a field that takes one thing a line. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}
