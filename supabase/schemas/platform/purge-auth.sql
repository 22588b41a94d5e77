-- Old records of the auth service. On a hosted project its tables are not ours. So each purge checks its rights, which keeps a
-- missing grant or table from breaking a round, and indexes are created only on our own tables.

create function private.may_purge(p_table text) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(to_regclass(p_table) is not null and has_table_privilege(to_regclass(p_table), 'select')
    and has_table_privilege(to_regclass(p_table), 'delete'), false)
$$;

comment on function private.may_purge(text) is 'Whether this table exists and its old rows may be deleted.';

create function private.purge_auth_log(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
begin
  if not private.may_purge('auth.audit_log_entries') then return 0; end if;
  return private.delete_batch('auth.audit_log_entries', $w$old.created_at < (select private.retention_cutoff('auth_log'))$w$, 'created_at', p_limit);
end
$$;

comment on function private.purge_auth_log(integer) is 'Purge: the auth service''s log.';

create function private.purge_sessions(p_limit integer) returns integer
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

comment on function private.purge_sessions(integer) is 'Purge: sessions that ended, or were last used, before the retention period.';

create function private.purge_refresh_tokens(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
begin
  if not private.may_purge('auth.refresh_tokens') then return 0; end if;
  -- A revoked token stays as long as it can reveal a theft. The latest token of a session is never revoked while the session
  -- lives.
  return private.delete_batch('auth.refresh_tokens', $w$old.revoked and old.updated_at < (select private.retention_cutoff('sessions'))$w$, 'updated_at', p_limit);
end
$$;

comment on function private.purge_refresh_tokens(integer) is 'Purge: refresh tokens that were replaced or revoked before the retention period.';

create function private.purge_flow_states(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
begin
  if not private.may_purge('auth.flow_state') then return 0; end if;
  return private.delete_batch('auth.flow_state', $w$old.created_at < now() - interval '1 day'$w$, 'created_at', p_limit);
end
$$;

comment on function private.purge_flow_states(integer) is 'Purge: sign-ins by code that were never finished. Codes live for minutes.';

do $$
begin
  if pg_has_role(current_user, (select owned.relowner from pg_catalog.pg_class as owned where owned.oid = to_regclass('auth.audit_log_entries')), 'usage') then
    create index if not exists audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
  end if;
  if pg_has_role(current_user, (select owned.relowner from pg_catalog.pg_class as owned where owned.oid = to_regclass('auth.refresh_tokens')), 'usage') then
    create index if not exists refresh_tokens_revoked_at_idx on auth.refresh_tokens (updated_at) where revoked;
  end if;
end
$$;

insert into private.purges (name, batch, run_every) values
-- Without an index (hosted) the search reads the whole log.
('auth_log', 250, interval '6 hours'), ('sessions', 50, interval '1 hour'), ('refresh_tokens', 250, interval '1 hour'),
('flow_states', 500, interval '1 hour');
