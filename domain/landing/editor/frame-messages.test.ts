import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCK_TYPES } from "../block-kinds.ts";
import { newBlock } from "../blocks.ts";
import { readFrameMessage, readTextField, textFields, writeTextField } from "./frame-messages.ts";

describe("Messages of the frame", () => {
  it("are read if they are whole", () => {
    const edit = { landingFrame: "edit", block: "one", field: "items.2.title", text: "<b>x</b>" };
    expect(readFrameMessage(edit)).toEqual({ kind: "edit", block: "one", field: "items.2.title", text: "<b>x</b>" });
    expect(readFrameMessage({ landingFrame: "key", key: "undo" })).toEqual({ kind: "key", key: "undo", block: "" });
    for (const action of ["back", "forward", "remove"])
      expect(readFrameMessage({ landingFrame: "item", block: "one", item: "legalItems.12", action })).toEqual({
        kind: "item",
        block: "one",
        list: "legalItems",
        place: 12,
        action,
      });
    for (const before of ["two", ""])
      expect(readFrameMessage({ landingFrame: "move", block: "one", before })).toEqual({
        kind: "move",
        block: "one",
        before,
      });
  });

  it.each([
    null,
    "edit",
    [],
    {},
    { landingFrame: "publish" },
    { landingFrame: "key", key: "publish" },
    { landingFrame: "edit", block: "one", field: "heading" },
    { landingFrame: "edit", block: "one", field: "heading", text: { html: "<b>" } },
    { landingFrame: "edit", block: "one", field: "__proto__", text: "x" },
    { landingFrame: "edit", block: "one", field: "items.1e9.title", text: "x" },
    { landingFrame: "edit", block: "one", field: "items.0.title.x", text: "x" },
    { landingFrame: "edit", block: "a b", field: "heading", text: "x" },
    { landingFrame: "edit", block: 1, field: "heading", text: "x" },
    { landingFrame: "edit", block: "one", field: "heading", text: "x".repeat(100_001) },
    { landingFrame: "align", block: "one", value: "javascript" },
    { landingFrame: "item", block: "one", item: "items.1", action: "publish" },
    { landingFrame: "item", block: "one", item: "items.1e9", action: "remove" },
    { landingFrame: "item", block: "one", item: "items.1.name", action: "remove" },
    { landingFrame: "item", block: "one", item: ["items", 1], action: "remove" },
    { landingFrame: "item", item: "items.1", action: "remove" },
    { landingFrame: "move", block: "one", before: "a b" },
    { landingFrame: "move", block: "one" },
    { landingFrame: "move", before: "one" },
    { landingFrame: "scroll", top: Number.NaN },
  ])("are refused otherwise: %j", (data) => expect(readFrameMessage(data)).toBeNull());

  it("of any shape do not throw", () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        readFrameMessage(data);
      }),
    );
  });
});

describe("A text from the frame", () => {
  it("changes only text fields that the block has", () => {
    const hero = newBlock("hero", "one");
    for (const path of ["href", "picture", "id", "type", "constructor", "lines", "lines.0.text", "image", "html"])
      expect(writeTextField(hero, path, "x"), path).toBeNull();
    expect(writeTextField(hero, "heading", "a\n <b>")).toEqual({ ...hero, heading: "a <b>" });
    expect(writeTextField(newBlock("html", "two"), "html", "<script>")).toBeNull();
    const faq = newBlock("faq", "three");
    expect(writeTextField(faq, "items.0.question", "Why?")?.items).toMatchObject([{ question: "Why?" }]);
    expect(writeTextField(faq, "items.1.question", "Why?")).toBeNull();
    expect(faq.items).toMatchObject([{ question: "A question?" }]);
  });

  it("is refused if it is longer than a line may be", () =>
    expect(writeTextField(newBlock("hero", "one"), "heading", "x".repeat(2_001))).toBeNull());

  it("can be read from every text field of every kind", () => {
    const fields = textFields();
    for (const type of BLOCK_TYPES)
      for (const path of Object.keys(fields[type] ?? {})) {
        const block = newBlock(type, "one");
        const real = path.replace("*", "0");
        const value = readTextField(block, real);
        if (value !== null && value === value.trim()) expect(writeTextField(block, real, value)).toEqual(block);
      }
  });
});
