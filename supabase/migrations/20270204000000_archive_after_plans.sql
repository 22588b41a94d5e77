-- An account isn't archived while someone would go on paying for its Premium.

create function private.payers_to_cancel(p_account_id uuid) returns table (id uuid, in_trial boolean)
language sql stable security definer
set search_path = ''
as $$
  select member.user_id, coalesce(plan.trial_end > now(), false)
  from private.client_members as member join public.subscriptions as plan on plan.user_id = member.user_id
  where member.account_id = p_account_id and member.role in ('owner', 'billing')
    and plan.subscribed and plan.subscription_tier = 'premium' and plan.subscription_status = 'active'
    and not plan.cancel_at_period_end and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
    and private.accounts_by_plan(member.user_id) <@ array[p_account_id]
$$;

comment on function private.payers_to_cancel(uuid) is
'The people of an account whose plan renews and gives no other open account Premium, so they would go on paying for nothing once it is archived; in_trial: nothing is paid yet.';

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
    'plans', (select count(*) from private.payers_to_cancel(p_account_id)),
    'payers', coalesce((
      select jsonb_agg(jsonb_build_object('id', payer.id, 'name', private.person_name(payer.id), 'in_trial', payer.in_trial) order by private.person_name(payer.id), payer.id)
      from private.payers_to_cancel(p_account_id) as payer
    ), '[]'),
    'drafts', (select count(*) from public.invoices as invoice where invoice.account_id = p_account_id and invoice.status = 'draft')
      + (select count(*) from public.retainers as retainer where retainer.account_id = p_account_id and retainer.status = 'pending'),
    'bookings', (
      select count(*) from public.bookings as booking
      where booking.account_id = p_account_id and booking.state = 'booked' and booking.ends_at > now()
    )
  )
$$;

comment on function private.account_running(uuid) is
'How much of an account still runs: {invoices (open), agreed (active invoices, which can''t be paid yet), retainers, domains, plans (private.payers_to_cancel): must end before it is archived; payers of those plans: [{id, name, in_trial}]; drafts, bookings: stay}.';

create or replace function private.archive_account(p_account_id uuid, p_archived boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  running jsonb;
  problems text;
begin
  perform private.require_admin();
  perform private.require_managed_account(p_account_id);
  if p_archived then
    perform private.lock_plan(payer.id) from (
      select member.user_id as id from private.client_members as member
      where member.account_id = p_account_id and member.role in ('owner', 'billing') order by member.user_id
    ) as payer;
    running := private.account_running(p_account_id);
    select string_agg(format('%s %s', running ->> kind.name, case running ->> kind.name when '1' then kind.one else kind.many end), ' and ' order by kind.place)
    into problems
    from (values
      (1, 'invoices', 'open invoice', 'open invoices'), (2, 'agreed', 'active invoice', 'active invoices'),
      (3, 'retainers', 'active retainer', 'active retainers'), (4, 'domains', 'published page with a custom domain', 'published pages with a custom domain'),
      (5, 'plans', 'plan that renews', 'plans that renew')
    ) as kind (place, name, one, many)
    where (running ->> kind.name)::bigint > 0;
    if problems is not null then
      perform private.refuse('account_in_use', 'PT409', problems || ' must be settled first',
        p_more => running - array['payers', 'drafts', 'bookings']);
    end if;
  end if;
  update public.accounts as account set archived_at = case when p_archived then coalesce(account.archived_at, now()) end
  where account.id = p_account_id;
end
$$;


comment on function public.archive_account(uuid, boolean) is
'Closes the workspace of an account, or opens it again; nothing in it is lost. Admins only. PT404: no such account. PT409 (account_in_use): open or active invoices, active retainers, published pages on its own domains, or plans that renew and would cover no open account.';
