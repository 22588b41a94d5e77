import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCsvReader, guessSeparator, SEPARATORS, type Separator } from "./csv-reader.ts";
import { csvLine, escapeFormula } from "./csv-writer.ts";
import {
  cellProblem,
  guessMapping,
  LEAD_COLUMNS,
  type LeadMapping,
  mappingProblems,
  readLeadRow,
} from "./lead-columns.ts";
import { foreignCurrency, guessDateOrder, readAmount, readDate, readMoney, splitName } from "./lead-values.ts";
import { formatInputAmount } from "./money.ts";
import { detectFileKind } from "./text-encoding.ts";

/** The line of a quotation mark that is never closed. */
function unclosedIn(text: string, piece = text.length || 1, separator: Separator = ","): number | null {
  const reader = createCsvReader(separator, () => undefined);
  for (let at = 0; at < text.length; at += piece) reader.push(text.slice(at, at + piece));
  reader.end();
  return reader.unclosedQuote();
}

function read(text: string, separator: Separator = ",", piece = text.length || 1, largest?: number) {
  const records: string[][] = [];
  const rows: number[] = [];
  const cut: number[][] = [];
  const reader = createCsvReader(
    separator,
    (record) => {
      records.push(record.cells);
      rows.push(record.row);
      cut.push(record.truncatedColumns);
    },
    largest,
  );
  for (let at = 0; at < text.length; at += piece) reader.push(text.slice(at, at + piece));
  reader.end();
  return { records, rows, cut };
}
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

describe("Reading CSV", () => {
  test("any table is read back unchanged with any separator, line ending and chunk size", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.string({ unit: fc.constantFrom("a", "ü", '"', ",", ";", "\t", "\n", "\r", " ", "=") }), {
            minLength: 2,
            maxLength: 5,
          }),
          { maxLength: 8 },
        ),
        fc.constantFrom(...SEPARATORS),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (table, separator, lineEnd, piece, ends) => {
          const text =
            table.map((row) => row.map(quote).join(separator)).join(lineEnd) + (ends && table.length ? lineEnd : "");
          // Rows without text are a spreadsheet's empty rows.
          const filled = table.filter((row) => row.some((cell) => cell.trim()));
          expect(read(text, separator, piece).records).toEqual(filled);
        },
      ),
    );
  });
  test("rows have the numbers that a spreadsheet shows: blank rows count, line breaks in a cell don't", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ") }).map((text) => quote(`x${text}`));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom("", ",", " ,", '"",""'), fc.tuple(cell, cell).map(String)), {
          maxLength: 12,
        }),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.integer({ min: 1, max: 9 }),
        (lines, lineEnd, piece) => {
          const filled = lines.flatMap((line, at) => (line.includes("x") ? [at + 1] : []));
          expect(read(lines.join(lineEnd), ",", piece).rows).toEqual(filled);
        },
      ),
    );
  });
  test("unquoted cells, blank lines, quotes within cells and a missing last line ending are read as in a spreadsheet", () => {
    expect(read('a,b\r\n\r\n1,"x ""y"" z"\n,\n ,\t\nlast,5" screen').records).toEqual([
      ["a", "b"],
      ["1", 'x "y" z'],
      ["last", '5" screen'],
    ]);
  });
  test("a quotation mark that is never closed is found in its line, and valid quoting never is one", () => {
    expect(unclosedIn('Name,Email,Note\nAnna,anna@x.example,"unclosed quote\nBob,bob@x.example,hi')).toBe(2);
    // The quote of another cell seems to close it.
    expect(unclosedIn('Name,Note\r\nAnna,"never closed\r\nBob,"hi"\r\n')).toBe(2);
    expect(unclosedIn('Name,Note\nAnna,"two\nlines"\nBob,"open\nCara,x\n')).toBe(4);
    expect(unclosedIn('Name,Note\nAnna,"two\nlines" \nBob,5" screen, "x" y\n')).toBeNull();
    const cell = fc.string({ unit: fc.constantFrom("a", "ü", '"', ",", ";", "\n", "\r", " ", "\t") });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
    const lineEnds = fc.constantFrom("\n", "\r\n", "\r");
    const piece = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(table, fc.constantFrom(...SEPARATORS), lineEnds, piece, (rows, separator, lineEnd, size) => {
        const text = rows.map((row) => row.map(quote).join(separator)).join(lineEnd);
        expect(unclosedIn(text, size, separator)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
        fc.nat(19),
        lineEnds,
        piece,
        (rows, nth, lineEnd, size) => {
          const open = nth % rows.length;
          const text = rows.map((value, at) => `${value},${at === open ? '"' : ""}note`).join(lineEnd);
          expect(unclosedIn(text, size)).toBe(open + 1);
        },
      ),
    );
  });
  test("a cell of one megabyte is cut and reported, and an unclosed quote uses no more memory", () => {
    const { records, cut } = read(`a,"${"x".repeat(1_000_000)}"\nb,c`, ",", 4096, 1000);
    expect([records[0]?.[1]?.length, cut]).toEqual([1000, [[1], []]]);
    expect(records[1]).toEqual(["b", "c"]);
  });
  test("the separator is the one that gives all rows the same number of cells", () => {
    expect(guessSeparator("a;b;c\n1,5;2;3\n")).toBe(";");
    expect(guessSeparator("a\tb\n1\t2\n")).toBe("\t");
    expect(guessSeparator('name,"a;b;c;d"\nx,y\n')).toBe(",");
    expect(guessSeparator("email\nx@y.example")).toBe(",");
  });
  test("encodings are detected by byte order marks and zeros, and workbooks and binary files are recognized", () => {
    const bytes = (...all: number[]) => new Uint8Array(all);
    expect(detectFileKind(bytes(0xef, 0xbb, 0xbf, 65))).toEqual({ kind: "text", encoding: "utf-8" });
    expect(detectFileKind(bytes(0xff, 0xfe, 65, 0))).toEqual({ kind: "text", encoding: "utf-16le" });
    expect(detectFileKind(bytes(0xfe, 0xff, 0, 65))).toEqual({ kind: "text", encoding: "utf-16be" });
    expect(detectFileKind(bytes(65, 0, 66, 0, 67, 0))).toEqual({ kind: "text", encoding: "utf-16le" });
    expect(detectFileKind(bytes(0x50, 0x4b, 3, 4))).toEqual({ kind: "workbook" });
    expect(detectFileKind(bytes(0x89, 0x50, 0, 0, 0, 1, 2, 3))).toEqual({ kind: "binary" });
    expect(detectFileKind(bytes())).toEqual({ kind: "empty" });
  });
});

