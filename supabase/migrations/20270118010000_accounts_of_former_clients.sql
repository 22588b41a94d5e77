-- A client who joins the agency's team leaves their accounts: these no longer have Premium through them, and the record shows no money of
-- them. A deactivated client stays in their accounts, so the figures of the record have what its lists have.

create or replace function private.plan_of_account(p_account uuid, p_without uuid default null)
returns table (payer uuid, is_gift boolean, since timestamptz, ends_at timestamptz, trial_end timestamptz, is_ending boolean)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
  select found.* from (
    select plan.user_id, false, plan.started_at, plan.subscription_end, plan.trial_end, plan.cancel_at_period_end
    from private.client_members as member join public.subscriptions as plan on plan.user_id = member.user_id
    where member.account_id = p_account and member.role in ('owner', 'billing') and member.user_id is distinct from p_without
      and plan.subscribed and plan.subscription_tier = 'premium'
      and plan.subscription_status = 'active' and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
    union all
    select member.user_id, true, gift.created_at, gift.expires_at, null, false
    from private.client_members as member join auth.users as person on person.id = member.user_id
    join public.premium_overrides as gift on gift.email = lower(person.email)
    where member.account_id = p_account and member.role in ('owner', 'billing') and member.user_id is distinct from p_without
      and person.email_confirmed_at is not null and coalesce(gift.expires_at, 'infinity') > now()
  ) as found (payer, is_gift, since, ends_at, trial_end, is_ending)
  -- If several people pay, the plan is as good as the best one.
  order by found.is_gift, found.is_ending, found.since, found.payer limit 1;
end
$$;

comment on function private.plan_of_account(uuid, uuid) is
'The premium plan of an account that is in force, and the owner or billing person who pays for it or has it as a gift. No row on the free plan. With p_without, the plan that would be in force without this person.';

create or replace function private.premium_after(p_account uuid, p_payer uuid, p_end timestamptz) returns table (is_gift boolean, until timestamptz)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
  select found.is_gift, found.until from (
    select false, case when plan.cancel_at_period_end then coalesce(plan.subscription_end, plan.trial_end, 'infinity') else 'infinity' end
    from private.client_members as member join public.subscriptions as plan on plan.user_id = member.user_id
    where member.account_id = p_account and member.role in ('owner', 'billing') and member.user_id <> p_payer
      and plan.subscribed and plan.subscription_tier = 'premium'
      and plan.subscription_status = 'active' and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
    union all
    select true, coalesce(gift.expires_at, 'infinity')
    from private.client_members as member join auth.users as person on person.id = member.user_id
    join public.premium_overrides as gift on gift.email = lower(person.email)
    where member.account_id = p_account and member.role in ('owner', 'billing') and person.email_confirmed_at is not null
  ) as found (is_gift, until)
  where found.until > greatest(p_end, now()) order by found.until desc, found.is_gift limit 1;
end
$$;

comment on function private.premium_after(uuid, uuid, timestamptz) is
'What keeps Premium for an account after the plan of this payer has ended at that time: complimentary Premium, also their own, or the plan of another person, and until when (infinity without an end). No row if nothing does.';

