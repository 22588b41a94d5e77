-- The demo's clocks, set at each start of a demo host, so that visitors see every state: escalated, breached, past 60 %, and two
-- new ones at the agency, and two in the workspace of each client. Leads that somebody has worked with write again; archived leads stay archived.

do $$
declare
  live record;
  lead public.leads;
  clock_id uuid;
  arrived timestamptz;
begin
  -- On a holiday nobody works, so no clock would run.
  update public.agency_settings as settings set holidays = array_remove(settings.holidays, private.agency_day())
  where private.agency_day() = any (settings.holidays);
  update public.accounts as account set holidays = array_remove(account.holidays, private.agency_day())
  where account.kind = 'client' and private.agency_day() = any (account.holidays);

  for live in
    select * from (values ('lead 12', 731), ('lead 6', 382), ('lead 3', 228), ('lead 1', 94), ('lead 0', 41),
      ('northside-dental lead 1', 402), ('northside-dental lead 0', 66), ('ember-coaching lead 1', 219), ('ember-coaching lead 0', 37)
    ) as each (name, seconds)
  loop
    select found.* into lead from public.leads as found
    where found.id = overlay(overlay(md5('demo:' || live.name) placing '3' from 13 for 1) placing '8' from 17 for 1)::uuid
      and found.archived_at is null and not found.is_spam;
    continue when lead.id is null;
    arrived := now() - make_interval(secs => live.seconds);
    -- Deletes the clocks of the last start with their events.
    delete from public.lead_clocks as clock where clock.lead_id = lead.id and clock.state not in ('answered', 'dropped');
    if exists (select from public.lead_activities as activity where activity.lead_id = lead.id and activity.actor_id is not null) then
      insert into public.lead_activities (lead_id, kind, occurred_at, payload) values (lead.id, 'form', arrived, '{"form": "contact"}');
    else
      update public.leads as untouched set created_at = arrived, stage_entered_at = arrived, updated_at = arrived,
        consent_at = case when untouched.consent_at is not null then arrived end
      where untouched.id = lead.id;
      update public.lead_activities as activity set occurred_at = arrived, created_at = arrived
      where activity.lead_id = lead.id and activity.kind = 'form';
    end if;
    clock_id := private.start_lead_clock(lead.id, arrived, lead.source);
    perform public.run_clock_event(clock_id, event.name)
    from unnest(array['warned', 'breached', 'escalated']) with ordinality as event (name, place) order by event.place;
  end loop;

  -- These clocks send no email, and no job waits for deleted clocks.
  delete from private.outbox as job where job.kind = 'mail' and job.payload ->> 'template' like 'lead-clock-%' and job.created_at = now();
  delete from private.outbox as job where job.kind = 'lead_clock' and job.status = 'queued'
    and not exists (select from public.lead_clocks as clock where clock.id::text = job.payload ->> 'clockId');
end
$$;
