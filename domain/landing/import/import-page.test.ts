import fc from "fast-check";
import { parse } from "parse5";
import { describe, expect, test } from "vitest";
import { blocksToHtml, readBlocks } from "../blocks.ts";
import { readPicture } from "../picture.ts";
import { checkBeforePublishing } from "../publish-check.ts";
import { importPage } from "./import-page.ts";
import { elementsOf } from "./page-nodes.ts";

const PRACTICE = `<!doctype html><html><head><title>Implants | Rose City Dental</title>
<meta name="description" content="Dental implants in Portland."><style>h1{color:red}</style><script src="/track.js"></script></head><body>
<nav><a href="/">Home</a><a href="/team">Team</a></nav>
<header class="hero"><div><p>Portland, Oregon</p><h1>Implants that <em>last</em></h1><p>Fixed teeth in <b>two visits</b>.</p>
<a class="btn btn-primary" href="#book">Book a visit</a></div><img src="/img/hero.jpg" alt="A dentist and a patient" width="1200" height="800"></header>
<section id="why"><h2>Why us</h2><p>Three reasons.</p><div class="cards"><div><h3>No pain</h3><p>We numb first.</p></div><div><h3>One price</h3><p>You know it before.</p></div><div><h3>Ten years</h3><p>Of guarantee.</p></div></div></section>
<section><h2>How it works</h2><ol><li><h3>1. Call us</h3><p>Tell us what you need.</p></li><li><h3>2. Visit</h3><p>We look and plan.</p></li></ol></section>
<section><h2>Prices</h2><div><h3>Single</h3><p>$1,900 per tooth</p><ul><li>Scan</li><li>Crown</li></ul><a href="/pay" class="button">Choose</a></div><div><h3>Full</h3><p>$14,000 per jaw</p><ul><li>All teeth</li></ul></div></section>
<section><h2>Patients say</h2><blockquote><p>“I can eat apples again.”</p><cite>Ann Lee, Portland</cite></blockquote></section>
<section><h2>Questions</h2><details><summary>Does it hurt?</summary><p>No. See <a href="/pain">how we numb</a>.</p></details><details><summary>How long?</summary>Two visits.</details></section>
<section><h2>With and without</h2><table><tr><th></th><th>Implant</th><th>Bridge</th></tr><tr><td>Lasts</td><td>Yes</td><td>No</td></tr></table></section>
<section id="book"><h2>Book a visit</h2><p>We answer today.</p><form action="/send"><label for="n">Your name *</label><input id="n" name="name" required><label>Email <input type="email" name="e" required></label>
<input type="tel" name="phone" placeholder="Phone"><label for="w">When?</label><select id="w"><option value="">Choose</option><option value="1">Morning</option><option value="2">Evening</option></select><textarea name="msg" placeholder="Message"></textarea><input type="hidden" name="token" value="x"><button type="submit">Send</button></form></section>
<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe><iframe src="https://maps.example.com"></iframe>
<footer><p>Rose City Dental</p><a href="mailto:hello@rosecity.example">Write</a><a href="/privacy">Privacy</a><a href="/jobs">Jobs</a><p>© 2026 Rose City Dental LLC</p></footer>
<script>alert(1)</script></body></html>`;

