-- A visitor who finds no free time reads how to reach the account, and calls that no one takes aren't offered.

create or replace function private.booking_account_json(p_account uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'slug', account.slug, 'name', account.name, 'time_zone', account.time_zone, 'is_agency', account.kind = 'agency', 'accent', account.accent,
    'logo', case when account.kind = 'agency' then (
      select jsonb_build_object('name', own.logo, 'width', own.logo_width, 'height', own.logo_height, 'plate', own.logo_plate)
      from public.agency_settings as own where own.logo is not null
    ) else private.logo_json(account) end,
    'privacy_url', brand.privacy_url,
    -- What the account shows on its pages, and never the address of one of its people.
    'email', case when account.kind = 'agency' then (select own.email from public.agency_settings as own) else brand.email end,
    'phone', case when account.kind = 'agency' then (select own.phone from public.agency_settings as own) else brand.phone end
  )
  from public.accounts as account left join public.landing_brands as brand on brand.account_id = account.id where account.id = p_account
$$;

comment on function private.booking_account_json(uuid) is 'An account as its booking pages show it.';

create or replace function private.booking_types(p_account text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('account', private.booking_account_json(account.id), 'types', coalesce((
    select jsonb_agg(private.booking_type_json(type) order by type.created_at, type.id)
    from public.meeting_types as type where type.account_id = account.id and type.is_active
      and exists (
        select from public.meeting_hosts as host where host.meeting_type_id = type.id and private.is_on_team(host.user_id, account.id)
      )
  ), '[]'))
  from public.accounts as account where account.slug = p_account and account.archived_at is null
$$;

create or replace function public.booking_types(p_account text) returns jsonb
language sql stable
set search_path = ''
return private.booking_types(p_account);

comment on function public.booking_types(text) is 'What /book/{account} shows: {account, types with a host on the team}, the oldest type first. Null: there is no such account.';
