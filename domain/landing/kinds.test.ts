import fc from "fast-check";
import { parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { BLOCK_KINDS, VARIANTS } from "./block-kinds.ts";
import type { Block, BlockField, BlockValue, PlainField, StyledType } from "./block-types.ts";
import { blocksToHtml, newBlock, renderBlocks } from "./blocks.ts";
import { blockStyles } from "./styles/block-styles.ts";
import { GROUNDS } from "./theme-colors.ts";
import { themeCss } from "./themes.ts";

const TYPES = Object.keys(VARIANTS) as StyledType[];
const BACKGROUNDS = ["plain", ...GROUNDS];
const LOOKS = TYPES.flatMap((type) =>
  VARIANTS[type].flatMap(({ value }) => BACKGROUNDS.map((background) => ({ type, variant: value, background }))),
);
const VOID = new Set(["br", "img", "input"]);
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*>/g;

const HOSTILE = [
  `"'></textarea></title></style></table><script>alert(1)</script><img src=x onerror=alert(1)>`,
  "</section></main><h1>",
  "<!--",
  "]]>&lt;&#60;",
  "javascript:alert(1)",
  "[x](javascript:alert(1)) **<b>** *</p>*",
  "- <li>\n- </ul>",
  "\u0000\uD800\u2028",
  "constructor",
];
const words = fc.oneof(fc.constantFrom("", "Words", "- a\n- b", ...HOSTILE), fc.string({ unit: "binary" }));

const PICTURE = { decorative: false, width: 1600, height: 1200, x: 10, y: 90 };
const plainValue = (field: PlainField): fc.Arbitrary<BlockValue> => {
  if (field.kind === "flag") return fc.boolean();
  if (field.kind === "choice") return fc.constantFrom(...field.options.map(({ value }) => value));
  if (field.kind === "picture")
    return fc.option(
      fc.record({ src: fc.oneof(words, fc.constant("/p.jpg")), alt: words }).map((own) => ({ ...PICTURE, ...own })),
    );
  // What makes a countdown, a booking and a form's owner appear, and anything else.
  const real: Record<string, string> = {
    date: "2027-03-14",
    time: "02:30",
    zone: "America/New_York",
    meeting: "harbor/first-visit",
    owner: "pool:00000000-0000-4000-8000-000000000001",
  };
  return fc.oneof(words, fc.constant(real[field.kind] ?? "Real words"));
};
const record = (fields: readonly PlainField[]) =>
  fc.record(Object.fromEntries(fields.map((field) => [field.name, plainValue(field)])), { noNullPrototype: true });
const fieldValue = (field: BlockField) =>
  field.kind === "items" ? fc.array(record(field.fields), { maxLength: 3 }) : plainValue(field);
const blockOf = (type: StyledType): fc.Arbitrary<Block> =>
  fc
    .record(Object.fromEntries(BLOCK_KINDS[type].fields.map((field) => [field.name, fieldValue(field)])), {
      noNullPrototype: true,
    })
    .map((fields) => ({ ...fields, id: "b", type }) as Block);

/** Looks that have other elements, with their class. */
const OWN_MARKUP: Record<string, string> = { "comparison-sides": "lp-sides", "gallery-strip": "lp-strip" };

/** The names of the tags that start, if each one ends where it should. */
function startedTags(html: string): string[] {
  const open: string[] = [];
  const started: string[] = [];
  for (const [, slash, name = ""] of html.matchAll(TAG)) {
    if (slash) expect(open.pop()).toBe(name);
    else {
      started.push(name);
      if (!VOID.has(name)) open.push(name);
    }
  }
  expect(open).toEqual([]);
  return started;
}

type Node = { tagName?: string; childNodes?: Node[]; attrs?: { name: string; value: string }[] };
/** The elements that a browser makes of it, in order. */
function elementsOf(html: string): Node[] {
  const found: Node[] = [];
  const walk = (node: Node) => {
    if (node.tagName) found.push(node);
    for (const child of node.childNodes ?? []) walk(child);
  };
  walk(parseFragment(html) as unknown as Node);
  return found;
}

describe("A block", () => {
  it.each(LOOKS)("$type, $variant, on $background, is balanced HTML that shows hostile texts as text", (look) => {
    fc.assert(
      fc.property(blockOf(look.type), (block) => {
        const html = blocksToHtml([{ ...block, ...look }]);
        // A browser adds, moves and closes nothing.
        const elements = elementsOf(html);
        expect(elements.map(({ tagName }) => tagName)).toEqual(startedTags(html));
        expect(html.replace(TAG, "")).not.toMatch(/[<>"']/);
        for (const { tagName, attrs = [] } of elements) {
          expect(["script", "style", "base", "link", "meta", "object", "embed"]).not.toContain(tagName);
          for (const { name, value } of attrs) {
            expect(name).not.toMatch(/^on/);
            if (["href", "src", "action"].includes(name)) expect(value).not.toMatch(/^\s*(javascript|data|vbscript):/i);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it.each(TYPES)("%s has three looks, and the first adds no byte", (type) => {
    const block = newBlock(type, "b");
    const { variant: _1, background: _2, spacing: _3, align: _4, shown: _5, ...bare } = block;
    expect(VARIANTS[type]).toHaveLength(3);
    expect(blocksToHtml([block])).toBe(blocksToHtml([bare as Block]));
    expect(blocksToHtml([block])).not.toMatch(/lp-(v-|on-|tight|roomy|centered|phone-only|wide-only)/);
  });

  it.each(TYPES)("%s takes a forged style for the default", (type) => {
    const block = { ...newBlock(type, "b"), date: "2027-03-14", zone: "UTC" };
    for (const forged of ['" onload="x', "constructor", "__proto__", "toString", "lp-v-hero-stage", " ", null, true])
      for (const name of ["variant", "background", "spacing", "align", "shown"])
        expect(blocksToHtml([{ ...block, [name]: forged }])).toBe(blocksToHtml([block]));
  });

  it.each(TYPES)("%s has styles for each other look, and pages without them have none", (type) => {
    for (const { value } of VARIANTS[type].slice(1)) {
      const name = `lp-v-${type}-${value}`;
      expect(blockStyles(`class="lp-section lp-${type} ${name}"`)).toContain(OWN_MARKUP[`${type}-${value}`] ?? name);
      expect(blockStyles('class="lp-section"')).not.toContain(name);
    }
  });

  it("has balanced styles, so that none swallows the next", () => {
    const css = themeCss("default", { content: null });
    let depth = 0;
    for (const sign of css.replace(/"(?:[^"\\]|\\.)*"/g, "")) {
      if (sign === "{") depth += 1;
      if (sign === "}") depth -= 1;
      expect(depth).toBeGreaterThanOrEqual(0);
      expect(depth).toBeLessThanOrEqual(2);
    }
    expect(depth).toBe(0);
  });
});

describe("A block with nothing to show", () => {
  it("is not on the page if it is a gallery, logos or a countdown", () => {
    for (const type of ["gallery", "logos", "countdown"] as const)
      expect(blocksToHtml([{ ...newBlock(type, "b"), items: [], date: "", heading: "Soon" }])).toBe("");
  });

  it("shows its heading in the editor, and what it lacks", () => {
    for (const type of ["gallery", "logos", "countdown"] as const) {
      const block = { ...newBlock(type, "b"), items: [], heading: "Soon" };
      const [html = ""] = renderBlocks([block], { mark: true });
      expect(html).toContain("Soon");
      expect(html).toContain("Visitors see this block once it has a");
    }
  });
});

describe("A hero with its own picture", () => {
  it("is as wide without one for editors as for visitors", () => {
    const hero = [{ ...newBlock("hero", "h"), picture: "image", variant: "frame" } satisfies Block];
    expect(blocksToHtml(hero)).not.toMatch(/lp-hero-split|lp-missing/);
    const [marked] = renderBlocks(hero, { mark: true });
    expect(marked).toContain("lp-missing");
    expect(marked).not.toContain("lp-hero-split");
  });
});

describe("A hero with an illustration", () => {
  it("shows nothing without lines, and editors see why", () => {
    for (const picture of ["messages", "figures"]) {
      const hero = [{ ...newBlock("hero", "h"), picture, caption: "One day", lines: [{ text: "", detail: " " }] }];
      expect(blocksToHtml(hero)).not.toMatch(/<figure|lp-hero-split|lp-missing/);
      expect(renderBlocks(hero, { mark: true })[0]).toContain("Visitors see this illustration once it has lines.");
    }
  });
});

describe("A column's list", () => {
  const column = (mark: string) => ({ title: "", text: "- A point", mark, button: "", href: "", picture: null });
  const html = (mark: string) => blocksToHtml([{ ...newBlock("columns", "c"), items: [column(mark)] }]);

  it("has check marks without a class, as it was before there were others", () => {
    const stored = html("check");
    expect(stored).toContain('<div class="lp-card-text"><ul>');
    for (const other of ["", "constructor", '"><script>']) expect(html(other)).toBe(stored);
    expect(blockStyles(stored)).not.toContain("lp-marks");
  });

  it("has crosses or dots, with their styles", () => {
    for (const mark of ["cross", "dot"]) {
      expect(html(mark)).toContain(`<div class="lp-card-text lp-marks-${mark}">`);
      expect(blockStyles(html(mark))).toContain(`.lp-marks-${mark}`);
    }
  });
});

describe("A location", () => {
  const map = (fields: Partial<Block>) => blocksToHtml([{ ...newBlock("map", "m"), ...fields } as Block]);
  const hrefOf = (html: string) =>
    elementsOf(html)
      .find(({ tagName }) => tagName === "a")
      ?.attrs?.find(({ name }) => name === "href")?.value;

  it("links to a search for its name and address, whatever they contain", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, address) => {
        const href = hrefOf(map({ name, address }));
        const lines = address
          .split(/\r?\n/)
          .map((line) => line.trim())
          .filter(Boolean);
        if (!lines.length) expect(href).toBeUndefined();
        else
          expect(new URL(href ?? "").searchParams.get("query")).toBe(
            [name.trim(), ...lines].filter(Boolean).join(", ").toWellFormed(),
          );
      }),
    );
  });

  it("links to its own map if it has one, and loads nothing from elsewhere", () => {
    const html = map({ address: "1 Main Street", href: "https://maps.example/x" });
    expect(hrefOf(html)).toBe("https://maps.example/x");
    expect(html).not.toMatch(/<(iframe|img|script)/);
    expect(hrefOf(map({ address: "1 Main Street", href: "javascript:alert(1)" }))).toBe("#");
  });
});

describe("A footer", () => {
  const footer = (fields: Partial<Block>) => blocksToHtml([{ ...newBlock("footer", "f"), ...fields } as Block]);

  it("leaves out links without words or without a target", () => {
    const html = footer({
      legalItems: [
        { label: "Privacy", href: "" },
        { label: "", href: "/terms" },
        { label: "Bad", href: "javascript:alert(1)" },
        { label: "Terms", href: "/terms" },
      ],
    });
    expect(html.match(/<a [^>]*>[^<]*<\/a>/g)).toEqual(['<a href="/terms">Terms</a>']);
    expect(footer({ legalItems: [] })).not.toContain("lp-legal");
  });

  it("makes links of emails and phone numbers only", () => {
    const html = footer({ contact: "1 Main Street\nOR 97209\n+1 (503) 555-0148\nhello@a.example\nMon 8-6" });
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="tel:+15035550148"', 'href="mailto:hello@a.example"']);
  });
});

describe("A booking", () => {
  const links = (meeting: string) => blocksToHtml([{ ...newBlock("booking", "b"), meeting }]).match(/<a [^>]*>/g) ?? [];

  it("links to a meeting type, or to all of an account", () => {
    expect(links("harbor/first-visit")).toEqual(['<a class="lp-button" href="/book/harbor/first-visit">']);
    expect(links("harbor")).toEqual(['<a class="lp-button" href="/book/harbor">']);
  });

  it("has no link for anything else", () => {
    const bad = [
      "",
      " ",
      "/",
      "a/b/c",
      "../admin",
      "A/b",
      "a//b",
      "a/",
      "//evil.example",
      "a?x",
      "a#x",
      "a b",
      "javascript:x",
    ];
    for (const meeting of bad) expect(links(meeting)).toEqual([]);
    fc.assert(
      fc.property(fc.string(), (meeting) => {
        for (const link of links(meeting)) expect(link).toBe(`<a class="lp-button" href="/book/${meeting}">`);
      }),
    );
  });
});
