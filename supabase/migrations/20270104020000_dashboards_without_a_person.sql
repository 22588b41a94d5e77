-- A dashboard that belongs to an account alone waits for no owner once the account has one.

create or replace function private.account_record(p_account_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account public.accounts;
  last_at constant timestamptz := private.account_last_activity(p_account_id);
  late_leads bigint;
  late_invoices bigint;
begin
  perform private.require_admin();
  select held.* into account from public.accounts as held where held.id = p_account_id;
  if account.id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found'); end if;
  select count(*) into late_leads from public.leads as lead
  where lead.account_id = account.id and lead.clock_due_at < now() and lead.archived_at is null and not lead.is_spam and lead.erased_at is null;
  select count(*) into late_invoices from private.shown_invoices as late
  where late.account_id = account.id and late.is_open and late.shown = 'overdue';
  return private.account_json(account) || jsonb_build_object(
    'people', public.account_people(account.id),
    'money', private.account_money(account.id),
    'running', private.account_running(account.id),
    'health', private.account_health(late_leads, late_invoices, last_at, account.created_at, account.archived_at is not null),
    'last_activity_at', last_at,
    'late_leads', late_leads,
    'open_requests', (
      select count(*) from public.change_requests as request where request.account_id = account.id and request.status = 'open'
    ),
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('id', page.id, 'title', page.title, 'slug', page.slug, 'status', page.status, 'domain', page.custom_domain)
        order by page.created_at desc)
      from (select * from public.landing_pages as one where one.account_id = account.id order by one.created_at desc limit 50) as page
    ), '[]'),
    'leads', (select coalesce(sum(total.leads), 0) from private.lead_totals as total where total.account_id = account.id),
    'unanswered', (
      select count(*) from public.leads as lead
      where lead.account_id = account.id and lead.clock_due_at is not null and lead.archived_at is null and not lead.is_spam and lead.erased_at is null
    ),
    -- What names nobody yet.
    'prepared', jsonb_build_object(
      'invoices', coalesce((
        select jsonb_agg(jsonb_build_object('id', draft.id, 'description', draft.description, 'amount', draft.amount, 'currency', draft.currency)
          order by draft.created_at desc, draft.id)
        from (
          select one.* from public.invoices as one where one.account_id = account.id and one.client_id is null order by one.created_at desc limit 50
        ) as draft
      ), '[]'),
      'retainers', coalesce((
        select jsonb_agg(jsonb_build_object('id', draft.id, 'name', draft.retainer_name, 'amount', draft.monthly_amount, 'currency', draft.currency)
          order by draft.created_at desc, draft.id)
        from (
          select one.* from public.retainers as one where one.account_id = account.id and one.client_id is null and one.status = 'pending'
          order by one.created_at desc limit 50
        ) as draft
      ), '[]')
    ),
    'dashboard', (
      select jsonb_build_object('id', board.id, 'business_name', board.business_name, 'title', board.dashboard_title, 'url', board.notion_database_url,
        'is_prepared', board.owner_id is null and private.first_owner(account.id) is null)
      from public.client_dashboards as board where board.account_id = account.id order by board.owner_id is null, board.created_at limit 1
    ),
    'from_lead', (
      select jsonb_build_object('id', lead.id, 'name', private.lead_title(lead)) from public.leads as lead
      where lead.client_account_id = account.id order by lead.closed_at limit 1
    )
  );
end
$$;
