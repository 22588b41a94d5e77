-- A session shows the network address that it was last refreshed from.

drop function public.own_data();
drop function public.list_own_sessions();
drop function private.list_own_sessions();

create function private.list_own_sessions()
returns table (id uuid, created_at timestamptz, last_active timestamptz, user_agent text, is_current boolean, address text)
language sql stable security definer
set search_path = ''
as $$
  select session.id, session.created_at, greatest(session.updated_at, session.created_at), left(session.user_agent, 500),
    session.id::text = coalesce(auth.jwt() ->> 'session_id', ''), host(session.ip)
  from auth.sessions as session
  join private.live_sessions as live using (id)
  where session.user_id = auth.uid() and (select private.is_session_sufficient())
  order by 5 desc, 3 desc
$$;

create function public.list_own_sessions()
returns table (id uuid, created_at timestamptz, last_active timestamptz, user_agent text, is_current boolean, address text)
language sql stable
set search_path = ''
return private.list_own_sessions();

comment on function public.list_own_sessions() is 'The sessions of the caller: this one first, then the last active.';

grant execute on function public.list_own_sessions() to authenticated;
grant execute on function private.list_own_sessions() to authenticated;

create function public.own_data() returns jsonb
language sql stable
set search_path = ''
return (
  select jsonb_build_object(
    'exported_at', now(), 'email', private.confirmed_email(),
    'profile', (select to_jsonb(own) from public.profiles as own where own.user_id = (select auth.uid())),
    'roles', coalesce((select jsonb_agg(to_jsonb(held) order by held.role) from public.user_roles as held where held.user_id = (select auth.uid())), '[]'),
    'memberships', coalesce((
      select jsonb_agg(jsonb_build_object('account_id', member.account_id, 'account', account.name, 'role', member.role, 'since', member.created_at)
        order by member.created_at, member.account_id)
      from public.account_members as member left join public.accounts as account on account.id = member.account_id where member.user_id = (select auth.uid())
    ), '[]'),
    'notifications', coalesce((
      select jsonb_agg(to_jsonb(choice) order by choice.kind) from public.notification_choices as choice where choice.user_id = (select auth.uid())
    ), '[]'),
    'sessions', coalesce((select jsonb_agg(to_jsonb(session)) from public.list_own_sessions() as session), '[]'),
    'requests', coalesce((
      select jsonb_agg(to_jsonb(request) || jsonb_build_object('answers', coalesce((
        select jsonb_agg(jsonb_build_object('body', said.body, 'created_at', said.created_at, 'from_client', said.from_client) order by said.created_at)
        from public.change_request_answers as said where said.request_id = request.id
      ), '[]')) order by request.created_at)
      from public.change_requests as request where request.user_id = (select auth.uid())
    ), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('lead_id', note.lead_id, 'kind', note.kind, 'body', note.body, 'at', note.occurred_at)
        order by note.occurred_at)
      from public.lead_activities as note where note.actor_id = (select auth.uid()) and note.body is not null
    ), '[]'),
    'invoices', coalesce((
      select jsonb_agg(to_jsonb(invoice) order by invoice.created_at)
      from public.invoices as invoice
      where invoice.client_id = (select auth.uid())
        or invoice.account_id in (select member.account_id from public.account_members as member where member.user_id = (select auth.uid()))
    ), '[]')
  )
  from private.require_sufficient_session() as checked
);

comment on function public.own_data() is
'Everything that the caller may take along, as far as their own rights let them read it: {exported_at, email, profile, roles, memberships, notifications, sessions, requests with answers, notes about leads that they wrote, invoices that name them or are of their accounts}. 42501: the session owes a second factor.';

grant execute on function private.require_sufficient_session() to authenticated;
grant execute on function public.own_data() to authenticated;
