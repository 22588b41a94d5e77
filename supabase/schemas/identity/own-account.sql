-- Settings of one's own account: sessions and email choices.

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

create function private.end_own_session(p_session_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  delete from auth.sessions as session where session.id = p_session_id and session.user_id = auth.uid();
  if not found then perform private.refuse('session_not_found', 'PT404', 'This session already ended'); end if;
end
$$;

create function public.end_own_session(p_session_id uuid) returns void
language sql volatile
set search_path = ''
return private.end_own_session(p_session_id);

comment on function public.end_own_session(uuid) is 'Ends another session of the caller. PT404: they have no such session.';

create table public.notification_choices (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (
    kind in ('payment-received', 'retainer-renewing', 'trial-ending', 'sign-up-waiting', 'client-request', 'lead-arrived', 'lead-clock')
  ),
  wanted boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, kind)
);

comment on table public.notification_choices is 'Which emails a person does not want, or wants again. Emails without a row are sent.';
comment on column public.notification_choices.user_id is 'The person.';
comment on column public.notification_choices.kind is
'Which emails, as private.notification_kind names them. Invoices, failures, escalations and security news are always sent.';
comment on column public.notification_choices.wanted is 'Whether to send it.';
comment on column public.notification_choices.updated_at is 'When they last chose.';

create trigger touch_updated_at before update on public.notification_choices
for each row execute function private.touch_updated_at();

alter table public.notification_choices enable row level security;

call private.require_sufficient_sessions('public.notification_choices');

grant select, insert, update, delete on public.notification_choices to service_role;
grant select, insert (user_id, kind, wanted), update (user_id, kind, wanted) on public.notification_choices to authenticated;

create policy "People read their own choices" on public.notification_choices
for select to authenticated using (user_id = (select auth.uid()));

create policy "People make their own choices" on public.notification_choices
for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own choices" on public.notification_choices
for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function private.skip_unwanted_mail() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.notification_choices as choice
    join auth.users as account on account.id = choice.user_id
    where not choice.wanted and choice.kind = private.notification_kind(new.payload ->> 'template')
      and lower(account.email) = lower(new.payload ->> 'to')
  ) then
    return null;
  end if;
  return new;
end
$$;

comment on function private.skip_unwanted_mail() is 'Trigger: does not queue an email that its reader does not want.';

create function private.notify_admins_of_sign_up() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('sign-up-waiting:%s:%s', new.id, admin.user_id), jsonb_build_object(
    'to', account.email, 'template', 'sign-up-waiting',
    -- They have no profile yet.
    'data', jsonb_build_object('who', private.name_or_email(
      private.metadata_name(new.raw_user_meta_data, 'first_name'), private.metadata_name(new.raw_user_meta_data, 'last_name'), new.email::text
    ), 'email', new.email, 'waitingSince', private.agency_day())
  ))
  from public.user_roles as admin join auth.users as account on account.id = admin.user_id
  where admin.role = 'admin' and admin.status = 'active'
    and exists (select from public.user_roles as held where held.user_id = new.id and held.status = 'pending');
  return null;
end
$$;

comment on function private.notify_admins_of_sign_up() is
'Trigger: emails the admins when a person who needs approval has confirmed their address.';

create trigger notify_admins_of_sign_up after update of email_confirmed_at on auth.users
for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
execute function private.notify_admins_of_sign_up();

create function private.notify_password_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.enqueue_account_mail(
    new.id, 'password-changed', format('password-changed:%s:%s', new.id, md5(new.encrypted_password))
  );
  return null;
end
$$;

comment on function private.notify_password_change() is 'Trigger: emails people when their password was changed or reset.';

-- An account that never confirmed its address may be someone else's, and an erased one has no password.
create trigger notify_password_change after update of encrypted_password on auth.users
for each row when (
  old.encrypted_password is distinct from new.encrypted_password and new.encrypted_password <> ''
  and old.encrypted_password <> '' and old.email_confirmed_at is not null
) execute function private.notify_password_change();

create function private.notify_email_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('email-changed:%s:%s:%s', new.id, clock_timestamp(), md5(new.email)), jsonb_build_object(
    'to', old.email, 'template', 'email-changed', 'data', jsonb_build_object('newEmail', new.email)
  ));
  return null;
end
$$;

comment on function private.notify_email_change() is
'Trigger: emails the old address of people when their new one took its place, so that they can object.';

-- An address that was never confirmed may be someone else's, and an erased account has no confirmed one.
create trigger notify_email_change after update of email on auth.users
for each row when (
  lower(old.email) is distinct from lower(new.email) and old.email_confirmed_at is not null and new.email_confirmed_at is not null
) execute function private.notify_email_change();

grant execute on function public.list_own_sessions() to authenticated;
grant execute on function private.list_own_sessions() to authenticated;
grant execute on function public.end_own_session(uuid) to authenticated;
grant execute on function private.end_own_session(uuid) to authenticated;

-- A person who mistyped a new address can cancel the change, so that nobody at that address can finish it.

create function private.cancel_email_change() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  update auth.users as account
  set email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_sent_at = null,
    email_change_confirm_status = 0
  where account.id = auth.uid() and coalesce(account.email_change, '') <> '';
  if not found then perform private.refuse('email_change_not_found', 'PT404', 'There is no pending address change to cancel'); end if;
end
$$;

create function public.cancel_email_change() returns void
language sql volatile
set search_path = ''
return private.cancel_email_change();

comment on function public.cancel_email_change() is
'Cancels the caller''s change of address that waits for confirmation. PT404: none waits.';

revoke execute on function public.cancel_email_change() from public;

grant execute on function public.cancel_email_change() to authenticated;
grant execute on function private.cancel_email_change() to authenticated;
