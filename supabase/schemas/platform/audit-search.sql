-- The pages of the audit log. A search for a text reads only what admins see anyway, with the names as they are today.

create function private.audit_word_sql(p_pattern text) returns text
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
    union all
    -- Why money was refunded or credited, or why its entry was removed.
    select coalesce(event.payment_id, event.credit_id), null from public.invoice_events as event
    where event.kind in ('refunded', 'credited', 'payment_removed', 'refund_removed', 'credit_removed') and private.fold_text(event.note) like word
  ) as named;
  return format('(%s%s%s)',
    (select string_agg(format('entry.search_text like %L', text), ' or ') from unnest(texts) as text),
    case when ids is not null then format(' or entry.named_ids && %L::uuid[]', ids) end,
    case when emails is not null then format(' or entry.subject = any (%L::text[])', emails) end
  );
end
$$;

comment on function private.audit_word_sql(text) is
'A condition on public.audit_log as entry: its text matches a pattern, or it refers to something whose name does, or to a refund or credit with a reason that does, or to a payment, refund or credit that was removed for one.';

create function private.search_audit_log(
  p_query text, p_table text, p_action text, p_actor uuid, p_from timestamptz, p_until timestamptz, p_subject text, p_accounts uuid[],
  p_below bigint, p_write bigint, p_limit integer
) returns table (
  id bigint, happened_at timestamptz, actor_id uuid, actor_email text, action text, table_name text, row_id text, subject text,
  before jsonb, after jsonb, account_id uuid, write_id bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  pattern text;
  wanted text[] := array['true'];
begin
  perform private.require_admin();
  -- Signs that separate words in a sentence belong to none of them.
  foreach pattern in array private.search_words(regexp_replace(private.fold_text(left(p_query, 1000)), '[,;:.]+(\s|$)', ' ', 'g')) loop
    wanted := wanted || private.audit_word_sql(pattern);
  end loop;
  if p_table <> '' then wanted := wanted || format('entry.table_name = %L', p_table); end if;
  if p_action <> '' then wanted := wanted || format('entry.action = %L', p_action); end if;
  if p_actor is not null then wanted := wanted || format('entry.actor_id = %L', p_actor); end if;
  if p_from is not null then wanted := wanted || format('entry.happened_at >= %L', p_from); end if;
  if p_until is not null then wanted := wanted || format('entry.happened_at < %L', p_until); end if;
  if p_below is not null then wanted := wanted || format('entry.id < %L', p_below); end if;
  if p_write is not null then wanted := wanted || format('entry.write_id = %L', p_write); end if;
  if p_accounts is null then
    if p_subject <> '' then wanted := wanted || format('entry.subject = %L', p_subject); end if;
  else
    -- Without parts of what another entry of the same write says, and leads, which have a history of their own.
    wanted := wanted || format(
      $w$(entry.subject = %L or entry.account_id = any (%L)) and entry.table_name not in ('invoice_lines', 'invoice_credits', 'retainer_charges', 'leads')$w$,
      nullif(p_subject, ''), p_accounts
    );
  end if;
  return query execute format(
    $sql$
      select entry.id, entry.happened_at, entry.actor_id, entry.actor_email, entry.action, entry.table_name, entry.row_id, entry.subject,
        entry.before, entry.after, entry.account_id, entry.write_id
      from public.audit_log as entry where %s order by entry.id desc limit %s
    $sql$,
    array_to_string(wanted, ' and '), least(greatest(coalesce(p_limit, 50), 1), 1000)
  );
end
$$;

create function public.search_audit_log(
  p_query text default '', p_table text default '', p_action text default '', p_actor uuid default null, p_from timestamptz default null,
  p_until timestamptz default null, p_subject text default '', p_accounts uuid[] default null, p_below bigint default null,
  p_write bigint default null, p_limit integer default 50
) returns table (
  id bigint, happened_at timestamptz, actor_id uuid, actor_email text, action text, table_name text, row_id text, subject text,
  before jsonb, after jsonb, account_id uuid, write_id bigint
)
language sql stable
set search_path = ''
return private.search_audit_log(p_query, p_table, p_action, p_actor, p_from, p_until, p_subject, p_accounts, p_below, p_write, p_limit);

comment on function public.search_audit_log(text, text, text, uuid, timestamptz, timestamptz, text, uuid[], bigint, bigint, integer) is
'Admins only. Entries of the audit log with ids below p_below, newest first, that contain every word in their values or in the name of something that they refer to: people, accounts, invoices, requests, landing pages; or in the reason of a refund, a credit, or a removal of one of them or of a payment. From p_from until before p_until. p_subject: the address of the person whom they are about; with p_accounts also entries of these accounts. p_write: only of this write.';

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

grant execute on function public.search_audit_log(text, text, text, uuid, timestamptz, timestamptz, text, uuid[], bigint, bigint, integer) to authenticated;
grant execute on function private.search_audit_log(text, text, text, uuid, timestamptz, timestamptz, text, uuid[], bigint, bigint, integer) to authenticated;
grant execute on function public.landing_page_titles(uuid[]) to authenticated;
grant execute on function private.landing_page_titles(uuid[]) to authenticated;
