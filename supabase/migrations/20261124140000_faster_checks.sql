-- Checks that every statement makes cost a third: sessions are checked by a view, and the functions of policies are in plpgsql.

create or replace function private.has_active_role(wanted public.app_role) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.user_roles as held where held.user_id = auth.uid() and held.role = wanted and held.status = 'active'
  ) and private.is_session_sufficient();
end
$$;

create or replace function private.has_any_active_role() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from public.user_roles as held where held.user_id = auth.uid() and held.status = 'active')
    and private.is_session_sufficient();
end
$$;

create or replace function private.is_restricted_to_pending() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from public.user_roles as held where held.user_id = auth.uid()) and not private.has_any_active_role();
end
$$;

create view private.live_sessions as
select session.id, session.user_id
from auth.sessions as session, public.agency_settings as settings
where session.created_at > now() - make_interval(days => settings.session_days)
  -- A client in use refreshes at least every 15 minutes.
  and coalesce(session.refreshed_at at time zone 'utc', session.created_at) > now() - make_interval(days => settings.session_idle_days)
  and coalesce(session.not_after > now(), true);

comment on view private.live_sessions is 'The sessions that are neither too old nor unused for too long (agency_settings).';

create or replace function private.check_request() returns void
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

create or replace function public.list_own_sessions()
returns table (id uuid, created_at timestamptz, last_active timestamptz, user_agent text, is_current boolean)
language sql stable security definer
set search_path = ''
as $$
  select session.id, session.created_at, greatest(session.updated_at, session.created_at), left(session.user_agent, 500),
    session.id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions as session
  join private.live_sessions as live using (id)
  where session.user_id = auth.uid() and (select private.is_session_sufficient())
  order by 5 desc, 3 desc
$$;

create or replace function private.purge_sessions(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
begin
  if not private.may_purge('auth.sessions') then return 0; end if;
  -- Tokens are deleted with their session. refreshed_at is in UTC, without a time zone. The agency's settings decide when a
  -- session is over.
  return private.delete_batch('auth.sessions', $w$least(old.not_after, greatest(old.created_at, old.updated_at, old.refreshed_at at time zone 'UTC')) < (select private.retention_cutoff('sessions'))
    and not exists (select from private.live_sessions as live where live.id = old.id)$w$, 'created_at', p_limit);
end
$$;

drop function private.is_session_over(auth.sessions);
