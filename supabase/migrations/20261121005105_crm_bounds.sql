-- Bounds and indexes that every table has.

alter table public.leads
  add constraint leads_stage_length check (char_length(stage) <= 40),
  add constraint leads_phone_key_length check (char_length(phone_key) <= 15);

alter table private.lead_totals add constraint lead_totals_stage_length check (char_length(stage) <= 40);

alter table private.lead_batch_rows
  add constraint lead_batch_rows_before_length check (octet_length(before::text) <= 500000),
  add constraint lead_batch_rows_after_length check (octet_length(after::text) <= 500000);

create index lead_clock_events_clock_id_idx on public.lead_clock_events (clock_id, event);

-- The kinds stand in the policies themselves: a function would be called for each row.
alter policy "Sales people log what they did with leads they see" on public.lead_activities
with check (
  actor_id = (select auth.uid()) and kind in ('call', 'email', 'sms', 'meeting', 'note') and occurred_at <= now() + interval '1 minute'
  and (select private.has_active_role('sales'))
  and exists (select from public.leads as lead where lead.id = lead_id)
);

alter policy "Admins log what they did with any lead" on public.lead_activities
with check (
  actor_id = (select auth.uid()) and kind in ('call', 'email', 'sms', 'meeting', 'note') and occurred_at <= now() + interval '1 minute'
  and (select private.has_active_role('admin'))
);

revoke execute on function private.is_human_activity(text) from authenticated;

-- Who writes a lead computes its phone_key with it.
grant execute on function private.phone_key(text) to authenticated, service_role;
