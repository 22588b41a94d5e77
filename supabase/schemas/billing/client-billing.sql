create function private.charge_dates(p_start date, p_end date, p_months integer, p_from date, p_until date) returns setof date
language sql immutable
set search_path = ''
as $$
  -- Counts from the first day each time, so that a short month does not shift later ones.
  select charge.day from (
    select (p_start + make_interval(months => number))::date as day
    from generate_series(
      greatest(0, (extract(year from p_from) - extract(year from p_start)) * 12 + extract(month from p_from) - extract(month from p_start) - 1)::integer,
      least(
        coalesce(p_months, 1200) - 1,
        ((extract(year from p_until) - extract(year from p_start)) * 12 + extract(month from p_until) - extract(month from p_start))::integer
      )
    ) as number
  ) as charge
  where charge.day between p_from and p_until and (p_end is null or charge.day <= p_end)
  order by charge.day
$$;

comment on function private.charge_dates(date, date, integer, date, date) is
'The days between two dates on which a retainer is charged: its first day and the same day of each later month, or the last day of a shorter month.';

-- The portal shows a client's figures to that client, and to an admin who views the portal as the client.
create function private.portal_client(p_client_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select case
    when p_client_id is null or p_client_id = auth.uid() then case when private.has_active_role('client') then auth.uid() end
    when private.has_active_role('admin') then p_client_id
  end
$$;

comment on function private.portal_client(uuid) is
'Whose portal the caller reads: their own as a client, anyone''s as an admin, otherwise null.';

create function private.portal_accounts(p_client_id uuid) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  -- An admin also reads the record of a client who is deactivated.
  select array(
    select member.account_id from private.client_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = private.portal_client(p_client_id) and member.role in ('owner', 'billing') and account.archived_at is null
  )
$$;

comment on function private.portal_accounts(uuid) is
'The accounts whose money the portal shows to that person beside what names them: they are an owner or a billing person there.';

create function private.list_upcoming_charges(p_days integer, p_client_id uuid)
returns table (retainer_id uuid, account_id uuid, retainer_name text, charge_date date, amount integer, currency text)
language sql stable security definer
set search_path = ''
as $$
  select retainer.id, retainer.account_id, retainer.retainer_name, charge.day, retainer.monthly_amount, retainer.currency
  from public.retainers as retainer
  cross join private.agency_day() as today (day)
  cross join lateral private.open_charges(retainer, today.day, today.day + least(greatest(p_days, 1), 366)) as charge (day)
  where (
    retainer.client_id = (select private.portal_client(p_client_id)) or retainer.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
  )
  order by charge.day, retainer.retainer_name
$$;

create function public.list_upcoming_charges(p_days integer default 31, p_client_id uuid default null)
returns table (retainer_id uuid, account_id uuid, retainer_name text, charge_date date, amount integer, currency text)
language sql stable
set search_path = ''
return private.list_upcoming_charges(p_days, p_client_id);

comment on function public.list_upcoming_charges(integer, uuid) is
'What the active retainers of the caller, and of accounts whose money they see, will invoice today and in the next p_days days (1 to 366), soonest first. A day whose invoice was issued is not among them. Admins may name a client. Amounts in the smallest unit.';

create function private.billing_figures(p_client_id uuid, p_accounts uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  with own as (
    select invoice.* from private.shown_invoices as invoice
    where (invoice.client_id = p_client_id or invoice.account_id = any (p_accounts)) and invoice.status <> 'draft'
  ), running as (
    select * from public.retainers as retainer
    where (retainer.client_id = p_client_id or retainer.account_id = any (p_accounts)) and retainer.status = 'active'
  )
  select jsonb_build_object(
    'paid', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount)
        order by sums.amount desc, sums.currency)
      from (
        select own.currency, sum(own.kept_amount) as amount from own group by own.currency
      ) as sums where sums.amount <> 0
    ), '[]'),
    'paid_invoices', (select count(*) from own where own.kept_amount > 0),
    'paid_since', (
      select min(least(own.paid_date, (
        select private.agency_day(min(entry.occurred_at)) from public.payments as entry
        where entry.invoice_id = own.id and entry.kind = 'payment' and entry.currency = own.currency
      )))
      from own where own.kept_amount > 0
    ),
    'invoices', (select count(*) from own),
    'by_status', coalesce((
      select jsonb_object_agg(counts.readable, counts.number)
      from (select own.readable, count(*) as number from own group by own.readable) as counts
    ), '{}'),
    'active_retainers', (select count(*) from running),
    'monthly', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount)
        order by sums.amount desc, sums.currency)
      from (select running.currency, sum(running.monthly_amount) as amount from running group by running.currency) as sums
    ), '[]')
  )
$$;

comment on function private.billing_figures(uuid, uuid[]) is
'The billing in figures of what names a client, and of these accounts: all of client_figures but is_premium and premium_accounts.';

