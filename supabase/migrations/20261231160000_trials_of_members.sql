-- A person in the free trial doesn't pay yet, which the questions before they leave an account say.

create or replace function private.plan_of_member(p_account uuid, p_user_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('is_gift', plan.is_gift, 'ends_at', coalesce(plan.ends_at, plan.trial_end), 'is_ending', plan.is_ending,
    'in_trial', coalesce(plan.trial_end > now(), false), 'stops', rest.payer is null,
    -- Otherwise the account would lose its plan, and the person would go on paying for it.
    'must_end', not private.has_active_role('admin') and not plan.is_gift and not plan.is_ending and coalesce(rest.is_gift or rest.is_ending, true),
    'may_manage', not plan.is_gift and private.may_manage_plan(auth.uid(), p_user_id))
  from private.plan_of_account(p_account) as plan left join private.plan_of_account(p_account, p_user_id) as rest on true
  where plan.payer = p_user_id
$$;

comment on function private.plan_of_member(uuid, uuid) is
'The plan that an account has through a person, and what happens to it when they leave or become a member: {is_gift, ends_at, is_ending, in_trial: nothing is paid yet, stops: the account is free then, must_end: they can''t before it is canceled or another person pays (an admin may do it), may_manage: the caller may cancel it}. Null for everyone else.';
