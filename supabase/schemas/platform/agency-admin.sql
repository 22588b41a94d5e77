-- Settings of the agency: who may become an admin, free premium, the pipeline, and the email log.

-- The policies show each person, even an admin, only the row of their own address. These functions list all rows for admins.
create function private.list_admin_emails() returns setof public.admin_emails
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select * from public.admin_emails as entry order by entry.email;
end
$$;

create function public.list_admin_emails() returns setof public.admin_emails
language sql stable
set search_path = ''
return private.list_admin_emails();

comment on function public.list_admin_emails() is 'All addresses that may become admins. Admins only.';

create function private.list_premium_overrides() returns setof public.premium_overrides
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select * from public.premium_overrides as gift order by gift.created_at desc, gift.email;
end
$$;

create function public.list_premium_overrides() returns setof public.premium_overrides
language sql stable
set search_path = ''
return private.list_premium_overrides();

comment on function public.list_premium_overrides() is 'All addresses with free premium, newest first. Admins only.';

create function private.require_address(p_email text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  address text := lower(btrim(p_email));
begin
  if address is null or char_length(address) > 320 or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', 'Enter a valid email address');
  end if;
  return address;
end
$$;

comment on function private.require_address(text) is 'An email address in lower case. 22023: not an address.';

create function private.set_admin_email(p_email text, p_is_active boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.admin_emails (email, is_active) values (private.require_address(p_email), p_is_active)
  on conflict (email) do update set is_active = excluded.is_active where admin_emails.is_active <> excluded.is_active;
end
$$;

create function public.set_admin_email(p_email text, p_is_active boolean) returns void
language sql volatile
set search_path = ''
return private.set_admin_email(p_email, p_is_active);

comment on function public.set_admin_email(text, boolean) is
'Sets whether the confirmed owner of an address may become an admin. An existing admin stays one until their role changes. Admins only.';

create function private.unsent_news_of_gift(p_email text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  waiting jsonb;
begin
  with gone as (
    delete from private.outbox as mail
    where (mail.dedupe_key like 'premium-given:%' or mail.dedupe_key like 'premium-changed:%' or mail.dedupe_key like 'premium-withdrawn:%')
      and mail.status = 'queued' and mail.payload ->> 'to' = p_email
    returning mail.payload
  )
  select jsonb_build_object('is_told', gone.payload ->> 'template' <> 'premium-given', 'until', gone.payload #> '{data,was}') into waiting
  from gone limit 1;
  return waiting;
end
$$;

comment on function private.unsent_news_of_gift(text) is
'Removes the email about complimentary Premium that hasn''t left, and returns what the client knows without it: {is_told, until: the last day, or null for no end}. Null when none waits.';

create function private.announce_gift(p_email text, p_template text, p_data jsonb) returns boolean
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

create function private.plan_of_email(p_email text) returns public.subscriptions
language sql stable security definer
set search_path = ''
as $$
  select plan.* from auth.users as person join public.subscriptions as plan on plan.user_id = person.id
  where lower(person.email) = p_email and plan.subscribed and plan.subscription_tier = 'premium'
    and plan.subscription_status = 'active' and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
$$;

comment on function private.plan_of_email(text) is
'The plan that the person with this address pays for, or will after its free trial. Complimentary Premium changes nothing while it lasts.';

create function private.is_known_gift(p_gift public.premium_overrides) returns boolean
language sql stable security definer
set search_path = ''
as $$
  -- Without a plan of their own, the client has Premium through it, also if no email announced it.
  select p_gift.email is not null and (p_gift.is_announced or (private.plan_of_email(p_gift.email)).user_id is null)
$$;

comment on function private.is_known_gift(public.premium_overrides) is
'Whether a client knows of their complimentary Premium, so that another end or its removal is news: an email told them, or it is what they have.';

create function private.set_premium_override(p_email text, p_expires_at timestamptz) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  address text;
  held public.premium_overrides;
  given_at timestamptz;
  unsent jsonb;
  -- What the client was told: whether they have it, and its last day.
  is_told boolean;
  told_until date;
  until constant date := private.agency_day(p_expires_at);
  plan public.subscriptions;
  answer jsonb;
begin
  perform private.require_admin();
  address := private.require_address(p_email);
  if p_expires_at <= now() then perform private.refuse('gift_ended', '22023', 'The end date must be in the future', 'expires_at'); end if;
  select gift.* into held from public.premium_overrides as gift where gift.email = address for update;
  plan := private.plan_of_email(address);
  answer := jsonb_build_object(
    'had', held.email is not null, 'had_until', held.expires_at, 'pays', plan.user_id is not null,
    'trial_ends', case when plan.trial_end > now() then private.agency_day(plan.trial_end) end,
    'plan_ends', case when plan.cancel_at_period_end then private.agency_day(plan.subscription_end) end
  );
  -- The same day again is no change.
  if held.email is not null and coalesce(held.expires_at, 'infinity') > now() and private.agency_day(held.expires_at) is not distinct from until then
    return answer;
  end if;
  if held.email is null then
    -- One that the same admin ended within the last minute goes on.
    select (entry.before ->> 'created_at')::timestamptz into given_at from public.audit_log as entry
    where entry.table_name = 'premium_overrides' and entry.row_id = address and entry.action = 'delete' and entry.actor_id = auth.uid()
      and entry.happened_at > now() - interval '1 minute' and coalesce((entry.before ->> 'expires_at')::timestamptz, 'infinity') > now()
    order by entry.id desc limit 1;
  end if;
  unsent := private.unsent_news_of_gift(address);
  is_told := coalesce((unsent ->> 'is_told')::boolean, private.is_known_gift(held) and coalesce(held.expires_at, 'infinity') > now(), false);
  told_until := case when unsent is null then private.agency_day(held.expires_at) else (unsent ->> 'until')::date end;
  if is_told then
    if told_until is distinct from until then
      perform private.announce_gift(address, 'premium-changed', jsonb_build_object('until', until, 'was', told_until));
    end if;
  -- Another end of one that they don't know of is no news.
  elsif unsent is not null or held.email is null or held.expires_at <= now() then
    is_told := private.announce_gift(address, 'premium-given', jsonb_build_object('until', until));
  end if;
  insert into public.premium_overrides (email, expires_at, created_at, is_announced) values (address, p_expires_at, coalesce(given_at, now()), is_told)
  on conflict (email) do update set expires_at = excluded.expires_at, is_announced = excluded.is_announced;
  return answer;
end
$$;

create function public.set_premium_override(p_email text, p_expires_at timestamptz default null) returns jsonb
language sql volatile
set search_path = ''
return private.set_premium_override(p_email, p_expires_at);

comment on function public.set_premium_override(text, timestamptz) is
'Gives an address free premium, until a date or forever: {had: it had an override before, had_until: the earlier end, pays: they have a plan of their own, so nothing changes yet, trial_ends: the day on which its free trial becomes a paid plan, plan_ends: its last day if it was canceled}. A client gets an email about a new one and, once that has left, about another end. The same day again changes nothing. Admins only.';

create function private.delete_premium_override(p_email text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  ended public.premium_overrides;
  unsent jsonb;
begin
  perform private.require_admin();
  delete from public.premium_overrides as gift where gift.email = lower(btrim(p_email)) returning gift.* into ended;
  if not found then perform private.refuse('gift_not_found', 'PT404', 'Override not found'); end if;
  unsent := private.unsent_news_of_gift(ended.email);
  -- Its end was announced with it.
  if ended.expires_at <= now() then return; end if;
  if coalesce((unsent ->> 'is_told')::boolean, private.is_known_gift(ended)) then
    perform private.announce_gift(ended.email, 'premium-withdrawn', jsonb_build_object(
      'was', case when unsent is null then to_jsonb(private.agency_day(ended.expires_at)) else unsent -> 'until' end
    ));
  end if;
end
$$;

create function public.delete_premium_override(p_email text) returns void
language sql volatile
set search_path = ''
return private.delete_premium_override(p_email);

comment on function public.delete_premium_override(text) is 'Ends the free premium of an address, and emails a client who was told about it. Admins only. PT404: it has none.';

create function private.announce_restored_gift(p_entry public.audit_log) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  gift constant public.premium_overrides := (select held from public.premium_overrides as held where held.email = p_entry.row_id);
  until constant date := private.agency_day(gift.expires_at);
  unsent constant jsonb := private.unsent_news_of_gift(p_entry.row_id);
  told_until date;
begin
  if gift.expires_at <= now() or not private.is_known_gift(gift) then return; end if;
  -- They don't know that they have it: an email said that it ended, or the first one hasn't left.
  if p_entry.action = 'delete' and unsent is null or not (unsent ->> 'is_told')::boolean then
    perform private.announce_gift(gift.email, 'premium-given', jsonb_build_object('until', until));
    return;
  end if;
  told_until := case when unsent is null then private.agency_day((p_entry.after ->> 'expires_at')::timestamptz) else (unsent ->> 'until')::date end;
  if told_until is distinct from until then
    perform private.announce_gift(gift.email, 'premium-changed', jsonb_build_object('until', until, 'was', told_until));
  end if;
end
$$;

comment on function private.announce_restored_gift(public.audit_log) is
'Emails a client that complimentary Premium is back, or has its earlier end again, after an entry of the audit log was reverted. News that hasn''t left is withdrawn instead.';

create function private.checked_emails() returns text[]
language sql immutable parallel safe
set search_path = ''
return array['lead-arrived', 'lead-clock-warning', 'lead-clock-breached', 'lead-clock-escalated', 'payment-failed', 'booking-reminder',
  'booking-missed', 'booking-rebook'];

comment on function private.checked_emails() is
'The emails that are checked again right before they go out, and dropped when they are no longer true. Same list as CHECKED in supabase/functions/_shared/outbox/send-mail-job.ts.';

create function private.search_email_log(p_query text, p_status text, p_limit integer, p_offset integer) returns table (
  id uuid, recipient text, template text, subject text, status text, attempts integer, last_error text, created_at timestamptz,
  done_at timestamptz, total bigint, failure text, next_try_at timestamptz, is_checked boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select job.id, job.payload ->> 'to', job.payload ->> 'template', job.result ->> 'subject', shown.status, job.attempts, job.last_error,
    job.created_at, job.done_at, count(*) over (), job.failure, case when job.status = 'queued' then job.run_at end,
    job.payload ->> 'template' = any (private.checked_emails())
  from private.outbox as job
  cross join lateral (values (case when job.result ? 'skipped' then 'skipped' else job.status end)) as shown (status)
  where job.kind = 'mail' and (p_status is null or shown.status = p_status)
    and (coalesce(p_query, '') = '' or strpos(lower(concat_ws(' ', job.payload ->> 'to', job.payload ->> 'template', job.result ->> 'subject')), lower(left(p_query, 200))) > 0)
  order by job.created_at desc, job.id
  limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0);
end
$$;

create function public.search_email_log(
  p_query text default '', p_status text default null, p_limit integer default 50, p_offset integer default 0
) returns table (
  id uuid, recipient text, template text, subject text, status text, attempts integer, last_error text, created_at timestamptz,
  done_at timestamptz, total bigint, failure text, next_try_at timestamptz, is_checked boolean
)
language sql stable
set search_path = ''
return private.search_email_log(p_query, p_status, p_limit, p_offset);

comment on function public.search_email_log(text, text, integer, integer) is
'The emails that are still kept (retention_settings), newest first, with the total of all matches. One that was no longer true when its time came has the status skipped. next_try_at: when a waiting one goes out; is_checked: whether it is dropped when it is no longer true by then. Without their texts, because links in them are secrets. Admins only.';

create function private.note_resent(p_row_id text, p_number bigint, p_recipient text default null) returns void
language sql volatile
set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, after)
  select account.id, account.email, 'update', 'outbox', p_row_id, p_recipient, jsonb_build_object('emails', p_number)
  from auth.users as account where account.id = auth.uid()
$$;

comment on function private.note_resent(text, bigint, text) is 'Notes in the audit log that the caller resends failed emails.';

create function private.retry_email(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  recipient text;
begin
  perform private.require_admin();
  if exists (select from private.outbox as job where job.id = p_id and job.payload ? 'redacted') then
    perform private.refuse('link_ended', '22023', 'This email can''t be resent because its link has expired');
  end if;
  update private.outbox as job
  set status = 'queued', run_at = now(), attempts = 0, locked_by = null, locked_until = null, failure = null, give_up_at = now() + interval '4 days'
  where job.id = p_id and job.kind = 'mail' and job.status = 'failed'
  returning job.payload ->> 'to' into recipient;
  if not found then perform private.refuse('email_not_failed', 'PT409', 'Only failed emails can be resent'); end if;
  perform private.note_resent(p_id::text, 1, left(recipient, 320));
end
$$;

create function public.retry_email(p_id uuid) returns void
language sql volatile
set search_path = ''
return private.retry_email(p_id);

comment on function public.retry_email(uuid) is
'Queues a failed email once more. Admins only. PT409: it did not fail. 22023: its link has ended.';

create function private.is_resendable(p_job private.outbox) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_job.kind = 'mail' and p_job.status = 'failed' and not p_job.payload ? 'redacted' and p_job.failure is distinct from 'unconfirmed'
$$;

comment on function private.is_resendable(private.outbox) is
'Whether a failed email can be resent without asking about it: it did not arrive, and its links still work.';

create function private.count_failed_emails() returns table (resendable bigint, unconfirmed bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select count(*) filter (where private.is_resendable(job)), count(*) filter (where job.failure = 'unconfirmed')
  from private.outbox as job where job.kind = 'mail' and job.status = 'failed';
end
$$;

create function public.count_failed_emails() returns table (resendable bigint, unconfirmed bigint)
language sql stable
set search_path = ''
return private.count_failed_emails();

comment on function public.count_failed_emails() is
'One row: failed emails that resend_failed_emails would queue, and emails that may have arrived. Admins only.';

create function private.resend_failed_emails(p_id uuid) returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  number bigint;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('resend failed emails', 0));
  select (entry.after ->> 'emails')::bigint into number from public.audit_log as entry
  where entry.table_name = 'outbox' and entry.row_id = p_id::text;
  if found then return number; end if;
  update private.outbox as job
  set status = 'queued', run_at = now(), attempts = 0, locked_by = null, locked_until = null, failure = null, give_up_at = now() + interval '4 days'
  where job.status = 'failed' and private.is_resendable(job);
  get diagnostics number = row_count;
  perform private.note_resent(p_id::text, number);
  return number;
end
$$;

create function public.resend_failed_emails(p_id uuid) returns bigint
language sql volatile
set search_path = ''
return private.resend_failed_emails(p_id);

comment on function public.resend_failed_emails(uuid) is
'Queues every failed email again, except those that may have arrived and those whose links ended. Returns how many. The same p_id does nothing twice. Admins only.';

grant execute on function public.count_failed_emails() to authenticated;
grant execute on function private.count_failed_emails() to authenticated;
grant execute on function public.resend_failed_emails(uuid) to authenticated;
grant execute on function private.resend_failed_emails(uuid) to authenticated;

create table public.pipeline_stages (
  key text primary key check (key ~ '^[a-z][a-z_]{0,39}$'),
  label text not null check (btrim(label) <> '' and char_length(label) <= 40),
  position integer not null check (position between 1 and 20),
  is_fixed boolean not null default false,
  rots_after_days integer check (rots_after_days between 1 and 365),
  updated_at timestamptz not null default now(),
  unique (position) deferrable initially deferred
);

comment on table public.pipeline_stages is 'The stages of the pipeline, in order.';
comment on column public.pipeline_stages.key is 'What leads refer to; it never changes.';
comment on column public.pipeline_stages.label is 'What people read.';
comment on column public.pipeline_stages.position is 'Its place, from 1.';
comment on column public.pipeline_stages.is_fixed is 'New, Won and Lost keep their names and places.';
comment on column public.pipeline_stages.rots_after_days is
'After how many days without work a lead in it counts as stalled; null means never.';
comment on column public.pipeline_stages.updated_at is 'When the row last changed.';

insert into public.pipeline_stages (key, label, position, is_fixed, rots_after_days) values
('new', 'New', 1, true, 1), ('attempting', 'Attempting', 2, false, 3), ('connected', 'Connected', 3, false, 5),
('qualified', 'Qualified', 4, false, 7), ('call_booked', 'Call Booked', 5, false, 7), ('proposal', 'Proposal', 6, false, 10),
('won', 'Won', 7, true, null), ('lost', 'Lost', 8, true, null);

create table public.lost_reasons (
  id uuid primary key default gen_random_uuid(),
  label text not null check (btrim(label) <> '' and char_length(label) <= 60),
  position integer not null check (position between 1 and 100),
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  account_id uuid not null default private.account_for_insert() references public.accounts (id) on delete cascade
);

comment on table public.lost_reasons is 'Reasons why leads are lost, to choose from.';
comment on column public.lost_reasons.id is 'The reason.';
comment on column public.lost_reasons.label is 'What people read.';
comment on column public.lost_reasons.position is 'Its place in the list.';
comment on column public.lost_reasons.is_active is 'False hides it from new choices; old ones keep it.';
comment on column public.lost_reasons.updated_at is 'When the row last changed.';
comment on column public.lost_reasons.account_id is 'The account whose list it is in.';

create unique index lost_reasons_label_idx on public.lost_reasons (account_id, lower(label));

create function private.give_lost_reasons() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.lost_reasons (account_id, label, position) values
  (new.id, 'No budget', 1), (new.id, 'No answer', 2), (new.id, 'Chose a competitor', 3), (new.id, 'Bad timing', 4),
  (new.id, 'Not a fit', 5), (new.id, 'Other', 6);
  return null;
end
$$;

comment on function private.give_lost_reasons() is 'Trigger: a new account starts with the usual lost reasons.';

create trigger give_lost_reasons after insert on public.accounts
for each row execute function private.give_lost_reasons();

insert into public.lost_reasons (account_id, label, position)
select account.id, reason.label, reason.position
from public.accounts as account cross join (
  values ('No budget', 1), ('No answer', 2), ('Chose a competitor', 3), ('Bad timing', 4), ('Not a fit', 5), ('Other', 6)
) as reason (label, position)
where account.kind = 'agency' and not exists (select from public.lost_reasons as held where held.account_id = account.id);

create trigger touch_updated_at before update on public.pipeline_stages for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.lost_reasons for each row execute function private.touch_updated_at();

create function private.protect_fixed_stages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.is_fixed and (new.label, new.position, new.is_fixed) <> (old.label, old.position, old.is_fixed) or new.key <> old.key then
    perform private.refuse('fixed_stage', 'PT409', 'You can''t rename or move New, Won and Lost');
  end if;
  return new;
end
$$;

comment on function private.protect_fixed_stages() is
'Trigger: New, Won and Lost keep their key, name and place, because the clock and the figures depend on them.';

create trigger protect_fixed_stages before update on public.pipeline_stages for each row execute function private.protect_fixed_stages();

alter table public.pipeline_stages enable row level security;

call private.require_sufficient_sessions('public.pipeline_stages');

alter table public.lost_reasons enable row level security;

call private.require_sufficient_sessions('public.lost_reasons');

grant select, insert, update, delete on public.pipeline_stages, public.lost_reasons to service_role;
grant select, update (label, rots_after_days) on public.pipeline_stages to authenticated;
grant select, insert (label, position, is_active), update (label, position, is_active) on public.lost_reasons to authenticated;

create policy "People read the stages of their workspace" on public.pipeline_stages
for select to authenticated using ((select private.workspace()) is not null);

create policy "Admins change the stages" on public.pipeline_stages
for update to authenticated using ((select private.has_active_role('admin'))) with check ((select private.has_active_role('admin')));

create policy "People read the lost reasons of their workspace" on public.lost_reasons
for select to authenticated using (account_id = (select private.workspace()));

create policy "Leaders add lost reasons" on public.lost_reasons
for insert to authenticated with check (
  account_id = (select private.workspace()) and (select private.manages_workspace()) and (select private.is_premium_workspace())
);

create policy "Leaders change lost reasons" on public.lost_reasons
for update to authenticated
using (account_id = (select private.workspace()) and (select private.manages_workspace()) and (select private.is_premium_workspace()))
with check (account_id = (select private.workspace()) and (select private.manages_workspace()) and (select private.is_premium_workspace()));

call private.watch('public.pipeline_stages', 'key');
call private.watch('public.lost_reasons', 'id');

grant execute on function public.set_admin_email(text, boolean) to authenticated;
grant execute on function private.set_admin_email(text, boolean) to authenticated;
grant execute on function public.set_premium_override(text, timestamptz) to authenticated;
grant execute on function private.set_premium_override(text, timestamptz) to authenticated;
grant execute on function public.delete_premium_override(text) to authenticated;
grant execute on function private.delete_premium_override(text) to authenticated;
grant execute on function public.search_email_log(text, text, integer, integer) to authenticated;
grant execute on function private.search_email_log(text, text, integer, integer) to authenticated;
grant execute on function public.retry_email(uuid) to authenticated;
grant execute on function private.retry_email(uuid) to authenticated;
grant execute on function public.list_admin_emails() to authenticated;
grant execute on function private.list_admin_emails() to authenticated;
grant execute on function public.list_premium_overrides() to authenticated;
grant execute on function private.list_premium_overrides() to authenticated;
