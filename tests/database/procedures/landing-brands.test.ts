import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { brandAnswer } from "../../../app/features/landing/lib/brand.ts";
import { FONT_NAMES } from "../../../domain/landing/fonts.ts";
import { isWebAddress } from "../../../domain/web-address.ts";
import { checkAnswers } from "../../support/check-answers.ts";
import { type ClientAccount, createClientAccount, enter } from "../../support/client-accounts.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const PNG = '{"size": 100, "mimetype": "image/png"}';

checkAnswers("landing brand", [
  { name: "landing_brand", schema: brandAnswer, as: "admin" },
  {
    name: "landing_brand",
    schema: brandAnswer,
    as: "admin",
    prepare: (db) =>
      db.run(
        "insert into public.landing_brands (account_id, accent, favicon, business_name) values (private.agency_account(), '#1a6b5c', 'a.png', 'Smile')",
      ),
  },
]);

onEveryDatabase("The brand of landing pages", (given) => {
  type Step = {
    db: TestDatabase;
    account: ClientAccount;
    other: ClientAccount;
    asClient: () => Promise<void>;
    asAdmin: () => Promise<void>;
    save: (seen: number, brand: unknown) => Promise<number>;
    read: () => Promise<Record<string, unknown>>;
    call: <Answer>(name: string, ...values: unknown[]) => Promise<Answer>;
    look: <Row>(text: string, ...values: unknown[]) => Promise<Row[]>;
    refused: (work: () => Promise<unknown>) => Promise<string>;
    /** A page with this theme, published. */
    publish: (theme: string) => Promise<string>;
  };

  /** A client with premium, and another one. Everything is rolled back. */
  const withAccount = (work: (step: Step) => Promise<void>) => {
    const { db, world } = given();
    return rolledBack(db, async () => {
      const account = await createClientAccount(db, "Smile Dental");
      const other = await createClientAccount(db, "Other Dental");
      const call = async <Answer>(name: string, ...values: unknown[]) => {
        const places = values.map((_, at) => `$${at + 1}`).join(", ");
        const sent = values.map((value) => (typeof value === "object" && value ? JSON.stringify(value) : value));
        const { rows } = await db.run<{ answer: Answer }>(`select public.${name}(${places}) as answer`, sent);
        return rows[0]?.answer as Answer;
      };
      const asClient = () => enter(db, account.owner, account.slug);
      const asAdmin = () => enter(db, world.people.admin, account.slug);
      const look = async <Row>(text: string, ...values: unknown[]) => {
        await becomeOwner(db);
        return (await db.run<Row>(text, values)).rows;
      };
      const refused = async (tried: () => Promise<unknown>) => {
        await db.run("savepoint before");
        const outcome = await tried().then(
          () => "done",
          (error: { code?: string; hint?: string }) => `${error.code} ${error.hint}`,
        );
        await db.run("rollback to before");
        return outcome;
      };
      const publish = async (theme: string) => {
        const id = randomUUID();
        await asAdmin();
        await call("create_landing_page", id, `page-${id.slice(0, 8)}`, {
          title: `In ${theme}`,
          content: "<h1>Hi</h1>",
          theme,
        });
        await call("publish_landing_page", id, 1);
        return id;
      };
      await asClient();
      await work({
        ...{ db, account, other, asClient, asAdmin, call, look, refused, publish },
        save: (seen, brand) => call<number>("save_landing_brand", seen, brand),
        read: () => call<Record<string, unknown>>("landing_brand"),
      });
    });
  };
  const stamp = async ({ look }: Step) => {
    const [held] = await look<{ stamp: string }>("select stamp::text from private.landing_cache_version");
    return Number(held?.stamp);
  };

  test("starts plain, keeps the fields that are given, and counts revisions; the same again is saved already", () =>
    withAccount(async (step) => {
      const { save, read } = step;
      expect(await read()).toMatchObject({
        revision: 0,
        corner: "soft",
        heading_font: "funnel-display",
        accent: null,
        live_pages: 0,
      });
      const brand = {
        accent: "#1a6b5c",
        business_name: "  Smile\n Dental ",
        address: "\n1 Main Street\n",
        shows_logo: true,
      };
      expect(await save(0, brand)).toBe(1);
      // A repeated request, even with an old revision.
      expect(await save(0, brand)).toBe(1);
      expect(await save(1, { corner: "round", privacy_url: " https://smile.example/privacy " })).toBe(2);
      expect(await read()).toMatchObject({
        revision: 2,
        accent: "#1a6b5c",
        business_name: "Smile Dental",
        address: "1 Main Street",
        privacy_url: "https://smile.example/privacy",
        corner: "round",
        shows_logo: true,
        account: { name: "Smile Dental", accent: null, logo: null },
      });
      expect(await save(2, { accent: null, business_name: "", privacy_url: "" })).toBe(3);
      expect(await read()).toMatchObject({
        accent: null,
        business_name: null,
        privacy_url: null,
        address: "1 Main Street",
      });
    }));

  test("a save after someone else's is refused and names them, and the refused one changes nothing", () =>
    withAccount(async ({ account, db, save, read, refused, asClient }) => {
      expect(await save(0, { corner: "round" })).toBe(1);
      await enter(db, account.member, account.slug);
      expect(await save(1, { corner: "sharp" })).toBe(2);
      await asClient();
      expect(await refused(() => save(1, { accent: "#1a6b5c" }))).toBe("PT409 outdated");
      expect(await refused(() => save(0, { accent: "#1a6b5c" }))).toBe("PT409 outdated");
      expect(await read()).toMatchObject({ corner: "sharp", accent: null, revision: 2 });
      expect(await save(2, { accent: "#1a6b5c" })).toBe(3);
    }));

  test("each save is a new look for all hosts; so are the account's color and logo, and nothing else of it", () =>
    withAccount(async (step) => {
      const { save, asClient, look, account } = step;
      let before = await stamp(step);
      const grew = async () => {
        const now = await stamp(step);
        const did = now > before;
        before = now;
        return did;
      };
      await asClient();
      await save(0, { corner: "round" });
      expect(await grew()).toBe(true);
      await look("update public.accounts set accent = '#aa2200' where id = $1", account.id);
      expect(await grew()).toBe(true);
      await look("update public.accounts set currency = 'eur' where id = $1", account.id);
      expect(await grew()).toBe(false);
      await look("update public.agency_settings set accent = '#aa2200'");
      expect(await grew()).toBe(true);
      await look("update public.agency_settings set payment_days = 20");
      expect(await grew()).toBe(false);
    }));

  const FORGED: [string, unknown, string][] = [
    ["no object", [], "draft_invalid"],
    ["a list as a color", { accent: ["#1a6b5c"] }, "draft_invalid"],
    ["a number as a font", { text_font: 3 }, "draft_invalid"],
    ["a word as a switch", { shows_logo: "true" }, "draft_invalid"],
    ["a named color", { accent: "red" }, "color_invalid"],
    ["a color with more", { page: "#123456;}body{display:none" }, "color_invalid"],
    ["a color in two lines", { ink: "#123456\n" }, "color_invalid"],
    ["a color in capitals", { ink: "#ABCDEF" }, "color_invalid"],
    ["an unknown font", { heading_font: "comic-sans" }, "unknown_choice"],
    ["a font with more", { text_font: 'funnel-sans",serif;}' }, "unknown_choice"],
    ["no font", { text_font: null }, "unknown_choice"],
    ["another corner", { corner: "10px" }, "unknown_choice"],
    ["a script", { privacy_url: "javascript:alert(1)" }, "url_invalid"],
    ["a script after a line", { terms_url: "https://a.example\njavascript:alert(1)" }, "url_invalid"],
    ["data", { legal_notice_url: "data:text/html,x" }, "url_invalid"],
    ["a link without a host", { privacy_url: "https://" }, "url_invalid"],
    ["a link with a password", { privacy_url: "https://a:b@c.example" }, "url_invalid"],
    ["a link that is 100 times too long", { privacy_url: `https://a.example/${"x".repeat(200_000)}` }, "url_invalid"],
    ["a name that is 100 times too long", { business_name: "x".repeat(20_000) }, "too_long"],
    ["an address that is 100 times too long", { address: "x".repeat(50_000) }, "too_long"],
    ["words as a phone number", { phone: "call us" }, "phone_invalid"],
    ["a short phone number", { phone: "12345" }, "phone_invalid"],
    ["a phone number that is 100 times too long", { phone: "5".repeat(5_000) }, "too_long"],
    ["an email address without a domain", { email: "us@smile" }, "email_invalid"],
    ["two email addresses", { email: "a@smile.example b@smile.example" }, "email_invalid"],
    ["an email address that is 100 times too long", { email: `${"x".repeat(32_000)}@a.example` }, "too_long"],
    ["a missing icon", { favicon: "missing.png" }, "favicon_not_found"],
  ];

  test("keeps a phone number and an email address, and gives them up when they are empty", () =>
    withAccount(async ({ save, read }) => {
      expect(await read()).toMatchObject({ phone: null, email: null });
      expect(await save(0, { phone: " (503) 234-0148 ", email: " Us@smile.example " })).toBe(1);
      expect(await save(1, { corner: "round" })).toBe(2);
      expect(await read()).toMatchObject({ phone: "(503) 234-0148", email: "Us@smile.example" });
      expect(await save(2, { phone: "", email: null })).toBe(3);
      expect(await read()).toMatchObject({ phone: null, email: null });
    }));

  test.each(FORGED)("refuses %s", (_, brand, code) =>
    withAccount(async ({ save, refused, read }) => {
      expect(await refused(() => save(0, brand))).toBe(`22023 ${code}`);
      expect(await read()).toMatchObject({ revision: 0 });
    }),
  );

  test("takes every font that pages have, and links that the product takes elsewhere", () =>
    withAccount(async ({ save, read, look, asClient }) => {
      const [known] = await look<{ fonts: string[] }>("select to_jsonb(private.landing_fonts()) as fonts");
      expect(known?.fonts.toSorted()).toEqual(FONT_NAMES.toSorted());
      await asClient();
      const links = [
        "HTTPS://Smile.example",
        "http://smile.example:8080/a?b=c#d",
        "https://smile.example/it's",
        "https://a.example/ü",
      ];
      let revision = 0;
      for (const link of links) {
        expect(isWebAddress(link)).toBe(true);
        revision = await save(revision, { privacy_url: link });
        expect(await read()).toMatchObject({ privacy_url: link });
      }
    }));

  test("an icon is a PNG file of the account's own, and nobody deletes it while it is one", () =>
    withAccount(async ({ account, other, save, refused, look, asClient, db }) => {
      const add = (name: string, metadata = PNG) =>
        look(
          "insert into storage.objects (bucket_id, name, version, metadata) values ('landing', $1, 'v', $2::text::jsonb)",
          name,
          metadata,
        );
      await add(`${account.id}/icon.png`);
      await add(`${account.id}/photo.jpg`, '{"size": 100, "mimetype": "image/jpeg"}');
      await add(`${other.id}/icon.png`);
      await add("icon.png");
      await asClient();
      for (const name of [`${account.id}/photo.jpg`, `${other.id}/icon.png`, "icon.png"])
        expect(await refused(() => save(0, { favicon: name }))).toBe("22023 favicon_not_found");
      const remove = () =>
        db.run("delete from storage.objects where bucket_id = 'landing' and name = $1", [`${account.id}/icon.png`]);
      expect(await save(0, { favicon: `${account.id}/icon.png` })).toBe(1);
      expect((await remove()).count).toBe(0);
      await save(1, { favicon: null });
      expect((await remove()).count).toBe(1);
    }));

  test("is served with each page and preview of the account, and pages of others never have it", () =>
    withAccount(async ({ account, other, save, publish, asAdmin, call, look, db, read }) => {
      await save(0, { corner: "sharp", business_name: "Smile Dental" });
      const page = await publish("brand");
      const token = await call<string>("create_landing_preview", page, 1);
      const serve = async (id: string) =>
        (await look<{ served: Record<string, unknown> }>("select public.landing_page_to_serve($1) as served", id))[0]
          ?.served;
      expect(await serve(page)).toMatchObject({
        theme: "brand",
        brand: { corner: "sharp", business_name: "Smile Dental" },
      });
      const [preview] = await look<{ served: object }>("select public.landing_preview_to_serve($1) as served", token);
      expect(preview?.served).toMatchObject({ brand: { corner: "sharp" } });
      await asAdmin();
      expect(await read()).toMatchObject({ live_pages: 1, pages: [{ id: page, title: "In brand", is_live: true }] });
      // In another account, a page follows that one's brand.
      await call("move_landing_page", page, other.id);
      expect(await serve(page)).toMatchObject({
        brand: { corner: "soft", business_name: null, account: { name: "Other Dental" } },
      });
      await enter(db, account.owner, account.slug);
      expect(await read()).toMatchObject({ live_pages: 0, pages: [] });
    }));

  test("where the agency approves pages, the client changes the look of published ones, and an admin their footer", () =>
    withAccount(async ({ save, publish, asClient, asAdmin, refused, read, account, look }) => {
      await publish("default");
      await asClient();
      // No published page shows it yet.
      expect(await save(0, { business_name: "Smile", privacy_url: "https://smile.example" })).toBe(1);
      await publish("brand");
      await asClient();
      expect(await read()).toMatchObject({ asks_for_footer: true, live_pages: 1 });
      for (const words of [
        { business_name: "Bank" },
        { address: "Elsewhere" },
        { privacy_url: "https://evil.example" },
        { terms_url: "https://evil.example" },
        { legal_notice_url: "https://evil.example" },
      ])
        expect(await refused(() => save(1, words))).toBe("42501 approval_needed");
      // New pages take a phone number and an email address. Published ones don't show them.
      expect(await save(1, { accent: "#aa2200", phone: "503 234 0148", email: "us@smile.example" })).toBe(2);
      await asAdmin();
      expect(await read()).toMatchObject({ asks_for_footer: false });
      expect(await save(2, { business_name: "Smile Dental" })).toBe(3);
      await look("update public.accounts set requires_approval = false where id = $1", account.id);
      await asClient();
      expect(await save(3, { business_name: "Smile" })).toBe(4);
    }));

  test("goes with the last person of its account", () =>
    withAccount(async ({ save, look }) => {
      await save(0, { business_name: "Smile" });
      const rules = await look<{ treatment: string }>(
        "select treatment from private.column_treatments() where column_name like 'public.landing_brands.%'",
      );
      expect(new Set(rules.map(({ treatment }) => treatment))).toEqual(new Set(["deleted"]));
    }));

  test("90 pages that follow it are counted and listed", () =>
    withAccount(async ({ account, look, read, asClient }) => {
      await look(
        `insert into public.landing_pages (slug, title, status, content, theme, account_id)
         select 'many-' || number, 'Page ' || number, 'published', '<p>x</p>', 'brand', $1 from generate_series(1, 90) as number`,
        account.id,
      );
      await asClient();
      const { live_pages, pages } = await read();
      expect([live_pages, (pages as unknown[]).length]).toEqual([90, 90]);
    }));
});
