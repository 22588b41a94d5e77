import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hash } from "bcrypt";
import { openConnection } from "../../../server/database/connect.ts";
import { prepareEmptyDatabase } from "../../../server/database/prepared.ts";
import { TEMPLATES } from "../../../supabase/functions/_shared/emails/render-mail.tsx";
import { asOwner } from "../database-embedded.ts";
import type { Session } from "../database-session.ts";
import { type Records, startDnsServer } from "../dns-server.ts";
import { type HostProcess, startHostProcess, temporaryDirectory } from "../host-process.ts";
import { picture } from "../stored-files.ts";
import { fillTables, readTables } from "./fill.ts";
import { AGENCY, B, CALLERS, CLIENTS, INSIDERS, idOf, TENANTS, type Tenant } from "./tenants.ts";
import { literal } from "./values.ts";

/** Emails about a booked call are checked against their booking before they leave, so none can be planted without one. */
export const PLANTED = TEMPLATES.filter((template) => !/^(booking|calls)-/.test(template));

const PASSWORD = "isolation-password";
export const SITE_NAME = "portal.localhost";

/** A host whose database is full of rows of all accounts, and which notes each row of B that is written. */
export type RunningHost = {
  host: HostProcess;
  /** The publishable key. */
  key: string;
  buckets: { id: string; public: boolean }[];
  /** The access token of each caller by their address. */
  tokens: Map<string, string>;
  /** Stops the host, and returns what was written of B between these two times. */
  stop: (since: number, until: number) => Promise<string[]>;
};

/** The files of an account in a bucket. Each is a picture, so that it has sizes. */
export const FILES: Record<string, (tenant: Tenant) => string[]> = {
  attachments: (tenant) => [
    `${idOf(tenant, 1)}/request/${tenant.mark}.png`,
    `${idOf(tenant, 3)}/${idOf(tenant, 3)}/${tenant.mark}.png`,
  ],
  avatars: (tenant) => [`${idOf(tenant, 1)}/${tenant.mark}.png`],
  landing: (tenant) => [`${tenant.account}/${tenant.mark}.png`],
  submissions: (tenant) => [`${tenant.account}/${tenant.mark}.png`],
  // Only the agency has any.
  brand: (tenant) => [`${tenant.mark}/logo.png`],
};

const WATCH = `
create schema isolation;
create table isolation.writes (at timestamptz default clock_timestamp(), what text);
create function isolation.note() returns trigger language plpgsql security definer as $note$
declare
  was text := case when tg_op <> 'INSERT' then old::text end;
  is_now text := case when tg_op <> 'DELETE' then new::text end;
begin
  -- A stranger may say B's words in a new row of their own, but no row of theirs has an id of B.
  if was ~ '${B.mark}|b7b7b7b7' or is_now ~ 'b7b7b7b7' then
    insert into isolation.writes (what) values (concat_ws(' ', tg_op, tg_relid::regclass, left(coalesce(was, is_now), 200)));
  end if;
  return null;
end
$note$;
do $watch$ declare name text; begin
  for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname in ('public', 'private', 'storage') loop
    execute format('create trigger zz_isolation after insert or update or delete on %s for each row execute function isolation.note()', name);
  end loop;
end $watch$`;

export async function startFilledHost(records: Records): Promise<RunningHost> {
  const dataDir = temporaryDirectory();
  cpSync(await prepareEmptyDatabase(), join(dataDir, "database"), { recursive: true });
  const buckets = await fillDirectory(dataDir);
  const dns = await startDnsServer(records);
  const host = await startHostProcess({
    DATA_DIR: dataDir,
    DEMO: "1",
    RATE_LIMIT_SCALE: "0",
    DNS_SERVER: dns.address,
    SITE_URL: `http://${SITE_NAME}`,
  });
  const { supabasePublishableKey: key } = (await (await fetch(`${host.url}/config.json`)).json()) as {
    supabasePublishableKey: string;
  };
  const tokens = new Map<string, string>();
  for (const { person } of Object.values({ ...CALLERS, ...INSIDERS }))
    if (person.id) tokens.set(person.email, await signIn(host.url, key, person.email));
  const stop = async (since: number, until: number) => {
    await host.stop();
    dns.stop();
    const db = await asOwner(await openConnection({ directory: join(dataDir, "database") }));
    const { rows } = await db.run<{ what: string }>(
      "select what from isolation.writes where at between to_timestamp($1 / 1000.0) and to_timestamp($2 / 1000.0) order by at",
      [since, until],
    );
    await db.close();
    await host.dispose();
    return rows.map(({ what }) => what);
  };
  return { host, key, buckets, tokens, stop };
}

