-- Files of service requests and answers: uploaded before they are sent, listed with their names, and deleted if nobody sends them.

create function private.is_unsent_file(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select case split_part(p_name, '/', 2)
    when 'request' then not exists (
      select from public.change_requests as request where request.id = private.folder_id(p_name)
    )
    else not exists (
      select from public.change_request_answers as said
      where said.request_id = private.folder_id(p_name) and said.id::text = split_part(p_name, '/', 2)
    )
  end
$$;

comment on function private.is_unsent_file(text) is 'Whether a file is for a request or an answer that nobody has sent yet.';

create or replace function private.is_own_request_file(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.change_requests as request
    where request.id = private.folder_id(p_name) and request.user_id = (select auth.uid())
  ) and not private.is_unsent_file(p_name) and private.has_any_active_role()
$$;

comment on function private.is_own_request_file(text) is
'Whether a file is of a request that the caller sent, or of an answer to it, and the caller still has an active role.';

create function private.may_attach_to_request(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select split_part(p_name, '/', 2) = 'request' and private.folder_id(p_name) is not null and not exists (
    select from public.change_requests as request
    where request.id = private.folder_id(p_name) and request.user_id <> (select auth.uid())
  ) and private.has_any_active_role()
$$;

comment on function private.may_attach_to_request(text) is
'Whether a file is for a new request or for one that the caller sent, and the caller has an active role.';

grant execute on function private.is_unsent_file(text) to authenticated;
grant execute on function private.may_attach_to_request(text) to authenticated;

create policy "People read files that they have not sent yet" on storage.objects
for select to authenticated using (
  bucket_id = 'attachments' and owner_id = (select auth.uid())::text and (select private.is_unsent_file(name))
);

drop policy "People attach files to their own requests" on storage.objects;

create policy "People attach files to their own requests" on storage.objects
for insert to authenticated with check (bucket_id = 'attachments' and (select private.may_attach_to_request(name)));

-- What people attach to service requests and answers, with the names that the files had on their devices.

create function private.attached_name(p_name text, p_user_metadata jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select coalesce(
    nullif(left(btrim(regexp_replace(p_user_metadata ->> 'name', '[[:cntrl:]]+', ' ', 'g')), 200), ''),
    regexp_replace(regexp_replace(p_name, '^.*/', ''), '^[0-9a-f]{8}-', '')
  )
$$;

comment on function private.attached_name(text, jsonb) is
'The name of an attached file: the one that it had, in one line, or the one in storage without its random part.';

create function public.list_request_files(p_request_ids uuid[]) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'request_id', request.id, 'answer_id', said.id, 'path', file.name,
    'name', private.attached_name(file.name, file.user_metadata),
    'size', private.file_bytes(file.metadata), 'type', coalesce(file.metadata ->> 'mimetype', 'application/octet-stream')
  ) order by file.created_at, file.name), '[]')
  from public.change_requests as request
  -- The operators of the index, which holds paths byte by byte. 0 follows the slash.
  join storage.objects as file on file.name operator(pg_catalog.~>=~) (request.id || '/')
    and file.name operator(pg_catalog.~<~) (request.id || '0') and file.bucket_id = 'attachments'
  left join public.change_request_answers as said on said.request_id = request.id and said.id::text = split_part(file.name, '/', 2)
  where request.id = any (p_request_ids[1:200]) and (
    request.user_id = (select auth.uid()) and (select private.has_any_active_role()) or (select private.has_active_role('admin'))
  ) and (said.id is not null or split_part(file.name, '/', 2) = 'request')
$$;

comment on function public.list_request_files(uuid[]) is
'The files of the caller''s requests and their answers, for admins of all: [{request_id, answer_id, path, name, size, type}], oldest first.';

grant execute on function public.list_request_files(uuid[]) to authenticated;

create function private.attached_names(p_request_id uuid, p_folder text) returns text
language sql stable
set search_path = ''
as $$
  select string_agg(private.attached_name(file.name, file.user_metadata), E'\n' order by file.created_at, file.name)
  from storage.objects as file
  where file.name operator(pg_catalog.~>=~) (p_request_id || '/' || p_folder || '/')
    and file.name operator(pg_catalog.~<~) (p_request_id || '/' || p_folder || '0') and file.bucket_id = 'attachments'
