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
