import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { outcomeAs, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const AGENCY = "00000000-0000-4000-8000-000000000001";

onEveryDatabase("Files that visitors send with a form", (given) => {
  /** Stores a file as the function does. */
  const store = async (db: TestDatabase, account = AGENCY) => {
    const path = `${account}/${randomUUID()}`;
    await db.run("insert into storage.objects (bucket_id, name) values ('submissions', $1)", [path]);
    return path;
  };
  const send = async (db: TestDatabase, form: Record<string, unknown>) => {
    const id = randomUUID();
    await runAs(db, "service", "select public.submit_landing_form($1::text::jsonb, '192.0.2.7')", [
      JSON.stringify({
        page_id: given().world.ids["open page"],
        submission_id: id,
        email: `${id.slice(0, 8)}@visitor.example`,
        answers: {},
        ...form,
      }),
    ]);
    return id;
  };
  const file = (path: string) => ({ path, field: "brief", name: "brief.pdf", type: "application/pdf", bytes: 9 });
  const held = async (db: TestDatabase, path: string) =>
    (
      await db.run<{ submission: string }>(
        `select sent.submission_id as submission from public.landing_submission_files as file
         join public.landing_submissions as sent on sent.id = file.submission_id where file.path = $1`,
        [path],
      )
    ).rows.map(({ submission }) => submission);
  const exists = async (db: TestDatabase, path: string) =>
    (await db.run("select from storage.objects where bucket_id = 'submissions' and name = $1", [path])).count === 1 &&
    (await db.run("select from private.removed_files where bucket_id = 'submissions' and name = $1", [path])).count ===
      0;

  test("belong to one form, also if another one names them, and a repeated form takes none twice", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const path = await store(db);
      const first = await send(db, { files: [file(path)] });
      await send(db, { submission_id: first, files: [file(path)] });
      await send(db, { files: [file(path)] });
      expect(await held(db, path)).toEqual([first]);
    });
  });

  test("are named in the emails about the lead, and only there", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("delete from private.outbox");
      await send(db, { files: [file(await store(db)), file("../x")] });
      await send(db, {});
      const { rows } = await db.run<{ template: string; files: string | null }>(
        `select distinct payload ->> 'template' as template,
           coalesce(payload #>> '{data,files}', ((payload #>> '{data,answers}')::jsonb) ->> 'files') as files
         from private.outbox where payload ->> 'template' ~ '^(landing-|lead-arrived)' order by 1, 2`,
      );
      expect(rows).toEqual([
        { template: "landing-alert", files: "brief.pdf" },
        { template: "landing-alert", files: null },
        { template: "landing-confirmation", files: null },
        { template: "lead-arrived", files: "brief.pdf" },
        { template: "lead-arrived", files: null },
      ]);
    });
  });

  test("of another account's folder, and ones that nobody stored, are not taken", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const foreign = await store(db, randomUUID());
      await send(db, { files: [file(foreign), file(`${AGENCY}/${randomUUID()}`), file("../x")] });
      expect(await held(db, foreign)).toEqual([]);
      expect(
        (await db.run("select from public.landing_submission_files where field = 'brief' and bytes = 9")).count,
      ).toBe(
        // The ones that every test database has.
        2,
      );
    });
  });

  test("are read by people who see the lead, and by no one else", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const path = await store(db);
      const id = await send(db, { files: [file(path)] });
      const { rows } = await db.run<{ lead: string }>(
        "select lead_id as lead from public.landing_submissions where submission_id = $1",
        [id],
      );
      const read = "select from public.landing_submission_files where path = $1";
      const content = "select from storage.objects where bucket_id = 'submissions' and name = $1";
      const seen = async () => {
        const counts: Record<string, number[]> = {};
        for (const [kind, person] of Object.entries(world.people)) {
          // Visitors have no right to either table (tests/database/rights).
          if (kind === "anon") continue;
          counts[kind] = [
            (await outcomeAs(db, person, read, [path])).count ?? 0,
            (await outcomeAs(db, person, content, [path])).count ?? 0,
          ];
        }
        return counts;
      };
      expect(await seen()).toEqual({
        "no role": [0, 0],
        "new client": [0, 0],
        owner: [0, 0],
        "other client": [0, 0],
        "pending sales": [0, 0],
        "active sales": [1, 1],
        "other active sales": [1, 1],
        inactive: [0, 0],
        admin: [1, 1],
      });
      // A lead that another rep holds is not everyone's.
      await db.run("update public.leads set user_id = $1 where id = $2", [
        world.people["active sales"].id,
        rows[0]?.lead,
      ]);
      const later = await seen();
      expect(later).toMatchObject({ "active sales": [1, 1], owner: [0, 0], admin: [1, 1] });
      expect(later["pending sales"]).toEqual([0, 0]);
    });
  });

  test("go with their form, and after a day if no form took them", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const [kept, sent, left] = [await store(db), await store(db), await store(db)];
      await send(db, { files: [file(kept)] });
      const gone = await send(db, { files: [file(sent)] });
      await db.run("delete from public.landing_submissions where submission_id = $1", [gone]);
      await db.run("update private.unsent_form_files set stored_at = now() - interval '25 hours' where path = $1", [
        left,
      ]);
      await db.run("select private.purge_unsent_form_files(100)");
      expect([await exists(db, kept), await exists(db, sent), await exists(db, left)]).toEqual([true, false, false]);
    });
  });

  test("are refused after 500 of an account in a day", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run(
        `insert into private.unsent_form_files (path) select '${AGENCY}/' || gen_random_uuid() from generate_series(1, 500)`,
      );
      await db.run("savepoint refused");
      await expect(store(db)).rejects.toMatchObject({ code: "PT429" });
      await db.run("rollback to savepoint refused");
      await store(db, randomUUID());
    });
  });
});

onEveryDatabase("A form that names who gets its leads", (given) => {
  const send = async (db: TestDatabase, to: unknown, email: string) => {
    const { world } = given();
    await runAs(db, "service", "select public.submit_landing_form($1::text::jsonb, '192.0.2.7')", [
      JSON.stringify({ page_id: world.ids["open page"], submission_id: randomUUID(), email, answers: {}, to }),
    ]);
    const { rows } = await db.run<{ owner: string | null }>(
      "select user_id as owner from public.leads where email = $1",
      [email],
    );
    return rows[0]?.owner;
  };

  test("gives them to that person or pool, and to nobody who is not on the team", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const rep = world.people["active sales"].id;
      const pool = randomUUID();
      await db.run(
        `insert into public.lead_routing (account_id, pools) values ($1, $2::text::jsonb)
         on conflict (account_id) do update set pools = excluded.pools`,
        [AGENCY, JSON.stringify([{ id: pool, name: "Calls", people: [rep] }])],
      );
      expect(await send(db, { person: rep }, "one@form.example")).toBe(rep);
      expect([rep, null]).toContain(await send(db, { pool }, "two@form.example"));
      for (const to of [
        { person: world.people.owner.id },
        { person: randomUUID() },
        { pool: randomUUID() },
        { person: null },
        [],
        "person",
        7,
      ])
        expect([to, await send(db, to, `${randomUUID()}@form.example`)]).toEqual([to, null]);
    });
  });

  test("leaves a lead that someone has with them", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const [rep, other] = [world.people["active sales"].id, world.people["other active sales"].id];
      await send(db, { person: rep }, "kept@form.example");
      expect(await send(db, { person: other }, "kept@form.example")).toBe(rep);
    });
  });
});
