-- Two callers that begin in the same moment run a job once.
create or replace function private.heal_schedules() returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- Another caller that began a moment later may have run a job meanwhile, so a minute is no jump.
  update private.scheduled_jobs as job set next_run_at = now()
  where job.run_every is not null and job.next_run_at > now() + job.run_every + interval '1 minute';
  update private.scheduled_jobs as job set next_run_at = private.next_daily_run(job.daily_at, private.agency_zone())
  where job.daily_at is not null and job.next_run_at > private.next_daily_run(job.daily_at, private.agency_zone())
    and (job.last_run_at is null or job.last_run_at > now() + interval '1 minute');
  update private.purges as purge set next_run_at = now() where purge.next_run_at > now() + purge.run_every + interval '1 minute';
end
$$;
