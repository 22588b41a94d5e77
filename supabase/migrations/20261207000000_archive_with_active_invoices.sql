-- An account with active invoices isn't archived: they are agreed and would wait for a payment that nobody can make.
create or replace function private.account_running(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'invoices', (select count(*) from private.shown_invoices as invoice where invoice.account_id = p_account_id and invoice.is_open),
    'agreed', (
      select count(*) from public.invoices as invoice
      where invoice.account_id = p_account_id and invoice.status = 'active' and invoice.owed_amount > 0
    ),
    'retainers', (select count(*) from public.retainers as retainer where retainer.account_id = p_account_id and retainer.status = 'active'),
    'domains', (
      select count(*) from public.landing_pages as page
      where page.account_id = p_account_id and page.status = 'published' and page.custom_domain is not null
    ),
    'drafts', (select count(*) from public.invoices as invoice where invoice.account_id = p_account_id and invoice.status = 'draft')
      + (select count(*) from public.retainers as retainer where retainer.account_id = p_account_id and retainer.status = 'pending'),
    'bookings', (
      select count(*) from public.bookings as booking
      where booking.account_id = p_account_id and booking.state = 'booked' and booking.ends_at > now()
    )
  )
$$;

comment on function private.account_running(uuid) is
'How much of an account still runs: {invoices (open), agreed (active invoices, which can''t be paid yet), retainers, domains: must end before it is archived; drafts, bookings: stay}.';

create or replace function private.archive_account(p_account_id uuid, p_archived boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  running constant jsonb := private.account_running(p_account_id);
  problems text;
begin
  perform private.require_admin();
  perform private.require_managed_account(p_account_id);
  if p_archived then
    select string_agg(format('%s %s', running ->> kind.name, case running ->> kind.name when '1' then kind.one else kind.many end), ' and ' order by kind.place)
    into problems
    from (values
      (1, 'invoices', 'open invoice', 'open invoices'), (2, 'agreed', 'active invoice', 'active invoices'),
      (3, 'retainers', 'active retainer', 'active retainers'), (4, 'domains', 'published page on a domain of its own', 'published pages on a domain of their own')
    ) as kind (place, name, one, many)
    where (running ->> kind.name)::bigint > 0;
    if problems is not null then
      perform private.refuse('account_in_use', 'PT409', problems || ' must be settled first',
        p_more => running - array['drafts', 'bookings']);
    end if;
  end if;
  update public.accounts as account set archived_at = case when p_archived then coalesce(account.archived_at, now()) end
  where account.id = p_account_id;
end
$$;

comment on function public.archive_account(uuid, boolean) is
'Closes the workspace of an account, or opens it again; nothing in it is lost. Admins only. PT404: no such account. PT409 (account_in_use): open or active invoices, active retainers, or published pages on its own domains.';
