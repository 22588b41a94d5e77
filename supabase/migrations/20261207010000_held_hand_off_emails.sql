-- The email about a won deal waits as long as the deal can be undone in its toast, and goes with it.
drop function private.notify_users(uuid[], text, text, jsonb);

create function private.notify_users(
  p_people uuid[], p_template text, p_key text, p_data jsonb, p_run_at timestamptz default now()
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('%s:%s:%s', p_template, p_key, account.id),
    jsonb_build_object('to', account.email, 'template', p_template, 'data', p_data), p_run_at)
  from auth.users as account where account.id = any (p_people) and coalesce(account.email, '') <> '' order by account.id;
end
$$;

comment on function private.notify_users(uuid[], text, text, jsonb, timestamptz) is
'Queues one email to each of these people, once for each key. It leaves at p_run_at.';

create or replace function private.cancel_client_setup() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  setup private.client_setups;
begin
  delete from private.client_setups as done where done.lead_id = new.id returning done.* into setup;
  -- Deletes only a draft that nobody used or changed. Everything else belongs to the client by now.
  delete from public.retainers as retainer
  where retainer.id = setup.retainer_id and retainer.status = 'pending' and retainer.updated_at = retainer.created_at
    and not exists (select from public.retainer_charges as charge where charge.retainer_id = retainer.id);
  delete from public.client_dashboards as board where board.id = setup.dashboard_id and board.owner_id is null;
  perform private.close_handoffs(new.id, 'This deal is no longer won, so no client needs to be set up.');
  -- Nobody hears of a deal that was undone while its email waited.
  delete from private.outbox as mail
  where mail.status = 'queued' and mail.attempts = 0 and starts_with(mail.dedupe_key, format('won-deal-handed-off:%s:', new.id));
  return null;
end
$$;

comment on function private.cancel_client_setup() is
'Trigger: a lead that leaves Won loses the untouched draft of its retainer, the dashboard while nobody has joined the account, and its open hand-off with the email that still waits.';

create or replace function private.request_client_setup(p_lead public.leads, p_caller uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  insert into public.change_requests (user_id, user_email, business_name, request_type, message, lead_id)
  select p_caller, person.email, coalesce(nullif(btrim(p_lead.company), ''), private.lead_title(p_lead)),
    'general_inquiry', format('Won: %s (%s). Please set up the client account, dashboard and retainer.',
      private.lead_title(p_lead), coalesce(p_lead.email, 'no email')), p_lead.id
  from auth.users as person where person.id = p_caller;
  perform private.notify_users(
    private.leaders_of(private.agency_account()), 'won-deal-handed-off', p_lead.id || ':' || clock_timestamp(),
    private.lead_mail_data(p_lead.id) || jsonb_build_object('by', coalesce(private.person_name(p_caller), 'A sales rep')),
    -- As long as the toast offers to undo it.
    now() + interval '10 seconds'
  );
end
$$;
