-- Emails, histories and offers say what is so: complimentary Premium that comes back or goes, invoices that stay, links that were sent, steps that a log or a booking finished.

create or replace function private.booking_offer(p_submission_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.slug from public.landing_submissions as sent join public.accounts as account on account.id = sent.account_id
  where sent.submission_id = p_submission_id and not sent.is_spam and account.archived_at is null and exists (
    select from public.meeting_types as type join public.meeting_hosts as host on host.meeting_type_id = type.id
    where type.account_id = account.id and type.is_active and private.is_on_team(host.user_id, account.id)
  )
$$;

create function private.is_known_gift(p_gift public.premium_overrides) returns boolean
language sql stable security definer
set search_path = ''
as $$
  -- Without a plan of their own, the client has Premium through it, also if no email announced it.
  select p_gift.email is not null and (p_gift.is_announced or (private.plan_of_email(p_gift.email)).user_id is null)
$$;

comment on function private.is_known_gift(public.premium_overrides) is
'Whether a client knows of their complimentary Premium, so that another end or its removal is news: an email told them, or it is what they have.';

create or replace function private.set_premium_override(p_email text, p_expires_at timestamptz) returns jsonb
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
begin
  perform private.require_admin();
  address := private.require_address(p_email);
  if p_expires_at <= now() then perform private.refuse('gift_ended', '22023', 'The end date must be in the future', 'expires_at'); end if;
  select gift.* into held from public.premium_overrides as gift where gift.email = address for update;
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
  plan := private.plan_of_email(address);
  return jsonb_build_object(
    'had', held.email is not null, 'had_until', held.expires_at, 'pays', plan.user_id is not null,
    'trial_ends', case when plan.trial_end > now() then private.agency_day(plan.trial_end) end,
    'plan_ends', case when plan.cancel_at_period_end then private.agency_day(plan.subscription_end) end
  );
end
$$;

create or replace function private.delete_premium_override(p_email text) returns void
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

create or replace function private.restore_audit_entry(p_entry_id bigint) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  entry public.audit_log;
  target regclass;
  keys text[];
  columns text;
  changed text[];
  now_is jsonb;
begin
  perform private.require_admin();
  select * into entry from public.audit_log as held where held.id = p_entry_id;
  if not found then perform private.refuse('entry_not_found', 'PT404', 'Entry not found'); end if;
  -- What has its own way back: a deleted draft, and what was recorded on an invoice by mistake.
  if entry.table_name = 'invoices' and entry.action = 'delete' and entry.before ->> 'status' = 'draft' then
    if exists (select from public.invoices as invoice where invoice.id = private.parse_uuid(entry.row_id)) then
      perform private.refuse('entry_there_already', 'PT409', 'It already exists');
    end if;
    perform private.restore_draft_invoice(private.parse_uuid(entry.row_id));
    return;
  end if;
  if entry.table_name = 'payments' and entry.before ->> 'kind' <> 'removed' and entry.after ->> 'kind' = 'removed' then
    perform private.restore_invoice_payment(private.parse_uuid(entry.row_id));
    return;
  end if;
  if entry.table_name = 'invoice_credits' and entry.before ->> 'removed_at' is null and entry.after ->> 'removed_at' is not null then
    perform private.restore_invoice_credit(private.parse_uuid(entry.row_id));
    return;
  end if;
  -- Other tables cannot simply be restored: an invoice was sent, a payment made or a role granted.
  if entry.table_name not in ('client_dashboards', 'premium_overrides', 'agency_settings', 'retainers', 'landing_pages')
    or entry.action = 'insert' or entry.before is null then
    perform private.refuse('entry_not_restorable', 'PT409', 'This change can''t be reverted here');
  end if;
  if entry.table_name = 'landing_pages' then
    -- The draft first, as everywhere, so that nobody publishes and no test starts meanwhile.
    perform from public.landing_drafts as draft where draft.page_id = private.parse_uuid(entry.row_id) for update;
    perform private.refuse_while_tested(private.parse_uuid(entry.row_id));
    -- A page that was published stays one, with its figures, when its first version is reverted.
    if entry.action = 'update' and entry.before ->> 'version' = '0' then
      entry.before := entry.before || jsonb_build_object('version', entry.after -> 'version');
    end if;
  end if;
  target := format('public.%I', entry.table_name)::regclass;
  select array_agg(part.attname::text order by place.number) into keys
  from pg_catalog.pg_index as idx
  cross join lateral unnest(idx.indkey) with ordinality as place (attnum, number)
  join pg_catalog.pg_attribute as part on part.attrelid = idx.indrelid and part.attnum = place.attnum
  where idx.indrelid = target and idx.indisprimary;
  -- Of a change, only what it changed: an invoice counts up the number in the settings, and that is no reason to refuse.
  select string_agg(format('%I', part.attname), ', ' order by part.attnum), array_agg(part.attname::text) into columns, changed
  from pg_catalog.pg_attribute as part
  where part.attrelid = target and part.attnum > 0 and not part.attisdropped and part.attgenerated = '' and part.attname <> 'updated_at'
    -- A column that is younger than the entry keeps its default.
    and (entry.action = 'delete' and entry.before ? part.attname::text or entry.before -> part.attname::text is distinct from entry.after -> part.attname::text);
  if columns is null then perform private.refuse('entry_not_restorable', 'PT409', 'This change can''t be reverted here'); end if;
  execute format('select to_jsonb(held) from %s as held where private.row_key(to_jsonb(held), $1) = $2 for update', target)
  into now_is using keys, entry.row_id;
  if entry.action = 'delete' then
    if now_is is not null then perform private.refuse('entry_there_already', 'PT409', 'It already exists'); end if;
    if entry.table_name = 'landing_pages' then
      perform private.require_free_slug(private.parse_uuid(entry.row_id), entry.before ->> 'slug');
    end if;
    execute format('insert into %s (%s) select %s from jsonb_populate_record(null::%s, $1)', target, columns, columns, target)
    using entry.before;
    if entry.table_name = 'landing_pages' then perform private.restore_landing_draft(entry.id); end if;
    if entry.table_name = 'premium_overrides' then perform private.announce_restored_gift(entry); end if;
    return;
  end if;
  if now_is is null then perform private.refuse('entry_deleted_since', 'PT409', 'It has since been deleted'); end if;
  if exists (select from unnest(changed) as name where now_is -> name is distinct from entry.after -> name) then
    perform private.refuse('outdated', 'PT409', 'It has changed since. Revert the later change first.');
  end if;
  execute format(
    'update %s as held set (%s) = (select %s from jsonb_populate_record(null::%s, $1)) where private.row_key(to_jsonb(held), $2) = $3',
    target, columns, columns, target
  ) using entry.before, keys, entry.row_id;
  if entry.table_name = 'premium_overrides' then perform private.announce_restored_gift(entry); end if;
  -- Visitors see an earlier page again, so the draft can be published again.
  if entry.table_name = 'landing_pages' and changed <> array['status'] then
    update public.landing_drafts as draft set published_revision = null where draft.page_id = private.parse_uuid(entry.row_id);
  end if;
end
$$;

create or replace function private.invoices_left(p_account uuid, p_user_id uuid) returns table (invoices bigint, pays boolean)
language sql stable
set search_path = ''
as $$
  select nullif((held.money ->> 'invoices')::bigint, 0), (held.money ->> 'signs_in')::boolean
  from private.money_of_member(p_account, p_user_id) as held (money)
$$;

comment on function private.invoices_left(uuid, uuid) is
'How many open invoices of an account name a person who left it or became a member (null without any), and whether they can still sign in to see and pay them.';

create or replace function private.announce_removed_member(p_account uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  -- A role that they don't have any more is no news.
  delete from private.outbox as mail where mail.dedupe_key like format('member-role:%s:%s:%%', p_account, p_user_id) and mail.status = 'queued';
  select private.enqueue_account_mail(p_user_id, 'member-removed', format('member-removed:%s:%s:%s', account.id, p_user_id, clock_timestamp()),
    jsonb_strip_nulls(jsonb_build_object('business', account.name, 'open', left_over.invoices::text, 'pays', case when left_over.pays then 'true' end)))
  from public.accounts as account cross join lateral private.invoices_left(account.id, p_user_id) as left_over
  where account.id = p_account
$$;

comment on function private.announce_removed_member(uuid, uuid) is
'Emails a person that someone removed them from an account, and which of its invoices stay in their name.';

create or replace function private.announce_member_role(
  p_account uuid, p_user_id uuid, p_before public.account_role, p_role public.account_role
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  known text;
begin
  -- A change that nobody was told yet counts from the role that they know.
  with untold as (
    delete from private.outbox as mail
    where mail.dedupe_key like format('member-role:%s:%s:%%', p_account, p_user_id) and mail.status = 'queued'
    returning mail.payload #>> '{data,before}' as before
  )
  select min(untold.before) into known from untold;
  if p_user_id is not distinct from auth.uid() or p_role::text = coalesce(known, p_before::text) then return; end if;
  perform public.enqueue_outbox('mail', format('member-role:%s:%s:%s', p_account, p_user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'member-role', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'role', p_role, 'before', coalesce(known, p_before::text), 'business', account.name, 'slug', account.slug,
      'by', private.person_name(auth.uid()), 'open', case when p_role = 'member' then left_over.invoices::text end,
      'pays', case when left_over.pays then 'true' end
    ))
  ), now() + interval '10 seconds')
  from public.accounts as account cross join lateral private.mail_recipient(p_user_id) as reader (row)
  cross join lateral private.invoices_left(account.id, p_user_id) as left_over where account.id = p_account;
end
$$;

comment on function private.announce_member_role(uuid, uuid, public.account_role, public.account_role) is
'Emails a person that someone else changed what they may do in an account, when that person is no longer offered to undo it.';

create or replace function private.told_tasks(p_leads uuid[]) returns setof public.lead_tasks
language sql stable
set search_path = ''
as $$
  select task.* from public.lead_tasks as task
  where task.lead_id = any (p_leads) and task.done_at is not null and task.removed_at is null and task.booking_id is null
    -- A log or a booking that finished a task says so itself.
    and (task.id::text, task.done_at) not in (
      select told.id, activity.created_at from public.lead_activities as activity cross join lateral (
        select activity.payload ->> 'finished' where jsonb_typeof(activity.payload -> 'finished') = 'string'
        union all
        select step.facts ->> 'id'
        from jsonb_array_elements(case when jsonb_typeof(activity.payload -> 'finished') = 'array' then activity.payload -> 'finished' end) as step (facts)
      ) as told (id)
      where activity.lead_id = any (p_leads) and activity.payload ? 'finished' and told.id is not null
    )
$$;

comment on function private.told_tasks(uuid[]) is
'The next steps of leads whose completion is an entry of the history. Deleted ones, calls, and those that a log or a booking finished are not.';

create or replace function private.event_json(p_id text, p_lead_id uuid, p_kind text, p_body text, p_at timestamptz, p_actor uuid, p_payload jsonb)
returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_id, 'lead_id', p_lead_id, 'kind', p_kind, 'body', p_body, 'at', p_at, 'actor_id', p_actor,
    'actor_name', private.person_name(p_actor),
    'payload', p_payload || case when p_kind = 'assignment' then jsonb_build_object(
      'from_name', private.person_name(private.parse_uuid(p_payload ->> 'from')),
      'to_name', private.person_name(private.parse_uuid(p_payload ->> 'to'))
    ) when p_kind = 'clock' and p_payload ->> 'event' in ('routed', 'offered') then jsonb_build_object(
      'person_name', private.person_name(private.parse_uuid(p_payload ->> 'person')),
      'after_name', private.person_name(private.parse_uuid(p_payload ->> 'after'))
    ) when p_kind = 'booking' and p_payload ? 'host' then jsonb_build_object(
      'host_name', private.person_name(private.parse_uuid(p_payload ->> 'host')),
      'from_name', private.person_name(private.parse_uuid(p_payload ->> 'from'))
    ) when jsonb_typeof(p_payload -> 'finished') = 'string' then jsonb_build_object('finished_title', (
      select task.title from public.lead_tasks as task where task.id = private.parse_uuid(p_payload ->> 'finished')
    )) when p_kind = 'merge' then private.merge_json(
      private.parse_uuid(p_payload ->> 'batch_id'), private.parse_uuid(p_payload ->> 'lead_id')
    ) else '{}' end)
