-- Undo of a claim leaves a lead on which someone works; emails about loans and plans name what is left.

create or replace function private.undo_claim(p_lead_id uuid) returns jsonb
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

create or replace function private.announce_retainer_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  terms constant jsonb := jsonb_build_object('amount', new.monthly_amount::text, 'status', new.status, 'ends', new.end_date);
  known jsonb;
begin
  -- A change that the client was not told yet counts from what they know.
  with untold as (
    delete from private.outbox as mail
    where mail.status = 'queued' and starts_with(mail.dedupe_key, format('retainer-changed:%s:', new.id))
    returning mail.payload #> '{data}' as data
  )
  select jsonb_build_object('amount', data ->> 'amountBefore', 'status', data ->> 'statusBefore', 'ends', data ->> 'endsBefore')
  into known from untold limit 1;
  known := coalesce(known, jsonb_build_object('amount', old.monthly_amount::text, 'status', old.status, 'ends', old.end_date));
  if terms = known or private.client_status(new.client_id) is distinct from 'active' then return null; end if;
  perform public.enqueue_outbox('mail', format('retainer-changed:%s:%s', new.id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'retainer-changed', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'retainer', new.retainer_name, 'currency', new.currency,
      'amount', terms ->> 'amount', 'status', terms ->> 'status', 'ends', terms ->> 'ends',
      'amountBefore', known ->> 'amount', 'statusBefore', known ->> 'status', 'endsBefore', known ->> 'ends',
      'charge', (
        select charge.day from private.open_charges(new, private.agency_day() + 1, greatest(new.start_date, private.agency_day()) + 400) as charge (day)
        order by charge.day limit 1
      )
    ))
  ), now() + interval '10 seconds')
  from private.mail_recipient(new.client_id) as reader (row);
  return null;
end
$$;

comment on function private.announce_retainer_change() is
'Trigger: emails the client what someone changed about a retainer that has begun or is agreed: its amount, a pause, or its last day. Not what is undone right away.';

create or replace function private.announce_loan(p_account uuid, p_user_id uuid, p_template text, p_more jsonb default '{}') returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  released text;
begin
  -- Whoever was not told of the one has no news in the other, unless leads are no longer theirs.
  with untold as (
    delete from private.outbox as mail
    where mail.status = 'queued' and (
      starts_with(mail.dedupe_key, format('rep-lent:%s:%s:', p_account, p_user_id))
      or starts_with(mail.dedupe_key, format('loan-ended:%s:%s:', p_account, p_user_id))
    )
    returning coalesce(mail.payload #>> '{data,leads}', '') as leads
  )
  select max(untold.leads) into released from untold;
  if released = '' and not p_more ? 'leads' then return; end if;
  p_more := p_more || jsonb_strip_nulls(jsonb_build_object('leads', nullif(released, '')));
  perform public.enqueue_outbox('mail', format('%s:%s:%s:%s', p_template, p_account, p_user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', p_template, 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'business', account.name, 'slug', account.slug, 'by', private.person_name(auth.uid())
    ) || p_more)
  ), now() + interval '10 seconds')
  from public.accounts as account cross join lateral private.mail_recipient(p_user_id) as reader (row) where account.id = p_account;
end
$$;

comment on function private.announce_loan(uuid, uuid, text, jsonb) is
'Emails a sales rep that they work in a client''s account (rep-lent), or no longer do (loan-ended), unless the one follows the other right away and nothing is left of it. p_more: {leads: how many were unassigned}.';

create or replace function private.end_loan(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  owned bigint;
begin
  perform private.require_admin();
  delete from public.account_loans as loan where loan.account_id = p_account_id and loan.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This rep no longer works in the account'); end if;
  select count(*) into owned from public.leads as lead
  where lead.account_id = p_account_id and lead.user_id = p_user_id
    and lead.archived_at is null and not lead.is_spam and lead.stage not in ('won', 'lost');
  perform private.release_leads(p_account_id, p_user_id);
  perform private.announce_loan(p_account_id, p_user_id, 'loan-ended', case when owned > 0 then jsonb_build_object('leads', owned::text) else '{}' end);
end
$$;

create or replace function private.announce_plan_start(p_user_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('premium-started:%s:%s', plan.user_id, plan.stripe_subscription_id), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'premium-started',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', person.row ->> 'name', 'trialEnds', case when plan.trial_end > now() then private.agency_day(plan.trial_end) end,
      'renews', private.agency_day(plan.subscription_end),
      -- Those of a colleague's plan stay with that.
      'names', private.account_names(array(
        select account.id from unnest(private.accounts_of(plan.user_id, 'owner', 'billing')) as account (id)
        cross join lateral private.plan_of_account(account.id) as decides where decides.payer = plan.user_id and not decides.is_gift
      ))
    ))
  ))
  from public.subscriptions as plan cross join lateral private.mail_recipient(plan.user_id) as person (row)
  -- The provider repeats its messages, also long after the start.
  where plan.user_id = p_user_id and plan.subscribed and plan.started_at > now() - interval '1 day'
$$;

comment on function public.undo_claim(uuid) is
'Takes back that the caller claimed a lead: nobody owns it again. { restored, kept }: 1 and 0, or 0 and 1 when it isn''t theirs anymore, or someone has worked with it since.';