describe("The import of a page", () => {
  const page = importPage(PRACTICE, "https://rosecity.example/implants");
  const of = (type: string) => page.blocks.filter((block) => block.type === type);

  test("finds the block for each part of a practice's page", () => {
    expect([page.title, page.description]).toEqual(["Implants | Rose City Dental", "Dental implants in Portland."]);
    expect(page.blocks.map(({ type }) => type)).toEqual([
      ...["hero", "features", "steps", "pricing", "reviews", "faq", "comparison", "form", "video", "footer"],
    ]);
    expect(of("hero")[0]).toMatchObject({
      eyebrow: "Portland, Oregon",
      heading: "Implants that last",
      text: "Fixed teeth in **two visits**.",
      button: "Book a visit",
      href: "#form",
      picture: "image",
      image: { src: "https://rosecity.example/img/hero.jpg", alt: "A dentist and a patient" },
    });
    expect(of("features")[0]).toMatchObject({
      heading: "Why us",
      text: "Three reasons.",
      items: [{ title: "No pain", text: "We numb first." }, {}, {}],
    });
    expect(of("steps")[0]).toMatchObject({
      items: [{ title: "Call us", text: "Tell us what you need." }, { title: "Visit" }],
    });
    expect(of("pricing")[0]).toMatchObject({
      items: [
        {
          name: "Single",
          price: "$1,900",
          unit: "per tooth",
          points: "Scan\nCrown",
          button: "Choose",
          href: "https://rosecity.example/pay",
        },
        { name: "Full", price: "$14,000", unit: "per jaw", points: "All teeth" },
      ],
    });
    expect(of("reviews")[0]).toMatchObject({
      items: [{ words: "I can eat apples again.", name: "Ann Lee", role: "Portland" }],
    });
    expect(of("faq")[0]).toMatchObject({
      items: [
        { question: "Does it hurt?", answer: "No. See [how we numb](https://rosecity.example/pain)." },
        { question: "How long?", answer: "Two visits." },
      ],
    });
    expect(of("comparison")[0]).toMatchObject({
      ours: "Implant",
      theirs: "Bridge",
      items: [{ label: "Lasts", ours: "Yes", theirs: "No" }],
    });
    expect(of("form")[0]).toMatchObject({
      heading: "Book a visit",
      button: "Send",
      items: [
        { label: "Your name", kind: "name", needed: true },
        { label: "Email", kind: "email", needed: true },
        { label: "Phone", kind: "phone", needed: false },
        { label: "When?", kind: "choice", options: "Morning\nEvening" },
        { label: "Message", kind: "message" },
      ],
    });
    expect(of("footer")[0]).toMatchObject({
      contact: "hello@rosecity.example",
      items: [{ label: "Jobs" }],
      legalItems: [{ label: "Privacy", href: "https://rosecity.example/privacy" }],
      legal: "© 2026 Rose City Dental LLC",
    });
  });

  test("opens with the main heading, not with the logo above it", () => {
    const html =
      '<header><a href="/"><img src="https://a.example/img/logo.png" alt="Smile"></a><p>Portland</p></header><main><h1>Hi</h1><p>Hello.</p><img src="https://a.example/team.jpg" alt="Us"></main>';
    const { blocks, notes } = importPage(html, "https://a.example/");
    expect(blocks[0]).toMatchObject({ type: "hero", heading: "Hi", eyebrow: "Portland", picture: "image" });
    expect(JSON.stringify(blocks)).not.toContain("logo.png");
    expect(notes).toContain("The logo was left out. Add yours to your brand.");
  });

  test("keeps the order of what has no heading of its own", () => {
    const html =
      "<h1>Hi</h1><section><h2>Prices</h2><table><tr><td>Check<td>$90</table></section><form><input name=email></form>";
    const { blocks } = importPage(html, "");
    expect(blocks.map(({ type }) => type)).toEqual(["hero", "html", "form"]);
    expect(JSON.stringify(blocks[1])).toContain("Prices");
    expect(blocks[2]?.heading).toBe("");
  });

  test("asks for the text of a picture that has none, and leaves pictures alone that only decorate", () => {
    const alts = ["", ' alt=""', " alt", ' alt="Us"', " role=presentation"];
    const html = `<h1>Hi</h1><p>Hello.</p>${alts.map((alt, place) => `<section><h2>Part</h2><p>Words.</p><img src="/${place}.jpg"${alt}></section>`).join("")}`;
    const { blocks } = importPage(html, "https://a.example/");
    expect(blocks.flatMap(({ picture }) => readPicture(picture) ?? [])).toMatchObject([
      { alt: "", decorative: false },
      { alt: "", decorative: true },
      { alt: "", decorative: true },
      { alt: "Us", decorative: false },
      { alt: "", decorative: true },
    ]);
    const points = checkBeforePublishing({ blocks, content: blocksToHtml(blocks) }, 0).map(({ text }) => text);
    expect(points).toContain("1 picture has no alternative text.");
  });

  test("says why pictures are left out", () => {
    const html = '<h1>Hi</h1><p>Hello.</p><img src="images/team.jpg" alt="Us"><img src="data:image/png;base64,AAAA">';
    const { notes } = importPage(html, "");
    expect(notes).toContain(
      "1 picture was left out, because the HTML doesn't say which site it's on. Import the page by its URL, or add it from the picture library.",
    );
    expect(notes).toContain("1 picture was left out, because other sites can't load it.");
    expect(notes[0]).toMatch(/^Text and links were imported\./);
    const found = importPage(html, "https://a.example/").notes;
    expect(found.join(" ")).not.toContain("which site");
    expect(found[0]).toMatch(/^Text, links, and pictures were imported\./);
  });

  test("says what it left out", () => {
    expect(page.notes.join(" ")).toMatch(
      /1 picture still loads .*menu was left out.*2 scripts were left out.*1 embedded frame/,
    );
  });

  test.each([
    ["without values", "<option>Mon</option><option>Tue</option>"],
    ["without end tags", "<option>Mon<option>Tue"],
    ["with values", '<option value="1">Mon</option><option value="2">Tue</option>'],
    ["in uppercase", '<OPTION VALUE="1">Mon</OPTION><OPTION>Tue</OPTION>'],
    ["with an empty placeholder", '<option value="">Choose</option><option>Mon</option><option>Tue</option>'],
    ["with a bare value", "<option value>Choose</option><option>Mon</option><option>Tue</option>"],
    [
      "with a disabled placeholder",
      "<option selected disabled>Choose</option><option>Mon</option><option>Tue</option>",
    ],
    ["with a hidden placeholder", "<option>Mon</option><option hidden>Choose</option><option>Tue</option>"],
    ["with an empty text", "<option></option><option> Mon </option><option>Tue</option>"],
    ["in groups", '<optgroup label="Early"><option>Mon</option></optgroup><optgroup><option>Tue</option></optgroup>'],
    ["with labels", '<option label="Mon"></option><option label="Tue" value="2"></option>'],
  ])("keeps the options of a choice %s", (_, options) => {
    const { blocks } = importPage(`<h1>Hi</h1><form><select name="day">${options}</select></form>`, "");
    const form = blocks.find(({ type }) => type === "form");
    expect(form).toMatchObject({ items: [{ label: "day", kind: "choice", options: "Mon\nTue" }] });
  });

  test("offers each option that a visitor can choose, in its order", () => {
    const option = fc.record({
      text: fc.stringMatching(/^[a-z]{1,9}$/),
      value: fc.option(fc.constantFrom("", "1", "two")),
      group: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(option, { minLength: 1, maxLength: 8 }), (options) => {
        const html = options.map(({ text, value, group }) => {
          const made = `<option${value === null ? "" : ` value="${value}"`}>${text}</option>`;
          return group ? `<optgroup label="Group">${made}</optgroup>` : made;
        });
        const { blocks } = importPage(`<h1>Hi</h1><form><select name="day">${html.join("")}</select></form>`, "");
        const chosen = options.filter(({ value }) => value !== "").map(({ text }) => text);
        const form = blocks.find(({ type }) => type === "form");
        expect(form).toMatchObject({ items: [{ options: chosen.join("\n") }] });
      }),
    );
  });

  test("keeps every visible word of plain pages", () => {
    const words = fc.stringMatching(/^[a-z]{3,9}$/);
    const text = fc.array(words, { minLength: 1, maxLength: 8 }).map((all) => all.join(" "));
    const piece: fc.Arbitrary<string> = fc.oneof(
      text.map((t) => `<p>${t}</p>`),
      text.map((t) => `<div>${t}</div>`),
      fc.tuple(fc.constantFrom(1, 2, 3, 4), text).map(([level, t]) => `<h${level}>${t}</h${level}>`),
      fc
        .array(text, { minLength: 1, maxLength: 4 })
        .map((all) => `<ul>${all.map((t) => `<li>${t}</li>`).join("")}</ul>`),
      fc.tuple(text, text).map(([q, a]) => `<details><summary>${q}</summary><p>${a}</p></details>`),
      text.map((t) => `<blockquote>${t}</blockquote>`),
      text.map((t) => `<section><h2>${t}</h2></section>`),
      fc.tuple(text, text).map(([a, b]) => `<table><tr><th>${a}</th></tr><tr><td>${b}</td></tr></table>`),
      text.map((t) => `<a class="btn" href="/x">${t}</a>`),
      text.map((t) => `<p>see <a href="/y">${t}</a> and <b>${t}</b></p>`),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const html = pieces.join("\n");
        const made = JSON.stringify(importPage(`<body>${html}</body>`, "https://a.example/"));
        const wanted = new Set(html.replace(/<[^>]*>/g, " ").match(/[a-z]{3,}/g));
        const missing = [...wanted].filter((word) => !made.includes(word));
        expect(missing).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  const hostile = fc.oneof(
    fc.string({ maxLength: 40, unit: "binary" }),
    fc.constantFrom(
      ...[
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg onload=alert(1)>",
        "<a href='javascript:alert(1)'>go</a>",
      ],
      ...[
        "<table><td>",
        "<form><input name=email><button onclick=x>",
        "<iframe srcdoc='<script>'>",
        "<h2><img src=javascript:x>",
        "</body></html>",
      ],
      ...[
        "<blockquote>",
        "<details><summary>",
        "<!--",
        "<template><p>",
        "<title>x",
        "<textarea>",
        "<ul><li><h3>",
        "<p style=display:none>",
        "[a](javascript:x)",
      ],
    ),
  );

  test("makes of any HTML blocks that are read again, without scripts and unsafe links", () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 30 }), (pieces) => {
        const { blocks, title, description } = importPage(pieces.join(""), "https://a.example/");
        expect(readBlocks(JSON.parse(JSON.stringify(blocks)))).toEqual(blocks);
        expect(title.length).toBeLessThanOrEqual(200);
        expect(description.length).toBeLessThanOrEqual(1000);
        for (const { tagName, attrs } of elementsOf(parse(blocksToHtml(blocks)))) {
          expect(tagName).not.toMatch(/^(script|svg|iframe|object|embed)$/);
          for (const { name, value } of attrs) {
            expect(name).not.toMatch(/^on/);
            if (name === "href" || name === "src")
              expect(value.replace(/\s/g, "")).not.toMatch(/^(javascript|data|vbscript):/i);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["deep", `${"<div>".repeat(50_000)}words`],
    ["deep and inline", `${"<b>".repeat(50_000)}words`],
    ["deep in a list", `${"<ul><li>".repeat(20_000)}words`],
    ["many headings", "<h2>words</h2>".repeat(50_000)],
    ["many cells", `<table>${"<tr><td>words".repeat(50_000)}</table>`],
    ["many fields", `<form>${"<label>words<input>".repeat(20_000)}</form>`],
    ["one word of 2 MB", "words".repeat(400_000)],
    ["many links", "<a href=/x>words</a>".repeat(50_000)],
    ["many stars", `<p>words${"<b>*</b>[".repeat(100_000)}`],
  ])("is done soon and fits a page: %s", (_, html) => {
    const { blocks } = importPage(html, "");
    expect(JSON.stringify(blocks)).toContain("words");
    expect(blocks.length).toBeLessThanOrEqual(60);
    expect(blocksToHtml(blocks).length).toBeLessThan(500_000);
  });
});
