-- What happens to each table when a person is erased. The dry run and the erasure both read it, so they cannot disagree.
-- tests/database/procedures/erasure-rules.test.ts fails when a column that can contain words is in no rule. A new table or
-- column needs one line, in private.erasure_rules() or in private.impersonal_columns().

create type private.erased_person as (
  leads uuid[], accounts uuid[], emails text[], phones text[], partners uuid[], pattern text, words text[]
);

comment on type private.erased_person is
'A person to erase: all their leads and accounts, their addresses in lower case, keys of phone numbers, leads that were merged with theirs by mistake, a pattern that finds copies of their data, and words that only their leads contain.';

create function private.pattern_of(p_needles text[]) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  -- ann@example.com must not match joann@example.com or ann@example.com.au. Ids need no such care.
  select string_agg(part.pattern, '|') from (
    select string_agg(escaped.needle, '|') as pattern
    from unnest(p_needles) as known (needle) cross join lateral (
      select regexp_replace(known.needle, '([^a-z0-9@])', '\\\1', 'g') as needle
    ) as escaped where strpos(known.needle, '@') = 0
    union all
    select '(?:^|[^a-z0-9._%+-])(?:' || string_agg(escaped.needle, '|') || ')(?:$|[^a-z0-9.-]|[.-]+(?:$|[^a-z0-9.-]))'
    from unnest(p_needles) as known (needle) cross join lateral (
      select regexp_replace(known.needle, '([^a-z0-9@])', '\\\1', 'g') as needle
    ) as escaped where strpos(known.needle, '@') > 0
  ) as part where part.pattern is not null
$$;

comment on function private.pattern_of(text[]) is
'A regular expression that finds these ids and addresses in a text in lower case; null for none.';

create function private.neutral_company(p_company text, p_person private.erased_person) returns text
language sql stable
set search_path = ''
as $$
  select case
    when coalesce(btrim(p_company), '') = '' then null
    when exists (
      select from public.leads as other where other.company = p_company and other.erased_at is null and other.id <> all ((p_person).leads)
    ) then p_company
    else 'Erased company ' || left((
      select min(own.id::text) from public.leads as own where own.id = any ((p_person).leads) and btrim(own.company) = btrim(p_company)
    ), 8)
  end
$$;

comment on function private.neutral_company(text, private.erased_person) is
'The company of a tombstone, so that companies and their leads are still counted right: the name if other leads have it too, else a neutral one.';

