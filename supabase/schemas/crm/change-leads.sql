-- The team changes leads only through these functions, so that each change is checked, recorded and can be undone.

create table public.lead_batches (
  id uuid primary key,
  actor_id uuid references auth.users (id) on delete set null,
  kind text not null check (kind in ('change', 'import', 'merge')),
  changes jsonb not null default '{}' check (octet_length(changes::text) <= 50000),
  leads integer not null default 0 check (leads >= 0),
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  account_id uuid not null default private.account_for_insert() references public.accounts (id) on delete cascade
);

comment on table public.lead_batches is 'Changes of leads that can be undone as one.';
comment on column public.lead_batches.id is 'An id that the caller makes, so that a request sent twice changes leads once.';
comment on column public.lead_batches.actor_id is 'The person who made the change.';
comment on column public.lead_batches.kind is 'change, import or merge.';
comment on column public.lead_batches.changes is 'The requested changes.';
comment on column public.lead_batches.leads is 'How many leads it changed.';
comment on column public.lead_batches.created_at is 'When.';
comment on column public.lead_batches.undone_at is 'When it was undone.';
comment on column public.lead_batches.account_id is 'The account whose leads it changed.';

create index lead_batches_account_id_idx on public.lead_batches (account_id);

create index lead_batches_actor_id_idx on public.lead_batches (actor_id, created_at desc);