create or replace function private.announce_lost_plan(p_account uuid, p_user_id uuid, p_plan jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if (p_plan ->> 'stops')::boolean then
    perform public.enqueue_outbox('mail', format('premium-ended:%s:%s:%s', p_account, owner.user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'premium-ended', 'data', jsonb_build_object(
        'name', person.row ->> 'name', 'names', private.account_names(array[p_account]), 'payer', private.person_name(p_user_id),
        'why', case when exists (
          select from private.client_members as stays where stays.account_id = p_account and stays.user_id = p_user_id
        ) then 'member' else 'left' end
      )
    ), now() + interval '10 seconds')
    from private.client_members as owner cross join lateral private.mail_recipient(owner.user_id) as person (row)
    where owner.account_id = p_account and owner.role = 'owner';
  end if;
  if not (p_plan ->> 'is_gift')::boolean and not (p_plan ->> 'is_ending')::boolean then
    perform public.enqueue_outbox('mail', format('premium-kept:%s:%s', p_user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'premium-kept', 'data', jsonb_strip_nulls(jsonb_build_object(
        'name', person.row ->> 'name', 'ends', private.agency_day((p_plan ->> 'ends_at')::timestamptz),
        'isTrial', case when (p_plan ->> 'in_trial')::boolean then 'true' end,
        'left', (select account.name from public.accounts as account where account.id = p_account)
      ))
    ))
    from private.mail_recipient(p_user_id) as person (row);
  end if;
end
$$;

comment on function private.announce_lost_plan(uuid, uuid, jsonb) is
'After a person whose plan an account had left it, became a member or joined the agency''s team: emails its owners when the account is on the free plan now, and why, and the person when their plan goes on.';

create or replace function private.account_plans(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', account.name, 'role', member.role, 'had_plan', private.had_plan(account.id),
    'checkout', case when account.id = any (checkout.accounts) then jsonb_build_object('has_trial', checkout.has_trial) end,
    'premium', (
      select jsonb_build_object('payer', private.person_name(plan.payer), 'payer_id', plan.payer, 'is_own', plan.payer = member.user_id, 'is_gift', plan.is_gift,
        'since', plan.since, 'ends_at', plan.ends_at, 'trial_end', plan.trial_end, 'is_ending', plan.is_ending,
        'may_manage', not plan.is_gift and member.role in ('owner', 'billing') and private.may_manage_plan(member.user_id, plan.payer),
        'after', case when plan.is_ending then (
          select jsonb_build_object('is_gift', rest.is_gift, 'until', nullif(rest.until, 'infinity'))
          from private.premium_after(account.id, plan.payer, coalesce(plan.ends_at, plan.trial_end)) as rest
        ) end)
      from private.plan_of_account(account.id) as plan
    )
  ) order by lower(account.name), account.id), '[]')
  from (
    select asked.id, asked.free as accounts, private.has_trial(asked.free) as has_trial
    from (select person.id, private.free_accounts(person.id) as free from (select private.portal_client(p_client_id) as id) as person) as asked
  ) as checkout
  join private.client_members as member on member.user_id = checkout.id join public.accounts as account on account.id = member.account_id
  where account.archived_at is null and private.is_session_sufficient()
$$;

create or replace function private.portal_accounts(p_client_id uuid) returns uuid[]
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

create or replace function private.billing_figures(p_client_id uuid, p_accounts uuid[]) returns jsonb
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
        order by sums.currency = any (private.currencies_of(p_accounts)) desc, sums.currency)
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
        order by sums.currency = any (private.currencies_of(p_accounts)) desc, sums.currency)
      from (select running.currency, sum(running.monthly_amount) as amount from running group by running.currency) as sums
    ), '[]')
  )
$$;

comment on function private.billing_figures(uuid, uuid[]) is
'The billing in figures of what names a client, and of these accounts: all of client_figures but is_premium.';

