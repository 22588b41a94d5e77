-- A client of an archived account is billed for nothing, and a role that is taken back takes its emails about the plan back.

create or replace function private.person_to_bill(p_client_id uuid, p_account_id uuid) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  account public.accounts;
  person uuid := p_client_id;
begin
  if p_account_id is null then
    perform private.require_client(person);
    if private.is_archived(private.account_of_client(person)) then
      perform private.refuse('account_archived', 'PT409', 'This account is archived. Restore it first.', 'client_id');
    end if;
    return person;
  end if;
  -- An owner who joins at this moment comes before or after, never between.
  select held.* into account from public.accounts as held where held.id = p_account_id and held.kind = 'client' for no key update;
  if account.id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found', 'client_id'); end if;
  if account.archived_at is not null then
    perform private.refuse('account_archived', 'PT409', 'This account is archived. Restore it first.', 'client_id');
  end if;
  if person is null then person := private.first_owner(p_account_id);
  elsif not exists (
    select from private.client_members as member
    where member.account_id = p_account_id and member.user_id = person and member.role in ('owner', 'billing')
  ) then
    perform private.refuse('client_not_active', '22023', 'This person isn''t an owner or a billing contact of the account', 'client_id');
  end if;
  if person is not null then perform private.require_client(person); end if;
  return person;
end
$$;

comment on function private.person_to_bill(uuid, uuid) is
'The person whom a draft names: the given one, else the first owner of the account, else null, because nobody has joined it yet. Locks the account. Refuses people who are not active clients, or not owners or billing contacts of it, and archived accounts.';

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
    perform public.enqueue_outbox('mail', format('premium-kept:%s:%s:%s', p_account, p_user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'premium-kept', 'data', jsonb_strip_nulls(jsonb_build_object(
        'name', person.row ->> 'name', 'ends', private.agency_day((p_plan ->> 'ends_at')::timestamptz),
        'isTrial', case when (p_plan ->> 'in_trial')::boolean then 'true' end,
        'left', (select account.name from public.accounts as account where account.id = p_account),
        'names', private.account_names(private.accounts_by_plan(p_user_id))
      ))
    ), now() + interval '10 seconds')
    from private.mail_recipient(p_user_id) as person (row);
  end if;
end
$$;

comment on function private.announce_lost_plan(uuid, uuid, jsonb) is
'After a person whose plan an account had left it, became a member or joined the agency''s team: emails its owners when the account is on the free plan now, and why, and the person when their plan goes on, and for which other accounts.';

create or replace function private.set_member_role(p_account_id uuid, p_user_id uuid, p_role public.account_role) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  status public.role_status;
  role_before public.account_role;
  plan jsonb;
begin
  perform private.require_open_account(p_account_id);
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  select member.status, member.role into status, role_before
  from private.client_members as member where member.account_id = p_account_id and member.user_id = p_user_id;
  if status is null then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  if status <> 'active' then perform private.refuse('client_not_active', 'PT409', 'This person isn''t an active client'); end if;
  if p_role = 'member' then
    plan := private.plan_of_member(p_account_id, p_user_id);
    perform private.refuse_payer(plan, p_user_id);
  end if;
  update public.account_members as member set role = p_role where member.account_id = p_account_id and member.user_id = p_user_id;
  if p_role = 'billing' then perform private.release_leads(p_account_id, p_user_id); end if;
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
  -- Whoever is no member any more brings the plan back, so the emails about its loss that still wait go.
  if role_before = 'member' and p_role <> 'member' and private.has_premium(p_account_id) then
    perform private.withdraw_mail('premium-ended:' || p_account_id), private.withdraw_mail(format('premium-kept:%s:%s', p_account_id, p_user_id));
  end if;
  perform private.announce_member_role(p_account_id, p_user_id, role_before, p_role);
end
$$;

create or replace function private.client_balance(p_client_id uuid) returns jsonb
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

create or replace function private.search_billable_clients(p_query text, p_limit integer, p_accounts boolean, p_everyone boolean)
returns table (id uuid, name text, company text, email text, account_id uuid, role public.account_role, has_account boolean, for_account text)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  words constant text[] := private.search_words(private.fold_text(p_query));
begin
  perform private.require_admin();
  return query select found.id, coalesce(found.account_name, private.name_or_email(found.first_name, found.last_name, found.email)),
    case when found.for_account is null then found.company else private.billed_company(found.id, found.account_id) end,
    found.email, found.account_id, found.role, found.has_account, found.for_account
  from (
    select account.id, profile.first_name, profile.last_name, business.company, account.email::text as email, chosen.account_id,
      null as account_name,
      private.fold_text(concat_ws(' ', profile.first_name, profile.last_name, business.company, coalesce(chosen.name, business.account_names), account.email)) as searched,
      lower(coalesce(chosen.name, business.company, profile.first_name, account.email::text)) as place,
      business.account_names is not null as has_account, chosen.name as for_account,
      -- It tells people of one account apart.
      coalesce(chosen.role, (
        select min(member.role) from public.account_members as member
        where member.user_id = account.id and exists (
          select from private.client_members as other where other.account_id = member.account_id and other.user_id <> account.id
        )
      )) as role
    from public.user_roles as held
    join auth.users as account on account.id = held.user_id
    left join public.profiles as profile on profile.user_id = held.user_id
    left join private.person_businesses as business on business.user_id = held.user_id
    -- Someone with several accounts is there once for each that they can be billed for.
    left join lateral (
      select member.account_id, joined.name, member.role
      from private.client_members as member join public.accounts as joined on joined.id = member.account_id
      where p_accounts and not p_everyone and member.user_id = account.id and member.role in ('owner', 'billing') and joined.archived_at is null
        and exists (select from private.client_members as other where other.user_id = member.user_id and other.account_id <> member.account_id)
    ) as chosen on true
    where held.role = 'client' and held.status = 'active'
    -- Whoever is only a member of an account sees no invoices of it, so the account's owner gets them.
    and (p_everyone or not coalesce((select bool_and(member.role = 'member') from public.account_members as member where member.user_id = account.id), false))
    union all
    -- Nobody has joined these yet.
    select null, null, null, null, invited.email, prepared.id, prepared.name, private.fold_text(concat_ws(' ', prepared.name, invited.email)),
      lower(prepared.name), true, null, null
    from public.accounts as prepared
    left join lateral (
      select open.email from public.invitations as open
      where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
      order by open.created_at desc limit 1
    ) as invited on true
    where p_accounts and prepared.kind = 'client' and prepared.archived_at is null
      and private.first_owner(prepared.id) is null
  ) as found
  where not exists (select from unnest(words) as word (pattern) where found.searched not like word.pattern)
  order by not found.has_account, not private.begins_words(found.searched, words), found.place, found.role nulls first, found.id, found.account_id
  limit least(greatest(p_limit, 1), 50);
end
$$;

create or replace function private.sender_left(p_request public.change_requests) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_request.account_id is not null and not p_request.is_deletion and not exists (
    select from private.client_members as member where member.account_id = p_request.account_id and member.user_id = p_request.user_id
  )
$$;

comment on function private.sender_left(public.change_requests) is
'Whether the person who sent a request no longer belongs to the account that it is for. Clients still read it, but can''t reply. The request to be deleted is between them and the admins.';
