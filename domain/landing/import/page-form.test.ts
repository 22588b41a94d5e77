import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importPage } from "./import-page.ts";

const read = (form: string, address = "") => {
  const page = importPage(`<body><h1>Hi</h1><form>${form}</form></body>`, address);
  const block = page.blocks.find(({ type }) => type === "form");
  const items = Array.isArray(block?.items) ? block.items : [];
  return { ...page, block, items };
};
/** The fields as kind, label and what else they say. */
const fieldsOf = (form: string) =>
  read(form).items.map(({ kind, label, options, needed, hint }) =>
    [kind, label, String(options).replaceAll("\n", "/"), needed && "required", hint].filter(Boolean).join(" | "),
  );

const WHEN = "choice | When should we call? | Morning/Noon/Evening";
const radios = (name: string, ...choices: string[]) =>
  choices
    .map((choice) => `<label><input type="radio"${name && ` name="${name}"`} value="${choice[0]}"> ${choice}</label>`)
    .join("\n");
const TIMES = ["Morning", "Noon", "Evening"] as const;

test("a date of an imported form stays one", () => {
  expect(
    fieldsOf(`<label>Event date <input type=date name=day required></label><label>Hour <input type=time></label>`),
  ).toEqual(["date | Event date | required", "line | Hour"]);
});

describe("The import of a form's radio buttons", () => {
  test.each([
    ["a legend", `<fieldset><legend>When should we call?</legend>${radios("t", ...TIMES)}</fieldset>`],
    [
      "a legend and the button",
      `<fieldset><legend>When should we call?</legend>${radios("t", ...TIMES)}<button>Go</button></fieldset>`,
    ],
    ["a paragraph", `<p>When should we call?</p><div>${radios("t", ...TIMES)}</div>`],
    ["a label of nothing", `<label>When should we call?</label>${radios("t", ...TIMES)}`],
    [
      "a label around all",
      `<label>When should we call? <input type=radio name=t value=Morning>Morning<input type=radio name=t>Noon<input type=radio name=t>Evening</label>`,
    ],
    [
      "a label in a row",
      `<div class="row"><div class="q"><label>When should we call?*</label></div><ul>${TIMES.map((each) => `<li>${radios("t", each)}</li>`).join("")}</ul></div>`,
    ],
    ["a heading", `<div><h3>When should we call?</h3>${radios("t", ...TIMES)}</div>`],
    [
      "the name of a radiogroup",
      `<div role="radiogroup" aria-label="When should we call?">${radios("t", ...TIMES)}</div>`,
    ],
    [
      "what names a radiogroup",
      `<p id="q">When should we call?</p><p>Text</p><div role="radiogroup" aria-labelledby="q">${radios("t", ...TIMES)}</div>`,
    ],
    [
      "words in the same line",
      `When should we call?<br>${TIMES.map((each) => `<input type=radio name=t> ${each}<br>`).join("")}`,
    ],
    [
      "words, after each choice",
      `<p>When should we call?</p>${TIMES.map((each) => `${each} <input type=radio name=t>`).join("")}`,
    ],
    ["a row of a table", `<table><tr><td>When should we call?</td><td>${radios("t", ...TIMES)}</td></tr></table>`],
    [
      "labels with for",
      `<p>When should we call?</p>${TIMES.map((each) => `<input type=radio name=t id=${each}><label for=${each}>${each}</label>`).join("")}`,
    ],
    [
      "boxes of its own",
      `<p>When should we call?</p>${TIMES.map((each) => `<input type=radio name=t id=${each} style="display:none"><label for=${each}>${each}</label>`).join("")}`,
    ],
    ["no names", `<p>When should we call?</p>${radios("", ...TIMES)}`],
    [
      "values only",
      `<p>When should we call?</p>${TIMES.map((each) => `<input type=radio name=t value=${each}>`).join("")}`,
    ],
    [
      "pictures",
      `<p>When should we call?</p>${TIMES.map((each) => `<label><input type=radio name=t><img src=a.png alt=${each}></label>`).join("")}`,
    ],
    ["its name only", radios("When_should_we_call?", ...TIMES)],
  ])("makes one question of them with %s", (_, form) => {
    const fields = fieldsOf(`${form}<input name="email">`);
    expect(fields.at(0)?.replace(" | Text", "")).toBe(WHEN);
    expect(fields).toHaveLength(2);
  });

  test("is required if one of them is", () => {
    const form = `<p>When?</p>${radios("t", "Morning")}<label><input type=radio name=t required>Noon</label>`;
    expect(fieldsOf(form)).toEqual(["choice | When? | Morning/Noon | required"]);
  });

  test.each([
    ["by their names", (name: string) => radios(name, "Yes", "No"), "<p>%s</p>%s"],
    ["by what holds them, without names", () => radios("", "Yes", "No"), "<div><p>%s</p>%s</div>"],
    ["by the words between them, without names", () => radios("", "Yes", "No"), "<p>%s</p>%s"],
  ])("keeps two questions with the same choices apart %s", (_, choices, shape) => {
    const ask = (words: string, name: string) => shape.replace("%s", words).replace("%s", choices(name));
    expect(fieldsOf(ask("Do you run ads?", "ads") + ask("Do you have a website?", "site"))).toEqual([
      "choice | Do you run ads? | Yes/No",
      "choice | Do you have a website? | Yes/No",
    ]);
  });

  test("numbers questions with the same words", () => {
    const ask = (name: string) => `<fieldset><legend>Are you sure?</legend>${radios(name, "Yes", "No")}</fieldset>`;
    expect(fieldsOf(ask("a") + ask("b") + ask("c"))).toEqual([
      "choice | Are you sure? | Yes/No",
      "choice | Are you sure? (2) | Yes/No",
      "choice | Are you sure? (3) | Yes/No",
    ]);
  });

  test("keeps 40 choices, and what is said about some", () => {
    const many = Array.from({ length: 40 }, (_, place) => `Town ${place + 1}`);
    const form = `<div><p>Where?</p><p>Pick one.</p>${radios("t", ...many)}<small>More soon.</small></div><input name=email>`;
    expect(fieldsOf(form)[0]).toBe(`choice | Where? | ${many.join("/")} | Pick one. More soon.`);
  });

  test("has the legend of a field set that also asks for another answer", () => {
    const other = `<label><input type=radio name=t>Other</label><input name=other placeholder="Which?">`;
    const form = `<fieldset><legend>Where?</legend><p>Pick one.</p><div>${radios("t", "Home")}${other}</div></fieldset>`;
    expect(fieldsOf(`<input name=email>${form}`)).toEqual([
      "email | email",
      "choice | Where? | Home/Other | Pick one.",
      "line | Which?",
    ]);
  });

  test("keeps the words on either side of them", () => {
    const form =
      "<p>When?</p><input type=radio name=t> Now<br><ul><li><label>Later</label><input type=radio name=t></li></ul>";
    expect(fieldsOf(`${form}<input name=email>`)[0]).toBe("choice | When? | Now/Later");
  });

  test("keeps a single one as a checkbox", () => {
    expect(fieldsOf("<label><input type=radio name=ok> I agree</label>")).toEqual(["check | I agree"]);
  });
});

