import { expect, test } from "vitest";
import { LEAD_FIELDS } from "../../../domain/lead-fields.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";

type Listed = { field: string; label: string; kind: string; max_length: number | null; is_fact: boolean };

onEveryDatabase("Lead fields", (given) => {
  test("are the same in the application and in the database", async () => {
    const { rows } = await given().db.run<Listed>("select * from private.lead_fields");
    const inDatabase = rows.map(({ max_length, is_fact, ...rest }) => ({
      ...rest,
      maxLength: max_length,
      isFact: is_fact,
    }));
    const inApplication = LEAD_FIELDS.map(({ field, label, kind, maxLength, isFact }) => ({
      field,
      label,
      kind,
      maxLength,
      isFact,
    }));
    const byName = (one: { field: string }, other: { field: string }) => (one.field < other.field ? -1 : 1);
    expect(inDatabase.toSorted(byName)).toEqual(inApplication.toSorted(byName));
  });

  test("are columns of leads with the same maximum length, and a tombstone keeps none of their text", async () => {
    const { rows } = await given().db.run<{ constraint_text: string; conname: string }>(
      `select conname, pg_get_constraintdef(oid) as constraint_text from pg_constraint where conrelid = 'public.leads'::regclass`,
    );
    const boundOf = (pattern: RegExp) => rows.some(({ constraint_text }) => pattern.test(constraint_text));
    const tombstone = rows.find(({ conname }) => conname === "leads_erased_hold_nothing")?.constraint_text ?? "";
    for (const { field, kind, maxLength } of LEAD_FIELDS) {
      if (maxLength === null) continue;
      const bound =
        kind === "list"
          ? `octet_length\\(\\(${field}\\)::text\\) <= ${maxLength}`
          : `char_length\\(${field}\\) <= ${maxLength}\\)`;
      expect(boundOf(new RegExp(bound)), field).toBe(true);
      // A company that other leads share stays.
      if (field !== "company") expect(tombstone, field).toMatch(new RegExp(`\\b${field}\\b`));
    }
  });
});
