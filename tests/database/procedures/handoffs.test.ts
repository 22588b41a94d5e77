import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { addLeadRow, changeLeads } from "../../support/lead-rows.ts";

const WIN = "select public.win_lead($1, $2, null, $3) as answer";
const REPLY = "select public.reply_to_change_request($1, $2)";

type Handoff = { id: string; status: string; is_own: boolean; by: string; answers: { body: string }[] };

onEveryDatabase("The hand-off of a won lead", (given) => {
  const win = (db: Session, who: Person, lead: string, email?: string) =>
    runAs<{ answer: { outcome: string; account_id?: string } }>(db, who, WIN, [
      randomUUID(),
      lead,
      JSON.stringify(email ? { email } : {}),
    ]);
  const handedOff = async (db: Session, fields: Record<string, unknown> = { first_name: "Win" }) => {
    const { "active sales": sales } = given().world.people;
    const lead = await addLeadRow(db, sales, fields);
    expect((await win(db, sales, lead)).answer.outcome).toBe("handed_over");
    return lead;
  };
  const handoffOf = async (db: Session, who: Person, lead: string) =>
    (await runAs<{ page: { handoff: Handoff | null } }>(db, who, "select public.lead_page($1) as page", [lead])).page
      .handoff;

  test("closes with a note when an admin sets up the client, in either way", async () => {
    const { db, world } = given();
    const { admin, "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const setUp = {
        "set up in the form": (lead: string) => win(db, admin, lead, `${randomUUID().slice(0, 8)}@win.example`),
        "account made with one click": (lead: string) =>
          runAs(db, admin, "select public.create_account_from_lead($1)", [lead]),
      };
      for (const [way, run] of Object.entries(setUp)) {
        const lead = await handedOff(db, { company: "Win Dental" });
        expect(await handoffOf(db, sales, lead), way).toMatchObject({ status: "open", is_own: true, answers: [] });
        await run(lead);
        expect(await handoffOf(db, sales, lead), way).toMatchObject({
          status: "closed",
          answers: [{ body: expect.stringMatching(/ set up the client: Win Dental\.$/) }],
        });
        // A second click says nothing twice.
        await runAs(db, admin, "select public.create_account_from_lead($1)", [lead]);
        expect((await handoffOf(db, sales, lead))?.answers, way).toHaveLength(1);
      }
    });
  });

  test("closes when the deal is no longer won", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const lead = await handedOff(db);
      await changeLeads(db, sales, [lead], { stage: "proposal" });
      expect(await handoffOf(db, sales, lead)).toMatchObject({
        status: "closed",
        answers: [{ body: "This deal is no longer won, so no client needs to be set up." }],
      });
    });
  });

  test("takes notes of the person who handed it off until it is done, and of nobody else", async () => {
    const { db, world } = given();
    const { admin, owner, "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      const lead = await handedOff(db);
      const id = (await handoffOf(db, sales, lead))?.id ?? "";
      for (const stranger of [other, owner, admin])
        expect(await refusal(db, stranger, REPLY, [id, "Mine"])).toMatchObject({ code: "PT404" });
      await runAs(db, sales, REPLY, [id, "They start on Monday"]);
      expect(await handoffOf(db, admin, lead)).toMatchObject({
        is_own: false,
        by: expect.any(String),
        answers: [{ body: "They start on Monday", from_client: true }],
      });
      const told = await db.run("select from private.outbox where payload ->> 'template' = 'request-reply'");
      expect(told.count).toBe(1);
      await win(db, admin, lead, "note@win.example");
      expect(await refusal(db, sales, REPLY, [id, "One more"])).toMatchObject({ code: "PT409" });
    });
  });

  test("is unread in the bell of each admin until they mark it, or it is done; nobody else sees it there", async () => {
    const { db, world } = given();
    const { admin, "active sales": sales, "other active sales": other } = world.people;
    type Note = { id: string; event: string; lead_id: string; by: string; is_read: boolean };
    const news = async (who: Person) =>
      (await runAs<{ news: Note[] }>(db, who, "select public.crm_notifications() as news")).news.filter(
        ({ event }) => event === "handed_off",
      );
    const mark = (who: Person, ids: string[]) => runAs(db, who, "select public.mark_notifications_read($1)", [ids]);
    await rolledBack(db, async () => {
      const lead = await handedOff(db);
      const [note] = await news(admin);
      expect(note).toMatchObject({ lead_id: lead, by: expect.any(String), is_read: false });
      for (const person of [sales, other]) {
        expect(await news(person)).toEqual([]);
        await mark(person, [note?.id ?? ""]);
      }
      expect((await news(admin))[0]?.is_read).toBe(false);
      for (const _ of [1, 2]) await mark(admin, [note?.id ?? ""]);
      expect((await news(admin))[0]?.is_read).toBe(true);
      const next = await handedOff(db);
      const unread = async () => (await news(admin)).filter(({ is_read }) => !is_read).map(({ lead_id }) => lead_id);
      expect(await unread()).toEqual([next]);
      await win(db, admin, next, "bell@win.example");
      expect(await unread()).toEqual([]);
      expect(new Set((await news(admin)).map(({ lead_id }) => lead_id))).toEqual(new Set([next, lead]));
      // A deal that isn't won anymore needs no client.
      await changeLeads(db, sales, [lead], { stage: "proposal" });
      expect((await news(admin)).map(({ lead_id }) => lead_id)).toEqual([next]);
    });
  });

  test("can be set up without an address, so that the owner is invited later", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const { answer } = await win(db, admin, await handedOff(db));
      expect(answer.outcome).toBe("prepared");
      const invited = await db.run("select from public.invitations where account_id = $1", [answer.account_id]);
      expect(invited.count).toBe(0);
    });
  });
});

