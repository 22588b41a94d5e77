-- An email to a lead leaves after ten seconds, and until then Undo takes it back.

create or replace function private.withdraw_mail(p_key text) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  withdrawn jsonb;
begin
  -- A queued email hasn't left, not even when a mailer was away for a while.
  with gone as (
    delete from private.outbox as mail where mail.status = 'queued' and (mail.dedupe_key = p_key or starts_with(mail.dedupe_key, p_key || ':')) returning mail.payload
  )
  select coalesce(gone.payload -> 'data', '{}') into withdrawn from gone limit 1;
  return withdrawn;
end
$$;

comment on function private.withdraw_mail(text) is
'Takes back the waiting emails with this key, or whose key begins with it and a colon, because what they say is undone or no news anymore. The data of one of them; null if none waited.';

create or replace function private.undo_log_activity(p_id uuid) returns jsonb
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
  insert into public.lead_retractions (activity_id, lead_id, retracted_by) values (p_id, lead.id, caller) on conflict do nothing;
  if not found then perform private.refuse('already_undone', 'PT409', 'This was already undone'); end if;
  if logged.kind = 'email' and logged.payload ? 'to' and private.withdraw_mail('lead-message:' || p_id) is null then
    perform private.refuse('email_sent', '22023', 'This email was already sent');
  end if;
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

create or replace function private.send_lead_email(p_id uuid, p_lead_id uuid, p_subject text, p_body text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  lead public.leads;
  known public.lead_activities;
  claims boolean;
  finished public.lead_tasks;
  undo_seconds constant integer := 10;
begin
  perform private.require_lead(p_lead_id);
  select found.* into lead from public.leads as found where found.id = p_lead_id for update;
  claims := lead.user_id is null;
  if p_id is null or coalesce(btrim(p_subject), '') = '' or coalesce(btrim(p_body), '') = '' then
    perform private.refuse('required', '22023', 'Enter a subject and a message');
  end if;
  if char_length(p_subject) > 200 or char_length(p_body) > 10000 then
    perform private.refuse('too_long', '22023', 'Use up to 200 characters in the subject and 10,000 in the message');
  end if;
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if lead.email is null then perform private.refuse('lead_without_email', '22023', 'This lead has no email address'); end if;
  if lead.consent_at is null then perform private.refuse('lead_without_consent', '22023', 'This lead hasn''t agreed to be emailed'); end if;
  select activity.* into known from public.lead_activities as activity where activity.id = p_id;
  if known.id is not null then
    if known.actor_id is distinct from caller then perform private.refuse('id_taken', '42501', 'Someone else sent this'); end if;
    return jsonb_build_object(
      'id', p_id, 'again', true, 'claimed', known.payload ? 'claimed',
      'finished', (select task.title from public.lead_tasks as task where task.id = private.parse_uuid(known.payload ->> 'finished')),
      'undo_seconds', greatest(undo_seconds - extract(epoch from now() - known.created_at)::integer, 0)
    );
  end if;
  perform private.require_quota('lead_emails', caller::text), private.require_quota('lead_emails_to_one', private.address_key(lead.email));
  -- As a call does, an email claims the lead and moves it out of New.
  if claims then update public.leads as own set user_id = caller where own.id = lead.id; end if;
  finished := private.complete_matching_task(p_lead_id, 'email', now());
  insert into public.lead_activities (id, lead_id, kind, body, actor_id, payload)
  values (p_id, lead.id, 'email', btrim(p_body), caller, jsonb_strip_nulls(jsonb_build_object(
    'subject', btrim(p_subject), 'to', lead.email, 'outcome', 'sent', 'claimed', nullif(claims, false), 'finished', finished.id)));
  if lead.stage = 'new' and exists (select from public.pipeline_stages as stage where stage.key = 'attempting') then
    perform public.change_leads(p_id, array[lead.id], '{"stage": "attempting"}');
  end if;
  perform private.consume_quota('lead_emails', caller::text);
  perform private.consume_quota('lead_emails_to_one', private.address_key(lead.email));
  perform public.enqueue_outbox('mail', format('lead-message:%s', p_id), jsonb_build_object(
    'to', lead.email, 'template', 'lead-message',
    'data', private.mail_account_data(lead.account_id) || jsonb_build_object(
      'subject', btrim(p_subject), 'text', btrim(p_body), 'replyTo', (private.account_addresses(lead.account_id))[1])),
    -- Until then, private.undo_log_activity takes it back.
    now() + make_interval(secs => undo_seconds));
  return jsonb_build_object('id', p_id, 'again', false, 'claimed', claims, 'finished', finished.title, 'undo_seconds', undo_seconds);
end
$$;

comment on function public.send_lead_email(uuid, uuid, text, text) is
'Sends an email to a lead in the account''s name and logs it, in one step: { id, again, claimed, finished, undo_seconds }. It leaves after undo_seconds; until then, undo_log_activity takes it back. It finishes the email task that is due today, gives an unowned lead to the caller and moves a new lead to Attempting. A known id sends nothing. 22023: no address, no consent, or nothing to say. PT404: no such lead, or not the caller''s. PT409: it was merged. PT429: a quota of emails is used up.';

comment on function public.undo_log_activity(uuid) is
'Undoes what the caller logged within the last day. The entry stays in the history, marked, and counts nowhere. A clock that it answered goes on. Claim, move, finished task and planned task are undone where nobody continued from there. { restored, kept }. PT404: no such entry of the caller, or the lead is no longer theirs. PT409: already undone, or merged. 22023: too long ago, or an email that has left.';
