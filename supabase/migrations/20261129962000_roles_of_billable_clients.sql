-- The pickers of invoices and retainers show the role of people who share an account, and list its owner first.

drop function public.search_billable_clients(text, integer, boolean, boolean);
drop function private.search_billable_clients(text, integer, boolean, boolean);

create function private.search_billable_clients(p_query text, p_limit integer, p_accounts boolean, p_everyone boolean)
returns table (id uuid, name text, company text, email text, account_id uuid, role public.account_role)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  words constant text[] := private.search_words(p_query);
begin
  perform private.require_admin();
  return query select found.id, coalesce(found.account_name, private.name_or_email(found.first_name, found.last_name, found.email)),
    found.company, found.email, found.account_id, found.role
  from (
    select account.id, profile.first_name, profile.last_name, profile.company, account.email::text as email, null::uuid as account_id,
      null as account_name, lower(coalesce(nullif(profile.company, ''), profile.first_name, account.email::text)) as place,
      -- It tells people of one account apart.
      (
        select min(member.role) from public.account_members as member
        where member.user_id = account.id and exists (
          select from public.account_members as other where other.account_id = member.account_id and other.user_id <> account.id
        )
      ) as role
    from public.user_roles as held
    join auth.users as account on account.id = held.user_id
    left join public.profiles as profile on profile.user_id = held.user_id
    where held.role = 'client' and held.status = 'active' and not exists (
      select from unnest(words) as word (pattern)
      where lower(concat_ws(' ', profile.first_name, profile.last_name, profile.company, account.email)) not like word.pattern
    )
    -- Whoever is only a member of an account sees no invoices of it, so the account's owner gets them.
    and (p_everyone or not coalesce((select bool_and(member.role = 'member') from public.account_members as member where member.user_id = account.id), false))
    union all
    -- Nobody has joined these yet.
    select null, null, null, null, invited.email, prepared.id, prepared.name, lower(prepared.name), null
    from public.accounts as prepared
    left join lateral (
      select open.email from public.invitations as open
      where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
      order by open.created_at desc limit 1
    ) as invited on true
    where p_accounts and prepared.kind = 'client' and prepared.archived_at is null
      and not exists (select from public.account_members as member where member.account_id = prepared.id and member.role = 'owner')
      and not exists (
        select from unnest(words) as word (pattern) where lower(prepared.name || ' ' || coalesce(invited.email, '')) not like word.pattern
      )
  ) as found
  order by found.place, found.role nulls first, found.id, found.account_id
  limit least(greatest(p_limit, 1), 50);
end
$$;

create function public.search_billable_clients(
  p_query text default '', p_limit integer default 8, p_accounts boolean default false, p_everyone boolean default false
)
returns table (id uuid, name text, company text, email text, account_id uuid, role public.account_role)
language sql stable
set search_path = ''
return private.search_billable_clients(p_query, p_limit, p_accounts, p_everyone);

comment on function public.search_billable_clients(text, integer, boolean, boolean) is
'For admins: active clients who can get an invoice and whose name, company or address matches every word; with p_accounts also accounts that nobody owns yet (id null, account_id, and the invited address as email), with p_everyone also people who see no invoices. role is someone''s role where their account has several people; owners come first.';

grant execute on function public.search_billable_clients(text, integer, boolean, boolean) to authenticated;
grant execute on function private.search_billable_clients(text, integer, boolean, boolean) to authenticated;
