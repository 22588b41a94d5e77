-- The effects of an erasure name the accounts of others that lose Premium through it.

create or replace function private.preview_erasure(p_kind text, p_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  person private.erased_person;
begin
  perform private.require_admin();
  perform private.require_person(p_kind, p_id);
  person := private.person_to_erase(p_kind, p_id);
  return jsonb_build_object(
    'confirm_with', private.erasure_label(p_kind, p_id),
    'leads', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', lead.id, 'name', private.lead_title(lead), 'email', lead.email, 'merged', lead.merged_into is not null
      ) order by lead.created_at, lead.id), '[]') from public.leads as lead where lead.id = any (person.leads)
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', account.id, 'email', account.email) order by account.created_at, account.id), '[]')
      from auth.users as account where account.id = any (person.accounts)
    ),
    -- Accounts of the team with the same address stay.
    'team_accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', account.id, 'email', account.email) order by account.created_at, account.id), '[]')
      from auth.users as account
      where lower(account.email) = any (person.emails) and account.id <> all (person.accounts) and private.is_team_account(account.id)
    ),
    -- Others lose it.
    'premium', (
      select coalesce(jsonb_agg(distinct given.name), '[]')
      from unnest(person.accounts) as account (id) cross join lateral private.premium_through(account.id) as given
      where exists (
        select from private.client_members as other where other.account_id = given.account_id and other.user_id <> all (person.accounts)
      )
    ),
    'obstacles', private.erasure_obstacles(person),
    'found', private.count_erased(person)
  );
end
$$;

comment on function public.preview_erasure(text, uuid) is
'What erase_person would do with a lead or an account: { confirm_with, leads, accounts, team_accounts, premium: accounts of others that lose Premium, obstacles: [{ code, text, items }], found: [{ table, label, count, treatment, reason }] }. Changes nothing. Admins only (42501). PT404: no such person. PT409: already erased. 22023: no such kind.';
