-- An admin can cancel a client's plan at the end of its period, or keep it.

alter table private.plan_page_visits add column by_agency boolean not null default false;

comment on table private.plan_page_visits is
'Who last opened the provider''s page of whose plan, and when. The provider doesn''t say who canceled a plan, and colleagues and admins can.';
comment on column private.plan_page_visits.by_agency is 'An admin who canceled the plan, or kept it, for the client.';

create or replace function private.plan_page_visitor(p_payer uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.person_name(visit.user_id) from private.plan_page_visits as visit
  where visit.payer = p_payer and visit.user_id <> p_payer and not visit.by_agency and visit.opened_at > now() - interval '1 hour' and not exists (
    select from private.plan_page_visits as own
    where own.payer = p_payer and own.user_id = p_payer and own.opened_at > now() - interval '1 hour'
  )
  order by visit.opened_at desc limit 1
$$;

comment on function private.plan_page_visitor(uuid) is
'The colleague who opened the page of this person''s plan in the last hour; null if the person did, too.';

create or replace function private.note_plan_page(p_user_id uuid, p_account_id uuid default null) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into private.plan_page_visits (payer, user_id)
  select payer.id, p_user_id from private.managed_payer(p_user_id, p_account_id) as payer (id)
  on conflict (payer, user_id) do update set opened_at = clock_timestamp()
$$;

create function private.plan_admin(p_payer uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select newest.user_id from (
    select visit.user_id, visit.by_agency, visit.opened_at from private.plan_page_visits as visit
    where visit.payer = p_payer order by visit.opened_at desc limit 1
  ) as newest
  where newest.by_agency and newest.opened_at > now() - interval '1 hour'
$$;

comment on function private.plan_admin(uuid) is
'The admin who canceled or kept a person''s plan just now; null if someone opened the provider''s page after that.';

create function private.begin_plan_change(p_client_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  plan public.subscriptions;
begin
  perform private.require_admin();
  select * into plan from public.subscriptions as held
  where held.user_id = p_client_id and held.subscribed and held.stripe_customer_id is not null and held.stripe_subscription_id is not null;
  if not found then perform private.refuse('plan_not_found', 'PT404', 'This person has no plan at the payment provider'); end if;
  insert into private.plan_page_visits (payer, user_id, by_agency, opened_at) values (p_client_id, auth.uid(), true, clock_timestamp())
  on conflict (payer, user_id) do update set by_agency = true, opened_at = clock_timestamp();
  return jsonb_build_object('customer', plan.stripe_customer_id, 'subscription', plan.stripe_subscription_id);
end
$$;

create function public.begin_plan_change(p_client_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.begin_plan_change(p_client_id);

comment on function public.begin_plan_change(uuid) is
'Before an admin cancels a client''s plan at the payment provider, or keeps it: {customer, subscription}. The email and the audit log then say that the agency did it. Admins only. PT404 (plan_not_found).';

create or replace function private.announce_plan_end() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  template constant text := case when not new.subscribed then 'premium-ended' when new.cancel_at_period_end then 'premium-canceled' else 'premium-kept' end;
  decided constant uuid[] := private.accounts_of(new.user_id, 'owner', 'billing');
  admin constant uuid := case when new.subscribed then private.plan_admin(new.user_id) end;
begin
  -- The provider reports it without anyone signed in, so no other trigger writes an entry.
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, before, after)
  select by_whom.id, by_whom.email, 'update', 'subscriptions', new.user_id::text, payer.email,
    jsonb_build_object('cancel_at_period_end', old.cancel_at_period_end), jsonb_build_object('cancel_at_period_end', new.cancel_at_period_end)
  from auth.users as by_whom, auth.users as payer
  where by_whom.id = admin and payer.id = new.user_id;
  perform public.enqueue_outbox('mail', format('%s:%s:%s', template, new.user_id, clock_timestamp()), jsonb_build_object(
    'to', person.row ->> 'to', 'template', template,
    'data', jsonb_strip_nulls(jsonb_build_object('name', person.row ->> 'name', 'ends', private.agency_day(new.subscription_end),
      'isTrial', case when new.trial_end > now() then 'true' end,
      'byAgency', case when admin is not null then 'true' end,
      'colleague', case when template = 'premium-canceled' and admin is null then private.plan_page_visitor(new.user_id) end)) || private.left_by_plan(new)
  ))
  from private.mail_recipient(new.user_id) as person (row);
  if not new.subscribed then
    -- Their workspace is read-only now.
    perform public.enqueue_outbox('mail', format('%s:%s:%s', template, owner.user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', template, 'data', jsonb_build_object(
        'name', person.row ->> 'name', 'names', private.account_names(owner.accounts), 'payer', private.person_name(new.user_id), 'why', 'ended'
      )
    ))
    from (
      select member.user_id, array_agg(member.account_id) as accounts from public.account_members as member
      where member.account_id = any (decided) and member.role = 'owner' and member.user_id <> new.user_id
        and not private.has_premium(member.account_id)
      group by member.user_id
    ) as owner cross join lateral private.mail_recipient(owner.user_id) as person (row);
  end if;
  return null;
end
$$;

comment on function private.announce_plan_end() is
'Trigger: emails a person when they cancel their plan, keep it after all, or it has ended. Each change is emailed once, however often the provider reports it. The other owners of an account that is on the free plan now read that its plan has ended, and whose it was. A cancellation names the colleague who opened the plan''s page shortly before. What an admin did (private.begin_plan_change) is in the audit log, and its email says so. What the plan leaves behind is in the email, too (private.left_by_plan).';

grant execute on function public.begin_plan_change(uuid) to authenticated;
grant execute on function private.begin_plan_change(uuid) to authenticated;
