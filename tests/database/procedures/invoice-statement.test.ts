import fc from "fast-check";
import { expect, test } from "vitest";
import type { StatementLine } from "../../../domain/statement.ts";
import { createClientAccount } from "../../support/client-accounts.ts";
import { refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import {
  become,
  becomeOwner,
  createAccount,
  createPerson,
  type Person,
  rolledBack,
} from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

const READ = "select public.invoice_statement($1, $2, $3, $4) as answer";
const DAYS = 10;
const day = (at: number) => `2026-06-${String(at + 1).padStart(2, "0")}`;
/** Noon in the agency's zone is the same day in UTC. */
const at = (dayAt: number, minute: number) => new Date(Date.UTC(2026, 5, dayAt + 1, 19, minute)).toISOString();

const currency = fc.constantFrom("usd", "eur", "jpy");
const movement = fc.record({
  kind: fc.constantFrom("payment", "payment", "credit", "refund", "reversal", "removed" as const),
  amount: fc.integer({ min: 1, max: 9_000 }),
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  currency: fc.option(currency, { nil: null, freq: 6 }),
});
const invoice = fc.record({
  amount: fc.integer({ min: 0, max: 10_000 }),
  currency,
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  end: fc.constantFrom(
    "open",
    "open",
    "paid",
    "paid",
    "void",
    "paid before the ledger",
    "draft",
    "active",
    "opened",
    "withdrawn",
  ),
  movements: fc.array(movement, { maxLength: 4 }),
});
type Invoice = typeof invoice extends fc.Arbitrary<infer Value> ? Value : never;
const period = fc.tuple(fc.integer({ min: 0, max: DAYS - 1 }), fc.integer({ min: 0, max: DAYS - 1 }));

/** What moved: `change` is added to the balance of the currency on the day. */
type Move = { day: number; change: number; currency: string };

/** When agreed invoices open for payment at the earliest. */
const OPENED = 5;

const isOwn = (one: Invoice, wanted: "payment" | "refund" | "reversal") =>
  one.movements.filter(({ kind, currency: other }) => kind === wanted && (other ?? one.currency) === one.currency);
/** In the order in which they were sent. */
const ownRefunds = (one: Invoice) => isOwn(one, "refund").toSorted((a, b) => a.day - b.day);
/** What came in and went back in the invoice's currency, as settle_invoice keeps it. */
const sumsOf = (one: Invoice) => {
  const sum = (kind: "payment" | "refund" | "reversal") =>
    isOwn(one, kind).reduce((total, { amount }) => total + amount, 0);
  return { received: sum("payment"), refunded: Math.max(0, sum("refund") - sum("reversal")) };
};

/** Everything that moved, straight from the invoices. */
function movesOf(invoices: readonly Invoice[]): Move[] {
  return invoices.flatMap((one) => {
    // What can't be paid yet is not owed, and neither is what was canceled before it opened.
    const isWithdrawn =
      one.end === "withdrawn" && one.movements.every(({ kind }) => kind === "credit" || kind === "removed");
    if (one.end === "draft" || one.end === "active" || isWithdrawn) return [];
    const charged = one.end === "opened" ? Math.max(one.day, OPENED) : one.day;
    const moves: Move[] = [{ day: charged, change: one.amount, currency: one.currency }];
    const isOld = one.end === "paid before the ledger";
    for (const { kind, amount, day: on, currency: other } of isOld
      ? []
      : one.movements.filter(({ kind }) => kind !== "removed"))
      moves.push({
        // Nothing is credited before it is charged: a credit of an agreed invoice counts from when it opens.
        day: kind === "credit" ? Math.max(on, charged) : on,
        change: kind === "refund" ? amount : -amount,
        currency: kind === "credit" ? one.currency : (other ?? one.currency),
      });
    const credited = isOld
      ? 0
      : one.movements.reduce((sum, { kind, amount }) => sum + (kind === "credit" ? amount : 0), 0);
    // Without a note of the day, a void invoice ends when it began.
    if (one.end === "void" || one.end === "withdrawn")
      moves.push({ day: one.day, change: credited - one.amount, currency: one.currency });
    if (isOld) moves.push({ day: DAYS - 1, change: -one.amount, currency: one.currency });
    if (one.end !== "paid") return moves;
    const { received, refunded } = sumsOf(one);
    if (received === 0) moves.push({ day: DAYS - 1, change: credited - one.amount, currency: one.currency });
    // It stays paid: what would be owed again after a refund is charged no more, beginning with the last one.
    let left = Math.max(0, one.amount - credited - (received || one.amount - credited) + refunded);
    for (const move of ownRefunds(one).toReversed()) {
      const forgiven = Math.min(left, move.amount);
      moves.push({ day: move.day, change: -forgiven, currency: one.currency });
      left -= forgiven;
    }
    return moves;
  });
}

async function store(db: Session, client: Person, invoices: readonly Invoice[]): Promise<void> {
  for (const [number, one] of invoices.entries()) {
    const status = {
      open: "pending",
      void: "void",
      draft: "draft",
      active: "active",
      opened: "pending",
      withdrawn: "void",
      paid: "paid",
      "paid before the ledger": "paid",
    }[one.end];
    const { rows } = await db.run<{ id: string }>(
      `insert into public.invoices (client_id, invoice_number, status, amount, currency, issued_at, paid_date)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [
        client.id,
        `${client.email} ${number}`.slice(-50),
        status,
        one.amount,
        one.currency,
        // Invoices of one run are issued at the same moment.
        at(one.day, 0),
        status === "paid" ? day(DAYS - 1) : null,
      ],
    );
    const id = rows[0]?.id ?? "";
    if (one.end === "opened" || one.end === "withdrawn")
      await db.run("insert into public.invoice_events (invoice_id, kind, created_at) values ($1, $2, $3)", [
        id,
        one.end,
        at(Math.max(one.day, OPENED), 0),
      ]);
    if (one.end === "paid before the ledger") continue;
    for (const [place, { kind, amount, day: on, currency: other }] of one.movements.entries()) {
      const minute = 20 + place;
      if (kind === "credit")
        await db.run(
          "insert into public.invoice_credits (invoice_id, amount, reason, created_at) values ($1, $2, 'Late', $3)",
          [id, amount, at(on, minute)],
        );
      else
        await db.run(
          `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [id, client.id, kind, amount, other ?? one.currency, `${client.email} ${number} ${place}`, at(on, minute)],
        );
    }
    // settle_invoice keeps these sums, too.
    const { received, refunded } = sumsOf(one);
    await db.run(
      `update public.invoices as held set received_amount = $2, refunded_amount = $3, credited_amount =
         (select coalesce(sum(amount), 0) from public.invoice_credits where invoice_id = held.id) where id = $1`,
      [id, received, refunded],
    );
  }
}

