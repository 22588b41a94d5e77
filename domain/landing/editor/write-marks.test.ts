import fc from "fast-check";
import { expect, it } from "vitest";
import { marksToHtml } from "../markup.ts";
import { type TextPart, writeMarks } from "./write-marks.ts";

/** The text of each character with its marks, as the HTML shows it. */
function shown(html: string): string {
  const marks: string[] = [];
  let out = "";
  for (const [token, end, name, href] of html.matchAll(/<(\/?)(strong|em|a)(?: href="([^"]*)")?>|[\s\S]/g)) {
    if (!name) out += /\s/.test(token) ? token : `${token}(${marks.toSorted().join()})`;
    else if (end)
      marks.splice(marks.lastIndexOf(name === "a" ? (marks.findLast((m) => m.startsWith("a ")) ?? "") : name), 1);
    else marks.push(name === "a" ? `a ${href}` : name);
  }
  return out;
}

const part = fc.record({
  text: fc.string({ unit: fc.constantFrom("a", "b", "é", " ", ".", ",", "7"), minLength: 1, maxLength: 5 }),
  bold: fc.boolean(),
  italic: fc.boolean(),
  href: fc.constantFrom("", "", "/x", "https://example.com/a_(b)"),
});

it("never shows a sign that is not in the text", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const html = marksToHtml(writeMarks(parts));
      expect(html.replace(/<[^>]*>/g, "")).toBe(parts.map(({ text }) => text).join(""));
    }),
    { numRuns: 5000 },
  );
});

it("keeps the marks of whole words", () => {
  const word = part.map((one) => ({ ...one, text: one.text.replace(/[^a-z]/g, "x") }));
  const gap: TextPart = { text: " ", bold: false, italic: false, href: "" };
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (words) => {
      const parts = words.flatMap((one) => [one, gap]);
      const expected = parts
        .map(({ text, bold, italic, href }) => {
          const marks = [
            ...(href ? [`a ${href.replace("(", "%28").replace(")", "%29")}`] : []),
            ...(italic ? ["em"] : []),
            ...(bold ? ["strong"] : []),
          ];
          return [...text].map((sign) => (sign === " " ? sign : `${sign}(${marks.toSorted().join()})`)).join("");
        })
        .join("");
      expect(shown(marksToHtml(writeMarks(parts)))).toBe(expected);
    }),
    { numRuns: 3000 },
  );
});

const plain = { bold: false, italic: false, href: "" };
it.each<[string, TextPart[]]>([
  [
    "un**believ**able",
    [
      { ...plain, text: "un" },
      { ...plain, text: "believ", bold: true },
      { ...plain, text: "able" },
    ],
  ],
  [
    "unbelievable",
    [
      { ...plain, text: "un" },
      { ...plain, text: "believ", italic: true },
      { ...plain, text: "able" },
    ],
  ],
  [
    "**now** then",
    [
      { ...plain, text: "now ", bold: true },
      { ...plain, text: "then" },
    ],
  ],
  [
    "**a *b***",
    [
      { ...plain, text: "a ", bold: true },
      { text: "b", bold: true, italic: true, href: "" },
    ],
  ],
  [
    "[the **terms**](/t)",
    [
      { ...plain, text: "the ", href: "/t" },
      { ...plain, text: "terms", bold: true, href: "/t" },
    ],
  ],
])("writes %s", (text, parts) => expect(writeMarks(parts)).toBe(text));
