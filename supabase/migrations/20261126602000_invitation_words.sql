-- The page of an invitation says what its email says: who invites, to which account, in which role.

drop function public.find_invitation(text);
drop function private.find_invitation(text);

create function private.find_invitation(p_token text)
returns table (email text, role public.app_role, invited_by text, account_name text, account_role public.account_role)
language sql stable security definer
set search_path = ''
as $$
  select found.email, found.role, private.person_name(found.invited_by), account.name, found.account_role
  from private.open_invitation(left(p_token, 200)) as found left join public.accounts as account on account.id = found.account_id
  where found.id is not null
$$;

create function public.find_invitation(p_token text)
returns table (email text, role public.app_role, invited_by text, account_name text, account_role public.account_role)
language sql stable
set search_path = ''
return private.find_invitation(p_token);

comment on function public.find_invitation(text) is
'What the email of an invitation link says: the address, the role, the name of the person who invites, and the account with the role there, if it is for one. No row when it has ended. Everybody who has the link may ask.';

grant execute on function public.find_invitation(text) to anon, authenticated;
grant execute on function private.find_invitation(text) to anon, authenticated;
