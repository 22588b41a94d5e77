create type public.lead_source as enum ('website_form', 'referral', 'social_media', 'landing_page', 'other');

comment on type public.lead_source is 'Where a lead comes from.';

create table public.leads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  first_name text check (char_length(first_name) <= 100),
  last_name text check (char_length(last_name) <= 100),
  email text check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  company text check (char_length(company) <= 200),
  source public.lead_source not null default 'other',
  archived_at timestamptz,
  is_spam boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  phone text check (char_length(phone) <= 50),
  phone_key text generated always as (private.phone_key(phone)) stored,
  website text check (char_length(website) <= 2048),
  role text check (char_length(role) <= 100),
  job_title text check (char_length(job_title) <= 100),
  ad_spend text check (char_length(ad_spend) <= 100),
  target_clients text check (char_length(target_clients) <= 100),
  deal_size text check (char_length(deal_size) <= 100),
  timeline text check (char_length(timeline) <= 100),
  best_contact text check (char_length(best_contact) <= 100),
  goals text check (char_length(goals) <= 10000),
  tags text[] not null default '{}' check (cardinality(tags) <= 50 and octet_length(tags::text) <= 4000),
  tier_interest text[] not null default '{}' check (
    cardinality(tier_interest) <= 20 and octet_length(tier_interest::text) <= 2000
  ),
  stage text not null default 'new' references public.pipeline_stages (key),
  stage_entered_at timestamptz not null default now(),
  reached smallint not null default 1 check (reached between 1 and 20),
  value_cents bigint check (value_cents between 0 and 99999999999),
  lost_reason_id uuid references public.lost_reasons (id),
  lost_note text check (char_length(lost_note) <= 1000),
  closed_at timestamptz,
  first_touch jsonb check (jsonb_typeof(first_touch) = 'object' and octet_length(first_touch::text) <= 20000),
  last_touch jsonb check (jsonb_typeof(last_touch) = 'object' and octet_length(last_touch::text) <= 20000),
  consent_at timestamptz,
  consent_text text check (char_length(consent_text) <= 1000),
  merged_into uuid references public.leads (id) on delete set null,
  next_task_at timestamptz,
  next_task_kind text check (char_length(next_task_kind) <= 40),
  next_task_title text check (char_length(next_task_title) <= 200),
  last_activity_at timestamptz,
  clock_due_at timestamptz,
  response_seconds integer check (response_seconds >= 0),
  answered_by uuid references auth.users (id) on delete set null,
  answer_target_seconds integer check (answer_target_seconds > 0),
  version integer not null default 1,
  erased_at timestamptz,
  account_id uuid not null default private.account_for_insert() references public.accounts (id),
  client_account_id uuid references public.accounts (id) on delete set null,
  constraint leads_lost_for_a_reason check (stage <> 'lost' or lost_reason_id is not null),
  constraint leads_merged_are_put_away check (merged_into is null or archived_at is not null),
  constraint leads_stage_length check (char_length(stage) <= 40),
  constraint leads_phone_key_length check (char_length(phone_key) <= 15),
  -- An infinite time would break every page that shows it.
  constraint leads_moments check (
    created_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
    and closed_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
    and archived_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
  ),
  -- Nobody can write on a tombstone: neither a colleague with the page open nor the person's own session.
  constraint leads_erased_hold_nothing check (
  erased_at is null or (
    first_name = 'Erased' and last_name = 'person' and tags = '{}' and tier_interest = '{}' and num_nonnulls(
      email, phone, website, role, job_title, ad_spend, target_clients, deal_size, timeline, best_contact, goals, lost_note, last_touch,
      consent_at, consent_text, next_task_kind, next_task_title
    ) = 0
  )
)
);

comment on table public.leads is 'People who may become clients.';
comment on column public.leads.id is 'The lead.';
comment on column public.leads.user_id is 'The sales person who owns it; null while unclaimed.';
comment on column public.leads.first_name is 'Given name.';
comment on column public.leads.last_name is 'Family name.';
comment on column public.leads.email is 'Their email address.';
comment on column public.leads.company is 'Their company; a blank one counts as No Company.';
comment on column public.leads.source is 'Where the lead comes from.';
comment on column public.leads.archived_at is 'When it was archived; counts leave it out.';
comment on column public.leads.is_spam is 'Whether it is spam; counts leave it out.';
comment on column public.leads.created_at is 'When the lead arrived.';
comment on column public.leads.updated_at is 'When the row last changed.';