create or replace function private.portal_rights(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with mine as (
    select member.account_id, member.user_id, member.role, account.name, account.slug,
      exists (select from private.client_members as other where other.account_id = member.account_id and other.user_id <> member.user_id)
      or exists (select from public.invoices as invoice where invoice.account_id = member.account_id and invoice.client_id <> member.user_id)
      or exists (select from public.retainers as retainer where retainer.account_id = member.account_id and retainer.client_id <> member.user_id)
      or exists (
        select from public.change_requests as request
        where request.account_id = member.account_id and request.user_id <> member.user_id and not request.is_deletion
      )
      or exists (
        select from public.client_dashboards as board
        where board.account_id = member.account_id and board.owner_id is distinct from member.user_id
      ) as is_shared
    from private.client_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = (select private.portal_client(p_client_id)) and account.archived_at is null
  )
  select jsonb_build_object(
    'accounts', coalesce(jsonb_agg(jsonb_build_object('id', mine.account_id, 'name', mine.name, 'slug', mine.slug, 'role', mine.role)
      order by lower(mine.name), mine.account_id), '[]'),
    'sees_money', coalesce(bool_or(mine.role in ('owner', 'billing')), true),
    'sees_work', coalesce(bool_or(mine.role in ('owner', 'member')), true),
    'money', coalesce(jsonb_agg(mine.account_id order by mine.account_id) filter (where mine.is_shared and mine.role in ('owner', 'billing')), '[]'),
    'work', coalesce(jsonb_agg(mine.account_id order by mine.account_id) filter (where mine.is_shared and mine.role in ('owner', 'member')), '[]'),
    'is_billed', coalesce(bool_or(mine.user_id = private.first_owner(mine.account_id)), false) or exists (
      select from public.invoices as invoice
      where invoice.client_id = (select private.portal_client(p_client_id)) and invoice.status in ('pending', 'overdue', 'active')
    ) or exists (
      select from public.retainers as retainer
      where retainer.client_id = (select private.portal_client(p_client_id)) and retainer.status in ('pending', 'active', 'paused')
    ),
    'billed_to', coalesce((
      select jsonb_agg(jsonb_build_object('id', billed.id, 'name', private.person_name(billed.id)) order by lower(private.person_name(billed.id)), billed.id)
      from (
        select invoice.client_id as id from public.invoices as invoice
        where invoice.status <> 'draft' and (
          invoice.client_id = (select private.portal_client(p_client_id))
          or invoice.account_id in (select one.account_id from mine as one where one.role in ('owner', 'billing'))
        )
        union
        select private.first_owner(one.account_id) from mine as one where one.role in ('owner', 'billing')
      ) as billed
      where billed.id is not null and not exists (select from private.archived_billing_identities as gone where gone.account_id = billed.id)
    ), '[]'),
    'has_plan', exists (
      select from public.subscriptions as plan where plan.user_id = (select private.portal_client(p_client_id)) and plan.subscribed
    ),
    'owners', coalesce((
      select jsonb_agg(jsonb_build_object('name', private.person_name(owner.id), 'email', person.email, 'accounts', owner.accounts)
        order by owner.since, owner.id)
      from (
        select found.user_id as id, min(found.created_at) as since, jsonb_agg(found.account_id order by found.account_id) as accounts
        from private.client_members as found
        where found.role = 'owner' and found.status = 'active' and found.user_id <> (select private.portal_client(p_client_id))
          and found.account_id in (select one.account_id from mine as one)
        group by found.user_id
      ) as owner join auth.users as person on person.id = owner.id
    ), '[]'),
    'senders', coalesce((
      select jsonb_object_agg(sent.user_id, private.person_name(sent.user_id)) from (
        select distinct request.user_id from public.change_requests as request
        where request.user_id <> (select private.portal_client(p_client_id)) and not request.is_deletion
          and request.account_id in (select one.account_id from mine as one where one.role in ('owner', 'member'))
      ) as sent
    ), '{}'),
    'senders_left', coalesce((
      select jsonb_agg(jsonb_build_object('account_id', sent.account_id, 'user_id', sent.user_id) order by sent.account_id, sent.user_id) from (
        select distinct request.account_id, request.user_id from public.change_requests as request
        where request.account_id in (select one.account_id from mine as one where one.role in ('owner', 'member')) and not request.is_deletion
          and not exists (
            select from private.client_members as member where member.account_id = request.account_id and member.user_id = request.user_id
          )
      ) as sent
    ), '[]')
  )
  from mine
  having private.is_session_sufficient()
$$;

create or replace function private.owing_account(p_user_id uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select member.account_id from private.client_members as member
  where member.user_id = p_user_id and jsonb_array_length(private.client_owed(null, array[member.account_id])) > 0
  order by member.created_at, member.account_id limit 1
$$;

comment on function private.owing_account(uuid) is 'The first account of a person that owes money; null when none does.';

create or replace function private.search_invoices(
  p_query text, p_status text, p_sort text, p_descending boolean, p_limit integer, p_offset integer, p_client uuid, p_from date, p_until date
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.agency_day();
  pattern text;
  searched text := 'true';
  wanted text;
  sorted text;
  answer jsonb;
begin
  perform private.require_admin();
  foreach pattern in array private.search_words(p_query) loop
    searched := searched || format(
      ' and (held.search_text like %L or held.client_id = any (%L::uuid[]) or held.account_id = any (%L::uuid[]) or held.account_id is null and held.client_id = any (%L::uuid[]))',
      pattern, private.matching_clients(pattern), private.matching_accounts(pattern), private.matching_companies(pattern)
    );
  end loop;
  if p_client is not null then
    -- A person stands for the accounts that they belong to, whose invoices may name a colleague.
    searched := searched || format(' and (held.client_id = %L or held.account_id = any (%L::uuid[]))', p_client, (
      select array_agg(member.account_id) || p_client from private.client_members as member where member.user_id = p_client
    ));
  end if;
  if p_from is not null then searched := searched || format(' and held.issued_at >= %L::timestamptz', private.day_start(p_from)); end if;
  if p_until is not null then searched := searched || format(' and held.issued_at < %L::timestamptz', private.day_start(p_until + 1)); end if;
  -- Only names from these lists reach the statement.
  wanted := case p_status
    when 'all' then 'true' when 'open' then 'found.shown in (''pending'', ''overdue'')' when 'attention' then 'found.attention'
    when 'draft' then 'found.shown = ''draft''' when 'pending' then 'found.shown = ''pending''' when 'overdue' then 'found.shown = ''overdue'''
    when 'paid' then 'found.readable in (''paid'', ''partly refunded'')' when 'refunded' then 'found.refund is not null' when 'void' then 'found.shown = ''void''' when 'active' then 'found.shown = ''active'''
  end;
  sorted := case p_sort
    when 'created' then 'found.created_at' when 'due' then 'found.due_date' when 'amount' then 'found.amount' when 'number' then 'found.invoice_number'
    -- As private.billed_company, worked out once for each person.
    when 'client' then $order$coalesce(
      case
        when found.account_id is null then client.company
        when found.account_id = coalesce(client.account, found.account_id) then client.named
        else lower(prepared.name)
      end,
      client.name, lower(prepared.name)
    )$order$
  end;
  if wanted is null or sorted is null then perform private.refuse('unknown_filter', '22023', 'There is no such filter or order'); end if;
  execute format(
    $sql$
      -- A search runs once. Without words, counting and paging each have their own best plan.
      with found as %1$s (
        select held.id, held.client_id, held.account_id, held.currency, held.amount, held.created_at, held.due_date, held.invoice_number,
          held.owed_amount as owed, held.needs_attention is not null as attention,
          held.shown, held.readable, held.refund, held.amount - held.credited_amount as billed, held.kept_amount as received, held.refunded_amount as refunded
        from private.shown_invoices as held where %2$s
      ), tally as materialized (
        select found.currency, found.shown, found.readable, found.attention, %3$s as chosen, count(*) as number, sum(found.billed) as billed,
          sum(found.received) as received, sum(found.refunded) as refunded, sum(found.owed) as owed
        from found group by 1, 2, 3, 4, 5
      ), picked as materialized (
        select found.id, found.shown, row_number() over () as place
        from (
          select found.id, found.shown from found %4$s where %3$s order by %5$s %6$s nulls last, found.invoice_number %6$s nulls last, found.id %6$s limit $2 offset $3
        ) as found
      ), page as (
        select held.*, profile.first_name, profile.last_name, private.billed_company(held.client_id, held.account_id) as company, account.email,
          prepared.name as account_name, picked.shown, picked.place
        from picked join public.invoices as held on held.id = picked.id
        left join auth.users as account on account.id = held.client_id
        left join public.accounts as prepared on prepared.id = held.account_id
        left join public.profiles as profile on profile.user_id = held.client_id
      )
      select jsonb_build_object(
        'today', $1, 'client', $4,
        'rows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', page.id, 'invoice_number', page.invoice_number, 'status', page.shown, 'description', page.description, 'amount', page.amount,
            'credited_amount', page.credited_amount, 'received_amount', page.received_amount,
            'refunded_amount', page.refunded_amount, 'kept_amount', page.kept_amount, 'refund', page.refund, 'owed_amount', page.owed_amount,
            'currency', page.currency, 'due_date', page.due_date, 'paid_date', page.paid_date, 'issued_at', page.issued_at,
            'needs_attention', page.needs_attention, 'client_id', page.client_id,
            'client_name', coalesce(private.name_or_email(page.first_name, page.last_name, page.email), page.account_name),
            'client_company', page.company, 'client_email', page.email, 'client_status', private.client_status(page.client_id),
            'account_id', page.account_id, 'created_at', page.created_at, 'updated_at', page.updated_at
          ) order by page.place) from page
        ), '[]'),
        'total', (select coalesce(sum(tally.number), 0) from tally where tally.chosen),
        'sums', coalesce((
          select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount, 'received', sums.received,
            'refunded', sums.refunded, 'owed', sums.owed, 'later', sums.later, 'drafts', sums.drafts) order by sums.amount desc, sums.currency)
          from (
            select tally.currency, coalesce(sum(tally.billed) filter (where tally.shown not in ('draft', 'void')), 0) as amount,
              sum(tally.received) as received, sum(tally.refunded) as refunded,
              coalesce(sum(tally.owed) filter (where tally.shown in ('pending', 'overdue')), 0) as owed,
              coalesce(sum(tally.owed) filter (where tally.shown = 'active'), 0) as later,
              coalesce(sum(tally.billed) filter (where tally.shown = 'draft'), 0) as drafts
            from tally where tally.chosen group by tally.currency
          ) as sums where sums.amount <> 0 or sums.received <> 0 or sums.refunded <> 0 or sums.drafts <> 0
        ), '[]'),
        'counts', (
          select jsonb_build_object(
            'all', coalesce(sum(tally.number), 0),
            'open', coalesce(sum(tally.number) filter (where tally.shown in ('pending', 'overdue')), 0),
            'overdue', coalesce(sum(tally.number) filter (where tally.shown = 'overdue'), 0),
            'draft', coalesce(sum(tally.number) filter (where tally.shown = 'draft'), 0),
            'active', coalesce(sum(tally.number) filter (where tally.shown = 'active'), 0),
            'paid', coalesce(sum(tally.number) filter (where tally.readable in ('paid', 'partly refunded')), 0),
            'refunded', coalesce(sum(tally.number) filter (where tally.readable in ('refunded', 'partly refunded')), 0),
            'void', coalesce(sum(tally.number) filter (where tally.shown = 'void'), 0),
            'attention', coalesce(sum(tally.number) filter (where tally.attention), 0)
          ) from tally
        )
      )
    $sql$,
    case when searched = 'true' then 'not materialized' else 'materialized' end, searched, wanted,
    case when p_sort = 'client' then $join$ left join public.accounts as prepared on prepared.id = found.account_id left join (
      select account.id, lower(business.company) as company, lower(nullif(btrim(profile.company), '')) as named, lower(coalesce(profile.first_name, account.email::text)) as name,
        own.account_id as account
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.person_businesses as business on business.user_id = account.id
      left join private.own_account_of_clients as own on own.user_id = account.id
      offset 0
    ) as client on client.id = found.client_id $join$ else '' end,
    sorted, case when p_descending then 'desc' else 'asc' end
  ) into answer using today, least(greatest(p_limit, 1), 200), greatest(p_offset, 0), private.name_of_client(p_client);
  return answer;
