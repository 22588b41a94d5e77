-- Landing pages ask the same question about the workspace as everything else.

drop function public.landing_workspace();

create or replace function private.account_json(p_account public.accounts) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_account.id, 'slug', p_account.slug, 'name', p_account.name, 'kind', p_account.kind, 'time_zone', p_account.time_zone,
    'currency', p_account.currency, 'working_hours', p_account.working_hours, 'holidays', to_jsonb(p_account.holidays),
    'speed_to_lead_minutes', p_account.speed_to_lead_minutes, 'created_at', p_account.created_at, 'updated_at', p_account.updated_at,
    'archived_at', p_account.archived_at, 'is_premium', p_account.kind = 'agency' or private.has_premium(p_account.id), 'requires_approval', p_account.requires_approval
  )
$$;

-- A client's invitation does not end a stranger's fresh sign-up.

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
  -- A sign-up that nobody confirmed blocks the invitation. A fresh one stays: its person may just be reading the email, and a client
  -- must not be able to stop the sign-ups of strangers.
  if exists (
    select from auth.users as old where lower(old.email) = address and old.email_confirmed_at is null and old.created_at < now() - interval '1 day'
  ) then
    perform private.remove_unconfirmed_account(address);
  end if;
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
