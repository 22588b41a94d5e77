import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";

onEveryDatabase("The account of an email", (given) => {
  test.each([
    ["an account", "3f0e5a10-1d2c-4b3a-9c8d-7e6f5a4b3c2d", true],
    ["no account", null, true],
    ["a name", "Northside Dental", false],
    ["a word", "none", false],
    ["an address in capitals", "3F0E5A10-1D2C-4B3A-9C8D-7E6F5A4B3C2D", false],
  ])("%s", (_, account, isTaken) =>
    rolledBack(given().db, async () => {
      const enqueue = given().db.run("select public.enqueue_outbox('mail', $1, $2)", [
        `of:${account}`,
        { to: "a@b.example", template: "premium-ended", data: { ...(account && { account }) } },
      ]);
      if (isTaken) await enqueue;
      else await expect(enqueue).rejects.toThrow(/outbox_mail_account/);
    }),
  );
});
