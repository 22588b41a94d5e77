import { expect, test } from "vitest";
import { createClientAccount } from "../../support/client-accounts.ts";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, rolledBack } from "../../support/database-persons.ts";

const DAY = "(now() at time zone 'America/New_York')::date";
const AGENCY = `update public.agency_settings set holidays = array_append(holidays, (${DAY} + $1::interval)::date)`;
const CLEAR = "update public.agency_settings set holidays = '{}'";
const CLIENT = `select public.update_account($1, jsonb_build_object('holidays', array[(${DAY} + $2::interval)::date]))`;

onEveryDatabase("Holidays", (given) => {
  test("are added from today until 10 years ahead, for the agency and for a client's account", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const admin = await createPerson(db, "admin");
      const account = await createClientAccount(db, "Holidays", { premium: false });
      await db.run("update public.agency_settings set time_zone = 'America/New_York', holidays = '{2020-01-01}'");
      await db.run("update public.accounts set time_zone = 'America/New_York' where id = $1", [account.id]);
      for (const [statement, values] of [
        [AGENCY, []],
        [CLIENT, [account.id]],
      ] as const) {
        const refused = (offset: string) => refusal(db, admin, statement, [...values, offset]);
        expect(await refused("-1 day")).toMatchObject({ message: "Choose holidays from today on" });
        expect(await refused("10 years 1 day")).toMatchObject({
          message: "Choose holidays within the next 10 years",
        });
        await runAs(db, admin, statement, [...values, "0 days"]);
        await runAs(db, admin, statement, [...values, "10 years"]);
      }
    }));

  test("that have passed stay, and Undo restores them", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const admin = await createPerson(db, "admin");
      await db.run("update public.agency_settings set holidays = '{2020-01-01}'");
      await runAs(db, admin, AGENCY, ["1 day"]);
      await runAs(db, admin, CLEAR);
      await runAs(db, admin, "update public.agency_settings set holidays = '{2020-01-01}'");
      expect(
        await refusal(db, admin, "update public.agency_settings set holidays = '{2020-01-01,2020-01-02}'"),
      ).toMatchObject({ message: "Choose holidays from today on" });
    }));
});
