import { expect, test } from "vitest";
import { FILE_RULES } from "../../../domain/files.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";

onEveryDatabase("Buckets", (given) => {
  test("accept what the screens say", async () => {
    const { rows } = await given().db.run<{ id: string; public: boolean; bytes: number; types: string[] }>(
      "select id, public, file_size_limit::int as bytes, allowed_mime_types as types from storage.buckets",
    );
    const found = Object.fromEntries(
      rows.map(({ id, public: isPublic, bytes, types }) => [id, { maxBytes: bytes, types: types.sort(), isPublic }]),
    );
    const expected = Object.entries(FILE_RULES).map(([id, rules]) => [
      id,
      { ...rules, types: [...rules.types].sort() },
    ]);
    expect(found).toEqual(Object.fromEntries(expected));
  });

  test("what people store is counted through every change", async () => {
    const { db, world } = given();
    const owner = world.people.owner.id;
    const usage = async () => {
      const { rows } = await db.run<{ owner: string; files: number; bytes: number }>(
        "select owner, files::int, bytes::int from private.file_usage where owner in ($1, 'all')",
        [owner],
      );
      return Object.fromEntries(
        rows.map(({ owner: whose, files, bytes }) => [whose === owner ? "own" : whose, [files, bytes]]),
      );
    };
    await rolledBack(db, async () => {
      const [files = 0, bytes = 0] = (await usage())["all"] ?? [];
      const add =
        "insert into storage.objects (bucket_id, name, owner_id, version, metadata) values ('brand', $1, $2, $1, $3::text::jsonb)";
      await db.run(add, ["one", owner, '{"size": 100}']);
      await db.run(add, ["two", null, '{"size": 10}']);
      expect(await usage()).toEqual({ own: [1, 100], all: [files + 2, bytes + 110] });
      await db.run(`update storage.objects set metadata = '{"size": 40}', version = 'three' where name = 'one'`);
      expect(await usage()).toEqual({ own: [1, 40], all: [files + 2, bytes + 50] });
      await db.run("delete from storage.objects where name in ('one', 'two')");
      expect(await usage()).toEqual({ own: [0, 0], all: [files, bytes] });
      const { rows } = await db.run<{ version: string }>("select version from private.removed_blobs order by 1");
      expect(rows.map(({ version }) => version)).toEqual(["one", "three", "two"]);
    });
  });
});
