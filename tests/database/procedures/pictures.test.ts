import { describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

const ADD =
  "insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, gen_random_uuid(), $3::text::jsonb)";
const add = (db: Session, bucket: string, name: string, mimetype = "image/png") =>
  db.run(ADD, [bucket, name, JSON.stringify({ size: 100, mimetype })]);

onEveryDatabase("Pictures of landing pages", (given) => {
  const page = (db: Session) =>
    db
      .run<{ id: string }>("select page_id as id from public.landing_drafts order by page_id limit 1")
      .then(({ rows }) => rows[0]?.id);
  const image = (name: string) => `<img src="/storage/v1/render/image/public/landing/${name}?width=320">`;

  test("are used by drafts and by what is published, until neither shows them", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const id = await page(db);
      const uses = async () => {
        const { rows } = await asPersonKeeping(db, () =>
          db.run<{ page_id: string; is_live: boolean }>(
            "select page_id, is_live from public.landing_picture_uses('a.png')",
          ),
        );
        return rows.map((row) => [row.page_id, row.is_live]);
      };
      const asPersonKeeping = async <Result>(session: Session, work: () => Promise<Result>) => {
        await become(session, world.people.admin);
        const result = await work();
        await session.run("reset role");
        return result;
      };
      const used = async () =>
        (await db.run<{ used: boolean }>("select private.is_landing_picture_used('a.png') as used")).rows[0]?.used;
      await add(db, "landing", "a.png");
      expect([await uses(), await used()]).toEqual([[], false]);

      await db.run("update public.landing_drafts set content = $2 where page_id = $1", [id, image("a.png")]);
      expect([await uses(), await used()]).toEqual([[[id, false]], true]);

      await db.run("update public.landing_pages set status = 'published', content = $2 where id = $1", [
        id,
        image("a.png"),
      ]);
      await db.run("update public.landing_drafts set content = '' where page_id = $1", [id]);
      expect([await uses(), await used()]).toEqual([[[id, true]], true]);

      await db.run("update public.landing_pages set status = 'draft' where id = $1", [id]);
      expect([await uses(), await used()]).toEqual([[], false]);

      await db.run("update public.landing_drafts set custom_css = $2 where page_id = $1", [
        id,
        "body{background:url(/storage/v1/object/public/landing/a.png)}",
      ]);
      expect([await uses(), await used()]).toEqual([[[id, false]], true]);
    });
  });

  test("keep their details when they are renamed, and lose them with the file", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await add(db, "landing", "a.png");
      await db.run("insert into public.landing_pictures (name, alt, width, height) values ('a.png', 'A', 10, 10)");
      const names = async () => (await db.run<{ name: string }>("select name from public.landing_pictures")).rows;
      await db.run("update storage.objects set name = 'b.png' where name = 'a.png'");
      expect(await names()).toEqual([{ name: "b.png" }]);
      await db.run("delete from storage.objects where name = 'b.png'");
      expect(await names()).toEqual([]);
    });
  });

  test("are found by name and alternative text, newest first, with the total", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      for (const name of ["one-team.png", "two.png", "three.png"]) await add(db, "landing", name);
      await db.run(`update storage.objects set created_at = now() - interval '1 day' where name = 'three.png'`);
      await db.run(
        "insert into public.landing_pictures (name, alt, width, height) values ('two.png', 'The Team', 10, 10)",
      );
      await become(db, world.people.admin);
      const search = async (...args: unknown[]) =>
        (
          await db.run<{ name: string; total: string }>(
            `select name, total from public.search_landing_pictures(${args.map((_, at) => `$${at + 1}`).join(", ")})`,
            args,
          )
        ).rows.map(({ name, total }) => [name, Number(total)]);
      expect(await search("TEAM")).toEqual([
        ["one-team.png", 2],
        ["two.png", 2],
      ]);
      expect(await search("", 1, 2)).toEqual([["three.png", 3]]);
      expect(await search("%")).toEqual([]);
    });
  });
});

