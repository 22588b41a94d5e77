import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClientAccount } from "../../support/client-accounts.ts";
import { databases } from "../../support/database.ts";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { Session, TestDatabase } from "../../support/database-session.ts";
import { createWorld, type World } from "../../support/database-world.ts";

const KEY = "00000000-0000-4000-8000-00000000000a";

/** A new request of the owner, in this state. */
async function addRequest(db: Session, { people: { owner } }: World, status = "answered"): Promise<string> {
  const { rows } = await db.run<{ id: string }>(
    `insert into public.change_requests (user_id, user_email, business_name, message, status)
     values ($1, $2, 'Acme' || chr(10) || 'Dental', 'Please add a column', $3) returning id`,
    [owner.id, owner.email, status],
  );
  return rows[0]?.id ?? "";
}

const reply = (db: Session, request: string, words: string, id: string = randomUUID()) =>
  db.run("select public.reply_to_change_request($1, $2, $3)", [request, words, id]);

const conversationOf = async (db: Session, request: string) =>
  (
    await db.run<{ body: string; from_client: boolean }>(
      "select body, from_client from public.change_request_answers where request_id = $1 order by created_at",
      [request],
    )
  ).rows.map(({ body, from_client }) => `${from_client ? "client" : "agency"}: ${body}`);

const stateOf = async (db: Session, request: string) =>
  (
    await db.run<{ status: string; seen: string }>(
      "select status, updated_at::text as seen from public.change_requests where id = $1",
      [request],
    )
  ).rows[0];

type Mail = { to: string; data: Record<string, string> };
const mailsOf = async (db: Session, template: string) =>
  (
    await db.run<{ payload: Mail }>(
      "select payload from private.outbox where payload ->> 'template' = $1 order by payload ->> 'to'",
      [template],
    )
  ).rows.map(({ payload }) => payload);

