-- Admins manage people: they approve them, change their roles, end their access and restore it.

create function private.enqueue_account_mail(p_user_id uuid, p_template text, p_key text, p_data jsonb default '{}') returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', p_key, jsonb_build_object(
    'to', person.row ->> 'to', 'template', p_template, 'data', jsonb_build_object('name', person.row ->> 'name') || p_data
  ))
  from private.mail_recipient(p_user_id) as person (row)
$$;

comment on function private.enqueue_account_mail(uuid, text, text, jsonb) is
'Queues an email to a person about their own account, once for each key.';

create function private.notify_role_decision() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.status = 'inactive' and current_setting('app.ending_access', true) = 'on' then return null; end if;
  perform private.enqueue_account_mail(
    new.user_id, case new.status when 'active' then 'sign-up-approved' else 'sign-up-rejected' end,
    format('decision:%s:%s:%s', new.user_id, new.role, clock_timestamp()),
    jsonb_strip_nulls(jsonb_build_object('role', new.role, 'reason', nullif(current_setting('app.reject_reason', true), '')))
  );
  return null;
end
$$;

comment on function private.notify_role_decision() is 'Trigger: emails a person whose approval was decided, unless all of their access ends.';

create trigger notify_role_decision after update of status on public.user_roles
for each row when (old.status = 'pending' and new.status in ('active', 'inactive')) execute function private.notify_role_decision();

