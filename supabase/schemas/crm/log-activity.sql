-- Work with a lead: one call logs it, claims the lead, moves it on and plans the next step.

create function private.complete_matching_task(p_lead_id uuid, p_kind text, p_happened timestamptz) returns public.lead_tasks
language sql volatile
set search_path = ''
as $$
  update public.lead_tasks as promised set done_at = now()
  where promised.id = (
    select due.id from public.lead_tasks as due
    where due.lead_id = p_lead_id and due.done_at is null and due.kind = p_kind and due.created_at <= p_happened
      and due.due_at < private.tomorrow()
      -- Its outcome completes a booked call.
      and not private.is_call_ahead(due.booking_id)
    order by due.due_at, due.id limit 1 for update
  ) returning promised.*
$$;

comment on function private.complete_matching_task(uuid, text, timestamptz) is
'Finishes the next task of this kind that is due by the end of the day: a person who called has done the call that they planned.';

create function private.log_activity(
  p_id uuid, p_lead_id uuid, p_kind text, p_body text, p_outcome text, p_occurred_at timestamptz, p_claim boolean, p_next jsonb,
  p_seconds integer, p_stage text
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
  -- A browser's clock may be a little ahead.
  if p_occurred_at > now() + interval '5 minutes' then
    perform private.refuse('date_in_future', '22023', 'The time can''t be in the future', 'occurred_at');
  end if;
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

create function public.log_activity(
  p_id uuid, p_lead_id uuid, p_kind text, p_body text default null, p_outcome text default null, p_occurred_at timestamptz default null,
  p_claim boolean default false, p_next jsonb default null, p_seconds integer default null, p_stage text default null
) returns jsonb
language sql volatile
set search_path = ''
return private.log_activity(p_id, p_lead_id, p_kind, p_body, p_outcome, p_occurred_at, p_claim, p_next, p_seconds, p_stage);

comment on function public.log_activity(uuid, uuid, text, text, text, timestamptz, boolean, jsonb, integer, text) is
'Logs what a person did: { id, claimed, finished, again }. It finishes the next task of the same kind that is due by the end of the day; finished is its title. p_claim gives an unowned lead to the caller; p_next { id?, kind, title, due_at } plans a task; p_stage moves the lead. undo_log_activity undoes all of it. A known id of the caller logs nothing. PT404: no such lead. PT409: somebody else claimed it. 22023: what is wrong.';

create function private.parse_moment(p_text text) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
begin
  return p_text::timestamptz;
exception when data_exception then
  return null;
end
$$;

comment on function private.parse_moment(text) is 'A moment from a text; null if it is none.';

create function private.check_task(p_task jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  title text := btrim(coalesce(p_task ->> 'title', ''));
  due constant timestamptz := private.parse_moment(p_task ->> 'due_at');
begin
  if title = '' or char_length(title) > 200 then
    perform private.refuse('task_title_required', '22023', 'Enter a task of up to 200 characters', 'title');
  end if;
  if due is null or not due between '1970-01-01' and '2199-12-31' then
    perform private.refuse('required', '22023', 'Enter a due date', 'due_at');
  end if;
  if coalesce(p_task ->> 'kind', 'call') not in ('call', 'email', 'sms', 'meeting', 'other') then
    perform private.refuse('unknown_task_kind', '22023', 'Unknown task type', 'kind');
  end if;
end
$$;

comment on function private.check_task(jsonb) is 'Refuses a task { kind, title, due_at } that can''t be stored. 22023: what is wrong.';

create function private.create_task(p_lead_id uuid, p_task jsonb) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  task_id uuid := coalesce(private.parse_uuid(p_task ->> 'id'), gen_random_uuid());
  title text := btrim(coalesce(p_task ->> 'title', ''));
begin
  perform private.check_task(p_task);
  insert into public.lead_tasks (id, lead_id, kind, title, due_at, created_by)
  values (task_id, p_lead_id, coalesce(p_task ->> 'kind', 'call'), title, (p_task ->> 'due_at')::timestamptz, auth.uid())
  on conflict (id) do nothing;
  return task_id;
end
$$;

comment on function private.create_task(uuid, jsonb) is 'Plans { id?, kind, title, due_at } for a lead; a known id plans nothing.';

create function private.finish_task(p_task_id uuid, p_next jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_premium();
  select open.* into task from public.lead_tasks as open
  where open.id = p_task_id and open.account_id = private.workspace() for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  if task.removed_at is not null then perform private.refuse('outdated', 'PT409', format('%s deleted this task', private.who_did(task.done_by))); end if;
  if task.done_at is null and private.is_call_ahead(task.booking_id) then
    perform private.refuse('call_ahead', '22023', 'This step is a booked call. The call''s outcome completes it');
  end if;
  update public.lead_tasks as done set done_at = now() where done.id = p_task_id and done.done_at is null;
  if p_next is not null then perform private.create_task(task.lead_id, p_next); end if;
  return jsonb_build_object('lead_id', task.lead_id, 'again', task.done_at is not null);
end
$$;

create function public.finish_task(p_task_id uuid, p_next jsonb default null) returns jsonb
language sql volatile
set search_path = ''
return private.finish_task(p_task_id, p_next);

comment on function public.finish_task(uuid, jsonb) is
'Finishes a task and, with p_next { id?, kind, title, due_at }, plans the next one. PT404: no such task, or its lead is not the caller''s. PT409: someone deleted it. 22023: it is a booked call that has not begun, or what is wrong with the next one.';

create function private.send_lead_email(p_id uuid, p_lead_id uuid, p_subject text, p_body text, p_next jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  lead public.leads;
  known public.lead_activities;
  claims boolean;
  finished public.lead_tasks;
  planned uuid;
  undo_seconds constant integer := 10;
  -- Until then, private.undo_log_activity withdraws it.
  leaves_at constant timestamptz := now() + make_interval(secs => undo_seconds);
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
  perform private.require_filled_in(p_subject, 'subject'), private.require_filled_in(p_body, 'body');
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if lead.email is null then perform private.refuse('lead_without_email', '22023', 'This lead has no email address'); end if;
  if lead.consent_at is null then perform private.refuse('lead_without_consent', '22023', 'This lead hasn''t agreed to be emailed'); end if;
  select activity.* into known from public.lead_activities as activity where activity.id = p_id;
  if known.id is not null then
    if known.actor_id is distinct from caller then perform private.refuse('id_taken', '42501', 'Someone else sent this'); end if;
    return jsonb_build_object(
      'id', p_id, 'again', true, 'claimed', known.payload ? 'claimed',
      'finished', (select task.title from public.lead_tasks as task where task.id = private.parse_uuid(known.payload ->> 'finished')),
      'undo_seconds', case when private.is_retracted(p_id) then 0
        else greatest(undo_seconds - extract(epoch from now() - known.created_at)::integer, 0) end
    );
  end if;
  perform private.require_quota('lead_emails', caller::text), private.require_quota('lead_emails_to_one', private.address_key(lead.email));
  -- As a call does, an email claims the lead and moves it out of New.
  if claims then update public.leads as own set user_id = caller where own.id = lead.id; end if;
  finished := private.complete_matching_task(p_lead_id, 'email', now());
  if p_next is not null then planned := private.create_task(lead.id, p_next); end if;
  insert into public.lead_activities (id, lead_id, kind, body, actor_id, payload)
  values (p_id, lead.id, 'email', btrim(p_body), caller, jsonb_strip_nulls(jsonb_build_object(
    'subject', btrim(p_subject), 'to', lead.email, 'outcome', 'sent', 'claimed', nullif(claims, false), 'finished', finished.id,
    'planned', planned, 'leaves_at', leaves_at)));
  if lead.stage = 'new' and exists (select from public.pipeline_stages as stage where stage.key = 'attempting') then
    perform public.change_leads(p_id, array[lead.id], '{"stage": "attempting"}');
  end if;
  perform private.consume_quota('lead_emails', caller::text);
  perform private.consume_quota('lead_emails_to_one', private.address_key(lead.email));
  perform public.enqueue_outbox('mail', format('lead-message:%s', p_id), jsonb_build_object(
    'to', lead.email, 'template', 'lead-message',
    'data', private.mail_account_data(lead.account_id) || jsonb_build_object(
      'subject', btrim(p_subject), 'text', btrim(p_body), 'replyTo', (private.account_addresses(lead.account_id))[1])),
    leaves_at);
  return jsonb_build_object('id', p_id, 'again', false, 'claimed', claims, 'finished', finished.title, 'undo_seconds', undo_seconds);
end
$$;

create function public.send_lead_email(p_id uuid, p_lead_id uuid, p_subject text, p_body text, p_next jsonb default null) returns jsonb
language sql volatile
set search_path = ''
return private.send_lead_email(p_id, p_lead_id, p_subject, p_body, p_next);

comment on function public.send_lead_email(uuid, uuid, text, text, jsonb) is
'Sends an email to a lead in the account''s name and logs it, in one step: { id, again, claimed, finished, undo_seconds }. It leaves after undo_seconds; until then, undo_log_activity withdraws it. It finishes the email task that is due today, plans p_next as log_activity does, gives an unowned lead to the caller and moves a new lead to Attempting. A known id sends nothing. 22023: no address, no consent, nothing to say, or a placeholder. PT404: no such lead, or not the caller''s. PT409: it was merged. PT429: a quota of emails is used up.';

grant execute on function public.log_activity(uuid, uuid, text, text, text, timestamptz, boolean, jsonb, integer, text) to authenticated;
grant execute on function private.log_activity(uuid, uuid, text, text, text, timestamptz, boolean, jsonb, integer, text) to authenticated;
grant execute on function public.finish_task(uuid, jsonb) to authenticated;
grant execute on function private.finish_task(uuid, jsonb) to authenticated;
grant execute on function public.send_lead_email(uuid, uuid, text, text, jsonb) to authenticated;
grant execute on function private.send_lead_email(uuid, uuid, text, text, jsonb) to authenticated;
