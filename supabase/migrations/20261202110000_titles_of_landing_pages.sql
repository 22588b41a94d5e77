-- The audit log names landing pages by their titles, also unpublished ones.

create or replace function private.audit_word_sql(p_pattern text) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  word constant text := p_pattern;
  money constant text := regexp_replace(regexp_replace(
    substring(p_pattern from '^%[$€£¥]?([0-9]{1,3}(?:[.,]?[0-9]{3})*(?:[.,][0-9]{2})?)[$€£¥]?%$'), '[.,]([0-9]{2})$', '#\1'
  ), '[.,]', '', 'g');
  texts text[] := array[word];
  ids uuid[];
  emails text[];
begin
  -- An amount is stored without the signs that make it readable.
  if money is not null then texts := texts || concat('%', E'\n', replace(money, '#', '.'), '%'); end if;
  texts := texts || array(
    select concat('%', E'\n', private.fold_text(replace(stage.key, '_', '\_')), E'\n%') from public.pipeline_stages as stage
    where private.fold_text(stage.label) like word
  );
  select array_agg(named.id), array_agg(named.email) filter (where named.email is not null) into ids, emails
  from (
    select profile.user_id as id, account.email::text as email
    from public.profiles as profile join auth.users as account on account.id = profile.user_id
    where private.fold_text(concat_ws(' ', profile.first_name, profile.last_name, account.email)) like word
    union all
    select account.id, null from public.accounts as account where account.kind = 'client' and private.fold_text(account.name) like word
    union all
    select request.id, null from public.change_requests as request where private.fold_text(request.business_name) like word
    union all
    select page.id, null from public.landing_pages as page join public.landing_drafts as draft on draft.page_id = page.id
    where private.fold_text(concat_ws(' ', page.title, page.slug, draft.title)) like word
    union all
    -- A number has digits. A word without any does not read all invoices.
    select invoice.id, null from public.invoices as invoice where word ~ '[0-9]' and lower(invoice.invoice_number) like word
  ) as named;
  return format('(%s%s%s)',
    (select string_agg(format('entry.search_text like %L', text), ' or ') from unnest(texts) as text),
    case when ids is not null then format(' or entry.named_ids && %L::uuid[]', ids) end,
    case when emails is not null then format(' or entry.subject = any (%L::text[])', emails) end
  );
end
$$;

create function private.landing_page_titles(p_page_ids uuid[]) returns table (id uuid, title text)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select draft.page_id, draft.title from public.landing_drafts as draft where draft.page_id = any (p_page_ids[:1000]);
end
$$;

create function public.landing_page_titles(p_page_ids uuid[]) returns table (id uuid, title text)
language sql stable
set search_path = ''
return private.landing_page_titles(p_page_ids);

comment on function public.landing_page_titles(uuid[]) is
'For admins: the titles of these landing pages of any account, also unpublished ones, as their editors see them. At most 1,000.';

grant execute on function public.landing_page_titles(uuid[]) to authenticated;
grant execute on function private.landing_page_titles(uuid[]) to authenticated;
