import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCK_KINDS, BLOCK_TYPES } from "./block-kinds.ts";
import type { Block, BlockField, BlockValue, PlainField } from "./block-types.ts";
import { blocksToHtml, newBlock, newItem, placeAtEnd, readBlocks } from "./blocks.ts";
import { safeAddress } from "./markup.ts";
import { linkedPicture, type Picture } from "./picture.ts";

const ATTACK = `"'></textarea></title></style><script>alert(1)</script><img src=x onerror=alert(1)>`;

const STORED = "/storage/v1/object/public/landing/0a1b2c3d-team.jpg";

/** A picture of the library or elsewhere, with its texts from `words`, or none. */
function anyPicture(words: fc.Arbitrary<string>): fc.Arbitrary<Picture | null> {
  const src = fc.oneof(
    words.filter(Boolean),
    fc.constantFrom(STORED, `https://p.example${STORED}`, "https://a.example/b.gif"),
  );
  const [pixels, percent] = [fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 100 })];
  return fc.option(
    fc.record(
      { src, alt: words, decorative: fc.boolean(), width: pixels, height: pixels, x: percent, y: percent },
      { noNullPrototype: true },
    ),
  );
}

/** A block of any kind, with its texts from `words`. */
function anyBlock(words: fc.Arbitrary<string>): fc.Arbitrary<Block> {
  const plain = (field: PlainField): fc.Arbitrary<BlockValue> => {
    if (field.kind === "flag") return fc.boolean();
    if (field.kind === "picture") return anyPicture(words);
    if (field.kind === "choice") return fc.constantFrom(...field.options.map(({ value }) => value));
    return words;
  };
  const record = (fields: readonly PlainField[]) =>
    fc.record(Object.fromEntries(fields.map((field) => [field.name, plain(field)])), { noNullPrototype: true });
  const value = (field: BlockField) =>
    field.kind === "items" ? fc.array(record(field.fields), { maxLength: 4 }) : plain(field);
  return fc.constantFrom(...BLOCK_TYPES).chain((type) =>
    fc
      .record(Object.fromEntries(BLOCK_KINDS[type].fields.map((field) => [field.name, value(field)])), {
        noNullPrototype: true,
      })
      .chain((fields) => fc.uuid().map((id) => ({ ...fields, id, type }) as Block)),
  );
}

/** Everything that a browser would run or load: tags and attributes that the block did not render itself. */
function tagsOf(html: string): string[] {
  // Quoted attributes may contain anything. Outside of them, `<` starts a tag.
  return [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>/g)].map((match) => match[0]);
}

