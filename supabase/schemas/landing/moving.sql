-- A page moves to another account. Its draft, versions, domain and figures go along. What visitors sent stays with its leads in the
-- account where it came in.

create function private.follow_page_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.landing_drafts as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_page_versions as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_domains as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_views as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_tests as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_test_variants as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_test_views as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_test_visits as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_visits as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_clicks as part set account_id = new.account_id where part.page_id = new.id;
  -- People of the other account may hold its preview links.
  update public.landing_previews as part set account_id = new.account_id, revoked_at = coalesce(part.revoked_at, now()) where part.page_id = new.id;
  delete from public.landing_publish_requests as part where part.page_id = new.id;
  return null;
end
$$;

comment on function private.follow_page_account() is
'Trigger: what belongs to a page moves to its account, except what visitors sent. Preview links end, and so does a request to publish.';

create trigger follow_page_account after update of account_id on public.landing_pages
for each row when (new.account_id <> old.account_id) execute function private.follow_page_account();

create function private.move_landing_page(p_page_id uuid, p_account_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  -- The draft first, as saving and publishing do.
  perform from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  if not found then perform private.refuse('page_not_found', 'PT404', 'This page was deleted'); end if;
  if not exists (select from public.accounts as account where account.id = p_account_id and account.archived_at is null) then
    perform private.refuse('account_not_found', 'PT404', 'Account not found', 'account_id');
  end if;
  perform private.refuse_while_tested(p_page_id);
  update public.landing_pages as page set account_id = p_account_id where page.id = p_page_id and page.account_id <> p_account_id;
  -- The new account learns no name of the former one.
  if found then update public.landing_drafts as draft set updated_by = auth.uid() where draft.page_id = p_page_id; end if;
end
$$;

create function public.move_landing_page(p_page_id uuid, p_account_id uuid) returns void
language sql volatile
set search_path = ''
return private.move_landing_page(p_page_id, p_account_id);

comment on function public.move_landing_page(uuid, uuid) is
'Moves a page with its draft, versions, domain and figures to another account. Leads and submissions stay where they came in; preview links and a request to publish end. Admins only. PT404: no such page, or no such open account. PT409: a test runs on it (test_running). PT429: the account has too many pages.';

grant execute on function public.move_landing_page(uuid, uuid) to authenticated;
grant execute on function private.move_landing_page(uuid, uuid) to authenticated;
