-- What clients ask the agency to change (spec §5 Service request).

create type public.change_request_type as enum (
  'dashboard_change', 'feature_request', 'technical_support', 'general_inquiry'
);

create type public.change_request_status as enum ('open', 'answered', 'closed');

comment on type public.change_request_type is 'What a request is about.';
comment on type public.change_request_status is 'The state of a request.';

create table public.change_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  user_email text not null check (char_length(user_email) <= 320 and user_email ~ '^[^@\s]+@[^@\s]+$'),
  business_name text not null check (btrim(business_name) <> '' and char_length(business_name) <= 200),
  request_type public.change_request_type not null default 'dashboard_change',
  message text not null check (btrim(message) <> '' and char_length(message) <= 10000),
  status public.change_request_status not null default 'open',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  account_id uuid references public.accounts (id),
  lead_id uuid references public.leads (id) on delete set null,
  is_deletion boolean not null default false
);

comment on table public.change_requests is 'Service-change requests of clients.';
comment on column public.change_requests.id is 'The request.';
comment on column public.change_requests.user_id is 'The person who asks.';
comment on column public.change_requests.user_email is 'The confirmed address of the person who asks.';
comment on column public.change_requests.business_name is 'The business that it concerns.';
comment on column public.change_requests.request_type is 'What it is about.';
comment on column public.change_requests.message is 'The text of the request.';
comment on column public.change_requests.status is 'Stays open until somebody answers it. A reply of the client opens it again.';
comment on column public.change_requests.account_id is 'The account that it is for: the chosen one of that person, else the one that they own; null for people of the agency.';

comment on column public.change_requests.lead_id is 'The won lead whose client a sales person asks the admins to set up; null for every other request.';

comment on column public.change_requests.is_deletion is 'Whether the person asks for the deletion of their own account.';

create index change_requests_lead_id_idx on public.change_requests (lead_id) where lead_id is not null;
create index change_requests_account_id_idx on public.change_requests (account_id, is_deletion, created_at desc);

-- A chosen account stays as it is. The policy refuses one of others.
create trigger take_account_of_client before insert on public.change_requests
for each row when (new.account_id is null) execute function private.take_account_of_client('user_id');

comment on column public.change_requests.created_at is 'When it was sent.';
comment on column public.change_requests.updated_at is 'When the row last changed.';

create index change_requests_user_id_idx on public.change_requests (user_id);
create index change_requests_created_at_idx on public.change_requests (created_at desc);

create trigger touch_updated_at before update on public.change_requests
for each row execute function private.touch_updated_at();

alter table public.change_requests enable row level security;

call private.require_sufficient_sessions('public.change_requests');

grant select, insert, update, delete on public.change_requests to service_role;
grant select, insert (id, user_id, user_email, business_name, request_type, message, account_id)
on public.change_requests to authenticated;

create policy "Clients read requests of their account, and admins all" on public.change_requests
for select to authenticated
using (
  (select private.has_active_role('admin'))
  or user_id = (select auth.uid()) and (select private.has_active_role('client'))
  -- That a person asks to be deleted is between them and the admins.
  or not is_deletion and account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
);

create function private.own_accounts() returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select array_agg(member.account_id) from private.client_members as member where member.user_id = auth.uid()
$$;

comment on function private.own_accounts() is 'The accounts in which the caller is a client, in any role, archived ones too; null when there are none.';

grant execute on function private.own_accounts() to authenticated;

-- Everybody with access can use the help center's form, so requests of sales people and admins are in the same list.

create policy "Clients and the team send requests in their own name" on public.change_requests
for insert to authenticated
with check (
  user_id = (select auth.uid())
  and lower(user_email) = (select private.confirmed_email())
  and (select private.has_any_active_role())
  and (account_id is null or account_id = any ((select private.own_accounts())::uuid[]))
);

create function private.sender_left(p_request public.change_requests) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_request.account_id is not null and not p_request.is_deletion and not exists (
    select from private.client_members as member where member.account_id = p_request.account_id and member.user_id = p_request.user_id
  )
$$;

comment on function private.sender_left(public.change_requests) is
'Whether the person who sent a request no longer belongs to the account that it is for. Clients still read it, but can''t reply. The request to be deleted is between them and the admins.';

create function private.answer_readers(p_request public.change_requests) returns setof uuid
language sql stable security definer
set search_path = ''
as $$
  with stays as (
    select member.user_id from private.client_members as member
    where member.account_id = p_request.account_id and member.role = 'owner' and member.status = 'active' and private.sender_left(p_request)
  )
  select stays.user_id from stays
  union all
  select p_request.user_id where not exists (select from stays)
$$;

comment on function private.answer_readers(public.change_requests) is
'Who gets an answer to a request by email: its sender or, once they left the account, its active owners. Without any, still the sender.';

