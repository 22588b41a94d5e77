import { expect, test } from "vitest";
import { BLOCK_KINDS, BLOCK_TYPES } from "./block-kinds.ts";
import type { Block, BlockItem, BlockType, BlockValue } from "./block-types.ts";
import { blocksToHtml, newBlock } from "./blocks.ts";
import { withField } from "./change-field.ts";
import { checkBeforePublishing } from "./publish-check.ts";
import { PLACEHOLDERS } from "./sample-texts.ts";
import { templateBlock } from "./template.ts";
import { templates } from "./templates.ts";

const NOW = Date.parse("2026-11-27T12:00:00Z");
const PICTURE = { src: "/a.jpg", alt: "A room", decorative: false, width: 8, height: 6, x: 50, y: 50 };
const UNDESCRIBED = { ...PICTURE, alt: "" };
const form = { ...templateBlock("form", { heading: "Write to us", button: "Send" }), id: "form" };

const block = (type: BlockType, fields: Record<string, BlockValue | BlockItem[]>, id: string = type): Block => ({
  ...templateBlock(type, fields),
  id,
});
const pointsOf = (...blocks: Block[]) => checkBeforePublishing({ blocks, content: blocksToHtml(blocks) }, NOW);
const check = (...blocks: Block[]) => pointsOf(...blocks).map(({ field: _, ...point }) => point);
const textsOf = (...blocks: Block[]) => check(...blocks, form).map(({ text }) => text);

test("A page that lacks nothing has no points", () => {
  expect(
    textsOf(
      block("hero", { heading: "Straight teeth", button: "Ask us", href: "#form" }),
      block("gallery", { items: [{ picture: PICTURE }, { picture: { ...UNDESCRIBED, decorative: true } }] }),
      block("logos", { items: [{ name: "One" }, { name: "Two" }] }),
      block("map", { name: "Us", address: "1 Main Street" }),
      block("countdown", { date: "2026-11-27", time: "12:00", zone: "America/New_York", href: "" }),
      block("footer", {
        name: "Us",
        contact: "(503) 234-0148\nus@smile.dental",
        items: [{ label: "Top", href: "/a" }],
      }),
    ),
  ).toEqual([]);
});

