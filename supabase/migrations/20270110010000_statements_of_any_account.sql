-- The statement is open to whoever sees the money of any account with Premium, not only of their first.

create or replace function private.client_has_premium(p_client_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_premium(private.account_of_client(p_client_id)) or exists (
    select from unnest(private.accounts_of(p_client_id, 'owner', 'billing')) as account (id) where private.has_premium(account.id)
  ) or exists (
    select from public.subscriptions as plan
    where plan.user_id = p_client_id and plan.subscribed and plan.subscription_tier = 'premium'
      and plan.subscription_status = 'active' and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
  ) or exists (
    select from auth.users as person join public.premium_overrides as gift on gift.email = lower(person.email)
    where person.id = p_client_id and person.email_confirmed_at is not null and coalesce(gift.expires_at, 'infinity') > now()
  );
end
$$;

comment on function private.client_has_premium(uuid) is
'Whether a client has premium: through their account or any other whose money they see, or by a plan or gift of their own, which they keep when they leave it.';

create or replace function private.announce_gift(p_email text, p_template text, p_data jsonb) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('%s:%s:%s', p_template, person.id, clock_timestamp()), jsonb_build_object(
    'to', lower(person.email), 'template', p_template, 'data', jsonb_strip_nulls(p_data || jsonb_build_object(
      'name', reader.row ->> 'name',
      -- Another account may still have Premium, but those named here have lost it.
      'stays', case
        when p_template = 'premium-withdrawn' and private.client_has_premium(person.id) and cardinality(private.free_accounts(person.id)) = 0 then 'true'
      end,
      'names', case when p_template = 'premium-withdrawn' then private.account_names(private.free_accounts(person.id)) end
    ))
  ), now() + interval '10 seconds')
  from auth.users as person cross join lateral private.mail_recipient(person.id) as reader (row)
  where lower(person.email) = p_email and person.email_confirmed_at is not null
    and (p_template <> 'premium-given' or (private.plan_of_email(p_email)).user_id is null)
    and exists (select from public.user_roles as held where held.user_id = person.id and held.role = 'client' and held.status = 'active');
  return found;
end
$$;

comment on function private.announce_gift(text, text, jsonb) is
'Emails a client about their complimentary Premium, when the admin is no longer offered to undo it, and says whether there was someone to tell: who pays learns nothing of a new one.';