onEveryDatabase("The list of requests", (given) => {
  test("is sorted by the longest wait, or by the newest activity", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    await rolledBack(db, async () => {
      await db.run("delete from public.change_requests");
      await db.run("alter table public.change_requests disable trigger touch_updated_at");
      const add = async (name: string, status: string, hours: number, active: number) => {
        const { rows } = await db.run<{ id: string }>(
          `insert into public.change_requests (user_id, user_email, business_name, message, status, created_at, updated_at)
           values ($1, $2, $3, 'Please', $4, now() - make_interval(hours => $5), now() - make_interval(hours => $6)) returning id`,
          [owner.id, owner.email, name, status, hours, active],
        );
        return rows[0]?.id ?? "";
      };
      await add("two days", "open", 48, 48);
      const replied = await add("replied", "open", 90, 1);
      await add("old answer", "answered", 200, 100);
      await add("new answer", "answered", 30, 20);
      await add("closed", "closed", 100, 2);
      // It waits since the first reply after the answer, not since the request.
      await db.run(
        `insert into public.change_request_answers (request_id, body, from_client, created_at)
         values ($1, 'Done', false, now() - interval '80 hours'), ($1, 'No', true, now() - interval '3 hours'), ($1, 'Hello?', true, now() - interval '1 hour')`,
        [replied],
      );
      const sorted = async (sort: string) =>
        (
          await runAs<{ found: { rows: { business_name: string }[] } }>(
            db,
            admin,
            "select public.search_change_requests(p_sort => $1) as found",
            [sort],
          )
        ).found.rows.map(({ business_name }) => business_name);
      expect(await sorted("wait")).toEqual(["two days", "replied", "new answer", "closed", "old answer"]);
      expect(await sorted("activity")).toEqual(["replied", "closed", "new answer", "two days", "old answer"]);
      expect(await refusal(db, admin, "select public.search_change_requests(p_sort => 'name')")).toMatchObject({
        code: "22023",
      });
    });
  });
});
