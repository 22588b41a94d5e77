-- An email that was written by hand with placeholders was sent with them.

create function private.require_filled_in(p_text text, p_field text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  unfilled constant text := (select found.written from private.in_braces(p_text) as found order by found.place limit 1);
begin
  if unfilled is not null then
    perform private.refuse('placeholder_unfilled', '22023', format('%s isn''t filled in, so the lead would read it', left(unfilled, 60)), p_field);
  end if;
end
$$;

comment on function private.require_filled_in(text, text) is 'Refuses a text of an email with a placeholder, because only inserting a template fills it in.';

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
    'planned', planned)));
  if lead.stage = 'new' and exists (select from public.pipeline_stages as stage where stage.key = 'attempting') then
    perform public.change_leads(p_id, array[lead.id], '{"stage": "attempting"}');
  end if;
  perform private.consume_quota('lead_emails', caller::text);
  perform private.consume_quota('lead_emails_to_one', private.address_key(lead.email));
  perform public.enqueue_outbox('mail', format('lead-message:%s', p_id), jsonb_build_object(
    'to', lead.email, 'template', 'lead-message',
    'data', private.mail_account_data(lead.account_id) || jsonb_build_object(
      'subject', btrim(p_subject), 'text', btrim(p_body), 'replyTo', (private.account_addresses(lead.account_id))[1])),
    -- Until then, private.undo_log_activity withdraws it.
    now() + make_interval(secs => undo_seconds));
  return jsonb_build_object('id', p_id, 'again', false, 'claimed', claims, 'finished', finished.title, 'undo_seconds', undo_seconds);
end
$$;
comment on function public.send_lead_email(uuid, uuid, text, text, jsonb) is
'Sends an email to a lead in the account''s name and logs it, in one step: { id, again, claimed, finished, undo_seconds }. It leaves after undo_seconds; until then, undo_log_activity withdraws it. It finishes the email task that is due today, plans p_next as log_activity does, gives an unowned lead to the caller and moves a new lead to Attempting. A known id sends nothing. 22023: no address, no consent, nothing to say, or a placeholder. PT404: no such lead, or not the caller''s. PT409: it was merged. PT429: a quota of emails is used up.';
