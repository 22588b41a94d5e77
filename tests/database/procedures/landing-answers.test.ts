import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

type Payload = { answers: Record<string, string>; asked: { name: string; question?: string }[] };

onEveryDatabase("The answers of a landing page's form", (given) => {
  const send = async (db: TestDatabase, form: object) => {
    await db.run("select public.submit_landing_form($1::text::jsonb, '192.0.2.1')", [
      JSON.stringify({
        page_id: given().world.ids["open page"],
        version: 1,
        email: "asked@example.com",
        source: "direct",
        ...form,
      }),
    ]);
    const { rows } = await db.run<{ payload: Payload }>(
      `select activity.payload from public.lead_activities as activity join public.leads as lead on lead.id = activity.lead_id
       where lead.email = 'asked@example.com' and activity.kind = 'form'`,
    );
    const mails = await db.run<{ data: Record<string, string> }>(
      "select payload -> 'data' as data from private.outbox where payload ->> 'template' = 'lead-arrived' order by created_at desc limit 1",
    );
    return {
      payload: rows[0]?.payload,
      mail: JSON.parse(mails.rows[0]?.data.answers ?? "{}") as Record<string, string>,
    };
  };

  test("have its questions in its order, in the lead's history and in the team's email", () =>
    rolledBack(given().db, async () => {
      const { payload, mail } = await send(given().db, {
        message: "No",
        answers: {
          a: "Yes",
          color: "Red",
          email: "asked@example.com",
          message: "No",
          when_do_you_have_time: "Now",
          z: "",
        },
        asked: [
          { name: "email", question: "Email" },
          { name: "when_do_you_have_time", question: "When do you have time?" },
          { name: "a", question: 'Braces & "aligners"' },
          { name: "message", question: "Anything else we should know?" },
          { name: "z", question: "Nothing" },
          { name: "color", question: "" },
        ],
      });
      expect(payload?.asked.map(({ name, question }) => [name, question])).toEqual([
        ["email", "Email"],
        ["when_do_you_have_time", "When do you have time?"],
        ["a", 'Braces & "aligners"'],
        ["message", "Anything else we should know?"],
        ["z", "Nothing"],
        ["color", undefined],
      ]);
      expect(mail.more).toBe(
        'When do you have time? Now\nBraces & "aligners": Yes\nAnything else we should know? No\ncolor: Red',
      );
      expect(mail.message).toBeUndefined();
    }));

  test("without questions are as before", () =>
    rolledBack(given().db, async () => {
      const { payload, mail } = await send(given().db, {
        message: "Hello",
        answers: { email: "asked@example.com", message: "Hello", which_tooth: "Front" },
      });
      expect(payload?.answers).toMatchObject({ which_tooth: "Front" });
      expect(mail).toMatchObject({ message: "Hello", more: "which_tooth: Front" });
    }));

  test("are shorter in the history if they are long, with the first questions of the form", () =>
    rolledBack(given().db, async () => {
      const names = Array.from({ length: 60 }, (_, place) => `field-${60 - place}`);
      const { payload } = await send(given().db, {
        answers: Object.fromEntries(names.map((name) => [name, "🦷".repeat(200)])),
        asked: names.map((name) => ({ name, question: "🦷".repeat(300) })),
      });
      expect(payload?.asked.map(({ name }) => name)).toEqual(names.slice(0, 8));
      expect(Object.keys(payload?.answers ?? {}).toSorted()).toEqual(names.slice(0, 8).toSorted());
    }));
});
