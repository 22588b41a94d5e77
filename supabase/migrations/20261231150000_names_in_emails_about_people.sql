-- A person whose role in an account changes gets an email; the admins read who waits, and people who invited them.

create function private.announce_member_role(
  p_account uuid, p_user_id uuid, p_before public.account_role, p_role public.account_role
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  known text;
begin
  -- A change that nobody was told yet counts from the role that they know.
  with untold as (
    delete from private.outbox as mail
    where mail.dedupe_key like format('member-role:%s:%s:%%', p_account, p_user_id) and mail.status = 'queued'
    returning mail.payload #>> '{data,before}' as before
  )
  select min(untold.before) into known from untold;
  if p_user_id is not distinct from auth.uid() or p_role::text = coalesce(known, p_before::text) then return; end if;
  perform public.enqueue_outbox('mail', format('member-role:%s:%s:%s', p_account, p_user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'member-role', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'role', p_role, 'before', coalesce(known, p_before::text), 'business', account.name, 'slug', account.slug,
      'by', private.person_name(auth.uid())
    ))
  ), now() + interval '10 seconds')
  from public.accounts as account cross join lateral private.mail_recipient(p_user_id) as reader (row) where account.id = p_account;
end
$$;

comment on function private.announce_member_role(uuid, uuid, public.account_role, public.account_role) is
'Emails a person that someone else changed what they may do in an account, when that person is no longer offered to undo it.';

create or replace function private.set_member_role(p_account_id uuid, p_user_id uuid, p_role public.account_role) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  status public.role_status;
  role_before public.account_role;
  plan jsonb;
begin
  perform private.require_open_account(p_account_id);
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  select member.status, member.role into status, role_before
  from private.client_members as member where member.account_id = p_account_id and member.user_id = p_user_id;
  if status is null then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  if status <> 'active' then perform private.refuse('client_not_active', 'PT409', 'This person isn''t an active client'); end if;
  if p_role = 'member' then
    plan := private.plan_of_member(p_account_id, p_user_id);
    perform private.refuse_payer(plan, p_user_id);
  end if;
  update public.account_members as member set role = p_role where member.account_id = p_account_id and member.user_id = p_user_id;
  if p_role = 'billing' then perform private.release_leads(p_account_id, p_user_id); end if;
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
  perform private.announce_member_role(p_account_id, p_user_id, role_before, p_role);
end
$$;

create or replace function private.notify_admins_of_sign_up() returns trigger
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

create or replace function private.invite_user(p_email text, p_role public.app_role) returns uuid
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
    'to', address, 'template', 'invitation', 'data', jsonb_build_object('token', token, 'role', p_role, 'by', private.person_name(auth.uid()))
  ));
  return invited;
end
$$;
