-- A day without a time in an imported file is that day in the account's zone, and a lead can't have been closed in the future.

create function private.future_day(p_label text, p_written text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if left(p_written, 10) >= to_char(now() at time zone 'UTC', 'YYYY-MM-DD')
    -- The written day counts, too, because older pages send noon in UTC for a day, which is the next day in the easternmost zones.
    and left(p_written, 10)::date > (now() at time zone private.account_zone(private.workspace()))::date
    and (p_written ~ '^\d{4}-\d\d-\d\d$' or p_written::timestamptz >= private.account_day_start(private.workspace(), 1)) then
    return format('%s: %s is in the future', p_label, to_char(left(p_written, 10)::date, 'Mon FMDD, YYYY'));
  end if;
  return null;
exception when data_exception then
  -- Not a date at all. The row fails when it is written.
  return null;
end
$$;

comment on function private.future_day(text, text) is
'The problem of a written day or time of an import that is after today, by the account''s day; null when it isn''t.';

create function private.import_moment(p_written text, p_zone text) returns timestamptz
language sql stable
set search_path = ''
as $$
  select case when p_written ~ '^\d{4}-\d\d-\d\d$' then least((p_written::date + time '12:00') at time zone p_zone, now())
    else p_written::timestamptz end
$$;

comment on function private.import_moment(text, text) is
'When something in a file happened. A day without a time is noon in the account''s zone, today now at the latest: so lists and figures have it on that day.';

create or replace function private.import_problem(p_fields jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  names constant text[] := private.lead_facts_of_kind('word', 'text', 'list');
  longest constant integer[] := private.longest_of_kind('word', 'text', 'list');
  unread constant text := left(p_fields ->> 'problem', 500);
  day constant text := '^(19[7-9]|20\d|21\d)\d-\d\d-\d\d';
  created constant text := p_fields ->> 'created_at';
  closed constant text := p_fields ->> 'closed_at';
  said text;
  problems text[] := array[unread];
begin
  -- A row that the browser could not read has its cells as they are in the file: one name, and dates in any format.
  if unread is null and not private.identifies_lead(p_fields) then
    problems := problems || 'Add a name, email, phone or company'::text;
  end if;
  if p_fields ->> 'email' !~ '^[^@\s]+@[^@\s]+$' or char_length(p_fields ->> 'email') > 320 then
    problems := problems || format('Email: ''%s'' isn''t a valid address', left(p_fields ->> 'email', 40));
  end if;
  if btrim(p_fields ->> 'phone') <> '' and not private.is_phone_number(p_fields ->> 'phone') then
    problems := problems || format('Phone: ''%s'' isn''t a valid phone number', left(p_fields ->> 'phone', 40));
  end if;
  if unread is null and p_fields ->> 'source' <> all (enum_range(null::public.lead_source)::text[]) then
    problems := problems || format('Source: ''%s'' isn''t a source', left(p_fields ->> 'source', 40));
  end if;
  if unread is null and created ~ day then problems := problems || private.future_day('Arrived on', created); end if;
  -- Other products keep the expected day of an open deal there. An open lead has no such day, so it's left out.
  if unread is null and closed ~ day and coalesce(private.import_stage(p_fields ->> 'stage'), 'won') in ('won', 'lost') then
    problems := problems || private.future_day('Closed on', closed);
  end if;
  for place in 1 .. cardinality(names) loop
    said := p_fields ->> names[place];
    if octet_length(said) > longest[place] and names[place] <> 'email' then
      problems := problems || private.length_problem(names[place], said);
    end if;
  end loop;
  return nullif(left(array_to_string(problems || array[
    case when char_length(p_fields ->> 'note') > 10000 then 'Note: longer than 10,000 characters' end,
    case when char_length(p_fields ->> 'lost_reason') > 1000 then 'Lost reason: longer than 1,000 characters' end,
    case when unread is null
      and concat_ws(' ', created, closed) ~ 'T\S*[+-](1[5-9]|[2-9]\d)(:?\d\d)?(\s|$)'
      then 'Arrived on or closed on: invalid time zone' end,
    case when unread is null and created !~ day
      then 'Arrived on: not a date between 1970 and 2199' end,
    case when unread is null and closed !~ day
      then 'Closed on: not a date between 1970 and 2199' end
  ], '; '), 500), '');
end
$$;

create or replace function private.write_import_rows(p_import public.lead_imports, p_from integer, p_to integer) returns void
language plpgsql volatile security definer
set search_path = ''
-- Statistics are always out of date while a table grows by thousands of rows a second. These settings read rows by index and
-- each list once.
set enable_seqscan = off
set jit = off
set enable_nestloop = off
-- The rows below have their account and the spelling of their tags, so the triggers that look them up for each row don't run.
set upfunnel.importing = 'on'
as $$
declare
  -- Sales people change their own and unowned leads only.
  is_admin boolean := not exists (
    select from public.user_roles as held where held.user_id = p_import.actor_id and held.role = 'sales' and held.status = 'active'
  ) or exists (
    select from public.user_roles as held where held.user_id = p_import.actor_id and held.role = 'admin' and held.status = 'active'
  );
  other_reason uuid := (select reason.id from public.lost_reasons as reason where reason.account_id = p_import.account_id order by lower(reason.label) <> 'other', reason.position desc limit 1);
  zone constant text := private.account_zone(p_import.account_id);
  emails text[];
  phones text[];
  columns text;
  new_values text;
  changed_values text;
  types text;
  changing text := 'changed as (
      select null::uuid as id, 0 as row_no, 0 as version, null::jsonb as before, null::jsonb as after where false
    )';
begin
  select
    string_agg(format('%I', known.field), ', '),
    string_agg(format(case
      when known.field = 'tags' then 'coalesce(todo.row_tags, ''{}'')'
      when known.kind = 'list' then 'coalesce(field.%1$I, ''{}'')'
      when known.field = 'source' then 'coalesce(field.%1$I, ($1).source)'
      else 'field.%1$I' end, known.field), ', '),
    string_agg(format(case
      when known.kind = 'list' then '%1$I = case when field.%1$I is null then lead.%1$I
        else array(select distinct one from unnest(lead.%1$I || field.%1$I) as one order by one) end'
      else '%1$I = coalesce(field.%1$I, lead.%1$I)' end, known.field), ', '),
    string_agg(format('%I %s', known.field, case known.kind
      when 'list' then 'text[]' when 'number' then 'bigint' when 'choice' then 'public.lead_source' else 'text' end), ', ')
  into columns, new_values, changed_values, types
  from private.lead_fields as known where known.is_fact;
  -- Nobody is signed in here. The import's entry in the history names its person, and the audit log stays out of it: it would
  -- copy every row, and the import itself is the record.
  select array_agg(distinct staged.email_key), array_agg(distinct staged.phone_key) into emails, phones
  from private.lead_import_rows as staged
  where staged.import_id = p_import.id and staged.row_no between p_from and p_to and staged.problem is null;
  -- Only an import that updates leads has an update, because its triggers cost time even when no row changes.
  if p_import.duplicates = 'update' then
    changing := format($change$
      was as materialized (
        select lead.*, todo.row_no, todo.fields, todo.row_owner, todo.row_stage
        from todo join public.leads as lead on lead.id = todo.match
        where lead.id = any (array(select wanted.match from todo as wanted))
          and ($4 or lead.user_id is null or lead.user_id = ($1).actor_id)
        order by lead.id for update of lead
      ), changed as (
        update public.leads as lead
        set %1$s,
          user_id = coalesce(was.row_owner, lead.user_id), stage = coalesce(was.row_stage, lead.stage),
          lost_reason_id = case when was.row_stage = 'lost' then coalesce(
            (select reason.id from public.lost_reasons as reason where reason.account_id = ($1).account_id and lower(reason.label) = lower(btrim(field.lost_reason))),
            lead.lost_reason_id, $5) else lead.lost_reason_id end
        from was cross join lateral jsonb_to_record(was.fields) as field (
          lost_reason text, %2$s
        )
        where lead.id = was.id and lead.id = any (array(select wanted.match from todo as wanted))
        returning lead.id, was.row_no, was.version as old_version, lead.version,
          private.changed_fields(to_jsonb(was) - 'row_no' - 'fields' - 'row_owner' - 'row_stage', to_jsonb(lead)) as before,
          private.changed_fields(to_jsonb(lead), to_jsonb(was) - 'row_no' - 'fields' - 'row_owner' - 'row_stage') as after
      )
    $change$, changed_values, types);
  end if;
  -- Built from the list of fields and planned for these rows.
  execute format($write$
    with there as materialized (
      select found.* from private.find_leads(($1).account_id, $6, $7) as found where ($1).duplicates <> 'create'
    ), named as materialized (
      select names.kind, names.name, case names.kind
        when 'owner' then private.import_owner(($1).account_id, names.name)::text
        when 'stage' then private.import_stage(names.name)
        else private.spell_tags(($1).account_id, array(select jsonb_array_elements_text(names.name::jsonb)))::text end as found
      from (
        select distinct pair.kind, pair.name from private.lead_import_rows as staged
        cross join lateral (values
          ('owner', staged.fields ->> 'owner'), ('stage', staged.fields ->> 'stage'), ('tags', staged.fields ->> 'tags')
        ) as pair (kind, name)
        where staged.import_id = ($1).id and staged.row_no between $2 and $3 and staged.problem is null and pair.name is not null
      ) as names
    ), todo as materialized (
      select staged.row_no, staged.fields, gen_random_uuid() as new_id, owners.found::uuid as row_owner, stages.found as row_stage,
        tags.found::text[] as row_tags,
        coalesce(stages.found, ($1).stage) as new_stage,
        case when ($1).duplicates <> 'create' then coalesce(
          there_mail.lead_id, there_phone.lead_id,
          -- A batch ends before a row that would change the lead of an earlier row. Here such a row can only be skipped.
          case when staged.repeats >= $2 then '00000000-0000-0000-0000-000000000000'::uuid end
        ) end as match
      from private.lead_import_rows as staged
      left join named as owners on owners.kind = 'owner' and owners.name = staged.fields ->> 'owner'
      left join named as stages on stages.kind = 'stage' and stages.name = staged.fields ->> 'stage'
      left join named as tags on tags.kind = 'tags' and tags.name = staged.fields ->> 'tags'
      left join there as there_mail on there_mail.email_key = staged.email_key
      left join there as there_phone on there_phone.phone_key = staged.phone_key
      where staged.import_id = ($1).id and staged.row_no between $2 and $3 and staged.problem is null and staged.outcome is null
    ), made as (
      insert into public.leads (id, account_id, user_id, stage, lost_reason_id, lost_note, created_at, closed_at, %1$s)
      select todo.new_id, ($1).account_id, coalesce(todo.row_owner, ($1).owner_id), todo.new_stage,
        case when todo.new_stage = 'lost' then coalesce(
          (select reason.id from public.lost_reasons as reason where reason.account_id = ($1).account_id and lower(reason.label) = lower(btrim(field.lost_reason))), $5) end,
        case when todo.new_stage = 'lost' then coalesce(field.lost_reason, 'Imported without a reason') end,
        coalesce(private.import_moment(field.created_at, $8), now()), private.import_moment(field.closed_at, $8), %2$s
      from todo cross join lateral jsonb_to_record(todo.fields) as field (
        lost_reason text, created_at text, closed_at text, %3$s
      )
      where todo.match is null
      returning id, version
    ), %4$s, noted as (
      insert into public.lead_activities (lead_id, account_id, kind, body, actor_id, payload)
      select event.lead_id, ($1).account_id, 'import', todo.fields ->> 'note', ($1).actor_id,
        jsonb_build_object('import_id', ($1).id, 'file', ($1).file_name, 'row', todo.row_no, 'what', event.what)
      from (
        select made.id as lead_id, todo.row_no, 'created' as what from made join todo on todo.new_id = made.id
        union all select changed.id, changed.row_no, 'updated' from changed where changed.before <> '{}'
      ) as event join todo on todo.row_no = event.row_no
    )
    update private.lead_import_rows as staged
    set outcome = result.outcome, lead_id = result.lead_id, version = result.version, before = result.before, after = result.after
    from (
      select todo.row_no, made.id is null as there, coalesce(made.id, nullif(todo.match, '00000000-0000-0000-0000-000000000000')) as lead_id,
        coalesce(made.version, changed.version) as version, changed.before, changed.after,
        case when made.id is not null then 'created' when changed.before <> '{}' then 'updated' else 'skipped' end as outcome
      from todo left join made on made.id = todo.new_id left join changed on changed.row_no = todo.row_no
    ) as result
    where staged.import_id = ($1).id and staged.row_no = result.row_no and staged.row_no between $2 and $3
  $write$, columns, new_values, types, changing) using p_import, p_from, p_to, is_admin, other_reason, emails, phones, zone;
end
$$;

revoke execute on function private.future_day(text, text), private.import_moment(text, text) from public;