onEveryDatabase("A client's reply", (given) => {
  test.each(["open", "answered", "closed"])(
    "opens a request that is %s, once, and tells the admins",
    async (status) => {
      const { db, world } = given();
      await rolledBack(db, async () => {
        const id = await addRequest(db, world, status);
        await become(db, world.people.owner);
        for (const _ of [1, 2]) await reply(db, id, "  The numbers are\n1 and 2  ", KEY);
        expect(await conversationOf(db, id)).toEqual(["client: The numbers are\n1 and 2"]);
        expect((await stateOf(db, id))?.status).toBe("open");
        await becomeOwner(db);
        expect(await mailsOf(db, "request-reply")).toMatchObject([
          {
            to: world.people.admin.email,
            data: { requestId: id, business: "Acme Dental", words: "The numbers are\n1 and 2" },
          },
        ]);
      });
    },
  );

  test("begins the wait of a request that was closed or answered by phone, but not of one that still waits", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const waits: Record<string, string[]> = {};
      for (const status of ["open", "answered", "closed"]) {
        await becomeOwner(db);
        const id = await addRequest(db, world, status);
        await db.run("update public.change_requests set created_at = now() - interval '3 days' where id = $1", [id]);
        await db.run(
          `insert into public.change_request_answers (request_id, body, from_client, created_at)
           values ($1, 'One more thing', true, now() - interval '2 days')`,
          [id],
        );
        await become(db, world.people.owner);
        for (const words of ["It broke again", "On Mondays, too"]) await reply(db, id, words);
        await becomeOwner(db);
        const { rows } = await db.run<{ words: string }>(
          `select coalesce(said.body, request.message) as words
           from public.change_requests as request left join public.change_request_answers as said
             on said.request_id = request.id and said.created_at = private.waits_since(request)
           where request.id = $1`,
          [id],
        );
        waits[status] = rows.map(({ words }) => words);
      }
      expect(waits).toEqual({
        open: ["Please add a column"],
        answered: ["It broke again"],
        closed: ["It broke again"],
      });
    });
  });

  test("and the answers are one conversation, and the next answer's email has what the client wrote last", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    await rolledBack(db, async () => {
      const id = await addRequest(db, world, "open");
      const answer = async (words: string) => {
        await become(db, admin);
        await db.run("select public.answer_change_request($1, $2::timestamptz, $3)", [
          id,
          (await stateOf(db, id))?.seen,
          words,
        ]);
      };
      await answer("Send us the numbers");
      await become(db, owner);
      await db.run(
        `insert into storage.objects (bucket_id, name, version, owner_id, user_metadata)
         values ('attachments', $1, gen_random_uuid(), $2, '{"name": "Numbers.pdf"}')`,
        [`${id}/${KEY}/11111111-numbers.pdf`, owner.id],
      );
      await reply(db, id, "1 and 2", KEY);
      const files = await db.run<{ files: object[] }>("select public.list_request_files(array[$1::uuid]) as files", [
        id,
      ]);
      expect(files.rows[0]?.files).toMatchObject([{ answer_id: KEY, name: "Numbers.pdf" }]);
      await answer("It is on");
      const told = ["agency: Send us the numbers", "client: 1 and 2", "agency: It is on"];
      expect(await conversationOf(db, id)).toEqual(told);
      const found = await db.run<{ found: { rows: { id: string; answers: object[] }[] } }>(
        "select public.search_change_requests('please', 'answered') as found",
      );
      expect(found.rows[0]?.found.rows.find((row) => row.id === id)?.answers).toMatchObject([
        { from_client: false },
        { from_client: true, body: "1 and 2" },
        { from_client: false },
      ]);
      await become(db, owner);
      expect(await conversationOf(db, id)).toEqual(told);
      await becomeOwner(db);
      expect(await mailsOf(db, "request-reply")).toMatchObject([{ data: { files: "Numbers.pdf" } }]);
      const questions = (await mailsOf(db, "request-answered")).map(({ data }) => [data.question, data.askedFiles]);
      expect(questions).toEqual(
        expect.arrayContaining([
          ["Please add a column", undefined],
          ["1 and 2", "Numbers.pdf"],
        ]),
      );
    });
  });

  test("is refused when it is empty or too long, has a used id, or is to somebody else's request", async () => {
    const { db, world } = given();
    const { owner, "other client": other, admin } = world.people;
    await rolledBack(db, async () => {
      const id = await addRequest(db, world);
      const said = await db.run<{ id: string }>("select id from public.change_request_answers limit 1");
      const refusalOf = async (who: typeof owner, words: string, key: string = randomUUID()) => {
        const { code, message } = await refusal(
          db,
          who,
          `select public.reply_to_change_request('${id}', '${words}', '${key}')`,
        );
        return `${code} ${message}`;
      };
      expect(await refusalOf(owner, " ")).toBe("22023 Reply is required");
      expect(await refusalOf(owner, "x".repeat(10_001))).toBe("22001 Reply is longer than 10000 characters");
      expect(await refusalOf(owner, "Hello", said.rows[0]?.id)).toBe("42501 This belongs to someone else");
      for (const who of [other, admin]) expect(await refusalOf(who, "Hello")).toBe("PT404 Request not found");
      expect(await conversationOf(db, id)).toEqual([]);
      await become(db, owner);
      await reply(db, id, "x".repeat(10_000));
    });
  });

  test("makes an answer that an admin wrote before reading it a conflict", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    await rolledBack(db, async () => {
      const id = await addRequest(db, world, "open");
      await db.run("alter table public.change_requests disable trigger touch_updated_at");
      await db.run("update public.change_requests set updated_at = now() - interval '1 minute' where id = $1", [id]);
      await db.run("alter table public.change_requests enable trigger touch_updated_at");
      const seen = (await stateOf(db, id))?.seen;
      await become(db, owner);
      await reply(db, id, "One more thing");
      const late = await refusal(
        db,
        admin,
        `select public.answer_change_request('${id}', '${seen}'::timestamptz, 'Done')`,
      );
      expect(late.code).toBe("PT409");
    });
  });
});