describe("Writing CSV", () => {
  test("written text is read back unchanged, except for the apostrophe before formulas", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (rest) => {
        // A line of only blank cells is no record.
        const cells = ["first", ...rest];
        expect(read(csvLine(cells)).records[0]).toEqual(cells.map((cell) => escapeFormula(cell)));
      }),
    );
  });
  test("no cell starts with a formula, not even after quotes and blanks", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("=", "+", "-", "@", "\t", "\r"),
        fc.constantFrom("", " ", '"', "'", ' "', "\u00a0"),
        fc.string(),
        (sign, before, rest) => {
          expect(escapeFormula(`${before}${sign}cmd${rest}`)).toMatch(/^'/);
        },
      ),
    );
    for (const fine of ["+1 212 555-0100", "-5", "Ada", "", "a=b"]) expect(escapeFormula(fine)).toBe(fine);
    expect(escapeFormula("-1+cmd|' /C calc'!A0")).toMatch(/^'-1/);
  });
  test("no text after a semicolon, tab or line ending starts with a formula", () => {
    expect(csvLine(["Ann;=1+cmd|' /C calc'!A0", "x"])).toBe("Ann;'=1+cmd|' /C calc'!A0,x\r\n");
    expect(escapeFormula('Ann\t "@SUM(1)\n+call me\r=1')).toBe("Ann\t' \"@SUM(1)\n'+call me\r'=1");
    expect(escapeFormula("a;-5;+1 212 555-0100;b")).toBe("a;-5;+1 212 555-0100;b");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", ";", "\t", "\n", "=", "@", " ", '"', "1") }), (text) => {
        for (const cell of csvLine([text]).split(/[;\t\r\n]/))
          expect(cell.replace(/^"/, "")).not.toMatch(/^[\s"]*[=@]/);
      }),
    );
  });
});

