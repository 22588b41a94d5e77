-- Runs an import. The host's timer asks for one short batch after another, and each continues where the last one stopped.

create function private.write_import_rows(p_import public.lead_imports, p_from integer, p_to integer) returns void
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

comment on function private.write_import_rows(public.lead_imports, integer, integer) is
'Imports these rows with the settings of the import. Throws when a row cannot be written.';

create function private.run_import_batch(p_import public.lead_imports, p_limit integer) returns integer
language plpgsql volatile security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  first_row integer := p_import.at_row + 1;
  last_row integer := p_import.at_row + p_limit;
  breaks_at integer;
  one_row integer;
  broken text;
  done record;
begin
  select max(staged.row_no) into one_row from private.lead_import_rows as staged where staged.import_id = p_import.id and staged.row_no >= first_row;
  if one_row is null then
    update public.lead_imports as one set status = 'done', finished_at = now(), at_row = p_import.at_row where one.id = p_import.id;
    return 0;
  end if;
  last_row := least(last_row, one_row);
  if p_import.duplicates = 'update' then
    -- A second row for the same lead belongs to a later batch.
    select min(staged.row_no) into breaks_at from (
      select held.row_no, held.repeats >= first_row
        or held.lead_id is not null and row_number() over (partition by held.lead_id order by held.row_no) > 1
        or held.repeats is not null and row_number() over (partition by held.repeats order by held.row_no) > 1 as is_second
      from private.lead_import_rows as held
      where held.import_id = p_import.id and held.row_no between first_row and last_row and held.problem is null
    ) as staged where staged.is_second;
    last_row := coalesce(breaks_at - 1, last_row);
  end if;
  begin
    perform private.write_import_rows(p_import, first_row, last_row);
  exception when others then
    -- One bad row fails the batch. Row by row, the others get through and the bad one is marked.
    for one_row in first_row .. last_row loop
      begin
        perform private.write_import_rows(p_import, one_row, one_row);
      exception when others then
        get stacked diagnostics broken = constraint_name;
        update private.lead_import_rows as staged
        set outcome = 'failed', problem = coalesce(
          (
            select format('%s: over the limit for one lead, including existing values', known.label)
            from private.lead_fields as known where known.kind = 'list' and broken = format('leads_%s_check', known.field)
          ),
          left(sqlerrm, 500)
        )
        where staged.import_id = p_import.id and staged.row_no = one_row;
      end;
    end loop;
  end;
  select count(*) filter (where staged.outcome = 'created') as created, count(*) filter (where staged.outcome = 'updated') as updated,
    count(*) filter (where staged.outcome = 'skipped') as skipped, count(*) filter (where staged.outcome = 'failed') as failed
  into done from private.lead_import_rows as staged where staged.import_id = p_import.id and staged.row_no between first_row and last_row;
  update public.lead_imports as one
  set at_row = last_row, handled = one.handled + last_row - first_row + 1, created = one.created + done.created,
    updated = one.updated + done.updated, skipped = one.skipped + done.skipped, failed = one.failed + done.failed
  where one.id = p_import.id;
  return last_row - first_row + 1;
end
$$;

comment on function private.run_import_batch(public.lead_imports, integer) is
'Imports the next rows. Returns 0 when no rows are left and the import is done.';

create function private.start_lead_import(p_import_id uuid, p_duplicates text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
begin
  if p_duplicates is null or p_duplicates not in ('skip', 'update', 'create') then
    perform private.refuse('unknown_choice', '22023', 'Choose to skip, update or create duplicates', 'duplicates');
  end if;
  if current_import.status in ('running', 'done') then return; end if;
  if current_import.status <> 'ready' then perform private.refuse('import_started', 'PT409', 'This import can no longer be started'); end if;
  update public.lead_imports as one set status = 'running', duplicates = p_duplicates, started_at = now(), handled = 0, at_row = 0
  where one.id = p_import_id;
  perform public.enqueue_outbox('lead_import', format('lead_import:%s:run', p_import_id), jsonb_build_object('importId', p_import_id));
end
$$;

create function public.start_lead_import(p_import_id uuid, p_duplicates text default 'skip') returns void
language sql volatile
set search_path = ''
return private.start_lead_import(p_import_id, p_duplicates);

comment on function public.start_lead_import(uuid, text) is
'Runs a checked import in the background. p_duplicates is skip, update or create. PT404: no such import. PT409: not checked yet, or over.';

create function private.cancel_lead_import(p_import_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
begin
  if current_import.status not in ('staging', 'ready', 'running') then return; end if;
  update public.lead_imports as one set status = 'canceled', finished_at = now() where one.id = p_import_id;
end
$$;

create function public.cancel_lead_import(p_import_id uuid) returns void
language sql volatile
set search_path = ''
return private.cancel_lead_import(p_import_id);

comment on function public.cancel_lead_import(uuid) is 'Stops an import. Imported rows stay and can be undone.';

create function private.undo_lead_import(p_import_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
begin
  if current_import.status in ('undoing', 'undone') then return; end if;
  if current_import.status not in ('done', 'canceled', 'failed') then
    perform private.refuse('import_running', 'PT409', 'Stop the import before you undo it');
  end if;
  if current_import.rows_purged_at is not null then
    perform private.refuse('import_purged', 'PT409', 'This import''s rows were deleted, so it can no longer be undone');
  end if;
  update public.lead_imports as one set status = 'undoing', handled = 0, undone_by = auth.uid() where one.id = p_import_id;
  -- Each try is a job with a key of its own, so that a failed undo can run again. The locked status allows one at a time.
  perform public.enqueue_outbox('lead_import', format('lead_import:%s:undo:%s', p_import_id, gen_random_uuid()), jsonb_build_object('importId', p_import_id));
end
$$;

create function public.undo_lead_import(p_import_id uuid) returns void
language sql volatile
set search_path = ''
return private.undo_lead_import(p_import_id);

comment on function public.undo_lead_import(uuid) is
'Undoes an import in the background. Created leads that nobody touched are deleted. Changed leads are restored if they are as the import left them and the caller may change them. The import then says how many were kept. PT404: no such import. PT409: it still runs, or its rows were deleted.';

grant execute on function public.start_lead_import(uuid, text) to authenticated;
grant execute on function private.start_lead_import(uuid, text) to authenticated;
grant execute on function public.cancel_lead_import(uuid) to authenticated;
grant execute on function private.cancel_lead_import(uuid) to authenticated;
grant execute on function public.undo_lead_import(uuid) to authenticated;
grant execute on function private.undo_lead_import(uuid) to authenticated;