describe("Blocks of landing pages", () => {
  it("do not change a byte when a page is opened and saved", () => {
    const words = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("", " a ", "a\n\nb", "- a\n- b", "**a** *b* [c](/d)", "**a", "5*3*2", "\r\n", "<b>"),
    );
    fc.assert(
      fc.property(fc.array(anyBlock(words), { maxLength: 8 }), (blocks) => {
        const stored = JSON.stringify(blocks);
        const content = blocksToHtml(blocks);
        const opened = readBlocks(JSON.parse(stored)) as Block[];
        expect(JSON.stringify(opened.map((block) => Object.entries(block).toSorted()))).toBe(
          JSON.stringify(blocks.map((block) => Object.entries(block).toSorted())),
        );
        expect(blocksToHtml(opened)).toBe(content);
        // The editor's marks are never part of it.
        expect(content).not.toContain(" data-field=");
      }),
      { numRuns: 2000 },
    );
  });

  it("keep scripts in every field as text", () => {
    for (const type of BLOCK_TYPES.filter((each) => each !== "html")) {
      const block = newBlock(type, "b");
      for (const field of BLOCK_KINDS[type].fields) {
        if (field.kind === "items")
          block[field.name] = [
            Object.fromEntries(
              field.fields.map((inner) => [
                inner.name,
                inner.kind === "flag" || inner.kind === "choice" ? (newItem([inner])[inner.name] ?? "") : ATTACK,
              ]),
            ),
          ];
        else if (field.kind === "picture")
          block[field.name] = { ...linkedPicture(`https://a.example/${ATTACK}`, ATTACK) };
        else if (field.kind !== "flag" && field.kind !== "choice") block[field.name] = ATTACK;
      }
      if (type === "hero") block.picture = "image";
      const html = blocksToHtml([block]);
      expect(html).not.toMatch(/<script|<img src=x/);
      // Every < belongs to one of our tags. Its attributes are quoted, and none is an event handler.
      const rest = html.replace(/<\/?[a-z][a-z0-9]*(?:\s+[a-z-]+(?:="[^"<>]*")?)*>/g, "");
      expect(rest).not.toMatch(/[<>"']/);
      expect(
        tagsOf(html)
          .join()
          .replace(/"[^"]*"/g, ""),
      ).not.toMatch(/\son[a-z]+=/);
    }
  });

  it("keep all typed input as text", () => {
    fc.assert(
      fc.property(
        fc.array(anyBlock(fc.oneof(fc.string(), fc.constant(ATTACK), fc.string({ unit: "binary" })))),
        (blocks) => {
          const written = blocksToHtml(blocks.filter(({ type }) => type !== "html"));
          const rest = written.replace(/<\/?[a-z][a-z0-9]*(?:\s+[a-z-]+(?:="[^"<>]*")?)*>/g, "");
          expect(rest).not.toMatch(/[<>"']/);
        },
      ),
    );
  });

  it("are read back from the database unchanged and render the same page", () => {
    fc.assert(
      fc.property(fc.array(anyBlock(fc.string({ unit: "binary" }))), (blocks) => {
        const stored: unknown = JSON.parse(JSON.stringify(blocks));
        expect(readBlocks(stored)).toEqual(blocks);
        expect(blocksToHtml(readBlocks(stored) ?? [])).toBe(blocksToHtml(blocks));
      }),
    );
  });

  it("are rejected when the stored value is not a list of blocks", () => {
    expect(readBlocks(null)).toBeNull();
    expect(readBlocks({})).toBeNull();
    expect(readBlocks([{ id: "a", type: "carousel" }])).toBeNull();
    expect(readBlocks([{ type: "constructor" }])).toBeNull();
    expect(readBlocks([{ type: "html" }])).toEqual([{ id: "block-0", type: "html", html: "" }]);
  });

  it("that are added without a place come above a footer that closes the page", () => {
    const placeIn = (...types: Parameters<typeof newBlock>[0][]) =>
      placeAtEnd(types.map((type, place) => newBlock(type, String(place))));
    expect(placeIn("hero", "text", "footer")).toBe(2);
    expect(placeIn("footer")).toBe(0);
    expect(placeIn("footer", "text")).toBe(2);
    expect(placeIn()).toBe(0);
  });

  it("leave an html block unchanged", () => {
    fc.assert(fc.property(fc.string(), (html) => blocksToHtml([{ id: "h", type: "html", html }]) === html));
  });

  it("link only to safe addresses", () => {
    for (const bad of [
      "javascript:alert(1)",
      " java\nscript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "//evil.example",
      "\u0001javascript:x",
    ])
      expect(safeAddress(bad)).toBe("#");
    expect(safeAddress("example.com/offer")).toBe("https://example.com/offer");
    for (const good of ["https://a.example/b?c=d", "mailto:a@b.example", "tel:+15035550148", "#form", "/pricing"])
      expect(safeAddress(good)).toBe(good);
  });

  it("have an email field in every form, and a unique name for each field", () => {
    const form = {
      ...newBlock("form", "f"),
      items: [
        { label: "Name", kind: "name", options: "", needed: false },
        { label: "Why?", kind: "line", options: "", needed: false },
        { label: "Why?", kind: "line", options: "", needed: false },
      ],
    };
    const html = blocksToHtml([form]);
    expect(html).toContain('type="email"');
    const names = [...html.matchAll(/ name="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(names).size).toBe(names.length);
    expect(html).toContain("data-lead-form");
  });

  it("send no third-party request before a video is clicked", () => {
    for (const url of [
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
      "https://youtu.be/dQw4w9WgXcQ",
      "https://vimeo.com/76979871",
    ]) {
      const html = blocksToHtml([{ ...newBlock("video", "v"), url }]);
      expect(html).toContain("srcdoc=");
      expect(html).not.toMatch(/\ssrc=/);
      expect(html).not.toMatch(/<link|<img/);
    }
    expect(blocksToHtml([{ ...newBlock("video", "v"), url: "https://cdn.example/a.mp4" }])).toContain('preload="none"');
  });
});