create index leads_user_id_created_at_idx on public.leads (user_id, created_at desc);
create index leads_email_idx on public.leads (account_id, lower(email));

create trigger touch_updated_at before update on public.leads
for each row execute function private.touch_updated_at();

alter table public.leads enable row level security;

call private.require_sufficient_sessions('public.leads');

grant select, insert, update, delete on public.leads to service_role;
grant select,
  insert (user_id, first_name, last_name, email, company, source),
  update (user_id, first_name, last_name, email, company, source, archived_at, is_spam)
on public.leads to authenticated;

-- The workspace says whose leads a request is about, and is null for people who may not enter it.
create policy "People read the leads of their workspace that they see" on public.leads
for select to authenticated
using (
  account_id = (select private.workspace())
  and ((select private.sees_all_leads()) or user_id is null or user_id = (select auth.uid()))
  and created_at >= (select private.visible_since())
);

create policy "Sales people create leads that are theirs or nobody's" on public.leads
for insert to authenticated
with check (
  account_id = (select private.workspace()) and (user_id = (select auth.uid()) or user_id is null)
  and (select private.has_active_role('sales'))
);

create policy "Sales people change their own and unowned leads" on public.leads
for update to authenticated
using (
  account_id = (select private.workspace()) and (user_id = (select auth.uid()) or user_id is null)
  and (select private.has_active_role('sales'))
)
with check (
  account_id = (select private.workspace()) and (user_id = (select auth.uid()) or user_id is null)
  and (select private.has_active_role('sales'))
);

