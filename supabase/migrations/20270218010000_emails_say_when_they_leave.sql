-- The timeline shows an email that waits as being sent, with Undo.

create or replace function private.send_lead_email(p_id uuid, p_lead_id uuid, p_subject text, p_body text, p_next jsonb) returns jsonb
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
