-- Money, dashboards and requests name a person (spec §4) and belong to that person's account, so that colleagues see what their
-- role may see.

create function private.account_of_client(p_user_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select own.account_id from private.own_account_of_clients as own where own.user_id = p_user_id
$$;

comment on function private.account_of_client(uuid) is
'The account that a client''s invoices and requests belong to (private.own_account_of_clients). Null for people of the agency.';

create function private.first_owner(p_account uuid, p_without uuid default null) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select member.user_id from private.client_members as member
  where member.account_id = p_account and member.role = 'owner' and member.user_id is distinct from p_without
  order by member.created_at, member.user_id limit 1
$$;

comment on function private.first_owner(uuid, uuid) is
'The person whom an account''s new invoices and retainers name; null until an owner has joined. With p_without, the one after this person leaves.';

create function private.take_account_of_client() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := private.parse_uuid(to_jsonb(new) ->> tg_argv[0]);
begin
  -- A person of two accounts keeps the one that was chosen. What names nobody stays with its account.
  if new.account_id is not null and (
    person is null or exists (select from public.account_members as member where member.account_id = new.account_id and member.user_id = person)
  ) then
    return new;
  end if;
  -- An imported dashboard may name nobody and belong to no account.
  new.account_id := private.account_of_client(person);
  return new;
end
$$;

comment on function private.take_account_of_client() is
'Trigger: a row keeps the account that was chosen for it, if its person belongs to it or it names nobody, and else belongs to the account of the person that it names. The argument is the column with the person.';

create function private.accounts_of(p_user_id uuid, variadic p_roles public.account_role[]) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return array(
    select member.account_id from public.account_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = p_user_id and member.role = any (p_roles) and account.archived_at is null and exists (
      select from public.user_roles as held where held.user_id = p_user_id and held.role = 'client' and held.status = 'active'
    )
  );
end
$$;

comment on function private.accounts_of(uuid, public.account_role[]) is 'The open accounts in which an active client has one of these roles.';

create function private.account_names(p_accounts uuid[]) returns text
language sql stable security definer
set search_path = ''
as $$
  select string_agg(account.name, E'\n' order by lower(account.name), account.id) from public.accounts as account where account.id = any (p_accounts)
$$;

comment on function private.account_names(uuid[]) is 'The names of these accounts, each on a line, for emails.';

create function private.only_account(p_accounts uuid[]) returns uuid
language sql immutable
set search_path = ''
as $$
  select case when count(distinct account.id) = 1 and count(*) = cardinality(p_accounts) then min(account.id::text)::uuid end
  from unnest(p_accounts) as account (id) where account.id is not null
$$;

comment on function private.only_account(uuid[]) is 'The account that all of these are. Null for several, and with one that is missing.';

create function private.account_among_several(p_user_id uuid, p_account_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.name from public.accounts as account
  where account.id = p_account_id and exists (
    select from private.client_members as member where member.user_id = p_user_id and member.account_id <> p_account_id
  )
$$;

comment on function private.account_among_several(uuid, uuid) is
'The name of an account in an email to a person who belongs to others, too. Null for everybody else, who need no name.';

create function private.accounts_as(variadic p_roles public.account_role[]) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return array(
    select member.account_id from public.account_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = auth.uid() and member.role = any (p_roles) and account.archived_at is null and private.has_active_role('client')
  );
end
$$;

comment on function private.accounts_as(public.account_role[]) is 'The accounts in which the caller has one of these roles.';

grant execute on function private.accounts_as(public.account_role[]) to authenticated;

-- Invoice drafts, draft retainers and the dashboard can be prepared before anybody has joined. They belong to the account and name
-- nobody. The first owner who joins becomes their person in the same transaction.

create function private.name_prepared() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Everything that prepares something holds this lock, too, so that nothing stays without a name.
  perform from public.accounts as account where account.id = new.account_id for no key update;
  -- A person who joins two accounts at the same moment still gets one dashboard.
  perform from auth.users as person where person.id = new.user_id for no key update;
  update public.invoices as draft set client_id = new.user_id where draft.account_id = new.account_id and draft.client_id is null;
  update public.retainers as draft set client_id = new.user_id
  where draft.account_id = new.account_id and draft.client_id is null and draft.status = 'pending';
  -- A person has one dashboard of their own. Another account's stays with that account, whose people see it.
  update public.client_dashboards as board set user_id = new.user_id::text
  where board.account_id = new.account_id and board.owner_id is null
    and not exists (select from public.client_dashboards as own where own.owner_id = new.user_id);
  return null;
end
$$;

comment on function private.name_prepared() is
'Trigger: what was prepared for an account names its first owner as soon as they join. A dashboard that still names nobody then, because that owner has one of their own, names the next owner without one.';

create trigger name_prepared after insert or update of role on public.account_members
for each row when (new.role = 'owner') execute function private.name_prepared();

create function private.hand_over() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  heir uuid;
  account text;
  inherited text;
begin
  select held.name into account from public.accounts as held where held.id = old.account_id for no key update;
  -- An account that is deleted takes its members along.
  if not found then return null; end if;
  heir := private.first_owner(old.account_id);
  update public.invoices as draft set client_id = heir
  where draft.account_id = old.account_id and draft.client_id = old.user_id and draft.status = 'draft'
    and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id);
  with moved as (
    update public.retainers as retainer set client_id = heir
    where retainer.account_id = old.account_id and retainer.client_id = old.user_id
      and (retainer.status = 'pending' or heir is not null and retainer.status in ('active', 'paused'))
    returning retainer.retainer_name, retainer.status
  )
  select string_agg(moved.retainer_name, E'\n' order by moved.retainer_name) filter (where moved.status <> 'pending') into inherited from moved;
  -- Who does it themselves read it in the question.
  if inherited is not null and heir is distinct from auth.uid() then
    perform public.enqueue_outbox('mail', format('retainers-inherited:%s:%s:%s', old.account_id, old.user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'retainers-inherited',
      'data', jsonb_strip_nulls(jsonb_build_object('name', person.row ->> 'name', 'accountName', account,
        'person', nullif(private.person_name(old.user_id), 'Unknown'), 'retainers', inherited)) || private.invoices_left(old.account_id, old.user_id) - 'pays'
    ))
    from private.mail_recipient(heir) as person (row);
  end if;
  -- The account keeps the dashboard, whose people see it. A person has one of their own, so an heir who has one already does not take it.
  if tg_op = 'DELETE' then
    if exists (select from public.client_dashboards as own where own.owner_id = heir) then heir := null; end if;
    update public.client_dashboards as board
    set user_id = coalesce(heir::text, 'imported-user'),
      -- One that names nobody is enough for an account.
      account_id = case when heir is not null or not exists (
        select from public.client_dashboards as other where other.account_id = old.account_id and other.owner_id is null
      ) then old.account_id end
    where board.account_id = old.account_id and board.owner_id = old.user_id;
  end if;
  return null;
end
$$;

comment on function private.hand_over() is
'Trigger: drafts and retainers of an account name its first owner when their person leaves or becomes a member, and so does the dashboard when its person leaves, or it names nobody if that owner has one; if the account has one that names nobody already, it belongs to nobody; after the last person, what has not begun names nobody again. The owner gets an email about retainers that run. A sent invoice keeps its person.';

create trigger hand_over after delete on public.account_members for each row execute function private.hand_over();

create trigger hand_over_money after update of role on public.account_members
for each row when (new.role = 'member' and old.role <> 'member') execute function private.hand_over();

create function private.is_archived(p_account_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.accounts as account where account.id = p_account_id and account.archived_at is not null)
$$;

comment on function private.is_archived(uuid) is 'Whether an account is archived.';

create function private.refuse_archived(p_account_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if private.is_archived(p_account_id) then
    perform private.refuse('account_archived', 'PT409', 'This account is archived. Restore it first.', 'client_id');
  end if;
end
$$;

comment on function private.refuse_archived(uuid) is 'Refuses to bill an archived account: PT409 (account_archived).';

create function private.person_to_bill(p_client_id uuid, p_account_id uuid) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  account public.accounts;
  person uuid := p_client_id;
begin
  if p_account_id is null then
    perform private.require_client(person);
    -- Someone who left all accounts is still billed themselves.
    if private.account_of_client(person) is null then return person; end if;
    return private.person_to_bill(person, private.account_of_client(person));
  end if;
  -- An owner who joins at this moment comes before or after, never between.
  select held.* into account from public.accounts as held where held.id = p_account_id and held.kind = 'client' for no key update;
  if account.id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found', 'client_id'); end if;
  perform private.refuse_archived(p_account_id);
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
'The person whom a draft names: the given one, else the first owner of the account, else null, because nobody has joined it yet. Without an account, it is the person''s own. Locks the account. Refuses people who are not active clients, or not owners or billing contacts of it, and archived accounts.';
