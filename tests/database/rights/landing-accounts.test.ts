import { beforeAll, expect, test } from "vitest";
import { asPersonIn, type ClientAccount, createClientAccount } from "../../support/client-accounts.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person } from "../../support/database-persons.ts";

const TABLES = [
  "landing_drafts",
  "landing_page_versions",
  "landing_previews",
  "landing_domains",
  "landing_submissions",
  "landing_views",
  "landing_visits",
  "landing_clicks",
  "landing_pictures",
  "landing_publish_requests",
  "landing_brands",
];

/** Each procedure, with what it is about. */
const PROCEDURES: Record<string, string> = {
  create_landing_page: "select public.create_landing_page(gen_random_uuid(), 'mine', '{\"title\": \"Mine\"}')",
  save_landing_draft: 'select public.save_landing_draft({page}, 1, \'{"title": "Mine"}\')',
  save_landing_brand: 'select public.save_landing_brand(1, \'{"corner": "round"}\')',
  publish_landing_page: "select public.publish_landing_page({page}, 1)",
  unpublish_landing_page: "select public.unpublish_landing_page({page})",
  roll_back_landing_page: "select public.roll_back_landing_page({page}, 1)",
  duplicate_landing_page: "select public.duplicate_landing_page({page}, gen_random_uuid())",
  create_landing_preview: "select public.create_landing_preview({page}, 1)",
  revoke_landing_preview: "select public.revoke_landing_preview({link})",
  add_landing_domain: "select public.add_landing_domain({page}, '{slug}.example.com')",
  withdraw_publish_request: "select public.withdraw_publish_request({page})",
  "describe a picture": "update public.landing_pictures set alt = 'Mine' where name = {picture}",
  "add a picture":
    "insert into storage.objects (bucket_id, name, version) values ('landing', {new picture}, gen_random_uuid())",
  "delete a picture": "delete from storage.objects where bucket_id = 'landing' and name = {picture}",
};
const READS: Record<string, string> = {
  list_landing_pages: "select * from public.list_landing_pages()",
  landing_visit_sums: "select * from public.landing_visit_sums({page}, current_date, current_date)",
  landing_page_stats: "select * from public.landing_page_stats({page}, current_date, current_date)",
  landing_brand: "select public.landing_brand()",
  search_landing_pictures: "select * from public.search_landing_pictures()",
  landing_picture_uses: "select * from public.landing_picture_uses({picture})",
  "read pictures": "select * from storage.objects where bucket_id = 'landing'",
  ...Object.fromEntries(TABLES.map((table) => [table, `select account_id from public.${table}`])),
};
const ADMINS: Record<string, string> = {
  "list every account's pages": "select * from public.list_landing_pages(true)",
  move_landing_page: "select public.move_landing_page({page}, private.agency_account())",
  set_page_approval: "select public.set_page_approval({account}, false)",
  answer_publish_request:
    "select public.answer_publish_request({page}, (select requested_at from public.landing_publish_requests where page_id = {page}), true)",
};

type Account = ClientAccount & { page: string; link: string; picture: string };

