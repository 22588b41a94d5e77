-- Emails about ended access and complimentary Premium go out when they are news, and only then. An email about a new member says who invited them.
-- Only a new subscription marks accounts.

create or replace function private.notify_role_decision() returns trigger
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

create function private.withdraw_ended_access() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- A queued email hasn't left, not even when a mailer was away for a while.
  delete from private.outbox as mail
  where mail.status = 'queued' and starts_with(mail.dedupe_key, format('access-ended:%s:', new.user_id));
  return null;
end
$$;

comment on function private.withdraw_ended_access() is
'Trigger: someone who has access again doesn''t get the email about its end that waits.';

create function private.undoes_reactivation(p_user_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  with changes as (
    select entry.id, entry.happened_at, entry.before ->> 'status' as before, entry.after ->> 'status' as after
    from public.audit_log as entry
    where entry.table_name = 'user_roles' and starts_with(entry.row_id, p_user_id || ' ') and entry.action = 'update'
      and entry.happened_at > now() - interval '70 seconds'
  )
  select exists (
    select from changes as restored
    where restored.before = 'inactive' and restored.after = 'active' and restored.happened_at > now() - interval '1 minute'
      -- Access that was restored within ten seconds of its end was never missing for the person.
      and not exists (
        select from changes as ended
        where ended.id < restored.id and ended.after = 'inactive' and ended.happened_at > restored.happened_at - interval '10 seconds'
      )
  )
$$;

comment on function private.undoes_reactivation(uuid) is
'Whether a person had no access until a reactivation within the last minute, so that its end is no news for them.';

create or replace function private.deactivate_user(p_user_id uuid, p_reassign_to uuid, p_unassign boolean) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer;
  had_access constant boolean := exists (select from public.user_roles as held where held.user_id = p_user_id and held.status = 'active');
  is_undo constant boolean := private.undoes_reactivation(p_user_id);
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
  if had_access and not is_undo then perform private.announce_ended_access(p_user_id); end if;
  return moved;
end
$$;

create or replace function private.reactivate_user(p_user_id uuid, p_with_leads boolean) returns table (restored integer, kept integer)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.user_roles as held set status = 'active' where held.user_id = p_user_id and held.status = 'inactive';
  if not found then perform private.refuse('not_inactive', 'PT409', 'This person isn''t inactive'); end if;
  if p_with_leads then return query select leads.* from private.return_leads(p_user_id) as leads;
  else return query select 0, 0;
  end if;
end
$$;

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
    case when billed.has_plan then 'a paid Premium plan' end
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
'Refuses to end someone''s time as a client while open or agreed invoices, running retainers or a paid plan name them: nobody could see or pay them.';

drop function private.announce_gift(text, timestamptz, timestamptz, boolean);

create function private.announce_gift(p_email text, p_until timestamptz, p_is_new boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  is_waiting boolean;
begin
  -- A new end date corrects the email that nobody got yet.
  with waiting as (
    delete from private.outbox as mail
    where mail.dedupe_key like 'premium-given:%' and mail.status = 'queued' and mail.payload ->> 'to' = p_email
    returning mail.id
  )
  select count(*) > 0 into is_waiting from waiting;
  if not (p_is_new or is_waiting) then return; end if;
  perform public.enqueue_outbox('mail', format('premium-given:%s:%s', person.id, clock_timestamp()), jsonb_build_object(
    'to', lower(person.email), 'template', 'premium-given', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'until', private.agency_day(p_until)
    ))
  ), now() + interval '10 seconds')
  from auth.users as person cross join lateral private.mail_recipient(person.id) as reader (row)
  where lower(person.email) = p_email and person.email_confirmed_at is not null and not private.pays_for_premium(p_email)
    and exists (select from public.user_roles as held where held.user_id = person.id and held.role = 'client' and held.status = 'active');
end
$$;

comment on function private.announce_gift(text, timestamptz, boolean) is
'Emails a client that they have complimentary Premium, once for each grant and not for another end date, when the admin is no longer offered to undo it.';

create or replace function private.set_premium_override(p_email text, p_expires_at timestamptz) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  address text;
  held public.premium_overrides;
  given_at timestamptz;
  -- Whether the client didn't have it yet.
  is_new boolean;