test.each<[string, BlockType, Record<string, BlockValue | BlockItem[]>, string[]]>([
  ["a hero's picture", "hero", { picture: "image" }, ["The hero has no picture."]],
  [
    "an illustration's lines",
    "hero",
    { picture: "messages", caption: "One day", lines: [{ text: " " }] },
    ["The hero's illustration has no lines, so visitors don't see it."],
  ],
  ["an illustration that someone wrote", "hero", { picture: "figures", lines: [{ text: "Leads", detail: "42" }] }, []],
  [
    "samples of an illustration that is off",
    "hero",
    { picture: "none", lines: [{ text: "First message or label" }] },
    [],
  ],
  ["a hero without a picture by choice", "hero", { picture: "none", image: UNDESCRIBED }, []],
  ["a picture", "picture", {}, ["1 picture block has no picture."]],
  ["a gallery", "gallery", { items: [{}] }, ["The gallery has no pictures, so visitors don't see it."]],
  ["a gallery's place", "gallery", { items: [{ picture: PICTURE }, {}] }, ["1 place in the gallery has no picture."]],
  ["a logo", "logos", { items: [{ picture: PICTURE }, { name: "One" }] }, ["1 logo has no picture."]],
  ["people", "team", { items: [{}, {}] }, ["2 people have no picture, so visitors see initials."]],
  ["words", "gallery", { items: [{ picture: UNDESCRIBED }] }, ["1 picture has no alternative text."]],
  [
    "a picture of another site",
    "gallery",
    { items: [{ picture: { ...PICTURE, src: "https://old.example/a.jpg" } }] },
    ["1 picture loads from another site, so it's gone when that site goes offline."],
  ],
  [
    "pictures of other sites",
    "gallery",
    { items: ["http://old.example/a.jpg", "//old.example/b.jpg"].map((src) => ({ picture: { ...PICTURE, src } })) },
    ["2 pictures load from another site, so they're gone when that site goes offline."],
  ],
  [
    "a picture of the library on a host of its own",
    "gallery",
    { items: [{ picture: { ...PICTURE, src: "https://p.example/storage/v1/object/public/landing/a.jpg" } }] },
    [],
  ],
  ["words of a named logo", "logos", { items: [{ picture: UNDESCRIBED, name: "One" }] }, []],
  ["a target", "hero", { button: "Ask us", href: "#" }, ["“Ask us” leads nowhere."]],
  ["a safe target", "pricing", { items: [{ button: "Buy", href: "javascript:a" }] }, ["“Buy” leads nowhere."]],
  ["a target in a text", "text", { body: "See [prices](#)" }, ["“prices” leads nowhere."]],
  ["an offer without a button", "pricing", { items: [{ name: "Offer A", href: "#" }] }, []],
  ["a real target", "hero", { button: "Go", href: "example.com/a" }, ["“Go” leads to an example address."]],
  [
    "a column's link",
    "columns",
    { items: [{ title: "A", button: "More" }] },
    ["“More” has no link, so visitors don't see it."],
  ],
  [
    "legal links",
    "footer",
    { legalItems: [{ label: "Privacy" }, { label: "Terms" }, { label: "" }] },
    ["“Privacy” and “Terms” have no link, so visitors don't see them."],
  ],
  ["a countdown's date", "countdown", {}, ["The countdown has no date, so visitors don't see it."]],
  [
    "a meeting type",
    "booking",
    { button: "Book" },
    ["The booking button has no meeting type, so visitors don't see it."],
  ],
  [
    "options",
    "form",
    {
      items: [
        { label: "Days", kind: "choice", options: " " },
        { label: "Time", kind: "choices", options: "Morning" },
      ],
    },
    ["“Days” has no options, so visitors don't see it."],
  ],
  [
    "options of several questions",
    "form",
    {
      items: [
        { label: "Days", kind: "choice" },
        { label: "", kind: "choices" },
      ],
    },
    ["2 questions have no options, so visitors don't see them: “Days”, “Answer”."],
  ],
  [
    "a field's label",
    "form",
    { items: [{ label: " ", kind: "line" }] },
    ["1 form field has no label, so visitors see “Answer”."],
  ],
  [
    "labels of several fields, and no title of a step",
    "form",
    {
      items: [
        { label: "", kind: "phone" },
        { label: "", kind: "step" },
        { label: "", kind: "choice", options: "Ads\nads" },
      ],
    },
    [
      "2 form fields have no label, so visitors see “Answer”.",
      "“Answer” lists an option more than once. Visitors see it once.",
    ],
  ],
  [
    "steps without a field that visitors see",
    "form",
    {
      items: [
        { label: "Email", kind: "email" },
        { label: "", kind: "step" },
        { label: "Plans", kind: "step" },
        { label: "Budget", kind: "line" },
        { label: "Last", kind: "step" },
      ],
    },
    ["2 steps have no fields, so visitors don't see them: “Step 2”, “Last”."],
  ],
  [
    "a step whose only question has no options",
    "form",
    {
      items: [
        { label: "Plans", kind: "step" },
        { label: "Days", kind: "choice", options: " " },
        { label: "You", kind: "step" },
        { label: "Email", kind: "email" },
      ],
    },
    ["The step “Plans” has no fields, so visitors don't see it.", "“Days” has no options, so visitors don't see it."],
  ],
  [
    "no point for a last step, which gets the email field",
    "form",
    {
      items: [
        { label: "Name", kind: "line" },
        { label: "You", kind: "step" },
      ],
    },
    [],
  ],
  [
    "an option that is there twice",
    "form",
    {
      items: [
        { label: "Room", kind: "choices", options: "Bath\nHall\nbath" },
        { label: "Day", kind: "line", options: "Mon\nMon" },
      ],
    },
    ["“Room” lists an option more than once. Visitors see it once."],
  ],
  [
    "a condition on an option that was removed",
    "form",
    {
      items: [
        { label: "What needs fixing?", kind: "choice", options: "A drain" },
        { label: "Where is the leak?", needed: true, show: "is", when: "What needs fixing?", value: "A leak" },
      ],
    },
    ["“Where is the leak?” depends on an answer that visitors can't give, so it always shows."],
  ],
  [
    "conditions on fields that are gone or come later, and unfinished ones",
    "form",
    {
      items: [
        { label: "Early", show: "is", when: "What needs fixing?", value: "A leak" },
        { label: "What needs fixing?", kind: "choice", options: "A leak" },
        { label: "Late", show: "has", when: "Gone", value: "A leak" },
        { label: "Open", show: "is", when: "What needs fixing?", value: " " },
        { label: "Email", kind: "email", show: "is", when: "Gone", value: "A leak" },
      ],
    },
    [
      "2 questions depend on a field that isn't above them, so they always show: “Early”, “Late”.",
      "“Open” has an unfinished condition, so it always shows.",
    ],
  ],
  ["an address", "map", { button: "Open" }, ["The location has no address."]],
  ["a video", "video", { url: "" }, ["The video has no valid URL, so visitors don't see it."]],
  [
    "a phone number",
    "text",
    { body: "Call [(503) 555-0148](tel:+15035550148)" },
    ["The phone number (503) 555-0148 is only a sample."],
  ],
  [
    "an email address",
    "text",
    { body: "Write to hello@smile.example." },
    ["The email address hello@smile.example is only a sample."],
  ],
  ["words of its own", "text", { heading: "A heading", body: "Ours" }, ["“A heading” is a placeholder."]],
])("A page is told what it lacks: %s", (_what, type, fields, texts) =>
  expect(textsOf(block(type, fields))).toEqual(texts),
);