const checks = (name: string, ...labels: string[]) =>
  labels.map((label) => `<label><input type="checkbox" name="${name || label}"> ${label}</label>`).join("\n");

describe("The import of a form's checkboxes", () => {
  test.each([
    ["a legend", `<fieldset><legend>What interests you?</legend>${checks("", "Ads", "SEO")}</fieldset>`],
    ["a name", `<p>What interests you?</p>${checks("want[]", "Ads", "SEO")}`],
    [
      "an element",
      `<div><p>What interests you?</p><ul><li>${checks("", "Ads")}</li><li>${checks("", "SEO")}</li></ul></div>`,
    ],
    ["a group", `<div role=group aria-label="What interests you?">${checks("", "Ads", "SEO")}</div>`],
  ])("makes them one question if they share %s", (_, form) => {
    expect(fieldsOf(`${form}<input name=email>`)).toEqual(["choices | What interests you? | Ads/SEO", "email | email"]);
  });

  test("makes them one question by their name alone, which needs an answer if one of them does", () => {
    const boxes = checks("want_more[]", "Ads", "SEO", "Ads").replace("name", "required name");
    expect(fieldsOf(`${boxes}<input name=email>`)[0]).toBe("choices | want more | Ads/SEO | required");
  });

  test("does the same with a list that takes several answers", () => {
    const list = "<label>Services <select name=s multiple><option>Ads<option>SEO</select></label>";
    expect(fieldsOf(`${list}<input name=email>`)[0]).toBe("choices | Services | Ads/SEO");
  });

  test("keeps them apart if they have names of their own and one is required, with their question in each label", () => {
    const boxes = `${checks("terms", "I agree").replace("name", "required name")}${checks("news", "Send me news")}`;
    expect(
      fieldsOf(`<fieldset><legend>Before we start</legend>${boxes}</fieldset><input name=email>`).slice(0, 2),
    ).toEqual(["check | Before we start: I agree | required", "check | Before we start: Send me news"]);
  });

  test("keeps a single one as it is, with the words after it", () => {
    expect(fieldsOf("<input name=email><p><input type=checkbox name=ok required> I agree to the terms</p>")).toEqual([
      "email | email",
      "check | I agree to the terms | required",
    ]);
    expect(
      fieldsOf(`<fieldset><legend>Consent</legend>${checks("ok", "I agree")}</fieldset><input name=email>`),
    ).toEqual(["check | I agree | Consent", "email | email"]);
  });

  test("keeps all of a long one, and names its links", () => {
    const long = "We store what you send us. ".repeat(60).trim();
    const { items, notes } = read(
      `<input name=email><label><input type=checkbox name=ok> ${long} <a href="/terms">Our terms</a></label>`,
      "https://a.example/",
    );
    expect(`${String(items[1]?.label)} ${String(items[1]?.hint)}`).toBe(`${long} Our terms`);
    expect(notes).toContain("These links in a form became plain text: “Our terms”. Add them to a text block.");
  });
});

