-- Imports dashboards (spec §5). Entries arrive in batches and wait. Then all of them are added, or none. The id of an import
-- makes repeated requests harmless.

create table private.dashboard_imports (
  id uuid primary key,
  admin_id uuid not null references auth.users (id) on delete cascade,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  imported integer
);

comment on table private.dashboard_imports is 'Imports of dashboards, waiting or done.';

create index dashboard_imports_admin_id_idx on private.dashboard_imports (admin_id);
create index dashboard_imports_started_at_idx on private.dashboard_imports (started_at);

create table private.dashboard_import_entries (
  import_id uuid not null references private.dashboard_imports (id) on delete cascade,
  "position" integer not null,
  user_id text not null check (char_length(user_id) <= 200),
  business_name text not null check (char_length(business_name) <= 200),
  notion_database_url text not null check (char_length(notion_database_url) <= 2048),
  dashboard_title text not null check (char_length(dashboard_title) <= 200),
  primary key (import_id, "position")
);

comment on table private.dashboard_import_entries is 'The entries of a waiting import, by their position in the file.';

alter table private.dashboard_imports enable row level security;

alter table private.dashboard_import_entries enable row level security;

create function private.lock_own_dashboard_import(p_import_id uuid) returns private.dashboard_imports
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_import private.dashboard_imports;
begin
  perform private.require_admin();
  select * into found_import from private.dashboard_imports as one
  where one.id = p_import_id and one.admin_id = (select auth.uid()) for update;
  if not found then
    perform private.refuse('import_not_found', 'PT404', format('No import with the ID %s', p_import_id));
  end if;
  -- A job deletes the entries of imports that are older than a day, some before others.
  if found_import.finished_at is null and found_import.started_at < now() - interval '1 day' then
    perform private.refuse('import_expired', 'PT409', 'This import has expired. Choose the file again.');
  end if;
  return found_import;
end
$$;

comment on function private.lock_own_dashboard_import(uuid) is
'Locks and returns the calling admin''s import. Errors: 42501, PT404, PT409 it was abandoned for a day.';

create function private.import_warnings(p_import_id uuid) returns table ("position" integer, problem text)
language sql stable
set search_path = ''
as $$
  select odd."position", odd.problem
  from (
    select entry."position", case
      when exists (
        select from public.client_dashboards as same
        where same.notion_database_url = entry.notion_database_url and lower(same.business_name) = lower(entry.business_name)
      ) then 'exists'
      when owned.id is not null then 'has_dashboard'
      when person.id is null and entry.user_id <> 'imported-user' then 'unknown_account'
    end as problem
    from private.dashboard_import_entries as entry
    left join auth.users as person on person.id::text = lower(entry.user_id) and person.email_confirmed_at is not null
    left join public.client_dashboards as owned on owned.owner_id = person.id
    where entry.import_id = p_import_id
  ) as odd
  where odd.problem is not null
$$;

comment on function private.import_warnings(uuid) is 'The waiting entries that an admin should check, and why. All of them can be added.';

