-- Someone with several accounts is offered once for each that they can be billed for, and what is billed names the account.

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
        'for_account', private.account_among_several(page.client_id, page.account_id),
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

create or replace function private.invoice_for_admin(p_invoice_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'invoice', to_jsonb(held) - 'search_text' || jsonb_build_object(
      'status', (select state.shown from private.shown_invoices as state where state.id = held.id)
    ),
    'today', private.agency_day(),
    'client_status', private.client_status(held.client_id),
    -- A draft of an account that nobody has joined yet names nobody.
    'client', (
      select jsonb_build_object(
        'id', account.id, 'account_id', held.account_id, 'email', account.email,
        'company', coalesce(billed.company, private.billed_company(held.client_id, held.account_id)),
        'has_account', held.account_id is not null, 'for_account', private.account_among_several(held.client_id, held.account_id),
        'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text))
      )
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.archived_billing_identities as billed on billed.account_id = account.id where account.id = held.client_id
      union all
      select jsonb_build_object('id', null, 'account_id', prepared.id, 'email', (
        select open.email from public.invitations as open
        where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
        order by open.created_at desc limit 1
      ), 'company', null, 'has_account', true, 'name', prepared.name)
      from public.accounts as prepared where prepared.id = held.account_id and held.client_id is null
    ),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', line.id, 'description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount, 'amount', line.amount,
        'is_discount', line.is_discount
      ) order by line.position) from public.invoice_lines as line where line.invoice_id = held.id
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', entry.id, 'kind', entry.kind, 'amount', entry.amount, 'currency', entry.currency, 'is_duplicate', entry.is_duplicate,
        'occurred_at', entry.occurred_at, 'by_hand', entry.provider_ref like 'manual:%', 'reference', split_part(entry.provider_ref, '/', 1),
        'method', event.method, 'card', case when entry.provider_ref not like 'manual:%' then entry.method end, 'note', event.note,
        'removal', (
          select jsonb_build_object('of', split_part(removal.kind, '_', 1), 'at', removal.created_at, 'reason', removal.note, 'actor', private.full_name(profile.first_name, profile.last_name))
          from public.invoice_events as removal left join public.profiles as profile on profile.user_id = removal.actor_id
          where removal.payment_id = entry.id and removal.kind in ('payment_removed', 'refund_removed')
        )
      ) order by entry.occurred_at, entry.created_at)
      from public.payments as entry
      left join public.invoice_events as event on event.payment_id = entry.id and event.kind not in ('payment_removed', 'refund_removed')
      where entry.invoice_id = held.id
    ), '[]'),
    'credits', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', credit.id, 'amount', credit.amount, 'reason', credit.reason, 'created_at', credit.created_at,
        'removal', (
          select jsonb_build_object('of', split_part(removal.kind, '_', 1), 'at', removal.created_at, 'reason', removal.note, 'actor', private.full_name(profile.first_name, profile.last_name))
          from public.invoice_events as removal left join public.profiles as profile on profile.user_id = removal.actor_id
          where removal.credit_id = credit.id and removal.kind = 'credit_removed' and credit.removed_at is not null
          order by removal.created_at desc limit 1
        )
      ) order by credit.created_at, credit.id)
      from public.invoice_credits as credit where credit.invoice_id = held.id
    ), '[]'),
    'together', private.paid_together(held.id),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', event.id, 'kind', event.kind, 'note', event.note, 'method', event.method, 'amount', event.amount, 'created_at', event.created_at,
        'actor', private.full_name(profile.first_name, profile.last_name), 'restored', private.is_restored(event)
      ) order by event.created_at)
      from public.invoice_events as event left join public.profiles as profile on profile.user_id = event.actor_id where event.invoice_id = held.id
    ), '[]'),
    'retainer', (
      select jsonb_build_object('id', retainer.id, 'name', retainer.retainer_name, 'charge_date', charge.charge_date)
      from public.retainer_charges as charge join public.retainers as retainer on retainer.id = charge.retainer_id where charge.invoice_id = held.id
    ),
    'paying', exists (
      select from private.checkouts as tried where tried.invoice_id = held.id and tried.status = 'open' and tried.expires_at > now()
    )
  ) into answer
  from public.invoices as held where held.id = p_invoice_id;
  return answer;
end
$$;

drop function public.search_billable_clients(text, integer, boolean, boolean);
drop function private.search_billable_clients(text, integer, boolean, boolean);