create function private.tell_admins_of_request(p_request public.change_requests, p_template text, p_reply text, p_words text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.notify_users(
    -- An admin who asks needs no email about it.
    array_remove(private.leaders_of(private.agency_account()), p_request.user_id), p_template, concat_ws(':', p_request.id, p_reply),
    jsonb_strip_nulls(jsonb_build_object(
      'requestId', p_request.id, 'type', p_request.request_type,
      -- On one line, because they become the subject of an email.
      'business', regexp_replace(p_request.business_name, '\s+', ' ', 'g'),
      'client', regexp_replace(private.person_name(p_request.user_id), '\s+', ' ', 'g'),
      -- Unless it is the business that the client typed.
      'forAccount', (
        select account.name from public.accounts as account
        where account.id = p_request.account_id and account.kind = 'client' and lower(btrim(account.name)) <> lower(btrim(p_request.business_name))
      ),
      'words', left(p_words, 4000), 'files', private.attached_names(p_request.id, coalesce(p_reply, 'request'))
    ))
  );
end
$$;

comment on function private.tell_admins_of_request(public.change_requests, text, text, text) is
'Queues an email to the admins about a new request, or about the reply with this id. All emails about one request are one thread.';

create function private.announce_change_request(p_request public.change_requests) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('request:%s:received', p_request.id), jsonb_build_object(
    'to', p_request.user_email,
    'template', 'request-received',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', private.mail_recipient(p_request.user_id) ->> 'name', 'type', p_request.request_type, 'business', p_request.business_name,
      'forAccount', private.account_among_several(p_request.user_id, p_request.account_id),
      'question', left(p_request.message, 4000), 'files', private.attached_names(p_request.id, 'request'), 'requestId', p_request.id
    ))
  ));
  perform private.tell_admins_of_request(p_request, 'request-arrived', null, p_request.message);
end
$$;

comment on function private.announce_change_request(public.change_requests) is 'Emails a copy of a new request to the person who sent it, and tells the admins.';

create function private.confirm_change_request() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.announce_change_request(new);
  return null;
end
$$;

comment on function private.confirm_change_request() is 'Trigger: announces a request that its sender stored.';

-- Does not run for demo data and restored backups, whose requests are old.
create trigger confirm_change_request after insert on public.change_requests
for each row when (current_user = 'authenticated') execute function private.confirm_change_request();

create function private.deletion_request() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('id', request.id, 'created_at', request.created_at)
  from public.change_requests as request
  where request.user_id = auth.uid() and request.is_deletion and request.status = 'open' and private.has_any_active_role()
  order by request.created_at desc limit 1
$$;

create function public.deletion_request() returns jsonb
language sql stable
set search_path = ''
return private.deletion_request();

comment on function public.deletion_request() is
'The open request of the caller to delete their own account: {id, created_at}. Null without one.';

create function private.ask_for_deletion(p_request_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  asked public.change_requests;
begin
  if not private.has_any_active_role() then perform private.refuse('team_only', '42501', 'Only active accounts can do this'); end if;
  -- Two tabs that ask at the same moment take turns.
  perform from auth.users as person where person.id = caller for no key update;
  select request.* into asked from public.change_requests as request
  where request.user_id = caller and request.is_deletion and (request.status = 'open' or request.id = p_request_id)
  order by request.id = p_request_id desc, request.created_at desc limit 1;
  if found then return asked.id; end if;
  insert into public.change_requests (id, user_id, user_email, business_name, request_type, message, is_deletion)
  select p_request_id, person.id, lower(person.email), left(coalesce(
    nullif(btrim((select profile.company from public.profiles as profile where profile.user_id = person.id)), ''),
    (select account.name from public.accounts as account where account.id = private.account_of_client(person.id)), person.email
  ), 200), 'general_inquiry', 'Please delete my account and my personal data.', true
  from auth.users as person where person.id = caller
  on conflict (id) do nothing
  returning * into asked;
  if asked.id is null then perform private.refuse('id_taken', '42501', 'This belongs to someone else'); end if;
  perform private.announce_change_request(asked);
  return asked.id;
end
$$;

create function public.ask_for_deletion(p_request_id uuid) returns uuid
language sql volatile
set search_path = ''
return private.ask_for_deletion(p_request_id);

comment on function public.ask_for_deletion(uuid) is
'Asks the admins to delete the account of the caller, and returns the request. While one is open, returns that one. 42501: no active role (team_only), or another request has this id (id_taken).';

grant execute on function public.deletion_request() to authenticated;
grant execute on function private.deletion_request() to authenticated;
grant execute on function public.ask_for_deletion(uuid) to authenticated;
grant execute on function private.ask_for_deletion(uuid) to authenticated;
