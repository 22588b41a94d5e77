-- The audit log finds refunds and credits by their reasons, as it finds removals.

drop index public.invoice_events_corrections_idx;
create index invoice_events_reasons_idx on public.invoice_events (payment_id) where kind in ('refunded', 'credited', 'payment_removed', 'refund_removed', 'credit_removed');

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

comment on function public.search_audit_log(text, text, text, uuid, timestamptz, timestamptz, text, uuid[], bigint, bigint, integer) is
'Admins only. Entries of the audit log with ids below p_below, newest first, that contain every word in their values or in the name of something that they refer to: people, accounts, invoices, requests, landing pages; or in the reason of a refund, a credit, or a removal of one of them or of a payment. From p_from until before p_until. p_subject: the address of the person whom they are about; with p_accounts also entries of these accounts. p_write: only of this write.';
