create index lead_clock_events_clock_id_idx on public.lead_clock_events (clock_id, event);

-- phone_key is a generated column, so everybody who writes a lead runs the function.
grant execute on function private.phone_key(text) to authenticated, service_role;