create function private.client_figures(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.billing_figures(asked.client, private.portal_accounts(p_client_id))
    || jsonb_build_object('is_premium', private.client_has_premium(asked.client), 'premium_accounts', array(
      select seen.id from unnest(private.portal_accounts(p_client_id)) as seen (id) where private.has_premium(seen.id) order by seen.id
    ))
  from (select private.portal_client(p_client_id) as client) as asked
$$;

create function public.client_figures(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.client_figures(p_client_id);

comment on function public.client_figures(uuid) is
'The billing of the caller and of accounts whose money they see in figures, or for an admin those of the named client: {paid: [{currency, amount}], paid_invoices, paid_since, invoices, by_status, active_retainers, monthly, is_premium: see private.client_has_premium, premium_accounts: those with Premium among these accounts}. Sums of several currencies begin with the largest, as everywhere. paid is what came in minus what went back (spec §2 Total Paid), paid_invoices counts those that paid comes from, also while a part is open, and by_status counts the words that people read. Amounts in the smallest unit.';

create function private.client_balance(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with today as (
    select private.agency_day() as day
  ), own as (
    select invoice.*, invoice.shown = 'overdue' as late
    from private.shown_invoices as invoice
    where (
      invoice.client_id = (select private.portal_client(p_client_id)) or invoice.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
    ) and invoice.is_open
  )
  select jsonb_build_object(
    'due', coalesce((
      select jsonb_agg(jsonb_build_object(
        'currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number, 'overdue', sums.late, 'overdue_amount', sums.late_amount,
        'next_due', sums.next_due, 'invoice_ids', to_jsonb(sums.ids[1:50])
      ) order by sums.amount desc, sums.currency)
      from (
        select own.currency, sum(own.owed_amount) as amount, count(*) as number, count(*) filter (where own.late) as late,
          coalesce(sum(own.owed_amount) filter (where own.late), 0) as late_amount, min(own.due_date) as next_due,
          array_agg(own.id order by own.due_date nulls last, own.created_at, own.id) as ids
        from own group by own.currency
      ) as sums
    ), '[]'),
    'later', coalesce((
      select jsonb_agg(jsonb_build_object('currency', ahead.currency, 'amount', ahead.amount, 'invoices', ahead.number, 'due', ahead.due)
        order by ahead.amount desc, ahead.currency)
      from (
        select invoice.currency, sum(invoice.owed_amount) as amount, count(*) as number, min(invoice.due_date) as due
        from public.invoices as invoice
        where (
          invoice.client_id = (select private.portal_client(p_client_id)) or invoice.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
        ) and invoice.status = 'active' and invoice.owed_amount > 0
        group by invoice.currency
      ) as ahead
    ), '[]'),
    'setup', (
      select jsonb_build_object(
        'account_id', begun.account_id,
        'email_confirmed', account.email_confirmed_at is not null,
        'dashboard', exists (
          select from public.client_dashboards as board
          where begun.account_id is null and board.owner_id = account.id
            or board.account_id = begun.account_id and (begun.role <> 'billing' or board.owner_id = account.id)
        ),
        'first_invoice', (
          select min(private.agency_day(coalesce(invoice.issued_at, invoice.created_at)))
          from public.invoices as invoice
          where (
            begun.account_id is null and invoice.client_id = account.id
            or invoice.account_id = begun.account_id and (begun.role <> 'member' or invoice.client_id = account.id)
          ) and invoice.status <> 'draft'
        ),
        'kickoff', (
          select min(retainer.start_date) from public.retainers as retainer
          where (
            begun.account_id is null and retainer.client_id = account.id
            or retainer.account_id = begun.account_id and (begun.role <> 'member' or retainer.client_id = account.id)
          ) and retainer.status <> 'canceled'
        ),
        -- Only owners invite.
        'invited', coalesce((
          select jsonb_agg(open.email order by open.created_at, open.id) from public.invitations as open
          where begun.role = 'owner' and open.account_id = begun.account_id and open.accepted_at is null and open.revoked_at is null
            and open.expires_at > now()
        ), '[]'),
        'today', today.day
      )
      from auth.users as account cross join today
      -- One account, so that what another one has doesn't count as done here.
      left join lateral (
        select member.account_id, member.role
        from private.client_members as member join public.accounts as open on open.id = member.account_id
        where member.user_id = account.id and open.archived_at is null
        order by member.role, member.created_at, member.account_id limit 1
      ) as begun on true
      where account.id = (select private.portal_client(p_client_id))
    )
  )
$$;

create function public.client_balance(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.client_balance(p_client_id);

comment on function public.client_balance(uuid) is
'What the caller and the accounts whose money they see, or for an admin the named client, have to pay by currency, and how far one account is set up (one that they own, else one where they are a member, else one that they are a billing contact of): {due: [{currency, amount, invoices, overdue, overdue_amount, next_due, invoice_ids: the first 50, oldest due first}], later: [{currency, amount, invoices, due}] of active invoices, which can''t be paid yet, setup: {account_id (null without one), email_confirmed, dashboard, first_invoice, kickoff, invited: addresses with an open invitation, for owners, today}}. Amounts in the smallest unit.';

create function private.agency_contact() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
    'tax_id', settings.tax_id, 'currency', settings.currency, 'time_zone', settings.time_zone, 'logo', private.agency_logo(),
    'accent', settings.accent)
  from public.agency_settings as settings
  where private.is_session_sufficient()
$$;

create function public.agency_contact() returns jsonb
language sql stable
set search_path = ''
return private.agency_contact();

comment on function public.agency_contact() is
'Who sends the invoices and answers questions about them: {name, email, phone, address, tax_id, currency, time_zone, logo: {name, width, height, plate} or null, accent}. Billing days are days in that zone. For everybody who is signed in.';

create function private.announce_retainer_charges() returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('retainer:%s:renewing:%s', retainer.id, charge.day), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'retainer-renewing',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', person.row ->> 'name', 'forAccount', private.account_among_several(retainer.client_id, retainer.account_id),
      'retainer', retainer.retainer_name, 'amount', retainer.monthly_amount::text, 'currency', retainer.currency, 'charge', charge.day
    ))
  ))
  from public.retainers as retainer
  cross join lateral private.open_charges(retainer, private.agency_day() + 1, private.agency_day() + 3) as charge (day)
  cross join lateral private.mail_recipient(retainer.client_id) as person (row)
  where charge.day > retainer.start_date
