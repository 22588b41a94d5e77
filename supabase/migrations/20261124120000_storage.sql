-- Files: buckets with policies, what people store, and what must be deleted (docs/decisions/0025).

insert into private.quotas (kind, max_count, period, message) values
('uploads', 1000, interval '1 day', 'You can upload %s files a day.');

insert into private.quotas (kind, max_count, advice, message) values
('file_bytes', 2000000000, 'Delete files you no longer need.', 'Your files can use %s bytes in total.'),
('all_file_bytes', 100000000000, 'Delete files you no longer need.', 'All files together can use %s bytes.');

-- The product's buckets and who may do what with their files. Supabase Storage provides the tables: a hosted project has them,
-- the host creates them elsewhere (server/database/storage-tables.ts). Only the service role changes buckets.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
('landing', 'landing', true, 10485760, '{image/png,image/jpeg,image/webp,image/avif,image/gif}'),
('brand', 'brand', true, 5242880, '{image/png,image/jpeg,image/webp}'),
('avatars', 'avatars', false, 5242880, '{image/png,image/jpeg,image/webp}'),
('attachments', 'attachments', false, 26214400, '{
  image/png,image/jpeg,image/webp,image/gif,application/pdf,text/plain,text/csv,application/zip,
  application/vnd.openxmlformats-officedocument.wordprocessingml.document,
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,
  application/vnd.openxmlformats-officedocument.presentationml.presentation
}')
on conflict (id) do nothing;

call private.require_sufficient_sessions('storage.objects');

create function private.folder_id(p_name text) returns uuid
language sql immutable
set search_path = ''
as $$
  select case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then left(p_name, 36)::uuid end
$$;

comment on function private.folder_id(text) is 'The id that names the first folder of a file; null if it is not an id.';

-- Landing pages: a public bucket. Visitors read its files by their address and cannot list them.

create policy "Admins read landing pictures" on storage.objects
for select to authenticated using (bucket_id = 'landing' and (select private.has_active_role('admin')));

create policy "Admins add landing pictures" on storage.objects
for insert to authenticated with check (bucket_id = 'landing' and (select private.has_active_role('admin')));

create policy "Admins replace landing pictures" on storage.objects
for update to authenticated
using (bucket_id = 'landing' and (select private.has_active_role('admin')))
with check (bucket_id = 'landing' and (select private.has_active_role('admin')));

create policy "Admins delete landing pictures" on storage.objects
for delete to authenticated using (bucket_id = 'landing' and (select private.has_active_role('admin')));

-- The agency's logo: a public bucket, as the logo is in emails and on invoices.

create policy "Admins read brand files" on storage.objects
for select to authenticated using (bucket_id = 'brand' and (select private.has_active_role('admin')));

create policy "Admins add brand files" on storage.objects
for insert to authenticated with check (bucket_id = 'brand' and (select private.has_active_role('admin')));

create policy "Admins replace brand files" on storage.objects
for update to authenticated
using (bucket_id = 'brand' and (select private.has_active_role('admin')))
with check (bucket_id = 'brand' and (select private.has_active_role('admin')));

create policy "Admins delete brand files" on storage.objects
for delete to authenticated using (bucket_id = 'brand' and (select private.has_active_role('admin')));

-- Profile pictures: <id of the person>/<file>.

