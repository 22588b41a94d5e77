-- Money, dashboards and requests name a person (spec §4) and belong to that person's account, so that colleagues see what their
-- role may see.

create function private.account_of_client(p_user_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select member.account_id from public.account_members as member where member.user_id = p_user_id
  order by member.role, member.created_at, member.account_id limit 1
$$;

comment on function private.account_of_client(uuid) is
'The account that a client''s invoices and requests belong to: the one that they own, else the first that they joined. Null for people of the agency.';

create function private.take_account_of_client() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- An imported dashboard may name nobody yet.
  new.account_id := private.account_of_client(private.parse_uuid(to_jsonb(new) ->> tg_argv[0]));
  return new;
end
$$;

comment on function private.take_account_of_client() is
'Trigger: a row belongs to the account of the person that it names. The argument is the column with the person.';

create function private.accounts_as(variadic p_roles public.account_role[]) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return array(
    select member.account_id from public.account_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = auth.uid() and member.role = any (p_roles) and account.archived_at is null and private.has_active_role('client')
  );
end
$$;

comment on function private.accounts_as(public.account_role[]) is 'The accounts in which the caller has one of these roles.';

grant execute on function private.accounts_as(public.account_role[]) to authenticated;