$$;

comment on function private.event_json(text, uuid, text, text, timestamptz, uuid, jsonb) is 'One entry of a timeline, with names for ids.';

create or replace function private.write_lead_history() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed boolean;
  facts constant text[] := private.lead_facts_of_kind('word', 'text', 'list', 'number', 'choice');
  -- Merges and the product's own changes, such as those of a form or an import, have entries of their own.
  edited constant text := case when auth.uid() is null or current_setting('upfunnel.merging', true) = 'on' then 'false' else format(
    'now_row.erased_at is null and (%s) is distinct from (%s)', private.columns_sql(facts, 'now_row.%1$I'), private.columns_sql(facts, 'was.%1$I')
  ) end;
begin
  -- execute makes a new plan for each statement. A plan for one lead would compare ten thousand with each other.
  execute format($found$
    select exists (
      select from new_leads as now_row join old_leads as was on was.id = now_row.id
      where (now_row.stage, now_row.user_id, now_row.archived_at, now_row.consent_at)
        is distinct from (was.stage, was.user_id, was.archived_at, was.consent_at) or (%s)
    )
  $found$, edited) into changed;
  -- Statement triggers also run without rows. Without this line, this trigger and the one on the history would call each other
  -- forever.
  if not changed then return null; end if;
  execute format($history$
    insert into public.lead_activities (lead_id, kind, actor_id, payload)
    select now_row.id, happened.kind, auth.uid(), happened.payload
    from new_leads as now_row join old_leads as was on was.id = now_row.id
    cross join lateral (values
      ('stage_change', now_row.stage <> was.stage, jsonb_build_object(
        'from', was.stage, 'to', now_row.stage, 'seconds', round(extract(epoch from now() - was.stage_entered_at)),
        'entered_at', was.stage_entered_at)),
      ('assignment', now_row.user_id is distinct from was.user_id, jsonb_build_object('from', was.user_id, 'to', now_row.user_id)),
      ('archive', was.archived_at is null and now_row.archived_at is not null and now_row.merged_into is null, '{}'),
      ('restore', was.archived_at is not null and now_row.archived_at is null, '{}'),
      -- The entry of a form already records the consent that it gave.
      ('consent', auth.uid() is not null and now_row.consent_at is distinct from was.consent_at,
        jsonb_strip_nulls(jsonb_build_object(
          'given', now_row.consent_at is not null, 'text', now_row.consent_text,
          -- A new address ends the consent for the old one, and an undo brings a consent back with its day.
          'because', case when now_row.consent_at is null and lower(btrim(now_row.email)) is distinct from lower(btrim(was.email)) then 'email'
            -- A merge takes over the consent of the other lead.
            when now_row.consent_at < now() and current_setting('upfunnel.merging', true) is distinct from 'on' then 'undone' end))),
      ('edit', %1$s, case when %1$s then private.edits_of(to_jsonb(was), to_jsonb(now_row)) end)
    ) as happened (kind, did, payload)
    where happened.did and (happened.kind <> 'edit' or happened.payload -> 'fields' <> '[]')
  $history$, edited);
  return null;