describe("Columns", () => {
  test("are guessed from their names in any spelling, and no field twice", () => {
    expect(
      guessMapping(
        ["First Name", "LAST_NAME", "E-Mail Address", "Fax", "Phone Number", "companyName", "Deal Value", "Email", ""],
        [],
      ),
    ).toEqual(["first_name", "last_name", "email", null, "phone", "company", "value_cents", null, null]);
    expect(guessMapping(["E-mail", "e-mail 1", "Company"], [])).toEqual(["email", null, "company"]);
    expect(guessMapping(["E-Mail-Adresse"], [])).toEqual(["email"]);
    expect(guessMapping(["X", "Y"], [["a@b.example", "https://a.example"]])).toEqual(["email", "website"]);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom(...LEAD_COLUMNS.map(({ label }) => label)))),
        (headers) => {
          const used = guessMapping(headers, []).filter(Boolean);
          expect(new Set(used).size).toBe(used.length);
        },
      ),
    );
  });
  test("every field is found by its own label and key", () => {
    for (const { field, label } of LEAD_COLUMNS)
      for (const header of [label, field]) expect(guessMapping([header], [])).toEqual([field]);
  });
  test("a mapping needs a name or contact, and each field only once", () => {
    expect(mappingProblems([null, "tags"]).whole).toMatch(/identifies the lead/);
    const twice = expect.stringMatching(/^Two columns are mapped to Email/);
    expect(mappingProblems(["email", null, "email"])).toEqual({ columns: [twice, undefined, twice], whole: null });
    expect(mappingProblems(["email", null])).toEqual({ columns: [undefined, undefined], whole: null });
  });
  test("rows are read field by field, and unreadable values are reported", () => {
    const how = {
      headers: ["Name", "Value", "Created"],
      mapping: ["name", "value_cents", "created_at"] as ("name" | "value_cents" | "created_at")[],
      dates: "mdy" as const,
      currency: "usd",
    };
    expect(readLeadRow({ cells: ["Byron, Ada", "$4,450.00", "2/3/2026"], truncatedColumns: [] }, how)).toEqual({
      first_name: "Ada",
      last_name: "Byron",
      value_cents: 445000,
      created_at: "2026-02-03",
    });
    expect(readLeadRow({ cells: ["=1+1", "lots", "soon", "extra"], truncatedColumns: [0] }, how)).toMatchObject({
      name: "=1+1",
      value_cents: "lots",
      problem:
        "Name: the cell is too long and was cut off; The row has 4 cells, but the header has 3; Value: “lots” isn't a valid amount; Created (Arrived on): “soon” isn't a valid date",
    });
  });
});

describe("Every fault of a row", () => {
  test("an unknown source is a fault beside the others, and other products' sources are not", () => {
    const headers = ["Contact", "Firm", "Where from", "Budget"];
    const mapping = guessMapping(headers, []);
    expect(mapping).toEqual(["name", "company", "source", "value_cents"]);
    const row = (cells: string[]) =>
      readLeadRow({ cells, truncatedColumns: [] }, { headers, mapping, dates: "mdy", currency: "usd" });
    expect(row(["Bad Row", "Nope", "Moon", "lots"])).toEqual({
      name: "Bad Row",
      company: "Nope",
      source: "Moon",
      value_cents: "lots",
      problem:
        "Where from (Source): “Moon” isn't a source. Use Website form, Referral, Social media, Landing page, or Other; Budget (Value): “lots” isn't a valid amount",
    });
    for (const [said, source] of [
      ["Google Ads", "other"],
      ["trade show", "other"],
      ["N/A", "other"],
      ["Facebook", "social_media"],
      ["Website Form", "website_form"],
    ] as const)
      expect([said, row(["Ada Byron", "", said, ""])["source"]]).toEqual([said, source]);
  });
  test("an amount that is only too large is named as that", () => {
    const how = { headers: ["Name", "Value"], mapping: ["name", "value_cents"] as LeadMapping, dates: "mdy" as const };
    const row = (value: string) =>
      readLeadRow({ cells: ["Ada", value], truncatedColumns: [] }, { ...how, currency: "usd" });
    expect(row("99999999999")).toMatchObject({ problem: "Value: “99999999999” is more than $999,999,999.99" });
    expect(row("999,999,999.99")).toMatchObject({ value_cents: 99_999_999_999 });
    const cell = { header: "Value", text: "99999999999", field: "value_cents" as const };
    expect(cellProblem(cell, { dates: "mdy", currency: "usd" })).toBe("too large");
  });
  test("a row with a fault has the dates that could be read beside its cells", () => {
    const headers = ["Email", "Value", "Created", "Closed"];
    const mapping = guessMapping(headers, []);
    const row = (cells: string[]) =>
      readLeadRow({ cells, truncatedColumns: [] }, { headers, mapping, dates: "mdy", currency: "usd" });
    expect(row(["ada@byron.example", "lots", "3/2/2098", "soon"])).toEqual({
      email: "ada@byron.example",
      value_cents: "lots",
      created_at: "3/2/2098",
      closed_at: "soon",
      read_created_at: "2098-03-02",
      problem: "Value: “lots” isn't a valid amount; Closed: “soon” isn't a valid date",
    });
    expect(row(["ada@byron.example", "5", "3/2/2098", ""])).not.toHaveProperty("read_created_at");
  });
  test("a column with the name of a business is the company", () => {
    for (const header of ["Firm", "Business", "Organization", "Organisation", "Company Name", "Firm name"])
      expect([header, ...guessMapping([header], [])]).toEqual([header, "company"]);
  });
});