create table private.lead_batch_rows (
  batch_id uuid not null references public.lead_batches (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  before jsonb,
  after jsonb not null,
  primary key (batch_id, lead_id),
  constraint lead_batch_rows_before_length check (octet_length(before::text) <= 500000),
  constraint lead_batch_rows_after_length check (octet_length(after::text) <= 500000)
);

comment on table private.lead_batch_rows is 'The changed fields of each lead of a batch, before (null: it was new) and after.';

create index lead_batch_rows_lead_id_idx on private.lead_batch_rows (lead_id);

alter table public.lead_batches enable row level security;

call private.require_sufficient_sessions('public.lead_batches');

alter table private.lead_batch_rows enable row level security;

grant select, insert, update, delete on public.lead_batches to service_role;
grant select on public.lead_batches to authenticated;

create policy "People read their own batches, and leaders all" on public.lead_batches
for select to authenticated
using (account_id = (select private.workspace()) and (actor_id = (select auth.uid()) or (select private.manages_workspace())));

create function private.may_see_lead(p_lead public.leads) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return p_lead.account_id = private.workspace() and (p_lead.user_id is null or p_lead.user_id = auth.uid() or private.sees_all_leads())
    and p_lead.created_at >= private.visible_since();
end
$$;

comment on function private.may_see_lead(public.leads) is
'Whether the caller may read this lead: it belongs to the workspace, and reps see their own and unowned ones, others all. Null for no lead.';

create function private.is_phone_number(p_phone text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select p_phone ~* '^\s*[-+0-9\s\u00a0().\/‐‑–]+((x|ext\.?|#)\s*[0-9]{1,6})?\s*$'
    and char_length(regexp_replace(regexp_replace(p_phone, '(x|ext\.?|#).*$', '', 'i'), '[^0-9]', '', 'g')) between 7 and 17
$$;

comment on function private.is_phone_number(text) is
'Whether a text is a phone number. Same rule as phoneProblem in domain/phone.ts. Forms accept any text.';

create function private.is_email(p_email text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  -- Neither an address nor a domain has these, nor symbols such as emoji.
  with refused as (select '\s\u007f-\u00a0\u1680\u180e\u2000-\u2bff\u3000\ufe00-\ufe0f\ufeff\U0001f000-\U0001faff@,;:<>()"\\' as part)
  select p_email ~ format('^[^%1$s]+@[^%1$s./]+(\.[^%1$s./]+)+$', refused.part) and char_length(p_email) <= 320 from refused
$$;

comment on function private.is_email(text) is
'Whether a text is an email address: its domain has a dot, and no part has spaces or emoji. Same rule as isEmailAddress in domain/email-address.ts. Forms accept fewer.';

create function private.is_website(p_website text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select p_website ~* '^\s*(https?://)?[^][\s/?#@\\:.<>"]+(\.[^][\s/?#@\\:.<>"]+)+(:[0-9]{1,5})?([/?#]\S*)?\s*$'
$$;

comment on function private.is_website(text) is
'Whether a text is a domain or an http address. Same rule as websiteProblem in domain/web-address.ts. Forms and imports accept any text, which screens don''t link.';

create function private.parse_changes(p_changes jsonb) returns jsonb
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
  if btrim(p_changes ->> 'email') <> '' and not private.is_email(btrim(p_changes ->> 'email')) then
    perform private.refuse('email_invalid', '22023', 'Enter a valid email address', 'email');
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

create function private.apply_changes(lead public.leads, p_changes jsonb) returns public.leads
language plpgsql stable
set search_path = ''
as $$
declare
  changed public.leads;
begin
  changed := jsonb_populate_record(lead, p_changes - array['archived', 'add_tags', 'remove_tags', 'consent']);
  if p_changes ? 'archived' then
    changed.archived_at := case when (p_changes ->> 'archived')::boolean then coalesce(lead.archived_at, now()) end;
  end if;
  -- A consent that is on record already, such as a form's, keeps its day and its words: they are the proof. It is for one address.
  if p_changes ? 'consent' and (
    p_changes ->> 'consent' is null or lead.consent_at is null or changed.email is distinct from lead.email
  ) then
    changed.consent_at := case when p_changes ->> 'consent' is not null then now() end;
    changed.consent_text := 'Agreed to calls and messages, given ' || btrim(p_changes ->> 'consent');
  end if;
  if p_changes ? 'add_tags' or p_changes ? 'remove_tags' then
    changed.tags := array(
      select tag from (
        select unnest(lead.tags) as tag
        union select added from jsonb_array_elements_text(coalesce(p_changes -> 'add_tags', '[]')) as added
      ) as every
      where private.tag_key(tag) not in (
        select private.tag_key(removed) from jsonb_array_elements_text(coalesce(p_changes -> 'remove_tags', '[]')) as removed
      )
      order by tag
    );
  end if;
  if cardinality(changed.tags) > 50 then
    perform private.refuse('too_many_tags', '22023', 'A lead can have up to 50 tags', 'tags');
  end if;
  return changed;
end
$$;

comment on function private.apply_changes(public.leads, jsonb) is 'The lead as it would be after these changes.';

create function private.apply_batch_changes(p_batch uuid, p_leads uuid[], p_changes jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  changed_count integer;
begin
  with was as materialized (
    select lead.* from public.leads as lead
    where lead.id = any (p_leads) and lead.merged_into is null and private.may_see_lead(lead)
      -- An erased lead can only be archived or restored.
      and (lead.erased_at is null or p_changes - 'archived' = '{}')
    order by lead.id for update
  ), wanted as materialized (
    select was.id, to_jsonb(was) as before, private.apply_changes(was::public.leads, p_changes) as as_asked from was
  ), done as (
    -- As triggers have changed the row.
    select written.id, wanted.before, to_jsonb(written) as after
    from private.write_leads(array(select wanted.as_asked from wanted)) as written join wanted on wanted.id = written.id
  ), noted as (
    insert into private.lead_batch_rows (batch_id, lead_id, before, after)
    select p_batch, found.id, found.before, found.after
    from (
      select done.id, private.changed_fields(done.before, done.after) as before, private.changed_fields(done.after, done.before) as after
      from done offset 0
    ) as found
    where found.after <> '{}'
    returning lead_id
  )
  select count(*) into changed_count from noted;
  return changed_count;
end
$$;

comment on function private.apply_batch_changes(uuid, uuid[], jsonb) is
'Changes the leads that the caller may change, records it in the batch, and returns how many changed.';

create function private.changed_fields(p_row jsonb, p_other jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(p_row) as field
  where field.value is distinct from p_other -> field.key and field.key = any (private.undoable_columns())
$$;

comment on function private.changed_fields(jsonb, jsonb) is 'The fields of a lead that differ from another state of it.';

create function private.require_changer(p_changes jsonb) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- Someone who no longer agrees to be contacted is heard on every plan.
  return case when p_changes = '{"consent": null}' then private.require_team() else private.require_premium() end;
end
$$;

comment on function private.require_changer(jsonb) is
'Returns the caller''s id if they may make such changes of leads, or undo them: on the free plan they may only withdraw consent. 42501 as private.require_premium().';

create function private.change_leads(p_batch_id uuid, p_lead_ids uuid[], p_changes jsonb, p_seen_version integer) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_changer(p_changes);
  changes jsonb := private.parse_changes(p_changes);
  known public.lead_batches;
  current_version integer;
  changed_count integer;
begin
  if p_batch_id is null or cardinality(p_lead_ids) not between 1 and 1000 then
    perform private.refuse('too_many_leads', '22023', 'You can change 1 to 1,000 leads at a time');
  end if;
  if changes ? 'consent' and cardinality(p_lead_ids) > 1 then
    perform private.refuse('consent_for_one_lead', '22023', 'Consent is recorded for one lead at a time');
  end if;
  insert into public.lead_batches (id, actor_id, kind, changes) values (p_batch_id, caller, 'change', changes)
  on conflict (id) do nothing returning * into known;
  if known.id is null then
    select batch.* into known from public.lead_batches as batch where batch.id = p_batch_id and batch.actor_id = caller and batch.account_id = private.workspace();
    if known.id is null then perform private.refuse('id_taken', '42501', 'This change belongs to someone else'); end if;
    return jsonb_build_object('batch_id', known.id, 'changed', known.leads, 'skipped', cardinality(p_lead_ids) - known.leads);
  end if;
  if p_seen_version is not null then
    -- Somebody else's lead gets the same answer as a missing one, because its version is private too.
    select lead.version into current_version from public.leads as lead
    where lead.id = p_lead_ids[1] and private.may_see_lead(lead) for update;
    if current_version is distinct from p_seen_version then
      perform private.refuse('outdated', 'PT409', 'Someone else just changed this lead');
    end if;
  end if;
  changed_count := private.apply_batch_changes(p_batch_id, p_lead_ids, changes);
  update public.lead_batches as batch set leads = changed_count where batch.id = p_batch_id;
  perform private.consume_quota('lead_changes', caller::text);
  return jsonb_build_object('batch_id', p_batch_id, 'changed', changed_count, 'skipped', cardinality(p_lead_ids) - changed_count);
end
$$;

create function public.change_leads(
  p_batch_id uuid, p_lead_ids uuid[], p_changes jsonb, p_seen_version integer default null
) returns jsonb
language sql volatile
set search_path = ''
return private.change_leads(p_batch_id, p_lead_ids, p_changes, p_seen_version);

comment on function public.change_leads(uuid, uuid[], jsonb, integer) is
'Changes up to 1,000 leads: { batch_id, changed, skipped }. Skipped leads are those that the caller may not change, that are merged or erased, or that already have the values; a consent on record stays as it is until it is taken back. Fields are columns of leads, and also archived (boolean), add_tags, remove_tags and, for one lead at a time, consent: how they agreed to receive email, or null to take that back. A known batch id changes nothing. PT409: the lead has another version than p_seen_version, or is not the caller''s. 22023: what is wrong with the changes. 42501: not on the team, or a free plan (premium_only), on which consent can only be taken back.';

create function private.is_unchanged_since(p_row jsonb, p_after jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select not exists (select from jsonb_each(p_after) as field where field.value is distinct from p_row -> field.key)
$$;

comment on function private.is_unchanged_since(jsonb, jsonb) is
'Whether a row still has these values. Compares one by one, because @> ignores what somebody added to a list.';

create function private.can_undo_change(
  p_lead public.leads, p_before jsonb, p_after jsonb, p_actor uuid, p_is_admin boolean, p_since timestamptz
) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select (
    p_is_admin or p_lead.user_id is null or p_lead.user_id = p_actor
    -- Or the change gave the lead away, and nobody else has worked with it since.
    or p_after ? 'user_id' and coalesce(p_before ->> 'user_id', p_actor::text) = p_actor::text
      and not exists (
        select from public.lead_activities as activity
        where activity.lead_id = p_lead.id and activity.actor_id <> p_actor and activity.created_at >= p_since
      )
      and not exists (
        select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
        where noted.lead_id = p_lead.id and batch.actor_id <> p_actor and batch.created_at >= p_since
      )
      and not exists (
        select from public.lead_tasks as task
        where task.lead_id = p_lead.id and task.updated_at >= p_since and (
          task.created_by <> p_actor or task.done_by <> p_actor
          -- Who gave the lead away can't change its tasks anymore. A booked call's task moves with the call.
          or task.done_at is null and task.updated_at > task.created_at and task.booking_id is null
        )
      )
  ) and (p_before ->> 'user_id' is null or private.is_on_team((p_before ->> 'user_id')::uuid, p_lead.account_id))
$$;

comment on function private.can_undo_change(public.leads, jsonb, jsonb, uuid, boolean, timestamptz) is
'Whether a person may undo their change of a lead: they can see the lead now, or the change gave it away and nobody else has worked with it since. Never when the lead would go back to an inactive owner.';

create function private.undo_lead_batch(p_batch_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  is_admin boolean := private.sees_all_leads();
  batch public.lead_batches;
  restored integer;
  total integer;
begin
  select found.* into batch from public.lead_batches as found
  where found.id = p_batch_id and found.account_id = private.workspace() and (found.actor_id = caller or private.manages_workspace()) for update;
  perform private.require_changer(batch.changes);
  if batch.id is null then perform private.refuse('change_not_found', 'PT404', 'Change not found'); end if;
  if batch.kind <> 'change' then perform private.refuse('not_undoable', '22023', 'This change can''t be undone here'); end if;
  if batch.undone_at is not null then perform private.refuse('already_undone', 'PT409', 'This was already undone'); end if;
  select count(*) into total from private.lead_batch_rows as noted where noted.batch_id = p_batch_id;
  -- Locks first, because somebody may be working with one of the leads right now.
  perform from public.leads as lead
  where lead.id = any (array(select noted.lead_id from private.lead_batch_rows as noted where noted.batch_id = p_batch_id))
  order by lead.id for update;
  -- Leads that somebody changed later stay as they are. write_leads also restores stage_entered_at, reached and closed_at, so
  -- that an undone mistake leaves no trace in the figures.
  select count(*) into restored from private.write_leads(array(
    select jsonb_populate_record(lead, noted.before)
    from private.lead_batch_rows as noted join public.leads as lead on lead.id = noted.lead_id
    where noted.batch_id = p_batch_id and noted.before is not null and lead.merged_into is null
      and private.is_unchanged_since(to_jsonb(lead), noted.after)
      and private.can_undo_change(lead, noted.before, noted.after, caller, is_admin, batch.created_at)
  ));
  update public.lead_batches as done set undone_at = now() where done.id = p_batch_id;
  return jsonb_strip_nulls(jsonb_build_object('restored', restored, 'kept', total - restored, 'accounts', case when private.has_active_role('admin') then (
    -- Its owner may have the invitation already, so the account of a lead that is no longer won stays.
    select jsonb_agg(jsonb_build_object('id', account.id, 'name', account.name, 'is_invited', exists (
      select from public.invitations as open
      where open.account_id = account.id and open.accepted_at is null and open.revoked_at is null and open.expires_at > now()
    )) order by account.name, account.id)
    from public.accounts as account where account.archived_at is null and account.id in (
      select lead.client_account_id from private.lead_batch_rows as noted join public.leads as lead on lead.id = noted.lead_id
      where noted.batch_id = p_batch_id and noted.after ->> 'stage' = 'won' and lead.stage <> 'won'
    )
  ) end));
end
$$;

create function public.undo_lead_batch(p_batch_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.undo_lead_batch(p_batch_id);

comment on function public.undo_lead_batch(uuid) is
'Undoes a change: { restored, kept, accounts }. accounts are, for admins, those of leads that are no longer won, if there are any: { id, name, is_invited }; they stay. Kept leads are those that somebody changed since, that belong to somebody else now, or whose former owner is no longer active. PT404: no such change of the caller. PT409: already undone.';

create function private.claim_lead(p_lead_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  holder uuid;
  was_free boolean;
begin
  -- The row lock decides. When two people claim at the same moment, the second one reads the first one's name.
  select lead.user_id into holder from public.leads as lead
  where lead.id = p_lead_id and lead.account_id = private.workspace() and lead.merged_into is null and lead.erased_at is null for update;
  if not found then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  was_free := holder is null;
  if was_free then
    update public.leads as lead set user_id = caller where lead.id = p_lead_id;
    holder := caller;
  end if;
  return jsonb_build_object('claimed', holder = caller, 'is_new', was_free, 'owner_id', holder, 'owner_name', private.owner_name(holder::text));
end
$$;

create function public.claim_lead(p_lead_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.claim_lead(p_lead_id);

comment on function public.claim_lead(uuid) is
'Gives an unowned lead to the caller: { claimed, is_new, owner_id, owner_name }. When somebody was faster, claimed is false and owner_name names them; is_new is false when the caller had it already. PT404: no such lead.';

create function private.undo_claim(p_lead_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  claim public.lead_activities;
begin
  perform from public.leads as held where held.id = p_lead_id and held.account_id = private.workspace() for update;
  select latest.* into claim from public.lead_activities as latest
  where latest.lead_id = p_lead_id and latest.kind = 'assignment' order by latest.created_at desc, latest.occurred_at desc limit 1;
  update public.leads as lead set user_id = null
  where lead.id = p_lead_id and lead.account_id = private.workspace() and lead.user_id = caller
    and lead.merged_into is null and lead.erased_at is null
    and claim.actor_id = caller and claim.payload ->> 'from' is null and claim.payload ->> 'to' = caller::text
    -- Whoever went on working with the lead keeps it.
    and not exists (
      select from public.lead_activities as later
      where later.lead_id = p_lead_id and later.created_at > claim.created_at and private.is_human_activity(later.kind)
        and not private.is_retracted(later.id)
    )
    and not exists (
      select from public.lead_tasks as planned
      where planned.lead_id = p_lead_id and planned.created_by = caller and planned.created_at > claim.created_at and planned.done_at is null
    );
  return jsonb_build_object('restored', found::integer, 'kept', (not found)::integer);
end
$$;

create function public.undo_claim(p_lead_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.undo_claim(p_lead_id);

comment on function public.undo_claim(uuid) is
'Takes back that the caller claimed a lead: nobody owns it again. { restored, kept }: 1 and 0, or 0 and 1 when it isn''t theirs anymore, or someone has worked with it since.';

grant execute on function public.change_leads(uuid, uuid[], jsonb, integer) to authenticated;
grant execute on function private.change_leads(uuid, uuid[], jsonb, integer) to authenticated;
grant execute on function public.undo_lead_batch(uuid) to authenticated;
grant execute on function private.undo_lead_batch(uuid) to authenticated;
grant execute on function public.claim_lead(uuid) to authenticated;
grant execute on function private.claim_lead(uuid) to authenticated;
grant execute on function public.undo_claim(uuid) to authenticated;
grant execute on function private.undo_claim(uuid) to authenticated;