test("A sentence names three things and counts the rest", () => {
  const items = ["First", "Second", "Third"].map((place) => ({ title: `${place} feature`, text: "Ours" }));
  const text = block("text", { heading: "A heading", body: "Ours" });
  expect(textsOf(block("features", { items }))).toEqual([
    "3 texts are placeholders: “First feature”, “Second feature”, “Third feature”.",
  ]);
  expect(textsOf(block("features", { items }), text)).toEqual([
    "4 texts are placeholders: “First feature”, “Second feature”, “Third feature”, and 1 more.",
  ]);
  const body = ["0101", "0102", "0103", "0104", "0105"].map((end) => `Call 555-${end}.`).join("\n");
  expect(textsOf(block("text", { heading: "", body }))).toEqual([
    "5 phone numbers are only samples: 555-0101; 555-0102; 555-0103; and 2 more.",
  ]);
});

test("A countdown ends in its own zone", () => {
  const ends = (time: string, zone: string) =>
    textsOf(block("countdown", { date: "2026-11-27", time, zone, href: "" }));
  expect(ends("06:59", "America/New_York")).toEqual(["The countdown has ended."]);
  expect(ends("07:01", "America/New_York")).toEqual([]);
  expect(ends("12:59", "Europe/Berlin")).toEqual(["The countdown has ended."]);
});

test("The same points are one, with the block of the first", () => {
  const items = [{ picture: UNDESCRIBED }, { picture: UNDESCRIBED }];
  expect(check(block("gallery", { items }), block("picture", { picture: UNDESCRIBED }), form)).toEqual([
    { text: "3 pictures have no alternative text.", block: "gallery", isSample: false },
  ]);
});

test("A page without a form or a booking says so, and which buttons lead to the form", () => {
  const hero = block("hero", { button: "Ask us", href: "#form" });
  expect(check(hero)).toEqual([
    { text: "This page has no form and no booking, so it brings no leads.", block: null, isSample: false },
    { text: "“Ask us” leads to a form, but the page has none.", block: "hero", isSample: false },
  ]);
  expect(check(hero, block("html", { html: '<form id="form" data-lead-form></form>' }))).toEqual([]);
  expect(check(block("booking", { button: "Book", meeting: "smile/first-visit" }))).toEqual([]);
});

test("A page of HTML is checked for samples and a form", () => {
  const content = "<p>Call (503) 555-0148 or write to a@b.example</p>";
  expect(checkBeforePublishing({ blocks: null, content }, NOW)).toEqual([
    { text: "This page has no form and no booking, so it brings no leads.", block: null, field: null, isSample: false },
    { text: "The phone number (503) 555-0148 is only a sample.", block: null, field: null, isSample: true },
    { text: "The email address a@b.example is only a sample.", block: null, field: null, isSample: true },
  ]);
});

test("The title and the description are checked for samples, too", () => {
  const description = templates.find(({ id }) => id === "home-services")?.description ?? "";
  const check = (title: string, ...blocks: Block[]) =>
    checkBeforePublishing({ blocks, content: "<form data-lead-form></form>", title, description }, NOW);
  expect(check("Alder Plumbing & Heating")).toEqual([
    { text: "The name Alder Plumbing & Heating is only a sample.", block: null, field: null, isSample: true },
    { text: "The city Sacramento is only a sample.", block: null, field: null, isSample: true },
  ]);
  expect(check("Pipes", block("map", { name: "Us", address: "1 Main Street\nSacramento, CA 95814" }))).toEqual([]);
});

