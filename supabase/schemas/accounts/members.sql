-- Who belongs to an account. People of the agency have roles (user_roles); the people of a client are members of its account, and
-- the agency may lend a sales person to it.

create type public.account_role as enum ('owner', 'member', 'billing');

comment on type public.account_role is
'owner: everything, and invites. member: leads, pages, requests, files. billing: invoices and the plan.';

create table public.account_members (
  account_id uuid not null references public.accounts (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  role public.account_role not null default 'member',
  created_at timestamptz not null default now(),
  added_by uuid references auth.users (id) on delete set null,
  primary key (account_id, user_id)
);

comment on table public.account_members is 'The people of a client''s account.';
comment on column public.account_members.account_id is 'The account.';
comment on column public.account_members.user_id is 'The person.';
comment on column public.account_members.role is 'owner, member or billing.';
comment on column public.account_members.created_at is 'Since when.';
comment on column public.account_members.added_by is 'Who invited them; null for the person who signed up.';

create index account_members_user_id_idx on public.account_members (user_id, account_id);
create index account_members_added_by_idx on public.account_members (added_by);

create table public.account_loans (
  account_id uuid not null references public.accounts (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  lent_by uuid references auth.users (id) on delete set null,
  primary key (account_id, user_id)
);

comment on table public.account_loans is 'Sales people of the agency who also work in a client''s account.';
comment on column public.account_loans.account_id is 'The client''s account.';
comment on column public.account_loans.user_id is 'The sales person.';
comment on column public.account_loans.created_at is 'Since when.';
comment on column public.account_loans.lent_by is 'The admin who lent them.';

create index account_loans_user_id_idx on public.account_loans (user_id, account_id);
create index account_loans_lent_by_idx on public.account_loans (lent_by);

create view private.client_members with (security_invoker = true) as
select member.account_id, member.user_id, member.role, member.created_at, held.status
from public.account_members as member join public.user_roles as held on held.user_id = member.user_id and held.role = 'client';

comment on view private.client_members is
'The members of accounts as everyone sees and counts them: people who are clients, with the status of that role. A client who joined the agency''s team keeps the row in account_members, so that they belong to the account again when they are a client again.';

create view private.own_account_of_clients with (security_invoker = true) as
select distinct on (member.user_id) member.user_id, member.account_id
from private.client_members as member order by member.user_id, member.role, member.created_at, member.account_id;

comment on view private.own_account_of_clients is
'The account that each client''s invoices and requests belong to: the one that they own, else the first that they joined.';

create function private.check_member() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.account_id = private.agency_account() then
    perform private.refuse('agency_has_roles', '22023', 'This person works for the agency. Change their role instead.', 'account_id');
  end if;
  return new;
end
$$;

comment on function private.check_member() is 'Trigger: only clients'' accounts have members and lent sales people.';

create trigger check_member before insert or update of account_id on public.account_members
for each row execute function private.check_member();

create trigger check_member before insert or update of account_id on public.account_loans
for each row execute function private.check_member();

create trigger require_confirmed_account after insert or update of user_id on public.account_members
for each row execute function private.require_confirmed_account('user_id');

create function private.keep_an_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Two owners who leave at the same moment take turns.
  perform from public.accounts as account where account.id = old.account_id for no key update;
  -- An account that is deleted takes its members along.
  if not found then return null; end if;
  if exists (select from private.client_members as rest where rest.account_id = old.account_id)
    and not exists (select from private.client_members as rest where rest.account_id = old.account_id and rest.role = 'owner')
  then
    perform private.refuse('last_owner', 'PT409', 'Make someone else an owner first: an account needs one');
  end if;
  return null;
end
$$;

comment on function private.keep_an_owner() is 'Trigger: an account with people has an owner.';

create constraint trigger keep_an_owner after delete or update of role on public.account_members
deferrable initially deferred for each row when (old.role = 'owner') execute function private.keep_an_owner();

create table private.last_departures (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  left_at timestamptz not null default now()
);

alter table private.last_departures enable row level security;

comment on table private.last_departures is 'Accounts that everyone has left. Such a row stays when someone joins again, and means nothing until they leave.';
comment on column private.last_departures.account_id is 'The account.';
comment on column private.last_departures.left_at is 'When its last person left.';

create function private.note_last_departure() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.last_departures (account_id)
  select account.id from public.accounts as account
  where account.id = old.account_id and not exists (select from public.account_members as rest where rest.account_id = account.id)
  on conflict (account_id) do update set left_at = excluded.left_at;
  return null;
end
$$;

comment on function private.note_last_departure() is 'Trigger: remembers when the last person left an account.';

create trigger note_last_departure after delete on public.account_members
for each row execute function private.note_last_departure();

create function private.last_left_at(p_account_id uuid) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select gone.left_at from private.last_departures as gone
  where gone.account_id = p_account_id and not exists (select from public.account_members as member where member.account_id = p_account_id)
$$;

comment on function private.last_left_at(uuid) is 'When the last person left an account that has no one now; null if no one has joined, or someone is in it.';

alter table public.account_members enable row level security;

call private.require_sufficient_sessions('public.account_members');

alter table public.account_loans enable row level security;

call private.require_sufficient_sessions('public.account_loans');

grant select, insert, update, delete on public.account_members, public.account_loans to service_role;
grant select on public.account_members, public.account_loans to authenticated;

create policy "People read the members of accounts that they may enter" on public.account_members
for select to authenticated
using (account_id = any ((select private.accounts_of_caller())::uuid[]) or (select private.has_active_role('admin')));

create policy "People read who is lent to accounts that they may enter" on public.account_loans
for select to authenticated
using (account_id = any ((select private.accounts_of_caller())::uuid[]) or (select private.has_active_role('admin')));

call private.watch('public.account_members', 'account_id', 'user_id');
call private.watch('public.account_loans', 'account_id', 'user_id');
