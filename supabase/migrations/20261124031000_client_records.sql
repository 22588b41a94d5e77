-- An admin sees one record for each client, and the portal as the client sees it.

alter table public.audit_log drop constraint audit_log_action_check;
alter table public.audit_log add constraint audit_log_action_check check (action in ('insert', 'update', 'delete', 'view'));
comment on column public.audit_log.action is 'insert, update, delete, or view: an admin opened the portal as a client.';
create index audit_log_subject_idx on public.audit_log (subject, id desc) where subject is not null;

create policy "Admins read all subscriptions" on public.subscriptions
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Admins read all premium overrides" on public.premium_overrides
for select to authenticated using ((select private.has_active_role('admin')));

create function private.portal_client(p_client_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select case
    when p_client_id is null or p_client_id = auth.uid() then case when private.has_active_role('client') then auth.uid() end
    when private.has_active_role('admin') then p_client_id
  end
$$;

comment on function private.portal_client(uuid) is
'Whose portal the caller reads: their own as a client, anyone''s as an admin, otherwise null.';

drop function public.list_upcoming_charges(integer);
drop function public.client_figures();

create function public.list_upcoming_charges(p_days integer default 31, p_client_id uuid default null)
returns table (retainer_id uuid, retainer_name text, charge_date date, amount integer, currency text)
language sql stable security definer
set search_path = ''
as $$
  select retainer.id, retainer.retainer_name, charge.day, retainer.monthly_amount, retainer.currency
  from public.retainers as retainer
  cross join private.agency_day() as today (day)
  cross join lateral private.charge_dates(
    retainer.start_date, retainer.end_date, retainer.duration_months, today.day + 1, today.day + least(greatest(p_days, 1), 366)
  ) as charge (day)
  where retainer.status = 'active' and retainer.client_id = (select private.portal_client(p_client_id))
  order by charge.day, retainer.retainer_name
$$;

comment on function public.list_upcoming_charges(integer, uuid) is
'What the caller''s active retainers will charge in the next p_days days (1 to 366), soonest first. Admins may name a client. Amounts in the smallest unit.';

create function public.client_figures(p_client_id uuid default null) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with own as (
    select invoice.*, ledger.net,
      private.shown_invoice_status(invoice.status, invoice.due_date, private.agency_day()) as shown
    from public.invoices as invoice
    left join lateral (
      -- Null for an invoice that was never paid through the provider.
      select sum(case entry.kind when 'refund' then -entry.amount else entry.amount end) as net
      from public.payments as entry where entry.invoice_id = invoice.id and entry.currency = invoice.currency
    ) as ledger on true
    where invoice.client_id = (select private.portal_client(p_client_id)) and invoice.status <> 'draft'
  ), running as (
    select * from public.retainers as retainer
    where retainer.client_id = (select private.portal_client(p_client_id)) and retainer.status = 'active'
  )
  select jsonb_build_object(
    'paid', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.currency)
      from (
        select own.currency, sum(coalesce(own.net, case when own.status = 'paid' then own.amount - own.refunded_amount else 0 end)) as amount
        from own group by own.currency
      ) as sums where sums.amount <> 0
    ), '[]'),
    'paid_invoices', (select count(*) from own where own.status = 'paid'),
    'paid_since', (select min(own.paid_date) from own where own.status = 'paid'),
    'invoices', (select count(*) from own),
    'by_status', coalesce((
      select jsonb_object_agg(counts.shown, counts.number)
      from (select own.shown, count(*) as number from own group by own.shown) as counts
    ), '{}'),
    'active_retainers', (select count(*) from running),
    'monthly', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.currency)
      from (select running.currency, sum(running.monthly_amount) as amount from running group by running.currency) as sums
    ), '[]')
  )
$$;

