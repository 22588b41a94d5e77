import { expect, test } from "vitest";
import { statementText } from "./statement-text.ts";

const [tara, olive, keeper] = ["Tara Tiles", "Olive Growth", "Keeper Bees"].map((name) => ({
  ...{ id: name, name, role: "owner" },
})) as [Account, Account, Account];
type Account = { id: string; name: string; role: string };
const text = (given: Partial<Parameters<typeof statementText>[0]>) =>
  statementText({ isPremium: true, accounts: [tara, olive], chosen: undefined, premiumAccounts: [tara.id], ...given });

test("the statement of several accounts says how it names and separates them, and which it leaves out", () => {
  const all = text({});
  expect(all).toContain("Each line names its account, and each account has its own balance.");
  expect(all).toContain("Accounts on the free plan aren't included: Olive Growth.");
  expect(text({ premiumAccounts: [tara.id, olive.id] })).not.toContain("free plan");
  // Members see nothing of the account's money, whatever its plan is.
  expect(text({ accounts: [tara, { ...olive, role: "member" }] })).not.toContain("free plan");
  expect(text({ accounts: [tara, olive, keeper] })).toContain("aren't included: Olive Growth and Keeper Bees.");
});

test("the statement of one of several accounts names it, also when its plan has none", () => {
  expect(text({ chosen: tara })).toContain("credits and refunds for Tara Tiles for a period");
  expect(text({ chosen: tara })).not.toContain("own balance");
  expect(text({ chosen: olive, isPremium: false })).toMatch(/^With Premium for Olive Growth, you can download/);
  expect(text({ accounts: [] })).toBe(
    "A PDF for your bookkeeper, or a CSV file for a spreadsheet: charges, payments, credits and refunds for a period, with the balance after each line.",
  );
});