end
$$;

create function private.premium_through(p_user_id uuid) returns table (account_id uuid, name text, plan jsonb)
language sql stable
set search_path = ''
as $$
  select account.id, account.name, given.plan
  from private.client_members as member join public.accounts as account on account.id = member.account_id
  cross join lateral (select private.plan_of_member(account.id, p_user_id) as plan) as given
  where member.user_id = p_user_id and account.archived_at is null and (given.plan ->> 'stops')::boolean
  order by lower(account.name), account.id
$$;

comment on function private.premium_through(uuid) is
'The open accounts that have Premium only through this person, and their plan there (private.plan_of_member).';

create or replace function private.change_user_role(
  p_user_id uuid, p_role public.app_role, p_reassign_to uuid, p_unassign boolean
) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer := 0;
  was_client boolean;
  given jsonb;
begin
  perform private.require_admin();
  if not exists (select from auth.users as account where account.id = p_user_id) then
    perform private.refuse('person_not_found', 'PT404', 'Person not found');
  end if;
  if p_user_id = auth.uid() and p_role <> 'admin' then
    perform private.refuse('own_account', 'PT409', 'You can''t remove your own admin role');
  end if;
  -- An invoice or a retainer that names them at this moment comes before or after (private.require_client).
  perform from public.user_roles as held where held.user_id = p_user_id and held.role = 'client' for update;
  was_client := found and p_role <> 'client';
  if was_client then
    perform private.refuse_while_billed(p_user_id);
    select jsonb_object_agg(account.account_id, account.plan) into given from private.premium_through(p_user_id) as account;
  end if;
  insert into public.user_roles as held (user_id, role, status) values (p_user_id, p_role, 'active')
  on conflict (user_id, role) do update set status = 'active' where held.status <> 'active';
  -- An admin or a sales rep may keep their leads. A client can't.
  if p_role = 'client' or p_reassign_to is not null or coalesce(p_unassign, false) then
    moved := private.reassign_leads(p_user_id, p_reassign_to, p_unassign);
  end if;
  if p_role <> 'admin' and exists (
    select from public.user_roles as held where held.user_id = p_user_id and held.role = 'admin'
  ) then
    perform private.end_access(p_user_id);
  end if;
  delete from public.user_roles as held where held.user_id = p_user_id and held.role <> p_role;
  if was_client then
    perform private.announce_lost_plan(private.parse_uuid(account.key), p_user_id, account.value) from jsonb_each(given) as account;
    -- Their open leads in clients' accounts become nobody's, as when a person leaves an account.
    with freed as (
      update public.leads as lead set user_id = null
      where lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost')
        and not private.is_on_team(p_user_id, lead.account_id)
      returning lead.is_spam
    )
    select moved + count(*) filter (where not freed.is_spam) into moved from freed;
  end if;
  -- Undone right away, the accounts have Premium again.
  if p_role = 'client' then
    perform private.withdraw_mail('premium-ended:' || account.account_id) from private.premium_through(p_user_id) as account;
  end if;
  return moved;
