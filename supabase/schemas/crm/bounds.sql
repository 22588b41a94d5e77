create index lead_clock_events_clock_id_idx on public.lead_clock_events (clock_id, event);

-- Who writes a lead computes its phone_key with it.
grant execute on function private.phone_key(text) to authenticated, service_role;
