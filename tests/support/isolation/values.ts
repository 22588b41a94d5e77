import { idOf, namedIn, type Tenant } from "./tenants.ts";

/** Makes the SQL value of a column for a row of a tenant. */
export type Make = (tenant: Tenant, row: number) => string;

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const word: Make = ({ mark }, row) => literal(`${mark}${row} common`);
/** The time of all rows, so that a call can name the version that it changes. */
export const MOMENT = "(now() - interval '1 hour')";

const of =
  (make: (name: string, tenant: Tenant, row: number) => string): Make =>
  (tenant, row) =>
    literal(make(`${tenant.mark}${row}`, tenant, row));
const always =
  (sql: string): Make =>
  () =>
    sql;
const address = of((name) => `${name}@common.example`);
const named: Make = (tenant, row) => literal(namedIn(tenant, row).id ?? "");
const id: Make = (tenant, row) => literal(idOf(tenant, row));

/** Columns whose constraints demand a form. Their values contain the mark. */
export const SHAPED: Record<string, Make> = {
  questions: of((name) => JSON.stringify([{ id: "a", label: name, kind: "text" }])),
  email: address,
  user_email: address,
  actor_email: address,
  slug: of((name) => name),
  theme: of((name) => name),
  heading_font: of((name) => name),
  text_font: of((name) => name),
  privacy_url: of((name) => `https://${name}.example`),
  terms_url: of((name) => `https://${name}.example`),
  legal_notice_url: of((name) => `https://${name}.example`),
  domain: of((name) => `${name}.common.example`),
  custom_domain: of((name) => `${name}.common.example`),
  notion_database_url: of((name) => `https://www.notion.so/${name}`),
  website: of((name) => `https://${name}.example`),
  "public.accounts.slug": of((_, { slug }) => slug),
  "public.contacts.source": of((_, { mark }) => mark),
  "private.outbox.payload": of((name) =>
    JSON.stringify({ to: `${name}@common.example`, template: "lead-clock", data: { name } }),
  ),
  "private.lead_import_rows.fields": of((name) =>
    JSON.stringify({ first_name: name, email: `${name}@common.example` }),
  ),
  "private.lead_import_rows.problem": of((name, _, row) => (row === 1 ? name : `${name} common`)),
  "public.lead_imports.mapping": of((name) => JSON.stringify([name])),
  "public.landing_drafts.blocks": of((name) => JSON.stringify([{ type: "text", text: name }])),
  "public.landing_page_versions.blocks": of((name) => JSON.stringify([{ type: "text", text: name }])),
  "public.lead_routing.pools": of((name, tenant, row) => JSON.stringify([{ id: idOf(tenant, row), name, people: [] }])),
  "public.lead_routing.rules": of((name, tenant, row) =>
    JSON.stringify([{ id: idOf(tenant, row), when: { campaign: [name] }, to: { pool: idOf(tenant, row) } }]),
  ),
  "public.lead_batches.changes": of((name, tenant, row) =>
    JSON.stringify({ keep: idOf(tenant, row), other: idOf(tenant, row === 1 ? 2 : 1), note: name }),
  ),
  "private.deleted_landing_drafts.entry_id": ({ first }, row) => String(first + row),
  "storage.objects.name": of((name, tenant, row) => `${idOf(tenant, row)}/request/${name}.pdf`),
  // The first one is a stored file (running-host.ts).
  "public.landing_submission_files.path": (tenant, row) =>
    literal(`${tenant.account}/${tenant.mark}${row === 1 ? "" : row}.png`),
  "storage.objects.user_metadata": of((name) => JSON.stringify({ name: `${name}.pdf` })),
};

/** Columns that can't hold a mark, because their constraints allow a few values or an id. */
export const PLAIN: Record<string, Make> = {
  "public.booking_events.event": always("'booked'"),
  "private.calendar_feeds.key_hash": (tenant, row) => `encode(sha256('${tenant.mark}${row}'), 'hex')`,
  currency: always("'usd'"),
  time_zone: always("'America/New_York'"),
  stage: always("'new'"),
  working_hours: always(`'{"mon": ["09:00", "18:00"]}'`),
  "public.meeting_types.bookable_days": always("array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']"),
  next_task_kind: always("'call'"),
  phone: (tenant, row) => literal(`+1 503 555 ${tenant.first + row}`),
  phone_key: (tenant, row) => literal(`1503555${tenant.first + row}`),
  "private.checkouts.status": always("'open'"),
  "private.client_setups.outcome": always("'set_up'"),
  "private.dashboard_import_entries.user_id": named,
  "private.email_links.kind": always("'recovery'"),
  "private.erasures.kind": always("'lead'"),
  "private.file_usage.owner": named,
  "private.lead_counts.kind": always("'company'"),
  "private.lead_import_rows.outcome": always("null"),
  "private.lead_tags.owner": named,
  "private.lead_totals.owner": named,
  "private.outbox.failure": always("'gave_up'"),
  "private.outbox.kind": always("'mail'"),
  "private.outbox.status": always("'failed'"),
  "private.recovery_codes.code_hash": ({ mark }, row) => `encode(sha256('${mark}${row}'), 'hex')`,
  "private.stage_figures.stage": (_, row) => `(select key from public.pipeline_stages where position = ${row})`,
  "public.accounts.accent": always("'#1a6b5c'"),
  "public.accounts.logo_height": always("1"),
  "public.accounts.logo_width": always("1"),
  "public.audit_log.action": always("'update'"),
  "public.audit_log.row_id": id,
  "public.audit_log.table_name": always("'leads'"),
  "public.client_dashboards.user_id": named,
  "public.invoice_events.kind": always("'sent'"),
  "public.landing_brands.accent": always("'#1a6b5c'"),
  "public.landing_brands.corner": always("'soft'"),
  "public.landing_brands.ink": always("'#0b0c10'"),
  "public.landing_brands.page": always("'#ffffff'"),
  "public.landing_domains.token": ({ mark }, row) => `md5('${mark}${row}')`,
  "public.lead_activities.kind": always("'note'"),
  "public.lead_batches.kind": (_, row) => (row === 3 ? "'merge'" : "'change'"),
  "public.lead_clock_events.event": always("'breached'"),
  "public.lead_clocks.state": always("'breached'"),
  "public.lead_imports.duplicates": always("'skip'"),
  "public.lead_imports.status": (_, row) => (["'ready'", "'done'"] as const)[row - 1] ?? "'staging'",
  "public.lead_tasks.kind": always("'call'"),
  "public.lead_views.screen": always("'leads'"),
  "public.notification_choices.kind": always("'trial-ending'"),
  "public.payments.kind": always("'payment'"),
  "storage.objects.bucket_id": (_, row) => (row === 2 ? "'avatars'" : "'attachments'"),
  "storage.objects.metadata": always(`'{"size": 7, "mimetype": "application/pdf"}'`),
  "storage.objects.owner_id": named,
  "storage.objects.version": id,
};

