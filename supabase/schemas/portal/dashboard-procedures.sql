-- The three procedures of spec §7. PT404 becomes the HTTP status 404.

create function private.require_admin() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.has_active_role('admin') then
    perform private.refuse('admin_only', '42501', 'Only an admin can do this');
  end if;
end
$$;

comment on function private.require_admin() is 'Refuses everybody except active admins.';

create function private.require_name(given text, label text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  if coalesce(btrim(given), '') = '' then
    perform private.refuse('required', '22023', format('%s is required', label), private.field_name(label));
  end if;
  if char_length(btrim(given)) > 200 then
    perform private.refuse('too_long', '22001', format('%s is longer than 200 characters', label), private.field_name(label));
  end if;
  return btrim(given);
end
$$;

comment on function private.require_name(text, text) is 'The trimmed text. Refuses empty and long texts.';

create function private.require_https_url(given text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  url text := btrim(given);
  name constant text := '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
begin
  if coalesce(url, '') = '' then
    perform private.refuse('required', '22023', 'URL is required', 'url');
  end if;
  if char_length(url) > 2048 then
    perform private.refuse('too_long', '22001', 'The URL is longer than 2048 characters', 'url');
  end if;
  if url !~* '^https://' then
    perform private.refuse('url_not_https', '22023', 'The URL must start with https://', 'url');
  end if;
  if url ~ '^[^/]*//[^/?#]*@' then
    perform private.refuse('url_with_credentials', '22023', 'The URL can''t contain a username or password', 'url');
  end if;
  if url !~* ('^https://(' || name || '\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])(:[0-9]{1,5})?([/?#][^\s\\[:cntrl:]]*)?$') then
    perform private.refuse('url_invalid', '22023', 'Enter a valid URL', 'url');
  end if;
  return url;
end
$$;

comment on function private.require_https_url(text) is
'The trimmed address. Refuses everything except https with a domain name and without credentials.';

create function private.account_of_email(given text) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  select person.id into account from auth.users as person
  where lower(person.email) = lower(btrim(given))
  order by person.created_at limit 1;
  if account is null then
    perform private.refuse('account_not_found', 'PT404', format('No account with the email %s', left(coalesce(given, ''), 320)), 'client_email');
  end if;
  return account;
end
$$;

comment on function private.account_of_email(text) is 'The account with this email address. Error: PT404.';

create function private.assign_client_dashboard(
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

create function public.assign_client_dashboard(
  client_email text, business_name text, notion_url text, dashboard_title text default 'Lead Dashboard'
) returns uuid
language sql volatile
set search_path = ''
return private.assign_client_dashboard(client_email, business_name, notion_url, dashboard_title);

comment on function public.assign_client_dashboard(text, text, text, text) is
'Gives the account with this email address a dashboard and returns its id. Admins only. Errors: 42501, PT404 unknown address, PT409 unconfirmed address or has one (client_has_dashboard), 22023 bad input, 22001 too long.';

create function private.prepare_client_dashboard(
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

create function public.prepare_client_dashboard(
  p_account_id uuid, p_business_name text, p_notion_url text, p_dashboard_title text default 'Lead Dashboard'
) returns uuid
language sql volatile
set search_path = ''
return private.prepare_client_dashboard(p_account_id, p_business_name, p_notion_url, p_dashboard_title);

comment on function public.prepare_client_dashboard(uuid, text, text, text) is
'Gives an account a dashboard and returns its id. It names the first owner, or nobody until one joins. Admins only. Errors: 42501, PT404 unknown account, PT409 archived or has one (client_has_dashboard), 22023 bad input, 22001 too long.';

create function private.delete_client_dashboard(dashboard_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.client_dashboards as dashboard where dashboard.id = dashboard_id;
  if not found then
    perform private.refuse('dashboard_not_found', 'PT404', format('No dashboard with the ID %s', dashboard_id));
  end if;
end
$$;

create function public.delete_client_dashboard(dashboard_id uuid) returns void
language sql volatile
set search_path = ''
return private.delete_client_dashboard(dashboard_id);

comment on function public.delete_client_dashboard(uuid) is 'Deletes a dashboard. Admins only. Errors: 42501, PT404 unknown id.';

revoke execute on function private.account_of_email(text) from public;

grant execute on function public.assign_client_dashboard(text, text, text, text) to authenticated;
grant execute on function private.assign_client_dashboard(text, text, text, text) to authenticated;
grant execute on function public.prepare_client_dashboard(uuid, text, text, text) to authenticated;
grant execute on function private.prepare_client_dashboard(uuid, text, text, text) to authenticated;
grant execute on function public.delete_client_dashboard(uuid) to authenticated;
grant execute on function private.delete_client_dashboard(uuid) to authenticated;

create trigger touch_updated_at
before update of user_id, business_name, dashboard_title, notion_database_url on public.client_dashboards
for each row execute function private.touch_updated_at();

create function private.update_client_dashboard(
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

create function public.update_client_dashboard(
  dashboard_id uuid, new_business_name text, new_notion_url text, new_dashboard_title text,
  expected_updated_at timestamptz default null, new_client_email text default null
) returns void
language sql volatile
set search_path = ''
return private.update_client_dashboard(
  dashboard_id, new_business_name, new_notion_url, new_dashboard_title, expected_updated_at, new_client_email
);

comment on function public.update_client_dashboard(uuid, text, text, text, timestamptz, text) is
'Changes a dashboard; with expected_updated_at only if nobody changed it since. new_client_email assigns an imported dashboard to that account. Admins only. Errors: 42501, PT404 unknown id or address, PT409 changed meanwhile (outdated) or the client has one (client_has_dashboard), 22023 bad input, 22001 too long.';

grant execute on function public.update_client_dashboard(uuid, text, text, text, timestamptz, text) to authenticated;
grant execute on function private.update_client_dashboard(uuid, text, text, text, timestamptz, text) to authenticated;
