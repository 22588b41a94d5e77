-- The library drops the hint of 23505, so the code of a second dashboard never reached the form.

create or replace function private.assign_client_dashboard(
  client_email text, business_name text, notion_url text, dashboard_title text
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  created uuid;
begin
  perform private.require_admin();
  insert into public.client_dashboards (user_id, business_name, notion_database_url, dashboard_title)
  values (
    private.account_of_email(assign_client_dashboard.client_email)::text,
    private.require_name(assign_client_dashboard.business_name, 'Business name'),
    private.require_https_url(assign_client_dashboard.notion_url),
    private.require_name(coalesce(assign_client_dashboard.dashboard_title, 'Lead Dashboard'), 'Dashboard title')
  )
  returning id into created;
  return created;
exception when unique_violation then
  perform private.refuse(
    'client_has_dashboard', 'PT409',
    format('The client %s already has a dashboard', left(assign_client_dashboard.client_email, 320)),
    'client_email'
  );
end
$$;

comment on function public.assign_client_dashboard(text, text, text, text) is
'Gives the account with this email address a dashboard and returns its id. Admins only. Errors: 42501, PT404 unknown address, PT409 unconfirmed address or has one (client_has_dashboard), 22023 bad input, 22001 too long.';

create or replace function private.prepare_client_dashboard(
  p_account_id uuid, p_business_name text, p_notion_url text, p_dashboard_title text
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  person uuid;
  created uuid;
begin
  perform private.require_admin();
  if p_account_id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found'); end if;
  person := private.person_to_bill(null, p_account_id);
  -- A person has one dashboard of their own. That of a second account belongs to the account alone.
  if exists (select from public.client_dashboards as own where own.owner_id = person and own.account_id is distinct from p_account_id) then
    person := null;
  end if;
  if exists (select from public.client_dashboards as one where one.account_id = p_account_id and (one.owner_id is null or one.owner_id = person)) then
    perform private.refuse('client_has_dashboard', 'PT409', 'This account already has a dashboard');
  end if;
  insert into public.client_dashboards (user_id, account_id, business_name, notion_database_url, dashboard_title)
  values (
    coalesce(person::text, 'imported-user'), p_account_id, private.require_name(p_business_name, 'Business name'),
    private.require_https_url(p_notion_url), private.require_name(coalesce(p_dashboard_title, 'Lead Dashboard'), 'Dashboard title')
  )
  returning id into created;
  return created;
end
$$;

comment on function public.prepare_client_dashboard(uuid, text, text, text) is
'Gives an account a dashboard and returns its id. It names the first owner, or nobody until one joins. Admins only. Errors: 42501, PT404 unknown account, PT409 archived or has one (client_has_dashboard), 22023 bad input, 22001 too long.';

create or replace function private.update_client_dashboard(
  dashboard_id uuid, new_business_name text, new_notion_url text, new_dashboard_title text, expected_updated_at timestamptz,
  new_client_email text
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.client_dashboards;
  client_email text := nullif(btrim(new_client_email), '');
begin
  perform private.require_admin();
  select dashboard.* into held from public.client_dashboards as dashboard
  where dashboard.id = dashboard_id for update;
  if not found then
    perform private.refuse('dashboard_not_found', 'PT404', format('No dashboard with the ID %s', dashboard_id));
  end if;
  if held.updated_at <> expected_updated_at then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed this dashboard');
  end if;
  if client_email is not null and held.owner_id is not null then
    perform private.refuse('dashboard_has_account', '22023', 'This dashboard already belongs to an account', 'client_email');
  end if;
  update public.client_dashboards as dashboard
  set user_id = case when client_email is null then dashboard.user_id else private.account_of_email(client_email)::text end,
    business_name = private.require_name(new_business_name, 'Business name'),
    notion_database_url = private.require_https_url(new_notion_url),
    dashboard_title = private.require_name(new_dashboard_title, 'Dashboard title'),
    health_status = case when dashboard.notion_database_url = btrim(new_notion_url) then dashboard.health_status else 'unknown' end
  where dashboard.id = dashboard_id;
exception when unique_violation then
  perform private.refuse('client_has_dashboard', 'PT409', format('The client %s already has a dashboard', left(client_email, 320)), 'client_email');
end
$$;

comment on function public.update_client_dashboard(uuid, text, text, text, timestamptz, text) is
'Changes a dashboard; with expected_updated_at only if nobody changed it since. new_client_email assigns an imported dashboard to that account. Admins only. Errors: 42501, PT404 unknown id or address, PT409 changed meanwhile (outdated) or the client has one (client_has_dashboard), 22023 bad input, 22001 too long.';
