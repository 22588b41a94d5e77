-- What an admin sees about one client, and the note in the audit log when an admin views the portal as a client.

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