begin
  perform private.require_admin();
  address := private.require_address(p_email);
  if p_expires_at <= now() then perform private.refuse('gift_ended', '22023', 'The end date must be in the future', 'expires_at'); end if;
  select gift.* into held from public.premium_overrides as gift where gift.email = address for update;
  is_new := held.email is null or held.expires_at <= now();
  if held.email is null then
    -- One that the same admin ended within the last minute goes on. When it was given right before that, its email hasn't left.
    select (entry.before ->> 'created_at')::timestamptz, (entry.before ->> 'created_at')::timestamptz > entry.happened_at - interval '10 seconds'
    into given_at, is_new from public.audit_log as entry
    where entry.table_name = 'premium_overrides' and entry.row_id = address and entry.action = 'delete' and entry.actor_id = auth.uid()
      and entry.happened_at > now() - interval '1 minute' and coalesce((entry.before ->> 'expires_at')::timestamptz, 'infinity') > now()
    order by entry.id desc limit 1;
    is_new := coalesce(is_new, true);
  end if;
  insert into public.premium_overrides (email, expires_at, created_at) values (address, p_expires_at, coalesce(given_at, now()))
  on conflict (email) do update set expires_at = excluded.expires_at;
  perform private.announce_gift(address, p_expires_at, is_new);
  return jsonb_build_object('had', held.email is not null, 'had_until', held.expires_at, 'pays', private.pays_for_premium(address));
end
$$;

create or replace function private.delete_premium_override(p_email text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.premium_overrides as gift where gift.email = lower(btrim(p_email));
  if not found then perform private.refuse('gift_not_found', 'PT404', 'Override not found'); end if;
  delete from private.outbox as mail
  where mail.dedupe_key like 'premium-given:%' and mail.payload ->> 'to' = lower(btrim(p_email)) and mail.status = 'queued';
end
$$;

create or replace function private.lock_landing_draft(p_page_id uuid, p_seen_revision integer) returns public.landing_drafts
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.landing_drafts;
begin
  select draft.* into held from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  if not found then perform private.refuse('page_not_found', 'PT404', 'This page was deleted'); end if;
  if p_seen_revision is not null and held.revision <> p_seen_revision then
    perform private.refuse(
      'outdated', 'PT409',
      case
        when held.updated_by = auth.uid() then 'You just saved this page somewhere else'
        else format('%s just saved this page', coalesce(private.person_name(held.updated_by), 'Someone'))
      end,
      p_more => jsonb_build_object('revision', held.revision, 'updated_at', held.updated_at)
    );
  end if;
  return held;
end
$$;

comment on function private.lock_landing_draft(uuid, integer) is
'Locks and returns the draft. PT404: no such page. PT409: names the person who saved since the given revision, or says that it was the caller somewhere else.';

create or replace function private.add_member(p_account uuid, p_user_id uuid, p_role public.account_role, p_by uuid) returns void
language sql volatile
set search_path = ''
as $$
  with joined as (
    insert into public.account_members (account_id, user_id, role, added_by) values (p_account, p_user_id, p_role, p_by)
    on conflict (account_id, user_id) do nothing returning account_id, user_id, role
  )
  select public.enqueue_outbox('mail', format('member-joined:%s:%s:%s:%s', account.id, person.id, owner.user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'member-joined', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'role', joined.role, 'business', account.name, 'slug', account.slug,
      'invited', case when owner.user_id = p_by then 'true' end,
      -- Someone who just signed up has no profile yet.
      'who', coalesce(private.full_name(profile.first_name, profile.last_name), private.name_or_email(
        private.metadata_name(person.raw_user_meta_data, 'first_name'), private.metadata_name(person.raw_user_meta_data, 'last_name'), person.email::text))
    ))
  ))
  from joined join auth.users as person on person.id = joined.user_id left join public.profiles as profile on profile.user_id = person.id
  join public.accounts as account on account.id = joined.account_id
  join private.client_members as owner on owner.account_id = account.id and owner.role = 'owner' and owner.status = 'active' and owner.user_id <> person.id
  cross join lateral private.mail_recipient(owner.user_id) as reader (row)
$$;

comment on function private.add_member(uuid, uuid, public.account_role, uuid) is
'Adds a person to an account, and emails its other owners; a member keeps their role.';

comment on function public.deactivate_user(uuid, uuid, boolean) is
'Ends a person''s access immediately, hands over their open leads, and returns how many. They get an email, unless it is undone right away or undoes a reactivation. Admins only. PT409: oneself, the last active admin, no access, or open leads without a new owner.';

comment on function public.set_premium_override(text, timestamptz) is
'Gives an address free premium, until a date or forever: {had: it had an override before, had_until: the earlier end, pays: they pay for Premium now, so nothing changes yet}. A client gets an email about a new one, but not when the admin restores one that they ended within the last minute. Admins only.';

create trigger withdraw_ended_access after insert or update of status on public.user_roles
for each row when (new.status = 'active') execute function private.withdraw_ended_access();

drop trigger keep_subscribers on public.subscriptions;

create trigger keep_subscribers after insert on public.subscriptions
for each row when (new.stripe_subscription_id is not null) execute function private.keep_subscribers();

-- Each sync writes the same plan again, when its payer may belong to accounts for which they didn't subscribe.
create trigger keep_later_subscribers after update of stripe_subscription_id on public.subscriptions
for each row when (new.stripe_subscription_id is not null and old.stripe_subscription_id is distinct from new.stripe_subscription_id)
execute function private.keep_subscribers();
