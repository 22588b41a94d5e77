-- A retainer that was not started is a draft and not a paused one. Every list of coming charges reads the rule of the job that issues them.

create or replace function private.open_charges(p_retainer public.retainers, p_from date, p_until date) returns setof date
language sql stable
set search_path = ''
as $$
  select charge.day
  from private.charge_dates(
    p_retainer.start_date, p_retainer.end_date, p_retainer.duration_months,
    greatest(p_retainer.charges_from, p_retainer.start_date, p_from), p_until
  ) as charge (day)
  where p_retainer.status = 'active' and p_retainer.monthly_amount > 0
    and not exists (
      select from public.retainer_charges as done where done.retainer_id = p_retainer.id and done.charge_date = charge.day
    )
  order by charge.day
$$;

comment on function private.open_charges(public.retainers, date, date) is
'The days between two dates for which a retainer has an invoice still to issue. Lists of coming charges and the job that issues them both read it.';

create or replace function private.due_charges(p_retainer public.retainers) returns setof date
language sql stable
set search_path = ''
as $$
  select charge.day
  from private.open_charges(p_retainer, p_retainer.start_date, private.agency_day()) as charge (day)
  -- A client who cannot read invoices gets none. They follow when the client can again.
  where exists (
    select from public.user_roles as held where held.user_id = p_retainer.client_id and held.role = 'client' and held.status = 'active'
  )
  order by charge.day
$$;

comment on function private.due_charges(public.retainers) is 'The days up to today whose invoice a retainer has not issued yet.';

create or replace function private.list_upcoming_charges(p_days integer, p_client_id uuid)
returns table (retainer_id uuid, retainer_name text, charge_date date, amount integer, currency text)
language sql stable security definer
set search_path = ''
as $$
  select retainer.id, retainer.retainer_name, charge.day, retainer.monthly_amount, retainer.currency
  from public.retainers as retainer
  cross join private.agency_day() as today (day)
  cross join lateral private.open_charges(retainer, today.day, today.day + least(greatest(p_days, 1), 366)) as charge (day)
  where (
    retainer.client_id = (select private.portal_client(p_client_id)) or retainer.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
  )
  order by charge.day, retainer.retainer_name
$$;

comment on function public.list_upcoming_charges(integer, uuid) is
'What the active retainers of the caller, and of accounts whose money they see, will invoice today and in the next p_days days (1 to 366), soonest first. A day whose invoice was issued is not among them. Admins may name a client. Amounts in the smallest unit.';

create or replace function private.announce_retainer_charges() returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('retainer:%s:renewing:%s', retainer.id, charge.day), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'retainer-renewing',
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'retainer', retainer.retainer_name, 'amount', retainer.monthly_amount::text,
      'currency', retainer.currency, 'charge', charge.day
    )
  ))
  from public.retainers as retainer
  cross join lateral private.open_charges(retainer, private.agency_day() + 1, private.agency_day() + 3) as charge (day)
  cross join lateral private.mail_recipient(retainer.client_id) as person (row)
  where charge.day > retainer.start_date
$$;

comment on function private.announce_retainer_charges() is 'Job: emails clients three days before a retainer renews, once for each charge.';

create or replace function private.search_retainers(p_query text, p_status text, p_limit integer, p_offset integer)
returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  words constant text[] := private.search_words(p_query);
  answer jsonb;
begin
  perform private.require_admin();
  if p_status not in ('all', 'active', 'draft', 'paused', 'ended') then perform private.refuse('unknown_filter', '22023', 'There is no such filter'); end if;
  with found as materialized (
    select held.*, profile.first_name, profile.last_name, profile.company, account.email::text as email, prepared.name as account_name,
      case when held.status in ('completed', 'canceled') then 'ended' when held.status = 'pending' then 'draft' else held.status::text end as kind
    from public.retainers as held
    left join auth.users as account on account.id = held.client_id
    left join public.profiles as profile on profile.user_id = held.client_id
    left join public.accounts as prepared on prepared.id = held.account_id
    where not exists (
      select from unnest(words) as word (pattern)
      where lower(held.retainer_name) || ' ' || lower(concat_ws(' ', profile.first_name, profile.last_name, profile.company, account.email))
        || case when held.client_id is null then lower(prepared.name) else '' end not like word.pattern
    )
  ), chosen as materialized (
    select * from found where p_status = 'all' or found.kind = p_status
  ), page as (
    select * from chosen order by chosen.kind = 'ended', chosen.created_at desc, chosen.id
    limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0)
  )
  select jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', page.id, 'retainer_name', page.retainer_name, 'description', page.description, 'status', page.status, 'monthly_amount', page.monthly_amount,
        'currency', page.currency, 'start_date', page.start_date, 'end_date', page.end_date, 'duration_months', page.duration_months,
        'updated_at', page.updated_at, 'client_id', page.client_id, 'client_company', page.company, 'client_email', page.email,
        'account_id', page.account_id, 'client_name', coalesce(private.name_or_email(page.first_name, page.last_name, page.email), page.account_name),
        'next_charge', (
          select min(charge.day)
          from public.retainers as retainer
          cross join lateral private.open_charges(
            retainer, private.agency_day(), greatest(retainer.start_date, retainer.charges_from, private.agency_day()) + 40
          ) as charge (day)
          where retainer.id = page.id
        ),
        'invoices', (select count(*) from public.retainer_charges as done where done.retainer_id = page.id)
      ) order by page.kind = 'ended', page.created_at desc, page.id) from page
    ), '[]'),
    'total', (select count(*) from chosen),
    'sums', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.amount desc)
      from (select chosen.currency, sum(chosen.monthly_amount) as amount from chosen where chosen.kind = 'active' group by chosen.currency) as sums
    ), '[]'),
    'counts', (
      select jsonb_build_object(
        'all', count(*), 'active', count(*) filter (where found.kind = 'active'),
        'draft', count(*) filter (where found.kind = 'draft'), 'paused', count(*) filter (where found.kind = 'paused'),
        'ended', count(*) filter (where found.kind = 'ended')
      ) from found
    )
  ) into answer;
  return answer;
end
$$;

comment on function public.search_retainers(text, text, integer, integer) is
'For admins: a page of retainers, running ones first, with their next charge: {rows, total, sums, counts}; sums are monthly, of running retainers. Status: all, active, draft (pending: it has not been started), paused, ended.';

create or replace function private.accounts_to_subscribe(p_user_id uuid) returns uuid[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  theirs constant uuid[] := private.accounts_of(p_user_id, 'owner', 'billing');
  free uuid[];
begin
  -- Two people who subscribe at the same moment take turns.
  perform from public.accounts as account where account.id = any (theirs) order by account.id for no key update;
  if theirs = '{}' then
    perform private.refuse('plan_not_yours', '42501', 'Only an owner or a billing contact of the account can subscribe');
  end if;
  free := array(select account.id from unnest(theirs) as account (id) where not private.has_premium(account.id));
  if free = '{}' then perform private.refuse('plan_exists', 'PT409', 'Your account already has Premium'); end if;
  return free;
end
$$;

comment on function private.accounts_to_subscribe(uuid) is
'Locks the accounts whose plan this person decides about, and returns those on the free plan. 42501 (plan_not_yours): there are none. PT409 (plan_exists): all have premium.';
