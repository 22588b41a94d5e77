-- What the search over all records finds besides leads, clients and invoices. Its body is parsed here, because callers may not look
-- names of the schema private up.

create function public.search_records(p_query text, p_limit integer default 4)
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

grant execute on function public.search_records(text, integer) to authenticated;
grant execute on function private.search_words(text) to authenticated;
grant execute on function private.fold_text(text) to authenticated;
grant execute on function private.begins_words(text, text[]) to authenticated;
