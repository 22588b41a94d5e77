-- Archiving an account closes the open page to subscribe for it.

create function private.close_plan_checkouts(p_account_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  with ended as (
    delete from private.plan_checkouts as held where held.account_id = p_account_id returning held.user_id, held.claim
  )
  select public.enqueue_outbox(
    'close_plan_page', format('plan-page:%s:close', ended.claim),
    jsonb_build_object('customer', payer.stripe_customer_id), now(), 12
  )
  from ended join public.subscriptions as payer on payer.user_id = ended.user_id and payer.stripe_customer_id is not null
  where not exists (
    select from private.plan_checkouts as other where other.claim = ended.claim and other.account_id <> p_account_id
  )
$$;

comment on function private.close_plan_checkouts(uuid) is
'Ends the opening of a page to subscribe for this account: one that is about to open is refused, and an open one is closed at the provider, unless it is for another account, too.';

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
  -- Last, because whoever opens a page locks the account first.
  if p_archived then perform private.close_plan_checkouts(p_account_id); end if;
end
$$;
