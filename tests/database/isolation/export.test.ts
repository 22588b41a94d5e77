import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  EXPORT_TABLES,
  type ExportTable,
  exportedRow,
  NOT_EXPORTED,
} from "../../../app/features/admin/settings/export-tables.ts";
import { databases } from "../../support/database.ts";
import { INSIDERS } from "../../support/isolation/tenants.ts";
import { tryAll } from "../../support/isolation/try-calls.ts";
import { type Filled, fillDatabase } from "../../support/isolation/two-accounts.ts";

/** Rows that an admin's export leaves out. */
const LEFT_OUT: Record<string, string> = {
  // A view that isn't shared is its owner's.
  lead_views: "not is_shared",
};

/** Names of columns that look like secrets. */
const SECRET = /token|hash|secret|password|manage_key|session_id$|cookie|etag|recovery|factor_id/;

type Fact = { name: string; readable: string[]; key: string[]; of_account: boolean };

const all = databases();
describe.each(process.env.EVERY_DATABASE === "1" ? all : all.slice(0, 1))(
  "The export of all data, on $name",
  ({ open }) => {
    let filled: Filled;
    let facts: Fact[];
    let slugs: { id: string; slug: string }[];
    beforeAll(async () => {
      filled = await fillDatabase(await open());
      facts = (
        await filled.db.run<Fact>(`
          select held.relname as name,
            coalesce((select jsonb_agg(part.attname order by part.attnum) from pg_attribute as part where part.attrelid = held.oid and part.attnum > 0
              and not part.attisdropped and has_column_privilege('authenticated', held.oid, part.attnum, 'select')), '[]') as readable,
            (select jsonb_agg(part.attname order by array_position(i.indkey::int2[], part.attnum)) from pg_index as i
              join pg_attribute as part on part.attrelid = held.oid and part.attnum = any (i.indkey) where i.indrelid = held.oid and i.indisprimary) as key,
            exists (select from pg_attribute as part where part.attrelid = held.oid and part.attname = 'account_id') as of_account
          from pg_class as held where held.relnamespace = 'public'::regnamespace and held.relkind in ('r', 'p', 'v', 'm') order by 1`)
      ).rows;
      slugs = (await filled.db.run<{ id: string; slug: string }>("select id, slug from public.accounts")).rows;
    });
    afterAll(async () => {
      await filled.db.run("rollback");
      await filled.db.close();
    });

    const admin = () => {
      const caller = INSIDERS["an admin"];
      if (!caller) throw new Error("There is no admin");
      return caller;
    };
    const count = async (slug: string | null, statement: string): Promise<number> => {
      const [done] = await tryAll(filled.db, admin(), slug, [statement]);
      if (done?.code !== "ZZ001") throw new Error(`${statement}: ${done?.code} ${done?.message}`);
      return done.count;
    };

    test("has every table of the product, or says why not", () => {
      const named = [...EXPORT_TABLES.map(({ name }) => name), ...Object.keys(NOT_EXPORTED)];
      expect(named.sort()).toEqual(facts.map(({ name }) => name));
    });

    test("has every column that an admin can read, in the order of the key", () => {
      for (const { name, key, columns } of EXPORT_TABLES) {
        const fact = facts.find((each) => each.name === name);
        expect(key, name).toEqual(fact?.key);
        if (columns) expect(columns.split(", "), name).toEqual(fact?.readable);
      }
    });

    test("has every row of every account", async () => {
      const read = async ({ name, columns = "*", ofAccount }: ExportTable) => {
        if (!ofAccount) return count(null, `select ${columns} from public.${name}`);
        let rows = 0;
        for (const { id, slug } of slugs)
          rows += await count(slug, `select ${columns} from public.${name} where account_id = '${id}'`);
        return rows;
      };
      const found: Record<string, number> = {};
      const stored: Record<string, number> = {};
      for (const table of EXPORT_TABLES) {
        const { name } = table;
        found[name] = await read(table);
        const kept = LEFT_OUT[name] ? ` where not (${LEFT_OUT[name]})` : "";
        const { rows } = await filled.db.run<{ rows: number }>(
          `select count(*)::int as rows from public.${name}${kept}`,
        );
        stored[name] = rows[0]?.rows ?? -1;
      }
      expect(found).toEqual(stored);
      expect(Object.entries(stored).filter(([, rows]) => rows === 0)).toEqual([]);
    });

    test("asks in which accounts a table has rows", async () => {
      for (const { name } of EXPORT_TABLES.filter(({ ofAccount }) => ofAccount))
        expect(await count(null, `select * from public.count_account_rows('${name}')`), name).toBeGreaterThan(0);
      expect(await count(null, "select * from public.count_account_rows('leads')")).toBe(slugs.length);
      await expect(count(null, "select * from public.count_account_rows('profiles')")).rejects.toThrow("22023");
      await expect(count(null, "select * from public.count_account_rows('outbox')")).rejects.toThrow("22023");
    });

    test("has no secrets, nor the audit log's copies of them", async () => {
      const named: string[] = [];
      for (const table of EXPORT_TABLES) {
        const { readable } = facts.find(({ name }) => name === table.name) ?? { readable: [] };
        const columns = table.columns?.split(", ") ?? readable;
        const row = exportedRow(table, Object.fromEntries(columns.map((column) => [column, "x"])));
        named.push(...Object.keys(row).filter((column) => SECRET.test(column)));
      }
      expect(named).toEqual([]);
      // The log copies rows whole.
      const { rows: copied } = await filled.db.run<{ name: string }>(`
        select distinct part.attname as name from pg_trigger as watch join pg_attribute as part on part.attrelid = watch.tgrelid
        where watch.tgname = 'audit_insert' and part.attnum > 0 and not part.attisdropped order by 1`);
      const copy = Object.fromEntries(copied.map(({ name }) => [name, "x"]));
      const secrets = (row: object) => Object.keys(row).filter((name) => SECRET.test(name));
      expect(secrets(copy)).toContain("token_hash");
      const { before, after } = exportedRow({ name: "audit_log" }, { before: copy, after: copy });
      expect(secrets({ ...(before as object), ...(after as object) })).toEqual([]);
    });
  },
);
