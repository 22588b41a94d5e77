import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BlockItem } from "./block-types.ts";
import { blocksToHtml, newBlock, newItem } from "./blocks.ts";
import { conditionProblem, type Typing, withFormValue } from "./form-conditions.ts";
import { FORM_FIELDS } from "./form-fields.ts";
import { readFormRules } from "./form-rules.ts";

const field = (item: BlockItem): BlockItem => ({ ...newItem(FORM_FIELDS), ...item });
const FIX = field({ label: "What needs fixing?", kind: "choice", options: "A drain\nA leak" });
const WHERE = field({ label: "Where?", needed: true, show: "is", when: "What needs fixing?", value: "A leak" });
const BROKEN: BlockItem[] = [{ value: "A roof" }, { show: "has", value: "roof" }, { when: "Gone" }, { value: "" }];
const problemOf = (item: BlockItem, ...above: BlockItem[]) => conditionProblem({ ...WHERE, ...item }, above);
const conditionsOf = (...items: BlockItem[]) =>
  readFormRules(blocksToHtml([{ ...newBlock("form", "form"), items }]), 1)?.fields.map(({ condition }) => condition);

describe("A condition", () => {
  it("says what it lacks", () => {
    expect(problemOf({}, FIX)).toBeNull();
    expect(problemOf({ value: " a LEAK " }, FIX)).toBeNull();
    expect(problemOf({ show: "always", when: "Gone" })).toBeNull();
    expect(problemOf({ kind: "email", when: "Gone" })).toBeNull();
    expect(problemOf({ when: " " }, FIX)).toBe("noField");
    expect(problemOf({})).toBe("goneField");
    expect(problemOf({}, { ...FIX, kind: "date" })).toBe("goneField");
    expect(problemOf({ value: "" }, FIX)).toBe("noAnswer");
    expect(problemOf({ value: "A roof" }, FIX)).toBe("goneAnswer");
    expect(problemOf({}, { ...FIX, options: " " })).toBe("goneAnswer");
    expect(problemOf({}, { ...FIX, kind: "check" })).toBe("goneAnswer");
    expect(problemOf({ value: "yes" }, { ...FIX, kind: "check" })).toBeNull();
    expect(problemOf({ value: "A roof" }, { ...FIX, kind: "line" })).toBeNull();
  });

  it("on a part of an answer needs an option that contains it", () => {
    expect(problemOf({ show: "has", value: "LEAK" }, FIX)).toBeNull();
    expect(problemOf({ show: "has", value: "roof" }, FIX)).toBe("goneAnswer");
    expect(problemOf({ show: "has", value: "drain, a leak" }, FIX)).toBe("goneAnswer");
    expect(problemOf({ show: "has", value: "drain, a leak" }, { ...FIX, kind: "choices" })).toBeNull();
  });

  it("that no answer can meet hides nothing, because no visitor could send a question that is required", () => {
    expect(conditionsOf(FIX, WHERE)?.[1]).toEqual({ field: "what_needs_fixing", is: "A leak", has: undefined });
    for (const broken of BROKEN) expect(conditionsOf(FIX, { ...WHERE, ...broken })?.[1]).toBeUndefined();
    expect(conditionsOf(WHERE, FIX)?.[0]).toBeUndefined();
  });
});

describe("A condition follows", () => {
  const rename = (items: BlockItem[], name: string, ...typed: string[]) => {
    let typing: Typing | undefined;
    let now = items;
    for (const value of typed) ({ items: now, typing } = withFormValue(now, 0, name, value, typing));
    return [now[1]?.when, now[1]?.value];
  };
  const [label, leak] = ["What needs fixing?", "A leak"];

  it("a renamed option", () => {
    expect(rename([FIX, WHERE], "options", "A drain\nA leak or a drip")).toEqual([label, "A leak or a drip"]);
    expect(rename([FIX, WHERE], "options", "A drain\n", "A drain\nW", "A drain\nWater")).toEqual([label, "Water"]);
    // Another option on the way is not what it becomes.
    expect(rename([FIX, WHERE], "options", "A drain\nA drain", "A drain\nA drain pipe")).toEqual([
      label,
      "A drain pipe",
    ]);
  });

  it("no option that moved, was added or was removed", () => {
    expect(rename([FIX, WHERE], "options", "A leak\nA drain")).toEqual([label, leak]);
    expect(rename([FIX, WHERE], "options", "A drain\nA roof\nA leak")).toEqual([label, leak]);
    expect(rename([FIX, WHERE], "options", "A drain", "A pipe")).toEqual([label, leak]);
  });

  it("no option that is erased one key after another and then removed", () => {
    const erased = ["A lea", "A", ""].map((line) => `A drain\n${line}`);
    expect(rename([FIX, WHERE], "options", ...erased, "A drain")).toEqual([label, leak]);
    // Whoever writes another line below has renamed it.
    const renamed = ["A drain\nWater", "A drain\nWater\n", "A drain\nWater\nA roof"];
    expect(rename([FIX, WHERE], "options", ...erased, ...renamed)).toEqual([label, "Water"]);
    expect(rename([FIX, WHERE], "options", ...erased, ...renamed, "A drain\nA roof")).toEqual([label, "Water"]);
    expect(rename([FIX, WHERE], "options", "A drain\nWater", "A drain")).toEqual([label, "Water"]);
    expect(rename([FIX, WHERE], "options", "A drain\nA lea", "A drain")).toEqual([label, leak]);
  });

  it("a renamed label, also one that someone empties first or that is like another one on the way", () => {
    expect(rename([FIX, WHERE], "label", "What is broken?")).toEqual(["What is broken?", leak]);
    expect(rename([FIX, WHERE], "label", "", "W", "What?")).toEqual(["What?", leak]);
    expect(rename([FIX, WHERE], "label", "Where?", "Where is it?")).toEqual(["Where is it?", leak]);
  });

  it("only the field that decides", () => {
    const other = { ...WHERE, when: "Other" };
    expect(rename([FIX, other], "options", "A drain\nWater")).toEqual(["Other", leak]);
    expect(rename([FIX, other], "label", "What?")).toEqual(["Other", leak]);
    expect(withFormValue([WHERE, FIX], 1, "label", "What?").items[0]).toBe(WHERE);
  });

  it("whatever someone types, one key after another", () => {
    const word = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,8}[A-Za-z]$/);
    fc.assert(
      fc.property(word, word, fc.nat(10), (kept, next, left) => {
        fc.pre(kept.toLowerCase() !== next.toLowerCase() && kept.toLowerCase() !== leak.toLowerCase());
        const erased = Array.from({ length: leak.length - (left % leak.length) }, (_, at) =>
          leak.slice(0, leak.length - 1 - at),
        );
        const written = [...next].map((_, at) => next.slice(0, at + 1));
        const keys = [...erased, ...(erased.at(-1) === "" ? written : [next])];
        const items = [{ ...FIX, options: `${kept}\n${leak}` }, WHERE];
        expect(
          rename(items, "options", ...keys.map((line) => `${kept}\n${line}`))[1]
            ?.toString()
            .toLowerCase(),
        ).toBe(next.toLowerCase());
      }),
    );
  });
});
