-- Whoever types the beginning of a name finds it before texts that only contain it: "ember" is Ember Coaching, not member@example.com.
-- A client is found by the name of their account, too.

create function private.begins_words(p_text text, p_words text[]) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select not exists (
    select from unnest(p_words) as word (pattern)
    -- The second reading is for words within an address, such as "lee" in ann.lee@example.com.
    where concat(' ', p_text, ' ', regexp_replace(p_text, '[^[:alnum:]]+', ' ', 'g')) not like '% ' || substr(word.pattern, 2)
  )
$$;

comment on function private.begins_words(text, text[]) is
'Whether each of these patterns (private.search_words) begins a word of a folded text: "ember" begins one of Ember Coaching, and none of member@example.com.';

create or replace function private.search_billable_clients(p_query text, p_limit integer, p_accounts boolean, p_everyone boolean)
returns table (id uuid, name text, company text, email text, account_id uuid, role public.account_role, has_account boolean)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  words constant text[] := private.search_words(private.fold_text(p_query));
begin
  perform private.require_admin();
  return query select found.id, coalesce(found.account_name, private.name_or_email(found.first_name, found.last_name, found.email)),
    found.company, found.email, found.account_id, found.role, found.has_account
  from (
    select account.id, profile.first_name, profile.last_name, business.company, account.email::text as email, null::uuid as account_id,
      null as account_name,
      private.fold_text(concat_ws(' ', profile.first_name, profile.last_name, business.company, business.account_names, account.email)) as searched,
      lower(coalesce(business.company, profile.first_name, account.email::text)) as place,
      business.account_names is not null as has_account,
      -- It tells people of one account apart.
      (
        select min(member.role) from public.account_members as member
        where member.user_id = account.id and exists (
          select from private.client_members as other where other.account_id = member.account_id and other.user_id <> account.id
        )
      ) as role
    from public.user_roles as held
    join auth.users as account on account.id = held.user_id
    left join public.profiles as profile on profile.user_id = held.user_id
    left join private.person_businesses as business on business.user_id = held.user_id
    where held.role = 'client' and held.status = 'active'
    -- Whoever is only a member of an account sees no invoices of it, so the account's owner gets them.
    and (p_everyone or not coalesce((select bool_and(member.role = 'member') from public.account_members as member where member.user_id = account.id), false))
    union all
    -- Nobody has joined these yet.
    select null, null, null, null, invited.email, prepared.id, prepared.name, private.fold_text(concat_ws(' ', prepared.name, invited.email)),
      lower(prepared.name), true, null
    from public.accounts as prepared
    left join lateral (
      select open.email from public.invitations as open
      where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
      order by open.created_at desc limit 1
    ) as invited on true
    where p_accounts and prepared.kind = 'client' and prepared.archived_at is null
      and private.first_owner(prepared.id) is null
  ) as found
  where not exists (select from unnest(words) as word (pattern) where found.searched not like word.pattern)
  order by not found.has_account, not private.begins_words(found.searched, words), found.place, found.role nulls first, found.id, found.account_id
  limit least(greatest(p_limit, 1), 50);
end
$$;

comment on function public.search_billable_clients(text, integer, boolean, boolean) is
'For admins: active clients who can get an invoice and whose name, company, accounts or address match every word; with p_accounts also accounts that nobody owns yet (id null, account_id, and the invited address as email), with p_everyone also people who see no invoices. role is someone''s role where their account has several people. Those with words that begin with the typed ones come first, then owners. People without an account come last, without the company that they left.';

grant execute on function private.begins_words(text, text[]) to authenticated;

create or replace function public.search_records(p_query text, p_limit integer default 4)
returns table (kind text, id uuid, name text, account_name text, account_slug text, state text)
language sql stable
set search_path = ''
begin atomic
  with typed as (
    select private.search_words(private.fold_text(p_query)) as words, least(greatest(p_limit, 1), 20) as most
  ), accounts as (
    select 'account' as kind, account.id, account.name, null::text as account_name, account.slug as account_slug, null::text as state
    from public.accounts as account cross join typed
    where account.kind = 'client' and account.archived_at is null and typed.words <> '{}' and not exists (
      select from unnest(typed.words) as word (pattern) where private.fold_text(account.name) not like word.pattern
    )
    order by not private.begins_words(private.fold_text(account.name), typed.words), account.name, account.id limit (select typed.most from typed)
  ), pages as (
    select 'page' as kind, page.id, page.title as name, account.name as account_name, account.slug as account_slug, page.status::text as state
    from public.landing_pages as page join public.accounts as account on account.id = page.account_id cross join typed
    where typed.words <> '{}' and not exists (
      select from unnest(typed.words) as word (pattern)
      where private.fold_text(concat_ws(' ', page.title, '/landing/' || page.slug, page.custom_domain)) not like word.pattern
    )
    order by not private.begins_words(private.fold_text(concat_ws(' ', page.title, page.slug, page.custom_domain)), typed.words), page.title, page.id
    limit (select typed.most from typed)
  ), retainers as (
    select 'retainer' as kind, retainer.id, retainer.retainer_name as name, account.name as account_name, account.slug as account_slug,
      retainer.status::text as state
    from public.retainers as retainer left join public.accounts as account on account.id = retainer.account_id cross join typed
    where typed.words <> '{}' and not exists (
      select from unnest(typed.words) as word (pattern) where private.fold_text(concat_ws(' ', retainer.retainer_name, account.name)) not like word.pattern
    )
    -- Those that go on first.
    order by retainer.status in ('completed', 'canceled'),
      not private.begins_words(private.fold_text(concat_ws(' ', retainer.retainer_name, account.name)), typed.words), retainer.created_at desc, retainer.id limit (select typed.most from typed)
  )
  select found.* from accounts as found union all select found.* from pages as found union all select found.* from retainers as found;
end;

comment on function public.search_records(text, integer) is
'Clients'' accounts, landing pages and retainers whose words match, without regard to accents: up to p_limit of each, those with words that begin with the typed ones first. Row-level security decides what a caller finds.';
