-- A client's statement: what was charged, paid, credited and refunded, with the balance after each line. A part of premium. Each
-- account owes its own money, so a statement of several accounts has them one after the other, each with its own balance.

create function private.invoice_statement(p_from date, p_until date, p_client_id uuid, p_account_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  client constant uuid := private.portal_client(p_client_id);
  accounts constant uuid[] := private.portal_accounts(p_client_id);
  -- Premium is an account's, and so are its statements.
  free constant uuid[] := array(select seen.id from unnest(accounts) as seen (id) where not private.has_premium(seen.id));
  zone constant text := private.agency_zone();
begin
  if client is null then perform private.refuse('client_only', '42501', 'Only a client has a statement'); end if;
  if p_account_id is not null and not p_account_id = any (accounts) then
    perform private.refuse('account_not_found', 'PT404', 'Account not found');
  end if;
  if (case when p_account_id is null then not private.client_has_premium(client) else p_account_id = any (free) end) then
    perform private.refuse('premium_only', '42501', 'Statements are part of Premium');
  end if;
  if p_from is null or p_until is null or p_until < p_from then
    perform private.refuse('period_invalid', '22023', 'The last day can''t be before the first day', 'until');
  end if;
  return (
    with seen as (
      select invoice.* from public.invoices as invoice
      where case
          when p_account_id is null then (invoice.client_id = client or invoice.account_id = any (accounts)) and not coalesce(invoice.account_id = any (free), false)
          else invoice.account_id = p_account_id
        end
    ), own as (
      -- An active invoice is agreed, and can't be paid yet. It is owed from the day on which it opens for payment, as in the portal.
      select invoice.*, coalesce((
          select max(event.created_at) from public.invoice_events as event where event.invoice_id = invoice.id and event.kind = 'opened'
        ), invoice.issued_at, invoice.created_at) as charged_at
      from seen as invoice
      where invoice.status not in ('draft', 'active') and not exists (
        -- Canceled before it opened for payment, so it was never owed.
        select from public.invoice_events as event where event.invoice_id = invoice.id and event.kind = 'withdrawn'
          and not exists (select from public.payments as entry where entry.invoice_id = invoice.id and entry.kind <> 'removed')
      )
    ), forgiven as (
      -- A paid invoice stays paid when money goes back. What went back beyond too much money is charged no more, the latest first.
      select entry.id, least(entry.amount, greatest(own.amount - own.credited_amount - own.kept_amount - coalesce(sum(entry.amount) over (
        partition by own.id order by entry.occurred_at desc, entry.id desc rows between unbounded preceding and 1 preceding
      ), 0), 0)) as amount
      from own join public.payments as entry on entry.invoice_id = own.id and entry.kind = 'refund' and entry.currency = own.currency
      where own.status = 'paid'
    ), entries as (
      select own.account_id, own.charged_at as at, 1 as place, own.id, own.invoice_number as document, 'invoice' as kind, own.description as text,
        own.currency, own.amount as charged, 0 as paid, 0 as credited, 0 as refunded
      from own
      union all
      -- A credit of an agreed invoice counts from when it opens.
      select own.account_id, greatest(credit.created_at, own.charged_at), 2, credit.id, own.invoice_number, 'credit', credit.reason, own.currency,
        0, 0, credit.amount, 0
      from own join public.invoice_credits as credit on credit.invoice_id = own.id and credit.removed_at is null
      union all
      -- In the currency that came in, which may be another one than the invoice's.
      select own.account_id, entry.occurred_at, 3, entry.id, own.invoice_number, case when entry.is_duplicate then 'duplicate' else entry.kind end,
        case entry.kind when 'refund' then (
          select event.note from public.invoice_events as event
          where event.payment_id = entry.id and event.kind = 'refunded' order by event.created_at desc limit 1
        ) end, entry.currency, 0, case entry.kind when 'payment' then entry.amount else 0 end, coalesce(forgiven.amount, 0),
        case entry.kind when 'refund' then entry.amount when 'reversal' then -entry.amount else 0 end
      from own join public.payments as entry on entry.invoice_id = own.id and entry.kind <> 'removed'
      left join forgiven on forgiven.id = entry.id
      union all
      -- Paid before the ledger existed.
      select own.account_id, (own.paid_date + time '23:59') at time zone zone, 3, own.id, own.invoice_number, 'payment', null, own.currency, 0,
        own.amount - own.credited_amount, 0, 0
      from own
      where own.status = 'paid' and own.paid_date is not null
        and not exists (
          select from public.payments as entry where entry.invoice_id = own.id and entry.currency = own.currency and entry.kind = 'payment'
        )
      union all
      -- A void invoice is owed no more. Credits have taken their part before.
      select own.account_id, coalesce((
          select max(event.created_at) from public.invoice_events as event where event.invoice_id = own.id and event.kind = 'voided'
        ), own.charged_at), 4, own.id, own.invoice_number, 'void', null, own.currency, 0, 0, own.amount - own.credited_amount, 0
      from own where own.status = 'void' and own.amount <> own.credited_amount
    ), running as (
      -- Invoices that were issued together are in the order of their numbers: INV-999 before INV-1000.
      select entry.*, (entry.at at time zone zone)::date as day,
        sum(entry.charged + entry.refunded - entry.paid - entry.credited) over (
          partition by entry.account_id, entry.currency
          order by entry.at, entry.place, length(entry.document), entry.document, entry.id rows unbounded preceding
        ) as balance
      from entries as entry
    ), opening as (
      select distinct on (earlier.account_id, earlier.currency) earlier.account_id, earlier.currency, earlier.balance from running as earlier
      where earlier.day < p_from order by earlier.account_id, earlier.currency, earlier.at desc, earlier.place desc,
        length(earlier.document) desc, earlier.document desc, earlier.id desc
    )
    select jsonb_build_object('agency', private.document_sender(), 'client', (
      select jsonb_build_object(
        'name', private.name_or_email(profile.first_name, profile.last_name, person.email::text),
        'company', private.billed_company(client, p_account_id),
        'email', person.email, 'address', profile.billing_address, 'taxId', profile.tax_id
      )
      from auth.users as person left join public.profiles as profile on profile.user_id = person.id where person.id = client
    ), 'agreed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'day', agreed.day, 'document', agreed.document, 'text', agreed.text, 'amount', agreed.amount, 'currency', agreed.currency,
        'account', agreed.account
      ) order by lower(agreed.account), agreed.account_id, agreed.day, length(agreed.document), agreed.document), '[]')
      from (
        select (coalesce(invoice.issued_at, invoice.created_at) at time zone zone)::date as day, invoice.invoice_number as document,
          invoice.description as text, invoice.amount - invoice.credited_amount as amount, invoice.currency, invoice.account_id, account.name as account
        from seen as invoice left join public.accounts as account on account.id = invoice.account_id
        where invoice.status = 'active'
      ) as agreed
      where agreed.day <= p_until
    ), 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'day', line.day, 'document', line.document, 'kind', line.kind, 'text', line.text, 'charged', line.charged, 'paid', line.paid,
      'credited', line.credited, 'refunded', line.refunded, 'balance', line.balance, 'currency', line.currency,
      'account', account.name
    ) order by lower(account.name), line.account_id, line.currency = account.currency desc, line.currency, line.at nulls first, line.place, length(line.document), line.document, line.id), '[]'))
    from (
      select opening.account_id, null::timestamptz as at, 0 as place, null::uuid as id, p_from as day, null as document, 'opening' as kind, null as text,
        opening.currency, 0 as charged, 0 as paid, 0 as credited, 0 as refunded, opening.balance
      from opening where opening.balance <> 0
      union all
      select running.account_id, running.at, running.place, running.id, running.day, running.document, running.kind, running.text, running.currency,
        running.charged, running.paid, running.credited, running.refunded, running.balance
      from running where running.day between p_from and p_until
    ) as line left join public.accounts as account on account.id = line.account_id
  );
