-- What a review of the bell, the history and the tasks found.

create or replace function private.payments_for(p_user_id uuid) returns table (id uuid, at timestamptz, business text, payment jsonb, is_read boolean)
language sql stable security definer
set search_path = ''
as $$
  select paid.id, paid.at, coalesce(account.name, private.person_name(paid.client_id)), jsonb_build_object(
      'amount', paid.amount, 'currency', paid.currency, 'invoices', paid.invoices, 'invoice_id', invoice.id, 'number', invoice.invoice_number,
      'surplus', paid.surplus
    ), paid.at < now() - interval '3 days'
    or exists (select from private.read_payments as seen where seen.user_id = p_user_id and seen.payment_id = paid.id)
  from (
    -- One payment of several invoices has a share for each. A share that pays an invoice again is surplus until it went back.
    select (array_agg(entry.id order by entry.id))[1] as id,
      (array_agg(entry.invoice_id order by entry.is_duplicate and billed.needs_attention is not null desc, entry.id))[1] as invoice_id,
      max(entry.occurred_at) as at, sum(entry.amount) as amount, min(entry.currency) as currency, count(distinct entry.invoice_id) as invoices,
      (array_agg(entry.client_id))[1] as client_id, (array_agg(entry.account_id))[1] as account_id,
      coalesce(sum(entry.amount) filter (where entry.is_duplicate and billed.needs_attention is not null), 0) as surplus
    from public.payments as entry join public.invoices as billed on billed.id = entry.invoice_id
    where entry.kind = 'payment' and entry.occurred_at > now() - interval '14 days' and entry.provider_ref not like 'manual:%'
    group by coalesce(entry.combined_id, entry.id)
    order by max(entry.occurred_at) desc, 1 limit 10
  ) as paid
  join public.invoices as invoice on invoice.id = paid.invoice_id
  left join public.accounts as account on account.id = paid.account_id
  where private.has_active_role('admin') and private.workspace() = private.agency_account()
$$;

comment on function private.payments_for(uuid) is
'The latest card payments of clients, for an admin in the agency''s workspace, newest first, at most 10 of the last two weeks. What an admin recorded is no news.';

create or replace function private.apply_booking_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  booking public.bookings;
  lead public.leads;
  finished jsonb;
begin
  select held.* into booking from public.bookings as held where held.id = new.booking_id;
  -- What was booked for a merged lead is done with the kept one.
  booking.lead_id := private.kept_lead(booking.lead_id);
  select held.* into lead from public.leads as held where held.id = booking.lead_id for no key update;
  if lead.id is null or lead.erased_at is not null then return null; end if;
  case new.event
    when 'booked' then
      -- A call that a colleague books is not the lead's own answer, so the clock goes on until they log theirs.
      if new.actor_id is null then perform private.end_clock_as_booked(lead.id, booking.id); end if;
      -- Who books for a lead of nobody takes it, as whoever logs a call does.
      perform private.advance_for_booking(lead, coalesce(new.actor_id, (private.booked_hosts(booking.id))[1]));
      finished := private.finish_tasks_for_call(booking);
      perform private.plan_call(booking);
    when 'rescheduled' then
      perform private.plan_call(booking);
    when 'cancelled' then
      if new.payload ? 'undone' then
        perform private.close_booking_tasks(booking.id);
        perform private.reopen_tasks_of_call(booking);
      elsif private.call_ahead(booking) is not null then
        perform private.close_booking_tasks(booking.id);
      else
        -- A visitor who was invited to choose a new time gets a day for it. Everybody else is called within the hour.
        perform private.plan_booking_task(
          booking, 'call', 'Offer a new time', now() + case when new.payload ? 'invited' then interval '1 day' else interval '1 hour' end
        );
      end if;
    when 'no_show' then
      if private.call_ahead(booking) is not null then
        perform private.close_booking_tasks(booking.id);
      else
        perform private.plan_booking_task(booking, 'call', 'Offer a new time', now() + interval '1 day');
      end if;
    when 'held' then
      perform private.close_booking_tasks(booking.id);
    when 'reassigned' then
      -- Only the call of a leaver takes its lead with it.
      if not new.payload ? 'handed_over' then perform private.advance_for_booking(lead, (private.booked_hosts(booking.id))[1]); end if;
    when 'reopened' then
      -- Only the undo of a cancellation opens a call that is still ahead.
      if booking.starts_at > now() then perform private.plan_call(booking); else perform private.ask_for_outcome(booking); end if;
    else null;
  end case;
  perform private.note_booking(booking, new.event, new.actor_id, jsonb_build_object(
    'from', new.payload -> 'from', 'invited', case when private.call_ahead(booking) is null then new.payload -> 'invited' end, 'undone', new.payload -> 'undone', 'finished', finished,
    'host', case when new.event = 'reassigned' then new.payload -> 'to' end));
  if new.event in ('booked', 'rescheduled', 'reassigned') or new.event = 'reopened' and new.payload ? 'undone' then perform private.enqueue_booking_jobs(booking); end if;
  perform nextval('private.crm_change');
  return null;