end
$$;

create or replace function public.change_user_role(
  p_user_id uuid, p_role public.app_role, p_reassign_to uuid default null, p_unassign boolean default false
) returns integer
language sql volatile
set search_path = ''
return private.change_user_role(p_user_id, p_role, p_reassign_to, p_unassign);

comment on function public.change_user_role(uuid, public.app_role, uuid, boolean) is
'Makes a person an active admin, sales person or client and nothing else. A new client hands over their open leads, and others only when a new owner is named. Leads of accounts in which they no longer work become nobody''s, and owners of accounts that had Premium only through them get an email. Returns how many. Admins only. PT404: no such person. PT409: oneself, the last active admin, open leads without a new owner, or a client who is still billed (client_still_billed).';

drop function public.count_billed_items(uuid);
drop function private.count_billed_items(uuid);

create function private.count_billed_items(p_user_id uuid)
returns table (invoices bigint, agreed bigint, retainers bigint, has_plan boolean, premium text[], rejoins text[])
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select billed.*, array(select given.name from private.premium_through(p_user_id) as given),
    array(
      select account.name from public.account_members as member join public.accounts as account on account.id = member.account_id
      where member.user_id = p_user_id and account.archived_at is null
        and not exists (select from public.user_roles as held where held.user_id = p_user_id and held.role = 'client')
      order by lower(account.name), account.id
    )
  from private.billed_items(p_user_id) as billed;
end
$$;

create function public.count_billed_items(p_user_id uuid)
returns table (invoices bigint, agreed bigint, retainers bigint, has_plan boolean, premium text[], rejoins text[])
language sql stable
set search_path = ''
return private.count_billed_items(p_user_id);

comment on function public.count_billed_items(uuid) is
'How many open invoices, agreed invoices that can''t be paid yet (active), and running retainers name a person as the client, whether they pay for a plan, the names of the accounts that have Premium only through them, and of the accounts that someone who left for the team rejoins as a client. Admins only.';

grant execute on function public.count_billed_items(uuid) to authenticated;
grant execute on function private.count_billed_items(uuid) to authenticated;
