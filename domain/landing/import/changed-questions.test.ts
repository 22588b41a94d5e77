import fc from "fast-check";
import { expect, test } from "vitest";
import { importPage } from "./import-page.ts";

const read = (form: string, address = "") => {
  const { blocks, notes } = importPage(`<h1>Hi</h1><form>${form}<button>Send</button></form>`, address);
  return { items: (blocks.find(({ type }) => type === "form")?.items ?? []) as { label: string }[], notes };
};
const EMAIL = "<input type=email name=email>";
const boxes = (name: string, ...labels: string[]) =>
  labels.map((label) => `<label><input type=checkbox name="${name}">${label}</label>`).join("");

test.each([
  [
    "numbers, times and sliders",
    `<label>Age <input type=number min=1 max=9 name=a></label><label>Hour: <input type=TIME name=d></label><label>Day: <input type=DATE name=e></label><label>Budget <input type=range name=r></label>`,
    "These fields were numbers, times, or similar and now take any text: “Age”, “Hour”, “Budget”.",
  ],
  [
    "checkboxes that are required one by one",
    `<fieldset><legend>Before we start:</legend>${boxes("terms", "I agree").replace("name", "required name")}${boxes("news", "Send me news")}</fieldset>`,
    "Each checkbox in these questions is now its own field: “Before we start”.",
  ],
  [
    "a password",
    "<label for=p>Password *</label><input id=p type=password>",
    "Forms can't ask for passwords, so these fields were left out: “Password”.",
  ],
])("The import says what became of %s", (_, form, note) => {
  const plain = read(EMAIL).notes;
  expect(read(EMAIL + form).notes.filter((each) => !plain.includes(each))).toEqual([note]);
});

test("The import says nothing of questions that still take several answers", () => {
  const plain = read(EMAIL).notes;
  for (const form of [
    "<label>Services <select name=s multiple><option>Ads<option>SEO</select></label>",
    `<fieldset><legend>What interests you?</legend>${boxes("want[]", "Ads", "SEO")}</fieldset>`,
    boxes("want", "Ads", "SEO"),
  ])
    expect(read(EMAIL + form).notes).toEqual(plain);
});

test("The import says that a form gets an email field, and says nothing of one that has it", () => {
  const note = "A form had no email field, so one was added. Every lead needs an email address.";
  expect(read("<input name=city>").notes).toContain(note);
  expect(read(EMAIL).notes).not.toContain(note);
});

test("The label of a password is no text of the form", () => {
  const { items } = read(`${EMAIL}<label>Choose a password <input type=password name=p></label>`);
  expect(items).toHaveLength(1);
  expect(JSON.stringify(items)).not.toContain("Choose");
});

test("Two separate checkboxes beside each other are no question", () => {
  const { notes } = read(`${EMAIL}<div>${boxes("terms", "I agree")}${boxes("news", "Send me news")}</div>`);
  expect(notes.join(" ")).not.toContain("checkbox");
});

test("Many passwords in one label are read soon", () => {
  const { notes } = read(`<label>words ${"<input type=password>".repeat(20_000)}</label>${EMAIL}`);
  expect(notes.join(" ")).toContain("left out: “words”.");
});

const TERMS = `${EMAIL}<label><input type=checkbox name=ok>I agree to the <a href=/terms>terms</a></label>`;
const FAQ = "<p>Read our <a href=/faq>FAQ</a>, or <a href='#top'>go up</a>.</p>";

test("Relative links that nothing can complete are named, in labels and in texts", () => {
  const { notes } = importPage(
    `<h1>Hi</h1>${FAQ}<a class=btn href="book.html">Book now</a><form>${TERMS}<p><a href="privacy">Privacy</a></p></form><footer><a href="/jobs">Jobs</a></footer>`,
    "",
  );
  expect(notes).toContain("These links in a form became plain text: “terms”. Add them to a text block.");
  expect(notes).toContain(
    "The targets of these links were left out, because the HTML doesn't say which site they're on: “FAQ”, “Book now”, “Privacy”, “Jobs”. Import the page by its URL, or add them again.",
  );
  expect(notes.join(" ")).not.toContain("text from a form was left out");
});

test.each([
  ["the address of the page", "", "https://a.example/offer"],
  ["its canonical link", '<link rel="canonical" href="https://a.example/offer">', ""],
  ["its base", '<base href="https://a.example/"><link rel=canonical href="https://b.example/">', ""],
  ["its share data", '<meta property="og:url" content="https://a.example/">', ""],
])("Relative links are completed by %s", (_, head, address) => {
  const { blocks, notes } = importPage(`<head>${head}</head><h1>Hi</h1>${FAQ}`, address);
  expect(JSON.stringify(blocks)).toContain("[FAQ](https://a.example/faq)");
  expect(notes.join(" ")).not.toContain("targets");
});

test("What a page says about its place counts only as a public address", () => {
  const { blocks } = importPage(`<base href="javascript:alert(1)//"><h1>Hi</h1>${FAQ}`, "");
  expect(JSON.stringify(blocks)).toContain("Read our FAQ");
});

test("However a link is spelled, it stays, is named, or leads nowhere", () => {
  const anyCase = (word: string) =>
    fc
      .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
      .map((upper) => [...word].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(""));
  const space = fc.constantFrom("", " ", "\n", "\t ");
  const spelled = (start: fc.Arbitrary<string>, rest: string) =>
    fc.tuple(space, start, space).map(([before, scheme, after]) => `${before}${scheme}${rest}${after}`);
  const relative = fc.constantFrom(
    "/faq",
    "faq",
    "./faq",
    "../faq",
    "faq?a=1",
    "?q=1",
    "//b.example/faq",
    "/faq#top",
    "%2Ffaq",
  );
  const schemes = (...names: string[]) => fc.constantFrom(...names).chain(anyCase);
  const links = fc.oneof(
    spelled(schemes("https:", "http:"), "//b.example/faq").map((href) => ({ href, becomes: "link" })),
    spelled(schemes("mailto:"), "a@b.example").map((href) => ({ href, becomes: "link" })),
    spelled(relative, "").map((href) => ({ href, becomes: "named" })),
    spelled(schemes("javascript:", "data:", "vbscript:", "blob:", "file:"), "alert(1)").map((href) => ({
      href,
      becomes: "words",
    })),
    spelled(fc.constantFrom("#", "#faq", ""), "").map((href) => ({ href, becomes: "words" })),
  );
  fc.assert(
    fc.property(links, ({ href, becomes }) => {
      const { blocks, notes } = importPage(`<h1>Hi</h1><p>Read <a href="${href}">questions</a> now.</p>`, "");
      const made = JSON.stringify(blocks);
      expect(made).toContain("questions");
      expect(/\[questions\]\((https?|mailto):/.test(made)).toBe(becomes === "link");
      expect(made).not.toMatch(/\]\((?!https?:|mailto:)/);
      expect(notes.join(" ").includes("“questions”")).toBe(becomes === "named");
    }),
  );
});
