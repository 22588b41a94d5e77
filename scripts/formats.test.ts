import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The only modules that turn dates, numbers and money into text. */
const FORMATTERS = /^domain\/(format-[a-z-]+|money|zoned-time)\.ts$/;

/** Ways to write a date, a time, a number or a share that ignore the reader's locale. */
const HAND_MADE = [
  /\.toLocale(Date|Time)?String\(/,
  /\bIntl\.\w+Format\b/,
  /\.to(Date|Time|UTC)String\(\)(?!\s*===)/,
  // A price such as $4.50, put together.
  /\$\$\{.*toFixed/,
  // A share with a space before its sign.
  /\} %/,
];

/** A drawing's hours are part of the drawing, and the site's drawings are the same for all readers. */
const HAND_MADE_HOUR = /padStart\(2, "0"\)\}:/;
const WITH_HOURS =
  /^(app\/features\/site|app\/islands\/lead-clock|app\/features\/crm\/analytics\/format|domain\/lead-)/;

/** Nothing that a person reads. */
const NOT_SHOWN = new Set([
  // Works out the local times of calendars that people subscribe to.
  "supabase/functions/_shared/calendars/busy-times.ts",
  // Reads the visitor's zone and writes nothing.
  "server/booking/page-script.ts",
  // Its script reads the clock of a zone in the visitor's browser.
  "domain/landing/countdown.ts",
  // The Date header of HTTP.
  "server/host/prepared-response.ts",
  // Its Last-Modified header.
  "server/storage/serve-object.ts",
]);

const sources = ["app", "domain", "server", "supabase/functions", "scripts"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !FORMATTERS.test(file) && !NOT_SHOWN.has(file)),
);

const linesOf = (file: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((text, at) => ({ place: `${file}:${at + 1}`, text }));

test("Dates, times, numbers, shares and money are formatted in one place, for the reader's locale", () => {
  const found = sources
    .flatMap(linesOf)
    .filter(
      ({ place, text }) =>
        HAND_MADE.some((pattern) => pattern.test(text)) || (HAND_MADE_HOUR.test(text) && !WITH_HOURS.test(place)),
    )
    .map(({ place, text }) => `${place} ${text.trim()}`);
  expect(found).toEqual([]);
});
