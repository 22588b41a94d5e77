-- Rows of an import carry their number in the file, because blank rows of the file aren't sent.

alter table private.lead_import_rows add column file_row integer check (file_row > 0);

create or replace function private.stage_lead_import(p_import_id uuid, p_from_row integer, p_rows jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
-- Statistics are always out of date while a table grows by thousands of rows a second. These settings read rows by index and
-- each list once.
set enable_seqscan = off
set jit = off
set enable_nestloop = off
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
  added record;
  emails text[];
  phones text[];
begin
  if current_import.status <> 'staging' then perform private.refuse('import_checked', 'PT409', 'This import was already checked'); end if;
  if p_from_row is null or p_from_row < 1 or jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > 2000 then
    perform private.refuse('rows_invalid', '22023', 'Rows come as an array of at most 2,000', 'rows');
  end if;
  if p_from_row > 500000 then perform private.refuse('file_too_large', '22023', 'A file can have up to 500,000 rows'); end if;
  perform private.consume_quota('import_rows', auth.uid()::text, jsonb_array_length(p_rows));
  perform private.consume_quota('import_bytes', auth.uid()::text, pg_column_size(p_rows));
  select array_agg(distinct lower(item.fields ->> 'email')) filter (where item.fields ->> 'email' is not null),
    array_agg(distinct private.phone_key(item.fields ->> 'phone')) filter (where item.fields ->> 'phone' is not null)
  into emails, phones from jsonb_array_elements(p_rows) as item (fields);
  with given as materialized (
    select p_from_row + (item.place - 1)::integer as row_no,
      case when jsonb_typeof(item.fields) = 'object' then item.fields - 'row' else item.fields end as fields,
      case when item.fields ->> 'row' ~ '^[1-9]\d{0,8}$' then (item.fields ->> 'row')::integer end as file_row,
      case when jsonb_typeof(item.fields) = 'object' then private.import_problem(item.fields) else 'Not a valid row' end as problem
    from jsonb_array_elements(p_rows) with ordinality as item (fields, place)
  ), owners as materialized (
    select named.owner from (select distinct given.fields ->> 'owner' as owner from given) as named
    where named.owner is not null and private.import_owner(current_import.account_id, named.owner) is null
  ), stages as materialized (
    select named.stage from (select distinct given.fields ->> 'stage' as stage from given) as named
    where named.stage is not null and private.import_stage(named.stage) is null
  ), checked as materialized (
    select given.row_no, given.file_row, given.fields, nullif(left(concat_ws('; ', given.problem,
      case when owners.owner is not null then format('Owner: no active team member is named %s', left(owners.owner, 80)) end,
      case when stages.stage is not null then format('Stage: no stage is named %s', left(stages.stage, 80)) end
    ), 500), '') as problem
    from given left join owners on owners.owner = given.fields ->> 'owner' left join stages on stages.stage = given.fields ->> 'stage'
  ), keyed as materialized (
    select checked.*, case when checked.problem is null then lower(checked.fields ->> 'email') end as email_key,
      case when checked.problem is null then private.phone_key(checked.fields ->> 'phone') end as phone_key
    from checked
  ), there as materialized (
    select known.* from private.find_leads(current_import.account_id, emails, phones) as known
  ), earlier as materialized (
    -- Written so that only the index on the keys fits. The index on the rows would read the whole import.
    select stored.email_key, null as phone_key, min(stored.row_no) as row_no from private.lead_import_rows as stored
    where stored.email_key = any (emails) and stored.import_id is not distinct from p_import_id and stored.row_no + 0 < p_from_row group by 1
    union all
    select null, stored.phone_key, min(stored.row_no) from private.lead_import_rows as stored
    where stored.phone_key = any (phones) and stored.import_id is not distinct from p_import_id and stored.row_no + 0 < p_from_row group by 2
  ), within as materialized (
    select keyed.*, min(keyed.row_no) over (partition by keyed.email_key) as first_email,
      min(keyed.row_no) over (partition by keyed.phone_key) as first_phone,
      coalesce(there_mail.lead_id, there_phone.lead_id) as lead_id,
      least(earlier_mail.row_no, earlier_phone.row_no) as repeats
    from keyed left join there as there_mail on there_mail.email_key = keyed.email_key
    left join there as there_phone on there_phone.phone_key = keyed.phone_key
    left join earlier as earlier_mail on earlier_mail.email_key = keyed.email_key
    left join earlier as earlier_phone on earlier_phone.phone_key = keyed.phone_key
  ), staged as (
    insert into private.lead_import_rows (import_id, row_no, file_row, fields, email_key, phone_key, problem, lead_id, repeats)
    select p_import_id, within.row_no, within.file_row,
      case when within.problem is null then within.fields - 'problem' else private.shortened_fields(within.fields) end, within.email_key, within.phone_key, within.problem, within.lead_id,
      least(
        within.repeats, case when within.email_key is not null then nullif(within.first_email, within.row_no) end,
        case when within.phone_key is not null then nullif(within.first_phone, within.row_no) end
      )
    from within
    on conflict (import_id, row_no) do nothing
    returning problem, lead_id, repeats
  )
  select count(*)::integer as rows, count(staged.problem)::integer as wrong,
    (count(*) filter (where staged.lead_id is not null))::integer as known,
    (count(*) filter (where staged.lead_id is null and staged.repeats is not null))::integer as repeated
  into added from staged;
  update public.lead_imports as one
  set rows = one.rows + added.rows, wrong = one.wrong + added.wrong, known = one.known + added.known, repeated = one.repeated + added.repeated
  where one.id = p_import_id returning one.* into current_import;
  return jsonb_build_object('rows', current_import.rows, 'wrong', current_import.wrong, 'known', current_import.known,
    'repeated', current_import.repeated);
end
$$;

comment on function public.stage_lead_import(uuid, integer, jsonb) is
'Adds rows from the given number on and checks them; nothing is imported yet. Known rows stay as they are. Each row is an object of fields, with its number in the file as row, and with problem when the browser could not read it, and then with the dates that it could read as read_created_at and read_closed_at. Returns the counts so far. PT404: no such import. PT409: already checked. 22023: invalid rows. PT429: a quota is used up.';

drop function public.lead_import_problems(uuid, integer, integer);
drop function private.lead_import_problems(uuid, integer, integer);

create function private.lead_import_problems(p_import_id uuid, p_after_row integer, p_limit integer)
returns table (row_no integer, problem text, fields jsonb, file_row integer)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.lock_own_lead_import(p_import_id);
  return query
  select bad.row_no, bad.problem, bad.fields, coalesce(bad.file_row, bad.row_no + 1) from private.lead_import_rows as bad
  where bad.import_id = p_import_id and bad.problem is not null and bad.row_no > coalesce(p_after_row, 0)
  order by bad.row_no limit least(greatest(p_limit, 1), 2000);
end
$$;

create function public.lead_import_problems(p_import_id uuid, p_after_row integer default 0, p_limit integer default 100)
returns table (row_no integer, problem text, fields jsonb, file_row integer)
language sql volatile
set search_path = ''
return private.lead_import_problems(p_import_id, p_after_row, p_limit);

comment on function public.lead_import_problems(uuid, integer, integer) is
'The rows that cannot be imported, and why, in the order of the file. file_row is the number that a spreadsheet shows.';

grant execute on function public.lead_import_problems(uuid, integer, integer) to authenticated;
grant execute on function private.lead_import_problems(uuid, integer, integer) to authenticated;

drop function public.lead_import_matches(uuid, integer, integer);
drop function private.lead_import_matches(uuid, integer, integer);

create function private.lead_import_matches(p_import_id uuid, p_after_row integer, p_limit integer)
returns table (row_no integer, fields jsonb, repeats integer, lead_id uuid, lead_name text, owner_name text, matched_by text, file_row integer)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.lock_own_lead_import(p_import_id);
  return query
  select known.row_no, known.fields, case when known.lead_id is null then coalesce(earlier.file_row, known.repeats + 1) end,
    case when seen.full_rights then lead.id end,
    case when seen.full_rights then private.lead_title(lead) end,
    case when lead.user_id is not null then private.owner_name(lead.user_id::text) end,
    case when by_email.lead_id is not null or known.email_key = earlier.email_key then 'email' else 'phone' end,
    coalesce(known.file_row, known.row_no + 1)
  from (
    select staged.* from private.lead_import_rows as staged
    where staged.import_id = p_import_id and staged.problem is null and staged.row_no > coalesce(p_after_row, 0)
      and (staged.lead_id is not null or staged.repeats is not null)
    order by staged.row_no limit least(greatest(p_limit, 1), 2000)
  ) as known
  left join public.leads as lead on lead.id = known.lead_id
  left join lateral (select private.may_see_lead(lead) as full_rights) as seen on lead.id is not null
  left join lateral private.find_leads(private.workspace(), array[known.email_key], array[]::text[]) as by_email on by_email.lead_id = known.lead_id
  left join private.lead_import_rows as earlier
    on known.lead_id is null and earlier.import_id = p_import_id and earlier.row_no = known.repeats
  order by known.row_no;
end
$$;

create function public.lead_import_matches(p_import_id uuid, p_after_row integer default 0, p_limit integer default 100)
returns table (row_no integer, fields jsonb, repeats integer, lead_id uuid, lead_name text, owner_name text, matched_by text, file_row integer)
language sql volatile
set search_path = ''
return private.lead_import_matches(p_import_id, p_after_row, p_limit);

comment on function public.lead_import_matches(uuid, integer, integer) is
'The rows of a file whose lead exists already, or is in an earlier row (repeats: its number in the file, as file_row), in the order of the file, and whether the email or the phone number matched. Of a colleague''s lead, reps see only the owner. 42501: not on the team. PT404: no such import.';

grant execute on function public.lead_import_matches(uuid, integer, integer) to authenticated;
grant execute on function private.lead_import_matches(uuid, integer, integer) to authenticated;
