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

create function private.list_removed_files() returns table (bucket_id text, name text)
language sql stable security definer
set search_path = ''
as $$
  select file.bucket_id, file.name from private.removed_files as file order by 1, 2 limit 500
$$;

create function public.list_removed_files() returns table (bucket_id text, name text)
language sql stable
set search_path = ''
return private.list_removed_files();

comment on function public.list_removed_files() is 'Files of erased people that must be deleted, at most 500.';

create function private.forget_removed_files(p_bucket_id text, p_names text[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  delete from private.removed_files as file where file.bucket_id = p_bucket_id and file.name = any (p_names)
$$;

create function public.forget_removed_files(p_bucket_id text, p_names text[]) returns void
language sql volatile
set search_path = ''
return private.forget_removed_files(p_bucket_id, p_names);

comment on function public.forget_removed_files(text, text[]) is 'Notes that these files are deleted.';

grant execute on function public.list_removed_files() to service_role;
grant execute on function private.list_removed_files() to service_role;
grant execute on function public.forget_removed_files(text, text[]) to service_role;
grant execute on function private.forget_removed_files(text, text[]) to service_role;
