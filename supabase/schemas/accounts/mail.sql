-- Whom emails about an account's rows are from, and who gets them.

create function private.account_addresses(p_account uuid) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(
    (
      select array_agg(owner.email::text order by member.created_at, member.user_id)
      from public.account_members as member join auth.users as owner on owner.id = member.user_id
      where member.account_id = p_account and member.role = 'owner' and coalesce(owner.email, '') <> ''
    ),
    (select array[settings.email] from public.agency_settings as settings where settings.email is not null)
  )
$$;

comment on function private.account_addresses(uuid) is
'Where news for an account go: the addresses of its owners, the first one first. The agency''s address for the agency, and for a client''s account that has no people yet.';

create function private.mail_account_data(p_account uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when p_account = private.agency_account() then '{}' else jsonb_build_object('account', p_account) end
$$;

comment on function private.mail_account_data(uuid) is
'What the data of an email says about its account: {account} for a client''s, whose name it gets; nothing for the agency''s.';

create function private.mail_account(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', account.name, 'slug', account.slug, 'email', (private.account_addresses(account.id))[1],
    'logo', private.logo_json(account), 'accent', account.accent)
  from public.accounts as account where account.id = p_account_id and account.kind = 'client'
$$;

create function public.mail_account(p_account_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.mail_account(p_account_id);

comment on function public.mail_account(uuid) is
'In whose name an email about a client''s account is sent, and how it looks: {name, slug, email, logo: {name, width, height, plate} or null, accent}. Null for every other id.';

grant execute on function public.mail_account(uuid) to service_role;
grant execute on function private.mail_account(uuid) to service_role;
