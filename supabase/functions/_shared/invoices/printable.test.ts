import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unprintable } from "../../../../domain/unprintable.ts";
import { PDF_FONT_FILES } from "./pdf-font-files.ts";
import { loadFonts } from "./pdf-fonts.ts";
import { printable } from "./printable.ts";

const folder = mkdtempSync(join(tmpdir(), "pdf-fonts-"));
let draws: Awaited<ReturnType<typeof loadFonts>>;
beforeAll(async () => {
  for (const file of PDF_FONT_FILES) {
    const [family] = /^[a-z]+-sans/.exec(file) ?? [];
    copyFileSync(`node_modules/@fontsource/${family}/files/${file}`, join(folder, file));
  }
  draws = await loadFonts(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("The texts of a PDF", () => {
  test.each([
    ["Launch 🚀 campaign", "Launch campaign"],
    ["🎉 Great work! 🎉", "Great work!"],
    ["Great 🎉!", "Great!"],
    ["Ads (👩‍👩‍👧 families)", "Ads (families)"],
    ["Café👍🏽Lumière", "Café Lumière"],
    ["1️⃣ Setup ™️", "1 Setup ™"],
    ["🇵🇹 Lisboa\n🏠\nRua 1", "Lisboa\n\nRua 1"],
    ["𝐁𝐨𝐥𝐝 offer", "Bold offer"],
    ["田中 Studio", "Studio"],
    ["a\u3000–\u2028b\r\nc", "a – b\nc"],
    ["Two  spaces stay", "Two  spaces stay"],
    ["Œuvre, Łódź, Ștefan, Đặng, Ελλάδα, Київ, Ђорђе", "Œuvre, Łódź, Ștefan, Đặng, Ελλάδα, Київ, Ђорђе"],
    ["€ £ ¥ ₹ ₽ ₴ ₺ ₩ ₪ ₫ ₦ ₱", "€ £ ¥ ₹ ₽ ₴ ₺ ₩ ₪ ₫ ₦ ₱"],
    ["🎉", ""],
  ])("%j is printed as %j", (text, printed) => {
    expect(printable({ lines: [{ text }] }, draws)).toEqual({ lines: [{ text: printed }] });
  });

  test.each([
    ["株式会社 Tanaka", ["株式会社"]],
    ["Launch 🚀 and 🎉, and 🚀 again", ["🚀", "🎉"]],
    ["مرحبا שלום", ["مرحبا", "שלום"]],
    ["Ελλάδα, Київ, Łódź, € 5 – 1½ “x” ™ © → ✓", []],
    ["𝐁𝐨𝐥𝐝 ﬁve Ⅻ", []],
  ])("%j is said to be printed without %j", (text, left) => {
    expect(unprintable(text, null)).toEqual(left);
    for (const part of left) expect(printable(part, draws)).toBe("");
  });

  test("of which a form says that they are left out are left out", () => {
    for (let code = 0; code <= 0x1ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      if (unprintable(character).length > 0 && printable(character, draws) !== "")
        throw new Error(`${character} (${code.toString(16)}) is printed`);
    }
  });

  const anyText = fc.string({ unit: "grapheme", maxLength: 40 });

  test("have only characters that a font draws, whatever they were", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: "binary", maxLength: 40 })), (text) => {
        const printed = printable(text, draws);
        for (const each of printed)
          expect(each === "\n" || draws(each.codePointAt(0) ?? 0), JSON.stringify(each)).toBe(true);
        expect(printable(printed, draws)).toBe(printed);
      }),
    );
  });

  test("stay as they are if the fonts draw them", () => {
    const letters = "abcXYZ 019.,!?()-–'\"äßéñčřőșțğŁđ€£ΑΒΓαβγάέАБВабвіїєЂђ\n";
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters), maxLength: 40 }), (text) => {
        expect(printable(text, draws)).toBe(text);
      }),
    );
  });

  test("numbers, dates and nothing stay, too", () => {
    const invoice = { total: 12, due: null, issued: "2026-11-30", payUrl: "https://a.example/invoices/1?b=c&d=%20" };
    expect(printable(invoice, draws)).toEqual(invoice);
  });
});
