-- An admin who looks for a member of an account to bill finds its owner, who gets the invoices.

drop function public.search_billable_clients(text, integer, boolean, boolean);
drop function private.search_billable_clients(text, integer, boolean, boolean);

create function private.search_billable_clients(p_query text, p_limit integer, p_accounts boolean, p_everyone boolean)
returns table (
  id uuid, name text, company text, email text, account_id uuid, role public.account_role, has_account boolean, for_account text, member text
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  words constant text[] := private.search_words(private.fold_text(p_query));
begin
  perform private.require_admin();
  return query select found.id, coalesce(found.account_name, private.name_or_email(found.first_name, found.last_name, found.email)),
    case when found.for_account is null then found.company else private.billed_company(found.id, found.account_id) end,
    found.email, found.account_id, found.role, found.has_account, found.for_account, found.member
  from (
    select account.id, profile.first_name, profile.last_name, business.company, account.email::text as email, chosen.account_id,
      null as account_name,
      private.fold_text(concat_ws(' ', profile.first_name, profile.last_name, business.company, coalesce(chosen.name, business.account_names), account.email)) as searched,
      lower(coalesce(chosen.name, business.company, profile.first_name, account.email::text)) as place,
      business.account_names is not null as has_account,
      -- What is found by its accounts says so.
      case when p_everyone then business.account_names else chosen.name end as for_account,
      -- It tells people of one account apart.
      coalesce(chosen.role, (
        select min(member.role) from public.account_members as member
        where member.user_id = account.id and exists (
          select from private.client_members as other where other.account_id = member.account_id and other.user_id <> account.id
        )
      )) as role, null as member
    from public.user_roles as held
    join auth.users as account on account.id = held.user_id
    left join public.profiles as profile on profile.user_id = held.user_id
    left join private.person_businesses as business on business.user_id = held.user_id
    -- Someone with several accounts is there once for each that they can be billed for.
    left join lateral (
      select member.account_id, joined.name, member.role
      from private.client_members as member join public.accounts as joined on joined.id = member.account_id
      where p_accounts and not p_everyone and member.user_id = account.id and member.role in ('owner', 'billing') and joined.archived_at is null
        and exists (select from private.client_members as other where other.user_id = member.user_id and other.account_id <> member.account_id)
    ) as chosen on true
    where held.role = 'client' and held.status = 'active'
    -- Whoever is only a member of an account sees no invoices of it, so the account's owner gets them.
    and (p_everyone or not coalesce((select bool_and(member.role = 'member') from public.account_members as member where member.user_id = account.id), false))
    union all
    -- Nobody has joined these yet.
    select null, null, null, null, invited.email, prepared.id, prepared.name, private.fold_text(concat_ws(' ', prepared.name, invited.email)),
      lower(prepared.name), true, null, null, null
    from public.accounts as prepared
    left join lateral (
      select open.email from public.invitations as open
      where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
      order by open.created_at desc limit 1
    ) as invited on true
    where p_accounts and prepared.kind = 'client' and prepared.archived_at is null
      and private.first_owner(prepared.id) is null
    union all
    -- Someone who looks for a member finds the owner, who gets the invoices.
    select owner.id, named.first_name, named.last_name, joined.name, owner.email::text, joined.id, null,
      private.fold_text(concat_ws(' ', profile.first_name, profile.last_name, account.email)), lower(joined.name), true, joined.name, 'owner',
      private.name_or_email(profile.first_name, profile.last_name, account.email::text)
    from private.client_members as member
    join public.accounts as joined on joined.id = member.account_id
    join auth.users as account on account.id = member.user_id
    join auth.users as owner on owner.id = private.first_owner(joined.id)
    left join public.profiles as profile on profile.user_id = account.id
    left join public.profiles as named on named.user_id = owner.id
    where p_accounts and not p_everyone and cardinality(words) > 0 and member.role = 'member' and joined.archived_at is null
      and exists (select from public.user_roles as held where held.user_id = owner.id and held.role = 'client' and held.status = 'active')
      and not exists (select from private.client_members as other where other.user_id = member.user_id and other.role <> 'member')
      -- Words that find the owner need no member.
      and exists (
        select from unnest(words) as word (pattern)
        where private.fold_text(concat_ws(' ', named.first_name, named.last_name, joined.name, owner.email)) not like word.pattern
      )
  ) as found
  where not exists (select from unnest(words) as word (pattern) where found.searched not like word.pattern)
  order by found.member is not null, not found.has_account, not private.begins_words(found.searched, words), found.place, found.role nulls first, found.id, found.account_id
  limit least(greatest(p_limit, 1), 50);
end
$$;

create function public.search_billable_clients(
  p_query text default '', p_limit integer default 8, p_accounts boolean default false, p_everyone boolean default false
)
returns table (
  id uuid, name text, company text, email text, account_id uuid, role public.account_role, has_account boolean, for_account text, member text
)
language sql stable
set search_path = ''
return private.search_billable_clients(p_query, p_limit, p_accounts, p_everyone);

comment on function public.search_billable_clients(text, integer, boolean, boolean) is
'For admins: active clients who can get an invoice and whose name, company, accounts or address match every word; with p_accounts also accounts that nobody owns yet (id null, account_id, and the invited address as email), people with several accounts once for each that they own or are a billing contact of (account_id, and its name in for_account), and for people who are only members, whose name or address matches, the first owner of each of their accounts (member is the name of the one who was found), with p_everyone also people who see no invoices, everyone once, with the names of all their accounts in for_account. role is someone''s role where their account has several people. Those with words that begin with the typed ones come first, then owners. People without an account come after them, without the company that they left, and the owners of members come last.';

grant execute on function public.search_billable_clients(text, integer, boolean, boolean) to authenticated;
grant execute on function private.search_billable_clients(text, integer, boolean, boolean) to authenticated;
