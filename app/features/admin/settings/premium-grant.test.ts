import { expect, test } from "vitest";
import { endChange, grantedText, isOver } from "./premium-grant.ts";

const region = { timeZone: "UTC" };
const grant = { email: "ann@example.com", until: null, had: false, had_until: null };
const until = { ...grant, had: true, had_until: "2099-12-31T23:59:59Z" };

test("a grant says which end date it changes", () => {
  expect(grantedText(grant, region)).toBe("Premium granted to ann@example.com");
  expect(endChange(grant, region)).toBeNull();
  expect(grantedText(until, region)).toBe("End date of ann@example.com changed: no end date instead of Dec 31, 2099");
  expect(endChange({ ...until, until: "2099-12-31" }, region)).toBeNull();
  expect(endChange({ ...until, had_until: null, until: "2099-12-31" }, region)).toBe(
    "Dec 31, 2099 instead of no end date",
  );
});

test("Premium that has ended is granted again, and that can't be undone to an end that has passed", () => {
  const over = { ...until, had_until: "2020-12-31T23:59:59Z" };
  expect(grantedText(over, region)).toBe("Premium granted to ann@example.com");
  expect([isOver(over), isOver(until), isOver(grant)]).toEqual([true, false, false]);
});
