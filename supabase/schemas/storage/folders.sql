-- A name cannot be both a file and a folder: a store on a disk could not hold both.

create function private.refuse_file_as_folder() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  taken text;
  parts text[] := string_to_array(new.name, '/');
begin
  -- Of two uploads at the same time, the second one waits here until the first one is stored, and then sees it. Every upload
  -- takes this lock anyway (file-usage.sql).
  perform private.lock_quota('all_file_bytes', 'all');
  select file.name into taken from storage.objects as file
  where file.bucket_id = new.bucket_id and file.name = any (
    select array_to_string(parts[1 : depth], '/') from generate_series(1, cardinality(parts) - 1) as depth
  ) limit 1;
  if found then
    perform private.refuse('file_not_folder', 'PT409', format('%s is a file and can''t be a folder', taken), 'name');
  end if;
  -- 0 follows / in the order of bytes, so this range is what begins with the name and a slash.
  if exists (
    select from storage.objects as file
    where file.bucket_id = new.bucket_id and file.name operator(pg_catalog.~>=~) (new.name || '/') and file.name operator(pg_catalog.~<~) (new.name || '0')
  ) then
    perform private.refuse('folder_not_file', 'PT409', format('%s is a folder that has files', new.name), 'name');
  end if;
  return null;
end
$$;

comment on function private.refuse_file_as_folder() is 'Trigger: PT409 for a name that is already a folder, or whose folder is already a file.';

create trigger refuse_file_as_folder after insert or update of name, bucket_id on storage.objects
for each row execute function private.refuse_file_as_folder();
