-- A holiday in the past, or more than 10 years ahead, was mistyped.

create function private.check_holidays() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  today constant date := (now() at time zone new.time_zone)::date;
  added constant date[] := array(select day from unnest(new.holidays) as day where day <> all (old.holidays));
begin
  if auth.uid() is null then return new; end if;
  if exists (select from unnest(added) as day where day > today + interval '10 years') then
    perform private.refuse('date_too_far', '22023', 'Choose holidays within the next 10 years', 'holidays');
  end if;
  -- Undo restores a day that has passed since it was added.
  if exists (
    select from unnest(added) as day where day < today and not exists (
      select from public.audit_log as entry
      where entry.table_name = tg_table_name and entry.row_id = to_jsonb(new) ->> 'id' and entry.before -> 'holidays' ? day::text
    )
  ) then
    perform private.refuse('date_in_past', '22023', 'Choose holidays from today on', 'holidays');
  end if;
  return new;
end
$$;

comment on function private.check_holidays() is
'Trigger: people add holidays from today until 10 years ahead, in the row''s time zone, or restore one that was there before. Holidays that have passed stay.';

-- The agency's account follows its settings.
create trigger check_holidays before update of holidays on public.accounts
for each row when (new.kind = 'client' and old.holidays is distinct from new.holidays) execute function private.check_holidays();

create trigger check_holidays before update of holidays on public.agency_settings
for each row when (old.holidays is distinct from new.holidays) execute function private.check_holidays();
