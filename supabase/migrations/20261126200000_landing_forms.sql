-- Forms of landing pages take files and name a person or a pool for their leads. Pages can be imported.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
('submissions', 'submissions', false, 10485760, '{
  image/png,image/jpeg,image/webp,application/pdf,text/plain,text/csv,
  application/vnd.openxmlformats-officedocument.wordprocessingml.document,
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
}')
on conflict (id) do nothing;

-- Files that visitors send with a form. The function stores them in the private bucket first, then the form takes them. A file that
-- no form took within a day is deleted.

create table public.landing_submission_files (
  path text primary key check (char_length(path) <= 200),
  submission_id uuid not null references public.landing_submissions (id) on delete cascade,
  account_id uuid not null references public.accounts (id),
  field text not null check (char_length(field) <= 100),
  name text not null check (char_length(name) <= 200),
  type text not null check (char_length(type) <= 200),
  bytes integer not null check (bytes between 1 and 10485760),
  created_at timestamptz not null default now()
);

comment on table public.landing_submission_files is 'Files that visitors sent with forms of landing pages.';
comment on column public.landing_submission_files.path is 'The file in the bucket submissions, in the folder of the account.';
comment on column public.landing_submission_files.submission_id is 'The form that it came with.';
comment on column public.landing_submission_files.account_id is 'The account of the form.';
comment on column public.landing_submission_files.field is 'The name of the form''s field.';
comment on column public.landing_submission_files.name is 'The name that the file had on the visitor''s device.';
comment on column public.landing_submission_files.type is 'Its type, as found in its content.';
comment on column public.landing_submission_files.bytes is 'Its size.';
comment on column public.landing_submission_files.created_at is 'When it was sent.';

create index landing_submission_files_submission_id_idx on public.landing_submission_files (submission_id);
create index landing_submission_files_account_id_idx on public.landing_submission_files (account_id, created_at);

alter table public.landing_submission_files enable row level security;

call private.require_sufficient_sessions('public.landing_submission_files');

grant select, insert, update, delete on public.landing_submission_files to service_role;
grant select on public.landing_submission_files to authenticated;

create function private.lead_of_submission(p_submission_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$ select sent.lead_id from public.landing_submissions as sent where sent.id = p_submission_id $$;

comment on function private.lead_of_submission(uuid) is 'The lead of a landing page''s form. Who sees the lead is decided by its own policy.';

grant execute on function private.lead_of_submission(uuid) to authenticated;

create policy "People read the files of forms and leads that they see" on public.landing_submission_files
for select to authenticated using (
  account_id = (select private.pages_workspace())
  or account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = private.lead_of_submission(submission_id))
);

create policy "People read the content of such files" on storage.objects
for select to authenticated using (
  bucket_id = 'submissions' and exists (select from public.landing_submission_files as file where file.path = objects.name)
);

create table private.unsent_form_files (
  path text primary key check (char_length(path) <= 2000),
  stored_at timestamptz not null default now()
);

comment on table private.unsent_form_files is 'Files in the bucket submissions that no form took yet.';

create index unsent_form_files_stored_at_idx on private.unsent_form_files (stored_at);

alter table private.unsent_form_files enable row level security;

create function private.note_form_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Floods of files must not fill the disk. A form with files of an account is refused for the rest of the day.
  if (
    select count(*) from public.landing_submission_files as file
    where file.account_id = private.folder_id(new.name) and file.created_at > now() - interval '1 day'
  ) + (select count(*) from private.unsent_form_files as held where starts_with(held.path, split_part(new.name, '/', 1))) >= 500 then
    perform private.refuse('too_many_files', 'PT429', 'Visitors sent too many files today');
  end if;
  insert into private.unsent_form_files (path) values (new.name) on conflict do nothing;
  return null;
end
$$;

comment on function private.note_form_file() is 'Trigger: notes a file until a form takes it. PT429: 500 files of an account in a day.';

create trigger note_form_file after insert on storage.objects
for each row when (new.bucket_id = 'submissions') execute function private.note_form_file();

