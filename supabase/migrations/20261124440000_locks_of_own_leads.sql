-- A call about another account's lead locked its row before it was refused, so its people waited. Only leads of the workspace are locked.

create or replace function public.log_activity(
  p_id uuid, p_lead_id uuid, p_kind text, p_body text default null, p_outcome text default null, p_occurred_at timestamptz default null,
  p_claim boolean default false, p_next jsonb default null, p_seconds integer default null, p_stage text default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  lead public.leads;
  happened timestamptz := least(coalesce(p_occurred_at, now()), now());
  known public.lead_activities;
  claims boolean;
  finished public.lead_tasks;
  planned uuid;
begin
  if p_id is null or not coalesce(private.is_human_activity(p_kind), false) then
    perform private.refuse('unknown_activity', '22023', 'You can only log calls, emails, texts, meetings and notes', 'kind');
  end if;
  if p_outcome is not null and p_outcome !~ '^[a-z][a-z_]{0,39}$' then
    perform private.refuse('unknown_outcome', '22023', 'Unknown outcome', 'outcome');
  end if;
  if p_kind = 'note' and coalesce(btrim(p_body), '') = '' then
    perform private.refuse('note_required', '22023', 'Enter a note', 'body');
  end if;
  if char_length(p_body) > 10000 then perform private.refuse('too_long', '22023', 'Use up to 10,000 characters', 'body'); end if;
  if not isfinite(happened) or happened < '1970-01-01' then perform private.refuse('required', '22023', 'Enter a valid time', 'occurred_at'); end if;
  if p_seconds not between 0 and 86400 then perform private.refuse('duration_invalid', '22023', 'A call can last up to one day', 'duration_seconds'); end if;
  -- Locks the lead, but never another account's, so that of two people who log at the same moment the second sees the first one's claim.
  select found.* into lead from public.leads as found where found.id = p_lead_id and found.account_id = private.workspace() for update;
  if lead.id is not null and p_claim and lead.user_id <> caller and not private.may_see_lead(lead) then
    perform private.refuse('lead_claimed', 'PT409', format('%s already claimed this lead', private.owner_name(lead.user_id::text)));
  end if;
  lead := private.require_lead(p_lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  select activity.* into known from public.lead_activities as activity where activity.id = p_id;
  if known.id is not null then
    if known.actor_id is distinct from caller or known.lead_id <> p_lead_id then
      perform private.refuse('id_taken', '42501', 'Someone else logged this');
    end if;
    return jsonb_build_object('id', p_id, 'claimed', lead.user_id = caller, 'finished', (
      select task.title from public.lead_tasks as task where task.id = private.parse_uuid(known.payload ->> 'finished')
    ), 'again', true);
  end if;
  claims := p_claim and lead.user_id is null;
  if claims then update public.leads as own set user_id = caller where own.id = lead.id; end if;
  finished := private.complete_matching_task(p_lead_id, p_kind, happened);
  if p_next is not null then planned := private.create_task(lead.id, p_next); end if;
  insert into public.lead_activities (id, lead_id, kind, body, actor_id, occurred_at, payload)
  values (p_id, lead.id, p_kind, nullif(btrim(p_body), ''), caller, happened, jsonb_strip_nulls(jsonb_build_object(
    'outcome', p_outcome, 'seconds', p_seconds, 'claimed', nullif(claims, false), 'finished', finished.id, 'planned', planned
  )));
  if p_stage is not null and p_stage <> lead.stage then
    perform public.change_leads(p_id, array[lead.id], jsonb_build_object('stage', p_stage));
  end if;
  return jsonb_build_object('id', p_id, 'claimed', claims or coalesce(lead.user_id = caller, false), 'finished', finished.title, 'again', false);
end
$$;

create or replace function private.lock_lead_pair(p_one uuid, p_other uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_count integer;
begin
  if p_one is null or p_other is null or p_one = p_other then
    perform private.refuse('same_lead', '22023', 'Choose two different leads to merge');
  end if;
  -- Locks in the order of ids, so that two people who merge the same pair in opposite directions cannot deadlock.
  perform from public.leads as lead where lead.id in (p_one, p_other) and lead.account_id = private.workspace() order by lead.id for update;
  select count(*) into found_count from public.leads as lead where lead.id in (p_one, p_other) and private.may_see_lead(lead);
  if found_count <> 2 then perform private.refuse('lead_not_found', 'PT404', 'Leads not found'); end if;
end
$$;

create or replace function public.undo_log_activity(p_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  logged public.lead_activities;
  lead public.leads;
begin
  select found.* into logged from public.lead_activities as found
  where found.id = p_id and found.actor_id = caller and private.is_human_activity(found.kind);
  if logged.id is null then perform private.refuse('activity_not_found', 'PT404', 'Entry not found'); end if;
  perform from public.leads as held where held.id = logged.lead_id and held.account_id = private.workspace() for update;
  lead := private.require_lead(logged.lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if logged.kind = 'email' and logged.payload ? 'to' then
    perform private.refuse('email_sent', '22023', 'You can''t undo a sent email');
  end if;
  insert into public.lead_retractions (activity_id, lead_id, retracted_by) values (p_id, lead.id, caller) on conflict do nothing;
  if not found then perform private.refuse('already_undone', 'PT409', 'This was already undone'); end if;
  if logged.created_at < now() - interval '1 day' then
    perform private.refuse('too_late_to_undo', '22023', 'You can only undo entries for one day');
  end if;
  perform private.reopen_clock(clock_id, p_id) from private.clocks_answered_by(lead.id, p_id) as clock_id;
  if exists (select from public.lead_batches as batch where batch.id = p_id and batch.actor_id = caller and batch.undone_at is null) then
    perform public.undo_lead_batch(p_id);
  end if;
  update public.lead_tasks as task set done_at = null
  where task.id = private.parse_uuid(logged.payload ->> 'finished') and task.lead_id = lead.id and task.done_by = caller;
  delete from public.lead_tasks as task
  where task.id = private.parse_uuid(logged.payload ->> 'planned') and task.lead_id = lead.id and task.done_at is null
    and task.created_by = caller and task.updated_at = task.created_at;
  update public.leads as held
  set last_activity_at = (
      select max(activity.occurred_at) from public.lead_activities as activity
      where activity.lead_id in (select private.leads_within(lead.id)) and activity.actor_id is not null
        and private.is_human_activity(activity.kind) and not private.is_retracted(activity.id)
    ),
    -- A caller who went on working with the lead keeps it.
    user_id = case when held.user_id = caller and logged.payload ? 'claimed' and not exists (
      select from public.lead_activities as later
      where later.lead_id = lead.id and later.created_at > logged.created_at and private.is_human_activity(later.kind)
        and not private.is_retracted(later.id)
    ) then null else held.user_id end
  where held.id = lead.id;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;