test("A point leads to the item and the field that has it", () => {
  const described = { picture: PICTURE, name: "Ann Poe" };
  const fieldOf = (type: BlockType, fields: Record<string, BlockValue | BlockItem[]>) =>
    pointsOf(block(type, fields), form).map(({ block: id, field }) => `${id} ${field}`);
  expect(fieldOf("team", { items: [described, { ...described, picture: null }] })).toEqual(["team items.1.picture"]);
  expect(fieldOf("team", { items: [described, { ...described, name: "Ruth Bell" }] })).toEqual(["team items.1.name"]);
  expect(fieldOf("pricing", { items: [{}, {}, { button: "Buy", href: "#" }] })).toEqual(["pricing items.2.href"]);
  expect(fieldOf("footer", { legalItems: [{}, { label: "Terms" }] })).toEqual(["footer legalItems.1.href"]);
  expect(fieldOf("faq", { items: [{}, { answer: "Call 555-0101" }] })).toEqual(["faq items.1.answer"]);
  const asks = { label: "Why?", show: "is", when: "Days", value: "Monday" };
  expect(fieldOf("form", { items: [{ label: "Days" }, { ...asks, when: "Hours" }] })).toEqual(["form items.1.when"]);
  expect(fieldOf("form", { items: [{ label: "Days", kind: "check" }, asks] })).toEqual(["form items.1.value"]);
  expect(fieldOf("gallery", { items: [] })).toEqual(["gallery items"]);
});

test("Every point of every template leads to a field that its block has", () => {
  for (const { id, blocks } of templates)
    for (const point of pointsOf(...blocks)) {
      const from = blocks.find((one) => one.id === point.block) ?? { id: "none", type: "html" as const };
      const [list = "", place, name = ""] = (point.field ?? "").split(".");
      const held = from[list];
      const holder = place === undefined ? from : Array.isArray(held) && held[Number(place)];
      expect([id, point.text, Object.keys(holder || {})]).toEqual([
        id,
        point.text,
        expect.arrayContaining([name || list]),
      ]);
    }
});

test("Sample people and untouched opening hours are reported, until someone changes them", () => {
  const dentist = templates.find(({ id }) => id === "dentist")?.blocks ?? [];
  const team = dentist.find(({ type }) => type === "team") as Block;
  const map: Block = { ...(dentist.find(({ type }) => type === "map") as Block), name: "Us", address: "1 Main Street" };
  const named = (...names: string[]) => ({ ...team, items: names.map((name) => ({ name, picture: PICTURE })) });
  expect(textsOf(named("Dr. Ann Poe", "Ruth Bell"))).toEqual(["The name Ruth Bell is only a sample."]);
  expect(textsOf(named("Dr. Ann Poe", "Ruth Bellamy"))).toEqual([]);
  expect(textsOf(map)).toEqual(["The opening hours are only samples."]);
  const [first, ...others] = map.items as BlockItem[];
  expect(textsOf({ ...map, items: [{ ...first, hours: "9 AM – 5 PM" }, ...others] })).toEqual([]);
  expect(textsOf({ ...map, items: [] })).toEqual([]);
});

test("Cities and prices of a trade's template are reported, until someone changes them", () => {
  const blocksOf = (template: string, type: BlockType) =>
    (templates.find(({ id }) => id === template)?.blocks ?? []).filter((one) => one.type === type);
  const withWords = (one: Block, name: string, words: string) => ({ ...one, [name]: words });
  const [hero] = blocksOf("home-services", "hero") as [Block];
  const plain = { ...hero, picture: "none", note: "", href: "#form" };
  expect(textsOf(withWords(plain, "eyebrow", "Bright Pipes, Sacramento"))).toEqual([
    "The city Sacramento is only a sample.",
  ]);
  expect(textsOf(withWords(plain, "eyebrow", "Bright Pipes in Sacramento since 1990"))).toEqual([]);
  // A business may be where the template's is.
  const map = block("map", { name: "Us", address: "1 Main Street\nSacramento, CA 95814" });
  expect(textsOf(withWords(plain, "eyebrow", "Bright Pipes, Sacramento"), map)).toEqual([]);
  const [area] = blocksOf("home-services", "map") as [Block];
  expect(textsOf({ ...area, name: "Us", address: "1 Main Street\nReno, NV", items: [] })).toEqual([
    "5 cities are only samples: West Sacramento; Elk Grove; Davis; and 2 more.",
  ]);
  expect(
    textsOf({ ...area, text: String(area.text).replaceAll("Sacramento", "Reno"), address: "1 Main Street", items: [] }),
  ).toEqual(expect.arrayContaining(["3 cities are only samples: Elk Grove; Davis; Folsom."]));
  const [pricing] = blocksOf("home-services", "pricing") as [Block];
  expect(textsOf(pricing)).toEqual(["3 prices are only samples: $89; $189; $129."]);
  const [first, ...others] = pricing.items as BlockItem[];
  expect(textsOf({ ...pricing, items: [{ ...first, price: "$99" }, ...others] })).toEqual([
    "2 prices are only samples: $189; $129.",
  ]);
  // The prices of the agency's own templates are its own.
  expect(textsOf(...blocksOf("launch", "pricing"))).toEqual([]);
});