create function private.neutral_touch(p_touch jsonb, p_person private.erased_person) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when coalesce(p_touch ->> 'utm_campaign', '') <> '' then jsonb_build_object('utm_campaign', case
    when exists (
      select from public.leads as other
      where lower(other.first_touch ->> 'utm_campaign') = lower(p_touch ->> 'utm_campaign') and other.erased_at is null
        and other.id <> all ((p_person).leads)
    ) then p_touch ->> 'utm_campaign'
    else 'erased-' || left((
      select min(own.id::text) from public.leads as own
      where own.id = any ((p_person).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(p_touch ->> 'utm_campaign')
    ), 8)
  end) end
$$;

comment on function private.neutral_touch(jsonb, private.erased_person) is
'The campaign of a tombstone, so that campaigns are still counted right: the name if other leads came from it too, else a neutral one.';

create function private.neutral_source(p_source text, p_page_id uuid, p_person private.erased_person) returns text
language sql stable
set search_path = ''
as $$
  select case when p_source = 'direct'
    or exists (select from public.landing_views as counted where counted.page_id = p_page_id and counted.source = p_source)
    or exists (
      select from public.landing_submissions as other
      where other.page_id = p_page_id and other.source = p_source and other.answers <> '{}' and other.lead_id <> all ((p_person).leads)
    ) then p_source else 'erased' end
$$;

comment on function private.neutral_source(text, uuid, private.erased_person) is
'The source of a form: unchanged if other visitors came from it too, else a neutral word.';

create function private.neutral_move(p_kind text, p_payload jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when p_kind = 'stage_change' then jsonb_strip_nulls(jsonb_build_object(
    'from', (select stage.key from public.pipeline_stages as stage where stage.key = p_payload ->> 'from'),
    'to', (select stage.key from public.pipeline_stages as stage where stage.key = p_payload ->> 'to'),
    'seconds', case when jsonb_typeof(p_payload -> 'seconds') = 'number' then p_payload -> 'seconds' end
  )) else '{}' end
$$;

comment on function private.neutral_move(text, jsonb) is 'The part of an activity that the figures of the stages need.';

create function private.is_workspace_of(p_account uuid, p_person private.erased_person) returns boolean
language sql stable
set search_path = ''
as $$
  select (
    exists (select from public.account_members as member where member.account_id = p_account and member.user_id = any (p_person.accounts))
    or exists (select from public.leads as lead where lead.client_account_id = p_account and lead.id = any (p_person.leads))
  ) and not exists (
    select from public.account_members as member where member.account_id = p_account and member.user_id <> all (p_person.accounts)
  )
$$;

comment on function private.is_workspace_of(uuid, private.erased_person) is
'Whether an account is about this person alone: it is theirs, or was made from their lead, and nobody else belongs to it.';

create function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (lower(held.payload::text || ' ' || held.dedupe_key) ~ ($1).pattern
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or held.table_name = 'accounts' and private.is_workspace_of(private.parse_uuid(held.row_id), $1)
      -- What was prepared for their account named nobody.
      or held.table_name in ('client_dashboards', 'invoices', 'landing_brands', 'retainers')
        and private.is_workspace_of(private.parse_uuid(coalesce(held.before, held.after) ->> 'account_id'), $1)
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or lower(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text)) ~ ($1).pattern$w$, 'cleared',
      '{"before": "null", "after": "null", "subject": "null", "row_id": "case when held.row_id ~ ''^[0-9a-f-]{36}( [a-z]+)?$'' then held.row_id else ''erased'' end", "actor_email": "case when held.actor_id = any (($1).accounts) then null else held.actor_email end"}',
      'Copies in the audit log', 'Entries stay with their time and author. Their content is removed.'),
    -- Entries about others stay. Only the person's address goes.
    (21, 'public.audit_log', 'held.actor_id = any (($1).accounts)', 'cleared', '{"actor_email": "null"}', null, null),
    (30, 'private.lead_import_rows', $w$held.lead_id = any (($1).leads) or held.email_key = any (($1).emails)
      -- Offices share phone numbers, so a number alone does not identify a person.
      or held.lead_id is null and held.email_key is null and held.phone_key = any (($1).phones) and exists (
        select from public.leads as own where own.id = any (($1).leads)
          and lower(concat_ws(' ', own.first_name, own.last_name)) = lower(concat_ws(' ', held.fields ->> 'first_name', held.fields ->> 'last_name')))$w$, 'cleared',
      '{"fields": "''{}''", "email_key": "null", "phone_key": "null", "before": "null", "after": "null", "lead_id": "null", "problem": "case when held.outcome is null or held.problem is not null then ''Erased'' end"}',
      'Rows of imported files', null),
    (40, 'public.lead_batches', $w$exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id = any (($1).leads))
      and (held.kind = 'merge' or not exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id <> all (($1).leads)))$w$,
      'cleared', '{"changes": "''{}''", "undone_at": "coalesce(held.undone_at, now())"}', 'Changes that could be undone', null),
    (50, 'private.lead_batch_rows', $w$held.lead_id = any (($1).leads) or exists (
      select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
      where noted.batch_id = held.batch_id and batch.kind = 'merge' and noted.lead_id = any (($1).leads))$w$, 'deleted', '{}',
      'Undo copies, including merges', null),
    (60, 'public.lead_tasks', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Tasks', null),
    (65, 'public.bookings', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"name": "''Erased person''", "email": "''''", "phone": "null", "answers": "''{}''", "location_details": "''''"}', 'Booked calls',
      'Time, type and outcome stay for reports.'),
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (85, 'public.lead_activities', $w$held.kind = 'edit' and held.lead_id <> all (($1).leads) and lower(held.payload::text) ~ ($1).pattern$w$, 'cleared',
      '{"body": "null", "payload": "''{}''"}', 'Changes of other leads that had their details', 'Type, time and author stay for reports.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (149, 'public.landing_submission_files', $w$exists (select from public.landing_submissions as sent where sent.id = held.submission_id
      and (sent.lead_id = any (($1).leads) or sent.lead_id is null and lower(sent.answers::text) ~ ($1).pattern))$w$, 'deleted', '{}',
      'Files sent with landing page forms', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and lower(held.answers::text) ~ ($1).pattern$w$, 'cleared',
      '{"answers": "''{}''", "utm": "''{}''", "referrer_url": "null", "ip_hash": "null", "source": "private.neutral_source(held.source, held.page_id, $1)"}',
      'Landing page submissions', 'The submission still counts in page reports. All answers are removed.'),
    -- When the last person of a company or campaign is erased, its name leaves earlier tombstones too.
    (155, 'public.leads', $w$held.erased_at is not null and held.company is not null
      and exists (select from public.leads as own where own.id = any (($1).leads) and own.company = held.company)$w$, 'cleared',
      '{"company": "private.neutral_company(held.company, $1)"}', null, null),
    (156, 'public.leads', $w$held.erased_at is not null and held.first_touch is not null and exists (select from public.leads as own
      where own.id = any (($1).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(held.first_touch ->> 'utm_campaign'))$w$, 'cleared',
      '{"first_touch": "private.neutral_touch(held.first_touch, $1)"}', null, null),
    (160, 'public.leads', 'held.id = any (($1).leads)', 'cleared',
      (
        select jsonb_object_agg(known.field, case known.kind when 'list' then '''{}''' else 'null' end)
        from private.lead_fields as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words) and held.account_id in (select lead.account_id from public.leads as lead where lead.id = any (($1).leads))', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (195, 'storage.objects', $w$held.bucket_id = 'avatars' and split_part(held.name, '/', 1) = any (($1).accounts::text[])
      or held.bucket_id = 'attachments' and (held.owner_id = any (($1).accounts::text[]) or exists (
        select from public.change_requests as asked where asked.id = private.folder_id(held.name)
          and (asked.user_id = any (($1).accounts) or lower(asked.message) ~ ($1).pattern))
        or exists (select from public.change_request_answers as said where said.request_id = private.folder_id(held.name)
          and said.id::text = split_part(held.name, '/', 2) and lower(said.body) ~ ($1).pattern))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (196, 'storage.objects', $w$held.bucket_id = 'brand' and private.is_workspace_of(private.folder_id(held.name), $1)$w$, 'deleted', '{}', 'Logos of such workspaces', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and (lower(asked.message) ~ ($1).pattern or lower(held.body) ~ ($1).pattern))$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Answers and replies about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and lower(held.message) ~ ($1).pattern$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or lower(held.business_name) ~ ($1).pattern then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    -- That of an account with other people goes on to them when the person's membership ends, unless they have another one that
    -- names nobody, and no owner to take it.
    (210, 'public.client_dashboards', $w$held.owner_id = any (($1).accounts) and (not exists (
        select from public.account_members as mine join public.account_members as other on other.account_id = mine.account_id
        where mine.account_id = held.account_id and mine.user_id = any (($1).accounts) and other.user_id <> all (($1).accounts)
      ) or exists (select from public.client_dashboards as other where other.account_id = held.account_id and other.owner_id is null) and coalesce((
        select exists (select from public.client_dashboards as own where own.owner_id = heir.user_id) from private.client_members as heir
        where heir.account_id = held.account_id and heir.role = 'owner' and heir.user_id <> all (($1).accounts)
        order by heir.created_at, heir.user_id limit 1
      ), true)) or held.owner_id is null and private.is_workspace_of(held.account_id, $1)$w$, 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (243, 'public.calendar_subscriptions', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Subscribed calendars', null),
    (244, 'private.calendar_feeds', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (245, 'public.rotas', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Working hours', null),
    (246, 'public.absences', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Absences', null),
    (247, 'private.pool_turns', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (242, 'private.recovery_codes', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    -- Drafts that were prepared for an account name nobody yet.
    (250, 'public.retainers', $w$(held.client_id = any (($1).accounts) and held.status = 'pending' or held.client_id is null and private.is_workspace_of(held.account_id, $1))
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id
      and (draft.client_id = any (($1).accounts) or draft.client_id is null and private.is_workspace_of(draft.account_id, $1))
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$(held.client_id = any (($1).accounts) or held.client_id is null and private.is_workspace_of(held.account_id, $1)) and held.status = 'draft'
      and not exists (select from public.retainer_charges as charge where charge.invoice_id = held.id)$w$, 'deleted', '{}', 'Invoice drafts', null),
    (253, 'public.invoices', $w$held.client_id = any (($1).accounts) and (held.status <> 'draft'
      or exists (select from public.retainer_charges as charge where charge.invoice_id = held.id))$w$, 'kept',
      '{"invoice_number": null, "description": null, "currency": null}', 'Invoices, including the client''s name and company',
      'Required by tax law, in most countries for up to ten years.'),
    (254, 'public.invoice_lines', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"description": null}', 'Invoice lines', 'Part of the invoices.'),
    (255, 'public.invoice_credits', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"reason": null}', 'Invoice credits', 'Part of the invoices.'),
    (256, 'public.invoice_events', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"kind": null, "note": null, "method": null}', 'Invoice history', 'Required by tax law.'),
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null, "method": null}', 'Payments',
      'Required by tax law. The reference points to the payment provider.'),
    (258, 'public.retainers', $w$held.client_id = any (($1).accounts) and held.status in ('completed', 'canceled')$w$, 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Ended retainers',
      'Invoices refer to them.'),
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null, "address": null, "tax_id": null}', null,
      'The recipient on invoices, required by tax law.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Payment provider reference', 'Contains no name. Also delete the customer at the provider when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (262, 'private.combined_checkouts', 'held.client_id = any (($1).accounts)', 'cleared', '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'lower(held.key) ~ ($1).pattern', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (273, 'private.file_usage', 'held.owner = any (($1).accounts::text[])', 'deleted', '{}', 'Storage counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$lower(held.payload::text) ~ ($1).pattern
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
    (319, 'public.landing_brands', 'private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Names and addresses under the pages of such workspaces', null),
    -- The leads of the account are other people's. They stay, in an archived account without a name.
    (320, 'public.accounts', 'private.is_workspace_of(held.id, $1)', 'cleared',
      '{"name": "''Erased account''", "slug": "''erased-'' || held.id", "archived_at": "coalesce(held.archived_at, now())", "logo": "null", "logo_width": "null", "logo_height": "null"}',
      'Workspaces of this person alone', 'The workspace is archived without its name. Its leads are other people.'),
    (325, 'public.account_members', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Memberships', null),
    (326, 'public.account_loans', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "billing_address": "null", "tax_id": "null", "erased_at": "now()"}', 'Profiles', 'An empty profile stays so that counts stay correct.'),
    (350, 'auth.users', 'held.id = any (($1).accounts)', 'cleared',
      $s${"email": "'erased-' || held.id || '@erased.invalid'", "encrypted_password": "null", "phone": "null", "email_confirmed_at": "null", "phone_confirmed_at": "null",
        "confirmation_token": "left(held.confirmation_token, 0)", "recovery_token": "left(held.recovery_token, 0)", "email_change": "left(held.email_change, 0)",
        "email_change_token_new": "left(held.email_change_token_new, 0)", "email_change_token_current": "left(held.email_change_token_current, 0)",
        "phone_change": "left(held.phone_change, 0)", "phone_change_token": "left(held.phone_change_token, 0)", "reauthentication_token": "left(held.reauthentication_token, 0)",
        "raw_app_meta_data": "'{}'", "raw_user_meta_data": "'{}'", "banned_until": "'2999-12-31'"}$s$::jsonb,
      'Sign-ins', 'The ID of a sign-in stays without name, address or password. It appears as "Erased person" in entries about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Authenticator apps' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;

comment on function private.erasure_rules() is
'For each table with rows of a person: which rows, whether they are deleted, cleared or kept, and the text for the screen.';

create function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everyone'),
    ('auth.users.role', 'the same word for everyone'),
    ('private.attached_files', 'forgotten with the file, or after two days'),
    ('private.ip_salts', 'random, forgotten after a day'),
    ('private.checkouts.currency', 'a code'),
    ('private.checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.checkouts.status', 'a word of the product'),
    ('private.combined_checkouts.currency', 'a code'),
    ('private.combined_checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.dashboard_imports', 'ids and times'),
    ('private.deleted_landing_drafts', 'pages of an account, forgotten with their entry of the audit log'),
    ('private.erasures', 'ids and times'),
    ('private.landing_cache_version', 'a counter'),
    ('private.landing_test_seeds', 'random'),
    ('private.unsent_form_files', 'random paths'),
    ('private.landing_visitors', 'hashes of one day, with a salt that is forgotten'),
    ('private.lead_counts.kind', 'a word of the product'),
    ('private.lead_import_rows.outcome', 'a word of the product'),
    ('private.lead_tags', 'labels of the team with counts; a label ends with its last lead'),
    ('private.lead_totals', 'counts'),
    ('private.mail_providers', 'the product''s own mail servers'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.removed_blobs', 'random ids'),
    ('private.removed_files', 'forgotten when the files are deleted'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.accounts', 'the business''s own hours and currency; its name is cleared with its last person'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.booking_events', 'ids and times'),
    ('public.bookings.state', 'a word of the product'),
    ('public.bookings.time_zone', 'a region'),
    ('public.bookings.title', 'the account''s own name for a kind of call'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'pages of an account'),
    ('public.landing_imports', 'pages of an account'),
    ('public.landing_drafts', 'pages of an account'),
    ('public.landing_page_versions', 'pages of an account'),
    ('public.landing_pages', 'pages of an account'),
    ('public.landing_pictures', 'pages of an account'),
    ('public.landing_previews', 'hashes of links to an account''s pages'),
    ('public.landing_publish_requests', 'pages of an account, and what has to change in them'),
    ('public.landing_test_variants', 'pages of an account'),
    ('public.email_templates', 'an account''s own texts for many people'),
    ('public.landing_test_views', 'counts of visits by source'),
    ('public.landing_tests', 'tests of an account''s pages, and what was learned about them'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.landing_visits', 'sums'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.lead_routing', 'names of an account''s pools, ids of colleagues and rules'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.meeting_types', 'the account''s own kinds of calls'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own'),
    ('storage.buckets', 'the product''s own')
  ) as entry (column_name, reason)
$$;

comment on function private.impersonal_columns() is 'Columns with words that are about no person, and why.';

create function private.column_treatments() returns table (column_name text, treatment text)
language sql stable
set search_path = ''
as $$
  with recursive wordy as (
    select held.oid as table_id, format('%I.%I', space.nspname, held.relname) as table_name, part.attname::text as name
    from pg_catalog.pg_class as held join pg_catalog.pg_namespace as space on space.oid = held.relnamespace
    join pg_catalog.pg_attribute as part on part.attrelid = held.oid and part.attnum > 0 and not part.attisdropped and part.attgenerated = ''
    join pg_catalog.pg_type as kind on kind.oid = part.atttypid
    left join pg_catalog.pg_type as element on element.oid = kind.typelem and kind.typcategory = 'A'
    where held.relkind in ('r', 'p', 'm') and space.nspname in ('public', 'private', 'auth', 'storage')
      and (coalesce(element.typcategory, kind.typcategory) in ('S', 'I') or coalesce(element.typname, kind.typname) in ('json', 'jsonb', 'bytea', 'xml', 'tsvector', 'hstore'))
  ), rule as materialized (
    select * from private.erasure_rules()
  ), gone (table_id) as (
    select to_regclass(rule.table_name)::oid from rule where rule.treatment = 'deleted'
      and not exists (select from rule as other where other.table_name = rule.table_name and other.treatment <> 'deleted')
    union
    -- Tables whose rows are deleted by cascade.
    select link.conrelid from gone join pg_catalog.pg_constraint as link
      on link.confrelid = gone.table_id and link.contype = 'f' and link.confdeltype = 'c' and link.conrelid <> link.confrelid
  )
  select wordy.table_name || '.' || wordy.name, coalesce(
    (select min(rule.treatment) from rule where rule.table_name = wordy.table_name and rule.sets ? wordy.name),
    case when wordy.table_id in (select gone.table_id from gone) then 'deleted' end,
    (select 'impersonal' from private.impersonal_columns() as entry where entry.column_name in (wordy.table_name, wordy.table_name || '.' || wordy.name) limit 1)
  )
  from wordy
$$;

comment on function private.column_treatments() is
'What an erasure does with each column that can contain words: deleted, cleared, kept, impersonal, or null when no rule covers it.';