end
$$;

comment on function private.apply_booking_event() is
'Trigger: what a booking does to its lead. It stands on the ledger, so that visitors, staff and the product itself have the same effects.';

create or replace function private.edits_of(p_before jsonb, p_after jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('fields', coalesce(jsonb_agg(jsonb_build_object('field', known.field, 'from', was.short, 'to', now_is.short) order by known.field), '[]'))
  from private.lead_fields as known
  cross join lateral private.short_fact(known.kind, p_before -> known.field, p_after -> known.field) as was (short)
  cross join lateral private.short_fact(known.kind, p_after -> known.field, p_before -> known.field) as now_is (short)
  where known.is_fact and p_before -> known.field is distinct from p_after -> known.field
    -- A list in another order says the same.
    and (known.kind <> 'list' or was.short is not null or now_is.short is not null)
$$;

comment on function private.edits_of(jsonb, jsonb) is
'The facts of a lead that differ between two states, as its history keeps them: { fields: [{ field, from, to }] }. Of a list, from has what was removed and to what was added.';

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
        jsonb_strip_nulls(jsonb_build_object('given', now_row.consent_at is not null, 'text', now_row.consent_text))),
      ('edit', %1$s, case when %1$s then private.edits_of(to_jsonb(was), to_jsonb(now_row)) end)
    ) as happened (kind, did, payload)
    where happened.did and (happened.kind <> 'edit' or happened.payload -> 'fields' <> '[]')
  $history$, edited);
  return null;
end
$$;

comment on function private.write_lead_history() is
'Trigger: writes changes of stage, owner, archive and consent, and people''s changes of facts, into the lead''s history.';

create or replace function private.can_undo_change(
  p_lead public.leads, p_before jsonb, p_after jsonb, p_actor uuid, p_is_admin boolean, p_since timestamptz
) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select (
    p_is_admin or p_lead.user_id is null or p_lead.user_id = p_actor
    -- Or the change gave the lead away, and nobody else has worked with it since.
    or p_after ? 'user_id' and coalesce(p_before ->> 'user_id', p_actor::text) = p_actor::text
      and not exists (
        select from public.lead_activities as activity
        where activity.lead_id = p_lead.id and activity.actor_id <> p_actor and activity.created_at >= p_since
      )
      and not exists (
        select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
        where noted.lead_id = p_lead.id and batch.actor_id <> p_actor and batch.created_at >= p_since
      )
      and not exists (
        select from public.lead_tasks as task
        where task.lead_id = p_lead.id and task.updated_at >= p_since and (
          task.created_by <> p_actor or task.done_by <> p_actor
          -- Who gave the lead away can't change its tasks anymore. A booked call's task moves with the call.
          or task.done_at is null and task.updated_at > task.created_at and task.booking_id is null
        )
      )
  ) and (p_before ->> 'user_id' is null or private.is_on_team((p_before ->> 'user_id')::uuid, p_lead.account_id))
