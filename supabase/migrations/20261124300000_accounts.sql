-- Accounts: the agency and its clients. Existing leads, pages, views, imports and lists belong to the agency's account.

drop policy "Clients read their own invoices" on public.invoices;

drop policy "Admins read all invoices" on public.invoices;

drop policy "Clients read their own payments" on public.payments;

drop policy "Admins read all payments" on public.payments;

drop policy "Clients read their own retainers" on public.retainers;

drop policy "Admins read all retainers" on public.retainers;

drop policy "Sales people read the activities of leads they see" on public.lead_activities;

drop policy "Admins read all activities" on public.lead_activities;

drop policy "Sales people log what they did with leads they see" on public.lead_activities;

drop policy "Admins log what they did with any lead" on public.lead_activities;

drop index public.lead_activities_stage_changes_idx;

drop policy "The team reads the pins of leads it sees" on public.lead_pins;

drop policy "The team pins activities of leads it sees" on public.lead_pins;

drop policy "The team takes pins off leads it sees" on public.lead_pins;

drop policy "The team reads what was taken back of leads it sees" on public.lead_retractions;

drop index public.leads_closed_at_idx;

drop policy "The team reads its own batches" on public.lead_batches;

drop policy "Admins read all batches" on public.lead_batches;

drop index public.lead_clocks_due_at_idx;

drop index public.lead_clocks_arrived_at_idx;

drop policy "The team reads the clocks of leads it sees" on public.lead_clocks;

drop policy "The team reads what happened to the clocks of leads it sees" on public.lead_clock_events;

drop index public.leads_name_key_idx;

drop index public.lead_imports_created_at_idx;

drop policy "Sales people read their own imports" on public.lead_imports;

drop policy "Admins read all imports" on public.lead_imports;

drop index private.lead_counts_leads_idx;

drop index public.leads_live_owner_idx;

drop index public.leads_live_company_idx;

drop index public.leads_live_words_idx;

drop index private.lead_tags_key_idx;

drop index private.lead_tags_empty_idx;

drop index public.leads_email_idx;

drop policy "Sales people read their own and unowned leads" on public.leads;

drop policy "Admins read all leads" on public.leads;

drop policy "Sales people create leads that are theirs or nobody's" on public.leads;

drop policy "Sales people change their own and unowned leads" on public.leads;

drop index public.leads_phone_key_idx;

drop index public.leads_stage_idx;

drop index public.leads_owner_stage_idx;

drop index public.leads_next_task_at_idx;

drop index public.leads_clock_due_at_idx;

drop index public.leads_live_arrived_idx;

drop index public.leads_live_name_idx;

drop index public.leads_live_firm_idx;

drop index public.leads_live_value_idx;

drop index public.leads_live_activity_idx;

drop index public.leads_live_response_idx;

drop index public.leads_stage_next_idx;

drop index public.leads_away_idx;

drop index public.leads_campaign_idx;

drop index public.leads_phone_tail_idx;

drop trigger reschedule_clocks on public.agency_settings;

drop index public.lead_tasks_open_idx;

drop policy "The team reads the tasks of leads it sees" on public.lead_tasks;

drop policy "The team plans tasks for leads it sees" on public.lead_tasks;

drop policy "The team changes the tasks of leads it sees" on public.lead_tasks;

drop policy "The team deletes the tasks of leads it sees" on public.lead_tasks;

drop index public.leads_owner_next_task_idx;

drop index public.leads_no_next_step_idx;

drop index public.lead_views_owner_id_idx;

drop index public.lead_views_shared_idx;

drop policy "The team reads its own views and shared ones" on public.lead_views;

drop policy "The team keeps views" on public.lead_views;

drop policy "The team changes its own views" on public.lead_views;

drop policy "The team deletes its own views" on public.lead_views;

drop policy "Admins delete shared views" on public.lead_views;

drop index public.invitations_open_email_idx;

drop index public.lost_reasons_label_idx;

drop policy "Sales people and admins read the stages" on public.pipeline_stages;

drop policy "Sales people and admins read the lost reasons" on public.lost_reasons;

drop policy "Admins add lost reasons" on public.lost_reasons;

drop policy "Admins change lost reasons" on public.lost_reasons;

drop trigger count_quota_use on public.lost_reasons;

drop policy "Admins read all change requests" on public.change_requests;

drop policy "People read their own dashboard" on public.client_dashboards;

drop policy "Admins read all dashboards" on public.client_dashboards;

drop function private.may_see_lead(uuid);

drop function private.is_on_team(uuid);

drop function private.active_users(app_role);

drop function private.next_available_rep(uuid);

drop function private.spell_tags(text[]);

drop function private.import_owner(text);

drop function private.find_lead(text,text);

drop function private.upsert_lead(jsonb,jsonb,text,boolean,jsonb,lead_source);

drop function private.calendar_of(agency_settings);

drop function private.upsert_lead_from_landing_form(jsonb,jsonb,boolean);

alter table private.lead_counts drop constraint lead_counts_pkey;

alter table private.lead_totals drop constraint lead_totals_pkey;

alter table private.lead_tags drop constraint lead_tags_pkey;

alter table private.stage_figures drop constraint stage_figures_pkey;

drop function private.find_leads(text, text);

drop function private.find_leads(text[], text[]);

create type public.account_kind as enum ('agency', 'client');

comment on type public.account_kind is 'The agency is one account; every other account is a client of it.';

create table public.accounts (
  id uuid primary key default gen_random_uuid(),
  kind public.account_kind not null default 'client',
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  slug text not null unique check (char_length(slug) <= 60 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  time_zone text not null default 'America/New_York' check (
    char_length(time_zone) <= 100 and (timestamptz '2000-01-01 00:00+00' at time zone time_zone) is not null
  ),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  working_hours jsonb not null default
  '{"mon": ["09:00", "18:00"], "tue": ["09:00", "18:00"], "wed": ["09:00", "18:00"], "thu": ["09:00", "18:00"], "fri": ["09:00", "18:00"]}'
  check (jsonb_typeof(working_hours) = 'object' and octet_length(working_hours::text) <= 2000),
  holidays date[] not null default '{}' check (cardinality(holidays) <= 500),
  speed_to_lead_minutes integer not null default 5 check (speed_to_lead_minutes between 1 and 1440),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint accounts_agency_stays check (kind <> 'agency' or archived_at is null)
);

comment on table public.accounts is 'The agency and its clients. Leads, pages, clocks and people belong to one account.';

comment on column public.accounts.id is 'The account.';

comment on column public.accounts.kind is 'agency (exactly one) or client.';

comment on column public.accounts.name is 'The name of the business, which its emails and its workspace show.';

comment on column public.accounts.slug is 'Its name in /workspace/{slug}. It never changes, so that links stay valid.';

comment on column public.accounts.time_zone is 'IANA name. It decides working hours and the days of figures.';

comment on column public.accounts.currency is 'For the values of leads: three letters, ISO 4217, in lower case.';

comment on column public.accounts.working_hours is 'From and to for each day (mon to sun), in local time; a missing day is free.';

comment on column public.accounts.holidays is 'Days without working hours.';

comment on column public.accounts.speed_to_lead_minutes is 'The promised response time for leads, in working minutes.';

comment on column public.accounts.created_at is 'When the account was created.';

comment on column public.accounts.updated_at is 'When the row last changed.';

comment on column public.accounts.archived_at is 'When it was archived. Its workspace is then closed, and nothing in it is lost.';

create unique index accounts_one_agency_idx on public.accounts (kind) where kind = 'agency';

create index accounts_name_idx on public.accounts (lower(name), id);

create index accounts_created_at_idx on public.accounts (created_at desc, id);

create trigger touch_updated_at before update on public.accounts
for each row execute function private.touch_updated_at();

create or replace function private.agency_account() returns uuid
language sql immutable parallel safe
set search_path = ''
as $$ select '00000000-0000-4000-8000-000000000001'::uuid $$;

comment on function private.agency_account() is 'The agency''s own account.';

grant execute on function private.agency_account() to authenticated, service_role;

insert into public.accounts (id, kind, name, slug)
values ('00000000-0000-4000-8000-000000000001', 'agency', 'Upfunnel', 'agency');

create or replace function private.keep_agency_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or (new.id, new.kind) is distinct from (old.id, old.kind) then
    perform private.refuse('agency_account_fixed', 'PT409', 'The agency''s own account can''t be deleted');
  end if;
  return new;
end
$$;

comment on function private.keep_agency_account() is 'Trigger: the agency''s account stays.';

create trigger keep_agency_account before delete or update of id, kind on public.accounts
for each row when (old.kind = 'agency') execute function private.keep_agency_account();

create or replace function private.sync_agency_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.accounts as account
  set name = new.agency_name, time_zone = new.time_zone, currency = new.currency, working_hours = new.working_hours,
    holidays = new.holidays, speed_to_lead_minutes = new.speed_to_lead_minutes
  where account.kind = 'agency';
  return null;
end
$$;

comment on function private.sync_agency_account() is
'Trigger: the agency''s account follows the agency''s settings, which admins edit. Everything about leads reads the account.';

create trigger sync_agency_account
after insert or update of agency_name, time_zone, currency, working_hours, holidays, speed_to_lead_minutes on public.agency_settings
for each row execute function private.sync_agency_account();

create or replace function private.slug_for(p_name text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  base text := left(btrim(regexp_replace(lower(coalesce(p_name, '')), '[^a-z0-9]+', '-', 'g'), '-'), 50);
  wanted text;
  number integer := 1;
begin
  base := coalesce(nullif(btrim(base, '-'), ''), 'client');
  wanted := base;
  -- Two accounts with one name take turns, so that the second one sees the first one's slug.
  perform pg_advisory_xact_lock(hashtextextended('account slug ' || base, 0));
  while exists (select from public.accounts as account where account.slug = wanted) loop
    number := number + 1;
    wanted := base || '-' || number;
  end loop;
  return wanted;
end
$$;

comment on function private.slug_for(text) is 'A free slug for an account with this name: the name in lower case, with a number when it is taken.';

alter table public.accounts enable row level security;

call private.require_sufficient_sessions('public.accounts');

grant select, insert, update, delete on public.accounts to service_role;

grant select on public.accounts to authenticated;

call private.watch('public.accounts', 'id');

create or replace function private.client_account_name(p_user_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select left(coalesce(nullif(btrim(profile.company), ''), private.person_name(p_user_id)), 200)
  from (select p_user_id as id) as asked left join public.profiles as profile on profile.user_id = asked.id
$$;

comment on function private.client_account_name(uuid) is 'What a new client''s account is called: their company, else their name, else their address.';

create or replace function private.create_client_account(p_name text, p_owner uuid default null) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  made uuid;
begin
  -- A client begins with the agency's hours, zone and currency, which fit more often than any other guess.
  insert into public.accounts (name, slug, time_zone, currency, working_hours, holidays, speed_to_lead_minutes)
  select p_name, private.slug_for(p_name), agency.time_zone, agency.currency, agency.working_hours, agency.holidays, agency.speed_to_lead_minutes
  from public.accounts as agency where agency.kind = 'agency' returning id into made;
  if p_owner is not null then
    insert into public.account_members (account_id, user_id, role) values (made, p_owner, 'owner');
  end if;
  return made;
end
$$;

comment on function private.create_client_account(text, uuid) is 'Makes a client''s account, with an owner if one is given, and returns its id.';

create or replace function private.give_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not exists (select from public.account_members as member where member.user_id = new.user_id) then
    perform private.create_client_account(private.client_account_name(new.user_id), new.user_id);
  end if;
  return null;
end
$$;

comment on function private.give_account() is 'Trigger: an active client belongs to an account.';

create trigger give_account after insert or update of status on public.user_roles
for each row when (new.role = 'client' and new.status = 'active') execute function private.give_account();

create or replace function private.rename_account_of_client() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Only while nobody chose a name: it still is the one that the account began with, and the person is alone in it.
  update public.accounts as account set name = left(btrim(new.company), 200), slug = private.slug_for(new.company)
  from public.account_members as member
  where member.account_id = account.id and member.user_id = new.user_id and member.role = 'owner'
    and account.name = left(coalesce(nullif(btrim(old.company), ''), private.person_name(new.user_id)), 200)
    and not exists (select from public.account_members as other where other.account_id = account.id and other.user_id <> new.user_id);
  return null;
end
$$;

comment on function private.rename_account_of_client() is
'Trigger: an account that is still called as it began follows the company that its only person enters, and so does its slug.';

create trigger rename_account_of_client after update of company on public.profiles
for each row when (btrim(new.company) <> '' and new.company is distinct from old.company)
execute function private.rename_account_of_client();

create or replace function private.manages_account(p_account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return p_account <> private.agency_account() and (
    private.has_active_role('admin') and exists (select from public.accounts as account where account.id = p_account)
    or private.has_active_role('client') and coalesce(private.account_role_of_caller(p_account) = 'owner', false)
  );
end
$$;

comment on function private.manages_account(uuid) is 'Whether the caller decides about the people and the settings of a client''s account: its owners and the agency''s admins.';

create or replace function private.require_managed_account(p_account uuid) returns public.accounts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account public.accounts;
begin
  if not coalesce(private.manages_account(p_account), false) then
    perform private.refuse('account_not_found', 'PT404', 'Account not found');
  end if;
  select held.* into account from public.accounts as held where held.id = p_account for no key update;
  return account;
end
$$;

comment on function private.require_managed_account(uuid) is 'Locks and returns an account that the caller manages. PT404: there is none.';

create or replace function public.revoke_member_invitation(p_account_id uuid, p_invitation_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_managed_account(p_account_id);
  update public.invitations as open set revoked_at = now()
  where open.id = p_invitation_id and open.account_id = p_account_id and open.accepted_at is null and open.revoked_at is null;
  if not found then perform private.refuse('invitation_ended', 'PT409', 'This invitation was already used or revoked'); end if;
end
$$;

comment on function public.revoke_member_invitation(uuid, uuid) is
'Ends the link of an invitation to an account. For its owners and admins. PT404: no such account. PT409: it was already used or revoked.';

create or replace function public.join_account(p_token text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invitation constant public.invitations := private.open_invitation(left(p_token, 200), private.confirmed_email());
  slug text;
begin
  perform private.require_sufficient_session();
  if auth.uid() is null or invitation.account_id is null then
    perform private.refuse('invitation_ended', '22023', 'This invitation has expired, or is for another address. Ask for a new one.');
  end if;
  if private.is_staff() then
    perform private.refuse('account_not_client', 'PT409', 'People of the agency can''t be members of a client''s account');
  end if;
  update public.invitations as held set accepted_at = now(), accepted_by = auth.uid()
  where held.id = invitation.id and held.accepted_at is null and held.revoked_at is null;
  if not found then
    perform private.refuse('invitation_ended', '22023', 'This invitation has expired, or is for another address. Ask for a new one.');
  end if;
  perform private.add_member(invitation.account_id, auth.uid(), invitation.account_role, invitation.invited_by);
  insert into public.user_roles (user_id, role, status) values (auth.uid(), 'client', 'active')
  on conflict (user_id, role) do update set status = 'active';
  select account.slug into slug from public.accounts as account where account.id = invitation.account_id;
  return slug;
end
$$;

comment on function public.join_account(text) is
'Accepts an invitation to an account as a signed-in person with the invited address, and returns the account''s slug. 22023: the invitation has ended or is for another address. PT409: the caller works for the agency.';

create or replace function public.remove_member(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- Everybody may leave by themselves.
  if p_user_id is distinct from auth.uid() or private.account_role_of_caller(p_account_id) is null then
    perform private.require_managed_account(p_account_id);
  end if;
  delete from public.account_members as member where member.account_id = p_account_id and member.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  -- Leads that wait are nobody's again, so that a colleague sees them.
  update public.leads as lead set user_id = null
  where lead.account_id = p_account_id and lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost');
end
$$;

comment on function public.remove_member(uuid, uuid) is
'Takes a person out of an account, or lets the caller leave it. Their open leads become unowned. PT404: no such account or member. PT409 (last_owner): make someone else an owner first.';

create or replace function public.lend_rep(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_managed_account(p_account_id);
  if not exists (select from public.user_roles as held where held.user_id = p_user_id and held.role = 'sales' and held.status = 'active') then
    perform private.refuse('assignee_not_active', '22023', 'Only active sales people can be lent', 'user_id');
  end if;
  insert into public.account_loans (account_id, user_id, lent_by) values (p_account_id, p_user_id, auth.uid()) on conflict do nothing;
end
$$;

comment on function public.lend_rep(uuid, uuid) is
'Lets a sales person work in a client''s account, too. Admins only. PT404: no such account. 22023: not an active sales person.';

create or replace function public.end_loan(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.account_loans as loan where loan.account_id = p_account_id and loan.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer lent to the account'); end if;
  update public.leads as lead set user_id = null
  where lead.account_id = p_account_id and lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost');
end
$$;

comment on function public.end_loan(uuid, uuid) is
'Ends a loan. The person''s open leads in the account become unowned. Admins only. PT404: no such loan.';

grant execute on function public.revoke_member_invitation(uuid, uuid) to authenticated;

grant execute on function public.join_account(text) to authenticated;

grant execute on function public.remove_member(uuid, uuid) to authenticated;

grant execute on function public.lend_rep(uuid, uuid) to authenticated;

grant execute on function public.end_loan(uuid, uuid) to authenticated;

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

create or replace function private.check_member() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.account_id = private.agency_account() then
    perform private.refuse('agency_has_roles', '22023', 'People of the agency have roles. Change their role instead.', 'account_id');
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

create or replace function private.keep_an_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Two owners who leave at the same moment take turns.
  perform from public.accounts as account where account.id = old.account_id for no key update;
  -- An account that is deleted takes its members along.
  if not found then return null; end if;
  if exists (select from public.account_members as rest where rest.account_id = old.account_id)
    and not exists (select from public.account_members as rest where rest.account_id = old.account_id and rest.role = 'owner')
  then
    perform private.refuse('last_owner', 'PT409', 'Make someone else an owner first: an account needs one');
  end if;
  return null;
end
$$;

comment on function private.keep_an_owner() is 'Trigger: an account with people has an owner.';

create constraint trigger keep_an_owner after delete or update of role on public.account_members
deferrable initially deferred for each row when (old.role = 'owner') execute function private.keep_an_owner();

alter table public.account_members enable row level security;

call private.require_sufficient_sessions('public.account_members');

alter table public.account_loans enable row level security;

call private.require_sufficient_sessions('public.account_loans');

grant select, insert, update, delete on public.account_members, public.account_loans to service_role;

grant select on public.account_members, public.account_loans to authenticated;

call private.watch('public.account_members', 'account_id', 'user_id');

call private.watch('public.account_loans', 'account_id', 'user_id');

create or replace function private.account_of_client(p_user_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select member.account_id from public.account_members as member where member.user_id = p_user_id
  order by member.role, member.created_at, member.account_id limit 1
$$;

comment on function private.account_of_client(uuid) is
'The account that a client''s invoices and requests belong to: the one that they own, else the first that they joined. Null for people of the agency.';

create or replace function private.take_account_of_client() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- An imported dashboard may name nobody yet.
  new.account_id := private.account_of_client(private.parse_uuid(to_jsonb(new) ->> tg_argv[0]));
  return new;
end
$$;

comment on function private.take_account_of_client() is
'Trigger: a row belongs to the account of the person that it names. The argument is the column with the person.';

create or replace function private.accounts_as(variadic p_roles public.account_role[]) returns uuid[]
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

create or replace function public.my_accounts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  perform private.require_sufficient_session();
  return coalesce((
    select jsonb_agg(private.account_json(account) || jsonb_build_object('role', mine.role) order by account.kind, lower(account.name), account.id)
    from public.accounts as account join (
      select member.account_id, member.role::text as role from public.account_members as member
      where member.user_id = caller and private.has_active_role('client')
      union all
      select loan.account_id, 'lent' from public.account_loans as loan where loan.user_id = caller and private.has_active_role('sales')
      union all
      select private.agency_account(), 'staff' where private.is_staff()
    ) as mine on mine.account_id = account.id
    where account.archived_at is null
  ), '[]');
end
$$;

comment on function public.my_accounts() is
'The accounts of the caller, the agency''s first: [{id, slug, name, kind, ..., is_premium, role}]. role is owner, member, billing, lent (a sales person in a client''s account) or staff (the agency''s own). Admins may also enter every other account.';

create or replace function public.workspace_state() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account public.accounts;
begin
  select held.* into account from public.accounts as held where held.id = private.workspace();
  if account.id is null then return null; end if;
  return private.account_json(account) || jsonb_build_object(
    'role', coalesce(private.account_role_of_caller(account.id)::text, case
      when private.has_active_role('admin') then 'admin' when account.kind = 'agency' then 'staff' else 'lent' end),
    'may_write', private.is_premium_workspace(), 'manages_workspace', private.manages_workspace(), 'sees_all_leads', private.sees_all_leads()
  );
end
$$;

comment on function public.workspace_state() is
'The account that the request works in, and what the caller may do there: {id, slug, name, ..., is_premium, role, may_write, manages_workspace, sees_all_leads}. Null when the caller may not enter it.';

create or replace function public.record_workspace_visit() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  -- People of the agency in a client's account. Clients in their own leave no entry.
  if not private.is_staff() or private.workspace() = private.agency_account() then return; end if;
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject)
  select person.id, person.email, 'view', 'accounts', private.workspace()::text, null
  from auth.users as person where person.id = auth.uid();
end
$$;

comment on function public.record_workspace_visit() is
'Notes in the audit log that a person of the agency entered a client''s workspace. 42501: the caller may not enter it.';

create or replace function public.account_people(p_account_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not (
    private.has_active_role('admin') or private.account_role_of_caller(p_account_id) is not null and private.has_active_role('client')
    or p_account_id <> private.agency_account() and private.may_enter(p_account_id)
  ) then
    perform private.refuse('account_not_found', 'PT404', 'Account not found');
  end if;
  return jsonb_build_object(
    'may_manage', private.manages_account(p_account_id),
    'members', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', member.user_id, 'name', private.person_name(member.user_id), 'email', person.email, 'role', member.role, 'since', member.created_at
      ) order by member.role, member.created_at, member.user_id)
      from public.account_members as member join auth.users as person on person.id = member.user_id where member.account_id = p_account_id
    ), '[]'),
    'lent', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', loan.user_id, 'name', private.person_name(loan.user_id), 'email', person.email, 'since', loan.created_at
      ) order by loan.created_at, loan.user_id)
      from public.account_loans as loan join auth.users as person on person.id = loan.user_id where loan.account_id = p_account_id
    ), '[]'),
    'invitations', case when private.manages_account(p_account_id) then coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', open.id, 'email', open.email, 'role', open.account_role, 'created_at', open.created_at, 'expires_at', open.expires_at
      ) order by open.created_at desc)
      from public.invitations as open where open.account_id = p_account_id and open.accepted_at is null and open.revoked_at is null
    ), '[]') else '[]' end
  );
end
$$;

comment on function public.account_people(uuid) is
'The people of an account: {may_manage, members: [{id, name, email, role, since}], lent: [{id, name, email, since}], invitations: [{id, email, role, created_at, expires_at}]}. Invitations only for those who manage it. PT404: not an account of the caller.';

create or replace function private.account_health(p_unanswered bigint, p_overdue bigint, p_last timestamptz, p_archived boolean) returns text
language sql stable
set search_path = ''
as $$
  select case
    when p_archived then 'archived'
    when p_unanswered > 0 then 'waiting'
    when p_overdue > 0 then 'overdue'
    when p_last is null or p_last < now() - interval '30 days' then 'quiet'
    else 'good'
  end
$$;

comment on function private.account_health(bigint, bigint, timestamptz, boolean) is
'How an account does: archived, waiting (a lead is past its target), overdue (an invoice is), quiet (nothing for 30 days), else good.';

create or replace function public.list_accounts(p_query text default '', p_archived boolean default false, p_limit integer default 50, p_offset integer default 0)
returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  words constant text[] := regexp_split_to_array(lower(btrim(coalesce(left(p_query, 200), ''))), '\s+');
  month constant timestamptz := date_trunc('month', now() at time zone private.agency_zone()) at time zone private.agency_zone();
begin
  perform private.require_admin();
  return (
    with found as (
      select account.*, count(*) over () as total from public.accounts as account
      where account.kind = 'client' and (account.archived_at is not null) = coalesce(p_archived, false) and not exists (
        select from unnest(words) as word (text) where word.text <> '' and strpos(lower(account.name), word.text) = 0 and not exists (
          select from public.account_members as member join auth.users as person on person.id = member.user_id
          where member.account_id = account.id
            and strpos(lower(concat_ws(' ', person.email, private.person_name(member.user_id))), word.text) > 0
        )
      )
      order by lower(account.name), account.id limit least(greatest(coalesce(p_limit, 50), 1), 200) offset greatest(coalesce(p_offset, 0), 0)
    ), measured as (
      select found.*, leads.*, answers.median, owed.owed, owed.late, activity.last_at, people.members
      from found
      cross join lateral (
        select count(*) filter (where lead.created_at >= month) as leads_month,
          count(*) filter (where lead.clock_due_at < now() and lead.erased_at is null) as unanswered
        from public.leads as lead where lead.account_id = found.id and private.is_live(lead)
      ) as leads
      cross join lateral (
        select round(percentile_cont(0.5) within group (order by clock.response_seconds)) as median from public.lead_clocks as clock
        where clock.account_id = found.id and clock.arrived_at >= now() - interval '30 days' and clock.state = 'answered'
      ) as answers
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.currency), '[]') as owed,
          coalesce(sum(sums.late), 0) as late
        from (
          select invoice.currency, sum(invoice.owed_amount) as amount,
            count(*) filter (where private.shown_invoice_status(invoice.status, invoice.due_date, private.agency_day()) = 'overdue') as late
          from public.invoices as invoice
          where invoice.account_id = found.id and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
          group by invoice.currency
        ) as sums
      ) as owed
      cross join lateral (
        select greatest(
          (select max(lead.last_activity_at) from public.leads as lead where lead.account_id = found.id),
          (select max(lead.created_at) from public.leads as lead where lead.account_id = found.id),
          (
            select max(session.updated_at) from public.account_members as member join auth.sessions as session on session.user_id = member.user_id
            where member.account_id = found.id
          )
        ) as last_at
      ) as activity
      cross join lateral (
        select count(*) as members from public.account_members as member where member.account_id = found.id
      ) as people
    )
    select jsonb_build_object(
      'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', measured.id, 'slug', measured.slug, 'name', measured.name, 'is_premium', private.has_premium(measured.id),
        'members', measured.members, 'leads_month', measured.leads_month, 'median_seconds', measured.median, 'owed', measured.owed,
        'last_activity_at', measured.last_at, 'created_at', measured.created_at, 'archived_at', measured.archived_at,
        'health', private.account_health(measured.unanswered, measured.late::bigint, measured.last_at, measured.archived_at is not null)
      ) order by lower(measured.name), measured.id), '[]'),
      'total', coalesce(max(measured.total), 0)
    ) from measured
  );
end
$$;

comment on function public.list_accounts(text, boolean, integer, integer) is
'For admins: a page of clients'' accounts whose name, or a member''s name or address, contains every word: {rows: [{id, slug, name, is_premium, members, leads_month, median_seconds (of 30 days; null without answers), owed: [{currency, amount}], last_activity_at, created_at, archived_at, health: see private.account_health}], total}.';

create or replace function public.account_record(p_account_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account public.accounts;
begin
  perform private.require_admin();
  select held.* into account from public.accounts as held where held.id = p_account_id;
  if account.id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found'); end if;
  return private.account_json(account) || jsonb_build_object(
    'people', public.account_people(account.id),
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('id', page.id, 'title', page.title, 'slug', page.slug, 'status', page.status, 'domain', page.custom_domain)
        order by page.created_at desc)
      from (select * from public.landing_pages as one where one.account_id = account.id order by one.created_at desc limit 50) as page
    ), '[]'),
    'leads', (select coalesce(sum(total.leads), 0) from private.lead_totals as total where total.account_id = account.id),
    'unanswered', (
      select count(*) from public.leads as lead
      where lead.account_id = account.id and lead.clock_due_at is not null and private.is_live(lead) and lead.erased_at is null
    ),
    'from_lead', (
      select jsonb_build_object('id', lead.id, 'name', private.lead_title(lead)) from public.leads as lead
      where lead.client_account_id = account.id order by lead.closed_at limit 1
    )
  );
end
$$;

comment on function public.account_record(uuid) is
'One account for admins: {id, slug, name, ..., people: see account_people, pages: [{id, title, slug, status, domain}], leads, unanswered, from_lead: {id, name}}. PT404: no such account.';