onEveryDatabase("A request of someone who left its account", (given) => {
  const REMOVE = "select public.remove_member($1, $2)";
  const ATTACH = "insert into storage.objects (bucket_id, name, version) values ('attachments', $1, gen_random_uuid())";
  type Found = { found: { rows: { id: string; has_left: boolean; answered_to: string[] }[] } };
  type Rights = { rights: { left: { id: string; name: string }[] } };

  /** A member's request for their account, and their one to be deleted. */
  async function asked(db: Session) {
    const account = await createClientAccount(db, "Harbor Dental");
    const { member } = account;
    await runAs(db, member, "update public.profiles set first_name = 'Tara', last_name = 'Two' where user_id = $1", [
      member.id,
    ]);
    const add = async (isDeletion: boolean) => {
      const { rows } = await db.run<{ id: string }>(
        `insert into public.change_requests (user_id, user_email, business_name, message, account_id, is_deletion)
         values ($1, $2, 'Harbor', 'Please add a column', $3, $4) returning id`,
        [member.id, member.email, account.id, isDeletion],
      );
      return rows[0]?.id ?? "";
    };
    return { account, member, id: await add(false), deletion: await add(true) };
  }

  const foundBy = async (db: Session, admin: World["people"]["admin"], id: string) =>
    (
      await runAs<Found>(db, admin, "select public.search_change_requests(p_linked => $1) as found", [id])
    ).found.rows.find((row) => row.id === id);

  const answer = async (db: Session, admin: World["people"]["admin"], id: string) => {
    await becomeOwner(db);
    const seen = (await stateOf(db, id))?.seen;
    await runAs(db, admin, "select public.answer_change_request($1, $2::timestamptz, 'Done')", [id, seen]);
    await becomeOwner(db);
    return (await mailsOf(db, "request-answered")).map(({ to, data }) => [to, data.asker]);
  };

  test("is read-only for them, with the account's name, and the one to be deleted isn't", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const { account, member, id, deletion } = await asked(db);
      const rightsOf = async () =>
        (await runAs<Rights>(db, member, "select public.portal_rights() as rights")).rights.left;
      await become(db, member);
      await reply(db, id, "And a row");
      await db.run(ATTACH, [`${id}/${KEY}/11111111-plan.pdf`]);
      expect(await rightsOf()).toEqual([]);
      expect(await foundBy(db, admin, id)).toMatchObject({ has_left: false, answered_to: [member.email] });
      await runAs(db, member, REMOVE, [account.id, member.id]);
      expect(await rightsOf()).toEqual([{ id: account.id, name: "Harbor Dental" }]);
      await become(db, member);
      expect(await conversationOf(db, id)).toEqual(["client: And a row"]);
      const said = await refusal(db, member, `select public.reply_to_change_request('${id}', 'One more')`);
      expect(said).toMatchObject({ code: "PT409", message: expect.stringContaining("You no longer belong to") });
      // Neither to a reply nor to the request itself, however the folder is spelled.
      for (const folder of [`${id}/${randomUUID()}`, `${id}/request`, `${id.toUpperCase()}/request`, `${id}/Request`]) {
        const attached = await refusal(db, member, ATTACH.replace("$1", `'${folder}/22222222-plan.pdf'`));
        expect(attached.code, folder).toBe("42501");
      }
      await become(db, member);
      await reply(db, deletion, "Please hurry");
    });
  });

  test("says so to the admins, and its answer is emailed to the owners who stay, else to them", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const { account, member, id } = await asked(db);
      const { owner, billing } = account;
      expect(await answer(db, admin, id)).toEqual([[member.email, undefined]]);
      await runAs(db, owner, REMOVE, [account.id, member.id]);
      await db.run("delete from private.outbox");
      expect(await foundBy(db, admin, id)).toMatchObject({ has_left: true, answered_to: [owner.email] });
      expect(await answer(db, admin, id)).toEqual([[owner.email, "Tara Two"]]);
      await runAs(db, owner, REMOVE, [account.id, billing.id]);
      await runAs(db, admin, REMOVE, [account.id, owner.id]);
      await db.run("delete from private.outbox");
      expect(await foundBy(db, admin, id)).toMatchObject({ has_left: true, answered_to: [member.email] });
      expect(await answer(db, admin, id)).toEqual([[member.email, undefined]]);
    });
  });
});

