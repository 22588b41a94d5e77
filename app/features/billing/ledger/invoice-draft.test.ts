import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addLine,
  type DraftLine,
  discountBase,
  discountLine,
  draftTotal,
  emptyLine,
  inCurrency,
  isSameDraft,
  lineAmount,
  lineText,
  missingToSend,
  parseDraft,
  pricedLine,
  restoreLine,
  toDraft,
} from "./invoice-draft.ts";

const client = { id: "c", account_id: null, name: "Priya", company: null, email: "c@example.com" };
const draftOf = (lines: ReturnType<typeof emptyLine>[]) => ({
  client,
  description: "",
  due: "",
  from: "",
  until: "",
  currency: "usd",
  lines,
});
const percent = (value: string) => ({ ...discountLine("percent"), percent: value });

test("a percentage follows the prices around it and is stored with its text", () => {
  const draft = draftOf([pricedLine("Setup", 100_000, "usd"), percent("12.5"), pricedLine("Month", 80_001, "usd")]);
  expect(draftTotal(draft)).toBe(180_001 - 22_500);
  expect(parseDraft(draft)).toMatchObject({
    lines: [{}, { description: "Discount (12.5%)", unit_amount: -22_500 }, {}],
  });
});

test("another account of the same person is a change, another key of a line isn't", () => {
  const draft = draftOf([pricedLine("Setup", 100_000, "usd")]);
  const copy = { ...draft, lines: draft.lines.map((line) => ({ ...line, key: "other" })) };
  expect(isSameDraft(draft, copy)).toBe(true);
  expect(isSameDraft(draft, { ...draft, client: { ...client, account_id: "b" } })).toBe(false);
  expect(isSameDraft(draft, { ...draft, client: { ...client, id: "d" } })).toBe(false);
});

test("an empty invoice marks its client and its first line together", () => {
  const draft = { ...draftOf([emptyLine()]), client: null, due: "2026-12-01" };
  const key = draft.lines[0]?.key;
  expect({ ...parseDraft(draft).errors, ...missingToSend(draft, "2026-11-01") }).toEqual({
    client: "Choose a client",
    total: "Add a line with an amount",
    [`${key}-description`]: "Description is required",
    [`${key}-unit`]: "An amount such as 1200.50",
  });
});

test("an invoice whose discount takes all of it says that the total can't be zero", () => {
  const draft = draftOf([pricedLine("Setup", 100_000, "usd"), percent("100")]);
  expect(missingToSend(draft, "2026-11-01").total).toBe("The total can't be zero");
});

test("a price and a total above the maximum are errors", () => {
  const large = { ...emptyLine(), description: "Setup", unit: "99999999999" };
  expect(parseDraft(draftOf([large])).errors).toEqual({ [`${large.key}-unit`]: "At most $999,999.99" });
  const many = { ...emptyLine(), description: "Setup", unit: "999999", quantity: "2" };
  expect(parseDraft(draftOf([many])).errors).toEqual({ total: "The total can be at most $999,999.99" });
});

test("a stored percentage opens as one, unless its amount was changed", () => {
  const lines = [
    { id: "1", description: "Setup", quantity: 2, unit_amount: 500, amount: 1000, is_discount: false },
    { id: "2", description: "Discount (10%)", quantity: 1, unit_amount: -100, amount: -100, is_discount: true },
  ];
  const details = { invoice: { description: null, amount: 900, currency: "usd", due_date: null }, client, lines };
  const open = (all: object[]) => toDraft({ ...details, lines: all } as unknown as Parameters<typeof toDraft>[0]).lines;
  // Its text follows the percentage that someone enters, so the field doesn't have it.
  const reopened = open(lines)[1] ?? emptyLine();
  expect(reopened).toMatchObject({ percent: "10", description: "Discount" });
  expect(lineText({ ...reopened, percent: "20" })).toBe("Discount (20%)");
  const fixed = open([lines[0] ?? {}, { ...lines[1], unit_amount: -90 }])[1];
  expect(fixed).not.toHaveProperty("percent");
  expect(fixed).toMatchObject({ isDiscount: true, unit: "0.90", description: "Discount (10%)" });
  // A discount has no quantity in the form, so one from before opens with its whole amount.
  const twice = open([lines[0] ?? {}, { ...lines[1], description: "Discount", quantity: 2 }])[1];
  expect(twice).toMatchObject({ quantity: "1", unit: "2.00" });
});

