-- The question before Premium stops says whether leads disappear.

create or replace function private.plan_of_member(p_account uuid, p_user_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('is_gift', plan.is_gift, 'ends_at', coalesce(plan.ends_at, plan.trial_end), 'is_ending', plan.is_ending,
    'in_trial', coalesce(plan.trial_end > now(), false), 'stops', rest.payer is null,
    -- The free plan shows the newest 50.
    'hides_leads', exists (
      select from public.leads as lead where lead.account_id = p_account and lead.archived_at is null and not lead.is_spam offset 50
    ),
    'kept_until', case when rest.is_gift or rest.is_ending then coalesce(rest.ends_at, rest.trial_end) end,
    -- Otherwise the account would lose its plan, and the person would go on paying for nothing.
    'must_end', not private.has_active_role('admin') and not plan.is_gift and not plan.is_ending and coalesce(rest.is_gift or rest.is_ending, true)
      and others.ids = '{}',
    'has_others', not plan.is_gift and others.ids <> '{}',
    'others', case when not plan.is_gift and (
      p_user_id = auth.uid() or private.has_active_role('admin') or others.ids <@ private.accounts_of(auth.uid(), 'owner', 'billing', 'member')
    ) then (select jsonb_agg(account.name order by lower(account.name), account.id) from public.accounts as account where account.id = any (others.ids)) end,
    'may_manage', not plan.is_gift and private.may_manage_plan(auth.uid(), p_user_id))
  from private.plan_of_account(p_account) as plan left join private.plan_of_account(p_account, p_user_id) as rest on true
  cross join lateral (select array_remove(private.accounts_by_plan(p_user_id), p_account) as ids) as others
  where plan.payer = p_user_id
$$;

comment on function private.plan_of_member(uuid, uuid) is
'The plan that an account has through a person, and what happens to it when they leave or become a member: {is_gift, ends_at, is_ending, in_trial: nothing is paid yet, stops: the account is free then, hides_leads: it has more than the newest 50 leads, which the free plan shows, kept_until: the end of the other plan that keeps Premium, null without an end, must_end: they can''t before it is canceled, another person pays, or it gives another account Premium, too (an admin may do it), has_others: it goes on for other accounts, others: their names, null without any and for those who don''t see all of them, may_manage: the caller may cancel it}. Null for everyone else.';
