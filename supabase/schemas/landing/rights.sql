-- Who works with the landing pages of an account: admins in every account; owners and members in their own, who read with every plan
-- and write with premium. Sales people never do.

create function private.reads_pages_of(p_account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_active_role('admin')
    or coalesce(private.account_role_of_caller(p_account) in ('owner', 'member'), false) and private.has_active_role('client');
end
$$;

comment on function private.reads_pages_of(uuid) is 'Whether the caller reads the landing pages of this account.';

create function private.writes_pages_of(p_account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_active_role('admin') or private.reads_pages_of(p_account) and private.has_premium(p_account);
end
$$;

comment on function private.writes_pages_of(uuid) is 'Whether the caller writes the landing pages of this account.';

create function private.pages_workspace() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.workspace();
begin
  return case when private.reads_pages_of(account) then account end;
end
$$;

comment on function private.pages_workspace() is
'The workspace, if the caller reads its landing pages; else null, so that nothing matches.';

create function private.writes_pages() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.writes_pages_of(private.workspace());
end
$$;

comment on function private.writes_pages() is 'Whether the caller writes the landing pages of the workspace.';

create function private.require_pages() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.pages_workspace();
begin
  if account is null then perform private.refuse('pages_only', '42501', 'You can''t see these landing pages'); end if;
  return account;
end
$$;

comment on function private.require_pages() is
'Returns the workspace. 42501 (pages_only): the caller doesn''t read its landing pages.';

create function private.require_page_writer(p_page_id uuid default null) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_pages();
begin
  if not private.writes_pages_of(account) then
    perform private.refuse('premium_only', '42501', 'Landing pages are read-only on your plan. With Premium, you can write and publish them.');
  end if;
  if p_page_id is not null
    and not exists (select from public.landing_pages as page where page.id = p_page_id and page.account_id = account) then
    perform private.refuse('page_not_found', 'PT404', 'This page was deleted');
  end if;
  return account;
end
$$;

comment on function private.require_page_writer(uuid) is
'Returns the workspace. 42501: the caller doesn''t read its landing pages (pages_only), or its plan is free (premium_only). PT404: the given page is not one of them.';

create function private.take_account_of_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  select page.account_id into new.account_id from public.landing_pages as page where page.id = new.page_id;
  return new;
end
$$;

comment on function private.take_account_of_page() is 'Trigger: what is about a landing page belongs to the page''s account.';

grant execute on function private.pages_workspace() to authenticated;
grant execute on function private.writes_pages() to authenticated;