test("discounts count from top to bottom, wherever the prices are, and open again as they were written", () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  const one = fc.oneof(
    cents.map((price) => pricedLine("Line", price, "usd")),
    cents.map((price) => ({ ...discountLine("amount"), unit: (price / 100).toFixed(2) })),
    fc.integer({ min: 0, max: 10_000 }).map((hundredths) => percent(String(hundredths / 100))),
  );
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 8 }), (given) => {
      const lines = given.map((line, at) => ({ ...line, key: `${at}` }));
      const draft = draftOf(lines);
      const prices = lines.filter(({ isDiscount }) => !isDiscount);
      const discounts = lines.filter(({ isDiscount }) => isDiscount);
      let left = prices.reduce((sum, line) => sum + (lineAmount(line, draft) ?? 0), 0);
      for (const line of discounts) {
        const base = Math.max(left, 0);
        const amount = lineAmount(line, draft) ?? Number.NaN;
        if (line.percent !== undefined) {
          expect(discountBase(line, draft)).toBe(base);
          expect(Math.abs(amount + (base * Number(line.percent)) / 100)).toBeLessThanOrEqual(0.5 + 1e-6);
        }
        left += amount;
      }
      expect(draftTotal(draft)).toBe(left);
      expect(draftTotal(draftOf([...discounts, ...prices]))).toBe(left);
      const stored = parseDraft(draft);
      if (stored.errors) return;
      const opened = toDraft({
        invoice: { description: null, amount: left, currency: "usd", due_date: null },
        client,
        lines: stored.lines,
      } as unknown as Parameters<typeof toDraft>[0]);
      expect(draftTotal(opened)).toBe(left);
      expect(opened.lines.map((line) => line.percent && Number(line.percent))).toEqual(
        lines.map((line) => line.percent && Number(line.percent)),
      );
    }),
  );
});

test("a percentage never takes the total below zero, and wrong ones are named", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 10_000 }),
      (prices, hundredths) => {
        const lines = prices.map((price) => pricedLine("Line", price, "usd"));
        const total = draftTotal(draftOf([...lines, percent(String(hundredths / 100))]));
        const sum = prices.reduce((one, other) => one + other, 0);
        expect(total).toBeGreaterThanOrEqual(0);
        expect(Math.abs(total - sum * (1 - hundredths / 10_000))).toBeLessThanOrEqual(0.5 + 1e-6);
      },
    ),
  );
  for (const wrong of ["", "101", "-5", "ten", "1.234"]) {
    const line = percent(wrong);
    expect(parseDraft(draftOf([line])).errors).toMatchObject({ [`${line.key}-unit`]: "A number from 0 to 100" });
  }
  const below = draftOf([pricedLine("Line", 500, "usd"), { ...discountLine("amount"), unit: "-6" }]);
  expect(parseDraft(below).errors).toEqual({ total: "The total can't be below zero" });
});

test("only a discount lowers the total, with or without a minus sign", () => {
  const price = { ...pricedLine("Setup", 0, "usd"), unit: "-5" };
  expect(parseDraft(draftOf([price])).errors).toEqual({
    [`${price.key}-unit`]: "A price can't be below zero. Add a discount instead.",
  });
  for (const unit of ["16", "-16"])
    expect(parseDraft(draftOf([pricedLine("Setup", 5000, "usd"), { ...discountLine("amount"), unit }]))).toMatchObject({
      errors: null,
      lines: [
        { unit_amount: 5000, is_discount: false },
        { unit_amount: -1600, is_discount: true },
      ],
    });
});

