import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { outcomeAs, refusal, refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import { addLeadRow } from "../../support/lead-rows.ts";

const SEARCH = "select * from public.search_leads($1, $2)";
const CREATE = "select public.create_lead($1, $2) as answer";
const KNOWN = "select public.known_lead($1, $2) as known";
type Found = { id: string; name: string; owner_name: string };

onEveryDatabase("The lead search", (given) => {
  const seeded = (
    work: (search: (who: "admin" | "active sales", query: string) => Promise<string[]>) => Promise<void>,
  ) => {
    const { db, world } = given();
    return rolledBack(db, async () => {
      await db.run(
        `insert into public.leads (user_id, first_name, last_name, email, phone, company) values
         (null, 'Nadia', 'Rahimi', 'nadia@sable.example', '+1 503 555 0148', 'Sable Interiors'),
         ($1, 'Owen', 'Gallagher', 'owen@tidewater.example', '(503) 555-0199', 'Tidewater HVAC'),
         ($2, 'Other', 'Gallagher', null, null, 'O''Brien & Söhne')`,
        [world.people["active sales"].id, world.people["other active sales"].id],
      );
      await work(async (who, query) => {
        await db.run("savepoint search");
        const { rows } = await outcomeAs<Found>(db, world.people[who], SEARCH, [query, 8]);
        await db.run("rollback to savepoint search");
        return rows.map(({ name }) => name);
      });
    });
  };

  test("finds the same leads in lists, whatever colleagues have", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      await addLeadRow(db, sales, { first_name: "Mine", last_name: "Zylberstien" });
      const listed = async (who: Person) => {
        const filter = { op: "and", rules: [{ field: "q", is: "eq", value: "zylberstein" }] };
        const list = "select jsonb_array_length(public.list_leads('all', $1) -> 'rows') as leads";
        return (await runAs<{ leads: number }>(db, who, list, [JSON.stringify(filter)])).leads;
      };
      expect(await listed(sales)).toBe(1);
      await addLeadRow(db, other, { first_name: "Theirs", last_name: "Zylberstein" });
      expect(await listed(sales)).toBe(1);
      expect([await listed(other), await listed(admin)]).toEqual([1, 1]);
    });
  });

  test("finds by word beginnings in name, email and company", () =>
    seeded(async (search) => {
      expect(await search("admin", "nad rah")).toEqual(["Nadia Rahimi"]);
      expect(await search("admin", "tidew")).toEqual(["Owen Gallagher"]);
      expect((await search("admin", "gallagher")).sort()).toEqual(["Other Gallagher", "Owen Gallagher"]);
      expect(await search("admin", "o'brien")).toContain("Other Gallagher");
    }));

  test("finds a name by the beginning of each of its words, whatever signs and numbers are in it", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    // Digits alone are searched as phone numbers.
    const hasLetter = (text: string) => /[a-zé]/i.test(text);
    const sign = fc.constantFrom(..."a1e5é9x7<>&;~'#/.@-_+:\\ ");
    const names = fc
      .sample(fc.string({ unit: sign, minLength: 3, maxLength: 24 }), { numRuns: 80, seed: 12 })
      .filter(hasLetter);
    const filter = (value: string) =>
      JSON.stringify({ op: "and", rules: [{ field: "company", is: "contains", value }] });
    const listed = "select jsonb_path_query_array(public.list_leads('all', $1), '$.rows[*].company') as companies";
    // PostgreSQL takes these for a number, a tag and a path.
    for (const name of [...names, "828e6a", "<acme>", "x~yard", "R&amp;Dee"])
      await rolledBack(db, async () => {
        await addLeadRow(db, admin, { company: name });
        // In a large workspace, an index finds the leads of a filter, too.
        await db.run("update private.lead_totals set leads = 5000");
        for (const word of name.split(/[^\p{L}\p{N}]+/u).filter(hasLetter)) {
          for (const query of new Set([word, word.slice(0, -1)].filter(hasLetter))) {
            const { rows } = await outcomeAs<{ company: string }>(db, admin, SEARCH, [query, 50]);
            expect(
              rows.map(({ company }) => company),
              `${query} in ${name}`,
            ).toContain(name);
          }
          const { companies } = await runAs<{ companies: string[] }>(db, admin, listed, [filter(word.slice(-5))]);
          expect(companies, `${word.slice(-5)} within ${name}`).toContain(name);
        }
      });
  });

  test("a filter finds what it contains with and without accents, whichever apostrophe was typed", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    const letter = fc.constantFrom(..."aeonuéèöÑçü'’ ");
    const names = fc.sample(fc.string({ unit: letter, minLength: 5, maxLength: 16 }), { numRuns: 60, seed: 9 });
    const plain = (text: string) =>
      text
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]/g, "")
        .replaceAll("’", "'");
    const filter = (value: string) =>
      JSON.stringify({ op: "and", rules: [{ field: "company", is: "contains", value }] });
    const listed = "select jsonb_path_query_array(public.list_leads('all', $1), '$.rows[*].company') as companies";
    for (const name of [...names, "Émilie", "O’Neil", "Zoë's Café"].map((each) => each.trim()).filter(Boolean))
      await rolledBack(db, async () => {
        await addLeadRow(db, admin, { company: name });
        for (const leads of [10, 5000]) {
          await db.run("update private.lead_totals set leads = $1", [leads]);
          const typed = [name, plain(name), name.slice(2), plain(name).slice(2), plain(name).toUpperCase()];
          for (const text of typed.filter((each) => each.trim())) {
            const { companies } = await runAs<{ companies: string[] }>(db, admin, listed, [filter(text)]);
            expect(companies, `“${text}” in “${name}” with ${leads} leads`).toContain(name);
          }
        }
      });
  });

  test("tolerates typing errors", () =>
    seeded(async (search) => {
      for (const typed of ["Nadja Rahmi", "nadia rahimy", "Sabel Interiors"])
        expect((await search("admin", typed))[0], typed).toBe("Nadia Rahimi");
      expect(await search("admin", "Galager owen")).toEqual(["Owen Gallagher"]);
      expect(await search("admin", "zzzzqqq")).toEqual([]);
    }));

  test("puts names first, then companies, then addresses, then similar words", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    // Each would be first by how much its text is like the query.
    const leads = {
      "similar word": { first_name: "Jansen" },
      address: { first_name: "Ola", email: "jensen.hiro@example.com" },
      company: { company: "Jensen Hiro" },
      "name and company": { first_name: "Hiro", last_name: "Ito", company: "Jensen & Sons of the Harbor" },
      name: { first_name: "Hiroshi Alexander", last_name: "Jensen-Maplethorpe", company: "Zephyr Interiors" },
      "name with an accent": { first_name: "Hiró", last_name: "Jensén von Habsburg-Lothringen" },
    };
    await rolledBack(db, async () => {
      const kindOf = new Map<string, string>();
      for (const [kind, fields] of Object.entries(leads)) kindOf.set(await addLeadRow(db, admin, fields), kind);
      const kinds = async (query: string) => {
        const { rows } = await outcomeAs<Found>(db, admin, SEARCH, [query, 8]);
        return rows.map(({ id }) => kindOf.get(id) ?? "").filter(Boolean);
      };
      for (const query of ["jensen hiro", "hiro jensen", "HIRO, Jens"]) {
        const found = await kinds(query);
        expect(found.slice(0, 2).sort(), query).toEqual(["name", "name with an accent"]);
        expect(found.slice(2, 4).sort(), query).toEqual(["company", "name and company"]);
        expect(found[4], query).toBe("address");
      }
      expect((await kinds("jensen")).at(-1)).toBe("similar word");
    });
  });

  test("puts the leads whose name begins with all typed words before all others, whatever is typed", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    const random = <T>(...of: T[]) => fc.constantFrom(...of);
    const word = random("Mara", "Marcus", "Maple", "Lars", "Larkin", "Noah", "Ann-Marie", "O'Mara", "Hiro");
    const lead = fc.record({
      first_name: fc.option(word),
      last_name: fc.option(word),
      company: fc.option(word.map((begin) => `${begin} Street`)),
      email: fc.tuple(word, word).map(([local, host]) => `${local}.x@${host}.example`.replaceAll("'", "")),
    });
    const wordsOf = (...texts: (string | null)[]) =>
      texts.flatMap((text) => (text ?? "").toLowerCase().split(/[^a-z]+/)).filter(Boolean);
    for (const leads of fc.sample(fc.array(lead, { minLength: 4, maxLength: 12 }), { numRuns: 12, seed: 7 }))
      await rolledBack(db, async () => {
        const added = new Map<string, (typeof leads)[number]>();
        for (const fields of leads) added.set(await addLeadRow(db, admin, fields), fields);
        for (const query of ["ma", "lar", "mar no", "no mar", "o'mara", "ann-m", "hiro la", "street"]) {
          const { rows } = await outcomeAs<Found>(db, admin, SEARCH, [query, 50]);
          const found = rows.flatMap(({ id }) => added.get(id) ?? []);
          const begins = (words: string[]) => wordsOf(query).every((part) => words.some((one) => one.startsWith(part)));
          const places = found.map(({ first_name, last_name, company, email }) => {
            if (begins(wordsOf(first_name, last_name))) return 1;
            if (begins(wordsOf(first_name, last_name, company))) return 2;
            return begins(wordsOf(first_name, last_name, company, email)) ? 3 : 4;
          });
          expect(places, `${query} in ${JSON.stringify(found)}`).toEqual(places.toSorted());
        }
      });
  });

  test("finds phone numbers in any format, and by their last digits", () =>
    seeded(async (search) => {
      for (const typed of ["+1 (503) 555-0148", "5035550148", "1503555 0148", "0148", "555 0148"])
        expect(await search("admin", typed), typed).toContain("Nadia Rahimi");
    }));

  test("finds a rep's own and unowned leads", () =>
    seeded(async (search) => {
      expect(await search("active sales", "gallagher")).toEqual(["Owen Gallagher"]);
      expect(await search("active sales", "rahimi")).toEqual(["Nadia Rahimi"]);
    }));

  test("treats any input as text", () =>
    seeded(async (search) => {
      for (const typed of [
        "",
        "  ",
        "'",
        "\\",
        "a & | ! ( ) :*",
        "'; drop table leads; --",
        "💥",
        "%",
        "x".repeat(5000),
      ])
        expect(await search("admin", typed), typed).toBeInstanceOf(Array);
    }));

  test("is only for the team", async () => {
    const { db, world } = given();
    for (const kind of ["anon", "owner", "pending sales", "inactive"] as const)
      await expect(asPerson(db, world.people[kind], SEARCH, ["acme", 5])).rejects.toMatchObject({ code: "42501" });
  });

  test("finds a new lead, which belongs to its creator and is stored once", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const id = randomUUID();
      const lead = JSON.stringify({ first_name: " Ana ", email: "ana@new.example", phone: "", value_cents: 445000 });
      const first = await runAs<{ answer: object }>(db, sales, CREATE, [id, lead]);
      expect(first.answer).toEqual({ id, created: true });
      expect((await runAs<{ answer: object }>(db, sales, CREATE, [id, lead])).answer).toEqual({ id, created: false });
      const { rows } = await db.run("select first_name, phone, user_id, stage from public.leads where id = $1", [id]);
      expect(rows[0]).toEqual({ first_name: "Ana", phone: null, user_id: sales.id, stage: "new" });
      const { rows: notes } = await db.run("select kind, actor_id from public.lead_activities where lead_id = $1", [
        id,
      ]);
      expect(notes).toEqual([{ kind: "created", actor_id: sales.id }]);
    });
  });

  test("refuses a new lead with a known address or number and names its owner, unless the caller confirms", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      const id = randomUUID();
      await runAs(db, sales, CREATE, [
        id,
        JSON.stringify({ first_name: "Ana", email: "ana@new.example", phone: "503 555 0177" }),
      ]);
      const again = (who: typeof sales, lead: object) => refusal(db, who, CREATE, [randomUUID(), JSON.stringify(lead)]);
      expect(await again(sales, { email: "ANA@new.example" })).toMatchObject({
        code: "PT409",
        detail: JSON.stringify({ lead_id: id }).replace(":", ": "),
      });
      expect(await again(sales, { phone: "+1 503-555-0177" })).toMatchObject({
        code: "PT409",
        message: "Ana already has this phone number",
      });
      // The form asks the same while someone types.
      const known = async (who: typeof sales, email: string | null, phone: string | null = null) =>
        (await runAs<{ known: object | null }>(db, who, KNOWN, [email, phone])).known;
      expect(await known(sales, " ANA@new.example ")).toEqual({
        lead_id: id,
        text: "Ana already has this email address",
      });
      expect(await known(sales, null, "+1 503-555-0177")).toEqual({
        lead_id: id,
        text: "Ana already has this phone number",
      });
      for (const [email, phone] of [
        ["ben@new.example", "503 555 0178"],
        ["", ""],
        [null, null],
      ] as const)
        expect(await known(sales, email, phone)).toBeNull();
      // A colleague's lead is not shown, only who owns it.
      expect((await again(other, { email: "ana@new.example" })).detail ?? "").toBe("");
      expect(await known(other, "ana@new.example")).toMatchObject({ lead_id: null });
      for (const kind of ["anon", "owner", "pending sales", "inactive"] as const)
        expect(await refusalCode(db, world.people[kind], KNOWN, ["ana@new.example", null]), kind).toBe("42501");
      expect((await again(sales, { email: "ana@new.example", anyway: true })).code).toBeUndefined();
    });
  });

  test("refuses a new lead without values, with unknown fields, or by people outside the team", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      for (const lead of [
        {},
        { goals: "x" },
        { first_name: " " },
        { id: "x", first_name: "A" },
        { first_name: "A", is_spam: true },
        { first_name: "A", phone: "123" },
      ])
        expect(
          (await refusal(db, sales, CREATE, [randomUUID(), JSON.stringify(lead)])).code,
          JSON.stringify(lead),
        ).toBe("22023");
      for (const kind of ["anon", "owner", "pending sales", "inactive"] as const)
        expect((await refusal(db, world.people[kind], CREATE, [randomUUID(), '{"first_name":"A"}'])).code).toBe(
          "42501",
        );
    });
  });
});