onEveryDatabase("Landing pages of accounts", (given) => {
  let paying: Account;
  let free: Account;
  let people: Record<string, Person>;

  beforeAll(async () => {
    const { db, world } = given();
    const add = async (account: ClientAccount): Promise<Account> => {
      const { rows } = await db.run<{ id: string }>(
        `insert into public.landing_pages (slug, title, status, content, account_id)
         values ($1, $1, 'published', '<p>Words</p>', $2) returning id`,
        [`page-of-${account.slug}`, account.id],
      );
      const page = rows[0]?.id ?? "";
      const picture = `${account.id}/team.png`;
      await db.run("insert into public.landing_domains (page_id, domain) values ($1, $2)", [
        page,
        `${account.slug}.example.com`,
      ]);
      await db.run(
        'insert into public.landing_submissions (page_id, version, answers) values ($1, 1, \'{"email": "a@example.com"}\')',
        [page],
      );
      await db.run(
        "insert into public.landing_views (page_id, day, version, source) values ($1, current_date, 1, 'x')",
        [page],
      );
      await db.run(
        "insert into public.landing_visits (page_id, day, version, width) values ($1, current_date, 1, 'phone')",
        [page],
      );
      await db.run(
        "insert into public.landing_clicks (page_id, version, width, block, x, y) values ($1, 1, 'phone', 0, 0, 0)",
        [page],
      );
      await db.run(
        `insert into public.landing_publish_requests (page_id, revision, draft, requested_by)
         select page_id, revision, to_jsonb(draft), $2 from public.landing_drafts as draft where page_id = $1`,
        [page, account.owner.id],
      );
      await db.run(
        `insert into storage.objects (bucket_id, name, version, metadata) values ('landing', $1, gen_random_uuid(), '{"size": 100}')`,
        [picture],
      );
      await db.run("insert into public.landing_pictures (name, alt, width, height) values ($1, 'Team', 10, 10)", [
        picture,
      ]);
      await db.run("insert into public.landing_brands (account_id) values ($1)", [account.id]);
      const links = await db.run<{ id: string }>(
        `insert into public.landing_previews (page_id, token_hash, expires_at)
         values ($1, sha256(convert_to($2, 'UTF8')), now() + interval '1 day') returning id`,
        [page, account.slug],
      );
      return { ...account, page, picture, link: links.rows[0]?.id ?? "" };
    };
    paying = await add(await createClientAccount(db, "Northside"));
    free = await add(await createClientAccount(db, "Freeside", { premium: false }));
    const lent = await createPerson(db, "active sales");
    await db.run("insert into public.account_loans (account_id, user_id) values ($1, $2), ($3, $2)", [
      paying.id,
      lent.id,
      free.id,
    ]);
    const removed = await createPerson(db, "new client");
    await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'member')", [
      paying.id,
      removed.id,
    ]);
    await db.run("delete from public.account_members where account_id = $1 and user_id = $2", [paying.id, removed.id]);
    const { admin, inactive, anon, "active sales": sales } = world.people;
    people = { "lent rep": lent, "removed member": removed, sales: sales, admin, inactive, anon };
  });

  const fillIn = (text: string, { page, link, picture, slug, id }: Account) =>
    text
      .replaceAll("{page}", `'${page}'`)
      .replaceAll("{link}", `'${link}'`)
      .replaceAll("{picture}", `'${picture}'`)
      .replaceAll("{new picture}", `'${id}/new.png'`)
      .replaceAll("{account}", `'${id}'`)
      .replaceAll("{slug}", slug);
  /** What a person gets who works in the workspace `entered` with rows of `account`. */
  const outcome = async (person: Person | undefined, entered: string | null, text: string, account: Account) => {
    try {
      const { count, rows } = await asPersonIn<{ account_id?: string }>(
        given().db,
        person ?? { id: null, email: "" },
        entered,
        fillIn(text, account),
      );
      return { count, accounts: [...new Set(rows.flatMap(({ account_id }) => account_id ?? []))] };
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  };

  test.each(Object.entries(READS))(
    "%s: people of the account and admins get its rows, everyone else none",
    async (_, text) => {
      for (const account of [paying, free])
        for (const person of [account.owner, account.member, people.admin]) {
          const got = await outcome(person, account.slug, text, account);
          expect(got).toMatchObject({ count: expect.any(Number) });
          // Admins answer the requests of all accounts.
          const everywhere = text.includes("landing_publish_requests") && person === people.admin;
          if (typeof got === "object" && got.accounts.length > 0 && !everywhere)
            expect(got.accounts).toEqual([account.id]);
        }
      const strangers: [string, Person | undefined][] = [
        ["billing", paying.billing],
        ["another account's owner", free.owner],
        ...Object.entries(people).filter(([kind]) => kind !== "admin"),
      ];
      for (const [kind, person] of strangers) {
        const got = await outcome(person, paying.slug, text, paying);
        // Pictures are files of everyone's own accounts, whatever workspace the request names.
        const nothing =
          typeof got === "string" || got.count === 0 || (text.includes("storage.") && kind.includes("owner"));
        expect([kind, nothing]).toEqual([kind, true]);
      }
    },
  );

  test.each(TABLES)("the owner sees the account's own rows of %s and nothing of the agency", async (table) => {
    const { rows } = await asPersonIn<{ account_id: string }>(
      given().db,
      paying.owner,
      paying.slug,
      `select account_id from public.${table}`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ account_id }) => account_id))).toEqual(new Set([paying.id]));
    const home = await outcome(paying.owner, null, `select account_id from public.${table}`, paying);
    expect(home).toMatchObject({ count: 0 });
  });

  test.each(Object.entries(PROCEDURES))("%s: works for people with premium and admins only", async (name, text) => {
    for (const person of [paying.owner, paying.member, people.admin])
      expect(await outcome(person, paying.slug, text, paying)).toMatchObject({ count: 1 });
    const refused = name.includes("picture") ? expect.anything() : "42501";
    const strangers = { ...people, billing: paying.billing, "another account's owner": free.owner };
    for (const [kind, person] of Object.entries(strangers))
      if (kind !== "admin") {
        const got = await outcome(person, paying.slug, text, paying);
        expect([kind, got === "42501" || (typeof got === "object" && got.count === 0)]).toEqual([kind, true]);
        expect([kind, got]).toEqual([kind, refused]);
      }
    for (const person of [free.owner, free.member]) {
      const got = await outcome(person, free.slug, text, free);
      expect(got === "42501" || (typeof got === "object" && got.count === 0)).toBe(true);
    }
  });

  test.each(Object.entries(PROCEDURES))("%s: changes nothing of another account", async (name, text) => {
    // They name no row, so they work with the workspace.
    if (["create_landing_page", "save_landing_brand"].includes(name)) return;
    for (const [person, entered] of [
      [paying.owner, paying.slug],
      [people.admin, paying.slug],
      [paying.owner, null],
    ] as const) {
      const got = await outcome(person, entered, text, free);
      // Admins manage the files of every account.
      if (name.endsWith(" picture") && person === people.admin && !name.startsWith("describe")) continue;
      expect([name, got === "PT404" || got === "42501" || (typeof got === "object" && got.count === 0)]).toEqual([
        name,
        true,
      ]);
    }
  });

  test.each(Object.entries(ADMINS))("%s: admins only", async (_, text) => {
    expect(
      await outcome(
        people.admin,
        null,
        text.replaceAll("private.agency_account()", "'00000000-0000-4000-8000-000000000001'"),
        paying,
      ),
    ).toMatchObject({
      count: expect.any(Number),
    });
    for (const person of [paying.owner, paying.member, paying.billing, free.owner, people["lent rep"], people.inactive])
      expect(
        await outcome(
          person,
          paying.slug,
          text.replaceAll("private.agency_account()", "'00000000-0000-4000-8000-000000000001'"),
          paying,
        ),
      ).toBe("42501");
  });
});