create function private.search_billable_clients(p_query text, p_limit integer, p_accounts boolean, p_everyone boolean)
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
        and private.account_among_several(account.id, member.account_id) is not null
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

create function public.search_billable_clients(
  p_query text default '', p_limit integer default 8, p_accounts boolean default false, p_everyone boolean default false
)
returns table (id uuid, name text, company text, email text, account_id uuid, role public.account_role, has_account boolean, for_account text)
language sql stable
set search_path = ''
return private.search_billable_clients(p_query, p_limit, p_accounts, p_everyone);

comment on function public.search_billable_clients(text, integer, boolean, boolean) is
'For admins: active clients who can get an invoice and whose name, company, accounts or address match every word; with p_accounts also accounts that nobody owns yet (id null, account_id, and the invited address as email), and people with several accounts once for each that they own or are a billing contact of (account_id, and its name in for_account), with p_everyone also people who see no invoices. role is someone''s role where their account has several people. Those with words that begin with the typed ones come first, then owners. People without an account come last, without the company that they left.';

grant execute on function public.search_billable_clients(text, integer, boolean, boolean) to authenticated;
grant execute on function private.search_billable_clients(text, integer, boolean, boolean) to authenticated;

create or replace function private.duplicate_invoice(p_invoice_id uuid, p_new_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  lines jsonb;
begin
  perform private.require_admin();
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'There is no such invoice'); end if;
  select jsonb_agg(jsonb_build_object('description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount,
    'is_discount', line.is_discount) order by line.position)
  into lines from public.invoice_lines as line where line.invoice_id = held.id;
  -- A person who has left the account, or is a member now, is not billed for it again.
  return public.create_invoice(
    case when held.account_id is null or exists (
      select from private.client_members as member
      where member.account_id = held.account_id and member.user_id = held.client_id and member.role in ('owner', 'billing')
    ) then held.client_id end, held.description, private.agency_day() + (select settings.payment_days from public.agency_settings as settings), held.currency,
    coalesce(lines, jsonb_build_array(jsonb_build_object(
      'description', coalesce(nullif(btrim(left(held.description, 500)), ''), 'Marketing services'), 'quantity', 1, 'unit_amount', held.amount
    ))),
    p_new_id, null, null, held.account_id
  );
end
$$;

create or replace function private.restore_draft_invoice(p_invoice_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  gone public.audit_log;
  was public.invoices;
  person uuid;
begin
  perform private.require_admin();
  -- A repeated request, because the answer was lost.
  if exists (select from public.invoices as invoice where invoice.id = p_invoice_id) then return; end if;
  select * into gone from public.audit_log as entry
  where entry.table_name = 'invoices' and entry.row_id = p_invoice_id::text and entry.action = 'delete' and entry.before ->> 'status' = 'draft'
  order by entry.id desc limit 1;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  was := jsonb_populate_record(null::public.invoices, gone.before);
  -- A person who has left the account meanwhile, or is a member now, is not billed for it. Its first owner is, as for drafts that were there when they left.
  person := private.person_to_bill(case
    when was.account_id is null or exists (
      select from private.client_members as member
      where member.account_id = was.account_id and member.user_id = was.client_id and member.role in ('owner', 'billing')
    ) then was.client_id
  end, was.account_id);
  insert into public.invoices (
    id, client_id, account_id, invoice_number, description, amount, currency, due_date, service_from, service_until, created_at
  ) values (
    was.id, person, was.account_id, private.draft_number(was.id), was.description, was.amount, was.currency, was.due_date, was.service_from,
    was.service_until, was.created_at
  ) on conflict (id) do nothing;
  if not found then return; end if;
  insert into public.invoice_lines (id, invoice_id, position, description, quantity, unit_amount, is_discount)
  select line.id, line.invoice_id, line.position, line.description, line.quantity, line.unit_amount, line.is_discount
  from public.audit_log as entry cross join lateral jsonb_populate_record(null::public.invoice_lines, entry.before) as line
  where entry.write_id = gone.write_id and entry.table_name = 'invoice_lines' and entry.action = 'delete' and line.invoice_id = was.id;
  insert into public.invoice_events (invoice_id, kind, actor_id, created_at)
  select was.id, 'created', (select account.id from auth.users as account where account.id = entry.actor_id), entry.happened_at
  from public.audit_log as entry
  where entry.table_name = 'invoices' and entry.row_id = was.id::text and entry.action = 'insert' order by entry.id limit 1;
end
$$;