comment on function public.client_figures(uuid) is
'The caller''s billing in figures, or for an admin those of the named client: {paid: [{currency, amount}], paid_invoices, paid_since, invoices, by_status, active_retainers, monthly}. paid is what came in minus what went back (spec §2 Total Paid). Amounts in the smallest unit.';

grant execute on function public.list_upcoming_charges(integer, uuid) to authenticated;
grant execute on function public.client_figures(uuid) to authenticated;

create function public.client_record(p_client_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'id', profile.user_id, 'first_name', profile.first_name, 'last_name', profile.last_name, 'email', account.email,
    'company', nullif(btrim(profile.company), ''), 'created_at', profile.created_at,
    'email_confirmed', account.email_confirmed_at is not null,
    'last_active', greatest(
      (select max(session.updated_at) from auth.sessions as session where session.user_id = profile.user_id), account.last_sign_in_at
    ),
    'roles', coalesce((
      select jsonb_agg(jsonb_build_object('role', held.role, 'status', held.status, 'since', held.created_at) order by held.role)
      from public.user_roles as held where held.user_id = profile.user_id
    ), '[]'),
    'colleagues', coalesce((
      select jsonb_agg(jsonb_build_object('id', near.user_id, 'name', near.name, 'email', near.email) order by near.name)
      from (
        select other.user_id, private.person_name(other.user_id) as name, address.email::text as email
        from public.profiles as other join auth.users as address on address.id = other.user_id
        where lower(btrim(other.company)) = lower(btrim(profile.company)) and btrim(profile.company) <> ''
          and other.user_id <> profile.user_id and other.erased_at is null
          and exists (select from public.user_roles as held where held.user_id = other.user_id and held.role = 'client')
        order by other.created_at limit 20
      ) as near
    ), '[]'),
    'owed', coalesce((
      select jsonb_agg(jsonb_build_object(
        'currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number, 'overdue', sums.late
      ) order by sums.currency)
      from (
        select invoice.currency, sum(invoice.owed_amount) as amount, count(*) as number,
          count(*) filter (where private.shown_invoice_status(invoice.status, invoice.due_date, private.agency_day()) = 'overdue') as late
        from public.invoices as invoice
        where invoice.client_id = profile.user_id and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
        group by invoice.currency
      ) as sums
    ), '[]'),
    'figures', public.client_figures(profile.user_id),
    'invoices', (select count(*) from public.invoices as invoice where invoice.client_id = profile.user_id),
    'requests', (select count(*) from public.change_requests as request where request.user_id = profile.user_id),
    'open_requests', (select count(*) from public.change_requests as request where request.user_id = profile.user_id and request.status = 'open')
  ) into found
  from public.profiles as profile join auth.users as account on account.id = profile.user_id
  where profile.user_id = p_client_id and profile.erased_at is null;
  if found is null then perform private.refuse('person_not_found', 'PT404', 'There is no such person'); end if;
  return found;
end
$$;

comment on function public.client_record(uuid) is
'One client for admins: {id, names, email, company, roles, colleagues: [{id, name, email}] of the same company, owed: [{currency, amount, invoices, overdue}], figures: see client_figures, invoices, requests, open_requests}. PT404: no such person. Amounts in the smallest unit.';

create function public.record_client_view(p_client_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  viewed text;
begin
  perform private.require_admin();
  select account.email into viewed
  from auth.users as account join public.user_roles as held on held.user_id = account.id
  where account.id = p_client_id and held.role = 'client' and held.status = 'active';
  if not found then perform private.refuse('person_not_found', 'PT404', 'There is no such client'); end if;
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject)
  select account.id, account.email, 'view', 'profiles', p_client_id::text, viewed
  from auth.users as account where account.id = auth.uid();
end
$$;

comment on function public.record_client_view(uuid) is
'Notes in the audit log that the caller views the portal as this client. Admins only. PT404: not an active client.';

grant execute on function public.client_record(uuid) to authenticated;
grant execute on function public.record_client_view(uuid) to authenticated;