end
$$;

comment on function private.write_lead_history() is
'Trigger: writes changes of stage, owner, archive and consent, and people''s changes of facts, into the lead''s history.';

drop function private.outcome_mails(public.bookings, bigint);

create function private.outcome_mails(p_booking public.bookings, p_templates text[] default '{booking-missed,booking-rebook}') returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array_agg(format('%s:%s:%s:%s', mail.template, p_booking.id, p_booking.sequence, event.number))
  from unnest(p_templates) as mail (template) cross join lateral generate_series(1, (
    select count(*) from public.booking_events as noted where noted.booking_id = p_booking.id
  )) as event (number)
$$;

comment on function private.outcome_mails(public.bookings, text[]) is
'The outbox keys of the emails that the outcomes of a call can have sent to its visitor since it has its time.';

create or replace function private.set_booking_outcome(p_booking_id uuid, p_outcome text, p_seen text default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  booking public.bookings;
  lead public.leads;
  next_stage text;
  last_event public.booking_events;
  was_told boolean := false;
  call_ahead timestamptz;
  template constant text := case p_outcome when 'no_show' then 'booking-missed' when 'rescheduled' then 'booking-rebook' end;
  has_link boolean := false;
  sends_link boolean := false;
begin
  if p_outcome is null or p_outcome not in ('held', 'no_show', 'rescheduled', 'reopened') then
    perform private.refuse('unknown_outcome', '22023', 'Unknown outcome', 'outcome');
  end if;
  booking := private.require_call(p_booking_id);
  select held.* into lead from public.leads as held where held.id = private.kept_lead(booking.lead_id);
  if p_outcome = 'reopened' then
    if booking.state = 'booked' then return jsonb_build_object('state', booking.state, 'again', true, 'was_told', false); end if;
    select noted.* into last_event from public.booking_events as noted
    where noted.booking_id = booking.id and noted.event in ('held', 'no_show', 'cancelled') order by noted.id desc limit 1;
    if booking.state = 'cancelled' and not coalesce(last_event.payload ? 'invited', false) then
      perform private.refuse('booking_cancelled', 'PT409', 'This call was canceled');
    end if;
    begin
      update public.bookings as undone set state = 'booked', decided_at = null, decided_by = null where undone.id = booking.id;
    exception when exclusion_violation then
      perform private.refuse_taken(booking.id, booking.starts_at);
    end;
    -- Only the stage that the outcome set goes back, not one that a person chose since.
    if lead.stage = last_event.payload ->> 'stage_to' then
      perform private.restore_stage(lead.id, last_event.payload);
    end if;
    insert into public.booking_events (booking_id, account_id, event, actor_id) values (booking.id, booking.account_id, 'reopened', caller);
    delete from private.outbox as mail
    where mail.dedupe_key = any (private.outcome_mails(booking)) and mail.status = 'queued' and mail.attempts = 0;
    return jsonb_build_object('state', 'booked', 'again', false, 'was_told', last_event.event <> 'held' and exists (
      select from private.outbox as mail
      where mail.dedupe_key = any (private.outcome_mails(booking)) and not coalesce(mail.result ? 'skipped', false)
    ));
  end if;
  if booking.state <> 'booked' then
    if booking.state::text = p_outcome or booking.state = 'cancelled' and p_outcome = 'rescheduled' then
      return jsonb_build_object('state', booking.state, 'again', true, 'was_told', false);
    end if;
    if p_seen is distinct from booking.state::text then
      perform private.refuse('booking_decided', 'PT409', 'Someone already recorded the outcome of this call');
    end if;
    -- The wrong outcome goes back first, with the stage that it set.
    was_told := (private.set_booking_outcome(p_booking_id, 'reopened') ->> 'was_told')::boolean;
    booking := private.require_call(p_booking_id);
    select held.* into lead from public.leads as held where held.id = lead.id;
  end if;
  if booking.starts_at > now() then perform private.refuse('call_in_future', '22023', 'This call hasn''t started yet', 'outcome'); end if;
  update public.bookings as decided
  set state = (case p_outcome when 'rescheduled' then 'cancelled' else p_outcome end)::public.booking_state, decided_at = now(), decided_by = caller
  where decided.id = booking.id returning * into booking;
  if p_outcome = 'held' and lead.stage = 'call_booked' and lead.erased_at is null then
    select following.key into next_stage from public.pipeline_stages as following
    join public.pipeline_stages as booked on booked.key = 'call_booked'
    where following.position > booked.position and following.key not in ('won', 'lost') order by following.position limit 1;
    if next_stage is not null then update public.leads as moved set stage = next_stage where moved.id = lead.id; end if;
  end if;
  if p_outcome = 'held' then
    update public.leads as met set last_activity_at = greatest(met.last_activity_at, booking.starts_at) where met.id = lead.id;
  end if;
  if template is not null then
    call_ahead := private.call_ahead(booking);
    -- An outcome that was corrected by mistake comes back without the same email again.
    has_link := exists (
      select from private.outbox as mail where mail.dedupe_key = any (private.outcome_mails(booking, array[template]))
        and (mail.status = 'queued' or mail.status = 'done' and mail.result ? 'subject')
    );
    sends_link := lead.erased_at is null and call_ahead is null and not has_link;
  end if;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (booking.id, booking.account_id, case p_outcome when 'rescheduled' then 'cancelled' else p_outcome end, caller,
    case when next_stage is not null then private.stage_before(lead) || jsonb_build_object('stage_to', next_stage) else '{}' end
    || case when p_outcome = 'rescheduled' then '{"invited": true}' else '{}' end::jsonb
    || case when sends_link then '{"sends_link": true}' else '{}' end::jsonb);
  if sends_link then
    perform private.enqueue_booking_mail(booking, template, (
      select count(*) from public.booking_events as noted where noted.booking_id = booking.id
    )::text, p_run_at => private.booking_mail_time(true));
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'state', booking.state, 'again', false, 'was_told', was_told, 'has_link', nullif(has_link, false), 'call_ahead', call_ahead));
end
$$;