test("a new line goes above the discounts at the end, and a removed one still returns to its place", () => {
  const [setup, care] = [pricedLine("Setup", 5000, "usd"), pricedLine("Care", 700, "usd")];
  const lines = addLine(addLine([setup], discountLine("amount")), care);
  const names = (shown: DraftLine[]) => shown.map(({ description }) => description);
  expect(names(lines)).toEqual(["Setup", "Care", "Discount"]);
  expect(names(addLine(lines, discountLine("percent")))).toEqual(["Setup", "Care", "Discount", "Discount"]);
  expect(names(restoreLine(lines.slice(1), setup))).toEqual(["Setup", "Care", "Discount"]);
  expect(names(restoreLine([setup, ...lines.slice(2)], care))).toEqual(["Setup", "Care", "Discount"]);
  // A price replaces the empty line of a new invoice, which an empty line and a discount don't.
  expect(names(addLine([emptyLine()], care))).toEqual(["Care"]);
  expect(names(addLine([emptyLine()], discountLine("amount")))).toEqual(["", "Discount"]);
  expect(addLine([emptyLine()], emptyLine())).toHaveLength(2);
});

test("a removed discount returns below the others, and so takes the same amount, although a line was added", () => {
  const first = pricedLine("A", 100_000, "usd");
  const amount = { ...discountLine("amount"), unit: "100" };
  const percent = { ...discountLine("percent"), percent: "10" };
  const texts = (shown: DraftLine[]) => shown.map(lineText);
  const added = addLine([first, amount], pricedLine("B", 100_000, "usd"));
  const restored = restoreLine(added, percent);
  expect(texts(restored)).toEqual(["A", "B", "Discount", "Discount (10%)"]);
  expect(draftTotal(draftOf(restored))).toBe(171_000);
  // A line in the place of a removed one isn't that one.
  const replaced = addLine([first, amount], pricedLine("C", 100_000, "usd"));
  expect(texts(added.slice(1, 2).reduce<DraftLine[]>(restoreLine, replaced))).toEqual(["A", "B", "C", "Discount"]);
});

test("removed lines return to their places, in whatever order they are restored", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 8 }), fc.nat(), (removals, seed) => {
      const lines = removals.map(() => emptyLine());
      const removed = lines.filter((_, at) => removals[at]);
      const order = removed.map((line, at) => ({ line, at: (at * 7 + seed) % 5 })).sort((a, b) => a.at - b.at);
      const kept = lines.filter((_, at) => !removals[at]);
      const added = emptyLine();
      const restored = order.reduce((left, { line }) => restoreLine(left, line), [...kept, added]);
      expect(restored).toEqual([...lines, added]);
      for (const { line } of order) expect(restoreLine(restored, line)).toEqual(restored);
    }),
  );
});

test("a price keeps its number in another currency, and a fraction that the currency doesn't have is named at its field", () => {
  const line = (unit: string) => ({ ...emptyLine(), description: "Setup", unit });
  const lines = [line("250.00"), line("$1,200.00"), line("12.50"), line("abc"), line("")];
  const yen = inCurrency(draftOf(lines), "jpy");
  expect(yen.currency).toBe("jpy");
  expect(yen.lines.map(({ unit }) => unit)).toEqual(["250", "1200", "12.50", "abc", ""]);
  expect(parseDraft({ ...yen, lines: yen.lines.slice(0, 3) }).errors).toEqual({
    [`${lines[2]?.key}-unit`]: "Use no decimals",
  });
  expect(draftTotal({ ...yen, lines: yen.lines.slice(0, 2) })).toBe(1450);
  // Back again, the total is the same.
  expect(draftTotal(inCurrency(yen, "usd"))).toBe(draftTotal(draftOf(lines)));
  expect(inCurrency(draftOf([line("250"), line("9.5")]), "eur").lines.map(({ unit }) => unit)).toEqual(["250", "9.5"]);
});

test("a service period may be one day", () => {
  const period = (from: string, until: string) => parseDraft({ ...draftOf([]), client, from, until }).errors;
  expect(period("2026-11-30", "2026-11-30")).toBeNull();
  expect(period("2026-11-30", "2026-11-29")).toEqual({ until: "Choose the same day or a later one" });
});
