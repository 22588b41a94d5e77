-- A server's clock may jump forward and back. Times that were stored meanwhile then lie further in the future than they ever
-- should, and the work would wait for days. The database's clock decides, never a host's.

create function private.heal_outbox() returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- A retry waits an hour at most. Other work is due when it is added, except deadlines of leads' clocks, which may be far away.
  update private.outbox as job set run_at = now(), created_at = least(job.created_at, now())
  where job.status = 'queued' and job.run_at > now() + interval '1 minute'
    and (
      job.attempts > 0 and job.run_at > now() + interval '65 minutes'
      or job.kind <> 'lead_clock' and job.created_at > now() + interval '1 minute'
    );
  -- A lease lasts ten minutes at most. Its worker may be alive, so it gets time to renew it.
  update private.outbox as job set locked_until = now() + interval '1 minute', run_at = least(job.run_at, now())
  where job.status = 'running' and job.locked_until > now() + interval '11 minutes';
  update private.mail_providers as known set next_try_at = now(), failing_since = least(known.failing_since, now()), checked_at = least(known.checked_at, now())
  where known.next_try_at > now() + interval '11 minutes' or known.checked_at > now() + interval '1 minute';
end
$$;

comment on function private.heal_outbox() is 'Pulls back times of the outbox that a wrong clock stored.';

create function private.heal_schedules() returns void
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

comment on function private.heal_schedules() is 'Pulls back next times that a wrong clock stored, so that jobs run in their rhythm again.';
