-- A website is a domain or an http address, because screens link it. A slug keeps every letter of a name. The history of a lead shows
-- that an import of it was undone.

create function private.is_website(p_website text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select p_website ~* '^\s*(https?://)?[^][\s/?#@\\:.<>"]+(\.[^][\s/?#@\\:.<>"]+)+(:[0-9]{1,5})?([/?#]\S*)?\s*$'
$$;

comment on function private.is_website(text) is
'Whether a text is a domain or an http address. Same rule as websiteProblem in domain/web-address.ts. Forms and imports accept any text, and screens link none but http addresses.';

create or replace function private.parse_changes(p_changes jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  allowed constant text[] := array(select known.field from private.lead_fields as known)
    || array['archived', 'is_spam', 'add_tags', 'remove_tags', 'consent'];
  unknown text;
begin
  if p_changes is null or jsonb_typeof(p_changes) <> 'object' or p_changes = '{}' then
    perform private.refuse('nothing_to_change', '22023', 'Nothing to change');
  end if;
  select key into unknown from jsonb_object_keys(p_changes) as key where key <> all (allowed) limit 1;
  if unknown is not null then
    perform private.refuse('unknown_field', '22023', format('Unknown field %s', left(unknown, 40)));
  end if;
  if p_changes ->> 'stage' = 'lost' and p_changes ->> 'lost_reason_id' is null then
    perform private.refuse('lost_reason_required', '22023', 'Choose a lost reason', 'lost_reason_id');
  end if;
  if p_changes ->> 'lost_reason_id' is not null and not exists (
    select from public.lost_reasons as reason
    where reason.id = private.parse_uuid(p_changes ->> 'lost_reason_id') and reason.account_id = private.workspace()
  ) then
    perform private.refuse('unknown_choice', '22023', 'Lost reason not found', 'lost_reason_id');
  end if;
  if p_changes ? 'stage' and not exists (select from public.pipeline_stages as stage where stage.key = p_changes ->> 'stage') then
    perform private.refuse('unknown_stage', '22023', 'Stage not found', 'stage');
  end if;
  if p_changes ->> 'user_id' is not null and not private.is_on_team((p_changes ->> 'user_id')::uuid, private.workspace()) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active team members', 'user_id');
  end if;
  if btrim(p_changes ->> 'phone') <> '' and not private.is_phone_number(p_changes ->> 'phone') then
    perform private.refuse('phone_invalid', '22023', 'Enter a valid phone number, such as +1 503 555 0148', 'phone');
  end if;
  if btrim(p_changes ->> 'website') <> '' and not private.is_website(p_changes ->> 'website') then
    perform private.refuse('url_invalid', '22023', 'Enter a web address, such as https://example.com', 'website');
  end if;
  if exists (
    select from jsonb_array_elements_text(
      case jsonb_typeof(p_changes -> 'tags') when 'array' then p_changes -> 'tags' else '[]' end
      || case jsonb_typeof(p_changes -> 'add_tags') when 'array' then p_changes -> 'add_tags' else '[]' end
    ) as tag where char_length(btrim(tag)) > 40
  ) then
    perform private.refuse('tag_too_long', '22023', 'A tag can have up to 40 characters', 'tags');
  end if;
  if jsonb_typeof(p_changes -> 'consent') <> 'null' and not (
    jsonb_typeof(p_changes -> 'consent') = 'string' and char_length(btrim(p_changes ->> 'consent')) between 1 and 200
  ) then
    perform private.refuse('consent_unexplained', '22023', 'Describe how they agreed, in up to 200 characters');
  end if;
  return p_changes;
end
$$;

comment on function private.parse_changes(jsonb) is 'Checks the changes that change_leads receives and returns them. 22023: what is wrong.';

create or replace function private.slug_for(p_name text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- 'Söhne' is sohne. Some letters have no accent that comes off, and not every database has a lower case for them. As in
  -- domain/slug.ts.
  plain text := regexp_replace(regexp_replace(regexp_replace(regexp_replace(translate(
    lower(regexp_replace(normalize(coalesce(p_name, ''), nfkd), '[\u0300-\u036f]', '', 'g')),
    'øØłŁđĐðÐı', 'oollddddi'
  ), '[ßẞ]', 'ss', 'g'), '[æÆ]', 'ae', 'g'), '[œŒ]', 'oe', 'g'), '[þÞ]', 'th', 'g');
  base text := left(btrim(regexp_replace(plain, '[^a-z0-9]+', '-', 'g'), '-'), 50);
  wanted text;
  number integer := 1;
begin
  base := coalesce(nullif(btrim(base, '-'), ''), 'client');
  wanted := base;
  -- Two accounts with one name take turns, so that the second one sees the first one's slug.
  perform pg_advisory_xact_lock(hashtextextended('account slug ' || base, 0));
  while exists (select from public.accounts as account where account.slug = wanted) loop
    number := number + 1;
    wanted := base || '-' || number;
  end loop;
  return wanted;
end
$$;

comment on function private.slug_for(text) is 'A free slug for an account with this name: the name in lower case without accents, with a number when it is taken.';

create or replace function private.undo_import_batch(p_import public.lead_imports, p_limit integer) returns integer
language plpgsql volatile security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  first_row integer := greatest(p_import.at_row - p_limit + 1, 1);
  is_admin boolean := not exists (
    select from public.user_roles as held where held.user_id = p_import.undone_by and held.role = 'sales' and held.status = 'active'
  ) or exists (
    select from public.user_roles as held where held.user_id = p_import.undone_by and held.role = 'admin' and held.status = 'active'
  );
  written private.lead_import_rows;
  is_now public.leads;
  back public.leads;
  new_version integer;
  put_back integer := 0;
  gone integer := 0;
  written_rows integer;
  skipped_back integer := 0;
begin
  if p_import.at_row < 1 then
    update public.lead_imports as one set status = 'undone', undone_at = now() where one.id = p_import.id;
    return 0;
  end if;
  -- Locks first: somebody may be writing to one of the leads right now, and that counts as work.
  perform from public.leads as lead
  where lead.id = any (array(
    select staged.lead_id from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome in ('created', 'updated')
  ))
  order by lead.id for update;
  for written in
    select staged.* from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome = 'updated'
    order by staged.row_no desc
  loop
    select lead.* into is_now from public.leads as lead where lead.id = written.lead_id;
    if is_now.id is null or is_now.merged_into is not null or not private.is_unchanged_since(to_jsonb(is_now), written.after)
      or not private.can_undo_change(is_now, written.before, written.after, p_import.undone_by, is_admin, p_import.started_at)
    then
      skipped_back := skipped_back + 1;
      continue;
    end if;
    back := jsonb_populate_record(is_now, written.before);
    -- As in undo_lead_batch, the undone change leaves no trace in the figures.
    select written_lead.version into new_version from private.write_leads(array[back]) as written_lead;
    put_back := put_back + 1;
    -- The history shows that the entry was undone, as it does of an activity.
    insert into public.lead_retractions (activity_id, lead_id, retracted_by)
    select activity.id, activity.lead_id, p_import.undone_by from public.lead_activities as activity
    where activity.lead_id = written.lead_id and activity.kind = 'import'
      and activity.payload ->> 'import_id' = p_import.id::text and activity.payload ->> 'row' = written.row_no::text
    on conflict do nothing;
    -- When an earlier row of this import wrote the lead, it gets the restored version, so that its undo still finds the lead
    -- untouched. Not when somebody wrote in between, because that is why the lead is kept. The version is read again, because a
    -- later row of this batch may have just changed it.
    select staged.version into written.version from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no = written.row_no;
    if is_now.version = written.version then
      update private.lead_import_rows as maker set version = new_version
      where maker.import_id = p_import.id and maker.row_no < written.row_no and maker.lead_id = written.lead_id
        and maker.outcome in ('created', 'updated')
        and maker.row_no >= coalesce(written.repeats, written.row_no);
    end if;
  end loop;
  with untouched as materialized (
    select lead.id from private.lead_import_rows as staged join public.leads as lead on lead.id = staged.lead_id
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome = 'created'
      and lead.version = staged.version and lead.last_activity_at is null and lead.next_task_at is null and lead.merged_into is null
      and not exists (select from public.lead_activities as activity
        where activity.lead_id = lead.id and not (activity.kind in ('import', 'stage_change', 'assignment')))
      and not exists (select from public.lead_tasks as task where task.lead_id = lead.id)
      and not exists (select from public.lead_clocks as clock where clock.lead_id = lead.id)
      and not exists (select from public.leads as merged where merged.merged_into = lead.id)
  )
  delete from public.leads as lead using untouched where lead.id = untouched.id;
  get diagnostics gone = row_count;
  select count(*) filter (where staged.outcome = 'created') into written_rows from private.lead_import_rows as staged
  where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row;
  update public.lead_imports as one
  set at_row = first_row - 1, handled = one.handled + p_import.at_row - first_row + 1, removed = one.removed + gone,
    restored = one.restored + put_back, kept = one.kept + written_rows - gone + skipped_back
  where one.id = p_import.id;
  return p_import.at_row - first_row + 1;
end
$$;

comment on function private.undo_import_batch(public.lead_imports, integer) is 'Undoes the latest rows. Returns 0 when none are left.';

create or replace function private.is_retracted(p_activity_id uuid) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (select from public.lead_retractions as taken where taken.activity_id = p_activity_id);
end
$$;

comment on function private.is_retracted(uuid) is 'Whether an activity was undone and counts nowhere.';

comment on table public.lead_retractions is
'Activities that were undone. They stay in the history and count nowhere. Only undo_log_activity and the undo of imports write here.';
comment on column public.lead_retractions.retracted_by is 'The person who undid it: of a log, the person who logged it.';

comment on column public.lead_imports.updated is 'How many rows changed a lead, so a lead of two rows counts twice.';
comment on column public.lead_imports.restored is 'Undo: how many of the updated rows were undone.';
comment on column public.lead_imports.kept is 'Undo: how many created leads and updated rows stay because somebody worked with the lead since.';