async function signIn(url: string, key: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: key, "Content-Type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (!token) throw new Error(`${email} can't sign in: ${answer.status}`);
  return token;
}

async function fillDirectory(dataDir: string): Promise<RunningHost["buckets"]> {
  const db = await asOwner(await openConnection({ directory: join(dataDir, "database") }));
  await db.run("begin");
  await fillTables(db, await readTables(db));
  await db.run("set local session_replication_role = replica");
  const everyone = "email like '%@common.example'";
  await db.run(
    `update auth.users set encrypted_password = $1, aud = 'authenticated', role = 'authenticated', created_at = now(), updated_at = now(),
       raw_app_meta_data = '{"provider": "email", "providers": ["email"]}', raw_user_meta_data = '{}' where ${everyone}`,
    [await hash(PASSWORD, 4)],
  );
  await db.run("update public.landing_pages set status = 'published', version = 1 where id::text like '%3'");
  await db.run("update public.landing_domains set state = 'live' where page_id::text like '%3'");
  // The payment provider knows none of these pages and customers.
  await db.run("delete from private.checkouts");
  await db.run("update public.subscriptions set stripe_customer_id = null, stripe_subscription_id = null");
  await addFiles(db, join(dataDir, "files", "content"));
  await addMails(db);
  await db.run("set local session_replication_role = origin");
  for (const statement of WATCH.split(/;\n(?=create|do)/)) await db.run(statement);
  const { rows } = await db.run<RunningHost["buckets"][number]>("select id, public from storage.buckets order by id");
  await db.run("commit");
  await db.close();
  return rows;
}

async function addFiles(db: Session, directory: string): Promise<void> {
  const content = await picture(20, 10);
  for (const [bucket, names] of Object.entries(FILES))
    for (const tenant of bucket === "brand" ? [AGENCY] : TENANTS)
      for (const name of names(tenant)) {
        const { rows } = await db.run<{ version: string }>(
          `insert into storage.objects (bucket_id, name, owner_id, version, metadata) values ($1, $2, $3, gen_random_uuid()::text, $4) returning version`,
          [
            bucket,
            name,
            idOf(tenant, 1),
            { size: content.length, mimetype: "image/png", eTag: '"1"', cacheControl: "max-age=60" },
          ],
        );
        const version = rows[0]?.version ?? "";
        mkdirSync(join(directory, version.slice(0, 2)), { recursive: true });
        writeFileSync(join(directory, version.slice(0, 2), version), content);
      }
}

/** Values that templates read as something else than words. */
const SHAPED: Record<string, (tenant: Tenant) => unknown> = {
  account: ({ account }) => account,
  leadId: (tenant) => idOf(tenant, 2),
  clockId: (tenant) => idOf(tenant, 2),
  invoiceIds: () => [],
  lines: ({ mark }) => JSON.stringify([{ number: mark, description: mark, amount: 1 }]),
};
const NUMBERS = ["amount", "owed", "refunded", "credited", "target", "left", "files", "askedFiles"];
const DAYS = ["due", "paid", "charge", "trialEnds", "renews", "since"];

/** One email of every kind to each client, one after the other, so that a mix of two would show. */
async function addMails(db: Session): Promise<void> {
  const words = [
    "name",
    "number",
    "description",
    "company",
    "email",
    "phone",
    "who",
    "page",
    "reason",
    "note",
    "question",
    "answer",
    "business",
    "subject",
    "text",
    "message",
    "token",
    "link",
    "domain",
    "by",
    "type",
    "goals",
    "notes",
  ];
  for (const template of PLANTED)
    for (const tenant of CLIENTS) {
      const data = Object.fromEntries([
        ...words.map((word) => [word, `${tenant.mark}9`]),
        ...NUMBERS.map((name) => [name, "100"]),
        ...DAYS.map((name) => [name, "2026-11-24"]),
        ["currency", "usd"],
        ...Object.entries(SHAPED).map(([name, make]) => [name, make(tenant)]),
      ]);
      const attached = template === "invoice-issued" && { attachInvoice: idOf(tenant, 1) };
      const payload = { to: mailbox(tenant, template), template, data, ...attached };
      await db.run(
        `insert into private.outbox (kind, dedupe_key, payload) values ('mail', ${literal(`${template} ${tenant.mark}`)}, $1)`,
        [payload],
      );
    }
}

/** Where the email of this kind arrives. Alerts about leads go to people who may answer them. */
export const mailbox = (tenant: Tenant, template: string): string =>
  template.startsWith("lead-") && template !== "lead-message"
    ? `${tenant.mark}2@common.example`
    : `${template}@${tenant.mark}.example`;