onEveryDatabase("The agency's logo", (given) => {
  const SET = "update public.agency_settings set logo = $1, logo_width = 60, logo_height = 20";

  test.each(["missing.png", "photo.jpg", "picture.png", "logo.png"])(
    "must be a PNG file that is stored: %s",
    async (name) => {
      const { db, world } = given();
      await rolledBack(db, async () => {
        await add(db, "brand", "photo.jpg", "image/jpeg");
        await add(db, "landing", "picture.png");
        await add(db, "brand", "logo.png");
        await become(db, world.people.admin);
        const saved = db.run(SET, [name]);
        if (name === "logo.png") expect((await saved).count).toBe(1);
        else await expect(saved).rejects.toMatchObject({ code: "22023", hint: "logo_not_found" });
      });
    },
  );

  test("has a size, and only then", async () => {
    const { db } = given();
    for (const odd of ["logo_width = 10", "logo_width = 10, logo_height = 10"])
      await rolledBack(db, () =>
        expect(db.run(`update public.agency_settings set ${odd}`)).rejects.toMatchObject({ code: "23514" }),
      );
  });

  test("is in the audit log, and everyone who is signed in sees it", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await add(db, "brand", "logo.png");
      await become(db, world.people.admin);
      await db.run(SET, ["logo.png"]);
      const { rows } = await db.run<{ after: Record<string, unknown> }>(
        "select after from public.audit_log where table_name = 'agency_settings' order by id desc limit 1",
      );
      expect(rows[0]?.after).toMatchObject({ logo: "logo.png", logo_width: 60 });
      await become(db, world.people.owner);
      const contact = await db.run<{ logo: object }>("select public.agency_contact() -> 'logo' as logo");
      expect(contact.rows[0]?.logo).toEqual({ name: "logo.png", width: 60, height: 20, plate: false });
    });
  });
});

onEveryDatabase("Names of files and folders", (given) => {
  const refused = (work: Promise<unknown>) =>
    expect(work).rejects.toMatchObject({
      code: "PT409",
      hint: expect.stringMatching(/^(file_not_folder|folder_not_file)$/),
    });

  test.each([
    ["a", "a/b"],
    ["a/b", "a"],
    ["a", "a/b/c/d"],
    ["a/b/c", "a/b"],
  ])("exclude each other: %s and then %s", async (first, second) => {
    const { db } = given();
    await rolledBack(db, async () => {
      await add(db, "landing", first);
      await refused(add(db, "landing", second));
    });
    // Another bucket is another store, and a rename counts as much as an upload.
    await rolledBack(db, async () => {
      await add(db, "landing", first);
      await add(db, "brand", second);
      await add(db, "landing", "elsewhere");
      await refused(db.run("update storage.objects set name = $1 where name = 'elsewhere'", [second]));
    });
  });

  test("are only compared by whole parts", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      for (const name of ["a", "ab", "a.b", "a0", "a-b/c", "b/a", "b/a0/c", "A/b"]) await add(db, "landing", name);
    });
  });
});

describe.each(databases().filter(({ overlapping }) => overlapping))("Two hosts at once, on $name", ({ open }) => {
  const rename = (db: Session, from: string, to: string) =>
    db.run("update storage.objects set name = $2 where bucket_id = 'landing' and name = $1", [from, to]);

  test.each([
    ["two uploads", (db: Session, name: string) => add(db, "landing", name)],
    ["an upload and a rename", (db: Session, name: string, round: number) => rename(db, `before-${round}`, name)],
  ])("never store one name as a file and a folder: %s", async (_, second) => {
    const db = await open();
    const sessions = await Promise.all([db.connect?.(), db.connect?.()]);
    try {
      for (let round = 0; round < 20; round += 1) {
        await add(db, "landing", `before-${round}`);
        const names = [`round-${round}`, `round-${round}/file`];
        const [one = "", other = ""] = round % 2 ? names : names.toReversed();
        const works = [(own: Session) => add(own, "landing", one), (own: Session) => second(own, other, round)];
        for (const session of sessions) await session?.run("begin");
        // Each commits as soon as its statement has returned, as two requests on two hosts do.
        const outcomes = await Promise.all(
          sessions.map(async (session, at) => {
            if (!session) throw new Error("This database has no second connection");
            try {
              await works[at]?.(session);
              await session.run("commit");
              return "stored";
            } catch (error) {
              await session.run("rollback");
              return (error as { code: string }).code;
            }
          }),
        );
        expect(outcomes.sort()).toEqual(["PT409", "stored"]);
      }
    } finally {
      for (const session of sessions) session?.release();
      await db.close();
    }
  });
});