test("Every template reports its own people, and a changed one no longer", () => {
  for (const { id, blocks } of templates)
    for (const people of blocks.filter(({ type }) => type === "team" || type === "reviews"))
      for (const { name } of people.items as BlockItem[]) {
        const item = { name: name ?? "", picture: PICTURE };
        expect([id, textsOf({ ...people, items: [item] })]).toEqual([id, [`The name ${name} is only a sample.`]]);
        expect(textsOf({ ...people, items: [{ ...item, name: `${name}son` }] })).toEqual([]);
      }
});

test("The dentist's template says what its owner has to give", () => {
  const { blocks } = templates.find(({ id }) => id === "dentist") ?? { blocks: [] };
  expect(check(...blocks).map(({ text }) => text)).toEqual([
    "The hero has no picture.",
    "The city Portland is only a sample.",
    "The name Harbor Street Dental is only a sample.",
    "3 prices are only samples: $149; $95; $290.",
    "The gallery has no pictures, so visitors don't see it.",
    "3 people have no picture, so visitors see initials.",
    "3 people's names are only samples: Dr. Maya Ortiz; Dr. Daniel Kim; Ruth Bell.",
    "The phone number (503) 555-0148 is only a sample.",
    "The opening hours are only samples.",
    "The address 100 Example Street is only a sample.",
    "“Notice of privacy practices”, “Privacy”, and “Terms” have no link, so visitors don't see them.",
    "The email address hello@harborstreetdental.example is only a sample.",
  ]);
});

test("Every trade's template reports its sample number, and no template has a placeholder or a dead link", () => {
  for (const { id, blocks } of templates) {
    const texts = check(...blocks)
      .map(({ text }) => text)
      .join("\n");
    expect([id, texts]).toEqual([id, expect.not.stringMatching(/placeholder|nowhere|leads to/)]);
    if (blocks.some(({ contact }) => /555-01/.test(String(contact))))
      expect(texts).toMatch(/The phone number .+ is only a sample/);
  }
});

test("Every placeholder is a text of new blocks, and every new block can be checked", () => {
  for (const type of BLOCK_TYPES) {
    const block = newBlock(type, type);
    // An illustration starts with samples when someone chooses it.
    const written = JSON.stringify(type === "hero" ? [block, withField(block, "picture", "figures")] : block);
    for (const text of PLACEHOLDERS[type] ?? []) expect(written).toContain(JSON.stringify(text));
    expect(() => check(newBlock(type, type)), BLOCK_KINDS[type].label).not.toThrow();
  }
});

test("An illustration that someone chooses starts with samples, which are named before publishing", () => {
  const plain = block("hero", { heading: "Straight teeth" });
  for (const picture of ["messages", "figures"]) {
    const chosen = withField(plain, "picture", picture);
    expect(blocksToHtml([chosen])).toContain("Second message or label");
    expect(textsOf(chosen)).toEqual([
      "4 texts are placeholders: “First message or label”, “Time or value”, “Second message or label”, and 1 more.",
    ]);
  }
  expect(withField(plain, "picture", "image").lines).toEqual([]);
  const written = { ...plain, lines: [{ text: "Leads", detail: "42", ours: false }] };
  expect(withField(written, "picture", "figures").lines).toEqual(written.lines);
});

test("Long texts without samples have no points", () => {
  const long = "a".repeat(400_000);
  expect(textsOf(block("html", { html: `${long}${"@".repeat(50_000)}${"[".repeat(50_000)}` }))).toEqual([]);
});
