-- What people attach to service requests, answers and replies, with the names that the files had on their devices.

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

create function private.list_request_files(p_request_ids uuid[]) returns jsonb
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
    or not request.is_deletion and request.account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
  ) and (said.id is not null or split_part(file.name, '/', 2) = 'request')
$$;

create function public.list_request_files(p_request_ids uuid[]) returns jsonb
language sql stable
set search_path = ''
return private.list_request_files(p_request_ids);

comment on function public.list_request_files(uuid[]) is
'The files of the caller''s requests, of those of their account, and of the answers, for admins of all: [{request_id, answer_id, path, name, size, type}], oldest first.';

grant execute on function public.list_request_files(uuid[]) to authenticated;
grant execute on function private.list_request_files(uuid[]) to authenticated;

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
