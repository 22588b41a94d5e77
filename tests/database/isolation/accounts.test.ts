import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { waysOf } from "../../support/isolation/calls.ts";
import { isWords, tenantsOf } from "../../support/isolation/fill.ts";
import { B, CALLERS, INSIDERS } from "../../support/isolation/tenants.ts";
import type { Attempt } from "../../support/isolation/try-calls.ts";
import { tryAll } from "../../support/isolation/try-calls.ts";
import {
  type Filled,
  fillDatabase,
  removeTenants,
  statementsFor,
  tryEverything,
  unmarkedColumns,
} from "../../support/isolation/two-accounts.ts";
import { PLAIN } from "../../support/isolation/values.ts";

/** Functions that refuse these rows even to those who may see them, and what they would need to answer. */
const UNREACHED: Record<string, string> = {
  add_landing_domain: "a page without a domain",
  answer_publish_request: "a page that waits for approval",
  assign_client_dashboard: "a client without a dashboard",
  cancel_email_change: "an address change",
  check_dashboard_import: "a running import of dashboards",
  check_request: "a session",
  create_account_from_lead: "a won lead of the agency",
  create_recovery_codes: "a second factor",
  deactivate_user: "someone else's access",
  delete_draft_invoice: "the moment of the last change, which triggers set",
  end_loan: "the id of a lent person",
  end_own_session: "a session",
  erase_person: "the person's name",
  finish_dashboard_import: "a running import of dashboards",
  join_account: "the token of an invitation",
  lend_rep: "the id of a sales person",
  prepare_client_dashboard: "an account without a dashboard",
  prepare_lead_import: "rows that came in",
  reactivate_user: "an inactive person",
  reject_user: "a waiting person",
  reset_second_factors: "a second factor",
  restore_audit_entry: "an entry of settings",
  send_invoice: "a draft of another moment",
  undo_lead_import: "an import of one's own that is done, as A's member has",
  undo_lead_merge: "merged leads",
  undo_log_activity: "a call that was logged by the function",
  update_client_dashboard: "a dashboard without a person",
};

const functionOf = (statement: string) => /^select \* from public\.(\w+)\(/.exec(statement)?.[1];
const shown = (attempts: Attempt[], what: "leaked" | "touched") =>
  attempts.filter((attempt) => attempt[what]).map((attempt) => `${attempt.statement} → ${attempt[what]}`);

const all = databases();
describe.each(process.env.EVERY_DATABASE === "1" ? all : all.slice(0, 1))(
  "Accounts on $name",
  { timeout: 180_000 },
  ({ open }) => {
    let filled: Filled;
    beforeAll(async () => {
      filled = await fillDatabase(await open());
    });
    afterAll(async () => {
      await filled.db.run("rollback");
      await filled.db.close();
    });

    test("fill every table, with their mark in every column of words that can hold one", async () => {
      const unmarked = await unmarkedColumns(filled, (table) =>
        tenantsOf(table.name).includes(B) ? table.columns.filter(isWords).map(({ name }) => name) : [],
      );
      expect(unmarked.filter((name) => !(name in PLAIN) && !((name.split(".")[2] ?? "") in PLAIN))).toEqual([]);
      for (const table of filled.tables.filter(({ name }) => tenantsOf(name).includes(B))) {
        const { count } = await filled.db.run(
          `select from ${table.name} as held where held::text ~ '(${B.mark}|b7b7b7b7)'`,
        );
        expect(count, table.name).toBeGreaterThan(0);
      }
    });

    test("every function has arguments", () => {
      const missing = filled.functions.flatMap(({ name, parameters }) =>
        parameters.filter((parameter) => !waysOf(name, parameter)).map((parameter) => `${name}.${parameter.name}`),
      );
      expect(missing).toEqual([]);
    });

    test("those who belong to B see it, and what they write is noticed, so nothing below passes by being empty", async () => {
      const seen = new Set<string>();
      const written = new Set<string>();
      const answered = new Set<string>();
      for (const insider of Object.values(INSIDERS)) {
        const caller = { ...insider, hidden: [B] };
        for (const slug of [B.slug, null]) {
          const statements = statementsFor(filled, { ...caller, own: B }, slug, ["reads", "writes", "functions"]);
          for (const { statement, code, leaked, touched } of await tryAll(filled.db, caller, slug, statements)) {
            const name =
              functionOf(statement) ?? /(?:from|update|into) ((?:public|storage)\.\w+)/.exec(statement)?.[1] ?? "";
            if (leaked) seen.add(name);
            if (touched) written.add(name);
            if (code === "ZZ001") answered.add(name);
          }
        }
      }
      const tables = filled.rights.authenticated.filter(
        ({ name, select }) => select.length > 0 && tenantsOf(name).includes(B),
      );
      // Drafts of pages are only read through functions, and published ones are no secret.
      expect(tables.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual(["public.landing_pages"]);
      expect(filled.functions.map(({ name }) => name).filter((name) => seen.has(name)).length).toBeGreaterThan(35);
      expect(filled.functions.map(({ name }) => name).filter((name) => written.has(name)).length).toBeGreaterThan(45);
      expect(filled.functions.map(({ name }) => name).filter((name) => !answered.has(name))).toEqual(
        Object.keys(UNREACHED),
      );
    });

    test.each(Object.entries(CALLERS))(
      "%s finds nothing of others in any table or function, and changes nothing",
      async (_, caller) => {
        const attempts = await tryEverything(filled, caller, ["reads", "writes", "functions"]);
        expect(attempts.length).toBeGreaterThan(1000);
        expect(shown(attempts, "leaked")).toEqual([]);
        expect(shown(attempts, "touched")).toEqual([]);
      },
    );

    const working = ["A's owner", "A's member", "a rep lent to A", "a free account's owner"];
    test.each(working)("%s gets the same answers without the other clients", async (name) => {
      const caller = CALLERS[name];
      if (!caller?.own) throw new Error(`${name} has no account`);
      const { db, functions } = filled;
      const stable = new Set(functions.filter(({ volatility }) => volatility !== "v").map((each) => each.name));
      const statements = statementsFor(filled, caller, caller.own.slug, ["reads", "functions"]);
      const answers = async () =>
        (await tryAll(db, caller, caller.own?.slug ?? null, statements)).map(({ statement, code, message, answer }) => {
          const called = functionOf(statement);
          return `${statement} → ${code} ${message} ${called && !stable.has(called) ? "" : answer}`;
        });
      const beside = await answers();
      await db.run("savepoint alone");
      await removeTenants(
        filled,
        caller.hidden.filter(({ slug }) => slug !== "agency"),
      );
      const alone = await answers();
      await db.run("rollback to savepoint alone");
      // The caller made up an id that is used elsewhere. Ids are random, and nothing else comes out.
      const differing = beside.flatMap((answer, at) =>
        answer !== alone[at] && !answer.endsWith(" id_taken ") ? [`${answer}, alone: ${alone[at]}`] : [],
      );
      expect(differing).toEqual([]);
    });
  },
);
