-- A person whose Premium will cover an account reads it before they join, and its owners read it then.

drop function public.find_invitation(text);
drop function private.find_invitation(text);


create function private.has_own_premium(p_user_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.subscriptions as plan
    where plan.user_id = p_user_id and plan.subscribed and plan.subscription_tier = 'premium'
      and plan.subscription_status = 'active' and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
  ) or exists (
    select from auth.users as person join public.premium_overrides as gift on gift.email = lower(person.email)
    where person.id = p_user_id and person.email_confirmed_at is not null and coalesce(gift.expires_at, 'infinity') > now()
  );
end
$$;

comment on function private.has_own_premium(uuid) is
'Whether a person pays for a plan that is in force, or has complimentary Premium. The accounts that they own or are a billing contact of have Premium through them then.';

create or replace function private.client_has_premium(p_client_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_premium(private.account_of_client(p_client_id)) or exists (
    select from unnest(private.accounts_of(p_client_id, 'owner', 'billing')) as account (id) where private.has_premium(account.id)
  ) or private.has_own_premium(p_client_id);
end
$$;

comment on function private.client_has_premium(uuid) is
'Whether a client has premium: through their account or any other whose money they see, or by a plan or gift of their own, which they keep when they leave it.';

create function private.brings_premium(p_account uuid, p_user_id uuid, p_role public.account_role) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_role in ('owner', 'billing') and private.has_own_premium(p_user_id) and not private.has_premium(p_account)
$$;

comment on function private.brings_premium(uuid, uuid, public.account_role) is
'Whether an account on the free plan gets Premium when this person joins it with this role.';

create function private.find_invitation(p_token text)
returns table (email text, role public.app_role, invited_by text, account_name text, account_role public.account_role, brings_premium boolean)
language sql stable security definer
set search_path = ''
as $$
  select found.email, found.role, private.person_name(found.invited_by), account.name, found.account_role,
    coalesce(found.email = private.confirmed_email() and private.brings_premium(account.id, auth.uid(), found.account_role), false)
  from private.open_invitation(left(p_token, 200)) as found left join public.accounts as account on account.id = found.account_id
  where found.id is not null
$$;

create function public.find_invitation(p_token text)
returns table (email text, role public.app_role, invited_by text, account_name text, account_role public.account_role, brings_premium boolean)
language sql stable
set search_path = ''
return private.find_invitation(p_token);

comment on function public.find_invitation(text) is
'What the email of an invitation link says: the address, the role, the name of the person who invites, and the account with the role there, if it is for one. brings_premium: the account gets Premium through the caller, whom it invites. No row when it has ended. Everybody who has the link may ask.';

create or replace function private.add_member(p_account uuid, p_user_id uuid, p_role public.account_role, p_by uuid) returns void
language sql volatile
set search_path = ''
as $$
  with joined as (
    insert into public.account_members (account_id, user_id, role, added_by) values (p_account, p_user_id, p_role, p_by)
    on conflict (account_id, user_id) do nothing returning account_id, user_id, role
  )
  select public.enqueue_outbox('mail', format('member-joined:%s:%s:%s:%s', account.id, person.id, owner.user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'member-joined', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'role', joined.role, 'business', account.name, 'slug', account.slug,
      'invited', case when owner.user_id = p_by then 'true' end,
      -- This statement doesn't see the new member yet.
      'premium', case when private.brings_premium(p_account, p_user_id, joined.role) then 'true' end,
      -- Someone who just signed up has no profile yet.
      'who', coalesce(private.full_name(profile.first_name, profile.last_name), private.name_or_email(
        private.metadata_name(person.raw_user_meta_data, 'first_name'), private.metadata_name(person.raw_user_meta_data, 'last_name'), person.email::text))
    ))
  ))
  from joined join auth.users as person on person.id = joined.user_id left join public.profiles as profile on profile.user_id = person.id
  join public.accounts as account on account.id = joined.account_id
  join private.client_members as owner on owner.account_id = account.id and owner.role = 'owner' and owner.status = 'active' and owner.user_id <> person.id
  cross join lateral private.mail_recipient(owner.user_id) as reader (row)
$$;

comment on function private.add_member(uuid, uuid, public.account_role, uuid) is
'Adds a person to an account, and emails its other owners, also whether it gets Premium through them; a member keeps their role.';

grant execute on function public.find_invitation(text) to anon, authenticated;
grant execute on function private.find_invitation(text) to anon, authenticated;
