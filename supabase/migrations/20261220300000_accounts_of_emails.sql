-- In the data of an email, account is the id of the account that it comes from. Three emails put other words there, so they could not be sent.

update private.outbox as job
set payload = jsonb_set(job.payload #- '{data,account}', array['data', case job.payload ->> 'template' when 'retainers-inherited' then 'accountName' else 'accounts' end], job.payload #> '{data,account}')
where job.kind = 'mail' and job.payload #> '{data,account}' is not null and job.payload #>> '{data,account}' !~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$';

alter table private.outbox add constraint outbox_mail_account check (
  kind <> 'mail' or coalesce(payload #>> '{data,account}', '') ~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$'
);

create or replace function private.hand_over() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  heir uuid;
  account text;
  inherited text;
begin
  select held.name into account from public.accounts as held where held.id = old.account_id for no key update;
  -- An account that is deleted takes its members along.
  if not found then return null; end if;
  heir := private.first_owner(old.account_id);
  update public.invoices as draft set client_id = heir
  where draft.account_id = old.account_id and draft.client_id = old.user_id and draft.status = 'draft'
    and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id);
  with moved as (
    update public.retainers as retainer set client_id = heir
    where retainer.account_id = old.account_id and retainer.client_id = old.user_id
      and (retainer.status = 'pending' or heir is not null and retainer.status in ('active', 'paused'))
    returning retainer.retainer_name, retainer.status
  )
  select string_agg(moved.retainer_name, E'\n' order by moved.retainer_name) filter (where moved.status <> 'pending') into inherited from moved;
  -- Who does it themselves read it in the question.
  if inherited is not null and heir is distinct from auth.uid() then
    perform public.enqueue_outbox('mail', format('retainers-inherited:%s:%s:%s', old.account_id, old.user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'retainers-inherited',
      'data', jsonb_strip_nulls(jsonb_build_object('name', person.row ->> 'name', 'accountName', account,
        'person', nullif(private.person_name(old.user_id), 'Unknown'), 'retainers', inherited))
    ))
    from private.mail_recipient(heir) as person (row);
  end if;
  -- Members see the dashboard.
  if tg_op = 'DELETE' then
    update public.client_dashboards as board
    set user_id = case
      when exists (select from public.client_dashboards as own where own.owner_id = heir) then 'imported-user'
      else coalesce(heir::text, 'imported-user')
    end
    where board.account_id = old.account_id and board.owner_id = old.user_id;
  end if;
  return null;
end
$$;

comment on function private.hand_over() is
'Trigger: drafts and retainers of an account name its first owner when their person leaves or becomes a member, and so does the dashboard when its person leaves; after the last person, what has not begun names nobody again. The owner gets an email about retainers that run. A sent invoice keeps its person.';

create or replace function private.announce_plan_end() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  template constant text := case when not new.subscribed then 'premium-ended' when new.cancel_at_period_end then 'premium-canceled' else 'premium-kept' end;
  accounts constant uuid[] := private.accounts_of(new.user_id, 'owner', 'billing');
  left_behind text;
begin
  if accounts = '{}' then left_behind := 'none';
  elsif not new.subscribed and not exists (select from unnest(accounts) as one (id) where not private.has_premium(one.id)) then left_behind := 'premium';
  end if;
  perform public.enqueue_outbox('mail', format('%s:%s:%s', template, new.user_id, clock_timestamp()), jsonb_build_object(
    'to', person.row ->> 'to', 'template', template,
    'data', jsonb_strip_nulls(jsonb_build_object('name', person.row ->> 'name', 'ends', private.agency_day(new.subscription_end),
      'isTrial', case when new.trial_end > now() then 'true' end, 'accounts', left_behind))
  ))
  from private.mail_recipient(new.user_id) as person (row);
  if not new.subscribed then
    -- Their workspace is read-only now.
    perform public.enqueue_outbox('mail', format('%s:%s:%s', template, owner.user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', template, 'data', jsonb_build_object('name', person.row ->> 'name')
    ))
    from (
      select distinct member.user_id from public.account_members as member
      where member.account_id = any (accounts) and member.role = 'owner' and member.user_id <> new.user_id
        and not private.has_premium(member.account_id)
    ) as owner cross join lateral private.mail_recipient(owner.user_id) as person (row);
  end if;
  return null;
end
$$;

comment on function private.announce_plan_end() is
'Trigger: emails a person when they cancel their plan, keep it after all, or it has ended. Each change is emailed once, however often the provider reports it. The other owners of an account that is on the free plan now read that its plan has ended. The field accounts says what the plan leaves behind: none (they decide about no account), premium (their accounts have it through others), and else the free plan.';