describe("The import of a form", () => {
  test("merges fields only if kind, label and name agree", () => {
    const field = (name: string, type = "text") => `<label>City <input name="${name}" type="${type}"></label>`;
    expect(fieldsOf(field("city") + field("city"))).toEqual(["line | City"]);
    expect(fieldsOf(field("city") + field("city", "file"))).toEqual(["line | City", "file | City (2)"]);
    expect(fieldsOf(field("from") + field("to"))).toEqual(["line | City", "line | City (2)"]);
    expect(
      fieldsOf(
        `<fieldset><legend>From</legend>${field("a")}</fieldset><fieldset><legend>To</legend>${field("b")}</fieldset>`,
      ),
    ).toMatchObject([expect.stringContaining("From: City"), expect.stringContaining("To: City")]);
  });

  test("finds labels beside fields, hints, and what selects ask", () => {
    expect(
      fieldsOf(
        `<p>Your town</p><input name=a><div><input name=z><label>Street</label></div><div><label>Phone</label><input type=tel name=b placeholder="555"><small>We call once.</small></div>
        <select name=c><option value="">Company size</option><option>1–9</option></select><h4>Your project</h4><input name=d placeholder=Budget>`,
      ),
    ).toEqual([
      "line | Your town",
      "line | Street",
      "phone | Phone | We call once.",
      "choice | Company size | 1–9",
      "line | Budget | Your project",
    ]);
  });

  test("puts words before the fields above them, and words after them below the button", () => {
    const { blocks } = importPage(
      `<h1>Hi</h1><section><h2>Contact</h2><form><h3>Get a quote</h3><p>We answer <b>today</b>.</p><input name=email><p>We never share it.</p><button>Send</button><p>No spam.</p></form></section>`,
      "",
    );
    expect(blocks.find(({ type }) => type === "form")).toMatchObject({
      heading: "Contact",
      text: "**Get a quote**\n\nWe answer **today**.",
      small: "We never share it. No spam.",
      items: [{ label: "email" }],
    });
  });

  test("reads a page that is one form", () => {
    const { blocks } = importPage(
      "<form><input name=q placeholder=Search><h1>Smile</h1><p>Hello.</p><section><h2>Why</h2><p>Because.</p></section><p>Your email</p><input name=email><footer>Us</footer></form>",
      "",
    );
    const made = JSON.stringify(blocks);
    for (const word of ["Smile", "Hello.", "Why", "Because.", "Your email", "Us"]) expect(made).toContain(word);
  });

  test("names what has no room", () => {
    const many = Array.from({ length: 52 }, (_, place) => `<label>Field ${place + 1}<input name="f${place}"></label>`);
    const { items, notes } = read(`${many.join("")}<button>Send</button><button type=button>Back</button>`);
    expect(items).toHaveLength(50);
    expect(notes).toContain("A form has room for 50 fields. These were left out: “Field 51”, “Field 52”.");
    expect(notes).toContain("This text from a form was left out: “Back”.");
  });

  test("keeps every visible word in the page or names it", () => {
    let words = 0;
    const word = fc.constant(null).map(() => `w${(words++).toString(36)}q`);
    const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(" "));
    const some = fc.array(text, { minLength: 1, maxLength: 4 });
    const name = fc.constantFrom("", "a", "b", "c[]");
    const type = fc.constantFrom("radio", "checkbox", "radio", "text");
    const box = (type: string, name: string) => `<input type="${type}"${name && ` name="${name}"`}>`;
    const inputs = fc.oneof(
      fc.tuple(some, type, name).map(([all, t, n]) => all.map((each) => `<label>${box(t, n)}${each}</label>`).join("")),
      fc.tuple(some, type, name).map(([all, t, n]) => all.map((each) => `${box(t, n)} ${each}<br>`).join("")),
      fc.tuple(some, type, name).map(([all, t, n]) => all.map((each) => `${each} ${box(t, n)} `).join("")),
      fc
        .tuple(some, type, name)
        .map(([all, t, n]) => `<ul>${all.map((each) => `<li><label>${each}</label>${box(t, n)}</li>`).join("")}</ul>`),
      fc
        .tuple(some, type, name)
        .map(([all, t, n]) => `<table>${all.map((each) => `<tr><td>${box(t, n)}<td>${each}`).join("")}</table>`),
      some.map((all) => `<select name="s">${all.map((each) => `<option>${each}`).join("")}</select>`),
      fc
        .tuple(text, text, text)
        .map(
          ([ask, group, each]) =>
            `<select><option value="">${ask}</option><optgroup label="${group}"><option>${each}</optgroup></select>`,
        ),
      text.map((each) => `<textarea placeholder="${each}"></textarea>`),
    );
    const piece = fc.oneof(
      inputs,
      text.map((each) => `<p>${each} <a href="/x">${each}</a></p>`),
      fc.tuple(fc.constantFrom(1, 2, 3, 4), text).map(([level, each]) => `<h${level}>${each}</h${level}>`),
      text.map((each) => `<button type=button>${each}</button>`),
      fc.tuple(text, inputs).map(([legend, inside]) => `<fieldset><legend>${legend}</legend>${inside}</fieldset>`),
      fc.tuple(text, inputs).map(([each, inside]) => `<div><p>${each}</p>${inside}</div>`),
      fc
        .tuple(text, inputs, text)
        .map(([each, inside, hint]) => `<div><div>${each}</div><div>${inside}</div><small>${hint}</small></div>`),
      fc.tuple(text, inputs).map(([each, inside]) => `<section>${each}${inside}</section>`),
      text.map((each) => `<ul><li>${each}</li></ul>`),
      text.map((each) => `<input type=submit value="${each}">`),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const html = pieces.join("\n");
        const { blocks, notes, items } = read(html, "https://a.example/");
        const made = JSON.stringify([blocks, notes]).replaceAll("\\n", " ");
        const missing = (html.match(/\bw[0-9a-z]+q\b/g) ?? []).filter(
          (each) => !new RegExp(`\\b${each}\\b`).test(made),
        );
        expect(missing).toEqual([]);
        const labels = items.map(({ label }) => String(label).toLowerCase());
        expect(new Set(labels).size).toBe(labels.length);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["radios", "<label><input type=radio name=a>words</label>".repeat(5_000)],
    ["radios and lines", `<div>${"<input type=radio name=a><p>words</p>".repeat(5_000)}</div><input>`],
    ["radios without names", "<input type=radio>words<p>words</p>".repeat(5_000)],
    ["checkboxes in one field set", `<fieldset>${"<input type=checkbox>words".repeat(5_000)}</fieldset>`],
    ["labels of one field", `<input id=a>${"<label for=a>words</label>".repeat(5_000)}`],
    ["links in a line", `<input>${"<a href=/x>words</a>".repeat(5_000)}<input>`],
    ["forms", "</form><form><input aria-labelledby=a>words".repeat(3_000)],
  ])("is done soon: many %s", (_, form) => {
    expect(JSON.stringify(importPage(`<h1>Hi</h1><form>${form}</form>`, "https://a.example/"))).toContain("words");
  });
});
