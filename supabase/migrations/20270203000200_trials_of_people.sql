-- A free trial is named as such where an admin reads what a client still has.

drop function public.count_billed_items(uuid);
drop function private.count_billed_items(uuid);
drop function private.billed_items(uuid);

create function private.billed_items(p_user_id uuid)
returns table (invoices bigint, agreed bigint, retainers bigint, has_plan boolean, trial_ends date, plan_ends date)
language sql stable
set search_path = ''
as $$
  select
    (select count(*) from private.shown_invoices as invoice where invoice.client_id = p_user_id and invoice.is_open),
    (select count(*) from public.invoices as invoice where invoice.client_id = p_user_id and invoice.status = 'active'),
    (select count(*) from public.retainers as retainer where retainer.client_id = p_user_id and retainer.status in ('active', 'paused')),
    plan.user_id is not null,
    case when plan.trial_end > now() and not plan.cancel_at_period_end then private.agency_day(plan.trial_end) end,
    case when plan.cancel_at_period_end then private.agency_day(coalesce(plan.subscription_end, plan.trial_end)) end
  from (select p_user_id as id) as person
  left join public.subscriptions as plan on plan.user_id = person.id and plan.subscribed and plan.stripe_subscription_id is not null
$$;

comment on function private.billed_items(uuid) is
'What names a person as the client and goes on: open invoices, agreed ones that can''t be paid yet (active), running retainers, and whether they have a plan, the day on which its free trial becomes a paid plan (trial_ends), and its last day if it was canceled (plan_ends).';

create function private.count_billed_items(p_user_id uuid)
returns table (
  invoices bigint, agreed bigint, retainers bigint, has_plan boolean, trial_ends date, plan_ends date, premium text[], rejoins text[]
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select billed.*, array(
      select given.name from private.premium_through(p_user_id) as given
      union all select regained.name from private.premium_regained(p_user_id) as regained
    ),
    array(select back.name from private.accounts_to_rejoin(p_user_id) as back order by lower(back.name), back.account_id)
  from private.billed_items(p_user_id) as billed;
end
$$;

create function public.count_billed_items(p_user_id uuid)
returns table (
  invoices bigint, agreed bigint, retainers bigint, has_plan boolean, trial_ends date, plan_ends date, premium text[], rejoins text[]
)
language sql stable
set search_path = ''
return private.count_billed_items(p_user_id);

comment on function public.count_billed_items(uuid) is
'How many open invoices, agreed invoices that can''t be paid yet (active), and running retainers name a person as the client, whether they have a plan, when its free trial becomes a paid plan (trial_ends) or when it ends because it was canceled (plan_ends), the names of the accounts that have Premium only through them, or have it again when someone who left for the team is a client again, and of the accounts that they rejoin then. Admins only.';

create or replace function private.refuse_while_billed(p_user_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  held text[];
begin
  select array_remove(array[
    case when billed.invoices > 0 then format('%s open %s', billed.invoices, case billed.invoices when 1 then 'invoice' else 'invoices' end) end,
    case when billed.agreed > 0 then format('%s active %s', billed.agreed, case billed.agreed when 1 then 'invoice' else 'invoices' end) end,
    case when billed.retainers > 0 then format('%s ongoing %s', billed.retainers, case billed.retainers when 1 then 'retainer' else 'retainers' end) end,
    case
      when billed.plan_ends is not null then 'a canceled Premium plan'
      when billed.trial_ends is not null then 'a free trial of Premium'
      when billed.has_plan then 'a paid Premium plan'
    end
  ], null) into held from private.billed_items(p_user_id) as billed;
  if held <> '{}' then
    perform private.refuse(
      'client_still_billed', 'PT409',
      format('They still have %s as a client. Settle that first.', regexp_replace(array_to_string(held, ', '), ', ([^,]*)$', ' and \1'))
    );
  end if;
end
$$;

comment on function private.refuse_while_billed(uuid) is
'Refuses to end someone''s time as a client while open or agreed invoices, running retainers or a plan name them: nobody could see or pay them.';

grant execute on function public.count_billed_items(uuid) to authenticated;
grant execute on function private.count_billed_items(uuid) to authenticated;