$$;

comment on function private.announce_retainer_charges() is 'Job: emails clients three days before a retainer renews, once for each charge.';

create function private.announce_trial_end(p_user_id uuid, p_trial_end timestamptz, p_run_at timestamptz) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('trial-ending:%s:%s', plan.user_id, p_trial_end::date), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'trial-ending',
    'data', jsonb_build_object('name', person.row ->> 'name', 'ends', private.agency_day(p_trial_end), 'canceled', plan.cancel_at_period_end::text)
      || private.left_by_plan(plan)
  ), p_run_at)
  from public.subscriptions as plan cross join lateral private.mail_recipient(plan.user_id) as person (row)
  where plan.user_id = p_user_id and plan.subscribed
$$;

create function public.announce_trial_end(p_user_id uuid, p_trial_end timestamptz, p_run_at timestamptz default now()) returns void
language sql volatile
set search_path = ''
return private.announce_trial_end(p_user_id, p_trial_end, p_run_at);

comment on function public.announce_trial_end(uuid, timestamptz, timestamptz) is
'Emails a person that their free trial ends, once for each end date.';

create function private.announce_plan_start(p_user_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('premium-started:%s:%s', plan.user_id, plan.stripe_subscription_id), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'premium-started',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', person.row ->> 'name', 'trialEnds', case when plan.trial_end > now() then private.agency_day(plan.trial_end) end,
      'renews', private.agency_day(plan.subscription_end),
      'names', private.account_names(private.accounts_by_plan(plan.user_id))
    ))
  ))
  from public.subscriptions as plan cross join lateral private.mail_recipient(plan.user_id) as person (row)
  -- The provider repeats its messages, also long after the start.
  where plan.user_id = p_user_id and plan.subscribed and plan.started_at > now() - interval '1 day'
$$;

create function public.announce_plan_start(p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.announce_plan_start(p_user_id);

comment on function public.announce_plan_start(uuid) is
'Emails a person that their plan has started: for which accounts it is, until when it is free, and when it renews. Once for each subscription.';

create function private.announce_ending_trials() returns void
language sql volatile
set search_path = ''
as $$
  select public.announce_trial_end(plan.user_id, plan.trial_end)
  from public.subscriptions as plan
  where plan.subscribed and plan.trial_end > now() and plan.trial_end <= now() + interval '2 days'
$$;

comment on function private.announce_ending_trials() is 'Job: emails people two days before their free trial ends.';

insert into private.scheduled_jobs (name, job_function, daily_at, run_every) values
('announce retainer charges', 'announce_retainer_charges', '08:00', null),
('announce ending trials', 'announce_ending_trials', null, interval '15 minutes');

grant execute on function public.list_upcoming_charges(integer, uuid) to authenticated;
grant execute on function private.list_upcoming_charges(integer, uuid) to authenticated;
grant execute on function public.agency_contact() to authenticated;
grant execute on function private.agency_contact() to authenticated;
grant execute on function public.client_figures(uuid) to authenticated;
grant execute on function private.client_figures(uuid) to authenticated;
grant execute on function public.client_balance(uuid) to authenticated;
grant execute on function private.client_balance(uuid) to authenticated;
grant execute on function public.announce_plan_start(uuid) to service_role;
grant execute on function private.announce_plan_start(uuid) to service_role;
grant execute on function public.announce_trial_end(uuid, timestamptz, timestamptz) to service_role;
grant execute on function private.announce_trial_end(uuid, timestamptz, timestamptz) to service_role;