-- In plpgsql, because an SQL function takes three times as long for each row of an import.
create function private.phone_key(p_phone text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  -- Removes everything but digits. This takes half the time of a regular expression, and runs three times for each imported
  -- row.
  digits text := translate(p_phone, translate(p_phone, '0123456789', ''), '');
begin
  if digits like '00%' then digits := substr(digits, 3); end if;
  if char_length(digits) < 7 then return null; end if;
  -- Ten digits without a country code are a North American number, like the agency's own.
  if char_length(digits) = 10 and p_phone !~ '^\s*(\+|00)' then return '1' || digits; end if;
  return right(digits, 15);
end
$$;

comment on function private.phone_key(text) is
'The digits that identify a phone number however it is written; null for a text that is not one.';
comment on column public.leads.phone is 'The phone number as they wrote it.';
comment on column public.leads.phone_key is 'The digits of the phone number, to find it however it is written.';
comment on column public.leads.website is 'Their website.';
comment on column public.leads.role is 'Their role in the company.';
comment on column public.leads.job_title is 'The title of their position.';
comment on column public.leads.ad_spend is 'What they spend on ads, in the words of the form.';
comment on column public.leads.target_clients is 'How many new clients a month they want.';
comment on column public.leads.deal_size is 'What a client brings them.';
comment on column public.leads.timeline is 'When they want to start.';
comment on column public.leads.best_contact is 'How they want to be contacted: Email, SMS or Phone.';
comment on column public.leads.goals is 'What they want, in their words.';
comment on column public.leads.tags is 'Labels that the team chooses.';
comment on column public.leads.tier_interest is 'The offers they asked about.';
comment on column public.leads.stage is 'Where in the pipeline they are.';
comment on column public.leads.stage_entered_at is 'Since when they are in this stage.';
comment on column public.leads.reached is 'The position of the furthest stage they ever reached; Lost does not count.';
comment on column public.leads.value_cents is
'What they would bring in the first year, in cents of the agency''s currency; null when unknown.';
comment on column public.leads.lost_reason_id is 'Why they were lost.';
comment on column public.leads.lost_note is 'More about why they were lost.';
comment on column public.leads.closed_at is 'When they were won or lost.';
comment on column public.leads.first_touch is 'How they first found us: utm_*, referrer, page and the raw address.';
comment on column public.leads.last_touch is 'How they came when they last wrote.';
comment on column public.leads.consent_at is 'When they agreed to receive email; null when unknown, as after a change of address.';
comment on column public.leads.consent_text is 'What they agreed to, and where.';
comment on column public.leads.merged_into is 'The lead that this one was merged into; it is archived then.';
comment on column public.leads.next_task_at is 'When its next open task is due. Triggers on tasks keep it.';
comment on column public.leads.next_task_kind is 'The kind of that task.';
comment on column public.leads.next_task_title is 'The title of that task.';
comment on column public.leads.last_activity_at is 'When a person last worked with it.';
comment on column public.leads.clock_due_at is 'When its running clock is due; null without one. The clock keeps it.';
comment on column public.leads.response_seconds is 'Working seconds until its first answer; null without one.';
comment on column public.leads.answered_by is 'Who gave the first answer; null also after that account was deleted.';
comment on column public.leads.answer_target_seconds is
'The promised response time of its first clock, in working seconds. The clock keeps it.';
comment on column public.leads.erased_at is 'When the person was erased. What is left is a tombstone that only counts.';
comment on column public.leads.client_account_id is 'The account that this won lead became.';
comment on column public.leads.account_id is 'The account whose lead it is. It never changes.';
comment on column public.leads.version is 'Counts the changes that people make. A change that is based on an older version is refused.';

create index leads_client_account_idx on public.leads (client_account_id) where client_account_id is not null;
create index leads_phone_key_idx on public.leads (account_id, phone_key) where phone_key is not null;
create index leads_answered_by_idx on public.leads (answered_by) where answered_by is not null;
create index leads_merged_into_idx on public.leads (merged_into) where merged_into is not null;
create index leads_lost_reason_idx on public.leads (lost_reason_id) where lost_reason_id is not null;
-- Every new entry in a history asks whether its lead was erased. Without it, an import reads all leads for each batch.
create index leads_erased_idx on public.leads (id) where erased_at is not null;
create index leads_stage_idx on public.leads (account_id, stage, stage_entered_at desc, id) where archived_at is null and not is_spam;
create index leads_owner_stage_idx on public.leads (account_id, user_id, stage, stage_entered_at desc, id) where archived_at is null and not is_spam;
create index leads_next_task_at_idx on public.leads (account_id, next_task_at, id) where next_task_at is not null and archived_at is null and not is_spam;
create index leads_clock_due_at_idx on public.leads (account_id, clock_due_at, id) where clock_due_at is not null and archived_at is null and not is_spam;

create function private.derive_lead_fields() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  place smallint;
  was public.leads := old;
begin
  if tg_op = 'UPDATE' and new.account_id <> old.account_id then
    perform private.refuse('lead_stays', '42501', 'A lead stays in its account');
  end if;
  if tg_op = 'INSERT' or new.stage <> old.stage then
    select stage.position into place from public.pipeline_stages as stage where stage.key = new.stage;
    -- An undo restores stage_entered_at itself. Every other change of stage starts now.
    if tg_op = 'UPDATE' and new.stage_entered_at = old.stage_entered_at then new.stage_entered_at := now(); end if;
    if new.stage <> 'lost' then
      new.reached := greatest(new.reached, place);
      new.lost_reason_id := null;
      new.lost_note := null;
    end if;
    new.closed_at := case when new.stage in ('won', 'lost') then coalesce(
      case when tg_op = 'INSERT' or new.closed_at is distinct from old.closed_at then new.closed_at end, now()) end;
  end if;
  -- Consent is for one address. A new address has none, unless the same change records it.
  if tg_op = 'UPDATE' and btrim(old.email) <> '' and lower(btrim(new.email)) is distinct from lower(btrim(old.email))
    and (new.consent_at, new.consent_text) is not distinct from (old.consent_at, old.consent_text)
  then
    new.consent_at := null;
    new.consent_text := null;
  end if;
  if tg_op = 'UPDATE' then
    -- Columns that people do not write make no new version.
    was.created_at := new.created_at;
    was.updated_at := new.updated_at;
    was.phone_key := new.phone_key;
    was.stage_entered_at := new.stage_entered_at;
    was.reached := new.reached;
    was.closed_at := new.closed_at;
    was.first_touch := new.first_touch;
    was.last_touch := new.last_touch;
    was.consent_text := new.consent_text;
    was.next_task_at := new.next_task_at;
    was.next_task_kind := new.next_task_kind;
    was.next_task_title := new.next_task_title;
    was.last_activity_at := new.last_activity_at;
    was.clock_due_at := new.clock_due_at;
    was.response_seconds := new.response_seconds;
    was.answered_by := new.answered_by;
    was.answer_target_seconds := new.answer_target_seconds;
    was.version := new.version;
    was.erased_at := new.erased_at;
    if was is distinct from new then new.version := old.version + 1; end if;
  end if;
  return new;
end
$$;

comment on function private.derive_lead_fields() is
'Trigger: keeps stage_entered_at, reached, closed_at and version, and ends consent when the address changes.';

-- New leads start in the first stage, so this trigger does not run for nearly all rows of an import.
create trigger derive_lead_fields_on_insert before insert on public.leads for each row
when (new.stage <> 'new' or new.closed_at is not null or new.lost_reason_id is not null or new.lost_note is not null)
execute function private.derive_lead_fields();

create trigger derive_lead_fields before update on public.leads
for each row execute function private.derive_lead_fields();

create function private.edits_of(p_before jsonb, p_after jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('fields', coalesce(jsonb_agg(jsonb_build_object('field', known.field, 'from', was.short, 'to', now_is.short) order by known.field), '[]'))
  from private.lead_fields as known
  cross join lateral private.short_fact(known.kind, p_before -> known.field, p_after -> known.field) as was (short)
  cross join lateral private.short_fact(known.kind, p_after -> known.field, p_before -> known.field) as now_is (short)
  where known.is_fact and p_before -> known.field is distinct from p_after -> known.field
    -- A list in another order says the same.
    and (known.kind <> 'list' or was.short is not null or now_is.short is not null)
$$;

comment on function private.edits_of(jsonb, jsonb) is
'The facts of a lead that differ between two states, as its history keeps them: { fields: [{ field, from, to }] }. Of a list, from has what was removed and to what was added.';

create function private.write_lead_history() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed boolean;
  facts constant text[] := private.lead_facts_of_kind('word', 'text', 'list', 'number', 'choice');
  -- Merges and the product's own changes, such as those of a form or an import, have entries of their own.
  edited constant text := case when auth.uid() is null or current_setting('upfunnel.merging', true) = 'on' then 'false' else format(
    'now_row.erased_at is null and (%s) is distinct from (%s)', private.columns_sql(facts, 'now_row.%1$I'), private.columns_sql(facts, 'was.%1$I')
  ) end;
begin
  -- execute makes a new plan for each statement. A plan for one lead would compare ten thousand with each other.
  execute format($found$
    select exists (
      select from new_leads as now_row join old_leads as was on was.id = now_row.id
      where (now_row.stage, now_row.user_id, now_row.archived_at, now_row.consent_at)
        is distinct from (was.stage, was.user_id, was.archived_at, was.consent_at) or (%s)
    )
  $found$, edited) into changed;
  -- Statement triggers also run without rows. Without this line, this trigger and the one on the history would call each other
  -- forever.
  if not changed then return null; end if;
  execute format($history$
    insert into public.lead_activities (lead_id, kind, actor_id, payload)
    select now_row.id, happened.kind, auth.uid(), happened.payload
    from new_leads as now_row join old_leads as was on was.id = now_row.id
    cross join lateral (values
      ('stage_change', now_row.stage <> was.stage, jsonb_build_object(
        'from', was.stage, 'to', now_row.stage, 'seconds', round(extract(epoch from now() - was.stage_entered_at)),
        'entered_at', was.stage_entered_at)),
      ('assignment', now_row.user_id is distinct from was.user_id, jsonb_build_object('from', was.user_id, 'to', now_row.user_id)),
      ('archive', was.archived_at is null and now_row.archived_at is not null and now_row.merged_into is null, '{}'),
      ('restore', was.archived_at is not null and now_row.archived_at is null, '{}'),
      -- The entry of a form already records the consent that it gave.
      ('consent', auth.uid() is not null and now_row.consent_at is distinct from was.consent_at,
        jsonb_strip_nulls(jsonb_build_object(
          'given', now_row.consent_at is not null, 'text', now_row.consent_text,
          -- A new address ends the consent for the old one, and an undo brings a consent back with its day.
          'because', case when now_row.consent_at is null and lower(btrim(now_row.email)) is distinct from lower(btrim(was.email)) then 'email'
            -- A merge takes over the consent of the other lead.
            when now_row.consent_at < now() and current_setting('upfunnel.merging', true) is distinct from 'on' then 'undone' end))),
      ('edit', %1$s, case when %1$s then private.edits_of(to_jsonb(was), to_jsonb(now_row)) end)
    ) as happened (kind, did, payload)
    where happened.did and (happened.kind <> 'edit' or happened.payload -> 'fields' <> '[]')
  $history$, edited);
  return null;
end
$$;

comment on function private.write_lead_history() is
'Trigger: writes changes of stage, owner, archive and consent, and people''s changes of facts, into the lead''s history.';

create trigger write_lead_history after update on public.leads
referencing old table as old_leads new table as new_leads for each statement execute function private.write_lead_history();