describe("Values", () => {
  test("amounts are read in American and European notation", () => {
    const cases: [string, number | null][] = [
      ["1,234.56", 123456],
      ["1.234,56 $", 123456],
      ["1 234,5", 123450],
      ["1'200", 120000],
      ["$4.5k", 450000],
      ["12", 1200],
      ["1,234", 123400],
      ["1.234", 123400],
      ["0,5", 50],
      ["1,2,3", null],
      ["-5", null],
      ["abc", null],
      ["", null],
      ["1.234.567", 123456700],
      ["12.345,6.7", null],
    ];
    for (const [text, cents] of cases) expect([text, readMoney(text, "usd")]).toEqual([text, cents]);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999 }),
        fc.constantFrom("en-US", "de-DE", "fr-FR", "de-CH"),
        (cents, locale) => {
          const text = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(cents / 100);
          expect(readMoney(text, "eur")).toBe(cents);
        },
      ),
    );
  });
  test("amounts are in the smallest unit of the agency's currency, which is not always 1/100", () => {
    expect(readMoney("¥1,200", "jpy")).toBe(1_200);
    expect(readMoney("4.5k", "jpy")).toBe(4_500);
    expect(readMoney("12.5", "kwd")).toBe(12_500);
    // In the format of the export.
    for (const currency of ["usd", "jpy", "kwd"])
      for (const amount of [0, 7, 1_500, 500_000, 1_234_567])
        expect(readMoney(formatInputAmount({ amount, currency }), currency)).toBe(amount);
  });
  test("an amount in another currency is never read, however it is written, and its currency is named", () => {
    const number = fc.oneof(
      fc.nat(9_999_999).map((cents) => (cents / 100).toFixed(2)),
      fc.nat(999_999).map(String),
      fc.nat(999_999).map((whole) => whole.toLocaleString("en-US")),
      fc.integer({ min: 1, max: 999 }).map((thousands) => `${thousands}k`),
    );
    const names: Record<string, string[]> = {
      EUR: ["€", "EUR", "eur", "euros", "Euro"],
      GBP: ["£", "GBP", "pounds", "Pounds sterling"],
      CHF: ["CHF", "SFr", "Fr.", "Swiss francs"],
      CAD: ["CA$", "C$", "CAD", "cad"],
      AUD: ["A$", "AU$", "AUD"],
      JPY: ["¥", "￥", "JPY", "yen", "円"],
      SEK: ["kr", "SEK", "kr."],
      PLN: ["zł", "PLN"],
      INR: ["₹", "Rs", "Rs.", "INR", "rupees"],
      KRW: ["₩", "KRW"],
    };
    const written = fc
      .constantFrom(...Object.entries(names).flatMap(([code, all]) => all.map((name) => ({ code, name }))))
      .chain(({ code, name }) =>
        fc.tuple(number, fc.constantFrom("", " ", "\u00a0"), fc.boolean()).map(([amount, space, before]) => ({
          code,
          text: before ? `${name}${space}${amount}` : `${amount}${space}${name}`,
        })),
      );
    fc.assert(
      fc.property(written, ({ code, text }) => {
        expect([text, readMoney(text, "usd")]).toEqual([text, null]);
        expect([text, readAmount(text, "usd")]).toEqual([text, null]);
        expect([text, foreignCurrency(text, "usd")]).toEqual([text, code]);
        expect([text, readMoney(text, code.toLowerCase())]).not.toEqual([text, null]);
      }),
      { numRuns: 1_000 },
    );
    // As every currency is written in every locale of the world's largest economies.
    const foreign = Intl.supportedValuesOf("currency").filter((code) => code !== "USD");
    fc.assert(
      fc.property(
        fc.constantFrom(...foreign),
        fc.constantFrom("en-US", "de-DE", "fr-FR", "de-CH", "sv-SE", "pl-PL"),
        fc.constantFrom("symbol", "code", "name" as const),
        fc.nat(9_999_999),
        (currency, locale, currencyDisplay, amount) => {
          const text = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay }).format(amount);
          expect([text, readMoney(text, "usd")]).toEqual([text, null]);
        },
      ),
      { numRuns: 1_000 },
    );
  });
  test("an amount in the leads' own currency is read with its symbol, code or name", () => {
    for (const text of ["$900", "900 USD", "USD 900", "US$900", "900 dollars", "usd900", "900"])
      expect([text, readMoney(text, "usd")]).toEqual([text, 90_000]);
    for (const text of ["€900", "900 EUR", "EUR900", "900 euros", "900"])
      expect([text, readMoney(text, "eur")]).toEqual([text, 90_000]);
    expect(readMoney("$4.5k USD", "usd")).toBe(450_000);
    expect(readMoney("4.5k€", "eur")).toBe(450_000);
    expect(readMoney("C$900", "cad")).toBe(90_000);
    expect(readMoney("$900", "cad")).toBe(90_000);
    for (const text of ["900 apples", "twelve", "€", "about $900", "900/month"])
      expect([text, readMoney(text, "usd"), foreignCurrency(text, "usd")]).toEqual([text, null, null]);
  });
  test("a column's name may say the currency of its amounts", () => {
    const headers = ["Email", "Amount (EUR)"];
    const mapping = guessMapping(headers, []);
    expect(mapping).toEqual(["email", "value_cents"]);
    const row = (value: string, currency: string) =>
      readLeadRow(
        { cells: ["a@example.com", value], truncatedColumns: [] },
        { headers, mapping, dates: "mdy", currency },
      );
    expect(row("900", "usd")).toMatchObject({
      value_cents: "900",
      problem: "Amount (EUR): “900” is in EUR, but leads are in USD",
    });
    expect(row("£900", "usd")["problem"]).toBe("Amount (EUR): “£900” is in GBP, but leads are in USD");
    expect(row("900", "eur")).toEqual({ email: "a@example.com", value_cents: 90_000 });
    expect(row("$900", "usd")).toEqual({ email: "a@example.com", value_cents: 90_000 });
  });
  test("columns that ask where a lead comes from are the source", () => {
    for (const header of [
      "Where from",
      "Where did you hear about us?",
      "How did you find us",
      "How they heard about us",
      "Heard about us via",
      "Heard from",
      "Came from",
      "Referred by",
      "Acquisition channel",
      "Marketing source",
      "utm_source",
      "Source of lead",
      "Lead Source",
    ])
      expect([header, ...guessMapping([header], [])]).toEqual([header, "source"]);
    for (const header of ["Where", "How many locations", "Resource", "From"])
      expect([header, ...guessMapping([header], [])]).toEqual([header, null]);
  });
  test("dates are read as written, and impossible dates are refused", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("1970-01-01"), max: new Date("2100-12-31"), noInvalidDate: true }),
        (date) => {
          const [year, month, day] = date.toISOString().slice(0, 10).split("-");
          const iso = `${year}-${month}-${day}`;
          expect([
            readDate(`${year}-${month}-${day}`, "mdy"),
            readDate(`${month}/${day}/${year}`, "mdy"),
            readDate(`${day}/${month}/${year}`, "dmy"),
            readDate(`${day}.${month}.${year}`, "mdy"),
          ]).toEqual([iso, iso, iso, iso]);
        },
      ),
    );
    for (const none of ["2026-02-30", "13/13/2026", "soon", "", "2026-01-01T25:00"])
      expect(readDate(none, "mdy")).toBeNull();
    expect(readDate("2/3/2026 2:05 PM", "mdy")).toBe("2026-02-03T14:05:00Z");
    expect(readDate("2026-02-03T10:00:00+0200", "mdy")).toBe("2026-02-03T10:00:00+02:00");
    expect([
      guessDateOrder(["1/2/2026", "31/1/2026"]),
      guessDateOrder(["31/31/2026", "1/31/2026"]),
      guessDateOrder(["1/2/2026"]),
    ]).toEqual(["dmy", "mdy", "mdy"]);
  });
  test("names are split into first and last names", () => {
    expect([splitName("Ada Byron"), splitName("Byron, Ada"), splitName("Ada"), splitName("Mary Jane Watson")]).toEqual([
      { first: "Ada", last: "Byron" },
      { first: "Ada", last: "Byron" },
      { first: "Ada", last: "" },
      { first: "Mary Jane", last: "Watson" },
    ]);
  });
});
