-- A person has one open request to delete their account. A second one, sent from another tab or after a reload, is the first.

alter table public.change_requests add column is_deletion boolean not null default false;

comment on column public.change_requests.is_deletion is 'Whether the person asks for the deletion of their own account.';

-- Requests that were sent before keep the time of their last change.
alter table public.change_requests disable trigger touch_updated_at;

update public.change_requests set is_deletion = true
where request_type = 'general_inquiry' and message = 'Please delete my account and my personal data.';

alter table public.change_requests enable trigger touch_updated_at;

create function private.announce_change_request(p_request public.change_requests) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('request:%s:received', p_request.id), jsonb_build_object(
    'to', p_request.user_email,
    'template', 'request-received',
    'data', jsonb_build_object(
      'name', private.mail_recipient(p_request.user_id) ->> 'name', 'type', p_request.request_type, 'business', p_request.business_name,
      'question', left(p_request.message, 4000), 'files', private.attached_names(p_request.id, 'request'), 'requestId', p_request.id
    )
  ));
  perform private.tell_admins_of_request(p_request, 'request-arrived', null, p_request.message);
end
$$;

comment on function private.announce_change_request(public.change_requests) is 'Emails a copy of a new request to the person who sent it, and tells the admins.';

create or replace function private.confirm_change_request() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.announce_change_request(new);
  return null;
end
$$;

comment on function private.confirm_change_request() is 'Trigger: announces a request that its sender stored.';

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