create or replace function public.search_records(p_query text, p_limit integer default 4)
returns table (kind text, id uuid, name text, account_name text, account_slug text, state text)
language sql stable
set search_path = ''
begin atomic
  with typed as (
    select private.search_words(private.fold_text(p_query)) as words, least(greatest(p_limit, 1), 20) as most
  ), accounts as (
    select 'account' as kind, account.id, account.name, null::text as account_name, account.slug as account_slug, null::text as state
    from public.accounts as account cross join typed
    where account.kind = 'client' and account.archived_at is null and typed.words <> '{}' and not exists (
      select from unnest(typed.words) as word (pattern) where private.fold_text(account.name) not like word.pattern
    )
    order by account.name, account.id limit (select typed.most from typed)
  ), pages as (
    select 'page' as kind, page.id, page.title as name, account.name as account_name, account.slug as account_slug, page.status::text as state
    from public.landing_pages as page join public.accounts as account on account.id = page.account_id cross join typed
    where typed.words <> '{}' and not exists (
      select from unnest(typed.words) as word (pattern)
      where private.fold_text(concat_ws(' ', page.title, '/landing/' || page.slug, page.custom_domain)) not like word.pattern
    )
    order by page.title, page.id limit (select typed.most from typed)
  ), retainers as (
    select 'retainer' as kind, retainer.id, retainer.retainer_name as name, account.name as account_name, account.slug as account_slug,
      retainer.status::text as state
    from public.retainers as retainer left join public.accounts as account on account.id = retainer.account_id cross join typed
    where typed.words <> '{}' and not exists (
      select from unnest(typed.words) as word (pattern) where private.fold_text(concat_ws(' ', retainer.retainer_name, account.name)) not like word.pattern
    )
    -- Those that go on first.
    order by retainer.status in ('completed', 'canceled'), retainer.created_at desc, retainer.id limit (select typed.most from typed)
  )
  select found.* from accounts as found union all select found.* from pages as found union all select found.* from retainers as found;
end;

comment on function public.booking_offer(uuid) is
'The slug of the account that got this landing page''s form, if it has calls to book, which someone takes; null if not.';
