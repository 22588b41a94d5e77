grant update (require_factor_of_admins, require_factor_of_sales) on public.agency_settings to authenticated;

create function private.check_factor_requirement() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null and private.second_factor_state() <> 'given' then
    perform private.refuse('own_factor_first', 'PT409', 'Set up two-step sign-in for your own account first, and sign in with it');
  end if;
  return new;
end
$$;

comment on function private.check_factor_requirement() is
'Trigger: only an admin who signed in with a second factor can require one, so that no admin locks themselves out.';

create trigger check_factor_requirement before update on public.agency_settings
for each row when (
  (new.require_factor_of_admins and not old.require_factor_of_admins) or (new.require_factor_of_sales and not old.require_factor_of_sales)
)
execute function private.check_factor_requirement();

create function public.second_factor_state() returns text
language sql stable
set search_path = ''
return private.second_factor_state();

comment on function public.second_factor_state() is
'none: no factor, and none is required. given: the session gave it. needed: the caller has one, and the session must still give it. required: the agency requires one, and the caller has none. Sessions in needed and required can read and write nothing else.';

create function private.must_have_second_factor() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  return private.second_factor_required(auth.uid());
end
$$;

create function public.must_have_second_factor() returns boolean
language sql stable
set search_path = ''
return private.must_have_second_factor();

comment on function public.must_have_second_factor() is 'Whether the agency requires a second factor of the caller.';

create function private.notify_factor_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- An admin's reset has an email of its own.
  if coalesce(current_setting('app.resetting_factors', true), '') <> old.user_id::text then
    perform private.enqueue_account_mail(
      old.user_id, case tg_op when 'UPDATE' then 'second-factor-added' else 'second-factor-removed' end,
      format('second-factor:%s:%s', lower(tg_op), old.id),
      case when tg_op = 'DELETE' and not exists (
        select from auth.mfa_factors as rest where rest.user_id = old.user_id and rest.status = 'verified'
      ) then jsonb_build_object('off', case when private.second_factor_required(old.user_id) then 'required' else 'true' end)
      else '{}' end
    );
  end if;
  return null;
end
$$;

comment on function private.notify_factor_change() is
'Trigger: emails people when a second factor is added to their account or removed from it, and whether two-step sign-in is off then (off; required: the agency asks for a new one).';

create trigger notify_factor_added after update of status on auth.mfa_factors
for each row when (old.status = 'unverified' and new.status = 'verified') execute function private.notify_factor_change();

create trigger notify_factor_removed after delete on auth.mfa_factors
for each row when (old.status = 'verified') execute function private.notify_factor_change();

create function private.remove_second_factors(p_user_id uuid) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  removed integer;
begin
  perform set_config('app.resetting_factors', p_user_id::text, true);
  with gone as (
    delete from auth.mfa_factors as factor where factor.user_id = p_user_id
    returning factor.id, factor.user_id, factor.friendly_name, factor.factor_type, factor.status, factor.created_at
  ), noted as (
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, before)
    select auth.uid(), (select account.email from auth.users as account where account.id = auth.uid()),
      'delete', 'mfa_factors', gone.id::text, private.subject_of(to_jsonb(gone)), to_jsonb(gone)
    from gone returning 1
  )
  select count(*) into removed from noted;
  if removed = 0 then return 0; end if;
  delete from auth.sessions as session where session.user_id = p_user_id;
  perform private.enqueue_account_mail(
    p_user_id, 'second-factor-reset', format('second-factor-reset:%s:%s', p_user_id, clock_timestamp())
  );
  return removed;
end
$$;

comment on function private.remove_second_factors(uuid) is
'Removes all second factors of a person, ends their sessions, emails them and writes the audit log. Returns how many factors.';

create function private.reset_second_factors(p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_user_id = auth.uid() then
    perform private.refuse('own_factor_in_settings', 'PT409', 'Remove your own authenticator apps in your security settings');
  end if;
  if private.remove_second_factors(p_user_id) = 0 then
    perform private.refuse('factor_not_found', 'PT404', 'This person doesn''t use two-step sign-in');
  end if;
end
$$;

create function public.reset_second_factors(p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.reset_second_factors(p_user_id);

comment on function public.reset_second_factors(uuid) is
'Removes the second factors of a person who lost them, ends their sessions and emails them. Admins only. PT404: they have none. PT409: oneself.';

grant execute on function public.second_factor_state() to authenticated;
grant execute on function private.second_factor_state() to authenticated;
grant execute on function public.must_have_second_factor() to authenticated;
grant execute on function private.must_have_second_factor() to authenticated;
grant execute on function public.reset_second_factors(uuid) to authenticated;
grant execute on function private.reset_second_factors(uuid) to authenticated;

create procedure private.require_sufficient_sessions(p_table regclass)
language plpgsql
set search_path = ''
as $$
begin
  execute format(
    'create policy "Sessions give the second factor that is asked of them" on %s as restrictive for all to authenticated
     using ((select private.is_session_sufficient())) with check ((select private.is_session_sufficient()))', p_table
  );
end
$$;

comment on procedure private.require_sufficient_sessions(regclass) is
'Closes a table to sessions that owe a second factor. Every public table has this policy, so call it for each new table.';