end
$$;

create function public.invoice_statement(p_from date, p_until date, p_client_id uuid default null, p_account_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.invoice_statement(p_from, p_until, p_client_id, p_account_id);

comment on function public.invoice_statement(date, date, uuid, uuid) is
'The statement of one account whose money the caller sees, or for an admin the named client, or without p_account_id of all that the portal lists, except for accounts on the free plan. By account, in each by currency, the account''s own first, and in order of time: {agency: see private.document_sender, client: {name, company, email, address, taxId}, rows: [{day, document (the invoice''s number), kind, text, charged, paid, credited, refunded, balance (of this account in this currency), currency, account: its name, null without one}], agreed: [{day, document, text, amount, currency, account}]}. text is the invoice''s description, or why money was credited or sent back. agreed has the invoices until the last day that are agreed and can''t be paid yet, and are in no balance. kind is opening (the balance before the period, unless it is zero), invoice, credit, payment, duplicate, refund, reversal (a refund failed) or void. A refund of a paid invoice is credited, too, because nothing is owed again. Days in the agency''s zone, both included; amounts in the smallest unit. 42501: no client (client_only), or without premium: the named account, or they and all of their accounts (premium_only). PT404: no such account, or they don''t see its money (account_not_found). 22023: period_invalid.';

grant execute on function public.invoice_statement(date, date, uuid, uuid) to authenticated;
grant execute on function private.invoice_statement(date, date, uuid, uuid) to authenticated;
