import { expect, test } from "vitest";
import { invoiceSearchResult } from "../../../app/features/billing/ledger/api.ts";
import { invoicesAsCsv } from "../../../app/features/billing/ledger/export-invoices.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, rolledBack } from "../../support/database-persons.ts";

onEveryDatabase("Exported invoices", (given) => {
  test("add up to what the list says is open, and to what can't be paid yet", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      for (const status of ["active", "pending", "draft", "void"])
        await db.run(
          `insert into public.invoices (client_id, invoice_number, amount, currency, status, due_date)
           values ($1, $2, 12300, 'usd', $3::public.invoice_status, private.agency_day() - 3)`,
          [world.people.owner.id, `EXPORT-${status}`, status],
        );
      await become(db, world.people.admin);
      const { rows: answers } = await db.run<{ found: unknown }>(
        "select public.search_invoices(p_limit => 200) as found",
      );
      const { rows, total, sums } = invoiceSearchResult.parse(answers[0]?.found);
      expect(rows).toHaveLength(total);
      expect(rows.map(({ status }) => status)).toEqual(expect.arrayContaining(["active", "overdue", "draft", "void"]));
      for (const { currency, owed, later } of sums) {
        const lines = invoicesAsCsv(
          rows.filter((row) => row.currency === currency),
          "UTC",
        )
          .trim()
          .split("\r\n");
        // Amounts are in the last columns, which have no comma.
        const sumOf = (column: number) =>
          lines.slice(1).reduce((sum, line) => sum + Math.round(Number(line.split(",").at(column)) * 100), 0);
        expect([lines[0]?.split(",").slice(-2), sumOf(-2), sumOf(-1)]).toEqual([
          ["Balance due", "Not payable yet"],
          owed,
          later,
        ]);
      }
    });
  });
});
