import { expect, test } from "vitest";
import { currenciesInUse } from "./currencies.ts";

test("currencies that have ended and units of account aren't offered", () => {
  const names: Record<string, string> = {
    AFA: "Afghan Afghani (1927–2002)",
    USD: "US Dollar",
    SLL: "Leone (1964—2022)",
  };
  expect(currenciesInUse(["AFA", "EUR", "HRK", "SLL", "USD", "XDR"], (code) => names[code])).toEqual(["eur", "usd"]);
});
