-- Bounds and indexes that every table has.

alter table public.leads
  add constraint leads_stage_length check (char_length(stage) <= 40),
  add constraint leads_phone_key_length check (char_length(phone_key) <= 15);

alter table private.lead_totals add constraint lead_totals_stage_length check (char_length(stage) <= 40);

alter table private.lead_batch_rows
  add constraint lead_batch_rows_before_length check (octet_length(before::text) <= 500000),
  add constraint lead_batch_rows_after_length check (octet_length(after::text) <= 500000);

-- One moment without end would break every page that shows it.
alter table public.leads
  add constraint leads_moments check (
    created_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
    and closed_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
    and archived_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
  );

alter table public.lead_activities
  add constraint lead_activities_moments check (
    occurred_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
  );

alter table public.lead_tasks
  add constraint lead_tasks_moments check (
    due_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
    and done_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
  );

create index lead_clock_events_clock_id_idx on public.lead_clock_events (clock_id, event);

-- The kinds stand in the policies themselves: a function would be called for each row.
alter policy "Sales people log what they did with leads they see" on public.lead_activities
with check (
  actor_id = (select auth.uid()) and kind in ('call', 'email', 'sms', 'meeting', 'note') and occurred_at <= now() + interval '1 minute'
  and (select private.has_active_role('sales'))
  -- What is written about a merged lead would stand in the kept one's history, whoever that belongs to.
  and exists (select from public.leads as lead where lead.id = lead_id and lead.merged_into is null)
);

alter policy "Admins log what they did with any lead" on public.lead_activities
with check (
  actor_id = (select auth.uid()) and kind in ('call', 'email', 'sms', 'meeting', 'note') and occurred_at <= now() + interval '1 minute'
  and (select private.has_active_role('admin'))
  and exists (select from public.leads as lead where lead.id = lead_id and lead.merged_into is null)
);

revoke execute on function private.is_human_activity(text) from authenticated;

-- Who writes a lead computes its phone_key with it.
grant execute on function private.phone_key(text) to authenticated, service_role;