create function private.stage_dashboard_import(p_import_id uuid, p_entries jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  staged integer;
begin
  perform private.require_admin();
  if jsonb_typeof(p_entries) is distinct from 'array' or jsonb_array_length(p_entries) > 2000 then
    perform private.refuse('rows_invalid', '22023', 'Entries must be an array of up to 2,000');
  end if;
  -- Deletes imports that were abandoned for a day.
  delete from private.dashboard_imports as one where one.started_at < now() - interval '1 day' and one.finished_at is null;
  insert into private.dashboard_imports (id, admin_id) values (p_import_id, (select auth.uid())) on conflict do nothing;
  if (private.lock_own_dashboard_import(p_import_id)).finished_at is not null then
    return 0;
  end if;
  insert into private.dashboard_import_entries (import_id, "position", user_id, business_name, notion_database_url, dashboard_title)
  select p_import_id, entry."position", entry.user_id, entry.business_name, entry.notion_database_url, entry.dashboard_title
  from jsonb_to_recordset(p_entries) as entry (
    "position" integer, user_id text, business_name text, notion_database_url text, dashboard_title text
  )
  on conflict do nothing;
  get diagnostics staged = row_count;
  if (select count(*) from private.dashboard_import_entries as entry where entry.import_id = p_import_id) > 50000 then
    perform private.refuse('file_too_large', '22023', 'An import can have up to 50,000 entries');
  end if;
  return staged;
end
$$;

create function public.stage_dashboard_import(p_import_id uuid, p_entries jsonb) returns integer
language sql volatile
set search_path = ''
return private.stage_dashboard_import(p_import_id, p_entries);

comment on function public.stage_dashboard_import(uuid, jsonb) is
'Adds a batch of entries to an import. Nothing is imported yet. Known ids and positions change nothing. Admins only. Errors: 42501, PT404 another admin''s import, 22023.';

create function private.check_dashboard_import(p_import_id uuid) returns table ("position" integer, problem text)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.lock_own_dashboard_import(p_import_id);
  return query
  select warning."position", warning.problem from private.import_warnings(p_import_id) as warning
  order by warning."position";
end
$$;

create function public.check_dashboard_import(p_import_id uuid) returns table ("position" integer, problem text)
language sql volatile
set search_path = ''
return private.check_dashboard_import(p_import_id);

comment on function public.check_dashboard_import(uuid) is
'What is unusual about the waiting entries: exists (the same dashboard is there), has_dashboard, or unknown_account (imported without an account, with the original user_id). Admins only. Errors: 42501, PT404.';

create function private.finish_dashboard_import(p_import_id uuid, p_left_out integer[]) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import private.dashboard_imports := private.lock_own_dashboard_import(p_import_id);
  added integer;
begin
  if current_import.finished_at is not null then
    return current_import.imported;
  end if;
  delete from private.dashboard_import_entries as entry
  where entry.import_id = p_import_id and entry."position" = any (p_left_out);
  -- Each account gets its first dashboard. Other dashboards have no account and keep the user_id of the file.
  insert into public.client_dashboards (user_id, original_user_id, business_name, notion_database_url, dashboard_title)
  select coalesce(entry.taker::text, 'imported-user'),
    case when entry.taker is null and entry.user_id <> 'imported-user' then entry.user_id end,
    entry.business_name, entry.notion_database_url, entry.dashboard_title
  from (
    select waiting.*, case
      when owned.id is null and row_number() over (partition by person.id order by waiting."position") = 1 then person.id
    end as taker
    from private.dashboard_import_entries as waiting
    left join auth.users as person on person.id::text = lower(waiting.user_id) and person.email_confirmed_at is not null
    left join public.client_dashboards as owned on owned.owner_id = person.id
    where waiting.import_id = p_import_id
  ) as entry
  order by entry."position";
  get diagnostics added = row_count;
  delete from private.dashboard_import_entries as entry where entry.import_id = p_import_id;
  update private.dashboard_imports as one set finished_at = now(), imported = added where one.id = p_import_id;
  return added;
exception when unique_violation then
  perform private.refuse('dashboard_taken', 'PT409', 'One of the accounts just got a dashboard');
end
$$;

create function public.finish_dashboard_import(p_import_id uuid, p_left_out integer[] default '{}') returns integer
language sql volatile
set search_path = ''
return private.finish_dashboard_import(p_import_id, p_left_out);

comment on function public.finish_dashboard_import(uuid, integer[]) is
'Adds all waiting entries except those in p_left_out, or none, and returns how many. A second call returns the same number. A user_id without an account becomes imported-user and is kept as original_user_id. Admins only. Errors: 42501, PT404, PT409 an account got a dashboard meanwhile, 23514 an entry breaks a rule.';

create function private.discard_dashboard_import(p_import_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.dashboard_imports as one
  where one.id = p_import_id and one.admin_id = (select auth.uid()) and one.finished_at is null;
end
$$;

create function public.discard_dashboard_import(p_import_id uuid) returns void
language sql volatile
set search_path = ''
return private.discard_dashboard_import(p_import_id);

comment on function public.discard_dashboard_import(uuid) is 'Deletes a waiting import. Admins only (42501).';

revoke execute on function private.lock_own_dashboard_import(uuid), private.import_warnings(uuid) from public;

grant execute on function public.stage_dashboard_import(uuid, jsonb) to authenticated;
grant execute on function private.stage_dashboard_import(uuid, jsonb) to authenticated;
grant execute on function public.check_dashboard_import(uuid) to authenticated;
grant execute on function private.check_dashboard_import(uuid) to authenticated;
grant execute on function public.finish_dashboard_import(uuid, integer[]) to authenticated;
grant execute on function private.finish_dashboard_import(uuid, integer[]) to authenticated;
grant execute on function public.discard_dashboard_import(uuid) to authenticated;
grant execute on function private.discard_dashboard_import(uuid) to authenticated;