create or replace function public.create_account(p_name text, p_owner_email text default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  name constant text := btrim(regexp_replace(p_name, '\s+', ' ', 'g'));
  made uuid;
begin
  perform private.require_admin();
  if coalesce(name, '') = '' or char_length(name) > 200 then
    perform private.refuse('required', '22023', 'Enter a name of up to 200 characters', 'name');
  end if;
  made := private.create_client_account(name);
  if btrim(coalesce(p_owner_email, '')) <> '' then perform public.invite_member(made, p_owner_email, 'owner'); end if;
  return (select jsonb_build_object('id', account.id, 'slug', account.slug) from public.accounts as account where account.id = made);
end
$$;

comment on function public.create_account(text, text) is
'Makes an account for a client, and invites its owner if an address is given: {id, slug}. Admins only. 22023: no name, or not an address.';

create or replace function public.update_account(p_account_id uuid, p_changes jsonb, p_seen timestamptz default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account public.accounts := private.require_managed_account(p_account_id);
  allowed constant text[] := array['name', 'time_zone', 'currency', 'working_hours', 'holidays', 'speed_to_lead_minutes'];
  unknown text;
begin
  if jsonb_typeof(p_changes) is distinct from 'object' or p_changes = '{}' then
    perform private.refuse('nothing_to_change', '22023', 'Nothing to change');
  end if;
  select key into unknown from jsonb_object_keys(p_changes) as key where key <> all (allowed) limit 1;
  if unknown is not null then perform private.refuse('unknown_field', '22023', format('Unknown field %s', left(unknown, 40))); end if;
  if p_seen is not null and account.updated_at <> p_seen then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed this account');
  end if;
  if p_changes ? 'name' and (btrim(coalesce(p_changes ->> 'name', '')) = '' or char_length(p_changes ->> 'name') > 200) then
    perform private.refuse('required', '22023', 'Enter a name of up to 200 characters', 'name');
  end if;
  if p_changes ? 'time_zone' and not exists (select from pg_catalog.pg_timezone_names as zone where zone.name = p_changes ->> 'time_zone') then
    perform private.refuse('unknown_choice', '22023', 'Choose a time zone', 'time_zone');
  end if;
  account := jsonb_populate_record(account, p_changes);
  update public.accounts as held
  set name = btrim(account.name), time_zone = account.time_zone, currency = account.currency, working_hours = account.working_hours,
    holidays = account.holidays, speed_to_lead_minutes = account.speed_to_lead_minutes
  where held.id = account.id;
end
$$;

comment on function public.update_account(uuid, jsonb, timestamptz) is
'Changes an account: name, time_zone, currency, working_hours, holidays, speed_to_lead_minutes. For its owners and admins. PT404: no such account. PT409: changed since p_seen (updated_at). 22023: what is wrong.';

create or replace function public.archive_account(p_account_id uuid, p_archived boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  owed bigint;
  domains bigint;
begin
  perform private.require_admin();
  perform private.require_managed_account(p_account_id);
  if p_archived then
    select count(*) into owed from public.invoices as invoice
    where invoice.account_id = p_account_id and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0;
    select count(*) into domains from public.landing_pages as page
    where page.account_id = p_account_id and page.status = 'published' and page.custom_domain is not null;
    if owed > 0 or domains > 0 then
      perform private.refuse('account_in_use', 'PT409', concat_ws(' and ',
        case when owed > 0 then format('%s open %s', owed, case owed when 1 then 'invoice' else 'invoices' end) end,
        case when domains > 0 then format('%s published %s on a domain of its own', domains, case domains when 1 then 'page' else 'pages' end) end
      ) || ' must be settled first', p_more => jsonb_build_object('invoices', owed, 'domains', domains));
    end if;
  end if;
  update public.accounts as account set archived_at = case when p_archived then coalesce(account.archived_at, now()) end
  where account.id = p_account_id;
end
$$;

comment on function public.archive_account(uuid, boolean) is
'Closes the workspace of an account, or opens it again; nothing in it is lost. Admins only. PT404: no such account. PT409 (account_in_use): open invoices, or published pages on its own domains.';

create or replace function public.create_account_from_lead(p_lead_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  lead public.leads;
  made uuid;
begin
  perform private.require_admin();
  perform private.require_lead(p_lead_id);
  select found.* into lead from public.leads as found where found.id = p_lead_id for update;
  if lead.account_id <> private.agency_account() or lead.stage <> 'won' then
    perform private.refuse('lead_not_won', 'PT409', 'Only a won lead of the agency becomes a client');
  end if;
  -- A second click opens the same account.
  made := lead.client_account_id;
  if made is null then
    made := private.create_client_account(left(coalesce(nullif(btrim(lead.company), ''), private.lead_title(lead)), 200));
    update public.leads as won set client_account_id = made where won.id = lead.id;
    if lead.email is not null then perform public.invite_member(made, lead.email, 'owner'); end if;
  end if;
  return (select jsonb_build_object('id', account.id, 'slug', account.slug, 'name', account.name) from public.accounts as account where account.id = made);
end
$$;

comment on function public.create_account_from_lead(uuid) is
'Makes the account of a won lead, links both for ever, and invites the lead as its owner: {id, slug, name}. A second call returns the same account. Admins only. PT404: no such lead. PT409 (lead_not_won): not won yet.';

grant execute on function public.my_accounts() to authenticated;

grant execute on function public.workspace_state() to authenticated;

grant execute on function public.record_workspace_visit() to authenticated;

grant execute on function public.account_people(uuid) to authenticated;

grant execute on function public.list_accounts(text, boolean, integer, integer) to authenticated;

grant execute on function public.account_record(uuid) to authenticated;

grant execute on function public.create_account(text, text) to authenticated;

grant execute on function public.update_account(uuid, jsonb, timestamptz) to authenticated;

grant execute on function public.archive_account(uuid, boolean) to authenticated;

grant execute on function public.create_account_from_lead(uuid) to authenticated;

create or replace function private.account_role_of_caller(p_account uuid) returns public.account_role
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select member.role from public.account_members as member join public.accounts as account on account.id = member.account_id
    where member.account_id = p_account and member.user_id = auth.uid() and account.archived_at is null
  );
end
$$;

comment on function private.account_role_of_caller(uuid) is 'The caller''s role in a client''s account; null when they are no member, or it is archived.';

create or replace function private.may_enter(p_account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if p_account is null then return false; end if;
  if private.has_active_role('admin') then return exists (select from public.accounts as account where account.id = p_account); end if;
  if private.has_active_role('sales') then
    return p_account = private.agency_account() or exists (
      select from public.account_loans as loan join public.accounts as account on account.id = loan.account_id
      where loan.account_id = p_account and loan.user_id = auth.uid() and account.archived_at is null
    );
  end if;
  return coalesce(private.account_role_of_caller(p_account) in ('owner', 'member'), false) and private.has_active_role('client');
end
$$;

comment on function private.may_enter(uuid) is
'Whether the caller may work in an account: admins in every one, sales people in the agency''s and in those that they are lent to, owners and members in their own.';

create or replace function private.workspace() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  named constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-account';
  account constant uuid := case when named is null then private.agency_account()
    else (select held.id from public.accounts as held where held.slug = named) end;
begin
  return case when private.may_enter(account) then account end;
end
$$;

comment on function private.workspace() is
'The account that this request works in: the one whose slug is in the header x-account, else the agency''s. Null when the caller may not enter it, so that nothing matches.';

create or replace function private.account_for_insert() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return coalesce(private.workspace(), private.agency_account());
end
$$;

comment on function private.account_for_insert() is
'The account of a row that names none: the workspace; the agency''s for the product itself. The policies of each table decide whether the caller may write it.';

create or replace function private.accounts_of_caller() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  return array(
    select member.account_id from public.account_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = caller and account.archived_at is null and private.has_active_role('client')
    union
    select loan.account_id from public.account_loans as loan join public.accounts as account on account.id = loan.account_id
    where loan.user_id = caller and account.archived_at is null and private.has_active_role('sales')
    union
    select private.agency_account() where private.has_active_role('sales')
  );
end
$$;

comment on function private.accounts_of_caller() is
'The accounts that the caller belongs to or is lent to, without archived ones. Admins may enter every account beside.';

create or replace function private.has_premium(p_account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.account_members as member
    where member.account_id = p_account and member.role in ('owner', 'billing') and (
      exists (
        select from public.subscriptions as plan
        where plan.user_id = member.user_id and plan.subscribed and plan.subscription_tier = 'premium'
          and plan.subscription_status = 'active' and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
      ) or exists (
        select from auth.users as person join public.premium_overrides as gift on gift.email = lower(person.email)
        where person.id = member.user_id and person.email_confirmed_at is not null and coalesce(gift.expires_at, 'infinity') > now()
      )
    )
  );
end
$$;

comment on function private.has_premium(uuid) is
'Whether a client''s account has premium: an owner or its billing person pays for it, is in the trial, or has it as a gift (premium_overrides).';

create or replace function private.is_staff() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_active_role('admin') or private.has_active_role('sales');
end
$$;

comment on function private.is_staff() is 'Whether the caller is an active sales person or admin of the agency.';

create or replace function private.is_premium_workspace() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.is_staff() or private.has_premium(private.workspace());
end
$$;

comment on function private.is_premium_workspace() is
'Whether the caller may use premium in the workspace. The agency''s staff always may. Free accounts read their leads.';

create or replace function private.sees_all_leads() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_active_role('admin') or coalesce(private.account_role_of_caller(private.workspace()) in ('owner', 'member'), false);
end
$$;

comment on function private.sees_all_leads() is
'Whether the caller sees all leads of the workspace: admins, and the people of a client. Sales people see their own and unowned ones.';

create or replace function private.manages_workspace() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_active_role('admin') or coalesce(private.account_role_of_caller(private.workspace()) = 'owner', false);
end
$$;

comment on function private.manages_workspace() is
'Whether the caller decides for everybody in the workspace: admins, and the owners of a client''s account.';

create or replace function private.visible_since() returns timestamptz
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if private.is_premium_workspace() then return '-infinity'; end if;
  return coalesce((
    select min(newest.created_at) from (
      select lead.created_at from public.leads as lead
      where lead.account_id = private.workspace() and private.is_live(lead) order by lead.created_at desc, lead.id desc limit 50
    ) as newest
  ), '-infinity');
end
$$;

comment on function private.visible_since() is
'Since when leads have to have arrived for the caller to see them in full: a free account sees its newest 50.';

create or replace function private.require_team() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if private.workspace() is null then
    perform private.refuse('team_only', '42501', 'Only the sales team can do this');
  end if;
  return auth.uid();
end
$$;

comment on function private.require_team() is 'Returns the caller''s id. 42501: the caller may not enter the workspace.';

create or replace function private.require_premium() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
begin
  if not private.is_premium_workspace() then
    perform private.refuse('premium_only', '42501', 'Your plan shows your leads. Premium works with them.');
  end if;
  return caller;
end
$$;

comment on function private.require_premium() is
'Returns the caller''s id. 42501: the caller may not enter the workspace (team_only), or its plan is free (premium_only).';

create or replace function private.team_of(p_account uuid) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(person.id order by person.id), '{}') from (
    select held.user_id as id from public.user_roles as held
    where p_account = private.agency_account() and held.role = 'sales' and held.status = 'active'
    union
    select member.user_id from public.account_members as member
    join public.user_roles as held on held.user_id = member.user_id and held.role = 'client' and held.status = 'active'
    where member.account_id = p_account and member.role in ('owner', 'member')
    union
    select loan.user_id from public.account_loans as loan
    join public.user_roles as held on held.user_id = loan.user_id and held.role = 'sales' and held.status = 'active'
    where loan.account_id = p_account
  ) as person
$$;

comment on function private.team_of(uuid) is
'Who answers the leads of an account: the agency''s sales people; a client''s owners and members, and the sales people lent to it.';

create or replace function private.leaders_of(p_account uuid) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(person.id order by person.id), '{}') from (
    select held.user_id as id from public.user_roles as held
    where p_account = private.agency_account() and held.role = 'admin' and held.status = 'active'
    union
    select member.user_id from public.account_members as member
    join public.user_roles as held on held.user_id = member.user_id and held.role = 'client' and held.status = 'active'
    where member.account_id = p_account and member.role = 'owner'
  ) as person
$$;

comment on function private.leaders_of(uuid) is 'Whom an escalation tells: the agency''s admins, or the owners of a client''s account.';

create or replace function private.is_on_team(p_user_id uuid, p_account uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_user_id = any (private.team_of(p_account)) or exists (
    select from public.user_roles as held where held.user_id = p_user_id and held.role = 'admin' and held.status = 'active'
  )
$$;

comment on function private.is_on_team(uuid, uuid) is 'Whether this person may own leads of the account: someone of its team, or an active admin.';

create or replace function private.account_zone(p_account uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select coalesce((select account.time_zone from public.accounts as account where account.id = p_account), 'UTC')
$$;

comment on function private.account_zone(uuid) is 'The account''s time zone.';

create or replace function private.account_currency(p_account uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.currency from public.accounts as account where account.id = p_account
$$;

comment on function private.account_currency(uuid) is 'The currency of the account''s leads, in lower case.';

create or replace function private.account_target(p_account uuid) returns integer
language sql stable security definer
set search_path = ''
as $$
  select account.speed_to_lead_minutes * 60 from public.accounts as account where account.id = p_account
$$;

comment on function private.account_target(uuid) is 'The response time that the account promises its leads, in working seconds.';

create or replace function private.account_day_start(p_account uuid, p_days integer default 0) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select ((now() at time zone zone.name)::date + p_days)::timestamp at time zone zone.name
  from private.account_zone(p_account) as zone (name)
$$;

comment on function private.account_day_start(uuid, integer) is 'When today, or the day that many days later, begins in the account''s time zone.';

create or replace function private.workspace_day(p_day date) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select p_day::timestamp at time zone private.account_zone(private.workspace())
$$;

comment on function private.workspace_day(date) is 'When a day begins in the time zone of the workspace.';

create or replace function private.take_account_of_lead() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  select lead.account_id into new.account_id from public.leads as lead where lead.id = new.lead_id;
  return new;
end
$$;

comment on function private.take_account_of_lead() is 'Trigger: what is about a lead belongs to the lead''s account.';

grant execute on function private.workspace() to authenticated;

grant execute on function private.account_for_insert() to authenticated, service_role;

grant execute on function private.accounts_of_caller() to authenticated;

grant execute on function private.sees_all_leads() to authenticated;

grant execute on function private.visible_since() to authenticated;

grant execute on function private.is_premium_workspace() to authenticated;

grant execute on function private.manages_workspace() to authenticated;

create trigger take_account_of_client before insert or update of client_id on public.invoices
for each row execute function private.take_account_of_client('client_id');

create trigger take_account_of_client before insert or update of client_id on public.payments
for each row execute function private.take_account_of_client('client_id');

create trigger take_account_of_client before insert or update of client_id on public.retainers
for each row execute function private.take_account_of_client('client_id');

create trigger take_account_of_lead before insert on public.lead_activities
for each row execute function private.take_account_of_lead();

create trigger take_account_of_lead before insert on public.lead_pins
for each row execute function private.take_account_of_lead();

create trigger take_account_of_lead before insert on public.lead_retractions
for each row execute function private.take_account_of_lead();

create or replace function private.week_bounds(p_from date, p_to date) returns timestamptz[]
language sql stable security definer
set search_path = ''
as $$
  select array_agg(bound.at order by bound.at) from (
    select private.workspace_day(day::date) as at
    from generate_series(date_trunc('week', p_from::timestamp), p_to::timestamp, interval '7 days') as day
    union
    select private.workspace_day(p_to + 1)
  ) as bound
$$;

comment on function private.week_bounds(date, date) is
'When each week of a period begins (Monday, in the account''s time zone), and when its last day ends.';

create or replace function private.analytics_period(
  p_from date, p_to date, out begins timestamptz, out ends timestamptz, out begins_before timestamptz
)
language plpgsql stable
set search_path = ''
as $$
begin
  if p_from is null or p_to is null or p_from > p_to then perform private.refuse('period_reversed', '22023', 'The period ends before it starts'); end if;
  if p_to - p_from > 1100 then perform private.refuse('period_too_long', '22023', 'A period can cover up to three years'); end if;
  begins := private.workspace_day(p_from);
  ends := private.workspace_day(p_to + 1);
  begins_before := private.workspace_day(p_from - (p_to - p_from + 1));
end
$$;

comment on function private.analytics_leads(text[], text) is
'The leads that analytics count: live ones of the workspace and of these owners (private.requested_owners) and this source; null is any.';

create or replace function public.crm_analytics(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  zone text := private.account_zone(private.workspace());
  period record := private.analytics_period(p_from, p_to);
  bounds timestamptz[];
  first_week date := date_trunc('week', p_from::timestamp)::date;
  answer jsonb;
begin
  bounds := private.week_bounds(p_from, p_to);
  with cell as materialized (
    -- One scan of the leads. Everything below adds up these few sums.
    select width_bucket(lead.created_at, bounds) as week, lead.source, lead.reached,
      lead.stage not in ('won', 'lost') as is_open, count(*) as leads
    from private.analytics_leads(owners, p_source) as lead
    where lead.created_at >= period.begins and lead.created_at < period.ends
    group by 1, 2, 3, 4
  ), stage as materialized (
    select stage.key, stage.label, stage.position from public.pipeline_stages as stage where stage.key <> 'lost'
  ), campaign as (
    -- Text filters ignore case, so this figure has to ignore it too: it opens a filtered list.
    select min(lead.first_touch ->> 'utm_campaign') as name, count(*) as leads,
      count(*) filter (where lead.stage = 'won') as won, count(*) filter (where lead.stage in ('won', 'lost')) as closed
    from private.analytics_leads(owners, p_source) as lead
    where lead.created_at >= period.begins and lead.created_at < period.ends
      and lead.first_touch ->> 'utm_campaign' <> ''
    group by lower(lead.first_touch ->> 'utm_campaign') order by 2 desc, 1 limit 12
  )
  select jsonb_build_object(
    'from', p_from, 'to', p_to, 'zone', zone,
    'weeks', (select jsonb_agg(first_week + (n - 1) * 7 order by n) from generate_series(1, cardinality(bounds) - 1) as n),
    'new', (select coalesce(sum(cell.leads), 0) from cell),
    'new_before', (
      select count(*) from private.analytics_leads(owners, p_source) as lead
      where lead.created_at >= period.begins_before and lead.created_at < period.begins
    ),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('week', first_week + (sums.week - 1) * 7, 'source', sums.source, 'leads', sums.leads) order by sums.week, sums.source), '[]')
      from (select cell.week, cell.source, sum(cell.leads) as leads from cell group by 1, 2) as sums
    ),
    'stages', (select jsonb_agg(jsonb_build_object('key', stage.key, 'label', stage.label, 'position', stage.position) order by stage.position) from stage),
    'cohorts', (
      select coalesce(jsonb_agg(jsonb_build_object('week', first_week + (sums.week - 1) * 7, 'stages', sums.stages) order by sums.week), '[]')
      from (
        select per.week, jsonb_object_agg(per.key, jsonb_build_object('reached', per.reached, 'moving', per.moving)) as stages
        from (
          select cell.week, stage.key,
            coalesce(sum(cell.leads) filter (where cell.reached >= stage.position), 0) as reached,
            -- These leads may still reach the stage.
            coalesce(sum(cell.leads) filter (where cell.is_open and cell.reached < stage.position), 0) as moving
          from cell cross join stage group by 1, 2
        ) as per group by per.week
      ) as sums
    ),
    'campaigns', (
      select coalesce(jsonb_agg(jsonb_build_object('name', campaign.name, 'leads', campaign.leads, 'won', campaign.won, 'closed', campaign.closed)
        order by campaign.leads desc, campaign.name), '[]') from campaign
    )
  ) into answer;
  return answer;
end
$$;

comment on table private.stage_figures is
'Figures of an account''s last 90 days: the median time that leads stayed in a stage, how many reached it, and how many of those went further.';

create or replace function private.refresh_stage_figures() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  now_at bigint := (select change.last_value from private.crm_change as change);
begin
  if exists (
    select from private.stage_figures_seen as seen where seen.change = now_at
      and not exists (select from private.stage_figures as figure where figure.as_of < now() - interval '6 hours')
  ) then
    return;
  end if;
  insert into private.stage_figures (account_id, stage, median_seconds, entered, moved_on, as_of)
  select account.id, stage.key, stayed.median, coalesce(came.entered, 0), coalesce(came.moved_on, 0), now()
  from public.accounts as account cross join public.pipeline_stages as stage
  left join (
    select activity.account_id, activity.payload ->> 'from' as stage,
      round(percentile_cont(0.5) within group (order by (activity.payload ->> 'seconds')::numeric))::bigint as median
    from public.lead_activities as activity
    where activity.kind = 'stage_change' and activity.occurred_at > now() - interval '90 days' group by 1, 2
  ) as stayed on stayed.account_id = account.id and stayed.stage = stage.key
  left join (
    select arrived.account_id, stage.key, sum(arrived.leads) filter (where arrived.reached >= stage.position) as entered,
      sum(arrived.leads) filter (where arrived.reached > stage.position) as moved_on
    from (
      select lead.account_id, lead.reached, count(*) as leads from public.leads as lead
      where private.is_live(lead) and lead.created_at > now() - interval '90 days' group by lead.account_id, lead.reached
    ) as arrived cross join public.pipeline_stages as stage group by 1, 2
  ) as came on came.account_id = account.id and came.key = stage.key and stage.key <> 'lost'
  where stayed.account_id is not null or came.account_id is not null
    or exists (select from private.stage_figures as figure where figure.account_id = account.id)
  on conflict (account_id, stage) do update
  set median_seconds = excluded.median_seconds, entered = excluded.entered, moved_on = excluded.moved_on, as_of = excluded.as_of;
  update private.stage_figures_seen as seen set change = now_at;
  perform private.analyze_leads();
end
$$;

create or replace function public.crm_board(p_scope text default 'all', p_filter jsonb default null, p_limit integer default 12) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text := private.lead_scope_sql(p_scope, p_filter);
  told boolean := private.has_kept_totals(p_filter);
  wanted integer := least(greatest(coalesce(p_limit, 12), 1), 100);
  totals jsonb;
begin
  if told then
    select jsonb_object_agg(total.stage, jsonb_build_object('leads', total.leads, 'value_cents', total.value_cents)) into totals
    from private.total_by_stage(p_scope, p_filter) as total;
  end if;
  return jsonb_build_object(
    'currency', private.account_currency(private.workspace()),
    'as_of', (select min(figure.as_of) from private.stage_figures as figure where figure.account_id = private.workspace()),
    'columns', (
      select jsonb_agg(
        jsonb_build_object(
          'stage', stage.key, 'label', stage.label, 'rots_after_days', stage.rots_after_days,
          'leads', case when told then coalesce((totals -> stage.key ->> 'leads')::bigint, 0) end,
          'value_cents', case when told then coalesce((totals -> stage.key ->> 'value_cents')::bigint, 0) end,
          'median_seconds', figure.median_seconds, 'entered', coalesce(figure.entered, 0), 'moved_on', coalesce(figure.moved_on, 0),
          'cards', case when stage.key in ('won', 'lost') then null
            else private.lead_page_json(condition, private.board_order(stage.key), null, wanted) end
        ) order by stage.position
      )
      from public.pipeline_stages as stage left join private.stage_figures as figure
        on figure.account_id = private.workspace() and figure.stage = stage.key
    )
  );
end
$$;

create or replace function private.may_see_lead(p_lead public.leads) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return p_lead.account_id = private.workspace() and (p_lead.user_id is null or p_lead.user_id = auth.uid() or private.sees_all_leads())
    and p_lead.created_at >= private.visible_since();
end
$$;

comment on function private.may_see_lead(public.leads) is
'Whether the caller may read this lead: it belongs to the workspace, and reps see their own and unowned ones, others all. Null for no lead.';

create or replace function private.parse_changes(p_changes jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  allowed constant text[] := array(select known.field from private.lead_fields() as known)
    || array['archived', 'is_spam', 'add_tags', 'remove_tags', 'consent'];
  unknown text;
begin
  if p_changes is null or jsonb_typeof(p_changes) <> 'object' or p_changes = '{}' then
    perform private.refuse('nothing_to_change', '22023', 'Nothing to change');
  end if;
  select key into unknown from jsonb_object_keys(p_changes) as key where key <> all (allowed) limit 1;
  if unknown is not null then
    perform private.refuse('unknown_field', '22023', format('Unknown field %s', left(unknown, 40)));
  end if;
  if p_changes ->> 'stage' = 'lost' and p_changes ->> 'lost_reason_id' is null then
    perform private.refuse('lost_reason_required', '22023', 'Choose a lost reason', 'lost_reason_id');
  end if;
  if p_changes ->> 'lost_reason_id' is not null and not exists (
    select from public.lost_reasons as reason
    where reason.id = private.parse_uuid(p_changes ->> 'lost_reason_id') and reason.account_id = private.workspace()
  ) then
    perform private.refuse('unknown_choice', '22023', 'Lost reason not found', 'lost_reason_id');
  end if;
  if p_changes ? 'stage' and not exists (select from public.pipeline_stages as stage where stage.key = p_changes ->> 'stage') then
    perform private.refuse('unknown_stage', '22023', 'Stage not found', 'stage');
  end if;
  if p_changes ->> 'user_id' is not null and not private.is_on_team((p_changes ->> 'user_id')::uuid, private.workspace()) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active team members', 'user_id');
  end if;
  if btrim(p_changes ->> 'phone') <> '' and not private.is_phone_number(p_changes ->> 'phone') then
    perform private.refuse('phone_invalid', '22023', 'Enter a valid phone number, such as +1 503 555 0148', 'phone');
  end if;
  if exists (
    select from jsonb_array_elements_text(
      case jsonb_typeof(p_changes -> 'tags') when 'array' then p_changes -> 'tags' else '[]' end
      || case jsonb_typeof(p_changes -> 'add_tags') when 'array' then p_changes -> 'add_tags' else '[]' end
    ) as tag where char_length(btrim(tag)) > 40
  ) then
    perform private.refuse('tag_too_long', '22023', 'A tag can have up to 40 characters', 'tags');
  end if;
  if jsonb_typeof(p_changes -> 'consent') <> 'null' and not (
    jsonb_typeof(p_changes -> 'consent') = 'string' and char_length(btrim(p_changes ->> 'consent')) between 1 and 200
  ) then
    perform private.refuse('consent_unexplained', '22023', 'Describe how they agreed, in up to 200 characters');
  end if;
  return p_changes;
end
$$;

create or replace function private.apply_batch_changes(p_batch uuid, p_leads uuid[], p_changes jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  changed_count integer;
begin
  with was as materialized (
    select lead.* from public.leads as lead
    where lead.id = any (p_leads) and lead.merged_into is null and private.may_see_lead(lead)
      -- An erased lead can only be archived or restored.
      and (lead.erased_at is null or p_changes - 'archived' = '{}')
    order by lead.id for update
  ), wanted as materialized (
    select was.id, to_jsonb(was) as before, private.apply_changes(was::public.leads, p_changes) as as_asked from was
  ), done as (
    -- As triggers have changed the row.
    select written.id, wanted.before, to_jsonb(written) as after
    from private.write_leads(array(select wanted.as_asked from wanted)) as written join wanted on wanted.id = written.id
  ), noted as (
    insert into private.lead_batch_rows (batch_id, lead_id, before, after)
    select p_batch, found.id, found.before, found.after
    from (
      select done.id, private.changed_fields(done.before, done.after) as before, private.changed_fields(done.after, done.before) as after
      from done offset 0
    ) as found
    where found.after <> '{}'
    returning lead_id
  )
  select count(*) into changed_count from noted;
  return changed_count;
end
$$;

create or replace function public.change_leads(
  p_batch_id uuid, p_lead_ids uuid[], p_changes jsonb, p_seen_version integer default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  changes jsonb := private.parse_changes(p_changes);
  known public.lead_batches;
  current_version integer;
  changed_count integer;
begin
  if p_batch_id is null or cardinality(p_lead_ids) not between 1 and 1000 then
    perform private.refuse('too_many_leads', '22023', 'You can change 1 to 1,000 leads at a time');
  end if;
  if changes ? 'consent' and cardinality(p_lead_ids) > 1 then
    perform private.refuse('consent_for_one_lead', '22023', 'Consent is recorded for one lead at a time');
  end if;
  insert into public.lead_batches (id, actor_id, kind, changes) values (p_batch_id, caller, 'change', changes)
  on conflict (id) do nothing returning * into known;
  if known.id is null then
    select batch.* into known from public.lead_batches as batch where batch.id = p_batch_id and batch.actor_id = caller and batch.account_id = private.workspace();
    if known.id is null then perform private.refuse('id_taken', '42501', 'This change belongs to someone else'); end if;
    return jsonb_build_object('batch_id', known.id, 'changed', known.leads, 'skipped', cardinality(p_lead_ids) - known.leads);
  end if;
  if p_seen_version is not null then
    -- Somebody else's lead gets the same answer as a missing one, because its version is private too.
    select lead.version into current_version from public.leads as lead
    where lead.id = p_lead_ids[1] and private.may_see_lead(lead) for update;
    if current_version is distinct from p_seen_version then
      perform private.refuse('outdated', 'PT409', 'Someone else just changed this lead');
    end if;
  end if;
  changed_count := private.apply_batch_changes(p_batch_id, p_lead_ids, changes);
  update public.lead_batches as batch set leads = changed_count where batch.id = p_batch_id;
  perform private.consume_quota('lead_changes', caller::text);
  return jsonb_build_object('batch_id', p_batch_id, 'changed', changed_count, 'skipped', cardinality(p_lead_ids) - changed_count);
end
$$;

create or replace function public.undo_lead_batch(p_batch_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  is_admin boolean := private.sees_all_leads();
  batch public.lead_batches;
  restored integer;
  total integer;
begin
  select found.* into batch from public.lead_batches as found
  where found.id = p_batch_id and found.account_id = private.workspace() and (found.actor_id = caller or private.manages_workspace()) for update;
  if batch.id is null then perform private.refuse('change_not_found', 'PT404', 'Change not found'); end if;
  if batch.kind <> 'change' then perform private.refuse('not_undoable', '22023', 'This change has to be undone in another way'); end if;
  if batch.undone_at is not null then perform private.refuse('already_undone', 'PT409', 'This was already undone'); end if;
  select count(*) into total from private.lead_batch_rows as noted where noted.batch_id = p_batch_id;
  -- Locks first, because somebody may be working with one of the leads right now.
  perform from public.leads as lead
  where lead.id = any (array(select noted.lead_id from private.lead_batch_rows as noted where noted.batch_id = p_batch_id))
  order by lead.id for update;
  -- Leads that somebody changed later stay as they are. write_leads also restores stage_entered_at, reached and closed_at, so
  -- that an undone mistake leaves no trace in the figures.
  select count(*) into restored from private.write_leads(array(
    select jsonb_populate_record(lead, noted.before)
    from private.lead_batch_rows as noted join public.leads as lead on lead.id = noted.lead_id
    where noted.batch_id = p_batch_id and noted.before is not null and lead.merged_into is null
      and private.is_unchanged_since(to_jsonb(lead), noted.after)
      and private.can_undo_change(lead, noted.before, noted.after, caller, is_admin, batch.created_at)
  ));
  update public.lead_batches as done set undone_at = now() where done.id = p_batch_id;
  return jsonb_build_object('restored', restored, 'kept', total - restored);
end
$$;

create or replace function public.claim_lead(p_lead_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  holder uuid;
begin
  -- The row lock decides. When two people claim at the same moment, the second one reads the first one's name.
  select lead.user_id into holder from public.leads as lead
  where lead.id = p_lead_id and lead.account_id = private.workspace() and lead.merged_into is null and lead.erased_at is null for update;
  if not found then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  if holder is null then
    update public.leads as lead set user_id = caller where lead.id = p_lead_id;
    holder := caller;
  end if;
  return jsonb_build_object('claimed', holder = caller, 'owner_id', holder, 'owner_name', private.owner_name(holder::text));
end
$$;

create or replace function public.start_call(p_lead_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
begin
  perform private.require_lead(p_lead_id);
  insert into private.calls_in_progress (lead_id, user_id) values (p_lead_id, caller)
  on conflict (lead_id) do update set user_id = excluded.user_id, begun_at = excluded.begun_at;
end
$$;

create or replace function private.escalate_clock(p_clock public.lead_clocks, p_lead public.leads) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- A person who is answering right now keeps the lead.
  answering boolean := private.is_call_in_progress(p_lead.id, p_lead.user_id);
  rep uuid := case when not answering then private.next_available_rep(p_lead.account_id, p_lead.user_id) end;
  facts jsonb := private.lead_mail_data(p_lead.id) || jsonb_strip_nulls(jsonb_build_object(
    'clockId', p_clock.id, 'target', p_clock.target_seconds::text, 'rep', case when rep is not null then private.owner_name(rep::text) end,
    'handedOver', case when rep is not null and p_lead.user_id is not null then 'true' end,
    'answering', case when answering then 'true' end
  ));
begin
  update public.lead_clocks as clock set escalated_to = rep where clock.id = p_clock.id;
  if rep is not null and p_lead.user_id is not null then
    update public.leads as lead set user_id = rep where lead.id = p_lead.id;
  end if;
  -- Each person gets one email. Its text is for the first of these parts that they have.
  perform private.notify_users(array[rep], 'lead-clock-escalated', p_clock.id::text, facts || '{"part": "rep"}');
  -- The owner may have left the team, and then may no longer read about the lead.
  if private.is_on_team(p_lead.user_id, p_lead.account_id) then
    perform private.notify_users(array[p_lead.user_id], 'lead-clock-escalated', p_clock.id::text, facts || '{"part": "owner"}');
  end if;
  perform private.notify_users(private.leaders_of(p_lead.account_id), 'lead-clock-escalated', p_clock.id::text, facts || '{"part": "admin"}');
end
$$;

comment on function private.escalate_clock(public.lead_clocks, public.leads) is
'Asks the next free rep, who also gets the lead when its owner let it wait, unless the owner is answering right now. Emails the former owner and the account''s leaders.';

create or replace function public.run_clock_event(p_clock_id uuid, p_event text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
  lead public.leads;
  moment timestamptz;
  people uuid[];
begin
  if p_event not in ('warned', 'breached', 'escalated') then
    perform private.refuse('unknown_clock_event', '22023', 'A clock is warned, breached or escalated');
  end if;
  -- Escalations take turns, so that each one sees which rep the one before asked.
  if p_event = 'escalated' then perform pg_advisory_xact_lock(hashtextextended('next free rep ' || (
    select held.account_id from public.lead_clocks as held where held.id = p_clock_id
  ), 0)); end if;
  select found.* into lead from public.leads as found
  where found.id = (select held.lead_id from public.lead_clocks as held where held.id = p_clock_id) for no key update;
  select found.* into clock from public.lead_clocks as found where found.id = p_clock_id for update;
  if clock.id is null or clock.state in ('answered', 'dropped') then return false; end if;
  moment := case p_event when 'warned' then clock.warn_at when 'breached' then clock.due_at else clock.escalate_at end;
  if moment is null or moment > now() then
    -- The working hours changed after the job was queued, or the database's clock went back. In the second case this job waits on.
    perform private.enqueue_clock_jobs(clock);
    update private.outbox as job
    set status = 'queued', run_at = moment, attempts = 0, locked_by = null, locked_until = null, is_lease_questioned = false
    where job.kind = 'lead_clock' and job.status = 'running' and job.dedupe_key like format('lead_clock:%s:%s:%s:%%', clock.id, p_event, extract(epoch from moment));
    return false;
  end if;
  if not private.record_clock_event(clock, p_event, moment, null, jsonb_build_object(
    'owner', case when p_event = 'escalated' then lead.user_id end
  )) then return false; end if;
  update public.lead_clocks as held set state = p_event
  where held.id = clock.id and array_position(array['running', 'warned', 'breached', 'escalated'], held.state)
    < array_position(array['running', 'warned', 'breached', 'escalated'], p_event);
  -- An erased lead still counts in the figures, but nobody gets an email about it.
  if lead.erased_at is not null then return true; end if;
  if p_event = 'escalated' then
    perform private.escalate_clock(clock, lead);
  elsif p_event = 'breached' or clock.due_at > now() then
    -- A warning that runs after the breach, because no host ran meanwhile, is not worth an email.
    people := case
      when private.is_on_team(lead.user_id, lead.account_id) then array[lead.user_id]
      else private.team_of(lead.account_id)
    end;
    perform private.notify_users(people, case p_event when 'warned' then 'lead-clock-warning' else 'lead-clock-breached' end, clock.id::text,
      private.lead_mail_data(lead.id) || jsonb_build_object('clockId', clock.id, 'target', clock.target_seconds::text,
        'left', floor(private.working_seconds_between(now(), clock.due_at, private.calendar_of(clock.account_id)))::text));
  end if;
  return true;
end
$$;

create or replace function public.prepare_lead_alert(p_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  letter jsonb := (select job.payload from private.outbox as job where job.id = p_id and job.kind = 'mail');
  template text := letter ->> 'template';
  facts jsonb := letter -> 'data';
  reader uuid := (select account.id from auth.users as account where lower(account.email) = lower(letter ->> 'to'));
  lead public.leads;
  clock public.lead_clocks;
begin
  select found.* into lead from public.leads as found where found.id = (facts ->> 'leadId')::uuid;
  select found.* into clock from public.lead_clocks as found where found.id = (facts ->> 'clockId')::uuid;
  -- Nobody needs to answer any more. A merged lead is archived.
  if lead.id is null or not private.is_live(lead) or lead.erased_at is not null or clock.state in ('answered', 'dropped') then return null; end if;
  if template = 'lead-clock-escalated' then
    if facts ->> 'part' = 'rep' and lead.user_id <> reader then return null; end if;
    -- These facts are about the moment of the escalation.
    return private.lead_mail_data(lead.id) - 'owner' || facts;
  end if;
  -- A colleague has claimed it.
  if private.is_on_team(lead.user_id, lead.account_id) and lead.user_id is distinct from reader then return null; end if;
  -- The next email says more.
  if template = 'lead-clock-warning' and clock.due_at <= now() or template = 'lead-clock-breached' and clock.state = 'escalated' then
    return null;
  end if;
  return facts - 'owner' || private.lead_mail_data(lead.id) || jsonb_strip_nulls(jsonb_build_object(
    'mine', case when lead.user_id = reader then 'true' end,
    'left', case when template = 'lead-clock-warning' then floor(private.working_seconds_between(now(), clock.due_at, private.calendar_of(clock.account_id)))::text end
  ));
end
$$;

create trigger take_account_of_lead before insert on public.lead_clocks
for each row execute function private.take_account_of_lead();

create trigger take_account_of_lead before insert on public.lead_clock_events
for each row execute function private.take_account_of_lead();

create or replace function private.refuse_known_lead(p_email text, p_phone text) returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  known public.leads;
begin
  select lead.* into known from public.leads as lead
  where lead.account_id = private.workspace() and lead.merged_into is null and not lead.is_spam and (
    lower(lead.email) = lower(nullif(btrim(p_email), '')) or lead.phone_key = private.phone_key(p_phone)
  )
  order by lead.archived_at is not null, not private.may_see_lead(lead), lead.created_at desc limit 1;
  if known.id is null then return; end if;
  if not private.may_see_lead(known) then
    perform private.refuse(
      'lead_known', 'PT409',
      format('%s already has a lead with this email address or phone number', private.owner_name(known.user_id::text))
    );
  end if;
  perform private.refuse(
    'lead_known', 'PT409',
    format('%s already has this %s%s', private.lead_title(known), case when lower(known.email) = lower(btrim(p_email)) then 'email address' else 'phone number' end, case when known.archived_at is null then '' else ' (archived)' end),
    p_more => jsonb_build_object('lead_id', known.id)
  );
end
$$;

create or replace function public.create_lead(p_id uuid, p_lead jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  fields jsonb;
  made public.leads;
  taken public.leads;
  columns constant text[] := array(select known.field from private.lead_fields() as known);
begin
  if p_id is null or p_lead is null or jsonb_typeof(p_lead) <> 'object' then
    perform private.refuse('nothing_to_save', '22023', 'There is no lead to save');
  end if;
  select lead.* into taken from public.leads as lead where lead.id = p_id;
  if found then
    if not private.may_see_lead(taken) then perform private.refuse('id_taken', '42501', 'This lead belongs to someone else'); end if;
    return jsonb_build_object('id', p_id, 'created', false);
  end if;
  fields := private.parse_changes(p_lead - 'anyway');
  if fields ?| array['archived', 'is_spam', 'add_tags', 'remove_tags', 'consent'] then
    perform private.refuse('lead_fields_fixed', '22023', 'A new lead can''t be archived, marked as spam or have consent');
  end if;
  select jsonb_object_agg(field.key, case when jsonb_typeof(field.value) = 'string' and btrim(field.value #>> '{}') = '' then 'null'::jsonb
    when jsonb_typeof(field.value) = 'string' then to_jsonb(btrim(field.value #>> '{}')) else field.value end)
  into fields from jsonb_each(fields) as field;
  if not private.identifies_lead(fields) then
    perform private.refuse('lead_unreachable', '22023', 'Enter a name, email address, phone number or company');
  end if;
  if not coalesce((p_lead ->> 'anyway')::boolean, false) then
    perform private.refuse_known_lead(fields ->> 'email', fields ->> 'phone');
  end if;
  made := jsonb_populate_record(
    null::public.leads,
    jsonb_build_object('tags', '{}'::text[], 'tier_interest', '{}'::text[], 'stage', 'new', 'source', 'other') || jsonb_strip_nulls(fields)
      || jsonb_build_object('id', p_id, 'user_id', case when fields ? 'user_id' then fields ->> 'user_id' else caller::text end)
  );
  execute format(
    'insert into public.leads (id, account_id, %s) select ($1).id, private.workspace(), %s',
    private.columns_sql(columns, '%1$I'), private.columns_sql(columns, '($1).%1$I')
  ) using made;
  insert into public.lead_activities (lead_id, kind, actor_id, payload)
  values (p_id, 'created', caller, jsonb_build_object('source', made.source));
  return jsonb_build_object('id', p_id, 'created', true);
end
$$;

create or replace function public.lead_duplicates(p_lead_id uuid) returns table (
  id uuid, name text, company text, email text, phone text, stage text, owner_id uuid, owner_name text, created_at timestamptz,
  is_archived boolean, same text[], may_merge boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  lead public.leads;
begin
  perform private.require_team();
  select one.* into lead from public.leads as one where one.id = p_lead_id and private.may_see_lead(one);
  if lead.id is null then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  return query
  with found as materialized (
    select like_it.id, array_agg(like_it.why order by like_it.why)::text[] as same from (
      (select one.id, 'email' as why from public.leads as one
       where one.account_id = lead.account_id and lower(one.email) = lower(lead.email) and one.id <> lead.id and one.merged_into is null limit 20)
      union all
      (select one.id, 'phone' from public.leads as one
       where one.account_id = lead.account_id and one.phone_key = lead.phone_key and one.id <> lead.id and one.merged_into is null limit 20)
      union all
      (select one.id, 'name' from public.leads as one
       where one.account_id = lead.account_id and private.lead_name_key(one.first_name, one.last_name, one.company)
           = private.lead_name_key(lead.first_name, lead.last_name, lead.company)
         and private.lead_name_key(one.first_name, one.last_name, one.company) is not null
         and one.id <> lead.id and one.merged_into is null limit 20)
    ) as like_it group by like_it.id
  )
  select one.id,
    case when seen.full_rights then private.full_name(one.first_name, one.last_name) end,
    case when seen.full_rights then one.company end, case when seen.full_rights then one.email end,
    case when seen.full_rights then one.phone end, case when seen.full_rights then one.stage end,
    one.user_id, case when one.user_id is null then null else private.owner_name(one.user_id::text) end,
    one.created_at, one.archived_at is not null, found.same, seen.full_rights and lead.merged_into is null
  from found join public.leads as one on one.id = found.id
  cross join lateral (select private.may_see_lead(one) as full_rights) as seen
  where not one.is_spam
  order by cardinality(found.same) desc, one.archived_at is not null, one.created_at, one.id limit 20;
end
$$;

create or replace function public.export_leads(p_filter jsonb default null, p_after jsonb default null, p_limit integer default 1000)
returns setof jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  -- The same leads as in the list: live ones, unless the filter asks for archived leads or spam.
  condition constant text := private.lead_scope_sql('all', nullif(p_filter, '{}'));
begin
  return query execute format($page$
    select jsonb_build_object(
      'id', page.id, %2$s,
      'stage', stage.label, 'value', page.value_cents, 'currency', account.currency,
      'owner', case when page.user_id is null then null else private.owner_name(page.user_id::text) end,
      'lost_reason', reason.label, 'next_task_at', page.next_task_at, 'next_task_title', page.next_task_title,
      'response_seconds', page.response_seconds, 'utm_source', page.first_touch ->> 'utm_source',
      'utm_campaign', page.first_touch ->> 'utm_campaign', 'last_activity_at', page.last_activity_at,
      'created_at', page.created_at, 'closed_at', page.closed_at
    )
    from (
      select lead.* from public.leads as lead
      where %1$s and ($1 is null or (lead.created_at, lead.id) < (($1 ->> 'created_at')::timestamptz, ($1 ->> 'id')::uuid))
      order by lead.created_at desc, lead.id desc limit $2
    ) as page
    join public.accounts as account on account.id = page.account_id
    join public.pipeline_stages as stage on stage.key = page.stage
    left join public.lost_reasons as reason on reason.id = page.lost_reason_id
    order by page.created_at desc, page.id desc
  $page$, condition, private.columns_sql(array(
    select known.field from private.lead_fields() as known where known.is_fact
  ), '%1$L, page.%1$I')) using p_after, least(greatest(p_limit, 1), 2000);
end
$$;

create or replace function private.filter_fields() returns table (field text, kind text, expression text)
language sql immutable
set search_path = ''
as $$
  select known.field, known.kind, 'lead.' || known.field from private.lead_fields() as known where known.kind <> 'owner'
  union all
  values
    ('name', 'word', 'coalesce(private.full_name(lead.first_name, lead.last_name), '''')'),
    ('next_task_kind', 'text', 'lead.next_task_kind'),
    ('utm_source', 'text', '(lead.first_touch ->> ''utm_source'')'), ('utm_medium', 'text', '(lead.first_touch ->> ''utm_medium'')'),
    ('utm_campaign', 'text', '(lead.first_touch ->> ''utm_campaign'')'),
    ('owner', 'owner', 'lead.user_id'), ('answered_by', 'owner', 'lead.answered_by'), ('value', 'number', 'lead.value_cents'),
    ('response_seconds', 'number', 'lead.response_seconds'), ('reached', 'number', 'lead.reached'),
    -- In the account's time zone, as in analytics.
    ('arrived_hour', 'number', 'extract(hour from lead.created_at at time zone (select private.account_zone(private.workspace())))'),
    ('arrived', 'moment', 'lead.created_at'), ('created_at', 'moment', 'lead.created_at'), ('updated_at', 'moment', 'lead.updated_at'),
    ('stage_entered_at', 'moment', 'lead.stage_entered_at'), ('closed_at', 'moment', 'lead.closed_at'),
    ('last_activity_at', 'moment', 'lead.last_activity_at'), ('consent_at', 'moment', 'lead.consent_at'),
    ('next_task_at', 'coming', 'lead.next_task_at'), ('clock_due_at', 'coming', 'lead.clock_due_at'),
    ('unanswered', 'truth', '(lead.clock_due_at is not null)'), ('archived', 'truth', '(lead.archived_at is not null)'),
    ('is_spam', 'truth', 'lead.is_spam'), ('q', 'search', '')
$$;

create or replace function private.filter_search_sql(p_text text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  few constant integer := 500;
  is_admin constant boolean := private.sees_all_leads();
  digits constant text := private.searched_digits(p_text);
  words tsquery := private.words_query(p_text);
  common boolean := (
    select coalesce(exp(sum(ln(greatest(private.share_with_words(array[word]), 0.00001)))), 0) > 0.01
    from regexp_split_to_table(lower(left(p_text, 200)), '[^[:alnum:]]+') as word where word <> ''
  );
  numbers uuid[] := array(select private.find_phone_ids(p_text, true, null, few + 1));
  many_numbers constant boolean := cardinality(numbers) > few;
  found uuid[] := '{}';
  ids text;
  ways text[] := '{}';
begin
  if p_text !~ '[[:alnum:]]' then return 'true'; end if;
  if not common then found := array(select private.find_lead_ids(words, true, null, few + 1)); end if;
  -- Similar words are tried only when the caller finds nothing. Leads of colleagues must not change the result.
  if not exists (
    select from public.leads as lead
    where lead.id = any (numbers || found) and (is_admin or lead.user_id is null or lead.user_id = auth.uid())
  ) and not (common and is_admin)
    and not ((common or cardinality(found) > few) and exists (select private.find_lead_ids(words, is_admin, auth.uid(), 1)))
    and not (many_numbers and exists (select private.find_phone_ids(p_text, is_admin, auth.uid(), 1)))
  then
    words := private.similar_words_query(p_text);
    common := false;
    found := array(select private.find_lead_ids(words, true, null, few + 1));
  end if;
  if many_numbers then
    ways := ways || private.phone_matches_sql(digits);
    numbers := '{}';
  end if;
  if common or cardinality(found) > few then
    ids := format('select lead.id from public.leads as lead where lead.account_id = %L and private.is_live(lead) and %s', private.workspace(), private.filter_words_sql(words));
    ways := ways || case
      when current_setting('upfunnel.leads_by', true) in ('name', 'company') then format('lead.id = any (array(%s))', ids)
      when common then private.filter_words_sql(words) else format('coalesce(lead.id in (%s), false)', ids) end;
    found := '{}';
  end if;
  if numbers || found <> '{}' or ways = '{}' then ways := ways || format('lead.id = any (%L::uuid[])', numbers || found); end if;
  -- The ids cover live leads only. Archived leads and spam are matched by words and numbers.
  return format('(%s or not private.is_live(lead) and (%s))', array_to_string(ways, ' or '), concat_ws(' or ',
    private.filter_words_sql(words), case when char_length(digits) >= 4 and p_text !~ '[[:alpha:]]' then private.phone_matches_sql(digits) end));
end
$$;

create or replace function private.filter_moment(p_value text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if p_value ~ '^[+-]\d{1,4}d$' then
    return format('(now() + interval %L)', rtrim(p_value, 'd') || ' days');
  elsif p_value = 'now' then
    return 'now()';
  elsif p_value ~ '^\d{4}-\d{2}-\d{2}$' then
    -- Days begin at midnight in the account's time zone.
    return format('%L::timestamptz', private.workspace_day(p_value::date));
  elsif p_value ~ '^\d{4}-\d{2}-\d{2}[T ][0-9:.]{4,15}(Z|[+-]\d{2}(:?\d{2})?)$' then
    return format('%L::timestamptz', p_value::timestamptz);
  end if;
  perform private.refuse('day_invalid', '22023', format('Not a valid date: %s', left(p_value, 40)));
exception when datetime_field_overflow or invalid_datetime_format then
  perform private.refuse('day_invalid', '22023', format('Not a valid date: %s', left(p_value, 40)));
end
$$;

create or replace function private.lead_scope_sql(p_scope text, p_filter jsonb) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  since constant timestamptz := private.visible_since();
begin
  if coalesce(p_scope, 'all') not in ('all', 'mine', 'unowned') then
    perform private.refuse('unknown_owner', '22023', 'The scope must be all, mine or unowned');
  end if;
  return concat_ws(' and ',
    format('lead.account_id = %L', private.workspace()),
    case when since > '-infinity' then format('lead.created_at >= %L', since) end,
    case when jsonb_path_exists(coalesce(p_filter, '{}'), '$.**.field ? (@ == "archived" || @ == "is_spam")') then 'lead.merged_into is null'
      else 'private.is_live(lead)' end,
    case when p_scope = 'mine' then format('lead.user_id = %L', caller) when p_scope = 'unowned' then 'lead.user_id is null'
      when not private.sees_all_leads() then format('(lead.user_id = %L or lead.user_id is null)', caller) end,
    nullif(private.lead_filter_sql(p_filter), 'true')
  );
end
$$;

comment on function private.lead_scope_sql(text, jsonb) is
'The whole condition on public.leads as lead for the caller: the leads of the workspace that they may see, in scope all, mine or unowned, live unless the filter asks for archived leads or spam, and the filter. 42501: not on the team. 22023: invalid scope or filter.';

create or replace function private.lock_own_lead_import(p_import_id uuid) returns public.lead_imports
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  found_import public.lead_imports;
begin
  select one.* into found_import from public.lead_imports as one
  where one.id = p_import_id and one.account_id = private.workspace() and (one.actor_id = caller or private.manages_workspace()) for update;
  if not found then perform private.refuse('import_not_found', 'PT404', 'Import not found'); end if;
  return found_import;
end
$$;

comment on table private.lead_counts is 'How many live leads of an account an owner or a company has, and how many open ones an owner has.';

create or replace function private.count_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select account_id, user_id, company, stage, 1 as change from new_leads where private.is_live(new_leads)';
  removed constant text := 'select account_id, user_id, company, stage, -1 from old_leads where private.is_live(old_leads)';
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_counts;
    return null;
  end if;
  -- Ordered by key, so that two statements that count the same groups cannot deadlock.
  execute format(
    $count$
      with lead (account_id, user_id, company, stage, change) as (%s)
      insert into private.lead_counts (account_id, kind, key, leads)
      select lead.account_id, grouped.kind, grouped.key, sum(grouped.change)
      from lead cross join lateral (values
        ('owner', coalesce(lead.user_id::text, ''), lead.change),
        ('open', coalesce(lead.user_id::text, ''), lead.change),
        ('company', coalesce(nullif(btrim(lead.company), ''), 'No Company'), lead.change)
      ) as grouped (kind, key, change)
      where grouped.kind <> 'open' or lead.stage not in ('won', 'lost')
      group by lead.account_id, grouped.kind, grouped.key having sum(grouped.change) <> 0
      order by lead.account_id, grouped.kind, grouped.key
      on conflict (account_id, kind, key) do update set leads = lead_counts.leads + excluded.leads
    $count$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  return null;
end
$$;

create or replace function private.within_account(p_account uuid, p_words tsquery) returns tsquery
language sql immutable
set search_path = ''
as $$
  select case when p_words = '' then p_words else format('''@%s''', p_account)::tsquery && p_words end
$$;

comment on function private.within_account(uuid, tsquery) is
'These words in leads of this account. Every lead has its account, with a sign that no typed word begins with, among its search words, so that the index reads no other account''s leads.';

create or replace function public.lead_ids_matching(p_scope text default 'all', p_filter jsonb default null) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text;
  ids uuid[];
begin
  perform private.require_premium();
  condition := private.lead_scope_sql(p_scope, p_filter);
  execute format('select array_agg(found.id) from (select lead.id from public.leads as lead where %s limit 10001) as found', condition) into ids;
  if cardinality(ids) > 10000 then
    perform private.refuse('too_many_leads', '22023', 'You can change up to 10,000 leads at a time. Narrow the filter.');
  end if;
  return coalesce(ids, '{}');
end
$$;

create or replace function private.require_lead(p_lead_id uuid) returns public.leads
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found_lead public.leads;
begin
  perform private.require_team();
  select lead.* into found_lead from public.leads as lead where lead.id = p_lead_id;
  -- Only the owner and admins may know whether a lead exists.
  if found_lead.id is null or not private.may_see_lead(found_lead) then
    perform private.refuse('lead_not_found', 'PT404', 'Lead not found');
  end if;
  return found_lead;
end
$$;

create or replace function public.lead_page(p_lead_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead public.leads := private.require_lead(p_lead_id);
begin
  return private.shown_lead(lead) || jsonb_build_object(
    'now', now(),
    'currency', private.account_currency(lead.account_id),
    'zone', private.account_zone(lead.account_id),
    'agency_name', (select account.name from public.accounts as account where account.id = lead.account_id),
    'lost_reason', (select reason.label from public.lost_reasons as reason where reason.id = lead.lost_reason_id),
    'clock', private.clock_json(lead.id),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object('id', event.id, 'event', event.event, 'at', event.happened_at,
        'actor_name', private.person_name(event.actor_id), 'payload', event.payload) order by event.id)
      from (
        select latest.* from public.lead_clock_events as latest where latest.lead_id = lead.id order by latest.id desc limit 50
      ) as event
    ), '[]'),
    'tasks', coalesce((
      select jsonb_agg(jsonb_build_object('id', task.id, 'kind', task.kind, 'title', task.title, 'due_at', task.due_at) order by task.due_at, task.id)
      from (
        select open.* from public.lead_tasks as open where open.lead_id = lead.id and open.done_at is null order by open.due_at, open.id limit 20
      ) as task
    ), '[]'),
    'stage_history', coalesce((
      select jsonb_agg(jsonb_build_object('stage', moved.payload ->> 'from', 'seconds', moved.payload -> 'seconds', 'left_at', moved.occurred_at)
        order by moved.occurred_at)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'stage_change' order by activity.occurred_at desc limit 50
      ) as moved
    ), '[]'),
    'owner_history', coalesce((
      select jsonb_agg(jsonb_build_object('from', private.person_name(private.parse_uuid(given.payload ->> 'from')),
        'to', private.person_name(private.parse_uuid(given.payload ->> 'to')), 'by', private.person_name(given.actor_id), 'at', given.occurred_at)
        order by given.occurred_at desc)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'assignment' order by activity.occurred_at desc limit 20
      ) as given
    ), '[]'),
    'merge', private.lead_merge_json(lead), 'merges', private.lead_merges_json(lead.id), 'last_change', private.last_change(lead.id),
    'erasure', private.erasure_of(lead.id)
  );
end
$$;

create or replace function public.stage_medians() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  return coalesce((
    select jsonb_object_agg(past.stage, past.median) from (
      select moved.payload ->> 'from' as stage,
        round(percentile_cont(0.5) within group (order by (moved.payload ->> 'seconds')::numeric)) as median
      from (
        select activity.payload from public.lead_activities as activity
        where activity.account_id = private.workspace() and activity.kind = 'stage_change' and jsonb_typeof(activity.payload -> 'seconds') = 'number'
        order by activity.occurred_at desc limit 5000
      ) as moved
      where moved.payload ->> 'from' is not null group by 1
    ) as past
  ), '{}');
end
$$;

comment on table private.lead_tags is 'How many live leads of an owner have a tag, by account. A tag without leads has no row.';

create or replace function private.spell_tags(p_account uuid, p_tags text[]) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  one text;
  wanted text;
  known text;
  keys text[] := '{}';
  spelled text[] := '{}';
begin
  -- A loop, whose plans are kept. One statement for all tags would be planned again for each lead of an import.
  foreach one in array p_tags loop
    wanted := private.tag_key(one);
    continue when wanted is null or wanted = '' or wanted = any (keys);
    select kept.tag into known from private.lead_tags as kept where kept.account_id = p_account and kept.key = wanted
    group by kept.tag order by sum(kept.leads) desc, kept.tag limit 1;
    keys := keys || wanted;
    spelled := spelled || coalesce(known, btrim(regexp_replace(one, '[\s\u00a0]+', ' ', 'g')));
  end loop;
  return spelled;
end
$$;

comment on function private.spell_tags(uuid, text[]) is
'Tags without blanks and repetitions, each spelled as most leads of the account spell it. The order stays.';

create or replace function private.spell_lead_tags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.tags := private.spell_tags(new.account_id, new.tags);
  return new;
end
$$;

create or replace function private.count_tags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select account_id, user_id, tags, 1 as change from new_leads where tags <> ''{}'' and private.is_live(new_leads)';
  removed constant text := 'select account_id, user_id, tags, -1 from old_leads where tags <> ''{}'' and private.is_live(old_leads)';
  counted bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_tags;
    return null;
  end if;
  -- Ordered by key, so that two statements that count the same tags cannot deadlock.
  execute format(
    $count$
      with lead (account_id, user_id, tags, change) as (%s)
      insert into private.lead_tags (account_id, owner, tag, leads)
      select lead.account_id, coalesce(lead.user_id::text, ''), used.tag, sum(lead.change)
      from lead cross join lateral (select distinct one from unnest(lead.tags) as one) as used (tag)
      group by 1, 2, 3 having sum(lead.change) <> 0 order by 1, 2, 3
      on conflict (account_id, owner, tag) do update set leads = lead_tags.leads + excluded.leads
    $count$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  get diagnostics counted = row_count;
  if counted > 0 then delete from private.lead_tags as kept where kept.leads = 0; end if;
  return null;
end
$$;

create or replace function public.list_lead_tags(p_query text default '', p_limit integer default 20) returns table (tag text, leads bigint)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := private.sees_all_leads();
  asked text := private.tag_key(left(coalesce(p_query, ''), 100));
begin
  return query
  select (array_agg(used.tag order by used.leads desc, used.tag))[1], sum(used.leads)::bigint
  from (
    select kept.tag, kept.key, sum(kept.leads) as leads from private.lead_tags as kept
    where kept.account_id = private.workspace() and (everyone or kept.owner in (caller::text, '')) and (asked = '' or strpos(kept.key, asked) > 0)
    group by kept.tag, kept.key
  ) as used
  group by used.key
  order by used.key = asked desc, starts_with(used.key, asked) desc, sum(used.leads) desc, used.key
  limit least(greatest(coalesce(p_limit, 20), 1), 100);
end
$$;

comment on table private.lead_totals is 'Count and value of an owner''s live leads in a stage, by account.';

create or replace function private.total_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select account_id, user_id, stage, 1 as change, coalesce(value_cents, 0) as value from new_leads where private.is_live(new_leads)';
  removed constant text := 'select account_id, user_id, stage, -1, -coalesce(value_cents, 0) from old_leads where private.is_live(old_leads)';
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_totals;
    return null;
  end if;
  -- Ordered by key, so that two statements that change the same totals cannot deadlock.
  execute format(
    $total$
      with lead (account_id, user_id, stage, change, value) as (%s)
      insert into private.lead_totals (account_id, owner, stage, leads, value_cents)
      select lead.account_id, coalesce(lead.user_id::text, ''), lead.stage, sum(lead.change), sum(lead.value) from lead
      group by 1, 2, 3 having sum(lead.change) <> 0 or sum(lead.value) <> 0 order by 1, 2, 3
      on conflict (account_id, owner, stage) do update
      set leads = lead_totals.leads + excluded.leads, value_cents = lead_totals.value_cents + excluded.value_cents
    $total$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  return null;
end
$$;

create or replace function private.derive_lead_fields() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  place smallint;
  was public.leads := old;
begin
  if tg_op = 'UPDATE' and new.account_id <> old.account_id then
    perform private.refuse('lead_stays', '42501', 'A lead stays in its account');
  end if;
  if tg_op = 'INSERT' or new.stage <> old.stage then
    select stage.position into place from public.pipeline_stages as stage where stage.key = new.stage;
    -- An undo restores stage_entered_at itself. Every other change of stage starts now.
    if tg_op = 'UPDATE' and new.stage_entered_at = old.stage_entered_at then new.stage_entered_at := now(); end if;
    if new.stage <> 'lost' then
      new.reached := greatest(new.reached, place);
      new.lost_reason_id := null;
      new.lost_note := null;
    end if;
    new.closed_at := case when new.stage in ('won', 'lost') then coalesce(
      case when tg_op = 'INSERT' or new.closed_at is distinct from old.closed_at then new.closed_at end, now()) end;
  end if;
  -- Consent is for one address. A new address has none, unless the same change records it.
  if tg_op = 'UPDATE' and btrim(old.email) <> '' and lower(btrim(new.email)) is distinct from lower(btrim(old.email))
    and (new.consent_at, new.consent_text) is not distinct from (old.consent_at, old.consent_text)
  then
    new.consent_at := null;
    new.consent_text := null;
  end if;
  if tg_op = 'UPDATE' then
    -- Columns that people do not write make no new version.
    was.created_at := new.created_at;
    was.updated_at := new.updated_at;
    was.phone_key := new.phone_key;
    was.stage_entered_at := new.stage_entered_at;
    was.reached := new.reached;
    was.closed_at := new.closed_at;
    was.first_touch := new.first_touch;
    was.last_touch := new.last_touch;
    was.consent_text := new.consent_text;
    was.next_task_at := new.next_task_at;
    was.next_task_kind := new.next_task_kind;
    was.next_task_title := new.next_task_title;
    was.last_activity_at := new.last_activity_at;
    was.clock_due_at := new.clock_due_at;
    was.response_seconds := new.response_seconds;
    was.answered_by := new.answered_by;
    was.answer_target_seconds := new.answer_target_seconds;
    was.version := new.version;
    was.erased_at := new.erased_at;
    if was is distinct from new then new.version := old.version + 1; end if;
  end if;
  return new;
end
$$;

create or replace function private.latest_leads(
  p_by text, p_key text, p_before timestamptz, p_before_id uuid, p_limit integer
) returns setof public.leads
language plpgsql stable
set search_path = ''
as $$
begin
  if p_by = 'owner' then
    return query
    select lead.* from public.leads as lead
    where lead.account_id = private.agency_account() and private.is_live(lead) and coalesce(lead.user_id::text, '') = p_key
      and (lead.created_at, lead.id) < (coalesce(p_before, 'infinity'), coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by lead.created_at desc, lead.id desc limit p_limit;
  else
    return query
    select lead.* from public.leads as lead
    where lead.account_id = private.agency_account() and private.is_live(lead)
      and coalesce(nullif(btrim(lead.company), ''), 'No Company') = p_key
      and (lead.created_at, lead.id) < (coalesce(p_before, 'infinity'), coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by lead.created_at desc, lead.id desc limit p_limit;
  end if;
end
$$;

create or replace function public.list_lead_groups(
  p_by text, p_query text default '', p_limit integer default 10, p_offset integer default 0
) returns table (key text, name text, leads bigint, whole boolean, shown jsonb, total_groups bigint)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted text := lower(btrim(left(coalesce(p_query, ''), 200)));
  groups_wanted integer := least(greatest(coalesce(p_limit, 10), 1), 50);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
begin
  perform private.require_admin();
  if p_by is null or p_by not in ('owner', 'company') then
    perform private.refuse('unknown_group', '22023', 'Leads can be grouped by owner or company');
  end if;
  if wanted = '' then
    return query
    with page as materialized (
      select counted.key, counted.leads from private.lead_counts as counted
      where counted.account_id = private.agency_account() and counted.kind = p_by and counted.leads > 0
      order by counted.leads desc, counted.key limit groups_wanted offset skipped
    )
    select page.key, case p_by when 'owner' then private.owner_name(page.key) else page.key end, page.leads, true,
      (
        select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
        from private.latest_leads(p_by, page.key, null, null, 5) as lead
      ),
      (select count(*) from private.lead_counts as counted
        where counted.account_id = private.agency_account() and counted.kind = p_by and counted.leads > 0)
    from page order by page.leads desc, page.key;
    return;
  end if;
  return query
  with found as materialized (
    select * from private.find_leads(private.agency_account(), p_by, p_query)
  ), named as (
    -- A group whose own name matches shows all its leads.
    select counted.key, counted.leads from private.lead_counts as counted
    left join public.profiles as profile on p_by = 'owner' and profile.user_id::text = counted.key
    where counted.account_id = private.agency_account() and counted.kind = p_by and counted.leads > 0 and strpos(
      lower(case
        when p_by = 'company' then counted.key when counted.key = '' then 'Unassigned'
        else coalesce(profile.first_name, '') || ' ' || coalesce(profile.last_name, '')
      end), wanted
    ) > 0
  ), matched as (
    select found.key, count(*) as leads from found group by found.key
  ), groups as (
    select coalesce(named.key, matched.key) as key, coalesce(named.leads, matched.leads) as leads, named.key is not null as whole
    from named full join matched on matched.key = named.key
  ), page as materialized (
    select groups.key, groups.leads, groups.whole, count(*) over () as total_groups from groups
    order by groups.leads desc, groups.key limit groups_wanted offset skipped
  ), ranked as materialized (
    select found.id, found.key, row_number() over (partition by found.key collate "C" order by found.created_at desc, found.id desc) as rank
    from found where found.key in (select page.key from page where not page.whole)
  )
  select page.key, case p_by when 'owner' then private.owner_name(page.key) else page.key end, page.leads, page.whole,
    case when page.whole then (
      select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
      from private.latest_leads(p_by, page.key, null, null, 5) as lead
    ) else (
      select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
      from ranked join public.leads as lead on lead.id = ranked.id where ranked.key = page.key and ranked.rank <= 5
    ) end,
    page.total_groups
  from page order by page.leads desc, page.key;
end
$$;

create or replace function public.list_group_leads(
  p_by text, p_key text, p_query text default '', p_before timestamptz default null, p_before_id uuid default null,
  p_limit integer default 25
) returns setof jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  leads_wanted integer := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  if p_by is null or p_by not in ('owner', 'company') then
    perform private.refuse('unknown_group', '22023', 'Leads can be grouped by owner or company');
  end if;
  if btrim(coalesce(p_query, '')) = '' then
    return query
    select private.admin_lead_json(one) from private.latest_leads(p_by, p_key, p_before, p_before_id, leads_wanted) as one
    order by one.created_at desc, one.id desc;
    return;
  end if;
  return query
  with found as materialized (
    select match.id from private.find_leads(private.agency_account(), p_by, p_query) as match
    where match.key = p_key and (
      p_before is null or (match.created_at, match.id) < (p_before, coalesce(p_before_id, '00000000-0000-0000-0000-000000000000'))
    )
    order by match.created_at desc, match.id desc limit leads_wanted
  )
  select private.admin_lead_json(one) from found join public.leads as one on one.id = found.id
  order by one.created_at desc, one.id desc;
end
$$;

create or replace function public.list_leads(
  p_scope text default 'all', p_filter jsonb default null, p_sort text default '-arrived', p_after jsonb default null,
  p_limit integer default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- private.filter_search_sql needs to know the order.
  perform set_config('upfunnel.leads_by', ltrim(coalesce(p_sort, ''), '-'), true);
  return private.lead_page_json(
    private.lead_scope_sql(p_scope, p_filter), private.lead_order(coalesce(p_sort, '-arrived')), nullif(p_after, 'null'),
    least(greatest(coalesce(p_limit, 50), 1), 200)
  ) || jsonb_build_object('currency', private.account_currency(private.workspace()));
end
$$;

create or replace function private.total_by_stage(p_scope text, p_filter jsonb) returns table (stage text, leads bigint, value_cents bigint)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text := private.lead_scope_sql(p_scope, p_filter);
begin
  return query execute case when private.has_kept_totals(p_filter) then
    -- Each total acts as one live lead with its owner and stage. The condition reads nothing else.
    'select kept.stage, sum(kept.leads)::bigint, sum(kept.value_cents)::bigint from private.lead_totals as kept
    cross join lateral jsonb_populate_record(
      null::public.leads, jsonb_build_object(''account_id'', kept.account_id, ''user_id'', nullif(kept.owner, ''''), ''stage'', kept.stage,
        ''is_spam'', false, ''created_at'', now())
    ) as lead where ' || condition || ' group by kept.stage'
  else
    'select lead.stage, count(*), coalesce(sum(lead.value_cents), 0)::bigint from public.leads as lead where ' || condition || ' group by lead.stage'
  end;
end
$$;

create or replace function public.log_activity(
  p_id uuid, p_lead_id uuid, p_kind text, p_body text default null, p_outcome text default null, p_occurred_at timestamptz default null,
  p_claim boolean default false, p_next jsonb default null, p_seconds integer default null, p_stage text default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  lead public.leads;
  happened timestamptz := least(coalesce(p_occurred_at, now()), now());
  known public.lead_activities;
  claims boolean;
  finished public.lead_tasks;
  planned uuid;
begin
  if p_id is null or not coalesce(private.is_human_activity(p_kind), false) then
    perform private.refuse('unknown_activity', '22023', 'You can only log calls, emails, texts, meetings and notes', 'kind');
  end if;
  if p_outcome is not null and p_outcome !~ '^[a-z][a-z_]{0,39}$' then
    perform private.refuse('unknown_outcome', '22023', 'Unknown outcome', 'outcome');
  end if;
  if p_kind = 'note' and coalesce(btrim(p_body), '') = '' then
    perform private.refuse('note_required', '22023', 'Enter a note', 'body');
  end if;
  if char_length(p_body) > 10000 then perform private.refuse('too_long', '22023', 'Use up to 10,000 characters', 'body'); end if;
  if not isfinite(happened) or happened < '1970-01-01' then perform private.refuse('required', '22023', 'Enter a valid time', 'occurred_at'); end if;
  if p_seconds not between 0 and 86400 then perform private.refuse('duration_invalid', '22023', 'A call can last up to one day', 'duration_seconds'); end if;
  -- Locks the lead, so that of two people who log at the same moment the second sees the first one's claim.
  select found.* into lead from public.leads as found where found.id = p_lead_id for update;
  if lead.id is not null and p_claim and lead.account_id = private.workspace() and lead.user_id <> caller and not private.may_see_lead(lead) then
    perform private.refuse('lead_claimed', 'PT409', format('%s already claimed this lead', private.owner_name(lead.user_id::text)));
  end if;
  lead := private.require_lead(p_lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  select activity.* into known from public.lead_activities as activity where activity.id = p_id;
  if known.id is not null then
    if known.actor_id is distinct from caller or known.lead_id <> p_lead_id then
      perform private.refuse('id_taken', '42501', 'Someone else logged this');
    end if;
    return jsonb_build_object('id', p_id, 'claimed', lead.user_id = caller, 'finished', (
      select task.title from public.lead_tasks as task where task.id = private.parse_uuid(known.payload ->> 'finished')
    ), 'again', true);
  end if;
  claims := p_claim and lead.user_id is null;
  if claims then update public.leads as own set user_id = caller where own.id = lead.id; end if;
  finished := private.complete_matching_task(p_lead_id, p_kind, happened);
  if p_next is not null then planned := private.create_task(lead.id, p_next); end if;
  insert into public.lead_activities (id, lead_id, kind, body, actor_id, occurred_at, payload)
  values (p_id, lead.id, p_kind, nullif(btrim(p_body), ''), caller, happened, jsonb_strip_nulls(jsonb_build_object(
    'outcome', p_outcome, 'seconds', p_seconds, 'claimed', nullif(claims, false), 'finished', finished.id, 'planned', planned
  )));
  if p_stage is not null and p_stage <> lead.stage then
    perform public.change_leads(p_id, array[lead.id], jsonb_build_object('stage', p_stage));
  end if;
  return jsonb_build_object('id', p_id, 'claimed', claims or coalesce(lead.user_id = caller, false), 'finished', finished.title, 'again', false);
end
$$;

create or replace function public.finish_task(p_task_id uuid, p_next jsonb default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_premium();
  select open.* into task from public.lead_tasks as open where open.id = p_task_id for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  update public.lead_tasks as done set done_at = now() where done.id = p_task_id and done.done_at is null;
  if p_next is not null then perform private.create_task(task.lead_id, p_next); end if;
  return jsonb_build_object('lead_id', task.lead_id, 'again', task.done_at is not null);
end
$$;

create or replace function public.send_lead_email(p_id uuid, p_lead_id uuid, p_subject text, p_body text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  lead public.leads;
  known public.lead_activities;
  claims boolean;
  settings public.agency_settings;
  finished public.lead_tasks;
begin
  perform private.require_lead(p_lead_id);
  select found.* into lead from public.leads as found where found.id = p_lead_id for update;
  claims := lead.user_id is null;
  if p_id is null or coalesce(btrim(p_subject), '') = '' or coalesce(btrim(p_body), '') = '' then
    perform private.refuse('required', '22023', 'Enter a subject and a message');
  end if;
  if char_length(p_subject) > 200 or char_length(p_body) > 10000 then
    perform private.refuse('too_long', '22023', 'Use up to 200 characters in the subject and 10,000 in the message');
  end if;
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if lead.email is null then perform private.refuse('lead_without_email', '22023', 'This lead has no email address'); end if;
  if lead.consent_at is null then perform private.refuse('lead_without_consent', '22023', 'This lead hasn''t agreed to be emailed'); end if;
  select activity.* into known from public.lead_activities as activity where activity.id = p_id;
  if known.id is not null then
    if known.actor_id is distinct from caller then perform private.refuse('id_taken', '42501', 'Someone else sent this'); end if;
    return jsonb_build_object('id', p_id, 'again', true);
  end if;
  perform private.require_quota('lead_emails', caller::text), private.require_quota('lead_emails_to_one', private.address_key(lead.email));
  select own.* into settings from public.agency_settings as own;
  -- As a call does, an email claims the lead and moves it out of New.
  if claims then update public.leads as own set user_id = caller where own.id = lead.id; end if;
  finished := private.complete_matching_task(p_lead_id, 'email', now());
  insert into public.lead_activities (id, lead_id, kind, body, actor_id, payload)
  values (p_id, lead.id, 'email', btrim(p_body), caller, jsonb_strip_nulls(jsonb_build_object(
    'subject', btrim(p_subject), 'to', lead.email, 'outcome', 'sent', 'claimed', nullif(claims, false), 'finished', finished.id)));
  if lead.stage = 'new' and exists (select from public.pipeline_stages as stage where stage.key = 'attempting') then
    perform public.change_leads(p_id, array[lead.id], '{"stage": "attempting"}');
  end if;
  perform private.consume_quota('lead_emails', caller::text);
  perform private.consume_quota('lead_emails_to_one', private.address_key(lead.email));
  perform public.enqueue_outbox('mail', format('lead-message:%s', p_id), jsonb_build_object(
    'to', lead.email, 'template', 'lead-message',
    'data', jsonb_build_object('subject', btrim(p_subject), 'text', btrim(p_body), 'replyTo', settings.email)));
  return jsonb_build_object('id', p_id, 'again', false, 'claimed', claims, 'finished', finished.title);
end
$$;

create or replace function private.merge_obstacle(p_batch public.lead_batches) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  kept public.leads;
  other public.leads;
begin
  if p_batch.actor_id is distinct from auth.uid() and not private.manages_workspace() then
    return 'Only an admin or the person who merged these leads can unmerge them';
  end if;
  if p_batch.undone_at is not null then return 'These leads were already unmerged'; end if;
  select lead.* into kept from public.leads as lead where lead.id = (p_batch.changes ->> 'keep')::uuid;
  select lead.* into other from public.leads as lead where lead.id = (p_batch.changes ->> 'other')::uuid;
  if kept.id is null or other.id is null then return 'One of these leads no longer exists'; end if;
  if not (private.may_see_lead(kept) and private.may_see_lead(other)) then
    return 'One of these leads now belongs to a colleague. An admin can unmerge them';
  end if;
  if other.merged_into = kept.id then return null; end if;
  if kept.merged_into is not null and other.merged_into = kept.merged_into then
    return 'The merged lead was since merged into another lead. Undo that merge first';
  end if;
  return 'These leads are no longer merged';
end
$$;

create or replace function private.merge_json(p_batch_id uuid, p_other_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  batch public.lead_batches;
  other public.leads;
  seen boolean;
begin
  select found.* into batch from public.lead_batches as found where found.id = p_batch_id and found.kind = 'merge';
  select lead.* into other from public.leads as lead where lead.id = p_other_id;
  seen := coalesce(private.may_see_lead(other), false) and other.id is not null;
  return jsonb_build_object(
    'batch_id', batch.id, 'by', private.person_name(batch.actor_id), 'at', batch.created_at,
    'other_id', case when seen then other.id end,
    -- A colleague's lead shows its name only while it is part of the kept lead, whose history has the name anyway.
    'other_name', case when seen or batch.undone_at is null and other.id::text = batch.changes ->> 'other' and other.merged_into is not null
      then private.lead_title(other) end,
    'undone_at', batch.undone_at, 'obstacle', private.merge_obstacle(batch)
  );
end
$$;

create or replace function private.lock_lead_pair(p_one uuid, p_other uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_count integer;
begin
  if p_one is null or p_other is null or p_one = p_other then
    perform private.refuse('same_lead', '22023', 'Choose two different leads to merge');
  end if;
  -- Locks in the order of ids, so that two people who merge the same pair in opposite directions cannot deadlock.
  perform from public.leads as lead where lead.id in (p_one, p_other) order by lead.id for update;
  select count(*) into found_count from public.leads as lead where lead.id in (p_one, p_other) and private.may_see_lead(lead);
  if found_count <> 2 then perform private.refuse('lead_not_found', 'PT404', 'Leads not found'); end if;
end
$$;

create or replace function public.merge_leads(p_batch_id uuid, p_keep_id uuid, p_other_id uuid, p_fields jsonb default '{}') returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  known public.lead_batches;
  keep public.leads;
  other public.leads;
  merged public.leads;
  after_keep public.leads;
  after_other public.leads;
  done jsonb;
begin
  if p_batch_id is null then perform private.refuse('required', '22023', 'The merge needs an id', 'id'); end if;
  perform private.lock_lead_pair(p_keep_id, p_other_id);
  select batch.* into known from public.lead_batches as batch where batch.id = p_batch_id;
  if known.id is not null then
    if known.actor_id is distinct from caller or known.kind <> 'merge' then
      perform private.refuse('id_taken', '42501', 'This change belongs to someone else');
    end if;
    return jsonb_build_object('batch_id', known.id, 'kept_id', known.changes ->> 'keep');
  end if;
  select lead.* into keep from public.leads as lead where lead.id = p_keep_id;
  select lead.* into other from public.leads as lead where lead.id = p_other_id;
  if keep.merged_into is not null or other.merged_into is not null then
    perform private.refuse('outdated', 'PT409', 'Someone else just merged one of these leads');
  end if;
  if keep.erased_at is not null or other.erased_at is not null then perform private.refuse('person_erased', 'PT409', 'This person was erased'); end if;
  if keep.archived_at is not null then perform private.refuse('lead_archived', 'PT409', 'The lead you''re keeping is archived. Restore it first.'); end if;
  merged := private.merged_lead(keep, other, coalesce(p_fields, '{}'));
  done := jsonb_build_object(
    'keep', p_keep_id, 'other', p_other_id, 'fields', coalesce(p_fields, '{}'),
    'clock', private.merge_open_clocks(p_keep_id, p_other_id, caller),
    'tasks', (select coalesce(jsonb_agg(task.id), '[]') from (
      select one.id from public.lead_tasks as one where one.lead_id = p_other_id order by one.due_at limit 1000) as task),
    'merged_before', (select coalesce(jsonb_agg(lead.id), '[]') from public.leads as lead where lead.merged_into = p_other_id)
  );
  insert into public.lead_batches (id, actor_id, kind, changes, leads) values (p_batch_id, caller, 'merge', done, 2);
  update public.lead_tasks as task set lead_id = p_keep_id where task.lead_id = p_other_id;
  update public.leads as lead set merged_into = p_keep_id where lead.merged_into = p_other_id;
  update public.leads as lead
  set merged_into = p_keep_id, archived_at = coalesce(lead.archived_at, now()) where lead.id = p_other_id
  returning lead.* into after_other;
  merged.reached := greatest(keep.reached, other.reached);
  merged.last_activity_at := greatest(keep.last_activity_at, other.last_activity_at);
  merged.first_touch := case when other.created_at < keep.created_at then coalesce(other.first_touch, keep.first_touch)
    else coalesce(keep.first_touch, other.first_touch) end;
  merged.last_touch := case when other.created_at > keep.created_at then coalesce(other.last_touch, keep.last_touch)
    else coalesce(keep.last_touch, other.last_touch) end;
  select written.* into after_keep from private.write_leads(array[merged]) as written;
  done := done || jsonb_build_object('answered', private.answer_merged_clock(p_keep_id));
  update public.lead_batches as batch set changes = done where batch.id = p_batch_id;
  perform private.sync_lead_clock(lead_id) from unnest(array[p_keep_id, p_other_id]) as lead_id;
  insert into private.lead_batch_rows (batch_id, lead_id, before, after) values
  (p_batch_id, p_keep_id,
    private.changed_fields(to_jsonb(keep), to_jsonb(after_keep)) || private.derived_fields(to_jsonb(keep), to_jsonb(after_keep)),
    private.changed_fields(to_jsonb(after_keep), to_jsonb(keep)) || private.derived_fields(to_jsonb(after_keep), to_jsonb(keep))),
  (p_batch_id, p_other_id, jsonb_build_object('archived_at', other.archived_at), jsonb_build_object('archived_at', after_other.archived_at));
  insert into public.lead_activities (lead_id, kind, actor_id, payload) values
  (p_keep_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'kept', 'lead_id', p_other_id)),
  (p_other_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'merged', 'lead_id', p_keep_id));
  return jsonb_build_object('batch_id', p_batch_id, 'kept_id', p_keep_id);
end
$$;

create or replace function public.order_lost_reasons(p_ids uuid[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_premium();
  if not private.manages_workspace() then perform private.refuse('admin_only', '42501', 'Only an admin or owner can do this'); end if;
  lock table public.lost_reasons in share row exclusive mode;
  if (select array_agg(reason.id order by reason.id) from public.lost_reasons as reason where reason.account_id = private.workspace())
    is distinct from (select array_agg(wanted.id order by wanted.id) from unnest(p_ids) as wanted (id))
  then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed the lost reasons');
  end if;
  update public.lost_reasons as reason set position = wanted.place
  from unnest(p_ids) with ordinality as wanted (id, place)
  where reason.id = wanted.id and reason.account_id = private.workspace() and reason.position <> wanted.place;
end
$$;

comment on function public.order_lost_reasons(uuid[]) is
'Puts the lost reasons into this order; name all of them. For admins and a client''s owners (42501). PT409: others were added meanwhile.';

create or replace function public.crm_outcomes(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  -- Reps see the money of the leads that they can see: their own and unowned ones.
  has_money boolean := p_scope = 'mine' or private.sees_all_leads();
  period record := private.analytics_period(p_from, p_to);
  answer jsonb;
begin
  with closed as materialized (
    select lead.closed_at >= period.begins as is_now, lead.stage, lead.lost_reason_id, count(*) as leads,
      sum(lead.value_cents) filter (where has_money) as value_cents
    from private.analytics_leads(owners, p_source) as lead
    where lead.closed_at >= period.begins_before and lead.closed_at < period.ends
      and lead.stage in ('won', 'lost')
    group by 1, 2, 3
  ), rate as materialized (
    -- How many of all leads that ever reached a stage, and were closed within the last year, were won.
    select stage.key, sum(past.leads) filter (where past.stage = 'won') as won, sum(past.leads) as closed
    from public.pipeline_stages as stage join (
      select lead.reached, lead.stage, count(*) as leads from private.analytics_leads(owners, p_source) as lead
      where lead.closed_at >= now() - interval '365 days' and lead.stage in ('won', 'lost')
      group by 1, 2
    ) as past on past.reached >= stage.position
    group by stage.key
  ), pipe as materialized (
    select lead.stage, count(*) as leads, count(*) filter (where quiet.long) as stalled,
      coalesce(sum(lead.value_cents), 0) as value_cents, count(lead.value_cents) as valued,
      coalesce(sum(lead.value_cents) filter (where quiet.long), 0) as stalled_cents
    from private.analytics_leads(owners, p_source) as lead join public.pipeline_stages as stage on stage.key = lead.stage
    cross join lateral (
      select coalesce(greatest(lead.last_activity_at, lead.stage_entered_at) < now() - stage.rots_after_days * interval '1 day', false) as long
    ) as quiet
    where lead.stage not in ('won', 'lost')
    group by 1
  )
  select jsonb_build_object(
    'has_money', has_money,
    'currency', private.account_currency(private.workspace()),
    'won', coalesce((select sum(closed.leads) from closed where closed.is_now and closed.stage = 'won'), 0),
    'lost', coalesce((select sum(closed.leads) from closed where closed.is_now and closed.stage = 'lost'), 0),
    'won_before', coalesce((select sum(closed.leads) from closed where not closed.is_now and closed.stage = 'won'), 0),
    'lost_before', coalesce((select sum(closed.leads) from closed where not closed.is_now and closed.stage = 'lost'), 0),
    'won_cents', (select sum(closed.value_cents) from closed where closed.is_now and closed.stage = 'won'),
    'won_cents_before', (select sum(closed.value_cents) from closed where not closed.is_now and closed.stage = 'won'),
    'lost_reasons', (
      select coalesce(jsonb_agg(jsonb_build_object('id', sums.id, 'label', sums.label, 'leads', sums.leads) order by sums.leads desc, sums.label), '[]')
      from (
        select reason.id, coalesce(reason.label, 'No reason') as label, sum(closed.leads) as leads
        from closed left join public.lost_reasons as reason on reason.id = closed.lost_reason_id
        where closed.is_now and closed.stage = 'lost' group by 1, 2
      ) as sums
    ),
    'open', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'stage', stage.key, 'label', stage.label, 'position', stage.position, 'rots_after_days', stage.rots_after_days, 'leads', coalesce(pipe.leads, 0),
        'stalled', coalesce(pipe.stalled, 0), 'valued', case when has_money then coalesce(pipe.valued, 0) end,
        'value_cents', case when has_money then coalesce(pipe.value_cents, 0) end,
        'stalled_cents', case when has_money then coalesce(pipe.stalled_cents, 0) end,
        'won', coalesce(rate.won, 0), 'closed', coalesce(rate.closed, 0),
        -- Unknown until a lead that reached the stage has closed.
        'forecast_cents', case when has_money and rate.closed > 0 then round(coalesce(pipe.value_cents, 0) * coalesce(rate.won, 0) / rate.closed) end
      ) order by stage.position), '[]')
      from public.pipeline_stages as stage left join pipe on pipe.stage = stage.key left join rate on rate.key = stage.key
      where stage.key not in ('won', 'lost')
    )
  ) into answer;
  return answer;
end
$$;

comment on function private.team_medians() is
'The people who answer in the workspace, how many leads each answered today, and how fast; null without answers.';

create or replace function public.crm_pulse(p_seen bigint default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := private.sees_all_leads();
  account constant uuid := private.workspace();
  change bigint := (select moved.last_value from private.crm_change as moved);
begin
  if change = p_seen then return jsonb_build_object('change', change); end if;
  return jsonb_build_object(
    'change', change, 'now', now(),
    'target_seconds', private.account_target(account),
    'calendar', private.calendar_of(account),
    'leads', (
      select coalesce(sum(total.leads), 0) from private.lead_totals as total
      where total.account_id = account and (everyone or total.owner in (caller::text, ''))
    ),
    'unanswered', (
      select count(*) from public.leads as lead
      where lead.account_id = account and lead.clock_due_at is not null and private.is_live(lead) and lead.erased_at is null
        -- The same leads as on Today, so that both numbers agree.
        and (everyone or lead.user_id is null or lead.user_id = caller)
    ),
    'overdue', (
      select count(*) from public.leads as lead
      where lead.account_id = account and lead.next_task_at < now() and lead.stage <> 'lost' and private.is_live(lead)
        and (everyone or lead.user_id is null or lead.user_id = caller)
    ),
    'newest', (
      select jsonb_build_object('id', lead.id, 'first_name', lead.first_name, 'last_name', lead.last_name, 'company', lead.company,
        'email', lead.email,
        'source', lead.source, 'arrived_at', lead.arrived_at)
      from (
        select waiting.*, clock.arrived_at from public.leads as waiting
        join public.lead_clocks as clock on clock.lead_id = waiting.id and clock.state not in ('answered', 'dropped')
        where waiting.account_id = account and waiting.clock_due_at is not null and private.is_live(waiting) and waiting.erased_at is null
          and (everyone or waiting.user_id is null or waiting.user_id = caller)
        order by clock.arrived_at desc limit 1
      ) as lead
    ),
    'team', private.team_medians()
  );
end
$$;

create or replace function public.crm_notifications() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
begin
  return coalesce((
    select jsonb_agg(to_jsonb(news) || jsonb_build_object(
      'is_read',
      -- Nothing is left to do for a lead that was answered. That a colleague got the caller's lead stays news.
      news.new_owner_name is null and clock.state in ('answered', 'dropped')
      or exists (select from private.read_notifications as seen where seen.user_id = caller and seen.event_id = news.id)
    ) order by news.at desc, news.id desc)
    from private.notifications_of(caller, private.sees_all_leads()) as news
    join public.lead_clock_events as event on event.id = news.id
    join public.lead_clocks as clock on clock.id = event.clock_id
  ), '[]');
end
$$;

create or replace function public.mark_notifications_read(p_ids bigint[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
begin
  insert into private.read_notifications (user_id, event_id)
  select caller, news.id from private.notifications_of(caller, private.sees_all_leads()) as news where news.id = any (p_ids)
  on conflict do nothing;
end
$$;

create or replace function public.response_stats(
  p_from timestamptz default null, p_to timestamptz default null, p_by text default 'all'
) returns table (
  key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, "within" bigint, decided bigint,
  target_seconds integer
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  zone text := private.account_zone(private.workspace());
  target integer := private.account_target(private.workspace());
begin
  perform private.require_team();
  -- A free account sees the last 30 days.
  if coalesce(p_from, '-infinity') < private.account_day_start(private.workspace(), -31) then perform private.require_premium(); end if;
  if p_by is null or p_by not in ('all', 'rep', 'source', 'hour') then
    perform private.refuse('unknown_group', '22023', 'Responses can be grouped by all, rep, source or hour');
  end if;
  return query
  with clock as materialized (
    select each.state, each.response_seconds, each.target_seconds, each.due_at,
      case p_by
        when 'all' then 'all'
        -- An answered lead counts for the person who answered, a waiting one for its owner.
        when 'rep' then coalesce((case each.state when 'answered' then each.answered_by else each.owner_id end)::text, '')
        when 'source' then each.source::text
        else extract(hour from each.arrived_at at time zone zone)::integer::text
      end as key
    from public.lead_clocks as each
    where each.account_id = private.workspace() and each.state <> 'dropped' and each.arrived_at >= coalesce(p_from, '-infinity') and each.arrived_at < coalesce(p_to, 'infinity')
  ), figures as (
    select clock.key, count(*) as leads, count(*) filter (where clock.state = 'answered') as answered,
      percentile_disc(0.5) within group (order by clock.response_seconds) filter (where clock.state = 'answered') as median,
      percentile_disc(0.9) within group (order by clock.response_seconds) filter (where clock.state = 'answered') as p90,
      count(*) filter (where clock.state = 'answered' and clock.response_seconds <= clock.target_seconds) as "within",
      -- A lead that still has time is neither within the target nor over it.
      count(*) filter (where clock.state = 'answered' or clock.due_at < now()) as decided
    from clock group by clock.key
  ), group_key (key, place) as (
    select 'all', 0 where p_by = 'all'
    union all select member.id::text, 0 from unnest(private.team_of(private.workspace())) as member (id) where p_by = 'rep'
    union all select source.value::text, source.place::integer
      from unnest(enum_range(null::public.lead_source)) with ordinality as source (value, place) where p_by = 'source'
    union all select hour.value::text, hour.value from generate_series(0, 23) as hour (value) where p_by = 'hour'
    union all select figures.key, 1 from figures where p_by = 'rep' and figures.key not in (
      select member.id::text from unnest(private.team_of(private.workspace())) as member (id)
    )
  )
  select group_key.key,
    case p_by when 'all' then 'Everyone' when 'rep' then private.owner_name(group_key.key)
      when 'source' then private.source_label(group_key.key::public.lead_source) else lpad(group_key.key, 2, '0') || ':00' end as label,
    coalesce(figures.leads, 0), coalesce(figures.answered, 0), figures.median, figures.p90,
    case when figures.leads > 0 then figures."within" end, case when figures.leads > 0 then figures.decided end, target
  from group_key left join figures on figures.key = group_key.key
  order by group_key.place, case when p_by = 'rep' then private.owner_name(group_key.key) end collate "C", group_key.key;
end
$$;

create or replace function public.response_stats_today() returns table (
  key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, "within" bigint, decided bigint,
  target_seconds integer
)
language sql stable security definer
set search_path = ''
as $$
  select stats.* from public.response_stats(private.account_day_start(private.workspace())) as stats
$$;

create or replace function public.crm_responses(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- Enough to sort a year of leads in memory instead of on disk.
set work_mem = '16MB'
as $$
declare
  caller uuid := private.require_team();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  zone text := private.account_zone(private.workspace());
  target integer := private.account_target(private.workspace());
  period record := private.analytics_period(p_from, p_to);
  answer jsonb;
begin
  -- A free account sees the last 30 days.
  if period.begins < private.account_day_start(private.workspace(), -31) then perform private.require_premium(); end if;
  with asking as materialized (
    select lead.response_seconds as seconds, coalesce(lead.answer_target_seconds, target) as target,
      -- An answered lead counts for the person who answered, a waiting one for its owner.
      case when lead.response_seconds is null then lead.user_id else lead.answered_by end as rep,
      lead.source, extract(hour from lead.created_at at time zone zone)::integer as hour
    from private.analytics_leads(owners, p_source) as lead
    where lead.created_at >= period.begins and lead.created_at < period.ends
      and (lead.response_seconds is not null or lead.clock_due_at is not null)
  ), stat as materialized (
    select grouping(asking.rep, asking.hour, asking.source) as kind, asking.rep, asking.hour, asking.source, count(*) as leads,
      count(asking.seconds) as answered, count(*) filter (where asking.seconds <= asking.target) as within,
      percentile_cont(array[0.5, 0.9]) within group (order by asking.seconds) as at
    from asking group by grouping sets ((), (asking.rep), (asking.hour), (asking.source))
  ), bin as materialized (
    select width_bucket(asking.seconds, array[60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 900, 1800]) as bin, count(*) as leads
    from asking where asking.seconds is not null group by 1
  ), earlier as materialized (
    select count(*) as answered, round(percentile_cont(0.5) within group (order by lead.response_seconds)) as median
    from private.analytics_leads(owners, p_source) as lead
    where lead.created_at >= period.begins_before and lead.created_at < period.begins
      and lead.response_seconds is not null
  )
  select jsonb_build_object(
    'target_seconds', target,
    'all', (select jsonb_build_object('leads', stat.leads, 'answered', stat.answered, 'within', stat.within, 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
      from stat where stat.kind = 7),
    'median_before', (select earlier.median from earlier),
    'answered_before', (select earlier.answered from earlier),
    'histogram', (
      select jsonb_agg(coalesce(bin.leads, 0) order by n) from generate_series(0, 12) as n left join bin on bin.bin = n
    ),
    'reps', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'leads', coalesce(stat.leads, 0),
        'answered', coalesce(stat.answered, 0), 'within', coalesce(stat.within, 0), 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
        order by stat.at[1] nulls last, person.name), '[]')
      from (
        select known.id, private.owner_name(known.id::text) as name from (
          -- The rep who was asked for is listed even without an answer.
          select member.id from unnest(private.team_of(private.workspace())) as member (id) where owners is null
          union select owner.id::uuid from unnest(owners) as owner (id) where owner.id <> ''
          union select stat.rep from stat where stat.kind = 3 and stat.rep is not null and stat.answered > 0
        ) as known
      ) as person left join stat on stat.kind = 3 and stat.rep = person.id
    ),
    'hours', (
      select coalesce(jsonb_agg(jsonb_build_object('hour', stat.hour, 'leads', stat.leads, 'answered', stat.answered, 'within', stat.within,
        'median', round(stat.at[1]), 'p90', round(stat.at[2])) order by stat.hour), '[]') from stat where stat.kind = 5
    ),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('source', stat.source, 'leads', stat.leads, 'answered', stat.answered, 'within', stat.within,
        'median', round(stat.at[1]), 'p90', round(stat.at[2])) order by stat.at[1] nulls last, stat.source), '[]') from stat where stat.kind = 6
    )
  ) into answer;
  return answer;
end
$$;

create or replace function private.write_import_rows(p_import public.lead_imports, p_from integer, p_to integer) returns void
language plpgsql volatile security definer
set search_path = ''
-- Statistics are always out of date while a table grows by thousands of rows a second. These settings read rows by index and
-- each list once.
set enable_seqscan = off
set jit = off
set enable_nestloop = off
as $$
declare
  -- Sales people change their own and unowned leads only.
  is_admin boolean := not exists (
    select from public.user_roles as held where held.user_id = p_import.actor_id and held.role = 'sales' and held.status = 'active'
  ) or exists (
    select from public.user_roles as held where held.user_id = p_import.actor_id and held.role = 'admin' and held.status = 'active'
  );
  other_reason uuid := (select reason.id from public.lost_reasons as reason where reason.account_id = p_import.account_id order by lower(reason.label) <> 'other', reason.position desc limit 1);
  emails text[];
  phones text[];
  columns text;
  new_values text;
  changed_values text;
  types text;
begin
  select
    string_agg(format('%I', known.field), ', '),
    string_agg(format(case
      when known.kind = 'list' then 'coalesce(field.%1$I, ''{}'')'
      when known.field = 'source' then 'coalesce(field.%1$I, ($1).source)'
      else 'field.%1$I' end, known.field), ', '),
    string_agg(format(case
      when known.kind = 'list' then '%1$I = case when field.%1$I is null then lead.%1$I
        else array(select distinct one from unnest(lead.%1$I || field.%1$I) as one order by one) end'
      else '%1$I = coalesce(field.%1$I, lead.%1$I)' end, known.field), ', '),
    string_agg(format('%I %s', known.field, case known.kind
      when 'list' then 'text[]' when 'number' then 'bigint' when 'choice' then 'public.lead_source' else 'text' end), ', ')
  into columns, new_values, changed_values, types
  from private.lead_fields() as known where known.is_fact;
  -- Nobody is signed in here. The import's entry in the history names its person, and the audit log stays out of it: it would
  -- copy every row, and the import itself is the record.
  select array_agg(distinct staged.email_key), array_agg(distinct staged.phone_key) into emails, phones
  from private.lead_import_rows as staged
  where staged.import_id = p_import.id and staged.row_no between p_from and p_to and staged.problem is null;
  -- Built from the list of fields and planned for these rows.
  execute format($write$
    with there as materialized (
      select found.* from private.find_leads(($1).account_id, $6, $7) as found where ($1).duplicates <> 'create'
    ), named as materialized (
      select names.kind, names.name, case names.kind when 'owner' then private.import_owner(($1).account_id, names.name)::text else private.import_stage(names.name) end as found
      from (
        select distinct pair.kind, pair.name from private.lead_import_rows as staged
        cross join lateral (values ('owner', staged.fields ->> 'owner'), ('stage', staged.fields ->> 'stage')) as pair (kind, name)
        where staged.import_id = ($1).id and staged.row_no between $2 and $3 and pair.name is not null
      ) as names
    ), todo as materialized (
      select staged.row_no, staged.fields, gen_random_uuid() as new_id, owners.found::uuid as row_owner, stages.found as row_stage,
        coalesce(stages.found, ($1).stage) as new_stage,
        case when ($1).duplicates <> 'create' then coalesce(
          there_mail.lead_id, there_phone.lead_id,
          -- A batch ends before a row that would change the lead of an earlier row. Here such a row can only be skipped.
          case when staged.repeats >= $2 then '00000000-0000-0000-0000-000000000000'::uuid end
        ) end as match
      from private.lead_import_rows as staged
      left join named as owners on owners.kind = 'owner' and owners.name = staged.fields ->> 'owner'
      left join named as stages on stages.kind = 'stage' and stages.name = staged.fields ->> 'stage'
      left join there as there_mail on there_mail.email_key = staged.email_key
      left join there as there_phone on there_phone.phone_key = staged.phone_key
      where staged.import_id = ($1).id and staged.row_no between $2 and $3 and staged.problem is null and staged.outcome is null
    ), made as (
      insert into public.leads (id, account_id, user_id, stage, lost_reason_id, lost_note, created_at, closed_at, %1$s)
      select todo.new_id, ($1).account_id, coalesce(todo.row_owner, ($1).owner_id), todo.new_stage,
        case when todo.new_stage = 'lost' then coalesce(
          (select reason.id from public.lost_reasons as reason where reason.account_id = ($1).account_id and lower(reason.label) = lower(btrim(field.lost_reason))), $5) end,
        case when todo.new_stage = 'lost' then coalesce(field.lost_reason, 'Imported without a reason') end,
        coalesce(field.created_at, now()), field.closed_at, %2$s
      from todo cross join lateral jsonb_to_record(todo.fields) as field (
        lost_reason text, created_at timestamptz, closed_at timestamptz, %4$s
      )
      where todo.match is null
      returning id, version
    ), was as materialized (
      select lead.*, todo.row_no, todo.fields, todo.row_owner, todo.row_stage
      from todo join public.leads as lead on lead.id = todo.match
      where ($1).duplicates = 'update' and lead.id = any (array(select wanted.match from todo as wanted))
        and ($4 or lead.user_id is null or lead.user_id = ($1).actor_id)
      order by lead.id for update of lead
    ), changed as (
      update public.leads as lead
      set %3$s,
        user_id = coalesce(was.row_owner, lead.user_id), stage = coalesce(was.row_stage, lead.stage),
        lost_reason_id = case when was.row_stage = 'lost' then coalesce(
          (select reason.id from public.lost_reasons as reason where reason.account_id = ($1).account_id and lower(reason.label) = lower(btrim(field.lost_reason))),
          lead.lost_reason_id, $5) else lead.lost_reason_id end
      from was cross join lateral jsonb_to_record(was.fields) as field (
        lost_reason text, %4$s
      )
      where lead.id = was.id and lead.id = any (array(select wanted.match from todo as wanted))
      returning lead.id, was.row_no, was.version as old_version, lead.version,
        private.changed_fields(to_jsonb(was) - 'row_no' - 'fields' - 'row_owner' - 'row_stage', to_jsonb(lead)) as before,
        private.changed_fields(to_jsonb(lead), to_jsonb(was) - 'row_no' - 'fields' - 'row_owner' - 'row_stage') as after
    ), noted as (
      insert into public.lead_activities (lead_id, kind, body, actor_id, payload)
      select event.lead_id, 'import', todo.fields ->> 'note', ($1).actor_id,
        jsonb_build_object('import_id', ($1).id, 'file', ($1).file_name, 'row', todo.row_no, 'what', event.what)
      from (
        select made.id as lead_id, todo.row_no, 'created' as what from made join todo on todo.new_id = made.id
        union all select changed.id, changed.row_no, 'updated' from changed where changed.before <> '{}'
      ) as event join todo on todo.row_no = event.row_no
    )
    update private.lead_import_rows as staged
    set outcome = result.outcome, lead_id = result.lead_id, version = result.version, before = result.before, after = result.after
    from (
      select todo.row_no, made.id is null as there, coalesce(made.id, nullif(todo.match, '00000000-0000-0000-0000-000000000000')) as lead_id,
        coalesce(made.version, changed.version) as version, changed.before, changed.after,
        case when made.id is not null then 'created' when changed.before <> '{}' then 'updated' else 'skipped' end as outcome
      from todo left join made on made.id = todo.new_id left join changed on changed.row_no = todo.row_no
    ) as result
    where staged.import_id = ($1).id and staged.row_no = result.row_no and staged.row_no between $2 and $3
  $write$, columns, new_values, changed_values, types) using p_import, p_from, p_to, is_admin, other_reason, emails, phones;
end
$$;

comment on function private.lead_search_words(public.leads) is
'The words that a search finds a lead by, and its account. Signs inside addresses separate words.';

create or replace function private.find_lead_ids(p_words tsquery, p_admin boolean, p_caller uuid, p_limit integer) returns setof uuid
language plpgsql stable
set search_path = ''
as $$
begin
  return query execute format(
    $sql$
      with found as materialized (
        select lead.id, lead.user_id from public.leads as lead
        where lead.account_id = %L and private.is_live(lead) and private.lead_search_words(lead) @@ %L::tsquery limit %s
      )
      select found.id from found where %L or found.user_id is null or found.user_id = %L limit %s
    $sql$, private.workspace(), private.within_account(private.workspace(), p_words)::text, case when p_admin then p_limit else 5000 end, p_admin, p_caller, p_limit
  );
end
$$;

comment on function private.find_lead_ids(tsquery, boolean, uuid, integer) is 'The leads of the workspace that match these words and that the caller sees.';

create or replace function private.find_phone_ids(p_query text, p_admin boolean, p_caller uuid, p_limit integer) returns setof uuid
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  digits text := private.searched_digits(p_query);
  nines constant text := '999999999999999';
  most constant integer := case when p_admin then p_limit else 5000 end;
  account constant uuid := private.workspace();
begin
  if digits is null then return; end if;
  return query
  select distinct found.id from (
    (
      select lead.id, lead.user_id from public.leads as lead
      where lead.account_id = account and lead.phone_key between digits and digits || nines and private.is_live(lead)
      order by lead.phone_key limit most
    ) union all (
      select lead.id, lead.user_id from public.leads as lead
      where lead.account_id = account and lead.phone_key between '1' || digits and '1' || digits || nines and private.is_live(lead)
      order by lead.phone_key limit most
    ) union all (
      select lead.id, lead.user_id from public.leads as lead
      where lead.account_id = account and lead.phone_key is not null and reverse(lead.phone_key) between reverse(digits) and reverse(digits) || nines
        and private.is_live(lead)
      order by reverse(lead.phone_key) limit most
    )
  ) as found
  where p_admin or found.user_id is null or found.user_id = p_caller
  limit p_limit;
end
$$;

create or replace function public.search_leads(p_query text, p_limit integer default 8)
returns table (id uuid, name text, company text, email text, phone text, stage text, owner_name text)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  caller uuid := private.require_team();
  is_admin boolean := private.sees_all_leads();
  since constant timestamptz := private.visible_since();
  wanted integer := least(greatest(coalesce(p_limit, 8), 1), 50);
  asked text := btrim(left(coalesce(p_query, ''), 100));
  found_ids uuid[];
begin
  if asked !~ '[[:alnum:]]' then return; end if;
  found_ids := array(
    select private.find_phone_ids(asked, is_admin, caller, wanted)
    union select private.find_lead_ids(private.words_query(asked), is_admin, caller, 200)
  );
  if cardinality(found_ids) < wanted then
    found_ids := array(
      select unnest(found_ids) union
      select private.find_lead_ids(private.similar_words_query(asked), is_admin, caller, 200)
    );
  end if;
  return query
  select lead.id, private.full_name(lead.first_name, lead.last_name), lead.company, lead.email,
    lead.phone, lead.stage, private.owner_name(coalesce(lead.user_id::text, ''))
  from public.leads as lead
  cross join lateral private.lead_text(lead.first_name, lead.last_name, lead.email, lead.company) as known (words)
  where lead.id = any (found_ids) and lead.created_at >= since
  order by extensions.word_similarity(lower(asked), known.words) desc, lead.created_at desc, lead.id
  limit wanted;
end
$$;

create or replace function private.import_owner(p_account uuid, p_named text) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select held.user_id from public.user_roles as held join auth.users as account on account.id = held.user_id
  where held.status = 'active' and private.is_on_team(held.user_id, p_account)
    and (lower(account.email) = lower(btrim(p_named)) or lower(private.owner_name(held.user_id::text)) = lower(btrim(p_named)))
  order by lower(account.email) = lower(btrim(p_named)) desc, held.user_id limit 1
$$;

comment on function private.import_owner(uuid, text) is 'The person who may own leads of the account with this email address or name.';

create or replace function public.create_lead_import(p_import_id uuid, p_file_name text, p_headers text[], p_mapping jsonb, p_defaults jsonb)
returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  owner_wanted uuid := (p_defaults ->> 'owner_id')::uuid;
begin
  if p_mapping is null or jsonb_typeof(p_mapping) <> 'array' or jsonb_array_length(p_mapping) <> cardinality(p_headers) then
    perform private.refuse('mapping_incomplete', '22023', 'Every column needs its place in the mapping', 'mapping');
  end if;
  if owner_wanted is not null and not private.is_on_team(owner_wanted, private.workspace()) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active team members');
  end if;
  if coalesce(p_defaults ->> 'stage', 'new') = 'lost'
    or not exists (select from public.pipeline_stages as stage where stage.key = coalesce(p_defaults ->> 'stage', 'new')) then
    perform private.refuse('unknown_stage', '22023', 'New leads can''t start in this stage');
  end if;
  -- Deletes imports that were abandoned for a day.
  delete from public.lead_imports as old
  where old.actor_id = caller and old.account_id = private.workspace() and old.status in ('staging', 'ready') and old.created_at < now() - interval '1 day';
  insert into public.lead_imports (id, actor_id, file_name, headers, mapping, owner_id, stage, source)
  values (
    p_import_id, caller, left(coalesce(nullif(btrim(p_file_name), ''), 'file.csv'), 255), p_headers, p_mapping, owner_wanted,
    coalesce(p_defaults ->> 'stage', 'new'), coalesce(p_defaults ->> 'source', 'other')::public.lead_source
  ) on conflict (id) do nothing;
  if not exists (select from public.lead_imports as one where one.id = p_import_id and one.actor_id = caller and one.account_id = private.workspace()) then
    perform private.refuse('id_taken', '42501', 'This import belongs to someone else');
  end if;
end
$$;

create or replace function public.stage_lead_import(p_import_id uuid, p_from_row integer, p_rows jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
-- Statistics are always out of date while a table grows by thousands of rows a second. These settings read rows by index and
-- each list once.
set enable_seqscan = off
set jit = off
set enable_nestloop = off
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
  added record;
  emails text[];
  phones text[];
begin
  if current_import.status <> 'staging' then perform private.refuse('import_checked', 'PT409', 'This import was already checked'); end if;
  if p_from_row is null or p_from_row < 1 or jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > 2000 then
    perform private.refuse('rows_invalid', '22023', 'Rows come as an array of at most 2,000', 'rows');
  end if;
  if p_from_row > 500000 then perform private.refuse('file_too_large', '22023', 'A file can have up to 500,000 rows'); end if;
  perform private.consume_quota('import_rows', auth.uid()::text, jsonb_array_length(p_rows));
  perform private.consume_quota('import_bytes', auth.uid()::text, pg_column_size(p_rows));
  select array_agg(distinct lower(item.fields ->> 'email')) filter (where item.fields ->> 'email' is not null),
    array_agg(distinct private.phone_key(item.fields ->> 'phone')) filter (where item.fields ->> 'phone' is not null)
  into emails, phones from jsonb_array_elements(p_rows) as item (fields);
  with given as materialized (
    select p_from_row + (item.place - 1)::integer as row_no, item.fields,
      case when jsonb_typeof(item.fields) = 'object' then private.import_problem(item.fields) else 'Not a valid row' end as problem
    from jsonb_array_elements(p_rows) with ordinality as item (fields, place)
  ), owners as materialized (
    select named.owner from (select distinct given.fields ->> 'owner' as owner from given) as named
    where named.owner is not null and private.import_owner(current_import.account_id, named.owner) is null
  ), stages as materialized (
    select named.stage from (select distinct given.fields ->> 'stage' as stage from given) as named
    where named.stage is not null and private.import_stage(named.stage) is null
  ), checked as materialized (
    select given.row_no, given.fields, nullif(left(concat_ws('; ', given.problem,
      case when owners.owner is not null then format('Owner: no active team member is named %s', left(owners.owner, 80)) end,
      case when stages.stage is not null then format('Stage: no stage is named %s', left(stages.stage, 80)) end
    ), 500), '') as problem
    from given left join owners on owners.owner = given.fields ->> 'owner' left join stages on stages.stage = given.fields ->> 'stage'
  ), keyed as materialized (
    select checked.*, case when checked.problem is null then lower(checked.fields ->> 'email') end as email_key,
      case when checked.problem is null then private.phone_key(checked.fields ->> 'phone') end as phone_key
    from checked
  ), there as materialized (
    select known.* from private.find_leads(current_import.account_id, emails, phones) as known
  ), earlier as materialized (
    -- Written so that only the index on the keys fits. The index on the rows would read the whole import.
    select stored.email_key, null as phone_key, min(stored.row_no) as row_no from private.lead_import_rows as stored
    where stored.email_key = any (emails) and stored.import_id is not distinct from p_import_id and stored.row_no + 0 < p_from_row group by 1
    union all
    select null, stored.phone_key, min(stored.row_no) from private.lead_import_rows as stored
    where stored.phone_key = any (phones) and stored.import_id is not distinct from p_import_id and stored.row_no + 0 < p_from_row group by 2
  ), within as materialized (
    select keyed.*, min(keyed.row_no) over (partition by keyed.email_key) as first_email,
      min(keyed.row_no) over (partition by keyed.phone_key) as first_phone,
      coalesce(there_mail.lead_id, there_phone.lead_id) as lead_id,
      least(earlier_mail.row_no, earlier_phone.row_no) as repeats
    from keyed left join there as there_mail on there_mail.email_key = keyed.email_key
    left join there as there_phone on there_phone.phone_key = keyed.phone_key
    left join earlier as earlier_mail on earlier_mail.email_key = keyed.email_key
    left join earlier as earlier_phone on earlier_phone.phone_key = keyed.phone_key
  ), staged as (
    insert into private.lead_import_rows (import_id, row_no, fields, email_key, phone_key, problem, lead_id, repeats)
    select p_import_id, within.row_no,
      case when within.problem is null then within.fields - 'problem' else private.shortened_fields(within.fields) end, within.email_key, within.phone_key, within.problem, within.lead_id,
      least(
        within.repeats, case when within.email_key is not null then nullif(within.first_email, within.row_no) end,
        case when within.phone_key is not null then nullif(within.first_phone, within.row_no) end
      )
    from within
    on conflict (import_id, row_no) do nothing
    returning problem, lead_id, repeats
  )
  select count(*)::integer as rows, count(staged.problem)::integer as wrong,
    (count(*) filter (where staged.lead_id is not null))::integer as known,
    (count(*) filter (where staged.lead_id is null and staged.repeats is not null))::integer as repeated
  into added from staged;
  update public.lead_imports as one
  set rows = one.rows + added.rows, wrong = one.wrong + added.wrong, known = one.known + added.known, repeated = one.repeated + added.repeated
  where one.id = p_import_id returning one.* into current_import;
  return jsonb_build_object('rows', current_import.rows, 'wrong', current_import.wrong, 'known', current_import.known,
    'repeated', current_import.repeated);
end
$$;

create or replace function public.lead_import_matches(p_import_id uuid, p_after_row integer default 0, p_limit integer default 100)
returns table (row_no integer, fields jsonb, repeats integer, lead_id uuid, lead_name text, owner_name text, matched_by text)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.lock_own_lead_import(p_import_id);
  return query
  select known.row_no, known.fields, case when known.lead_id is null then known.repeats end,
    case when seen.full_rights then lead.id end,
    case when seen.full_rights then private.lead_title(lead) end,
    case when lead.user_id is not null then private.owner_name(lead.user_id::text) end,
    case when by_email.lead_id is not null or known.email_key = earlier.email_key then 'email' else 'phone' end
  from (
    select staged.* from private.lead_import_rows as staged
    where staged.import_id = p_import_id and staged.problem is null and staged.row_no > coalesce(p_after_row, 0)
      and (staged.lead_id is not null or staged.repeats is not null)
    order by staged.row_no limit least(greatest(p_limit, 1), 2000)
  ) as known
  left join public.leads as lead on lead.id = known.lead_id
  left join lateral (select private.may_see_lead(lead) as full_rights) as seen on lead.id is not null
  left join lateral private.find_leads(private.workspace(), array[known.email_key], array[]::text[]) as by_email on by_email.lead_id = known.lead_id
  left join private.lead_import_rows as earlier
    on known.lead_id is null and earlier.import_id = p_import_id and earlier.row_no = known.repeats
  order by known.row_no;
end
$$;

create or replace function public.last_lead_mapping(p_headers text[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
begin
  return (
    select one.mapping from public.lead_imports as one where one.actor_id = caller and one.account_id = private.workspace() and one.headers = p_headers
    order by one.created_at desc limit 1
  );
end
$$;

create or replace function private.answer_clock(p_clock_id uuid, p_again boolean default false) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
  response public.lead_activities;
  calendar jsonb;
  seconds integer;
begin
  select found.* into clock from public.lead_clocks as found where found.id = p_clock_id and found.state <> 'dropped' for update;
  if clock.id is null then return; end if;
  -- Read after the lock, so that of two answers at the same moment the second sees the first.
  response := private.first_response(clock.lead_id, clock.arrived_at);
  if response.id is null or (not p_again and response.occurred_at >= clock.answered_at) then return; end if;
  calendar := private.calendar_of(clock.account_id);
  -- Counted from the due time, so that it agrees with the target even when the working hours changed meanwhile.
  seconds := greatest(0, floor(case
    when clock.due_at is null then private.working_seconds_between(clock.arrived_at, response.occurred_at, calendar)
    when response.occurred_at < clock.due_at
      then clock.target_seconds - private.working_seconds_between(response.occurred_at, clock.due_at, calendar)
    else clock.target_seconds + private.working_seconds_between(clock.due_at, response.occurred_at, calendar)
  end));
  update public.lead_clocks as answered
  set state = 'answered', answered_at = response.occurred_at, answered_by = response.actor_id, response_seconds = seconds,
    owner_id = (select lead.user_id from public.leads as lead where lead.id = answered.lead_id)
  where answered.id = clock.id;
  perform private.record_clock_event(clock, case clock.state when 'answered' then 'corrected' else 'answered' end, response.occurred_at,
    response.actor_id, jsonb_build_object('activity_id', response.id, 'kind', response.kind, 'seconds', seconds,
      'instead_of', clock.response_seconds));
  perform private.sync_lead_clock(clock.lead_id);
end
$$;

create or replace function private.start_lead_clock(p_lead_id uuid, p_arrived_at timestamptz, p_source public.lead_source) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := (select lead.account_id from public.leads as lead where lead.id = p_lead_id);
  calendar jsonb := private.calendar_of(account);
  target integer := private.account_target(account);
  clock public.lead_clocks;
begin
  if account is null then return null; end if;
  insert into public.lead_clocks (
    lead_id, arrived_at, started_at, target_seconds, warn_at, due_at, escalate_at, owner_id, source
  )
  select lead.id, p_arrived_at, private.next_opening(p_arrived_at, calendar), target,
    private.add_working_seconds(p_arrived_at, target * 0.6, calendar), private.add_working_seconds(p_arrived_at, target, calendar),
    private.add_working_seconds(p_arrived_at, target * 2, calendar), lead.user_id, p_source
  from public.leads as lead where lead.id = p_lead_id and private.is_live(lead)
  on conflict (lead_id) where state not in ('answered', 'dropped') do nothing
  returning * into clock;
  if clock.id is null then return null; end if;
  perform private.record_clock_event(clock, 'started', p_arrived_at, null,
    jsonb_build_object('started_at', clock.started_at, 'due_at', clock.due_at, 'target_seconds', target));
  perform private.sync_lead_clock(p_lead_id);
  perform private.enqueue_clock_jobs(clock);
  perform private.answer_clock(clock.id);
  return clock.id;
end
$$;

create or replace function private.upsert_lead_from_application(p_application public.applications, p_origin jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  whole_name text := btrim(regexp_replace(p_application.full_name, '\s+', ' ', 'g'));
begin
  update public.applications as sent
  set lead_id = private.upsert_lead(
    private.agency_account(), jsonb_build_object('email', p_application.email, 'first_name', left(split_part(whole_name, ' ', 1), 100),
      'last_name', nullif(left(substr(whole_name, strpos(whole_name || ' ', ' ') + 1), 100), ''), 'phone', p_application.phone,
      'company', p_application.company, 'website', p_application.website, 'role', p_application.role,
      'target_clients', p_application.target_new_clients_per_month, 'deal_size', p_application.avg_deal_size,
      'timeline', p_application.timeline, 'best_contact', p_application.best_contact, 'goals', p_application.notes),
    private.parse_touch('application', p_origin || jsonb_strip_nulls(to_jsonb(p_application))),
    'Agreed to a reply to their application, by the channel they chose', p_application.is_spam,
    p_origin || jsonb_build_object('form', 'application', 'application_id', p_application.id))
  where sent.id = p_application.id;
  if not p_application.is_spam then
    perform private.enqueue_form_mails('application', p_application.id, p_application.email, split_part(whole_name, ' ', 1),
      jsonb_build_object(
        'name', whole_name, 'email', p_application.email, 'company', p_application.company, 'website', p_application.website,
        'role', p_application.role, 'target', p_application.target_new_clients_per_month,
        'dealSize', p_application.avg_deal_size, 'timeline', p_application.timeline, 'notes', p_application.notes,
        'bestContact', p_application.best_contact, 'phone', p_application.phone, 'page', p_application.page_url,
        'campaign', p_application.utm_campaign, 'utmSource', p_application.utm_source, 'traffic', p_origin ->> 'traffic_type'));
  end if;
end
$$;

create or replace function private.upsert_lead_from_contact(p_contact public.contacts) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update public.contacts as sent
  set lead_id = private.upsert_lead(
    private.agency_account(), jsonb_build_object('email', p_contact.email, 'first_name', p_contact.first_name, 'last_name', p_contact.last_name,
      'company', p_contact.company, 'ad_spend', p_contact.ad_spend, 'goals', p_contact.goals, 'tier_interest', p_contact.interests),
    private.parse_touch('contact', to_jsonb(p_contact)), 'Agreed to a reply to their contact form message', p_contact.is_spam,
    jsonb_build_object('form', 'contact', 'contact_id', p_contact.id))
  where sent.id = p_contact.id;
  if not p_contact.is_spam then
    perform private.enqueue_form_mails('contact', p_contact.id, p_contact.email, p_contact.first_name, jsonb_build_object(
      'name', p_contact.first_name || ' ' || p_contact.last_name, 'email', p_contact.email, 'company', p_contact.company,
      'adSpend', p_contact.ad_spend, 'interests', array_to_string(p_contact.interests, ', '), 'goals', p_contact.goals,
      'traffic', p_contact.traffic_type, 'campaign', p_contact.utm_campaign, 'utmSource', p_contact.utm_source,
      'landingPage', p_contact.landing_page));
  end if;
end
$$;

create or replace function private.reschedule_clocks() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  before_calendar jsonb := private.calendar_of(old);
  calendar jsonb := private.calendar_of(new);
  clock public.lead_clocks;
  moved public.lead_clocks;
begin
  perform from public.leads as lead
  where lead.id in (select open.lead_id from public.lead_clocks as open where open.account_id = new.id and open.state not in ('answered', 'dropped'))
  order by lead.id for no key update;
  for clock in
    select open.* from public.lead_clocks as open
    where open.account_id = new.id and open.state not in ('answered', 'dropped') order by open.id for update
  loop
    update public.lead_clocks as open
    set started_at = private.rescheduled_moment(clock.started_at, 0, before_calendar, calendar),
      warn_at = private.rescheduled_moment(clock.warn_at, clock.target_seconds * 0.6, before_calendar, calendar),
      due_at = private.rescheduled_moment(clock.due_at, clock.target_seconds, before_calendar, calendar),
      escalate_at = private.rescheduled_moment(clock.escalate_at, clock.target_seconds * 2, before_calendar, calendar)
    where open.id = clock.id returning * into moved;
    if (moved.started_at, moved.warn_at, moved.due_at, moved.escalate_at)
      is distinct from (clock.started_at, clock.warn_at, clock.due_at, clock.escalate_at)
    then
      perform private.record_clock_event(moved, 'moved', now(), auth.uid(), jsonb_build_object('from', clock.due_at, 'to', moved.due_at));
      perform private.enqueue_clock_jobs(moved);
      perform private.sync_lead_clock(moved.lead_id);
    end if;
  end loop;
  return null;
end
$$;

create trigger reschedule_clocks after update of time_zone, working_hours, holidays on public.accounts
for each row when (
  (old.time_zone, old.working_hours, old.holidays) is distinct from (new.time_zone, new.working_hours, new.holidays)
) execute function private.reschedule_clocks();

create trigger take_account_of_lead before insert on public.lead_tasks
for each row execute function private.take_account_of_lead();

create or replace function public.list_team() returns table (user_id uuid, name text, role public.app_role)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
  select distinct on (held.user_id) held.user_id, private.owner_name(held.user_id::text), held.role
  from public.user_roles as held
  where held.status = 'active' and (held.user_id = any (private.team_of(private.workspace())) or held.role = 'admin')
    -- A person of the agency has the role that counts for it.
    and (held.role <> 'client' or private.workspace() <> private.agency_account())
  order by held.user_id, held.role;
end
$$;

comment on function public.list_team() is 'The people who may own leads of the workspace, by name: its team and the admins. For the team only (42501).';

create or replace function private.queue_section(p_where text, p_order text, p_caller uuid, p_everyone boolean) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  condition text := format(
    'lead.account_id = %L and lead.created_at >= %L and private.is_live(lead) and lead.erased_at is null and %s%s', private.workspace(),
    private.visible_since(), p_where,
    case when p_everyone then '' else ' and (lead.user_id = $1 or lead.user_id is null)' end
  );
  answer jsonb;
begin
  execute format(
    $section$
      select jsonb_build_object(
        'total', (select count(*) from public.leads as lead where %1$s),
        'rows', coalesce((
          select jsonb_agg(private.queue_lead_json(shown::public.leads) order by shown.%2$s, shown.id)
          from (select lead.* from public.leads as lead where %1$s order by lead.%2$s, lead.id limit 100) as shown
        ), '[]')
      )
    $section$, condition, p_order
  ) into answer using p_caller;
  return answer;
end
$$;

comment on function private.response_today() is
'How fast the team answered leads that arrived today, by the account''s day. Median and p90 are null without answers.';

create or replace function private.tomorrow() returns timestamptz
language sql stable
set search_path = ''
as $$
  select private.account_day_start(private.workspace(), 1)
$$;

comment on function private.tomorrow() is 'When the day ends in the workspace.';

create or replace function public.crm_today(p_scope text default 'mine') returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := coalesce(p_scope, 'mine') = 'all' and private.sees_all_leads();
  account public.accounts;
  tomorrow timestamptz := private.tomorrow();
begin
  if coalesce(p_scope, 'mine') not in ('mine', 'all') then
    perform private.refuse('unknown_owner', '22023', 'Unknown scope');
  end if;
  select own.* into account from public.accounts as own where own.id = private.workspace();
  return jsonb_build_object(
    'now', now(), 'target_seconds', account.speed_to_lead_minutes * 60, 'zone', account.time_zone, 'currency', account.currency,
    'response', private.response_today(),
    'unanswered', private.queue_section('lead.clock_due_at is not null', 'clock_due_at', caller, everyone),
    -- Tasks of a lost lead are hidden until the lead comes back.
    'overdue', private.queue_section('lead.next_task_at < now() and lead.stage <> ''lost''', 'next_task_at', caller, everyone),
    'due_today', private.queue_section(
      format('lead.next_task_at >= now() and lead.next_task_at < %L and lead.stage <> ''lost''', tomorrow), 'next_task_at', caller, everyone
    ),
    'no_next_step', private.queue_section(
      'lead.next_task_at is null and lead.clock_due_at is null and lead.stage not in (''won'', ''lost'')',
      'stage_entered_at', caller, everyone
    )
  );
end
$$;

comment on function public.crm_today(text) is
'The day: { now, target_seconds, zone, currency, response, unanswered, overdue, due_today, no_next_step }; each section is { total, rows }. Scope mine: the caller''s own and unowned leads. Scope all: everybody''s, for those who see all leads. 42501: not on the team.';

create or replace function private.undo_import_batch(p_import public.lead_imports, p_limit integer) returns integer
language plpgsql volatile security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  first_row integer := greatest(p_import.at_row - p_limit + 1, 1);
  is_admin boolean := not exists (
    select from public.user_roles as held where held.user_id = p_import.undone_by and held.role = 'sales' and held.status = 'active'
  ) or exists (
    select from public.user_roles as held where held.user_id = p_import.undone_by and held.role = 'admin' and held.status = 'active'
  );
  written private.lead_import_rows;
  is_now public.leads;
  back public.leads;
  new_version integer;
  put_back integer := 0;
  gone integer := 0;
  written_rows integer;
  skipped_back integer := 0;
begin
  if p_import.at_row < 1 then
    update public.lead_imports as one set status = 'undone', undone_at = now() where one.id = p_import.id;
    return 0;
  end if;
  -- Locks first: somebody may be writing to one of the leads right now, and that counts as work.
  perform from public.leads as lead
  where lead.id = any (array(
    select staged.lead_id from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome in ('created', 'updated')
  ))
  order by lead.id for update;
  for written in
    select staged.* from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome = 'updated'
    order by staged.row_no desc
  loop
    select lead.* into is_now from public.leads as lead where lead.id = written.lead_id;
    if is_now.id is null or is_now.merged_into is not null or not private.is_unchanged_since(to_jsonb(is_now), written.after)
      or not private.can_undo_change(is_now, written.before, written.after, p_import.undone_by, is_admin, p_import.started_at)
    then
      skipped_back := skipped_back + 1;
      continue;
    end if;
    back := jsonb_populate_record(is_now, written.before);
    -- As in undo_lead_batch, the undone change leaves no trace in the figures.
    select written_lead.version into new_version from private.write_leads(array[back]) as written_lead;
    put_back := put_back + 1;
    -- When an earlier row of this import wrote the lead, it gets the restored version, so that its undo still finds the lead
    -- untouched. Not when somebody wrote in between, because that is why the lead is kept. The version is read again, because a
    -- later row of this batch may have just changed it.
    select staged.version into written.version from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no = written.row_no;
    if is_now.version = written.version then
      update private.lead_import_rows as maker set version = new_version
      where maker.import_id = p_import.id and maker.row_no < written.row_no and maker.lead_id = written.lead_id
        and maker.outcome in ('created', 'updated')
        and maker.row_no >= coalesce(written.repeats, written.row_no);
    end if;
  end loop;
  with untouched as materialized (
    select lead.id from private.lead_import_rows as staged join public.leads as lead on lead.id = staged.lead_id
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome = 'created'
      and lead.version = staged.version and lead.last_activity_at is null and lead.next_task_at is null and lead.merged_into is null
      and not exists (select from public.lead_activities as activity
        where activity.lead_id = lead.id and not (activity.kind in ('import', 'stage_change', 'assignment')))
      and not exists (select from public.lead_tasks as task where task.lead_id = lead.id)
      and not exists (select from public.lead_clocks as clock where clock.lead_id = lead.id)
      and not exists (select from public.leads as merged where merged.merged_into = lead.id)
  )
  delete from public.leads as lead using untouched where lead.id = untouched.id;
  get diagnostics gone = row_count;
  select count(*) filter (where staged.outcome = 'created') into written_rows from private.lead_import_rows as staged
  where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row;
  update public.lead_imports as one
  set at_row = first_row - 1, handled = one.handled + p_import.at_row - first_row + 1, removed = one.removed + gone,
    restored = one.restored + put_back, kept = one.kept + written_rows - gone + skipped_back
  where one.id = p_import.id;
  return p_import.at_row - first_row + 1;
end
$$;

create or replace function public.run_lead_import(p_import_id uuid, p_limit integer) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports;
  handled integer := 0;
begin
  select one.* into current_import from public.lead_imports as one where one.id = p_import_id for update;
  if not found or current_import.status not in ('running', 'undoing') then return jsonb_build_object('over', true, 'handled', 0); end if;
  if not private.is_on_team(case current_import.status when 'running' then current_import.actor_id else current_import.undone_by end, current_import.account_id) then
    update public.lead_imports as one set status = 'failed', finished_at = now(), problem = case current_import.status
      when 'running' then 'The person who started this import is no longer active' else 'The person who undid this import is no longer active' end
    where one.id = p_import_id;
    return jsonb_build_object('over', true, 'handled', 0);
  end if;
  -- The chosen owner may have left since the file was read. Then new leads are unowned.
  if not private.is_on_team(current_import.owner_id, current_import.account_id) then current_import.owner_id := null; end if;
  handled := case current_import.status
    when 'running' then private.run_import_batch(current_import, least(greatest(p_limit, 1), 5000))
    else private.undo_import_batch(current_import, least(greatest(p_limit, 1), 5000))
  end;
  return jsonb_build_object('over', handled = 0, 'handled', handled);
end
$$;

create or replace function public.undo_log_activity(p_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  logged public.lead_activities;
  lead public.leads;
begin
  select found.* into logged from public.lead_activities as found
  where found.id = p_id and found.actor_id = caller and private.is_human_activity(found.kind);
  if logged.id is null then perform private.refuse('activity_not_found', 'PT404', 'Entry not found'); end if;
  perform from public.leads as held where held.id = logged.lead_id for update;
  lead := private.require_lead(logged.lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if logged.kind = 'email' and logged.payload ? 'to' then
    perform private.refuse('email_sent', '22023', 'You can''t undo a sent email');
  end if;
  insert into public.lead_retractions (activity_id, lead_id, retracted_by) values (p_id, lead.id, caller) on conflict do nothing;
  if not found then perform private.refuse('already_undone', 'PT409', 'This was already undone'); end if;
  if logged.created_at < now() - interval '1 day' then
    perform private.refuse('too_late_to_undo', '22023', 'You can only undo entries for one day');
  end if;
  perform private.reopen_clock(clock_id, p_id) from private.clocks_answered_by(lead.id, p_id) as clock_id;
  if exists (select from public.lead_batches as batch where batch.id = p_id and batch.actor_id = caller and batch.undone_at is null) then
    perform public.undo_lead_batch(p_id);
  end if;
  update public.lead_tasks as task set done_at = null
  where task.id = private.parse_uuid(logged.payload ->> 'finished') and task.lead_id = lead.id and task.done_by = caller;
  delete from public.lead_tasks as task
  where task.id = private.parse_uuid(logged.payload ->> 'planned') and task.lead_id = lead.id and task.done_at is null
    and task.created_by = caller and task.updated_at = task.created_at;
  update public.leads as held
  set last_activity_at = (
      select max(activity.occurred_at) from public.lead_activities as activity
      where activity.lead_id in (select private.leads_within(lead.id)) and activity.actor_id is not null
        and private.is_human_activity(activity.kind) and not private.is_retracted(activity.id)
    ),
    -- A caller who went on working with the lead keeps it.
    user_id = case when held.user_id = caller and logged.payload ? 'claimed' and not exists (
      select from public.lead_activities as later
      where later.lead_id = lead.id and later.created_at > logged.created_at and private.is_human_activity(later.kind)
        and not private.is_retracted(later.id)
    ) then null else held.user_id end
  where held.id = lead.id;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

create or replace function public.reopen_task(p_task_id uuid, p_planned uuid default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_premium();
  select done.* into task from public.lead_tasks as done where done.id = p_task_id for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  update public.lead_tasks as open set done_at = null where open.id = p_task_id and open.done_at is not null;
  delete from public.lead_tasks as next
  where next.id = p_planned and next.lead_id = task.lead_id and next.done_at is null and next.created_by = auth.uid()
    and next.updated_at = next.created_at;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

create or replace function public.undo_lead_merge(p_batch_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  batch public.lead_batches;
  obstacle text;
  quiet constant text[] := array[
    'reached', 'last_activity_at', 'first_touch', 'last_touch', 'stage_entered_at', 'closed_at', 'consent_text'
  ];
  keep_id uuid;
  other_id uuid;
  noted private.lead_batch_rows;
  back jsonb;
  changed_since integer;
begin
  select found.* into batch from public.lead_batches as found
  where found.id = p_batch_id and found.account_id = private.workspace() and found.kind = 'merge'
    and (found.actor_id = caller or private.manages_workspace());
  -- Only people who may undo a merge learn that it exists.
  if batch.id is null then perform private.refuse('change_not_found', 'PT404', private.merge_obstacle(null)); end if;
  obstacle := private.merge_obstacle(batch);
  if obstacle is not null then perform private.refuse('merge_not_undoable', 'PT409', obstacle); end if;
  keep_id := (batch.changes ->> 'keep')::uuid;
  other_id := (batch.changes ->> 'other')::uuid;
  perform private.lock_lead_pair(keep_id, other_id);
  select found.* into batch from public.lead_batches as found where found.id = p_batch_id for update;
  -- Checked again behind the lock.
  obstacle := private.merge_obstacle(batch);
  if obstacle is not null then perform private.refuse('merge_not_undoable', 'PT409', obstacle); end if;
  select row.* into noted from private.lead_batch_rows as row where row.batch_id = p_batch_id and row.lead_id = keep_id;
  -- Field by field: fields that somebody changed since stay.
  select coalesce(jsonb_object_agg(field.key, field.value) filter (where current_row.lead -> field.key is not distinct from noted.after -> field.key), '{}'),
    count(*) filter (where current_row.lead -> field.key is distinct from noted.after -> field.key and field.key <> all (quiet))
  into back, changed_since
  from jsonb_each(noted.before) as field, (select to_jsonb(lead) as lead from public.leads as lead where lead.id = keep_id) as current_row;
  back := private.restored_stage(keep_id, noted.before, back, batch.created_at);
  if back ->> 'user_id' is not null and not private.is_on_team((back ->> 'user_id')::uuid, batch.account_id) then
    back := back - 'user_id';
    changed_since := changed_since + 1;
  end if;
  perform private.write_leads(array(
    select jsonb_populate_record(lead, back) from public.leads as lead where lead.id = keep_id
  ));
  select row.* into noted from private.lead_batch_rows as row where row.batch_id = p_batch_id and row.lead_id = other_id;
  update public.leads as lead set merged_into = null, archived_at = (noted.before ->> 'archived_at')::timestamptz where lead.id = other_id;
  update public.leads as lead set merged_into = other_id
  where lead.merged_into = keep_id and lead.id in (select id::uuid from jsonb_array_elements_text(batch.changes -> 'merged_before') as id);
  update public.lead_tasks as task set lead_id = other_id
  where task.lead_id = keep_id and task.id in (select id::uuid from jsonb_array_elements_text(batch.changes -> 'tasks') as id);
  perform private.split_clocks(keep_id, other_id, batch.changes -> 'clock', (batch.changes ->> 'answered')::uuid, caller);
  perform private.sync_lead_clock(lead_id) from unnest(array[keep_id, other_id]) as lead_id;
  insert into public.lead_activities (lead_id, kind, actor_id, payload) values
  (keep_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'undone', 'was', 'kept', 'lead_id', other_id)),
  (other_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'undone', 'was', 'merged', 'lead_id', keep_id));
  update public.lead_batches as done set undone_at = now() where done.id = p_batch_id;
  return jsonb_build_object('restored', 2, 'kept', changed_since);
end
$$;

create or replace function private.find_lead(p_account uuid, p_email text, p_phone text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_id uuid;
  kept_id uuid;
  wanted_key text := private.phone_key(p_phone);
begin
  -- Two submissions of one person at the same moment take turns, so that the second finds the first one's lead. Locks are taken
  -- in a fixed order, so that two people with each other's address and number cannot deadlock.
  perform pg_advisory_xact_lock(wanted.lock) from (
    select distinct hashtextextended('lead of ' || named.name, 0) as lock
    from unnest(array[lower(p_email), 'phone ' || wanted_key]) as named (name) where named.name is not null order by 1
  ) as wanted;
  loop
    select lead.id into found_id from public.leads as lead where lead.account_id = p_account and lower(lead.email) = lower(p_email)
    order by lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id limit 1;
    if found_id is null and wanted_key is not null then
      select lead.id into found_id from public.leads as lead where lead.account_id = p_account and lead.phone_key = wanted_key
      order by lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id limit 1;
    end if;
    if found_id is null then return null; end if;
    for hops in 1 .. 20 loop
      select lead.merged_into into kept_id from public.leads as lead where lead.id = found_id;
      exit when kept_id is null;
      found_id := kept_id;
    end loop;
    begin
      select lead.merged_into into kept_id from public.leads as lead where lead.id = found_id for no key update;
      if found and kept_id is null then return found_id; end if;
      perform private.refuse('lead_vanished', 'UF001', 'Merged or deleted at this very moment');
    exception when sqlstate 'UF001' then
      -- Searches again. The exception releases the lock, because a person who merges the kept lead may wait for it.
      null;
    end;
  end loop;
end
$$;

comment on function private.find_lead(uuid, text, text) is
'The lead of an account with this email address, else with this phone number however it is written; for a merged lead, the kept one. It is locked, and others who search for it wait.';

create or replace function private.upsert_lead(
  p_account uuid, p_person jsonb, p_touch jsonb, p_consent text, p_is_spam boolean, p_activity jsonb, p_source public.lead_source default 'website_form'
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  sent public.leads := jsonb_populate_record(null::public.leads, p_person - 'id' - 'phone_key' - 'account_id');
  lead_id uuid := private.find_lead(p_account, sent.email, sent.phone);
  is_new boolean := lead_id is null;
  sent_fields jsonb := to_jsonb(sent);
  filled public.leads;
  known jsonb;
  other_email text;
begin
  if is_new then
    insert into public.leads (account_id, email, source, is_spam) values (p_account, sent.email, p_source, p_is_spam) returning id into lead_id;
  elsif not p_is_spam then
    select sent.email into other_email from public.leads as lead where lead.id = lead_id and lower(lead.email) <> lower(sent.email);
  end if;
  if is_new or not p_is_spam then
    -- Fills only blank fields, so what the team wrote stays. A lead that writes again leaves the archive and the spam.
    select lead.* into filled from public.leads as lead where lead.id = lead_id;
    known := to_jsonb(filled);
    filled := jsonb_populate_record(filled, (
      select jsonb_object_agg(fact, coalesce(nullif(btrim(known ->> fact), ''), sent_fields ->> fact))
      from unnest(private.lead_facts_of_kind('word', 'text')) as fact
    ));
    filled.tier_interest := private.merged_offers(filled.tier_interest, sent.tier_interest);
    -- Consent is for one address. A lead that is found by phone and writes from another address agrees to that one, not to the
    -- known one.
    if other_email is null and filled.consent_at is null then filled.consent_text := p_consent; end if;
    if other_email is null then filled.consent_at := coalesce(filled.consent_at, now()); end if;
    filled.first_touch := coalesce(filled.first_touch, p_touch);
    filled.last_touch := p_touch;
    -- An archived lead keeps its owner, who may have left since.
    if not private.is_on_team(filled.user_id, p_account) then filled.user_id := null; end if;
    filled.archived_at := null;
    filled.is_spam := p_is_spam;
    perform private.write_leads(array[filled]);
  end if;
  insert into public.lead_activities (lead_id, kind, payload) values (lead_id, 'form', jsonb_strip_nulls(
    p_activity || jsonb_build_object('spam', nullif(p_is_spam, false), 'email', other_email)
  ));
  if not p_is_spam then
    perform private.start_lead_clock(lead_id, now(), p_source);
    perform private.notify_lead_arrival(lead_id, is_new, coalesce(p_activity ->> 'contact_id', p_activity ->> 'application_id', p_activity ->> 'submission_id'));
  end if;
  return lead_id;
end
$$;

comment on function private.upsert_lead(uuid, jsonb, jsonb, text, boolean, jsonb, public.lead_source) is
'Creates or updates the account''s lead of this person and adds the form to its history. Spam does not change a known lead, starts no clock and sends no email.';

create or replace function private.notify_lead_arrival(p_lead_id uuid, p_is_new boolean, p_key text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  lead constant public.leads := (select held from public.leads as held where held.id = p_lead_id);
  people uuid[] := private.team_of(lead.account_id);
begin
  -- Other reps could not open a colleague's lead.
  if private.is_on_team(lead.user_id, lead.account_id) then people := array[lead.user_id]; end if;
  perform private.notify_users(people, 'lead-arrived', p_key, private.lead_mail_data(p_lead_id) || jsonb_strip_nulls(jsonb_build_object(
    'returning', case when not p_is_new then 'true' end,
    'clockId', (
      select clock.id from public.lead_clocks as clock where clock.lead_id = p_lead_id and clock.state not in ('answered', 'dropped')
    ),
    'target', private.account_target(lead.account_id)::text
  )));
end
$$;

comment on function private.notify_lead_arrival(uuid, boolean, text) is
'Emails the account''s team about a new lead, or the owner about a lead that wrote again, once for each submission.';

create or replace function public.win_lead(
  p_batch_id uuid, p_lead_id uuid, p_value_cents bigint default null, p_account jsonb default null, p_dashboard jsonb default null,
  p_retainer jsonb default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  is_admin boolean := private.has_active_role('admin');
  address text := lower(btrim(p_account ->> 'email'));
  won public.leads;
  client uuid;
  outcome text := 'won';
begin
  select lead.* into won from public.leads as lead where lead.id = p_lead_id and private.may_see_lead(lead) for update;
  -- Checked behind the lock, so that the second of two equal requests finds what the first did.
  if exists (select from public.lead_batches as batch where batch.id = p_batch_id and batch.actor_id = caller) then
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'known');
  end if;
  if won.id is null then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  if won.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if won.stage = 'won' and p_account is null then
    perform private.refuse('lead_won', 'PT409', format('%s is already won', private.lead_title(won)));
  end if;
  perform public.change_leads(p_batch_id, array[p_lead_id],
    '{"stage": "won"}'::jsonb || case when p_value_cents is null then '{}' else jsonb_build_object('value_cents', p_value_cents) end);
  if p_account is null then return jsonb_build_object('batch_id', p_batch_id, 'outcome', outcome); end if;
  perform private.record_client_setup(won, p_batch_id, case when is_admin then 'set_up' else 'handed_over' end);
  if not is_admin then
    perform private.request_client_setup(won, caller);
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'handed_over');
  end if;
  perform private.validate_client_setup(p_dashboard, p_retainer);
  -- An unconfirmed account proves nothing, so the invitation replaces it.
  select account.id into client from auth.users as account
  where lower(account.email) = address and account.email_confirmed_at is not null;
  if client is not null then
    if not exists (
      select from public.user_roles as held where held.user_id = client and held.role = 'client' and held.status = 'active'
    ) then
      perform private.refuse('account_not_client', 'PT409', 'This address belongs to an account that isn''t a client');
    end if;
    update private.client_setups as done set retainer_id = private.apply_client_setup(client, p_dashboard, p_retainer)
    where done.lead_id = p_lead_id;
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'granted');
  end if;
  perform public.invite_user(address, 'client');
  insert into private.pending_client_setups (batch_id, lead_id, email, dashboard, retainer, requested_by)
  values (p_batch_id, p_lead_id, address, p_dashboard, p_retainer, caller)
  on conflict (email) where fulfilled_at is null do update
  set batch_id = excluded.batch_id, lead_id = excluded.lead_id, dashboard = excluded.dashboard, retainer = excluded.retainer,
    requested_by = excluded.requested_by, created_at = now(), problem = null;
  return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'invited');
end
$$;

create or replace function private.calendar_of(p_account public.accounts) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('timeZone', p_account.time_zone, 'hours', p_account.working_hours, 'holidays', to_jsonb(p_account.holidays))
$$;

comment on function private.calendar_of(public.accounts) is 'The calendar of an account.';

create or replace function private.calendar_of(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.calendar_of(account) from public.accounts as account where account.id = p_account_id
$$;

comment on function private.calendar_of(uuid) is 'The calendar of the account with this id.';

create or replace function private.next_opening(p_at timestamptz, p_calendar jsonb default private.calendar_of(private.agency_account())) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  today date := (p_at at time zone (p_calendar ->> 'timeZone'))::date;
  hours tstzrange;
begin
  for day in -1 .. 400 loop
    hours := private.working_range(today + day, p_calendar);
    if upper(hours) > p_at then return greatest(lower(hours), p_at); end if;
  end loop;
  return null;
end
$$;

create or replace function private.add_working_seconds(
  p_start timestamptz, p_seconds numeric, p_calendar jsonb default private.calendar_of(private.agency_account())
) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  today date := (p_start at time zone (p_calendar ->> 'timeZone'))::date;
  remaining numeric := greatest(p_seconds, 0);
  hours tstzrange;
  begins timestamptz;
  open_for numeric;
begin
  for day in -1 .. 400 loop
    hours := private.working_range(today + day, p_calendar);
    continue when hours is null or upper(hours) <= p_start;
    begins := greatest(lower(hours), p_start);
    open_for := extract(epoch from upper(hours) - begins);
    -- Counts in seconds, because a day does not always have 24 hours.
    if open_for >= remaining then return begins + make_interval(secs => remaining::double precision); end if;
    remaining := remaining - open_for;
  end loop;
  return null;
end
$$;

create or replace function private.working_seconds_between(
  p_from timestamptz, p_to timestamptz, p_calendar jsonb default private.calendar_of(private.agency_account())
) returns numeric
language plpgsql stable
set search_path = ''
as $$
declare
  last_day date := (p_to at time zone (p_calendar ->> 'timeZone'))::date + 1;
  day date := (p_from at time zone (p_calendar ->> 'timeZone'))::date - 1;
  hours tstzrange;
  total interval := interval '0';
begin
  while day <= last_day loop
    hours := private.working_range(day, p_calendar);
    if hours is not null and upper(hours) > p_from and lower(hours) < p_to then
      total := total + (least(upper(hours), p_to) - greatest(lower(hours), p_from));
    end if;
    day := day + 1;
  end loop;
  return extract(epoch from total);
end
$$;

create or replace function public.working_calendar() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  return private.calendar_of(private.workspace());
end
$$;

comment on function public.working_calendar() is
'The calendar of the workspace: { timeZone, hours, holidays }, as in domain/working-time.ts. For the team only (42501).';

create or replace function public.invite_user(p_email text, p_role public.app_role) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  address text := lower(btrim(p_email));
  -- Three UUIDs have 366 random bits; their hash keeps 256 of them.
  token text := encode(sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')), 'hex');
  invited uuid;
begin
  perform private.require_admin();
  if address is null or char_length(address) > 320 or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', 'Enter a valid email address', 'email');
  end if;
  if exists (select from auth.users as account where lower(account.email) = address and account.email_confirmed_at is not null) then
    perform private.refuse('account_exists', 'PT409', 'This person already has an account. Change their role instead.', 'email');
  end if;
  perform private.remove_unconfirmed_account(address);
  -- A new invitation ends the earlier link.
  update public.invitations as earlier set revoked_at = now()
  where earlier.email = address and earlier.account_id is null and earlier.accepted_at is null and earlier.revoked_at is null;
  insert into public.invitations (email, role, token_hash, invited_by)
  values (address, p_role, sha256(convert_to(token, 'UTF8')), auth.uid()) returning id into invited;
  perform public.enqueue_outbox('mail', format('invitation:%s', invited), jsonb_build_object(
    'to', address, 'template', 'invitation', 'data', jsonb_build_object('token', token, 'role', p_role)
  ));
  return invited;
end
$$;

create or replace function private.accept_invitation() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invitation public.invitations := private.open_invitation(new.raw_user_meta_data ->> 'invitation_token', new.email);
begin
  update public.invitations as held set accepted_at = now(), accepted_by = new.id
  where held.id = invitation.id and held.accepted_at is null and held.revoked_at is null;
  if found then
    -- Before the role, so that the role finds an account and makes none.
    if invitation.account_id is not null then
      perform private.add_member(invitation.account_id, new.id, invitation.account_role, invitation.invited_by);
    end if;
    insert into public.user_roles (user_id, role, status) values (new.id, invitation.role, 'active')
    on conflict (user_id, role) do update set status = 'active';
  end if;
  return null;
end
$$;

create or replace function private.reassign_leads(p_from uuid, p_to uuid, p_unassign boolean) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  held bigint := (
    select count(*) from public.leads as lead
    where lead.user_id = p_from and private.is_live(lead) and lead.stage not in ('won', 'lost')
  );
begin
  if held > 0 and p_to is null and not coalesce(p_unassign, false) then
    perform private.refuse(
      'leads_unassigned', 'PT409',
      format('They have %s open leads. Choose a new owner, or leave the leads unassigned.', held),
      p_more => jsonb_build_object('leads', held)
    );
  end if;
  if p_to is not null and (p_to = p_from or not exists (
    select from public.user_roles as taker
    where taker.user_id = p_to and taker.status = 'active' and taker.role in ('sales', 'admin')
  )) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active sales reps and admins', 'reassign_to');
  end if;
  -- Spam does not count, but its owner leaves, too.
  -- A lead of a client's account goes to nobody when the new owner is not lent to it.
  update public.leads as lead set user_id = case when private.is_on_team(p_to, lead.account_id) then p_to end
  where lead.user_id = p_from and lead.archived_at is null and lead.stage not in ('won', 'lost');
  return held;
end
$$;

create or replace function public.search_people(
  p_query text default '', p_role public.app_role default null, p_status public.role_status default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 50, p_offset integer default 0
) returns table (
  user_id uuid, first_name text, last_name text, email text, company text, roles jsonb, last_active timestamptz,
  open_leads bigint, created_at timestamptz, has_second_factor boolean, total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  asked text := lower(btrim(coalesce(left(p_query, 200), '')));
  words text[] := regexp_split_to_array(asked, '\s+');
begin
  perform private.require_admin();
  if p_sort not in ('name', 'email', 'company', 'role', 'status', 'active', 'leads', 'created') then
    perform private.refuse('unknown_order', '22023', format('People can''t be sorted by %s', left(p_sort, 50)));
  end if;
  return query
  with seen as (
    select session.user_id, max(session.updated_at) as at from auth.sessions as session group by session.user_id
  ), found as (
    select profile.user_id, profile.first_name, profile.last_name, account.email::text as email, profile.company,
      greatest(seen.at, account.last_sign_in_at) as last_active, coalesce(owned.leads, 0) as open_leads, profile.created_at,
      case p_sort
        when 'name' then lower(concat_ws(' ', profile.first_name, profile.last_name))
        when 'email' then account.email when 'company' then lower(profile.company)
        when 'role' then (select min(held.role)::text from public.user_roles as held where held.user_id = profile.user_id)
        when 'status' then (select min(held.status)::text from public.user_roles as held where held.user_id = profile.user_id)
      end as word,
      case p_sort when 'active' then greatest(seen.at, account.last_sign_in_at) when 'created' then profile.created_at end as moment,
      case p_sort when 'leads' then coalesce(owned.leads, 0) end as number
    from public.profiles as profile
    join auth.users as account on account.id = profile.user_id
    left join private.lead_counts as owned
      on owned.account_id = private.agency_account() and owned.kind = 'open' and owned.key = profile.user_id::text
    left join seen on seen.user_id = profile.user_id
    where profile.erased_at is null
      and (p_role is null and p_status is null or exists (
        select from public.user_roles as held
        where held.user_id = profile.user_id and (p_role is null or held.role = p_role) and (p_status is null or held.status = p_status)
      ))
      and (asked = '' or not exists (
        select from unnest(words) as word (text)
        where strpos(lower(concat_ws(' ', profile.first_name, profile.last_name, account.email, profile.company)), word.text) = 0
      ))
  ), page as (
    select found.*, count(*) over () as total,
      row_number() over (
        order by
          case when not p_descending then found.word end asc nulls last, case when p_descending then found.word end desc nulls last,
          case when not p_descending then found.moment end asc nulls last, case when p_descending then found.moment end desc nulls last,
          case when not p_descending then found.number end asc, case when p_descending then found.number end desc nulls last,
          found.user_id
      ) as place
    from found order by place
    limit least(greatest(p_limit, 1), 5000) offset greatest(p_offset, 0)
  )
  select page.user_id, page.first_name, page.last_name, page.email, page.company,
    coalesce((
      select jsonb_agg(jsonb_build_object('role', held.role, 'status', held.status, 'since', held.created_at) order by held.role)
      from public.user_roles as held where held.user_id = page.user_id
    ), '[]'),
    page.last_active, page.open_leads, page.created_at,
    exists (select from auth.mfa_factors as factor where factor.user_id = page.user_id and factor.status = 'verified'),
    page.total
  from page order by page.place;
end
$$;

create or replace function private.upsert_lead_from_landing_form(p_account uuid, p_form jsonb, p_activity jsonb, p_is_spam boolean) returns uuid
language sql volatile security definer
set search_path = ''
as $$
  select private.upsert_lead(
    p_account, jsonb_build_object(
      'email', p_form ->> 'email', 'first_name', p_form ->> 'first_name', 'last_name', p_form ->> 'last_name',
      'company', p_form ->> 'company', 'phone', p_form ->> 'phone', 'goals', left(p_form ->> 'message', 10000)
    ),
    private.parse_touch('landing_page', coalesce(p_form -> 'utm', '{}') || jsonb_build_object(
      'referrer_url', p_form ->> 'referrer_url', 'landing_page', '/landing/' || (p_activity ->> 'slug')
    )),
    null, p_is_spam, p_activity, 'landing_page'
  )
$$;

comment on function private.upsert_lead_from_landing_form(uuid, jsonb, jsonb, boolean) is
'Creates or updates the account''s lead of the person who sent the form, and adds the form to its history.';

create or replace function public.submit_landing_form(p_form jsonb, p_address text default null, p_is_spam boolean default false) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.landing_pages;
  stored public.landing_submissions;
  told jsonb := coalesce(p_form -> 'answers', '{}');
begin
  select served.* into page from public.landing_pages as served
  where served.id = (p_form ->> 'page_id')::uuid and served.status = 'published';
  if not found then perform private.refuse('page_not_found', 'PT404', 'Page not found or not published'); end if;
  insert into public.landing_submissions (page_id, version, answers, utm, source, referrer_url, submission_id, ip_hash, is_spam)
  values (
    page.id,
    -- A visitor may have opened an earlier version, and answers that one.
    case when (p_form ->> 'version')::integer between 1 and page.version then (p_form ->> 'version')::integer else page.version end,
    told, coalesce(p_form -> 'utm', '{}'), coalesce(nullif(p_form ->> 'source', ''), 'direct'), p_form ->> 'referrer_url',
    (p_form ->> 'submission_id')::uuid, private.hash_ip(p_address), p_is_spam
  )
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (select known.id from public.landing_submissions as known where known.submission_id = (p_form ->> 'submission_id')::uuid);
  end if;
  update public.landing_submissions as sent
  set lead_id = private.upsert_lead_from_landing_form(page.account_id, p_form, jsonb_build_object(
    'form', 'landing_page', 'landing_page_id', page.id, 'page_title', page.title, 'slug', page.slug, 'version', stored.version,
    'submission_id', stored.id, 'source', stored.source, 'utm', nullif(stored.utm, '{}'::jsonb), 'referrer_url', left(stored.referrer_url, 500),
    -- The lead's history gets short answers. The submission keeps all of them.
    'answers', case when octet_length(told::text) <= 15000 then told else (
      select jsonb_object_agg(answer.key, left(answer.value, 200))
      from (select * from jsonb_each_text(told) order by key limit 20) as answer
    ) end
  ), p_is_spam)
  where sent.id = stored.id;
  if not p_is_spam then
    perform private.enqueue_form_mails('landing', stored.id, p_form ->> 'email', p_form ->> 'first_name', jsonb_build_object(
      'name', private.name_or_email(p_form ->> 'first_name', p_form ->> 'last_name', p_form ->> 'email'),
      'email', p_form ->> 'email', 'company', p_form ->> 'company', 'phone', p_form ->> 'phone', 'message', p_form ->> 'message',
      'page', page.title, 'source', stored.source, 'campaign', stored.utm ->> 'utm_campaign',
      'more', (
        select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key)
        from jsonb_each_text(told) as answer
        where answer.key not in ('email', 'name', 'first_name', 'last_name', 'company', 'phone', 'message')
      )));
  end if;
  return stored.id;
end
$$;

create or replace function public.list_admin_overview()
returns table (total_users bigint, pending_approvals bigint, total_leads bigint, companies bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select
    (select count(*) from public.profiles),
    (select count(*) from public.user_roles as held where held.status = 'pending'),
    (select coalesce(sum(counted.leads), 0)::bigint from private.lead_counts as counted where counted.account_id = private.agency_account() and counted.kind = 'owner'),
    (select count(*) from private.lead_counts as counted where counted.account_id = private.agency_account() and counted.kind = 'company' and counted.leads > 0);
end
$$;

create or replace function private.give_lost_reasons() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.lost_reasons (account_id, label, position) values
  (new.id, 'No budget', 1), (new.id, 'No answer', 2), (new.id, 'Chose a competitor', 3), (new.id, 'Bad timing', 4),
  (new.id, 'Not a fit', 5), (new.id, 'Other', 6);
  return null;
end
$$;

comment on function private.give_lost_reasons() is 'Trigger: a new account starts with the usual lost reasons.';

create trigger give_lost_reasons after insert on public.accounts
for each row execute function private.give_lost_reasons();

create policy "People read the stages of their workspace" on public.pipeline_stages
for select to authenticated using ((select private.workspace()) is not null);

create or replace function private.write_audit() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  caller_email text;
  kept_by_itself constant text[] := array[
    'updated_at', 'clock_due_at', 'response_seconds', 'answered_by', 'answer_target_seconds', 'last_activity_at', 'next_task_at', 'next_task_kind', 'next_task_title', 'version'
  ];
begin
  -- Records every change of a role, but of other tables only changes by admins.
  if tg_table_name <> 'user_roles' and not private.has_active_role('admin') then return null; end if;
  -- The agency's account follows the agency's settings, whose change is the entry.
  if tg_table_name = 'accounts' and pg_trigger_depth() > 1 then return null; end if;
  -- Copies would keep what has to be erased. The erasure writes one entry itself.
  if private.is_erasing() then return null; end if;
  select account.email into caller_email from auth.users as account where account.id = caller;
  if tg_op = 'INSERT' then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, after)
    select caller, caller_email, 'insert', tg_table_name, private.row_key(added.row, tg_argv), private.subject_of(added.row), added.row
    from (select to_jsonb(new_row) as row from new_rows as new_row) as added;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, before)
    select caller, caller_email, 'delete', tg_table_name, private.row_key(gone.row, tg_argv), private.subject_of(gone.row), gone.row
    from (select to_jsonb(old_row) as row from old_rows as old_row) as gone;
  else
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, before, after)
    select caller, caller_email, 'update', tg_table_name, private.row_key(was.row, tg_argv), private.subject_of(became.row), was.row, became.row
    from (select to_jsonb(old_row) as row from old_rows as old_row) as was
    join (select to_jsonb(new_row) as row from new_rows as new_row) as became
      on private.row_key(became.row, tg_argv) = private.row_key(was.row, tg_argv)
    where was.row - kept_by_itself <> became.row - kept_by_itself;
  end if;
  return null;
end
$$;

create or replace function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (private.names_person(held.payload::text || ' ' || held.dedupe_key, $1)
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or private.names_person(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text), $1)$w$, 'cleared',
      '{"before": "null", "after": "null", "subject": "null", "row_id": "case when held.row_id ~ ''^[0-9a-f-]{36}( [a-z]+)?$'' then held.row_id else ''erased'' end", "actor_email": "case when held.actor_id = any (($1).accounts) then null else held.actor_email end"}',
      'Copies in the audit log', 'Entries stay with their time and author. Their content is removed.'),
    -- Entries about others stay. Only the person's address goes.
    (21, 'public.audit_log', 'held.actor_id = any (($1).accounts)', 'cleared', '{"actor_email": "null"}', null, null),
    (30, 'private.lead_import_rows', $w$held.lead_id = any (($1).leads) or held.email_key = any (($1).emails)
      -- Offices share phone numbers, so a number alone does not identify a person.
      or held.lead_id is null and held.email_key is null and held.phone_key = any (($1).phones) and exists (
        select from public.leads as own where own.id = any (($1).leads)
          and lower(concat_ws(' ', own.first_name, own.last_name)) = lower(concat_ws(' ', held.fields ->> 'first_name', held.fields ->> 'last_name')))$w$, 'cleared',
      '{"fields": "''{}''", "email_key": "null", "phone_key": "null", "before": "null", "after": "null", "lead_id": "null", "problem": "case when held.outcome is null or held.problem is not null then ''Erased'' end"}',
      'Rows of imported files', null),
    (40, 'public.lead_batches', $w$exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id = any (($1).leads))
      and (held.kind = 'merge' or not exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id <> all (($1).leads)))$w$,
      'cleared', '{"changes": "''{}''", "undone_at": "coalesce(held.undone_at, now())"}', 'Changes that could be undone', null),
    (50, 'private.lead_batch_rows', $w$held.lead_id = any (($1).leads) or exists (
      select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
      where noted.batch_id = held.batch_id and batch.kind = 'merge' and noted.lead_id = any (($1).leads))$w$, 'deleted', '{}',
      'Undo copies, including merges', null),
    (60, 'public.lead_tasks', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Tasks', null),
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (110, 'private.pending_client_setups', 'held.lead_id = any (($1).leads) or held.email = any (($1).emails)', 'deleted', '{}', 'Pending client setups', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and private.names_person(held.answers::text, $1)$w$, 'cleared',
      '{"answers": "''{}''", "utm": "''{}''", "referrer_url": "null", "ip_hash": "null", "source": "private.neutral_source(held.source, held.page_id, $1)"}',
      'Landing page submissions', 'The submission still counts in page reports. All answers are removed.'),
    -- When the last person of a company or campaign is erased, its name leaves earlier tombstones too.
    (155, 'public.leads', $w$held.erased_at is not null and held.company is not null
      and exists (select from public.leads as own where own.id = any (($1).leads) and own.company = held.company)$w$, 'cleared',
      '{"company": "private.neutral_company(held.company, $1)"}', null, null),
    (156, 'public.leads', $w$held.erased_at is not null and held.first_touch is not null and exists (select from public.leads as own
      where own.id = any (($1).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(held.first_touch ->> 'utm_campaign'))$w$, 'cleared',
      '{"first_touch": "private.neutral_touch(held.first_touch, $1)"}', null, null),
    (160, 'public.leads', 'held.id = any (($1).leads)', 'cleared',
      (
        select jsonb_object_agg(known.field, case known.kind when 'list' then '''{}''' else 'null' end)
        from private.lead_fields() as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words)', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (195, 'storage.objects', $w$held.bucket_id = 'avatars' and split_part(held.name, '/', 1) = any (($1).accounts::text[])
      or held.bucket_id = 'attachments' and (held.owner_id = any (($1).accounts::text[]) or exists (
        select from public.change_requests as asked where asked.id = private.folder_id(held.name)
          and (asked.user_id = any (($1).accounts) or private.names_person(asked.message, $1))))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and private.names_person(asked.message, $1))$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Replies to requests about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and private.names_person(held.message, $1)$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or private.names_person(held.business_name, $1) then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (242, 'private.recovery_codes', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (250, 'public.retainers', $w$held.client_id = any (($1).accounts) and held.status = 'pending'
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id and draft.client_id = any (($1).accounts)
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$held.client_id = any (($1).accounts) and held.status = 'draft'
      and not exists (select from public.retainer_charges as charge where charge.invoice_id = held.id)$w$, 'deleted', '{}', 'Invoice drafts', null),
    (253, 'public.invoices', $w$held.client_id = any (($1).accounts) and (held.status <> 'draft'
      or exists (select from public.retainer_charges as charge where charge.invoice_id = held.id))$w$, 'kept',
      '{"invoice_number": null, "description": null, "currency": null}', 'Invoices, including the client''s name and company',
      'Required by tax law, in most countries for up to ten years.'),
    (254, 'public.invoice_lines', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"description": null}', 'Invoice lines', 'Part of the invoices.'),
    (255, 'public.invoice_credits', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"reason": null}', 'Invoice credits', 'Part of the invoices.'),
    (256, 'public.invoice_events', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"kind": null, "note": null, "method": null}', 'Invoice history', 'Required by tax law.'),
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null}', 'Payments',
      'Required by tax law. The reference points to the payment provider.'),
    (258, 'public.retainers', 'held.client_id = any (($1).accounts)', 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Ended retainers',
      'Invoices refer to them.'),
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null, "address": null, "tax_id": null}', null,
      'The recipient on invoices, required by tax law.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Payment provider reference', 'Contains no name. Also delete the customer at the provider when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (262, 'private.combined_checkouts', 'held.client_id = any (($1).accounts)', 'cleared', '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'private.names_person(held.key, $1)', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (273, 'private.file_usage', 'held.owner = any (($1).accounts::text[])', 'deleted', '{}', 'Storage counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$private.names_person(held.payload::text, $1)
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
    -- The leads of the account are other people's. They stay, in an archived account without a name.
    (320, 'public.accounts', $w$exists (select from public.account_members as member where member.account_id = held.id and member.user_id = any (($1).accounts))
      and not exists (select from public.account_members as member where member.account_id = held.id and member.user_id <> all (($1).accounts))$w$, 'cleared',
      '{"name": "''Erased account''", "slug": "''erased-'' || held.id", "archived_at": "coalesce(held.archived_at, now())"}',
      'Workspaces of this person alone', 'The workspace is archived without its name. Its leads are other people.'),
    (325, 'public.account_members', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Memberships', null),
    (326, 'public.account_loans', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "billing_address": "null", "tax_id": "null", "erased_at": "now()"}', 'Profiles', 'An empty profile stays so that counts stay correct.'),
    (350, 'auth.users', 'held.id = any (($1).accounts)', 'cleared',
      $s${"email": "'erased-' || held.id || '@erased.invalid'", "encrypted_password": "null", "phone": "null", "email_confirmed_at": "null", "phone_confirmed_at": "null",
        "confirmation_token": "left(held.confirmation_token, 0)", "recovery_token": "left(held.recovery_token, 0)", "email_change": "left(held.email_change, 0)",
        "email_change_token_new": "left(held.email_change_token_new, 0)", "email_change_token_current": "left(held.email_change_token_current, 0)",
        "phone_change": "left(held.phone_change, 0)", "phone_change_token": "left(held.phone_change_token, 0)", "reauthentication_token": "left(held.reauthentication_token, 0)",
        "raw_app_meta_data": "'{}'", "raw_user_meta_data": "'{}'", "banned_until": "'2999-12-31'"}$s$::jsonb,
      'Accounts', 'The account ID stays without name, address or password. It appears as "Erased person" in entries about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Authenticator apps' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;

create or replace function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everyone'),
    ('auth.users.role', 'the same word for everyone'),
    ('private.attached_files', 'forgotten with the file, or after two days'),
    ('private.ip_salts', 'random, forgotten after a day'),
    ('private.checkouts.currency', 'a code'),
    ('private.checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.checkouts.status', 'a word of the product'),
    ('private.combined_checkouts.currency', 'a code'),
    ('private.combined_checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.dashboard_imports', 'ids and times'),
    ('private.erasures', 'ids and times'),
    ('private.landing_cache_version', 'a counter'),
    ('private.landing_visitors', 'hashes of one day, with a salt that is forgotten'),
    ('private.lead_counts.kind', 'a word of the product'),
    ('private.lead_import_rows.outcome', 'a word of the product'),
    ('private.lead_tags', 'labels of the team with counts; a label ends with its last lead'),
    ('private.lead_totals', 'counts'),
    ('private.mail_providers', 'the product''s own mail servers'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.removed_blobs', 'random ids'),
    ('private.removed_files', 'forgotten when the files are deleted'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.accounts', 'the business''s own hours and currency; its name is cleared with its last person'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'the agency''s pages'),
    ('public.landing_drafts', 'the agency''s pages'),
    ('public.landing_page_versions', 'the agency''s pages'),
    ('public.landing_pages', 'the agency''s pages'),
    ('public.landing_pictures', 'the agency''s pages'),
    ('public.landing_previews', 'hashes of links to the agency''s pages'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own'),
    ('storage.buckets', 'the product''s own')
  ) as entry (column_name, reason)
$$;

create or replace function private.limit_lost_reasons() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  if auth.uid() is null then return null; end if;
  for account in select distinct reason.account_id from added as reason order by 1 loop
    perform private.lock_quota('lost_reasons', account::text);
    perform private.check_quota('lost_reasons', (select count(*) from public.lost_reasons as reason where reason.account_id = account));
  end loop;
  return null;
end
$$;

comment on function private.limit_lost_reasons() is 'Trigger: limits how many lost reasons an account has.';

create trigger count_quota_use after insert on public.lost_reasons
referencing new table as added for each statement execute function private.limit_lost_reasons();

create trigger take_account_of_client before insert or update of user_id on public.change_requests
for each row execute function private.take_account_of_client('user_id');

create trigger take_account_of_client before insert or update of user_id on public.client_dashboards
for each row execute function private.take_account_of_client('user_id');

create or replace function private.is_team_file(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$ select private.is_on_team(private.folder_id(p_name), private.agency_account()) $$;

alter table public.leads add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id);

alter table public.leads add column client_account_id uuid references public.accounts (id) on delete set null;

alter table public.leads alter column account_id set default private.account_for_insert();

alter table public.lead_activities add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id);

alter table public.lead_activities alter column account_id set default private.agency_account();

alter table public.lead_pins add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id);

alter table public.lead_pins alter column account_id set default private.agency_account();

alter table public.lead_retractions add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id);

alter table public.lead_retractions alter column account_id set default private.agency_account();

alter table public.lead_tasks add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id);

alter table public.lead_tasks alter column account_id set default private.agency_account();

alter table public.lead_clocks add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id);

alter table public.lead_clocks alter column account_id set default private.agency_account();

alter table public.lead_clock_events add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id);

alter table public.lead_clock_events alter column account_id set default private.agency_account();

alter table public.lead_views add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id) on delete cascade;

alter table public.lead_views alter column account_id set default private.account_for_insert();

alter table public.lead_imports add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id) on delete cascade;

alter table public.lead_imports alter column account_id set default private.account_for_insert();

alter table public.lead_batches add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id) on delete cascade;

alter table public.lead_batches alter column account_id set default private.account_for_insert();

alter table public.lost_reasons add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id) on delete cascade;

alter table public.lost_reasons alter column account_id set default private.account_for_insert();

alter table public.landing_pages add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id);

alter table public.landing_pages alter column account_id set default private.account_for_insert();

alter table private.lead_counts add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id) on delete cascade;

alter table private.lead_counts alter column account_id drop default;

alter table private.lead_counts add primary key (account_id, kind, key);

alter table private.lead_totals add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id) on delete cascade;

alter table private.lead_totals alter column account_id drop default;

alter table private.lead_totals add primary key (account_id, owner, stage);

alter table private.lead_tags add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id) on delete cascade;

alter table private.lead_tags alter column account_id drop default;

alter table private.lead_tags add primary key (account_id, owner, tag);

alter table private.stage_figures add column account_id uuid not null default '00000000-0000-4000-8000-000000000001' references public.accounts (id) on delete cascade;

alter table private.stage_figures alter column account_id drop default;

alter table private.stage_figures add primary key (account_id, stage);

drop function private.working_calendar();

alter table public.invoices add column account_id uuid references public.accounts (id);

alter table public.retainers add column account_id uuid references public.accounts (id);

alter table public.payments add column account_id uuid references public.accounts (id);

alter table public.change_requests add column account_id uuid references public.accounts (id);

alter table public.client_dashboards add column account_id uuid references public.accounts (id);

alter table public.invitations add column account_id uuid references public.accounts (id) on delete cascade;

alter table public.invitations add column account_role public.account_role;

alter table public.invitations add constraint invitations_account_role check ((account_id is null) = (account_role is null) and (account_id is null or role = 'client'));

create policy "People read the accounts that they may enter" on public.accounts
for select to authenticated
using (id = any ((select private.accounts_of_caller())::uuid[]) or (select private.has_active_role('admin')));

create or replace function public.invite_member(p_account_id uuid, p_email text, p_role public.account_role) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant public.accounts := private.require_managed_account(p_account_id);
  address constant text := lower(btrim(p_email));
  token constant text := encode(sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')), 'hex');
  person uuid;
  invited uuid;
begin
  if address is null or char_length(address) > 320 or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', 'Enter a valid email address', 'email');
  end if;
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  select known.id into person from auth.users as known where lower(known.email) = address and known.email_confirmed_at is not null;
  if exists (select from public.account_members as member where member.account_id = account.id and member.user_id = person) then
    perform private.refuse('already_member', 'PT409', 'This person is already in the account. Change their role instead.', 'email');
  end if;
  if person is null then perform private.remove_unconfirmed_account(address); end if;
  -- A new invitation to the same account ends the earlier link.
  update public.invitations as earlier set revoked_at = now()
  where earlier.email = address and earlier.account_id = account.id and earlier.accepted_at is null and earlier.revoked_at is null;
  insert into public.invitations (email, role, token_hash, invited_by, account_id, account_role)
  values (address, 'client', sha256(convert_to(token, 'UTF8')), auth.uid(), account.id, p_role) returning id into invited;
  perform public.enqueue_outbox('mail', format('invitation:%s', invited), jsonb_build_object(
    'to', address, 'template', 'account-invitation', 'data', jsonb_build_object(
      'token', token, 'business', account.name, 'role', p_role, 'known', (person is not null)::text, 'by', private.person_name(auth.uid())
    )
  ));
  return invited;
end
$$;

comment on function public.invite_member(uuid, text, public.account_role) is
'Invites an address to a client''s account. The link lasts seven days and replaces an earlier one to the same account. For its owners and admins. PT404: no such account. PT409: already a member. 22023: not an address. PT429: too many invitations.';

create or replace function private.add_member(p_account uuid, p_user_id uuid, p_role public.account_role, p_by uuid) returns void
language sql volatile
set search_path = ''
as $$
  insert into public.account_members (account_id, user_id, role, added_by) values (p_account, p_user_id, p_role, p_by)
  on conflict (account_id, user_id) do nothing
$$;

comment on function private.add_member(uuid, uuid, public.account_role, uuid) is 'Adds a person to an account; a member keeps their role.';

create or replace function public.set_member_role(p_account_id uuid, p_user_id uuid, p_role public.account_role) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_managed_account(p_account_id);
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  update public.account_members as member set role = p_role where member.account_id = p_account_id and member.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
end
$$;

comment on function public.set_member_role(uuid, uuid, public.account_role) is
'Changes what a member may do. For owners and admins. PT404: no such account or member. PT409 (last_owner): the account would have no owner.';

grant execute on function public.invite_member(uuid, text, public.account_role) to authenticated;

grant execute on function public.set_member_role(uuid, uuid, public.account_role) to authenticated;

create policy "People read the members of accounts that they may enter" on public.account_members
for select to authenticated
using (account_id = any ((select private.accounts_of_caller())::uuid[]) or (select private.has_active_role('admin')));

create policy "People read who is lent to accounts that they may enter" on public.account_loans
for select to authenticated
using (account_id = any ((select private.accounts_of_caller())::uuid[]) or (select private.has_active_role('admin')));

create or replace function private.account_json(p_account public.accounts) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_account.id, 'slug', p_account.slug, 'name', p_account.name, 'kind', p_account.kind, 'time_zone', p_account.time_zone,
    'currency', p_account.currency, 'working_hours', p_account.working_hours, 'holidays', to_jsonb(p_account.holidays),
    'speed_to_lead_minutes', p_account.speed_to_lead_minutes, 'created_at', p_account.created_at, 'updated_at', p_account.updated_at,
    'archived_at', p_account.archived_at, 'is_premium', p_account.kind = 'agency' or private.has_premium(p_account.id)
  )
$$;

comment on function private.account_json(public.accounts) is 'An account as its own people and admins see it.';

comment on column public.invoices.account_id is 'The account of that person; null for people of the agency.';

create index invoices_account_id_idx on public.invoices (account_id, created_at desc);

create policy "Clients read their account's invoices, and admins all" on public.invoices
for select to authenticated
using (
  (select private.has_active_role('admin'))
  or (client_id = (select auth.uid()) and (select private.has_active_role('client'))
    or account_id = any ((select private.accounts_as('owner', 'billing'))::uuid[])) and status <> 'draft'
);

comment on column public.payments.account_id is 'The account of that person; null for people of the agency.';

create index payments_account_id_idx on public.payments (account_id, created_at desc);

create policy "Clients read their account's payments, and admins all" on public.payments
for select to authenticated
using (
  (select private.has_active_role('admin'))
  or (client_id = (select auth.uid()) and (select private.has_active_role('client'))
    or account_id = any ((select private.accounts_as('owner', 'billing'))::uuid[]))
);

comment on column public.retainers.account_id is 'The account of that person; null for people of the agency.';

create index retainers_account_id_idx on public.retainers (account_id, created_at desc);

create policy "Clients read their account's retainers, and admins all" on public.retainers
for select to authenticated
using (
  (select private.has_active_role('admin'))
  or (client_id = (select auth.uid()) and (select private.has_active_role('client'))
    or account_id = any ((select private.accounts_as('owner', 'billing'))::uuid[]))
);

comment on column public.lead_activities.account_id is 'The lead''s account.';

create policy "People read the activities of leads they see" on public.lead_activities
for select to authenticated
using (account_id = (select private.workspace()) and exists (select from public.leads as lead where lead.id = lead_id));

create policy "People log what they did with leads they see" on public.lead_activities
for insert to authenticated
with check (
  actor_id = (select auth.uid()) and kind in ('call', 'email', 'sms', 'meeting', 'note') and occurred_at <= now() + interval '1 minute'
  and account_id = (select private.workspace()) and (select private.is_premium_workspace())
  -- An entry about a merged lead would show in the history of the kept lead, which may belong to somebody else.
  and exists (select from public.leads as lead where lead.id = lead_id and lead.merged_into is null)
);

create index lead_activities_stage_changes_idx on public.lead_activities (account_id, occurred_at) where kind = 'stage_change';

comment on column public.lead_pins.account_id is 'The lead''s account.';

create index lead_pins_account_id_idx on public.lead_pins (account_id);

create policy "People read the pins of leads they see" on public.lead_pins
for select to authenticated
using (
  account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "People pin activities of leads they see" on public.lead_pins
for insert to authenticated
with check (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (
    select from public.lead_activities as activity where activity.id = activity_id and activity.lead_id = lead_pins.lead_id
  )
  -- The page of the kept lead shows a merged lead's history, so pinning needs access to the kept lead.
  and exists (
    select from public.leads as lead where lead.id = lead_pins.lead_id
      and (lead.merged_into is null or exists (select from public.leads as kept where kept.id = lead.merged_into))
  )
);

create policy "People take pins off leads they see" on public.lead_pins
for delete to authenticated
using (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (
    select from public.leads as lead where lead.id = lead_pins.lead_id
      and (lead.merged_into is null or exists (select from public.leads as kept where kept.id = lead.merged_into))
  )
);

comment on column public.lead_retractions.account_id is 'The lead''s account.';

create index lead_retractions_account_id_idx on public.lead_retractions (account_id);

create policy "People read what was taken back of leads they see" on public.lead_retractions
for select to authenticated
using (
  account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create index leads_closed_at_idx on public.leads (account_id, closed_at, stage) where closed_at is not null and archived_at is null and not is_spam;

create or replace function private.analytics_leads(p_owners text[], p_source text) returns setof public.leads
language sql stable
as $$
  select lead.* from public.leads as lead
  where lead.account_id = (select private.workspace()) and private.is_live(lead) and (p_owners is null or coalesce(lead.user_id::text, '') = any (p_owners))
    and (p_source is null or lead.source::text = p_source)
$$;

comment on column public.lead_batches.account_id is 'The account whose leads it changed.';

create index lead_batches_account_id_idx on public.lead_batches (account_id);

create policy "People read their own batches, and leaders all" on public.lead_batches
for select to authenticated
using (account_id = (select private.workspace()) and (actor_id = (select auth.uid()) or (select private.manages_workspace())));

create or replace function private.can_undo_change(
  p_lead public.leads, p_before jsonb, p_after jsonb, p_actor uuid, p_is_admin boolean, p_since timestamptz
) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select (
    p_is_admin or p_lead.user_id is null or p_lead.user_id = p_actor
    -- Or the change gave the lead away, and nobody else has worked with it since.
    or p_after ? 'user_id' and coalesce(p_before ->> 'user_id', p_actor::text) = p_actor::text
      and not exists (
        select from public.lead_activities as activity
        where activity.lead_id = p_lead.id and activity.actor_id <> p_actor and activity.created_at >= p_since
      )
      and not exists (
        select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
        where noted.lead_id = p_lead.id and batch.actor_id <> p_actor and batch.created_at >= p_since
      )
      and not exists (
        select from public.lead_tasks as task
        where task.lead_id = p_lead.id and task.updated_at >= p_since and (task.created_by <> p_actor or task.done_by <> p_actor)
      )
  ) and (p_before ->> 'user_id' is null or private.is_on_team((p_before ->> 'user_id')::uuid, p_lead.account_id))
$$;

create or replace function private.next_available_rep(p_account uuid, p_not uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select rep.id from unnest(private.team_of(p_account)) as rep (id)
  where rep.id is distinct from p_not
  order by
    (
      select count(*) from public.lead_clocks as clock
      where clock.account_id = p_account and clock.state not in ('answered', 'dropped') and coalesce(clock.owner_id, clock.escalated_to) = rep.id
    ),
    (select max(clock.escalate_at) from public.lead_clocks as clock where clock.account_id = p_account and clock.escalated_to = rep.id) nulls first,
    rep.id
  limit 1
$$;

comment on function private.next_available_rep(uuid, uuid) is
'The person of the account''s team with the fewest waiting leads; among equals, the one who was asked longest ago. Never the given one.';

comment on column public.lead_clocks.account_id is 'The lead''s account, whose working hours and target count.';

create index lead_clocks_due_at_idx on public.lead_clocks (account_id, due_at, id) where state not in ('answered', 'dropped');

create index lead_clocks_arrived_at_idx on public.lead_clocks (account_id, arrived_at);

comment on column public.lead_clock_events.account_id is 'The lead''s account.';

create index lead_clock_events_account_id_idx on public.lead_clock_events (account_id, id desc);

create policy "People read the clocks of leads they see" on public.lead_clocks
for select to authenticated
using (
  account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "People read what happened to the clocks of leads they see" on public.lead_clock_events
for select to authenticated
using (
  account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create index leads_name_key_idx on public.leads (account_id, private.lead_name_key(first_name, last_name, company))
where merged_into is null;

create or replace function private.filter_words_sql(p_words tsquery) returns text
language sql stable
set search_path = ''
as $$
  select format('private.lead_search_words(lead) @@ %L::tsquery', private.within_account(private.workspace(), p_words)::text)
$$;

comment on column public.lead_imports.account_id is 'The account whose leads it imports.';

create index lead_imports_created_at_idx on public.lead_imports (account_id, created_at desc);

create policy "People read their own imports, and leaders all" on public.lead_imports
for select to authenticated
using (account_id = (select private.workspace()) and (actor_id = (select auth.uid()) or (select private.manages_workspace())));

create or replace function private.find_leads(p_account uuid, p_email_keys text[], p_phone_keys text[])
returns table (email_key text, phone_key text, lead_id uuid)
language sql stable security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  (select distinct on (lower(lead.email)) lower(lead.email), null::text,
    case when lead.merged_into is null then lead.id else private.resolve_merged_lead(lead.id) end
  from public.leads as lead where lead.account_id = p_account and lower(lead.email) = any (p_email_keys)
  order by lower(lead.email), lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id)
  union all
  (select distinct on (lead.phone_key) null, lead.phone_key,
    case when lead.merged_into is null then lead.id else private.resolve_merged_lead(lead.id) end
  from public.leads as lead where lead.account_id = p_account and lead.phone_key = any (p_phone_keys)
  order by lead.phone_key, lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id)
$$;

comment on function private.find_leads(uuid, text[], text[]) is
'The leads of an account with these email addresses (in lower case) and phone keys (private.phone_key); for merged leads, the kept one. Uses the indexes even when the planner believes that the table is small.';

create index lead_counts_leads_idx on private.lead_counts (account_id, kind, leads desc, key);

create index leads_live_owner_idx on public.leads (
  account_id, coalesce(user_id::text, ''), created_at desc, id desc
) where archived_at is null and not is_spam;

create index leads_live_company_idx on public.leads (
  account_id, coalesce(nullif(btrim(company), ''), 'No Company'), created_at desc, id desc
) where archived_at is null and not is_spam;

create index leads_live_words_idx on public.leads using gin (
  (array_to_tsvector(array['@' || account_id::text]) || to_tsvector('simple'::regconfig, translate(
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company, '')),
    '@._-+/', '      '
  )))
) where archived_at is null and not is_spam;

create or replace function private.find_leads(p_account uuid, p_by text, p_query text) returns table (id uuid, key text, created_at timestamptz)
language sql stable
set search_path = ''
as $$
  select lead.id,
    case p_by when 'owner' then coalesce(lead.user_id::text, '') else coalesce(nullif(btrim(lead.company), ''), 'No Company') end,
    lead.created_at
  from public.leads as lead
  where lead.account_id = p_account and private.is_live(lead)
    and private.lead_search_words(lead) @@ private.within_account(p_account, private.words_query(p_query))
$$;

comment on function private.find_leads(uuid, text, text) is 'The leads of an account that a search finds, each with its group.';

create index lead_tags_key_idx on private.lead_tags (account_id, key);

create index lead_tags_empty_idx on private.lead_tags (account_id, owner) where leads = 0;

create or replace function private.tag_spellings(p_tags jsonb) returns text[]
language sql stable
set search_path = ''
as $$
  with given (tag) as (
    select jsonb_array_elements_text(case jsonb_typeof(p_tags) when 'array' then p_tags else jsonb_build_array(p_tags) end)
  )
  select array(
    select given.tag from given
    union select kept.tag from private.lead_tags as kept
    where kept.account_id = private.workspace() and kept.key = any (array(select private.tag_key(given.tag) from given))
  )
$$;

create index leads_email_idx on public.leads (account_id, lower(email));

create policy "People read the leads of their workspace that they see" on public.leads
for select to authenticated
using (
  account_id = (select private.workspace())
  and ((select private.sees_all_leads()) or user_id is null or user_id = (select auth.uid()))
  and created_at >= (select private.visible_since())
);

create policy "Sales people create leads that are theirs or nobody's" on public.leads
for insert to authenticated
with check (
  account_id = (select private.workspace()) and (user_id = (select auth.uid()) or user_id is null)
  and (select private.has_active_role('sales'))
);

create policy "Sales people change their own and unowned leads" on public.leads
for update to authenticated
using (
  account_id = (select private.workspace()) and (user_id = (select auth.uid()) or user_id is null)
  and (select private.has_active_role('sales'))
)
with check (
  account_id = (select private.workspace()) and (user_id = (select auth.uid()) or user_id is null)
  and (select private.has_active_role('sales'))
);

comment on column public.leads.client_account_id is 'The account that this won lead became.';

comment on column public.leads.account_id is 'The account whose lead it is. It never changes.';

create index leads_client_account_idx on public.leads (client_account_id) where client_account_id is not null;

create index leads_phone_key_idx on public.leads (account_id, phone_key) where phone_key is not null;

create index leads_stage_idx on public.leads (account_id, stage, stage_entered_at desc, id) where archived_at is null and not is_spam;

create index leads_owner_stage_idx on public.leads (account_id, user_id, stage, stage_entered_at desc, id) where archived_at is null and not is_spam;

create index leads_next_task_at_idx on public.leads (account_id, next_task_at, id) where next_task_at is not null and archived_at is null and not is_spam;

create index leads_clock_due_at_idx on public.leads (account_id, clock_due_at, id) where clock_due_at is not null and archived_at is null and not is_spam;

create index leads_live_arrived_idx on public.leads (account_id, created_at desc, id desc) where archived_at is null and not is_spam;

create index leads_live_name_idx on public.leads (
  account_id, lower(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')), id
) where archived_at is null and not is_spam;

create index leads_live_firm_idx on public.leads (account_id, nullif(lower(btrim(company)), ''), id) where archived_at is null and not is_spam;

create index leads_live_value_idx on public.leads (account_id, value_cents, id) where archived_at is null and not is_spam;

create index leads_live_activity_idx on public.leads (account_id, last_activity_at, id)
where last_activity_at is not null and archived_at is null and not is_spam;

create index leads_live_response_idx on public.leads (account_id, response_seconds, id)
where response_seconds is not null and archived_at is null and not is_spam;

create index leads_stage_next_idx on public.leads (account_id, stage, next_task_at, id)
where next_task_at is not null and archived_at is null and not is_spam;

create index leads_away_idx on public.leads (account_id, created_at desc, id desc) where archived_at is not null or is_spam;

create index leads_campaign_idx on public.leads (account_id, lower(first_touch ->> 'utm_campaign')) where lower(first_touch ->> 'utm_campaign') is not null;

create or replace function private.team_medians() returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'user_id', member.user_id, 'name', private.owner_name(member.user_id::text), 'answered', today.answered,
    'median_seconds', today.median
  ) order by private.owner_name(member.user_id::text)), '[]')
  from (select person.user_id from unnest(private.team_of(private.workspace())) as person (user_id) limit 50) as member
  cross join lateral (
    select count(*) as answered, round(percentile_cont(0.5) within group (order by clock.response_seconds)) as median
    from public.lead_clocks as clock
    where clock.answered_by = member.user_id and clock.account_id = private.workspace()
      and clock.answered_at >= (select private.account_day_start(private.workspace()))
  ) as today
$$;

create or replace function private.notifications_of(p_user_id uuid, p_everyone boolean)
returns table (
  id bigint, event text, at timestamptz, lead_id uuid, first_name text, last_name text, email text, company text, new_owner_name text
)
language sql stable security definer
set search_path = ''
as $$
  select event.id, event.event, event.happened_at, event.lead_id, lead.first_name, lead.last_name,
    case when seen.is_theirs then lead.email end, lead.company,
    -- An escalation may give the person's lead to a colleague. The person sees the event and the new owner, but not the lead.
    case when not seen.is_theirs then private.person_name(clock.escalated_to) end
  -- Reads only the latest events of the team. Older ones are in the history of each lead.
  from (
    select latest.* from public.lead_clock_events as latest where latest.account_id = private.workspace() order by latest.id desc limit 500
  ) as event
  join public.leads as lead on lead.id = event.lead_id
  join public.lead_clocks as clock on clock.id = event.clock_id
  cross join lateral (values (p_everyone or lead.user_id is null or lead.user_id = p_user_id)) as seen (is_theirs)
  where event.event in ('started', 'breached', 'escalated') and private.is_live(lead) and lead.erased_at is null
    and (seen.is_theirs or event.event = 'escalated' and event.payload ->> 'owner' = p_user_id::text and clock.escalated_to <> p_user_id)
  order by event.id desc limit 20
$$;

create or replace function private.lead_search_words(p_lead public.leads) returns tsvector
language sql immutable parallel safe
as $$
  select array_to_tsvector(array['@' || p_lead.account_id::text]) || to_tsvector('simple'::regconfig, translate(
    private.lead_text(p_lead.first_name, p_lead.last_name, p_lead.email, p_lead.company), '@._-+/', '      '
  ))
$$;

create index leads_phone_tail_idx on public.leads (account_id, reverse(phone_key)) where phone_key is not null;

revoke execute on function private.lock_own_lead_import(uuid), private.resolve_merged_lead(uuid), private.find_leads(uuid, text[], text[]),
  private.import_owner(uuid, text), private.import_stage(text), private.import_problem(jsonb), private.shortened_fields(jsonb) from public;

comment on column public.lead_tasks.account_id is 'The lead''s account.';

create index lead_tasks_open_idx on public.lead_tasks (account_id, due_at) where done_at is null;

create policy "People read the tasks of leads they see" on public.lead_tasks
for select to authenticated
using (
  account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "People plan tasks for leads they see" on public.lead_tasks
for insert to authenticated
with check (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "People change the tasks of leads they see" on public.lead_tasks
for update to authenticated
using (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
)
with check (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "People delete the tasks of leads they see" on public.lead_tasks
for delete to authenticated
using (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create index leads_owner_next_task_idx on public.leads (account_id, user_id, next_task_at, id)
where next_task_at is not null and archived_at is null and not is_spam;

create index leads_no_next_step_idx on public.leads (account_id, user_id, stage_entered_at, id)
where next_task_at is null and clock_due_at is null and archived_at is null and not is_spam and stage not in ('won', 'lost');

create or replace function private.response_today() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'answered', count(clock.response_seconds),
    'median_seconds', round(percentile_cont(0.5) within group (order by clock.response_seconds)),
    'p90_seconds', round(percentile_cont(0.9) within group (order by clock.response_seconds)),
    'within', count(*) filter (where clock.response_seconds <= clock.target_seconds),
    -- A lead that still has time is neither within the target nor over it.
    'decided', count(*) filter (where clock.response_seconds is not null or clock.due_at < now())
  )
  from public.lead_clocks as clock where clock.account_id = private.workspace()
    and clock.arrived_at >= (select private.account_day_start(private.workspace())) and clock.state <> 'dropped'
$$;

comment on column public.lead_views.account_id is 'The account whose leads it shows.';

create index lead_views_owner_id_idx on public.lead_views (owner_id, account_id, screen, position);

create index lead_views_shared_idx on public.lead_views (account_id, is_shared, screen, position);

create policy "People read their own views and shared ones" on public.lead_views
for select to authenticated
using (
  (owner_id = (select auth.uid()) or is_shared)
  and account_id = (select private.workspace())
);

create policy "People keep views" on public.lead_views
for insert to authenticated
with check (
  owner_id = (select auth.uid())
  and account_id = (select private.workspace()) and (select private.is_premium_workspace())
);

create policy "People change their own views" on public.lead_views
for update to authenticated
using (
  owner_id = (select auth.uid())
  and account_id = (select private.workspace()) and (select private.is_premium_workspace())
)
with check (
  owner_id = (select auth.uid())
  and account_id = (select private.workspace()) and (select private.is_premium_workspace())
);

create policy "People delete their own views, and leaders shared ones" on public.lead_views
for delete to authenticated
using (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and (owner_id = (select auth.uid()) or is_shared and (select private.manages_workspace()))
);

comment on column public.invitations.account_id is 'The client''s account that they join; null for a role alone.';

comment on column public.invitations.account_role is 'What they may do in that account.';

create unique index invitations_open_email_idx on public.invitations (email) where accepted_at is null and revoked_at is null and account_id is null;

create unique index invitations_open_account_idx on public.invitations (account_id, email) where accepted_at is null and revoked_at is null;

grant select (id, email, role, invited_by, created_at, expires_at, revoked_at, accepted_at, accepted_by, account_id, account_role)
on public.invitations to authenticated;

comment on column public.landing_pages.account_id is 'The account that gets the leads of its forms.';

create index landing_pages_account_id_idx on public.landing_pages (account_id, created_at desc);

comment on column public.lost_reasons.account_id is 'The account whose list it is in.';

create unique index lost_reasons_label_idx on public.lost_reasons (account_id, lower(label));

insert into public.lost_reasons (account_id, label, position)
select account.id, reason.label, reason.position
from public.accounts as account cross join (
  values ('No budget', 1), ('No answer', 2), ('Chose a competitor', 3), ('Bad timing', 4), ('Not a fit', 5), ('Other', 6)
) as reason (label, position)
where account.kind = 'agency' and not exists (select from public.lost_reasons as held where held.account_id = account.id);

create policy "People read the lost reasons of their workspace" on public.lost_reasons
for select to authenticated using (account_id = (select private.workspace()));

create policy "Leaders add lost reasons" on public.lost_reasons
for insert to authenticated with check (
  account_id = (select private.workspace()) and (select private.manages_workspace()) and (select private.is_premium_workspace())
);

create policy "Leaders change lost reasons" on public.lost_reasons
for update to authenticated
using (account_id = (select private.workspace()) and (select private.manages_workspace()) and (select private.is_premium_workspace()))
with check (account_id = (select private.workspace()) and (select private.manages_workspace()) and (select private.is_premium_workspace()));

comment on column public.change_requests.account_id is 'The account of that person; null for people of the agency.';

create index change_requests_account_id_idx on public.change_requests (account_id, created_at desc);

create policy "Clients read the requests of their account, and admins all" on public.change_requests
for select to authenticated
using (
  (select private.has_active_role('admin'))
  or account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
);

comment on column public.client_dashboards.account_id is 'The account of that person; null for people of the agency.';

create index client_dashboards_account_id_idx on public.client_dashboards (account_id, created_at desc);

create policy "People read the dashboard of their account, and admins all" on public.client_dashboards
for select to authenticated
using (
  (select private.has_active_role('admin'))
  or owner_id = (select auth.uid()) and not (select private.is_restricted_to_pending())
  or account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
);

-- The agency's account follows the settings that are there.
update public.accounts as account
set name = settings.agency_name, time_zone = settings.time_zone, currency = settings.currency, working_hours = settings.working_hours,
  holidays = settings.holidays, speed_to_lead_minutes = settings.speed_to_lead_minutes
from public.agency_settings as settings where account.kind = 'agency';

-- Every client gets an account, the oldest first. Their invoices, requests and dashboards belong to it.
do $$
declare
  client uuid;
begin
  for client in
    select held.user_id from public.user_roles as held where held.role = 'client' and held.status = 'active' order by held.created_at, held.user_id
  loop
    perform private.create_client_account(private.client_account_name(client), client);
  end loop;
end
$$;

alter table public.invoices disable trigger user;
update public.invoices as held set account_id = private.account_of_client(held.client_id);
alter table public.invoices enable trigger user;
alter table public.retainers disable trigger user;
update public.retainers as held set account_id = private.account_of_client(held.client_id);
alter table public.retainers enable trigger user;
alter table public.payments disable trigger user;
update public.payments as held set account_id = private.account_of_client(held.client_id);
alter table public.payments enable trigger user;
alter table public.change_requests disable trigger user;
update public.change_requests as held set account_id = private.account_of_client(held.user_id);
alter table public.change_requests enable trigger user;
alter table public.client_dashboards disable trigger user;
update public.client_dashboards as held set account_id = private.account_of_client(held.owner_id) where held.owner_id is not null;
alter table public.client_dashboards enable trigger user;
