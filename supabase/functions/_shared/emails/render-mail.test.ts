import { expect, test } from "vitest";
import { renderMail } from "./render-mail.tsx";

const sender = { agency: "Upfunnel", siteUrl: "https://agency.example" };
const lines = (text: string) => text.split("\n").filter((line) => line.trim());

test("The receipt for several invoices lists each with its amount, then the total on the card", async () => {
  const { text } = await renderMail(
    "payment-received",
    {
      amount: "214500",
      currency: "usd",
      invoices: "2",
      number: "UF-1 and UF-2",
      lines: JSON.stringify([
        { number: "UF-1", description: "Ads, October", amount: 150_000 },
        { number: "UF-2", description: "Landing page", amount: 64_500 },
      ]),
    },
    sender,
  );
  const shown = lines(text).join(" ").replaceAll(/\s+/g, " ");
  expect(shown).toContain(
    "UF-1 Ads, October $1,500.00 UF-2 Landing page $645.00 Total, one charge on your card $2,145.00",
  );
});

test("The receipt for one invoice says what was paid, for what and when", async () => {
  const data = { amount: "80000", currency: "usd", number: "UF-1", description: "Pro Funnel", paid: "2026-11-24" };
  const { text } = await renderMail("payment-received", data, sender);
  expect(lines(text).join(" ").replaceAll(/\s+/g, " ")).toContain(
    "Invoice UF-1 Pro Funnel $800.00 Paid on November 24, 2026 $800.00",
  );
});

test("A long word in a button does not widen the email", async () => {
  const { html } = await renderMail("contact-alert", { name: "W".repeat(80), email: "w@example.com" }, sender);
  expect(html).toMatch(/<a[^>]*style="[^"]*overflow-wrap:anywhere[^"]*"[^>]*>(?:(?!<\/a>).)*W{80}/);
});

test("A quoted message keeps its lines in HTML and in plain text, where no style applies", async () => {
  const data = { type: "dashboard_change", business: "Ember", question: "First line\nSecond line" };
  const { html, text } = await renderMail("request-received", data, sender);
  expect(html).toMatch(/First line<br\s*\/?>(<!-- -->)?Second line/);
  expect(text).toContain("First line\nSecond line");
});

test.each([
  ["9", "9 codes are left."],
  ["1", "One code is left."],
  ["0", "It was the last one."],
])("After a recovery code, with %s left, the email says: %s", async (left, sentence) => {
  const { text } = await renderMail("recovery-code-used", { left }, sender);
  expect(text).toContain(sentence);
});
