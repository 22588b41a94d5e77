import { expect, test } from "vitest";
import { preferredLanguage, readLanguage } from "./language.ts";

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de-AT"],
  ["en;q=0.8, fr", "fr"],
  ["en;q=0.5, es-419;q=0.9", "es-419"],
  ["*", null],
  ["de;q=0", null],
  ["de;q=x, en;q=0.1", "en"],
  ["<script>, pt-BR", "pt-BR"],
  [",".repeat(10_000), null],
  ["", null],
  [null, null],
])("the language of '%s' is %s", (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test.each(["x".repeat(36), "de_AT", "d", "de--AT", "de\0"])("'%s' is no language", (text) => {
  expect(readLanguage(text)).toBeNull();
});