create function private.is_team_file(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$ select private.is_on_team(private.folder_id(p_name)) $$;

comment on function private.is_team_file(text) is 'Whether a file is in the folder of an active sales person or admin.';

grant execute on function private.folder_id(text) to authenticated;
grant execute on function private.is_team_file(text) to authenticated;

create policy "People read their own picture" on storage.objects
for select to authenticated using (bucket_id = 'avatars' and (select private.folder_id(name)) = (select auth.uid()));

create policy "Admins read all pictures of people" on storage.objects
for select to authenticated using (bucket_id = 'avatars' and (select private.has_active_role('admin')));

create policy "Sales people read pictures of the team" on storage.objects
for select to authenticated using (
  bucket_id = 'avatars' and (select private.has_active_role('sales')) and (select private.is_team_file(name))
);

create policy "People with a role add their own picture" on storage.objects
for insert to authenticated with check (
  bucket_id = 'avatars' and (select private.folder_id(name)) = (select auth.uid()) and (select private.has_any_active_role())
);

create policy "People with a role replace their own picture" on storage.objects
for update to authenticated
using (bucket_id = 'avatars' and (select private.folder_id(name)) = (select auth.uid()) and (select private.has_any_active_role()))
with check (bucket_id = 'avatars' and (select private.folder_id(name)) = (select auth.uid()) and (select private.has_any_active_role()));

create policy "People delete their own picture" on storage.objects
for delete to authenticated using (bucket_id = 'avatars' and (select private.folder_id(name)) = (select auth.uid()));

-- Files of service requests: <id of the request>/request/<file>, and those of an answer: <id of the request>/<id of the
-- answer>/<file>. They belong to what was said, so nobody replaces them.

create function private.is_own_request_file(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.change_requests as request
    where request.id = private.folder_id(p_name) and request.user_id = (select auth.uid())
  ) and private.has_any_active_role()
$$;

comment on function private.is_own_request_file(text) is
'Whether a file is in the folder of a request that the caller sent, and the caller still has an active role.';

create function private.is_request_file(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.change_requests as request where request.id = private.folder_id(p_name))
$$;

comment on function private.is_request_file(text) is 'Whether a file is in the folder of a service request.';

grant execute on function private.is_own_request_file(text) to authenticated;
grant execute on function private.is_request_file(text) to authenticated;

create policy "People read the files of their own requests" on storage.objects
for select to authenticated using (bucket_id = 'attachments' and (select private.is_own_request_file(name)));

create policy "Admins read the files of all requests" on storage.objects
for select to authenticated using (bucket_id = 'attachments' and (select private.has_active_role('admin')));

create policy "People attach files to their own requests" on storage.objects
for insert to authenticated with check (
  bucket_id = 'attachments' and (storage.foldername(name))[2] = 'request' and (select private.is_own_request_file(name))
);

create policy "Admins attach files to requests and answers" on storage.objects
for insert to authenticated with check (
  bucket_id = 'attachments' and (select private.has_active_role('admin')) and (select private.is_request_file(name))
);

create policy "People delete files that they attached" on storage.objects
for delete to authenticated using (
  bucket_id = 'attachments' and owner_id = (select auth.uid())::text and (select private.has_any_active_role())
);

-- How much people store. Counters, because a sum over all files for each upload would become slow. The trigger counts in the
-- transaction of the change, so two uploads of one person wait for each other.

create table private.file_usage (
  owner text primary key check (char_length(owner) <= 100),
  files bigint not null default 0,
  bytes bigint not null default 0
);

comment on table private.file_usage is 'The number and size of stored files by the id of their owner. The row all counts everything.';

alter table private.file_usage enable row level security;

create function private.file_bytes(p_metadata jsonb) returns bigint
language sql immutable
set search_path = ''
as $$
  select case when p_metadata ->> 'size' ~ '^[0-9]{1,15}$' then (p_metadata ->> 'size')::bigint else 0 end
$$;

comment on function private.file_bytes(jsonb) is 'The size of a file from the metadata of storage.objects; 0 if it is unknown.';

create function private.add_file_usage(p_owner text, p_files bigint, p_bytes bigint) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  held private.file_usage;
begin
  insert into private.file_usage as usage (owner, files, bytes) values (p_owner, p_files, p_bytes)
  on conflict (owner) do update set files = usage.files + excluded.files, bytes = usage.bytes + excluded.bytes
  returning usage.* into held;
  if p_files > 0 or p_bytes > 0 then
    perform private.check_quota(case p_owner when 'all' then 'all_file_bytes' else 'file_bytes' end, held.bytes);
  end if;
end
$$;

comment on function private.add_file_usage(text, bigint, bigint) is 'Counts files of an owner. PT429 when they are more than the quota allows.';

create function private.count_file_usage() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- One lock for everyone, because each change also counts in the total. The transactions are short.
  perform private.lock_quota('all_file_bytes', 'all');
  if tg_op <> 'INSERT' then
    if old.owner_id is not null then perform private.add_file_usage(old.owner_id, -1, -private.file_bytes(old.metadata)); end if;
    perform private.add_file_usage('all', -1, -private.file_bytes(old.metadata));
  end if;
  if tg_op <> 'DELETE' then
    if new.owner_id is not null then perform private.add_file_usage(new.owner_id, 1, private.file_bytes(new.metadata)); end if;
    perform private.add_file_usage('all', 1, private.file_bytes(new.metadata));
  end if;
  return null;
end
$$;

comment on function private.count_file_usage() is 'Trigger: keeps private.file_usage. PT429 when a person or everyone together stores too much.';

create trigger count_file_usage after insert or update of metadata, owner_id or delete on storage.objects
for each row execute function private.count_file_usage();

call private.limit_inserts('storage.objects', 'uploads');

-- Rows point to stored content by their version, which is never written again. Content that no row points to any more waits
-- here until the host has deleted it. An upload is noted here before its content is stored, and its row removes the note, so a
-- crash between the two leaves no content behind. The host deletes nothing that this database has not noted, because another
-- database may use the same store. On hosted projects, Supabase Storage deletes content itself.

create table private.removed_blobs (
  version text primary key check (char_length(version) <= 100),
  delete_at timestamptz not null default now()
);

comment on table private.removed_blobs is 'Content to delete: its row is gone or has newer content, or its upload has no row after an hour.';

create index removed_blobs_delete_at_idx on private.removed_blobs (delete_at);

alter table private.removed_blobs enable row level security;

create function private.note_removed_blob() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.removed_blobs (version) values (old.version) on conflict do nothing;
  return null;
end
$$;

comment on function private.note_removed_blob() is 'Trigger: the content of a deleted or replaced file can be deleted.';

create function private.forget_removed_blob() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.removed_blobs as noted where noted.version = new.version;
  return null;
end
$$;

comment on function private.forget_removed_blob() is 'Trigger: content that a row points to stays.';

create function private.is_storage_hosted() returns boolean
language sql stable
set search_path = ''
as $$ select to_regclass('storage.migrations') is not null $$;

comment on function private.is_storage_hosted() is 'Whether Supabase Storage itself keeps the files. Then only its API may delete them.';

do $$
begin
  if not private.is_storage_hosted() then
    create trigger note_replaced_blob after update of version on storage.objects
    for each row when (old.version is distinct from new.version and old.version is not null) execute function private.note_removed_blob();
    create trigger forget_stored_blob after insert or update of version on storage.objects
    for each row when (new.version is not null) execute function private.forget_removed_blob();
    create trigger note_deleted_blob after delete on storage.objects
    for each row when (old.version is not null) execute function private.note_removed_blob();
  end if;
end
$$;

-- On a hosted project, an erasure notes the files here, and a job deletes them through the API.
create table private.removed_files (
  bucket_id text not null check (char_length(bucket_id) <= 200),
  name text not null check (char_length(name) <= 2000),
  primary key (bucket_id, name)
);

comment on table private.removed_files is 'Files of erased people that a job must delete through the API of a hosted project.';

alter table private.removed_files enable row level security;

create function private.note_removed_files() returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('remove_files', format('remove_files:%s', clock_timestamp()), '{}', p_max_attempts => 50)
  where exists (select from private.removed_files)
$$;

comment on function private.note_removed_files() is 'Enqueues the job that deletes the noted files.';

create function public.list_removed_files() returns table (bucket_id text, name text)
language sql stable security definer
set search_path = ''
as $$
  select file.bucket_id, file.name from private.removed_files as file order by 1, 2 limit 500
$$;

comment on function public.list_removed_files() is 'Files of erased people that must be deleted, at most 500.';

create function public.forget_removed_files(p_bucket_id text, p_names text[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  delete from private.removed_files as file where file.bucket_id = p_bucket_id and file.name = any (p_names)
$$;

comment on function public.forget_removed_files(text, text[]) is 'Notes that these files are deleted.';

grant execute on function public.list_removed_files() to service_role;
grant execute on function public.forget_removed_files(text, text[]) to service_role;

create or replace function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (private.names_person(held.payload::text || ' ' || held.dedupe_key, $1)
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or private.names_person(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text), $1)$w$, 'cleared',
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
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (110, 'private.pending_client_setups', 'held.lead_id = any (($1).leads) or held.email = any (($1).emails)', 'deleted', '{}', 'Pending client setups', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and private.names_person(held.answers::text, $1)$w$, 'cleared',
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
        from private.lead_fields() as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words)', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (195, 'storage.objects', $w$held.bucket_id = 'avatars' and split_part(held.name, '/', 1) = any (($1).accounts::text[])
      or held.bucket_id = 'attachments' and (held.owner_id = any (($1).accounts::text[]) or exists (
        select from public.change_requests as asked where asked.id = private.folder_id(held.name)
          and (asked.user_id = any (($1).accounts) or private.names_person(asked.message, $1))))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and private.names_person(asked.message, $1))$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Replies to requests about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and private.names_person(held.message, $1)$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or private.names_person(held.business_name, $1) then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (250, 'public.retainers', $w$held.client_id = any (($1).accounts) and held.status = 'pending'
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id and draft.client_id = any (($1).accounts)
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$held.client_id = any (($1).accounts) and held.status = 'draft'
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
    (270, 'private.rate_limits', 'private.names_person(held.key, $1)', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (273, 'private.file_usage', 'held.owner = any (($1).accounts::text[])', 'deleted', '{}', 'Storage counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$private.names_person(held.payload::text, $1)
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
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
    ('private.lead_totals', 'counts'),
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

create or replace function private.apply_erasure_rules(p_person private.erased_person) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  rule record;
  assignments text;
begin
  for rule in select * from private.erasure_rules() as each where each.treatment <> 'kept' order by each.place, each.table_name loop
    if rule.table_name = 'storage.objects' and private.is_storage_hosted() then
      -- Only its API deletes the content too.
      execute format('insert into private.removed_files (bucket_id, name) select held.bucket_id, held.name from %s as held where %s on conflict do nothing', rule.table_name, rule.whose)
      using p_person;
      perform private.note_removed_files();
    elsif rule.treatment = 'deleted' then
      execute format('delete from %s as held where %s', rule.table_name, rule.whose) using p_person;
    else
      -- Hosted and embedded auth tables differ in a few columns.
      select string_agg(format('%I = %s', item.key, item.value), ', ') into assignments
      from jsonb_each_text(rule.sets) as item join pg_catalog.pg_attribute as part
        on part.attrelid = rule.table_name::regclass and part.attname = item.key and not part.attisdropped and part.attgenerated = '';
      execute format('update %s as held set %s where %s', rule.table_name, assignments, rule.whose) using p_person;
    end if;
  end loop;
end
$$;
