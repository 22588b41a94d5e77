-- When a session is over, and the check of every signed-in request. An access token lives for 15 minutes and does not know what
-- happened since, so the session in its claims decides.

-- A view, because every signed-in request reads it, and the planner cannot look inside a function.
create view private.live_sessions as
select session.id, session.user_id
from auth.sessions as session, public.agency_settings as settings
where session.created_at > now() - make_interval(days => settings.session_days)
  -- A client in use refreshes at least every 15 minutes.
  and coalesce(session.refreshed_at at time zone 'utc', session.created_at) > now() - make_interval(days => settings.session_idle_days)
  and coalesce(session.not_after > now(), true);

comment on view private.live_sessions is 'The sessions that are neither too old nor unused for too long (agency_settings).';

create function private.check_request() returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  claims jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
begin
  if coalesce(claims ->> 'role', 'anon') <> 'authenticated' then return; end if;
  if not exists (
    select from private.live_sessions as session
    where session.id = (claims ->> 'session_id')::uuid and session.user_id = (claims ->> 'sub')::uuid
  ) then
    perform private.refuse('session_ended', 'PT401', 'session ended');
  end if;
end
$$;

comment on function private.check_request() is 'Refuses (PT401) a request whose session has ended. Visitors and the service role pass.';

-- The API may not use the private schema, so the hook that it calls is public.
create function public.check_request() returns void
language sql stable
set search_path = ''
return private.check_request();

comment on function public.check_request() is
'PostgREST calls this before every request (db_pre_request). Refuses (PT401) the tokens of ended sessions.';

grant execute on function public.check_request() to anon, authenticated, service_role;
grant execute on function private.check_request() to anon, authenticated, service_role;

do $$ begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'public.check_request';
    notify pgrst, 'reload config';
  end if;
end $$;
