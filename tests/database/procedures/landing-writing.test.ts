import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const COPY = randomUUID();

onEveryDatabase("Writing a landing page", (given) => {
  /** Runs work as an admin in a transaction that is rolled back. */
  const asAdmin = (work: (call: Call, db: TestDatabase, admin: Person) => Promise<void>) => {
    const { db, world } = given();
    return rolledBack(db, async () => {
      await become(db, world.people.admin);
      const call: Call = async (name, ...given) => {
        const places = given.map((_, at) => `$${at + 1}`).join(", ");
        const values = given.map((value) => (typeof value === "object" && value ? JSON.stringify(value) : value));
        const { rows } = await db.run<{ answer: unknown }>(`select public.${name}(${places}) as answer`, values);
        return rows[0]?.answer;
      };
      await work(call, db, world.people.admin);
    });
  };
  type Call = (name: string, ...given: unknown[]) => Promise<unknown>;
  const refused = async (db: TestDatabase, work: () => Promise<unknown>) => {
    await db.run("savepoint before");
    const outcome = await work().then(
      () => "done",
      (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
    );
    await db.run("rollback to before");
    return outcome;
  };
  const make = async (call: Call, slug: string, draft: object = {}) => {
    const id = randomUUID();
    await call("create_landing_page", id, slug, { title: "Title", content: "<p>One</p>", ...draft });
    return id;
  };

  test("keeps the setting that hides title and description in drafts, versions, previews, copies and rollbacks", () =>
    asAdmin(async (call, db) => {
      const hidden = async (table: string, key: string, id: unknown) => {
        const { rows } = await db.run<{ hide_title: boolean }>(
          `select hide_title from public.${table} where ${key} = $1`,
          [id],
        );
        return rows.map(({ hide_title }) => hide_title);
      };
      const blocks = [{ id: "a", type: "html", html: "<p>One</p>" }];
      expect(await hidden("landing_drafts", "page_id", await make(call, "by-hand"))).toEqual([false]);
      expect(await hidden("landing_drafts", "page_id", await make(call, "of-blocks", { blocks }))).toEqual([true]);
      const id = await make(call, "switched", { blocks, hide_title: false });
      await call("publish_landing_page", id, 1);
      await call("save_landing_draft", id, 1, { hide_title: true });
      expect(await hidden("landing_pages", "id", id)).toEqual([false]);
      await call("publish_landing_page", id, 2);
      expect(await hidden("landing_pages", "id", id)).toEqual([true]);
      await call("duplicate_landing_page", id, COPY);
      expect(await hidden("landing_drafts", "page_id", COPY)).toEqual([true]);
      const token = await call("create_landing_preview", id, 1);
      await becomeOwner(db);
      const shown = await db.run<{ page: unknown; served: unknown }>(
        "select public.landing_preview_to_serve($1) as page, public.landing_page_to_serve($2) as served",
        [token, id],
      );
      expect(shown.rows).toMatchObject([{ page: { hide_title: true }, served: { hide_title: true } }]);
      await become(db, given().world.people.admin);
      await call("roll_back_landing_page", id, 1);
      expect(await hidden("landing_pages", "id", id)).toEqual([false]);
      expect(await hidden("landing_drafts", "page_id", id)).toEqual([false]);
      expect((await hidden("landing_page_versions", "page_id", id)).toSorted()).toEqual([false, false, true]);
      for (const bad of ["yes", 1, null, {}])
        expect(await refused(db, () => call("save_landing_draft", id, 3, { hide_title: bad }))).toMatch(
          /^22023: hide_title/,
        );
    }));

  test("changes the served page: draft, publish, change, roll back", () =>
    asAdmin(async (call, db) => {
      const id = await make(call, "first");
      const live = async () => {
        await becomeOwner(db);
        const served = await db.run<{ page: Record<string, unknown> | null }>(
          "select public.landing_page_to_serve($1) as page",
          [id],
        );
        await become(db, given().world.people.admin);
        return served.rows[0]?.page;
      };
      expect(await live()).toBeNull();
      expect(await call("publish_landing_page", id, 1)).toBe(1);
      expect(await call("publish_landing_page", id, 1)).toBe(1);
      const blocks = [{ id: "a", type: "html", html: "<p>Two</p>" }];
      expect(await call("save_landing_draft", id, 1, { content: "<p>Two</p>", blocks, custom_js: "1 < 2" })).toBe(2);
      expect(await live()).toMatchObject({ version: 1, content: "<p>One</p>" });
      expect(await call("publish_landing_page", id, 2)).toBe(2);
      expect(await live()).toMatchObject({ version: 2, content: "<p>Two</p>", custom_js: "1 < 2" });
      expect(await call("roll_back_landing_page", id, 1)).toBe(3);
      expect(await live()).toMatchObject({ version: 3, content: "<p>One</p>", custom_js: null });
      const { rows } = await db.run(
        "select revision, blocks, published_revision from public.landing_drafts where page_id = $1",
        [id],
      );
      expect(rows).toEqual([{ revision: 3, blocks: null, published_revision: 3 }]);
      const versions = await db.run(
        "select number, rolled_back_to, blocks from public.landing_page_versions where page_id = $1 order by 1",
        [id],
      );
      expect(versions.rows).toEqual([
        { number: 1, rolled_back_to: null, blocks: null },
        { number: 2, rolled_back_to: null, blocks },
        { number: 3, rolled_back_to: 1, blocks: null },
      ]);
      await call("unpublish_landing_page", id);
      expect(await live()).toBeNull();
    }));

  test("keeps every typed character", () =>
    asAdmin(async (call, db) => {
      const content = "<p a='1' A=\"2\">\r\n\t\u00a0&amp;&lt;<!-- --><script>/* \\ \u2028 😀 */</script>";
      const id = await make(call, "exact", { content, custom_css: "a{}\r\n", custom_js: "\\u0041" });
      await call("publish_landing_page", id, 1);
      const { rows } = await db.run("select content, custom_css, custom_js from public.landing_pages where id = $1", [
        id,
      ]);
      expect(rows).toEqual([{ content, custom_css: "a{}\r\n", custom_js: "\\u0041" }]);
    }));

  test("tells the second of two editors who was first, and accepts the same content twice", () =>
    asAdmin(async (call, db, admin) => {
      const id = await make(call, "together");
      expect(await call("save_landing_draft", id, 1, { title: "Mine" })).toBe(2);
      expect(await call("save_landing_draft", id, 1, { title: "Mine" })).toBe(2);
      const own = "PT409: You just saved this page somewhere else";
      expect(await refused(db, () => call("save_landing_draft", id, 1, { title: "Theirs" }))).toBe(own);
      await becomeOwner(db);
      await become(db, await createPerson(db, "admin"));
      const conflict = `PT409: ${admin.email} just saved this page`;
      expect(await refused(db, () => call("save_landing_draft", id, 1, { title: "Theirs" }))).toBe(conflict);
      expect(await refused(db, () => call("publish_landing_page", id, 1))).toBe(conflict);
    }));

  test("refuses invalid content with a reason", () =>
    asAdmin(async (call, db) => {
      const id = await make(call, "limits");
      const save = (draft: object) => refused(db, () => call("save_landing_draft", id, 1, draft));
      expect(await save({ content: "x".repeat(5_000_000) })).toBe(
        "22023: The content has 5,000,000 characters. The limit is 500,000.",
      );
      expect(await save({ content: "x".repeat(500_000) })).toBe("done");
      expect(await save({ title: " " })).toBe("22023: The page needs a title");
      expect(await save({ custom_css: "x".repeat(100_001) })).toMatch(/^22023: The CSS has 100,001/);
      expect(await save({ custom_js: "x".repeat(100_001) })).toMatch(/^22023: The JavaScript has/);
      expect(await save({ blocks: { a: 1 } })).toBe("22023: Blocks must be a list");
      for (const slug of ["", "UPPER", "a b", "a--b", "-a", "ä", "a/b", "../x", "a".repeat(101), null])
        expect(await save({ slug })).toMatch(/^22023: The address/);
      expect(await refused(db, () => call("save_landing_draft", randomUUID(), 1, {}))).toMatch(/^PT404/);
    }));

  test("gives each address to only one page", () =>
    asAdmin(async (call, db) => {
      const id = await make(call, "mine");
      expect(await refused(db, () => make(call, "mine"))).toBe("PT409: Another page has the address /landing/mine");
      expect(await refused(db, () => make(call, "open"))).toMatch(/^PT409/);
      expect(await call("save_landing_draft", id, 1, { slug: "yours" })).toBe(2);
      await make(call, "mine");
      await call("publish_landing_page", id, 2);
      expect(await call("save_landing_draft", id, 2, { slug: "ours" })).toBe(3);
      // The old address still has visitors.
      expect(await refused(db, () => make(call, "yours"))).toMatch(/^PT409/);
      expect(await call("duplicate_landing_page", id, randomUUID())).toBe("ours-copy");
      expect(await call("duplicate_landing_page", id, randomUUID())).toBe("ours-copy-2");
    }));

  test("deletes only unpublished pages, and is in the audit log", () =>
    asAdmin(async (call, db) => {
      const id = await make(call, "gone");
      await call("publish_landing_page", id, 1);
      expect(await refused(db, () => call("delete_landing_page", id))).toMatch(/^PT409: Unpublish/);
      await call("unpublish_landing_page", id);
      await call("delete_landing_page", id);
      await call("delete_landing_page", id);
      const { rows } = await db.run(
        "select action from public.audit_log where table_name = 'landing_pages' and row_id = $1 order by id",
        [id],
      );
      expect(rows.map(({ action }) => action)).toEqual(["insert", "update", "update", "delete"]);
    }));

  test("says in the audit log which version was published, and to which one a page was rolled back", () =>
    asAdmin(async (call, db) => {
      const id = await make(call, "versions");
      await call("publish_landing_page", id, 1);
      await call("save_landing_draft", id, 1, { content: "<p>Two</p>" });
      await call("publish_landing_page", id, 2);
      await call("roll_back_landing_page", id, 1);
      // What comes after a rollback in the same transaction is none.
      await call("save_landing_draft", id, 3, { content: "<p>Four</p>" });
      await call("publish_landing_page", id, 4);
      const { rows } = await db.run<{ id: string }>(
        `select id::text, before ->> 'version' as was, after ->> 'version' as is, after ->> 'rolled_back_to' as back
         from public.audit_log where table_name = 'landing_pages' and row_id = $1 and action = 'update' order by id`,
        [id],
      );
      expect(rows).toMatchObject([
        { was: "0", is: "1", back: null },
        { was: "1", is: "2", back: null },
        { was: "2", is: "3", back: "1" },
        { was: "3", is: "4", back: null },
      ]);
      // Both can be reverted, the later one first.
      expect(await refused(db, () => call("restore_audit_entry", rows[2]?.id))).toMatch(/^PT409/);
      await call("restore_audit_entry", rows[3]?.id);
      await call("restore_audit_entry", rows[2]?.id);
      const content = await db.run("select content from public.landing_pages where id = $1", [id]);
      expect(content.rows).toEqual([{ content: "<p>Two</p>" }]);
      // Also the first one, and then the page is an unpublished one, which was live before.
      await call("restore_audit_entry", rows[1]?.id);
      await call("restore_audit_entry", rows[0]?.id);
      const unpublished = await db.run("select status, version from public.landing_pages where id = $1", [id]);
      expect(unpublished.rows).toEqual([{ status: "draft", version: 1 }]);
      expect(await call("publish_landing_page", id, 4)).toBe(5);
    }));

  test("says what changed with each version, by the blocks and the fields", () =>
    asAdmin(async (call, db) => {
      const block = (id: string, type: string, words = "") => ({ id, type, heading: words });
      const [hero, text, faq] = [block("a", "hero"), block("b", "text"), block("c", "faq")];
      const id = await make(call, "changing", { blocks: [hero, text] });
      let revision = 1;
      await call("publish_landing_page", id, revision);
      for (const draft of [
        { blocks: [block("a", "hero", "New"), text, faq] },
        { blocks: [faq, block("a", "hero", "New")], title: "Other" },
        { blocks: null, content: "<p>By hand</p>", hide_title: false },
        { custom_css: "p { color: red }" },
        { blocks: [hero, text, faq], hide_title: true, custom_css: "" },
        { blocks: [hero, faq] },
        { blocks: [faq] },
      ]) {
        revision = Number(await call("save_landing_draft", id, revision, draft));
        await call("publish_landing_page", id, revision);
      }
      const { rows } = await db.run("select * from public.landing_version_changes($1) order by number", [id]);
      const same = { added: [], removed: [], changed: [], is_moved: false, fields: [], is_variant: false };
      expect(rows).toEqual([
        { ...same, number: 1, compared_with: null, fields: null },
        { ...same, number: 2, compared_with: 1, changed: ["hero"], added: ["faq"] },
        { ...same, number: 3, compared_with: 2, removed: ["text"], is_moved: true, fields: ["title"] },
        { ...same, number: 4, compared_with: 3, fields: ["title_shown", "content"] },
        { ...same, number: 5, compared_with: 4, fields: ["custom_css"] },
        { ...same, number: 6, compared_with: 5, fields: ["title_hidden", "custom_css"] },
        // What stays after a removed block has not moved.
        { ...same, number: 7, compared_with: 6, removed: ["text"] },
        { ...same, number: 8, compared_with: 7, removed: ["hero"] },
      ]);
    }));

  const deletionOf = async (db: TestDatabase, id: string) => {
    const { rows } = await db.run<{ id: string }>(
      "select id::text from public.audit_log where table_name = 'landing_pages' and row_id = $1 and action = 'delete' order by id desc limit 1",
      [id],
    );
    return rows[0]?.id ?? "";
  };
  const stored = async (db: TestDatabase, id: string) => {
    await becomeOwner(db);
    const { rows } = await db.run<Record<string, unknown>>(
      `select page.status::text, page.version, draft.slug, draft.title, draft.content, draft.blocks, draft.custom_css, draft.revision,
         draft.published_revision, (select held.blocks from public.landing_page_versions as held where held.page_id = page.id and held.number = page.version) as live
       from public.landing_pages as page join public.landing_drafts as draft on draft.page_id = page.id where page.id = $1`,
      [id],
    );
    await become(db, given().world.people.admin);
    return rows[0];
  };
  const html = (text: string) => [{ id: "a", type: "html", html: `<p>${text}</p>` }];

  test("restores a deleted page from the audit log with its draft and its blocks", () =>
    asAdmin(async (call, db) => {
      const id = await make(call, "restored", { blocks: html("One"), custom_css: "p { color: red }" });
      await call("publish_landing_page", id, 1);
      await call("unpublish_landing_page", id);
      await call("save_landing_draft", id, 1, { title: "Later", content: "<p>Two</p>", blocks: html("Two") });
      const before = await stored(db, id);
      expect(before).toMatchObject({ blocks: html("Two"), live: html("One"), revision: 2, published_revision: 1 });
      await call("delete_landing_page", id);
      const entry = await deletionOf(db, id);
      const { rows } = await db.run("select public.kept_landing_drafts(array[$1, 1]::bigint[])::text as id", [entry]);
      expect(rows).toEqual([{ id: entry }]);
      await call("restore_audit_entry", entry);
      expect(await stored(db, id)).toEqual(before);
      expect(await call("publish_landing_page", id, 2)).toBe(2);
    }));

  test("restores a page that was never published, too, but not in the place of another page", () =>
    asAdmin(async (call, db) => {
      const id = await make(call, "never-public", { blocks: html("One") });
      await call("delete_landing_page", id);
      const entry = await deletionOf(db, id);
      await db.run("savepoint free");
      await make(call, "never-public");
      expect(await refused(db, () => call("restore_audit_entry", entry))).toMatch(
        /^PT409: Another page has the address \/landing\/never-public/,
      );
      await db.run("rollback to free");
      await call("restore_audit_entry", entry);
      expect(await stored(db, id)).toMatchObject({ status: "draft", version: 0, blocks: html("One") });
    }));

  test("keeps the newest drafts of deleted pages, up to a size, and forgets them with their entry", () =>
    asAdmin(async (call, db, admin) => {
      const ids = [
        await make(call, "first", { blocks: html("One") }),
        await make(call, "second", { blocks: html("Two") }),
      ];
      await call("delete_landing_page", ids[0]);
      const first = await deletionOf(db, ids[0] ?? "");
      await becomeOwner(db);
      // Random text, because the size counts as it is compressed.
      await db.run(
        `update private.deleted_landing_drafts set draft = draft || jsonb_build_object('content', (select string_agg(md5(random()::text), '') from generate_series(1, 250000)))`,
      );
      for (let copy = 0; copy < 7; copy += 1) {
        await db.run(
          `insert into public.audit_log (action, table_name, row_id) values ('delete', 'landing_pages', 'copy')`,
        );
        await db.run(
          `insert into private.deleted_landing_drafts (entry_id, account_id, draft)
           select (select max(id) from public.audit_log), account_id, draft from private.deleted_landing_drafts where entry_id = $1`,
          [first],
        );
      }
      await become(db, admin);
      await call("delete_landing_page", ids[1]);
      const second = await deletionOf(db, ids[1] ?? "");
      const kept = async () => {
        await becomeOwner(db);
        const { rows } = await db.run<{ id: string }>(
          "select entry_id::text as id from private.deleted_landing_drafts",
        );
        return rows.map(({ id }) => id);
      };
      expect(await kept()).toContain(second);
      expect(await kept()).not.toContain(first);
      await db.run("select set_config('app.purging_audit_log', 'on', true)");
      await db.run("delete from public.audit_log where id = $1", [second]);
      await db.run("select private.purge_audit_log(100)");
      expect(await kept()).not.toContain(second);
    }));

  test("restores a page whose draft is not kept as it was last published, without its blocks", () =>
    asAdmin(async (call, db, admin) => {
      const id = await make(call, "restored", { blocks: html("One"), custom_css: "p { color: red }" });
      await call("publish_landing_page", id, 1);
      await call("unpublish_landing_page", id);
      await call("save_landing_draft", id, 1, { content: "<p>Two</p>", blocks: null });
      await call("delete_landing_page", id);
      await becomeOwner(db);
      await db.run("delete from private.deleted_landing_drafts");
      await become(db, admin);
      await call("restore_audit_entry", await deletionOf(db, id));
      expect(await stored(db, id)).toMatchObject({
        status: "draft",
        version: 1,
        slug: "restored",
        content: "<p>One</p>",
        blocks: null,
        custom_css: "p { color: red }",
      });
      expect(await call("publish_landing_page", id, 1)).toBe(2);
    }));

  test("creates preview links that expire and can be revoked", () =>
    asAdmin(async (call, db) => {
      const id = await make(call, "linked");
      const token = await call("create_landing_preview", id, 1);
      const shown = async () => {
        await becomeOwner(db);
        const { rows } = await db.run<{ page: { title: string } | null }>(
          "select public.landing_preview_to_serve($1) as page",
          [token],
        );
        await become(db, given().world.people.admin);
        return rows[0]?.page?.title ?? null;
      };
      expect(await shown()).toBe("Title");
      await call("save_landing_draft", id, 1, { title: "Newer" });
      expect(await shown()).toBe("Newer");
      await becomeOwner(db);
      await db.run("update public.landing_previews set expires_at = now() where page_id = $1", [id]);
      expect(await shown()).toBeNull();
      await becomeOwner(db);
      await db.run("update public.landing_previews set expires_at = now() + interval '1 hour' where page_id = $1", [
        id,
      ]);
      expect(await shown()).toBe("Newer");
      const { rows } = await db.run<{ id: string }>("select id from public.landing_previews where page_id = $1", [id]);
      await call("revoke_landing_preview", rows[0]?.id);
      expect(await shown()).toBeNull();
      expect(await refused(db, () => call("create_landing_preview", id, 0))).toMatch(/^22023/);
    }));

  test("changes the stamp with every change that visitors can see", () =>
    asAdmin(async (call, db) => {
      const stamps: unknown[] = [];
      const note = async () => {
        await becomeOwner(db);
        stamps.push((await db.run<{ stamp: number }>("select public.landing_cache_version() as stamp")).rows[0]?.stamp);
        await become(db, given().world.people.admin);
      };
      await note();
      const id = await make(call, "stamped");
      await note();
      await call("publish_landing_page", id, 1);
      await note();
      await call("add_landing_domain", id, "stamped.example.com");
      await note();
      await call("unpublish_landing_page", id);
      await note();
      expect(new Set(stamps).size).toBe(5);
    }));
});