/** Columns without words whose usual value would hide the row, or break a rule. */
export const OTHERS: Record<string, Make> = {
  "private.archived_billing_identities.account_id": named,
  "private.pool_turns.credit": always("0"),
  "public.lead_routing.offer_percent": always("60"),
  "public.accounts.kind": always("'client'"),
  "public.account_members.role": (_, row) => (["'owner'", "'member'", "'billing'"] as const)[row - 1] ?? "'member'",
  "public.invitations.account_role": (_, row) => (row === 1 ? "'owner'" : "'member'"),
  "public.invitations.role": always("'client'"),
  "public.invitations.expires_at": always("now() + interval '7 days'"),
  "public.invitations.accepted_by": always("null"),
  "public.invoices.status": (_, row) => (row === 2 ? "'draft'" : "'pending'"),
  "public.invoices.amount": always("7000"),
  "public.invoices.due_date": always("current_date - 3"),
  "public.invoices.issued_at": always(MOMENT),
  "public.invoices.needs_attention": always("null"),
  // Sales people see leads without an owner.
  "public.leads.user_id": (tenant, row) => (row === 2 ? "null" : named(tenant, row)),
  "public.leads.merged_into": always("null"),
  "public.leads.client_account_id": always("null"),
  "public.leads.lost_reason_id": always("null"),
  "public.leads.next_task_at": always(MOMENT),
  "public.leads.last_activity_at": always(MOMENT),
  "public.leads.clock_due_at": always(MOMENT),
  "public.leads.value_cents": always("7000"),
  "public.leads.consent_at": always(MOMENT),
  "public.lead_clocks.started_at": always(MOMENT),
  "public.lead_clocks.due_at": always(MOMENT),
  "public.lead_clocks.answered_by": always("null"),
  "public.lead_imports.actor_id": (tenant, row) => named(tenant, row === 3 ? 1 : row),
  "public.lead_imports.undone_by": always("null"),
  "public.lead_tasks.changed_by": always("null"),
  "public.lead_tasks.done_by": always("null"),
  // People change no task of a call directly.
  "public.lead_tasks.booking_id": always("null"),
  "public.lead_views.is_shared": (_, row) => String(row !== 2),
  // Pages with a running test can't be moved.
  "public.landing_tests.state": (_, row) => (row === 2 ? "'running'" : "'stopped'"),
  // What a visitor may read is no secret.
  "public.landing_pages.status": always("'draft'"),
  "public.subscriptions.subscribed": ({ premium }) => String(premium),
  "public.subscriptions.subscription_tier": ({ premium }) => (premium ? "'premium'" : "'free'"),
  "public.subscriptions.subscription_status": always("'active'"),
  "public.premium_overrides.expires_at": ({ premium }) => (premium ? "null" : MOMENT),
  "private.checkouts.combined_id": always("null"),
  "private.checkouts.place": always("null"),
  "public.payments.combined_id": always("null"),
  "public.landing_previews.expires_at": always("now() + interval '1 day'"),
  "public.absences.ends_at": always("now() + interval '1 hour'"),
  "public.bookings.ends_at": always("now() + interval '1 hour'"),
  "public.calendar_subscriptions.address": of((name) => `https://calendar.example/${name}`),
};

/** Tables that belong to no account: what the product itself keeps, without a word about anyone. */
export const COMMON: Record<string, string> = {
  "private.ip_salts": "A salt of each day",
  "private.landing_cache_version": "A number of all pages together",
  "private.mail_providers": "The agency's mail server",
  "private.purges": "Schedules",
  "private.quotas": "Limits",
  "private.scheduled_jobs": "Schedules",
  "private.settings": "Settings of the host",
  "private.stage_figures_seen": "A number of all leads together",
  "public.agency_settings": "The agency itself, which every email and invoice names",
  "public.pipeline_stages": "The stages, which are the same for all accounts",
  "public.retention_settings": "Retention, which admins set",
  "storage.buckets": "The buckets",
};

/** Tables that only the agency fills. */
export const AGENCY_ONLY = ["public.admin_emails", "public.applications", "public.contacts", "public.landing_pictures"];

/** Tables whose rows are made by hand: people and their places. */
export const BY_HAND = ["public.account_loans", "public.user_roles"];