create function private.reject_user(p_user_id uuid, p_reason text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if char_length(p_reason) > 500 then perform private.refuse('too_long', '22001', 'The reason is longer than 500 characters', 'reason'); end if;
  perform set_config('app.reject_reason', coalesce(btrim(p_reason), ''), true);
  update public.user_roles as held set status = 'inactive' where held.user_id = p_user_id and held.status = 'pending';
  if not found then perform private.refuse('already_decided', 'PT409', 'Another admin already reviewed this sign-up'); end if;
end
$$;

create function public.reject_user(p_user_id uuid, p_reason text default null) returns void
language sql volatile
set search_path = ''
return private.reject_user(p_user_id, p_reason);

comment on function public.reject_user(uuid, text) is
'Rejects a pending sign-up and emails the reason, if there is one. Admins only. PT409: nothing is pending any more.';

create function private.count_leads_to_reassign(p_user_id uuid, p_reassign_to uuid) returns table (to_owner bigint, to_others bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select count(*) filter (where lead.is_taken), count(*) filter (where not lead.is_taken) from (
    select coalesce(private.is_on_team(p_reassign_to, held.account_id), false) as is_taken from public.leads as held
    where held.user_id = p_user_id and held.archived_at is null and not held.is_spam and held.stage not in ('won', 'lost')
  ) as lead;
end
$$;

create function public.count_leads_to_reassign(p_user_id uuid, p_reassign_to uuid default null) returns table (to_owner bigint, to_others bigint)
language sql stable
set search_path = ''
return private.count_leads_to_reassign(p_user_id, p_reassign_to);

comment on function public.count_leads_to_reassign(uuid, uuid) is
'How many of a person''s open leads, in all accounts, the new owner would get, and how many they couldn''t: those go to the new host of their call or to nobody. Admins only.';

create function private.count_open_work(p_user_id uuid) returns table (calls bigint, tasks bigint, requests bigint, meeting_types text[])
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select
    (
      select count(*) from public.booking_hosts as host join public.bookings as booking on booking.id = host.booking_id
      where host.user_id = p_user_id and booking.state = 'booked' and booking.ends_at > now()
    ),
    (
      select count(*) from public.lead_tasks as task join public.leads as lead on lead.id = task.lead_id
      where lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost') and task.done_at is null
        -- The task of a call goes where the call goes.
        and task.booking_id is null
    ),
    (
      select count(*) from public.request_assignments as assigned join public.change_requests as request on request.id = assigned.request_id
      where assigned.user_id = p_user_id and request.status <> 'closed'
    ),
    private.only_host_of(p_user_id);
end
$$;

create function public.count_open_work(p_user_id uuid) returns table (calls bigint, tasks bigint, requests bigint, meeting_types text[])
language sql stable
set search_path = ''
return private.count_open_work(p_user_id);

comment on function public.count_open_work(uuid) is
'What a person has beside their leads: booked calls ahead, open tasks of their open leads, open requests assigned to them, and the meeting types without another host. Admins only.';

create function private.reassign_leads(p_from uuid, p_to uuid, p_unassign boolean) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  moved integer;
  -- The leads of a client's account have no new owner to choose: they are nobody's, as when a person leaves the account.
  held bigint := (
    select count(*) from public.leads as lead
    where lead.user_id = p_from and lead.account_id = private.agency_account()
      and lead.archived_at is null and not lead.is_spam and lead.stage not in ('won', 'lost')
  );
begin
  if held > 0 and p_to is null and not coalesce(p_unassign, false) then
    perform private.refuse(
      'leads_unassigned', 'PT409',
      format('They have %s open leads. Choose a new owner, or leave the leads unassigned.', held),
      p_more => jsonb_build_object('leads', held)
    );
  end if;
  if p_to is not null and (p_to = p_from or not exists (
    select from public.user_roles as taker
    where taker.user_id = p_to and taker.status = 'active' and taker.role in ('sales', 'admin')
  )) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active sales reps and admins', 'reassign_to');
  end if;
  select leads.to_owner + leads.to_others into moved from private.count_leads_to_reassign(p_from, p_to) as leads;
  -- Spam does not count, but its owner leaves, too.
  -- A lead of a client's account goes to nobody when the new owner is not lent to it.
  update public.leads as lead set user_id = case when private.is_on_team(p_to, lead.account_id) then p_to end
  where lead.user_id = p_from and lead.archived_at is null and lead.stage not in ('won', 'lost');
  return moved;
end
$$;

comment on function private.reassign_leads(uuid, uuid, boolean) is
'Gives a person''s open leads to another person or to nobody, and returns how many. Only the agency''s need a choice. Won and lost leads keep their owner.';

create function private.end_access(p_user_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  address text := (select lower(account.email) from auth.users as account where account.id = p_user_id);
begin
  -- Without this, the address would make them an admin again at the next sign-in.
  update public.admin_emails as entry set is_active = false where entry.email = address and entry.is_active;
  delete from auth.sessions as session where session.user_id = p_user_id;
end
$$;

comment on function private.end_access(uuid) is 'Ends every session, and the right to become an admin by address.';

create function private.announce_access(p_user_id uuid, p_template text) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('%s:%s:%s', p_template, p_user_id, clock_timestamp()), jsonb_build_object(
    'to', person.row ->> 'to', 'template', p_template, 'data', jsonb_build_object('name', person.row ->> 'name')
  ), now() + interval '10 seconds')
  from private.mail_recipient(p_user_id) as person (row)
$$;

comment on function private.announce_access(uuid, text) is
'Emails a person that an admin ended or restored their access (access-ended, access-restored), once the admin is no longer offered to undo that.';

create function private.withdraw_ended_access() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.withdraw_mail('access-ended:' || new.user_id);
  return null;
end
$$;

comment on function private.withdraw_ended_access() is
'Trigger: someone who has access again doesn''t get the email about its end that waits.';

create trigger withdraw_ended_access after insert or update of status on public.user_roles
for each row when (new.status = 'active') execute function private.withdraw_ended_access();

create function private.deactivate_user(p_user_id uuid, p_reassign_to uuid, p_unassign boolean) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer;
  had_access constant boolean := exists (select from public.user_roles as held where held.user_id = p_user_id and held.status = 'active');
begin
  perform private.require_admin();
  if p_user_id = auth.uid() then perform private.refuse('own_account', 'PT409', 'You can''t deactivate yourself'); end if;
  perform from public.user_roles as held where held.user_id = p_user_id and held.status <> 'inactive' for update;
  if not found then perform private.refuse('already_inactive', 'PT409', 'This person has no active access'); end if;
  -- First, so that the new owner gets the leads with a booked call, too: a lead without an owner goes to the call's next host.
  moved := private.reassign_leads(p_user_id, p_reassign_to, p_unassign);
  -- Someone with access who waited for another role gets one email, about the end of all.
  perform set_config('app.ending_access', case when had_access then 'on' else '' end, true);
  update public.user_roles as held set status = 'inactive' where held.user_id = p_user_id and held.status <> 'inactive';
  perform set_config('app.ending_access', '', true);
  perform private.end_access(p_user_id);
  -- A sign-up that waited for approval gets the email of a rejection instead.
  if had_access and private.withdraw_mail('access-restored:' || p_user_id) is null then
    perform private.announce_access(p_user_id, 'access-ended');
  end if;
  return moved;
end
$$;

create function public.deactivate_user(p_user_id uuid, p_reassign_to uuid default null, p_unassign boolean default false) returns integer
language sql volatile
set search_path = ''
return private.deactivate_user(p_user_id, p_reassign_to, p_unassign);

comment on function public.deactivate_user(uuid, uuid, boolean) is
'Ends a person''s access immediately, hands over their open leads, and returns how many. They get an email, unless it is undone right away or undoes a reactivation that they haven''t heard of. Admins only. PT409: oneself, the last active admin, no access, or open leads without a new owner.';

create function private.return_leads(p_user_id uuid, out restored integer, out kept integer)
language plpgsql volatile
set search_path = ''
as $$
declare
  ended public.audit_log;
  moved uuid[];
begin
  -- What ended their access, with the leads that the same transaction gave to others.
  select entry.* into ended from public.audit_log as entry
  where entry.table_name = 'user_roles' and entry.row_id like p_user_id || ' %' and entry.action = 'update'
    and entry.before ->> 'status' <> 'inactive' and entry.after ->> 'status' = 'inactive'
  order by entry.id desc limit 1;
  moved := array(
    select private.parse_uuid(entry.row_id) from public.audit_log as entry
    where entry.write_id = ended.write_id and entry.table_name = 'leads' and entry.action = 'update'
      and entry.before ->> 'user_id' = p_user_id::text and not (entry.after ->> 'is_spam')::boolean
  );
  perform from public.leads as lead where lead.id = any (moved) order by lead.id for update;
  -- Leads that anyone worked with since stay where they are. Each change of a lead, its tasks and its history sets updated_at.
  update public.leads as lead set user_id = p_user_id
  where lead.id = any (moved) and lead.updated_at <= ended.happened_at and lead.archived_at is null and lead.merged_into is null
    and lead.user_id is distinct from p_user_id and private.is_on_team(p_user_id, lead.account_id)
    and not exists (select from public.lead_activities as activity where activity.lead_id = lead.id and activity.created_at > ended.happened_at)
    and not exists (select from public.lead_tasks as task where task.lead_id = lead.id and task.updated_at > ended.happened_at);
  get diagnostics restored = row_count;
  kept := cardinality(moved) - restored;
end
$$;

comment on function private.return_leads(uuid) is
'Gives a person the open leads back that went to others when their access ended, unless someone has worked with a lead since. Counts those that came back, and those that stay.';

create function private.reactivate_user(p_user_id uuid, p_with_leads boolean) returns table (restored integer, kept integer)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  is_undo boolean;
begin
  perform private.require_admin();
  is_undo := private.withdraw_mail('access-ended:' || p_user_id) is not null;
  update public.user_roles as held set status = 'active' where held.user_id = p_user_id and held.status = 'inactive';
  if not found then perform private.refuse('not_inactive', 'PT409', 'This person isn''t inactive'); end if;
  if not is_undo then perform private.announce_access(p_user_id, 'access-restored'); end if;
  if p_with_leads then return query select leads.* from private.return_leads(p_user_id) as leads;
  else return query select 0, 0;
  end if;
end
$$;

create function public.reactivate_user(p_user_id uuid, p_with_leads boolean default false) returns table (restored integer, kept integer)
language sql volatile
set search_path = ''
return private.reactivate_user(p_user_id, p_with_leads);

comment on function public.reactivate_user(uuid, boolean) is
'Restores the roles that were taken, and with p_with_leads the open leads that went to others then and that no one has worked with since. One row: how many came back and how many stay. They get an email, unless it is undone right away or undoes an end that they haven''t heard of. Admins only. PT409: they are not inactive.';

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

create function private.refuse_while_billed(p_user_id uuid) returns void
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

create function private.change_user_role(
  p_user_id uuid, p_role public.app_role, p_reassign_to uuid, p_unassign boolean
) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer := 0;
  was_client boolean;
  given jsonb;
  regained uuid[] := '{}';
begin
  perform private.require_admin();
  if not exists (select from auth.users as account where account.id = p_user_id) then
    perform private.refuse('person_not_found', 'PT404', 'Person not found');
  end if;
  if p_user_id = auth.uid() and p_role <> 'admin' then
    perform private.refuse('own_account', 'PT409', 'You can''t remove your own admin role');
  end if;
  -- An invoice or a retainer that names them at this moment comes before or after (private.require_client).
  perform from public.user_roles as held where held.user_id = p_user_id and held.role = 'client' for update;
  was_client := found and p_role <> 'client';
  if was_client then
    perform private.refuse_while_billed(p_user_id);
    select jsonb_object_agg(account.account_id, account.plan) into given from private.premium_through(p_user_id) as account;
  end if;
  if p_role = 'client' then regained := array(select account.account_id from private.premium_regained(p_user_id) as account); end if;
  insert into public.user_roles as held (user_id, role, status) values (p_user_id, p_role, 'active')
  on conflict (user_id, role) do update set status = 'active' where held.status <> 'active';
  -- An admin or a sales rep may keep their leads. A client can't.
  if p_role = 'client' or p_reassign_to is not null or coalesce(p_unassign, false) then
    moved := private.reassign_leads(p_user_id, p_reassign_to, p_unassign);
  end if;
  if p_role <> 'admin' and exists (
    select from public.user_roles as held where held.user_id = p_user_id and held.role = 'admin'
  ) then
    perform private.end_access(p_user_id);
  end if;
  delete from public.user_roles as held where held.user_id = p_user_id and held.role <> p_role;
  if was_client then
    -- Undone right away, nobody hears that the account had Premium again.
    perform private.announce_lost_plan(private.parse_uuid(account.key), p_user_id, account.value) from jsonb_each(given) as account
    where private.withdraw_mail(format('member-rejoined:%s:%s', account.key, p_user_id)) is null;
    -- Their open leads in clients' accounts become nobody's, as when a person leaves an account.
    with freed as (
      update public.leads as lead set user_id = null
      where lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost')
        and not private.is_on_team(p_user_id, lead.account_id)
      returning lead.is_spam
    )
    select moved + count(*) filter (where not freed.is_spam) into moved from freed;
  end if;
  -- Undone right away, nobody hears that the accounts were on the free plan.
  perform private.announce_regained_plan(account.id, p_user_id) from unnest(regained) as account (id)
  where private.withdraw_mail('premium-ended:' || account.id) is null;
  return moved;
end
$$;

create function public.change_user_role(
  p_user_id uuid, p_role public.app_role, p_reassign_to uuid default null, p_unassign boolean default false
) returns integer
language sql volatile
set search_path = ''
return private.change_user_role(p_user_id, p_role, p_reassign_to, p_unassign);

comment on function public.change_user_role(uuid, public.app_role, uuid, boolean) is
'Makes a person an active admin, sales person or client and nothing else. A new client hands over their open leads, and others only when a new owner is named. Leads of accounts in which they no longer work become nobody''s, and owners of accounts that had Premium only through them get an email. Returns how many. Admins only. PT404: no such person. PT409: oneself, the last active admin, open leads without a new owner, or a client who is still billed (client_still_billed).';

grant execute on function public.reject_user(uuid, text) to authenticated;
grant execute on function private.reject_user(uuid, text) to authenticated;
grant execute on function public.count_leads_to_reassign(uuid, uuid) to authenticated;
grant execute on function public.count_open_work(uuid) to authenticated;
grant execute on function private.count_open_work(uuid) to authenticated;
grant execute on function private.count_leads_to_reassign(uuid, uuid) to authenticated;
grant execute on function public.count_billed_items(uuid) to authenticated;
grant execute on function private.count_billed_items(uuid) to authenticated;
grant execute on function public.deactivate_user(uuid, uuid, boolean) to authenticated;
grant execute on function private.deactivate_user(uuid, uuid, boolean) to authenticated;
grant execute on function public.reactivate_user(uuid, boolean) to authenticated;
grant execute on function private.reactivate_user(uuid, boolean) to authenticated;
grant execute on function public.change_user_role(uuid, public.app_role, uuid, boolean) to authenticated;
grant execute on function private.change_user_role(uuid, public.app_role, uuid, boolean) to authenticated;