onEveryDatabase("A client's statement", (given) => {
  const read = async (
    db: Session,
    from: string,
    until: string,
    who: Person | null = null,
    account: string | null = null,
  ) =>
    (
      await db.run<{ answer: { rows: StatementLine[]; agreed: { amount: number; day: string }[] } }>(READ, [
        from,
        until,
        who?.id ?? null,
        account,
      ])
    ).rows[0]?.answer ?? { rows: [], agreed: [] };

  test("adds up line by line, begins with the balance before it, and ends with what is owed, in each currency", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(invoice, { maxLength: 4 }), period, async (invoices, [one, other]) => {
          const [from, until] = [Math.min(one, other), Math.max(one, other)];
          await becomeOwner(db);
          const client = await createPerson(db, "owner");
          await db.run("insert into public.premium_overrides (email) values ($1)", [client.email]);
          await store(db, client, invoices);
          await become(db, client);
          const { rows, agreed } = await read(db, day(from), day(until));
          // What is in no balance yet is named.
          const credits = ({ movements }: Invoice) =>
            movements.reduce((total, { kind, amount }) => total + (kind === "credit" ? amount : 0), 0);
          expect(agreed.map((one) => `${one.day} ${one.amount}`).toSorted()).toEqual(
            invoices
              .filter((one) => one.end === "active" && one.day <= until)
              .map((one) => `${day(one.day)} ${one.amount - credits(one)}`)
              .toSorted(),
          );
          const moves = movesOf(invoices);
          const sum = (isIn: (move: Move) => boolean) =>
            moves.filter(isIn).reduce((total, { change }) => total + change, 0);
          // The account's own currency comes first.
          const order = ["usd", "eur", "jpy"].map((name) => rows.findIndex((line) => line.currency === name));
          expect(order[0]).toBeLessThanOrEqual(0);
          for (const name of ["usd", "eur", "jpy"]) {
            const lines = rows.filter((line) => line.currency === name);
            let balance = sum((move) => move.currency === name && move.day < from);
            expect(lines.find(({ kind }) => kind === "opening")?.balance ?? 0).toBe(balance);
            for (const line of lines.filter(({ kind }) => kind !== "opening")) {
              balance += line.charged + line.refunded - line.paid - line.credited;
              expect(line.balance).toBe(balance);
              expect(line.day >= day(from) && line.day <= day(until)).toBe(true);
            }
            expect(balance).toBe(sum((move) => move.currency === name && move.day <= until));
            expect(lines.map((line) => line.day)).toEqual(lines.map((line) => line.day).toSorted());
            const issued = lines.filter(({ kind }) => kind === "invoice").map((line) => `${line.day} ${line.document}`);
            expect(issued).toEqual(issued.toSorted());
          }
        }),
        { numRuns: 15 },
      );
    });
  });

  test("names the agency and the client that it is for, whoever reads it, with the business of its account", () =>
    rolledBack(given().db, async () => {
      const { db, world } = given();
      const account = await createClientAccount(db, "Birch");
      await db.run("update public.profiles set billing_address = '1 Road', tax_id = 'T1' where user_id = $1", [
        account.billing.id,
      ]);
      for (const [caller, named] of [
        [account.billing, null],
        [world.people.admin, account.billing],
      ] as const) {
        const { answer } = await runAs<{ answer: { agency: object; client: object } }>(db, caller, READ, [
          day(0),
          day(9),
          named?.id ?? null,
          account.id,
        ]);
        expect(answer.client).toMatchObject({ email: account.billing.email, address: "1 Road", taxId: "T1" });
        expect(answer.agency).toHaveProperty("email");
      }
    }));

  test("of several accounts has each with its own balance, and is the statements of each one after the other", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.tuple(
            fc.array(invoice, { maxLength: 3 }),
            fc.array(invoice, { maxLength: 3 }),
            fc.array(invoice, { maxLength: 2 }),
          ),
          period,
          async (invoices, [one, other]) => {
            const [from, until] = [Math.min(one, other), Math.max(one, other)];
            await db.run("savepoint before_accounts");
            const [birch, alder, free] = [
              await createClientAccount(db, "birch"),
              await createClientAccount(db, "Alder"),
              await createClientAccount(db, "Aspen", { premium: false }),
            ];
            const strange = await createClientAccount(db, "Cedar");
            await db.run("update public.accounts set currency = 'eur' where id = $1", [alder.id]);
            const person = await createAccount(db, { email: "several@example.com" });
            await db.run("insert into public.user_roles (user_id, role, status) values ($1, 'client', 'active')", [
              person.id,
            ]);
            for (const [account, role] of [
              [birch, "billing"],
              [alder, "owner"],
              [free, "owner"],
              [strange, "member"],
            ] as const)
              await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, $3)", [
                account.id,
                person.id,
                role,
              ]);
            for (const [at, account] of [birch, alder, free].entries())
              await store(db, account.owner, invoices[at] ?? []);
            const code = (who: Person, account: string, client: Person | null = null) =>
              refusalCode(db, who, READ, [day(from), day(until), client?.id ?? null, account]);
            expect(await code(person, free.id)).toBe("42501");
            expect(await code(world.people.admin, free.id, person)).toBe("42501");
            // Members don't see the money of their account.
            expect(await code(person, strange.id)).toBe("PT404");
            expect(await code(birch.owner, alder.id)).toBe("PT404");
            for (const [caller, named] of [
              [person, null],
              [world.people.admin, person],
            ] as const) {
              await become(db, caller);
              const all = await read(db, day(from), day(until), named);
              const each = [
                await read(db, day(from), day(until), named, alder.id),
                await read(db, day(from), day(until), named, birch.id),
              ];
              expect({ rows: all.rows, agreed: all.agreed }).toEqual({
                rows: each.flatMap(({ rows }) => rows),
                agreed: each.flatMap(({ agreed }) => agreed),
              });
              expect(
                each.map(({ rows, agreed }) => [
                  ...new Set([...rows, ...(agreed as { account?: string }[])].map(({ account }) => account)),
                ]),
              ).toEqual([
                each[0]?.rows.length || each[0]?.agreed.length ? ["Alder"] : [],
                each[1]?.rows.length || each[1]?.agreed.length ? ["birch"] : [],
              ]);
              for (const [at, { rows }] of each.entries()) {
                const moves = movesOf(invoices[1 - at] ?? []);
                const own = at === 0 ? "eur" : "usd";
                expect(rows.findIndex(({ currency: found }) => found === own)).toBeLessThanOrEqual(0);
                for (const name of ["usd", "eur", "jpy"]) {
                  const lines = rows.filter((line) => line.currency === name);
                  const owed = moves
                    .filter((move) => move.currency === name && move.day <= until)
                    .reduce((total, { change }) => total + change, 0);
                  expect(lines.at(-1)?.balance ?? 0).toBe(owed);
                }
              }
            }
            await becomeOwner(db);
            await db.run("rollback to savepoint before_accounts");
          },
        ),
        { numRuns: 8 },
      );
    });
  });

  test("is for the client and admins, for premium only, and for a period that ends after it starts", async () => {
    const { db, world } = given();
    const { owner, admin, "other client": stranger, "active sales": sales } = world.people;
    const code = (who: Person, client: Person | null, until = "2026-06-30") =>
      refusalCode(db, who, READ, ["2026-06-01", until, client?.id ?? null, null]);
    await rolledBack(db, async () => {
      await db.run("delete from public.premium_overrides where email = $1", [owner.email]);
      expect(await code(owner, null)).toBe("42501");
      expect(await code(admin, owner)).toBe("42501");
      await db.run("insert into public.premium_overrides (email) values ($1)", [owner.email]);
      expect(await code(owner, null)).toBe("nothing was refused");
      expect(await code(admin, owner)).toBe("nothing was refused");
      expect(await code(stranger, owner)).toBe("42501");
      expect(await code(sales, owner)).toBe("42501");
      expect(await code(owner, null, "2026-05-31")).toBe("22023");
    });
  });

  test("has what the portal lists: an account's invoices for its owners and billing contacts, and no one else's", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const names = ["named", "owner", "billing", "member", "outsider"] as const;
      const people = Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await createPerson(db, "new client")] as const)),
      ) as Record<(typeof names)[number], Person>;
      const accountOf = async (who: Person) =>
        (await db.run<{ id: string }>("select private.account_of_client($1) as id", [who.id])).rows[0]?.id;
      const account = await accountOf(people.named);
      for (const role of ["owner", "billing", "member"] as const) {
        await db.run("delete from public.account_members where user_id = $1", [people[role].id]);
        await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, $3)", [
          account,
          people[role].id,
          role,
        ]);
      }
      for (const who of [people.named, people.outsider])
        await db.run("insert into public.premium_overrides (email) values ($1)", [who.email]);
      const bill = (of: Person, number: string, status: string) =>
        db.run(
          `insert into public.invoices (client_id, invoice_number, status, amount, issued_at) values ($1, $2, $3, 5000, $4)`,
          [of.id, number, status, at(1, 0)],
        );
      await bill(people.named, "ACC-1", "pending");
      await bill(people.owner, "ACC-2", "void");
      await bill(people.named, "ACC-3", "active");
      await bill(people.named, "ACC-4", "draft");
      await bill(people.member, "ACC-5", "pending");
      const listed = async (who: Person) => {
        await become(db, who);
        const { rows } = await db.run<{ number: string }>(
          "select invoice_number as number from public.invoices order by invoice_number",
        );
        return rows.map(({ number }) => number);
      };
      const documents = async (caller: Person, of: Person | null = null) => {
        await become(db, caller);
        const { rows, agreed } = await read(db, day(0), day(9), of);
        return [...new Set([...rows, ...(agreed as { document?: string }[])].map((line) => line.document))].toSorted();
      };
      const all = ["ACC-1", "ACC-2", "ACC-3", "ACC-5"];
      const expected = { named: all, owner: all, billing: all, member: ["ACC-5"], outsider: [] };
      for (const name of names) {
        expect([name, await listed(people[name])]).toEqual([name, expected[name]]);
        expect([name, await documents(people[name])]).toEqual([name, expected[name]]);
        // View as client shows the same.
        expect([name, await documents(world.people.admin, people[name])]).toEqual([name, expected[name]]);
      }
      expect(await refusalCode(db, people.outsider, READ, [day(0), day(9), people.billing.id, null])).toBe("42501");
      await becomeOwner(db);
      await db.run("update public.accounts set archived_at = now() where id = $1", [account]);
      expect(await documents(people.named)).toEqual(["ACC-1", "ACC-3"]);
    });
  });

  test("belongs to a person who left their account and pays for a plan, while it is in force", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const person = await createPerson(db, "new client");
      await db.run("delete from public.account_members where user_id = $1", [person.id]);
      const isPremium = async () =>
        (await runAs<{ figures: { is_premium: boolean } }>(db, person, "select public.client_figures() as figures"))
          .figures.is_premium;
      const read = () => refusalCode(db, person, READ, [day(0), day(9), null, null]);
      expect([await read(), await isPremium()]).toEqual(["42501", false]);
      await db.run(
        `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, subscription_end)
         values ($1, true, 'premium', 'active', '2100-01-05 12:00+00')`,
        [person.id],
      );
      expect([await read(), await isPremium()]).toEqual(["nothing was refused", true]);
      await db.run("update public.subscriptions set subscription_end = now() - interval '1 day' where user_id = $1", [
        person.id,
      ]);
      expect([await read(), await isPremium()]).toEqual(["42501", false]);
      await db.run("insert into public.premium_overrides (email) values ($1)", [person.email]);
      expect([await read(), await isPremium()]).toEqual(["nothing was refused", true]);
    });
  });

  test("belongs to whoever sees the money of an account with Premium, whichever of their accounts that is", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const [person, colleague] = [await createPerson(db, "new client"), await createPerson(db, "new client")];
      await db.run("insert into public.premium_overrides (email) values ($1)", [colleague.email]);
      await db.run(
        `insert into public.account_members (account_id, user_id, role)
         select member.account_id, $2, 'member' from public.account_members as member where member.user_id = $1`,
        [colleague.id, person.id],
      );
      const allowed = async () => [
        await refusalCode(db, person, READ, [day(0), day(9), null, null]),
        (await runAs<{ figures: { is_premium: boolean } }>(db, person, "select public.client_figures() as figures"))
          .figures.is_premium,
      ];
      // Their own account is on the free plan.
      expect(await allowed()).toEqual(["42501", false]);
      for (const role of ["billing", "owner"]) {
        await db.run(
          `update public.account_members as member set role = $3::public.account_role from public.account_members as other
           where member.user_id = $1 and other.user_id = $2 and member.account_id = other.account_id`,
          [person.id, colleague.id, role],
        );
        // Their own account stays the first.
        await db.run(
          `update public.account_members as member set created_at = member.created_at + interval '1 hour' from public.account_members as other
           where member.user_id = $1 and other.user_id = $2 and member.account_id = other.account_id`,
          [person.id, colleague.id],
        );
        expect(await allowed()).toEqual(["nothing was refused", true]);
      }
    });
  });

  test("says why money was credited and sent back", async () => {
    const { db, world } = given();
    const { owner } = world.people;
    await rolledBack(db, async () => {
      await becomeOwner(db);
      await db.run("insert into public.premium_overrides (email) values ($1) on conflict do nothing", [owner.email]);
      const { rows } = await db.run<{ id: string }>(
        `insert into public.invoices (client_id, invoice_number, status, amount, issued_at, paid_date)
         values ($1, 'WHY-1', 'paid', 5000, $2, $3) returning id`,
        [owner.id, at(1, 0), day(1)],
      );
      const entry = async (kind: string, amount: number) =>
        (
          await db.run<{ id: string }>(
            `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
             values ($1, $2, $3, $4, 'usd', $5, $6) returning id`,
            [rows[0]?.id, owner.id, kind, amount, `why ${kind} ${amount}`, at(2, amount / 100)],
          )
        ).rows[0]?.id;
      await entry("payment", 5_000);
      const refund = await entry("refund", 5_200);
      await db.run(
        "insert into public.invoice_events (invoice_id, kind, note, payment_id) values ($1, 'refunded', 'It bounced', $2)",
        [rows[0]?.id, refund],
      );
      await entry("refund", 5_500);
      await become(db, owner);
      const lines = (await read(db, day(0), day(9))).rows.filter(({ document }) => document === "WHY-1");
      expect(lines.map(({ kind, text }) => [kind, text])).toEqual([
        ["invoice", null],
        ["payment", null],
        ["refund", "It bounced"],
        ["refund", null],
      ]);
    });
  });
});
