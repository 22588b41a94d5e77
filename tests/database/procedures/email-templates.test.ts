import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unknownPlaceholder } from "../../../domain/email-templates.ts";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

const SAVE = "select public.save_email_template($1, $2, $3, $4, $5::timestamptz)::text as at";
const DELETE = "select public.delete_email_template($1, $2::timestamptz)";
const LIST = "select name, subject, body from public.email_templates order by name";

type Text = { name: string; subject: string; body: string };
const TEXT: Text = {
  name: "Second call",
  subject: "Hello {{first_name}}",
  body: "Hi {{first_name}},\nare you free?\n",
};
const given = (id: string, { name, subject, body }: Text, at: string | null = null) => [id, name, subject, body, at];
const save = async (db: Session, who: Person, id: string, text: Text, at: string | null = null) =>
  (await runAs<{ at: string }>(db, who, SAVE, given(id, text, at))).at;
const listed = async (db: Session, who: Person) => {
  const { texts } = await runAs<{ texts: Text[] }>(
    db,
    who,
    `select coalesce(jsonb_agg(to_jsonb(held)), '[]') as texts from (${LIST}) as held where held.name <> 'Follow-up'`,
  );
  return texts;
};

onEveryDatabase("Email templates", (world) => {
  test("are the team's: one saves, another changes it, and a third deletes it, each once", () =>
    rolledBack(world().db, async () => {
      const { db } = world();
      const { admin, "active sales": rep, "other active sales": other } = world().world.people;
      const id = randomUUID();
      const first = await save(db, rep, id, { ...TEXT, name: "  Second call " });
      expect(await listed(db, other)).toEqual([TEXT]);
      // The answer was lost, so it is sent again.
      expect(await save(db, rep, id, TEXT)).toBe(first);
      // Within one transaction, all versions are of the same moment.
      const EARLIER = "2020-01-01T00:00:00Z";
      const changed = { ...TEXT, subject: "Hello again" };
      const second = await save(db, other, id, changed, first);
      // The first one didn't see that change.
      const { name } = (
        await db.run<{ name: string }>(
          "select private.person_name(updated_by) as name from public.email_templates where id = $1",
          [id],
        )
      ).rows[0] ?? { name: "" };
      expect(name).not.toBe("");
      expect(await refusal(db, rep, SAVE, given(id, { ...TEXT, body: "Mine" }, EARLIER))).toMatchObject({
        code: "PT409",
        message: `${name} just changed this template`,
      });
      expect(await refusal(db, rep, DELETE, [id, EARLIER])).toMatchObject({
        code: "PT409",
        message: `${name} just changed this template`,
      });
      expect(await refusal(db, other, DELETE, [id, EARLIER])).toMatchObject({
        message: "You just changed this template",
      });
      expect(await refusal(db, rep, DELETE, [id, null])).toMatchObject({ code: "PT409" });
      expect(await listed(db, rep)).toEqual([changed]);
      await runAs(db, admin, DELETE, [id, second]);
      await runAs(db, admin, DELETE, [id, second]);
      expect(await listed(db, rep)).toEqual([]);
      // Who had it open is told, and Undo saves it again.
      expect(await refusal(db, rep, SAVE, given(id, TEXT, second))).toMatchObject({ code: "PT404" });
      await save(db, admin, id, changed);
      expect(await listed(db, rep)).toEqual([changed]);
    }));

  test.each([
    [{ name: " " }, "name", "22023"],
    [{ subject: "" }, "subject", "22023"],
    [{ body: "\n " }, "body", "22023"],
    [{ name: "\u200b" }, "name", "22023"],
    [{ name: "\u00a0\u2003\u0007" }, "name", "22023"],
    [{ subject: "\ufeff\t" }, "subject", "22023"],
    [{ body: "\u200b\n\u00ad" }, "body", "22023"],
    [{ name: null as unknown as string }, "name", "22023"],
    [{ name: "x".repeat(61) }, "name", "22001"],
    [{ subject: "x".repeat(201) }, "subject", "22001"],
    [{ body: "x".repeat(10_001) }, "body", "22001"],
    [{ subject: "Hello {{first name}}" }, "subject", "22023"],
    [{ subject: "Hello {\u200b{name}}" }, "subject", "22023"],
    [{ body: "Hi {first_name}" }, "body", "22023"],
  ])("%j is refused at its field", (fault, field, code) =>
    rolledBack(world().db, async () => {
      const { db } = world();
      const rep = world().world.people["active sales"];
      const refused = await refusal(db, rep, SAVE, given(randomUUID(), { ...TEXT, ...fault }));
      expect(refused).toMatchObject({ code, detail: field });
    }),
  );

  test("find the same wrong placeholders as the form", async () => {
    const part = fc.constantFrom(
      ...[
        "{",
        "}",
        "{{",
        "}}",
        "{{first_name}}",
        "{{ company\t}}",
        "first_name",
        "Agency",
        "sender",
        "x",
        "\u00a0",
        "\n",
        " ",
        "é",
      ],
    );
    const texts = fc.sample(
      fc.array(part, { maxLength: 14 }).map((parts) => parts.join("")),
      3000,
    );
    const { rows } = await world().db.run<{ unknown: string | null }>(
      `select private.unknown_placeholder(given.body) as unknown
       from jsonb_array_elements_text($1::jsonb) with ordinality as given (body, place) order by given.place`,
      [JSON.stringify(texts)],
    );
    expect(rows.map(({ unknown }, index) => [texts[index], unknown])).toEqual(
      texts.map((given) => [given, unknownPlaceholder(given)]),
    );
  });

  test.each([
    ["Hello {{first_name}}", "Hi", "subject", "{{first_name}}"],
    ["Hello", "Hi {company},\n{{x}}", "body", "{company}"],
    ["Hello", "Hi {{first name}}", "body", "{{first name}}"],
  ])("fill in placeholders only when they are inserted: an email %j, %j isn't sent", (subject, body, field, found) =>
    rolledBack(world().db, async () => {
      const { people, ids } = world().world;
      const SEND = "select public.send_lead_email($1, $2, $3, $4)";
      const given = [randomUUID(), ids["lead of sales"], subject, body];
      expect(await refusal(world().db, people["active sales"], SEND, given)).toMatchObject({
        code: "22023",
        detail: field,
        message: `${found} isn't filled in, so the lead would read it`,
      });
    }),
  );

  test("have one name each, in any case", () =>
    rolledBack(world().db, async () => {
      const { db } = world();
      const rep = world().world.people["active sales"];
      await save(db, rep, randomUUID(), TEXT);
      const other = randomUUID();
      const looksSame = ["Second\u200b call", "Second\u00a0call", "Second\t\ncall", "Sec\u00adond call\u0007"];
      for (const name of ["second call", "SECOND CALL", " Second call ", ...looksSame])
        expect(await refusal(db, rep, SAVE, given(other, { ...TEXT, name, body: "Other" }))).toMatchObject({
          code: "PT409",
          detail: "name",
        });
      await save(db, rep, other, { ...TEXT, name: "Third call" });
      expect((await listed(db, rep)).map(({ name }) => name)).toEqual(["Second call", "Third call"]);
    }));

  test("keep a name that looks the same in every spelling of its letters, and joined emoji", () =>
    rolledBack(world().db, async () => {
      const { db } = world();
      const rep = world().world.people["active sales"];
      await save(db, rep, randomUUID(), { ...TEXT, name: "Du\u0301p 👩‍🚀" });
      expect(await refusal(db, rep, SAVE, given(randomUUID(), { ...TEXT, name: "D\u00fap 👩‍🚀" }))).toMatchObject({
        detail: "name",
      });
      expect((await listed(db, rep)).map(({ name }) => name)).toEqual(["D\u00fap 👩‍🚀"]);
    }));

  test("of another account can't be overwritten by their id", () =>
    rolledBack(world().db, async () => {
      const { db } = world();
      const rep = world().world.people["active sales"];
      const id = randomUUID();
      await db.run(
        `insert into public.email_templates (id, account_id, name, subject, body)
         select $1, account.id, 'Theirs', 'Hello', 'Hi' from public.accounts as account where account.kind = 'client' limit 1`,
        [id],
      );
      expect(await refusal(db, rep, SAVE, given(id, TEXT))).toMatchObject({ code: "42501" });
      await runAs(db, rep, DELETE, [id, null]);
      expect((await db.run("select name from public.email_templates where id = $1", [id])).rows).toEqual([
        { name: "Theirs" },
      ]);
    }));
});
