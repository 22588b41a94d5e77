/** A piece of text with the same marks. `href` is empty outside links. */
export type TextPart = { text: string; bold: boolean; italic: boolean; href: string };

/**
 * Writes one line as text with marks, which `marksToHtml` reads. Marks that cannot be written are left out, such as an
 * italic part of a word. It refers to nothing outside itself, because its source also runs in the editor's frame.
 */
export function writeMarks(parts: readonly TextPart[]): string {
  type Kind = "bold" | "italic";
  const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  const flat: TextPart[] = [];
  const push = (part: TextPart) => {
    const last = flat.at(-1);
    if (!part.text) return;
    if (last && last.bold === part.bold && last.italic === part.italic && last.href === part.href)
      last.text += part.text;
    else flat.push({ ...part });
  };
  // Spaces at the edges of a mark are outside it.
  for (const [place, part] of parts.entries()) {
    const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(part.text) ?? [];
    const previous = parts[place - 1];
    const next = parts[place + 1];
    const space = (text: string, beside: TextPart | undefined): TextPart => ({
      text,
      bold: part.bold && beside?.bold === true,
      italic: part.italic && beside?.italic === true,
      href: beside?.href === part.href ? part.href : "",
    });
    push(space(before, previous));
    push({ ...part, text: words });
    push(space(after, next));
  }
  let out = "";
  const write = (list: TextPart[], after: string | undefined, kinds: readonly Kind[]): void => {
    for (let place = 0; place < list.length; ) {
      const first = list[place] as TextPart;
      const lengthOf = (kind: Kind) => {
        let end = place;
        while (list[end]?.[kind]) end += 1;
        return end - place;
      };
      const [kind] = kinds.filter((one) => first[one]).toSorted((one, other) => lengthOf(other) - lengthOf(one));
      if (!kind) {
        out += first.text;
        place += 1;
        continue;
      }
      const group = list.slice(place, place + lengthOf(kind));
      const rest = kinds.filter((one) => one !== kind);
      place += group.length;
      const words = group.map(({ text }) => text).join("");
      const next = list[place]?.text[0] ?? after;
      const fits =
        words.trim() === words &&
        !closed.has(out.length) &&
        (kind === "bold" || (!isWord(out.match(/([^*])\**$/u)?.[1]) && !isWord(next)));
      if (!fits) {
        write(group, next, rest);
        continue;
      }
      const sign = kind === "bold" ? "**" : "*";
      out += sign;
      write(group, next, rest);
      out += sign;
      closed.add(out.length);
    }
  };
  /** Where marks end in the output: another one cannot start there. */
  const closed = new Set<number>();
  for (let place = 0; place < flat.length; ) {
    const { href } = flat[place] as TextPart;
    let end = place;
    while (flat[end]?.href === href) end += 1;
    const group = flat.slice(place, end);
    const next = flat[end]?.text[0];
    place = end;
    const words = group.map(({ text }) => text).join("");
    if (!href || /[[\]]/.test(words) || words.trim() !== words) {
      write(group, next, ["bold", "italic"]);
      continue;
    }
    out += "[";
    write(group, undefined, ["bold", "italic"]);
    const address = href.replace(/[\s()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
    out += `](${address})`;
  }
  return out;
}