create function private.remove_form_files(p_paths text[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if coalesce(cardinality(p_paths), 0) = 0 then return; end if;
  if private.is_storage_hosted() then
    insert into private.removed_files (bucket_id, name) select 'submissions', given.path from unnest(p_paths) as given (path) on conflict do nothing;
    perform private.note_removed_files();
  else
    delete from storage.objects as file where file.bucket_id = 'submissions' and file.name = any (p_paths);
  end if;
end
$$;

comment on function private.remove_form_files(text[]) is 'Deletes files of the bucket submissions.';

create function private.remove_form_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.remove_form_files((select array_agg(gone.path) from gone));
  return null;
end
$$;

comment on function private.remove_form_file() is 'Trigger: a file goes with its row, whether its page is deleted or its sender erased.';

create trigger remove_form_file after delete on public.landing_submission_files
referencing old table as gone for each statement execute function private.remove_form_file();

create function private.take_form_files(p_submission public.landing_submissions, p_files jsonb) returns jsonb
language sql volatile security definer
set search_path = ''
as $$
  with taken as (
    delete from private.unsent_form_files as held using jsonb_array_elements(coalesce(p_files, '[]')) as file
    where held.path = file ->> 'path' and private.folder_id(held.path) = p_submission.account_id
    returning file
  ), stored as (
    insert into public.landing_submission_files (path, submission_id, account_id, field, name, type, bytes)
    select taken.file ->> 'path', p_submission.id, p_submission.account_id, taken.file ->> 'field', taken.file ->> 'name', taken.file ->> 'type',
      (taken.file ->> 'bytes')::integer
    from taken
    returning path, name
  )
  select jsonb_agg(jsonb_build_object('path', stored.path, 'name', stored.name) order by stored.path) from stored
$$;

comment on function private.take_form_files(public.landing_submissions, jsonb) is
'Gives stored files to a form: [{path, field, name, type, bytes}]. Files of other forms stay theirs. Returns [{path, name}], null without files.';

create function private.purge_unsent_form_files(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  paths text[];
begin
  with due as (
    select held.path from private.unsent_form_files as held where held.stored_at < now() - interval '1 day'
    order by held.stored_at limit p_limit for update skip locked
  ), seen as (
    delete from private.unsent_form_files as held using due where held.path = due.path returning held.path
  )
  select array_agg(seen.path) into paths from seen;
  perform private.remove_form_files(paths);
  return coalesce(cardinality(paths), 0);
end
$$;

comment on function private.purge_unsent_form_files(integer) is 'Purge: files that no form took within a day.';

insert into private.purges (name, batch, run_every) values ('unsent_form_files', 100, interval '1 hour');

-- Imported pages. Whoever imports a page says that it is theirs. This is stored before anything is fetched.

create table public.landing_imports (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id),
  address text check (char_length(address) <= 2048),
  agreed_by uuid references auth.users (id) on delete set null,
  agreed_at timestamptz not null default now()
);

comment on table public.landing_imports is 'Who said that a page is theirs and may be copied, before it was imported.';
comment on column public.landing_imports.id is 'The import.';
comment on column public.landing_imports.account_id is 'The account that imported it.';
comment on column public.landing_imports.address is 'Where the page is; null when its HTML was pasted.';
comment on column public.landing_imports.agreed_by is 'Who said so.';
comment on column public.landing_imports.agreed_at is 'When.';

create index landing_imports_account_id_idx on public.landing_imports (account_id, agreed_at desc);
create index landing_imports_agreed_by_idx on public.landing_imports (agreed_by);

alter table public.landing_imports enable row level security;

call private.require_sufficient_sessions('public.landing_imports');

grant select, insert, update, delete on public.landing_imports to service_role;
grant select on public.landing_imports to authenticated;

create policy "People read the imports of their account" on public.landing_imports
for select to authenticated using (account_id = (select private.pages_workspace()));

create function private.begin_landing_import(p_address text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
  made uuid;
begin
  if (
    select count(*) from public.landing_imports as past where past.account_id = account and past.agreed_at > now() - interval '1 hour'
  ) >= 60 then
    perform private.refuse('too_many_imports', 'PT429', 'You imported 60 pages in an hour. Try again later.');
  end if;
  insert into public.landing_imports (account_id, address, agreed_by) values (account, nullif(btrim(p_address), ''), auth.uid()) returning id into made;
  return made;
end
$$;

create function public.begin_landing_import(p_address text default null) returns uuid
language sql volatile
set search_path = ''
return private.begin_landing_import(p_address);

comment on function public.begin_landing_import(text) is
'Stores that the caller says that a page is theirs and may be copied. For people who write pages. PT429: more than 60 in an hour.';

grant execute on function public.begin_landing_import(text) to authenticated;
grant execute on function private.begin_landing_import(text) to authenticated;

create or replace function private.route_by_form(p_account uuid, p_pools jsonb, p_to jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if p_to ? 'pool' then
    return private.next_of_pool(p_account, private.pool_of(p_pools, p_to ->> 'pool'), null) || jsonb_build_object('why', 'form');
  elsif private.is_on_team((p_to ->> 'person')::uuid, p_account) then
    return jsonb_build_object('person', p_to -> 'person', 'why', 'form');
  end if;
  return null;
end
$$;

comment on function private.route_by_form(uuid, jsonb, jsonb) is
'Whom a form names for its leads: { person } or { pool }. Null when it names nobody who is on the team, or nobody of its pool is free. Lock the routing first.';

create or replace function private.route_lead(p_account uuid, p_known public.leads, p_facts jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  routing public.lead_routing;
  place integer;
  target jsonb;
  picked jsonb;
begin
  select held.* into routing from public.lead_routing as held where held.account_id = p_account;
  if coalesce(routing.rules, '[]') = '[]' and not p_facts ? 'to' then return null; end if;
  if private.is_on_team(p_known.user_id, p_account) then
    -- The owner already waits to answer, or knows the person.
    if exists (select from public.lead_clocks as clock where clock.lead_id = p_known.id and clock.state not in ('answered', 'dropped')) then
      return null;
    end if;
    if private.free_people(p_account, array[p_known.user_id], now()) <> '{}' then
      return jsonb_build_object('person', p_known.user_id, 'why', 'owner');
    end if;
  end if;
  picked := private.route_by_form(p_account, routing.pools, p_facts -> 'to');
  if picked is not null then return picked; end if;
  place := private.first_rule(coalesce(routing.rules, '[]'), p_facts);
  if place is null then return null; end if;
  target := routing.rules -> (place - 1) -> 'to';
  if target ? 'pool' then
    picked := private.next_of_pool(p_account, private.pool_of(routing.pools, target ->> 'pool'), null) || jsonb_build_object('why', 'pool');
  elsif private.free_people(p_account, array[(target ->> 'person')::uuid], now()) <> '{}' then
    picked := jsonb_build_object('person', target -> 'person', 'why', 'person');
  end if;
  return picked || jsonb_build_object('rule', place);
end
$$;

comment on function private.route_lead(uuid, public.leads, jsonb) is
'Who gets a lead that just wrote, and why: { person, why (owner, form, pool or person), rule, pool_id, pool, after, weight }. Null when neither the form nor the rules find anybody. Lock the routing first.';

create or replace function private.upsert_lead(
  p_account uuid, p_person jsonb, p_touch jsonb, p_consent text, p_is_spam boolean, p_activity jsonb, p_source public.lead_source default 'website_form',
  p_is_routed boolean default true
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  sent public.leads := jsonb_populate_record(null::public.leads, p_person - 'id' - 'phone_key' - 'account_id');
  lead_id uuid;
  is_new boolean;
  sent_fields jsonb := to_jsonb(sent);
  filled public.leads;
  known jsonb;
  other_email text;
  -- The form itself may name a person or a pool.
  named constant jsonb := jsonb_strip_nulls(jsonb_build_object('to', p_activity -> 'to'));
  is_routing constant boolean := p_is_routed and not p_is_spam and (named <> '{}' or exists (
    select from public.lead_routing as routing where routing.account_id = p_account and routing.rules <> '[]'
  ));
  route jsonb;
begin
  if is_routing then perform private.lock_routing(p_account); end if;
  lead_id := private.find_lead(p_account, sent.email, sent.phone);
  is_new := lead_id is null;
  if is_routing and is_new then route := private.route_lead(p_account, null, private.routing_facts(sent, p_source, p_touch) || named); end if;
  if is_new then
    insert into public.leads (account_id, email, source, is_spam, user_id)
    values (p_account, sent.email, p_source, p_is_spam, (route ->> 'person')::uuid) returning id into lead_id;
  elsif not p_is_spam then
    select sent.email into other_email from public.leads as lead where lead.id = lead_id and lower(lead.email) <> lower(sent.email);
  end if;
  if is_new or not p_is_spam then
    -- Fills only blank fields, so what the team wrote stays. A lead that writes again leaves the archive and the spam.
    select lead.* into filled from public.leads as lead where lead.id = lead_id;
    known := to_jsonb(filled);
    filled := jsonb_populate_record(filled, (
      select jsonb_object_agg(fact, coalesce(nullif(btrim(known ->> fact), ''), sent_fields ->> fact))
      from unnest(private.lead_facts_of_kind('word', 'text')) as fact
    ));
    filled.tier_interest := private.merged_offers(filled.tier_interest, sent.tier_interest);
    -- Consent is for one address. A lead that is found by phone and writes from another address agrees to that one, not to the
    -- known one.
    if other_email is null and filled.consent_at is null then filled.consent_text := p_consent; end if;
    if other_email is null then filled.consent_at := coalesce(filled.consent_at, now()); end if;
    filled.first_touch := coalesce(filled.first_touch, p_touch);
    filled.last_touch := p_touch;
    -- An archived lead keeps its owner, who may have left since.
    if not private.is_on_team(filled.user_id, p_account) then filled.user_id := null; end if;
    if is_routing and not is_new then
      -- What they ask about now decides.
      route := private.route_lead(p_account, filled, private.routing_facts(
        jsonb_populate_record(filled, jsonb_build_object('tier_interest', coalesce(sent.tier_interest, filled.tier_interest))), p_source, p_touch
      ) || named);
      filled.user_id := coalesce((route ->> 'person')::uuid, filled.user_id);
    end if;
    filled.archived_at := null;
    filled.is_spam := p_is_spam;
    perform private.write_leads(array[filled]);
  end if;
  insert into public.lead_activities (lead_id, kind, payload) values (lead_id, 'form', jsonb_strip_nulls(
    p_activity || jsonb_build_object('spam', nullif(p_is_spam, false), 'email', other_email)
  ));
  if not p_is_spam then
    perform private.start_lead_clock(lead_id, now(), p_source);
    if route is not null then perform private.record_routing(lead_id, route); end if;
    perform private.notify_lead_arrival(lead_id, is_new, coalesce(p_activity ->> 'contact_id', p_activity ->> 'application_id', p_activity ->> 'submission_id'));
  end if;
  return lead_id;
end
$$;

create or replace function private.landing_page_to_serve(p_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', page.id, 'slug', page.slug, 'version', page.version, 'title', page.title, 'description', page.description, 'hide_title', page.hide_title,
    'content', page.content, 'theme', page.theme, 'custom_css', page.custom_css, 'custom_js', page.custom_js,
    'custom_domain', page.custom_domain, 'updated_at', page.updated_at,
    'account', (select account.slug from public.accounts as account where account.id = page.account_id),
    'test', (
      select jsonb_build_object('id', test.id, 'seed', secret.seed, 'only_source', test.only_source, 'variants', (
        select jsonb_agg(jsonb_build_object('weight', variant.weight, 'version', past.number, 'title', past.title, 'description', past.description,
          'hide_title', past.hide_title, 'content', past.content, 'theme', past.theme, 'custom_css', past.custom_css, 'custom_js', past.custom_js
        ) order by variant.place)
        from public.landing_test_variants as variant
        join public.landing_page_versions as past on past.page_id = variant.page_id and past.number = variant.version
        where variant.test_id = test.id
      ))
      from public.landing_tests as test join private.landing_test_seeds as secret on secret.test_id = test.id
      where test.page_id = page.id and test.state = 'running'
    ))
  from public.landing_pages as page where page.id = p_id and page.status = 'published'
$$;

create or replace function private.erasure_rules() returns table (
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
      or held.table_name in ('client_dashboards', 'invoices', 'retainers')
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
          and (asked.user_id = any (($1).accounts) or lower(asked.message) ~ ($1).pattern)))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (196, 'storage.objects', $w$held.bucket_id = 'brand' and private.is_workspace_of(private.folder_id(held.name), $1)$w$, 'deleted', '{}', 'Logos of such workspaces', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and lower(asked.message) ~ ($1).pattern)$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Replies to requests about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and lower(held.message) ~ ($1).pattern$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or lower(held.business_name) ~ ($1).pattern then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts) or held.owner_id is null and private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Client dashboards', null),
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
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null}', 'Payments',
      'Required by tax law. The reference points to the payment provider.'),
    (258, 'public.retainers', 'held.client_id = any (($1).accounts)', 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Ended retainers',
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
      'Accounts', 'The account ID stays without name, address or password. It appears as "Erased person" in entries about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Authenticator apps' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;

create or replace function private.impersonal_columns() returns table (column_name text, reason text)
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
    ('public.landing_test_views', 'counts of visits by source'),
    ('public.landing_tests', 'tests of an account''s pages, and what was learned about them'),
    ('public.landing_views', 'counts of visits by source'),
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

create or replace function private.submit_landing_form(p_form jsonb, p_address text, p_is_spam boolean) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.landing_pages;
  stored public.landing_submissions;
  told jsonb := coalesce(p_form -> 'answers', '{}');
  seen record;
  files jsonb;
begin
  select served.* into page from public.landing_pages as served
  where served.id = (p_form ->> 'page_id')::uuid and served.status = 'published';
  if not found then perform private.refuse('page_not_found', 'PT404', 'Page not found or not published'); end if;
  seen := private.tested_landing_version(page, p_form);
  insert into public.landing_submissions (page_id, version, test_id, answers, utm, source, referrer_url, submission_id, ip_hash, is_spam)
  values (
    page.id, seen.version, seen.test_id, told, coalesce(p_form -> 'utm', '{}'), coalesce(nullif(p_form ->> 'source', ''), 'direct'), p_form ->> 'referrer_url',
    (p_form ->> 'submission_id')::uuid, private.hash_ip(p_address), p_is_spam
  )
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (select known.id from public.landing_submissions as known where known.submission_id = (p_form ->> 'submission_id')::uuid);
  end if;
  files := private.take_form_files(stored, p_form -> 'files');
  update public.landing_submissions as sent
  set lead_id = private.upsert_lead_from_landing_form(page.account_id, p_form, jsonb_build_object(
    'form', 'landing_page', 'landing_page_id', page.id, 'page_title', page.title, 'slug', page.slug, 'version', stored.version,
    'submission_id', stored.id, 'to', p_form -> 'to', 'files', files, 'source', stored.source, 'utm', nullif(stored.utm, '{}'::jsonb), 'referrer_url', left(stored.referrer_url, 500),
    -- The lead's history gets short answers. The submission keeps all of them.
    'answers', case when octet_length(told::text) <= 15000 then told else (
      select jsonb_object_agg(answer.key, left(answer.value, 200))
      from (select * from jsonb_each_text(told) order by key limit 20) as answer
    ) end
  ), p_is_spam)
  where sent.id = stored.id;
  if not p_is_spam then
    perform private.enqueue_form_mails('landing', stored.id, p_form ->> 'email', p_form ->> 'first_name', jsonb_build_object(
      'name', private.name_or_email(p_form ->> 'first_name', p_form ->> 'last_name', p_form ->> 'email'),
      'email', p_form ->> 'email', 'company', p_form ->> 'company', 'phone', p_form ->> 'phone', 'message', p_form ->> 'message',
      'page', page.title, 'source', stored.source, 'campaign', stored.utm ->> 'utm_campaign',
      'more', (
        select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key)
        from jsonb_each_text(told) as answer
        where answer.key not in ('email', 'name', 'first_name', 'last_name', 'company', 'phone', 'message')
      )), page.account_id);
  end if;
  return stored.id;
end
$$;
