-- The end date that was set for a retainer can be removed, and the list says until when its term goes.

create function private.term_end(p_start date, p_months integer) returns date
language sql immutable
set search_path = ''
as $$
  select (p_start + make_interval(months => p_months))::date - 1
$$;

comment on function private.term_end(date, integer) is 'The last day of a retainer''s term; null without one.';

create or replace function private.retainer_as_saved(
  p_held public.retainers, p_start date, p_months integer, p_status public.retainer_status, p_bill_month date
) returns public.retainers
language plpgsql stable
set search_path = ''
as $$
declare
  saved public.retainers := p_held;
  today constant date := private.agency_day();
  moved constant boolean := p_start is distinct from p_held.start_date;
begin
  saved.start_date := p_start;
  saved.duration_months := p_months;
  saved.status := p_status;
  if moved or p_months is distinct from p_held.duration_months then
    saved.end_date := private.term_end(p_start, p_months);
  end if;
  if moved then saved.charges_from := greatest(p_start, today);
  -- A pause is never charged afterwards.
  elsif p_status = 'active' and p_held.status <> 'active' then saved.charges_from := greatest(p_held.charges_from, today);
  end if;
  if p_bill_month is not null then
    if p_status <> 'active' or p_bill_month is distinct from private.running_month(saved) then
      perform private.refuse('month_not_running', 'PT409', 'The month that you chose to bill is no longer the current one. Check the form again.');
    end if;
    -- It is due from now on, so it is issued once, like any other month.
    saved.charges_from := least(saved.charges_from, p_bill_month);
  end if;
  return saved;
end
$$;

comment on function private.retainer_as_saved(public.retainers, date, integer, public.retainer_status, date) is
'A retainer as it is after saving these values, whose issued charges then follow from the row. Null stands for a new one. With the first day of the month that runs now, that month is charged, too; any other day is refused.';

create or replace function private.retainer_outlook(
  p_start_date date, p_duration_months integer, p_status public.retainer_status, p_retainer_id uuid, p_client_id uuid, p_bill_month date
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.agency_day();
  held public.retainers;
  saved public.retainers;
  running date;
  billed date;
  last_day date;
  due date[];
  coming date[];
begin
  perform private.require_admin();
  if p_retainer_id is null then held.client_id := p_client_id;
  else
    select * into held from public.retainers as retainer where retainer.id = p_retainer_id;
    if not found then perform private.refuse('retainer_not_found', 'PT404', 'Retainer not found'); end if;
  end if;
  -- Values that saving refuses send nothing.
  if held.status in ('completed', 'canceled') or p_status is distinct from 'active' or coalesce(p_duration_months not between 1 and 1200, false)
    or p_start_date is null or p_start_date not between today - 3660 and today + 3660
      and p_start_date is distinct from held.start_date
    or held.start_date <> p_start_date and p_start_date < today then
    return null;
  end if;
  -- The amount is required, and decides nothing else here.
  held.monthly_amount := 1;
  saved := private.retainer_as_saved(held, p_start_date, p_duration_months, p_status, null);
  running := private.running_month(saved);
  if exists (select from public.retainer_charges as done where done.retainer_id = held.id and done.charge_date = running) then billed := running; end if;
  if billed is not null or running >= saved.charges_from then running := null; end if;
  if p_bill_month = running then saved := private.retainer_as_saved(held, p_start_date, p_duration_months, p_status, p_bill_month); end if;
  last_day := least(saved.end_date, private.term_end(p_start_date, p_duration_months));
  due := array(select charge.day from private.open_charges(saved, p_start_date, today) as charge (day));
  coming := array(
    select charge.day
    from private.open_charges(saved, today + 1, coalesce(last_day, greatest(today, saved.charges_from, p_start_date) + 70)) as charge (day)
  );
  return jsonb_build_object(
    'is_first', not exists (select from public.retainer_charges as done where done.retainer_id = held.id),
    'client_status', private.client_status(held.client_id),
    'due', (
      select coalesce(jsonb_agg(private.charged_month(p_start_date, charge.day) order by charge.day), '[]') from unnest(due) as charge (day)
    ),
    'next', private.charged_month(p_start_date, coming[1]),
    'others', case when last_day is not null then greatest(cardinality(coming) - 1, 0) end,
    'last_charge', case when last_day is not null then coming[cardinality(coming)] end,
    'running', private.charged_month(p_start_date, running),
    'billed', private.charged_month(p_start_date, billed),
    'ended_on', case when last_day < today then last_day end,
    'has_past', exists (
      select from private.charge_dates(p_start_date, saved.end_date, p_duration_months, p_start_date, today - 1) as charge (day)
      where private.charge_period_end(p_start_date, charge.day) < today
        and not exists (select from public.retainer_charges as done where done.retainer_id = held.id and done.charge_date = charge.day)
        and charge.day < saved.charges_from
    )
  );
end
$$;

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
    select held.*, profile.first_name, profile.last_name, billed.company, account.email::text as email, prepared.name as account_name,
      case when held.status in ('completed', 'canceled') then 'ended' when held.status = 'pending' then 'draft' else held.status::text end as kind
    from public.retainers as held
    left join auth.users as account on account.id = held.client_id
    left join public.profiles as profile on profile.user_id = held.client_id
    left join public.accounts as prepared on prepared.id = held.account_id
    cross join lateral (select private.billed_company(held.client_id, held.account_id) as company) as billed
    where not exists (
      select from unnest(words) as word (pattern)
      where lower(concat_ws(
        ' ', held.retainer_name, profile.first_name, profile.last_name, account.email, billed.company, prepared.name
      )) not like word.pattern
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
        'currency', page.currency, 'start_date', page.start_date, 'end_date', page.end_date, 'duration_months', page.duration_months, 'term_end', private.term_end(page.start_date, page.duration_months),
        'updated_at', page.updated_at, 'client_id', page.client_id, 'client_company', page.company, 'client_email', page.email,
        'client_status', private.client_status(page.client_id),
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

create function private.continue_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
  changed_at timestamptz;
begin
  perform private.require_admin();
  held := private.lock_retainer(p_retainer_id, p_expected_updated_at);
  update public.retainers as retainer set end_date = private.term_end(held.start_date, held.duration_months)
  where retainer.id = held.id
  returning retainer.updated_at into changed_at;
  perform private.issue_due_charges(held.id);
  return changed_at;
end
$$;

create function public.continue_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz) returns timestamptz
language sql volatile
set search_path = ''
return private.continue_retainer(p_retainer_id, p_expected_updated_at);

comment on function public.continue_retainer(uuid, timestamptz) is
'Removes the last day that was set for a retainer, and returns its new updated_at. It then ends with its term, or not at all.';

grant execute on function public.continue_retainer(uuid, timestamptz) to authenticated;
grant execute on function private.continue_retainer(uuid, timestamptz) to authenticated;
