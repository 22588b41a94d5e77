import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml, marksToHtml, proseToHtml } from "./markup.ts";

/** How a line without marks is rendered. */
const plain = (text: string) =>
  text
    .split(/\r?\n[\t ]*\r?\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const lines = part.split(/\r?\n/);
      return lines.every((line) => /^\s*-\s+/.test(line))
        ? `<ul>${lines.map((line) => `<li>${escapeHtml(line.replace(/^\s*-\s+/, ""))}</li>`).join("")}</ul>`
        : `<p>${lines.map(escapeHtml).join("<br>")}</p>`;
    })
    .join("");

describe("Marks in text", () => {
  it.each([
    ["**bold**", "<strong>bold</strong>"],
    ["*italic*", "<em>italic</em>"],
    ["un**believ**able", "un<strong>believ</strong>able"],
    ["***both***", "<strong><em>both</em></strong>"],
    ["***bo**th*", "<em><strong>bo</strong>th</em>"],
    ["**a *b***", "<strong>a <em>b</em></strong>"],
    ["*a **b***", "<em>a <strong>b</strong></em>"],
    ["[the **terms**](/terms)", '<a href="/terms">the <strong>terms</strong></a>'],
    ["**[mail](mailto:a@example.com)**", '<strong><a href="mailto:a@example.com">mail</a></strong>'],
    ["[site](example.com/a?b&c)", '<a href="https://example.com/a?b&amp;c">site</a>'],
    ["**<b>**", "<strong>&lt;b&gt;</strong>"],
  ])("%s", (text, html) => expect(marksToHtml(text)).toBe(html));

  it.each([
    "5*3*2",
    "2 * 3 * 4",
    "Price* per month, *plus tax",
    "a ** b **",
    "** a**",
    "**a **",
    "****a****",
    "*.jpg and *.png",
    "[words]",
    "[ words](/x)",
    "[words](not an address)",
    "[words](word)",
    "[x](javascript:alert(1))",
    "[x](data:text/html,hi)",
  ])("%s stays text", (text) => expect(marksToHtml(text)).toBe(escapeHtml(text)));

  it("do not reach over the end of a line", () =>
    expect(proseToHtml("**a\nb**\n\n*c\n\nd*")).toBe("<p>**a<br>b**</p><p>*c</p><p>d*</p>"));

  it("leave text without marks as it was", () => {
    const line = fc.string({ unit: "binary" }).map((text) => text.replace(/\*[^\s*]|\[/g, "x"));
    fc.assert(
      fc.property(line, (text) => {
        expect(proseToHtml(text)).toBe(plain(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("give HTML with only their own elements, whatever is typed", () => {
    const signs = fc.constantFrom(
      "*",
      "**",
      "***",
      "[",
      "](",
      ")",
      " ",
      "a",
      "<",
      '"',
      "javascript:",
      "/x",
      "é",
      "\u0000",
    );
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 30 }), (parts) => {
        const html = marksToHtml(parts.join(""));
        const open: string[] = [];
        const rest = html.replace(/<(\/?)(strong|em|a)( href="[^"<>]*")?>/g, (_all, end: string, name: string) => {
          if (end) expect(open.pop()).toBe(name);
          else open.push(name);
          return "";
        });
        expect(open).toEqual([]);
        expect(rest).not.toMatch(/[<>"]/);
        expect(html).not.toMatch(/href="javascript:/i);
      }),
      { numRuns: 3000 },
    );
  });

  it("take a time that grows with the length, not with its square", () => {
    for (const text of ["*a ", "**a", "[a", "[a](", "***a**", "](*"]) {
      const html = marksToHtml(text.repeat(100_000));
      expect(html.length).toBeGreaterThan(100_000);
    }
  });
});