$$;

comment on function private.attached_names(uuid, text) is 'The names of the files of a request or of one answer, one a line; null without files.';

-- Each upload is noted, and a purge looks at it once, two days later: if it was not sent by then, it is deleted. So nothing
-- searches all files.

create table private.attached_files (
  name text primary key check (char_length(name) <= 2000),
  attached_at timestamptz not null default now()
);

comment on table private.attached_files is 'Files for requests and answers that may not be sent yet.';

create index attached_files_attached_at_idx on private.attached_files (attached_at);

alter table private.attached_files enable row level security;

create function private.note_attached_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.attached_files (name) values (new.name) on conflict do nothing;
  else
    delete from private.attached_files as held where held.name = old.name;
  end if;
  return null;
end
$$;

comment on function private.note_attached_file() is 'Trigger: notes files that may not be sent yet, and forgets deleted ones.';

create trigger note_attached_file after insert on storage.objects
for each row when (new.bucket_id = 'attachments') execute function private.note_attached_file();

create trigger forget_attached_file after delete on storage.objects
for each row when (old.bucket_id = 'attachments') execute function private.note_attached_file();

create function private.purge_unsent_files(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  names text[];
  unsent text[];
begin
  with due as (
    select held.name from private.attached_files as held where held.attached_at < now() - interval '2 days'
    order by held.attached_at limit p_limit for update skip locked
  ), seen as (
    delete from private.attached_files as held using due where held.name = due.name returning held.name
  )
  select array_agg(seen.name), array_agg(seen.name) filter (where private.is_unsent_file(seen.name)) into names, unsent from seen;
  if private.is_storage_hosted() then
    insert into private.removed_files (bucket_id, name) select 'attachments', given.name from unnest(unsent) as given (name)
    on conflict do nothing;
    perform private.note_removed_files();
  else
    delete from storage.objects as file where file.bucket_id = 'attachments' and file.name = any (unsent);
  end if;
  return coalesce(cardinality(names), 0);
end
$$;

comment on function private.purge_unsent_files(integer) is 'Purge: files of requests and answers that nobody sent within two days.';

insert into private.purges (name, batch, run_every) values ('unsent_files', 100, interval '1 hour');

grant insert (id) on public.change_requests to authenticated;

create or replace function public.answer_change_request(
  p_request_id uuid, p_expected_updated_at timestamptz, p_answer text, p_answer_id uuid default gen_random_uuid()
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.change_requests;
  words text;
begin
  perform private.require_admin();
  -- A repeated request, because the answer was lost.
  if exists (select from public.change_request_answers as said where said.id = p_answer_id and said.request_id = p_request_id) then return; end if;
  words := private.require_text(p_answer, 'Answer', 10000);
  held := private.lock_request(p_request_id, p_expected_updated_at);
  insert into public.change_request_answers (id, request_id, body, author_id) values (p_answer_id, held.id, words, auth.uid());
  update public.change_requests as request set status = 'answered' where request.id = held.id;
  perform public.enqueue_outbox('mail', format('request:%s:answer:%s', held.id, p_answer_id), jsonb_build_object(
    -- Their current address, which may differ from the one in the request.
    'to', coalesce((select account.email from auth.users as account where account.id = held.user_id), held.user_email),
    'template', 'request-answered',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', (select profile.first_name from public.profiles as profile where profile.user_id = held.user_id),
      'question', left(held.message, 2000), 'answer', words,
      'files', private.attached_names(held.id, p_answer_id::text), 'askedFiles', private.attached_names(held.id, 'request')
    ))
  ));
end
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
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'the agency''s pages'),
    ('public.landing_drafts', 'the agency''s pages'),
    ('public.landing_page_versions', 'the agency''s pages'),
    ('public.landing_pages', 'the agency''s pages'),
    ('public.landing_previews', 'hashes of links to the agency''s pages'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own'),
    ('storage.buckets', 'the product''s own')
  ) as entry (column_name, reason)
$$;