onEveryDatabase("A new request", (given) => {
  test("is told to the admins who want to know, and not to an admin who sends it", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    const ask = async (who: typeof owner) => {
      await become(db, who);
      await db.run(
        "insert into public.change_requests (user_id, user_email, business_name, message) values ($1, $2, 'Acme', 'Please')",
        [who.id, who.email],
      );
      await becomeOwner(db);
      return (await mailsOf(db, "request-arrived")).map(({ to }) => to);
    };
    await rolledBack(db, async () => {
      expect(await ask(admin)).toEqual([]);
      expect(await ask(owner)).toEqual([admin.email]);
      await db.run(
        "insert into public.notification_choices (user_id, kind, wanted) values ($1, 'client-request', false)",
        [admin.id],
      );
      expect(await ask(owner)).toEqual([admin.email]);
    });
  });
});

onEveryDatabase("The emails about a new request", (given) => {
  test("name its account to a sender of several, and to the admins unless it is the typed business", async () => {
    const { db, world } = given();
    const { owner } = world.people;
    await rolledBack(db, async () => {
      const { id } = await createClientAccount(db, "Harbor Dental");
      const ask = async (business: string, account: string | null) => {
        await runAs(
          db,
          owner,
          `insert into public.change_requests (user_id, user_email, business_name, message, account_id)
           values ($1, $2, $3, 'Please', $4)`,
          [owner.id, owner.email, business, account],
        );
        const named = [...(await mailsOf(db, "request-received")), ...(await mailsOf(db, "request-arrived"))];
        await db.run("delete from private.outbox");
        return named.map(({ data }) => data.forAccount);
      };
      const { rows } = await db.run<{ name: string }>(
        "select name from public.accounts where id = (select account_id from public.account_members where user_id = $1)",
        [owner.id],
      );
      expect(await ask(rows[0]?.name ?? "", null)).toEqual([undefined, undefined]);
      await db.run("insert into public.account_members (account_id, user_id) values ($1, $2)", [id, owner.id]);
      expect(await ask("harbor dental ", id)).toEqual(["Harbor Dental", undefined]);
      expect(await ask("Ember", id)).toEqual(["Harbor Dental", "Harbor Dental"]);
    });
  });
});

describe.each(databases().filter(({ overlapping }) => overlapping))("At the same moment, on $name", ({ open }) => {
  let db: TestDatabase;
  let world: World;
  beforeAll(async () => {
    db = await open();
    world = await createWorld(db);
  });
  afterAll(() => db?.close());

  test("a repeated reply is stored once, and different replies are all stored", async () => {
    const id = await addRequest(db, world, "closed");
    const send = async (words: string, key: string) => {
      const session = await db.connect?.();
      if (!session) throw new Error("This database has one connection");
      try {
        await session.run("begin");
        await become(session, world.people.owner);
        await reply(session, id, words, key);
        await session.run("commit");
      } finally {
        await session.run("rollback");
        session.release();
      }
    };
    await Promise.all([send("Same", KEY), send("Same", KEY), send("Other", randomUUID())]);
    expect((await conversationOf(db, id)).sort()).toEqual(["client: Other", "client: Same"]);
    expect((await stateOf(db, id))?.status).toBe("open");
    expect(await mailsOf(db, "request-reply")).toHaveLength(2);
  });
});