$$;

comment on function private.can_undo_change(public.leads, jsonb, jsonb, uuid, boolean, timestamptz) is
'Whether a person may undo their change of a lead: they can see the lead now, or the change gave it away and nobody else has worked with it since. Never when the lead would go back to an inactive owner.';

create or replace function private.finish_task(p_task_id uuid, p_next jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_premium();
  select open.* into task from public.lead_tasks as open
  where open.id = p_task_id and open.account_id = private.workspace() for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  if task.removed_at is not null then perform private.refuse('outdated', 'PT409', 'Someone deleted this task'); end if;
  if task.done_at is null and private.is_call_ahead(task.booking_id) then
    perform private.refuse('call_ahead', '22023', 'This step is a booked call. The call''s outcome completes it');
  end if;
  update public.lead_tasks as done set done_at = now() where done.id = p_task_id and done.done_at is null;
  if p_next is not null then perform private.create_task(task.lead_id, p_next); end if;
  return jsonb_build_object('lead_id', task.lead_id, 'again', task.done_at is not null);
end
$$;

create or replace function public.finish_task(p_task_id uuid, p_next jsonb default null) returns jsonb
language sql volatile
set search_path = ''
return private.finish_task(p_task_id, p_next);

comment on function public.finish_task(uuid, jsonb) is
'Finishes a task and, with p_next { id?, kind, title, due_at }, plans the next one. PT404: no such task, or its lead is not the caller''s. PT409: someone deleted it. 22023: it is a booked call that has not begun, or what is wrong with the next one.';

create or replace function private.reopen_task(p_task_id uuid, p_planned uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_premium();
  select done.* into task from public.lead_tasks as done
  where done.id = p_task_id and done.account_id = private.workspace() for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  update public.lead_tasks as open set done_at = null where open.id = p_task_id and open.done_at is not null and open.removed_at is null;
  delete from public.lead_tasks as next
  where next.id = p_planned and next.lead_id = task.lead_id and next.done_at is null and next.created_by = auth.uid()
    and next.updated_at = next.created_at;
  return jsonb_build_object('restored', case when task.removed_at is null then 1 else 0 end, 'kept', case when task.removed_at is null then 0 else 1 end);
end
$$;

create or replace function private.change_task(p_task_id uuid, p_changes jsonb, p_seen jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
  changed public.lead_tasks;
  removes constant boolean := coalesce(p_changes ->> 'removed' = 'true', false);
  restores constant boolean := coalesce(p_changes ->> 'removed' = 'false', false);
begin
  perform private.require_premium();
  if jsonb_typeof(p_changes) is distinct from 'object' or p_changes - array['kind', 'title', 'due_at', 'removed'] <> '{}' then
    perform private.refuse('unknown_field', '22023', 'Unknown field of a task');
  end if;
  select held.* into task from public.lead_tasks as held
  where held.id = p_task_id and held.account_id = private.workspace() for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  changed := jsonb_populate_record(task, p_changes - 'removed');
  changed.title := btrim(coalesce(changed.title, ''));
  changed.kind := coalesce(changed.kind, 'call');
  perform private.check_task(to_jsonb(changed));
  if private.is_booked_call(task.booking_id) then
    perform private.refuse('call_task', '22023', case when private.is_call_ahead(task.booking_id)
      then 'This step is a booked call. Reschedule or cancel the call instead'
      else 'This step asks for the outcome of a call. Record the outcome to complete it' end);
  end if;
  -- The same request again.
  if (task.kind, task.title, task.due_at) = (changed.kind, changed.title, changed.due_at)
    and (case when removes then task.removed_at is not null else task.done_at is null end) then
    return jsonb_build_object('lead_id', task.lead_id, 'again', true);
  end if;
  if task.removed_at is not null and not restores then
    perform private.refuse('outdated', 'PT409', 'Someone deleted this task');
  end if;
  if task.done_at is not null and task.removed_at is null then
    perform private.refuse('outdated', 'PT409', 'Someone already completed this task');
  end if;
  if (task.kind, task.title, task.due_at) is distinct from (p_seen ->> 'kind', p_seen ->> 'title', (p_seen ->> 'due_at')::timestamptz) then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed this task');
  end if;
  update public.lead_tasks as held
  set kind = changed.kind, title = changed.title, due_at = changed.due_at,
    done_at = case when removes then now() end, removed_at = case when removes then now() end
  where held.id = task.id;
  return jsonb_build_object('lead_id', task.lead_id, 'again', false);
end
$$;

create or replace function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (lower(held.payload::text || ' ' || held.dedupe_key) ~ ($1).pattern
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or held.table_name = 'accounts' and private.is_workspace_of(private.parse_uuid(held.row_id), $1)
      -- What was prepared for their account named nobody.
      or held.table_name in ('client_dashboards', 'invoices', 'landing_brands', 'retainers')
        and private.is_workspace_of(private.parse_uuid(coalesce(held.before, held.after) ->> 'account_id'), $1)
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or lower(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text)) ~ ($1).pattern$w$, 'cleared',
      '{"before": "null", "after": "null", "subject": "null", "row_id": "case when held.row_id ~ ''^[0-9a-f-]{36}( [a-z]+)?$'' then held.row_id else ''erased'' end", "actor_email": "case when held.actor_id = any (($1).accounts) then null else held.actor_email end"}',
      'Copies in the audit log', 'Entries stay with their time and author. Their content is removed.'),
    -- Entries about others stay. Only the person's address goes.
    (21, 'public.audit_log', 'held.actor_id = any (($1).accounts)', 'cleared', '{"actor_email": "null"}', null, null),
    (30, 'private.lead_import_rows', $w$held.lead_id = any (($1).leads) or held.email_key = any (($1).emails)
      -- Offices share phone numbers, so a number alone does not identify a person.
      or held.lead_id is null and held.email_key is null and held.phone_key = any (($1).phones) and exists (
        select from public.leads as own where own.id = any (($1).leads)
          and lower(concat_ws(' ', own.first_name, own.last_name)) = lower(concat_ws(' ', held.fields ->> 'first_name', held.fields ->> 'last_name')))$w$, 'cleared',
      '{"fields": "''{}''", "email_key": "null", "phone_key": "null", "before": "null", "after": "null", "lead_id": "null", "problem": "case when held.outcome is null or held.problem is not null then ''Erased'' end"}',
      'Rows of imported files', null),
    (40, 'public.lead_batches', $w$exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id = any (($1).leads))
      and (held.kind = 'merge' or not exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id <> all (($1).leads)))$w$,
      'cleared', '{"changes": "''{}''", "undone_at": "coalesce(held.undone_at, now())"}', 'Changes that could be undone', null),
    (50, 'private.lead_batch_rows', $w$held.lead_id = any (($1).leads) or exists (
      select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
      where noted.batch_id = held.batch_id and batch.kind = 'merge' and noted.lead_id = any (($1).leads))$w$, 'deleted', '{}',
      'Undo copies, including merges', null),
    (60, 'public.lead_tasks', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Tasks', null),
    (65, 'public.bookings', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"name": "''Erased person''", "email": "''''", "phone": "null", "answers": "''{}''", "location_details": "''''"}', 'Booked calls',
      'Time, type and outcome stay for reports.'),
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (85, 'public.lead_activities', $w$held.kind = 'edit' and held.lead_id <> all (($1).leads) and lower(held.payload::text) ~ ($1).pattern$w$, 'cleared',
      '{"body": "null", "payload": "''{}''"}', 'Changes of other leads that had their details', 'Type, time and author stay for reports.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (149, 'public.landing_submission_files', $w$exists (select from public.landing_submissions as sent where sent.id = held.submission_id
      and (sent.lead_id = any (($1).leads) or sent.lead_id is null and lower(sent.answers::text) ~ ($1).pattern))$w$, 'deleted', '{}',
      'Files sent with landing page forms', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and lower(held.answers::text) ~ ($1).pattern$w$, 'cleared',
      '{"answers": "''{}''", "utm": "''{}''", "referrer_url": "null", "ip_hash": "null", "source": "private.neutral_source(held.source, held.page_id, $1)"}',
      'Landing page submissions', 'The submission still counts in page reports. All answers are removed.'),
    -- When the last person of a company or campaign is erased, its name leaves earlier tombstones too.
    (155, 'public.leads', $w$held.erased_at is not null and held.company is not null
      and exists (select from public.leads as own where own.id = any (($1).leads) and own.company = held.company)$w$, 'cleared',
      '{"company": "private.neutral_company(held.company, $1)"}', null, null),
    (156, 'public.leads', $w$held.erased_at is not null and held.first_touch is not null and exists (select from public.leads as own
      where own.id = any (($1).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(held.first_touch ->> 'utm_campaign'))$w$, 'cleared',
      '{"first_touch": "private.neutral_touch(held.first_touch, $1)"}', null, null),
    (160, 'public.leads', 'held.id = any (($1).leads)', 'cleared',
      (
        select jsonb_object_agg(known.field, case known.kind when 'list' then '''{}''' else 'null' end)
        from private.lead_fields as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words) and held.account_id in (select lead.account_id from public.leads as lead where lead.id = any (($1).leads))', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (195, 'storage.objects', $w$held.bucket_id = 'avatars' and split_part(held.name, '/', 1) = any (($1).accounts::text[])
      or held.bucket_id = 'attachments' and (held.owner_id = any (($1).accounts::text[]) or exists (
        select from public.change_requests as asked where asked.id = private.folder_id(held.name)
          and (asked.user_id = any (($1).accounts) or lower(asked.message) ~ ($1).pattern))
        or exists (select from public.change_request_answers as said where said.request_id = private.folder_id(held.name)
          and said.id::text = split_part(held.name, '/', 2) and lower(said.body) ~ ($1).pattern))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (196, 'storage.objects', $w$held.bucket_id = 'brand' and private.is_workspace_of(private.folder_id(held.name), $1)$w$, 'deleted', '{}', 'Logos of such workspaces', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and (lower(asked.message) ~ ($1).pattern or lower(held.body) ~ ($1).pattern))$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Answers and replies about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and lower(held.message) ~ ($1).pattern$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or lower(held.business_name) ~ ($1).pattern then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts) or held.owner_id is null and private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (243, 'public.calendar_subscriptions', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Subscribed calendars', null),
    (244, 'private.calendar_feeds', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (245, 'public.rotas', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Working hours', null),
    (246, 'public.absences', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Absences', null),
    (247, 'private.pool_turns', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (242, 'private.recovery_codes', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    -- Drafts that were prepared for an account name nobody yet.
    (250, 'public.retainers', $w$(held.client_id = any (($1).accounts) and held.status = 'pending' or held.client_id is null and private.is_workspace_of(held.account_id, $1))
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id
      and (draft.client_id = any (($1).accounts) or draft.client_id is null and private.is_workspace_of(draft.account_id, $1))
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$(held.client_id = any (($1).accounts) or held.client_id is null and private.is_workspace_of(held.account_id, $1)) and held.status = 'draft'
      and not exists (select from public.retainer_charges as charge where charge.invoice_id = held.id)$w$, 'deleted', '{}', 'Invoice drafts', null),
    (253, 'public.invoices', $w$held.client_id = any (($1).accounts) and (held.status <> 'draft'
      or exists (select from public.retainer_charges as charge where charge.invoice_id = held.id))$w$, 'kept',
      '{"invoice_number": null, "description": null, "currency": null}', 'Invoices, including the client''s name and company',
      'Required by tax law, in most countries for up to ten years.'),
    (254, 'public.invoice_lines', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"description": null}', 'Invoice lines', 'Part of the invoices.'),
    (255, 'public.invoice_credits', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"reason": null}', 'Invoice credits', 'Part of the invoices.'),
    (256, 'public.invoice_events', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"kind": null, "note": null, "method": null}', 'Invoice history', 'Required by tax law.'),
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null, "method": null}', 'Payments',
      'Required by tax law. The reference points to the payment provider.'),
    (258, 'public.retainers', $w$held.client_id = any (($1).accounts) and held.status in ('completed', 'canceled')$w$, 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Ended retainers',
      'Invoices refer to them.'),
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null, "address": null, "tax_id": null}', null,
      'The recipient on invoices, required by tax law.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Payment provider reference', 'Contains no name. Also delete the customer at the provider when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (262, 'private.combined_checkouts', 'held.client_id = any (($1).accounts)', 'cleared', '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'lower(held.key) ~ ($1).pattern', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (273, 'private.file_usage', 'held.owner = any (($1).accounts::text[])', 'deleted', '{}', 'Storage counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$lower(held.payload::text) ~ ($1).pattern
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
    (319, 'public.landing_brands', 'private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Names and addresses under the pages of such workspaces', null),
    -- The leads of the account are other people's. They stay, in an archived account without a name.
    (320, 'public.accounts', 'private.is_workspace_of(held.id, $1)', 'cleared',
      '{"name": "''Erased account''", "slug": "''erased-'' || held.id", "archived_at": "coalesce(held.archived_at, now())", "logo": "null", "logo_width": "null", "logo_height": "null"}',
      'Workspaces of this person alone', 'The workspace is archived without its name. Its leads are other people.'),
    (325, 'public.account_members', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Memberships', null),
    (326, 'public.account_loans', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "billing_address": "null", "tax_id": "null", "erased_at": "now()"}', 'Profiles', 'An empty profile stays so that counts stay correct.'),
    (350, 'auth.users', 'held.id = any (($1).accounts)', 'cleared',
      $s${"email": "'erased-' || held.id || '@erased.invalid'", "encrypted_password": "null", "phone": "null", "email_confirmed_at": "null", "phone_confirmed_at": "null",
        "confirmation_token": "left(held.confirmation_token, 0)", "recovery_token": "left(held.recovery_token, 0)", "email_change": "left(held.email_change, 0)",
        "email_change_token_new": "left(held.email_change_token_new, 0)", "email_change_token_current": "left(held.email_change_token_current, 0)",
        "phone_change": "left(held.phone_change, 0)", "phone_change_token": "left(held.phone_change_token, 0)", "reauthentication_token": "left(held.reauthentication_token, 0)",
        "raw_app_meta_data": "'{}'", "raw_user_meta_data": "'{}'", "banned_until": "'2999-12-31'"}$s$::jsonb,
      'Accounts', 'The account ID stays without name, address or password. It appears as "Erased person" in entries about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Authenticator apps' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;

comment on function private.erasure_rules() is
'For each table with rows of a person: which rows, whether they are deleted, cleared or kept, and the text for the screen.';

comment on function public.crm_notifications() is
'The latest arrivals, breaches and escalations of leads that the caller sees, and the leads that escalations took from them (new_owner_name says who has them now), each with is_read and, when it is not the workspace''s, its account; at most 20. They are about the leads of Today (today_accounts). News of answered leads counts as read. For admins of the agency, also the hand-offs of won leads (handed_off, with by: who handed it off), whose id is the request''s, and requests that a colleague assigned to them (assigned, with the business as company and no lead), and the card payments of clients (paid, with payment: { amount, currency, invoices: how many it paid, invoice_id and number of one of them, surplus: how much has to go back, because an invoice was already paid }). For hosts, also what visitors and colleagues did with their calls, and with those that colleagues hold with their leads (call_news_for), with call: { id, starts_at, said_at, can_open, host, taken }; said_at is the time that the news is about. 42501: not on the team.';
