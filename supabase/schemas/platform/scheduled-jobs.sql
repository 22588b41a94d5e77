-- Repeated work. To add a job, write a function private.<job_function>() that returns void, and add a row here. The host (or
-- pg_cron on hosted projects) often calls run_scheduled_jobs(). Each due job runs in one of the callers.

create table private.scheduled_jobs (
  name text primary key check (char_length(name) <= 100),
  job_function text not null check (job_function ~ '^[a-z_]{1,63}$'),
  run_every interval check (run_every >= interval '1 second'),
  daily_at time,
  next_run_at timestamptz not null default now(),
  last_run_at timestamptz,
  last_error text check (char_length(last_error) <= 2000),
  check (num_nonnulls(run_every, daily_at) = 1)
);

comment on table private.scheduled_jobs is 'Jobs that run at an interval, or daily at a time of the agency''s day.';

create index scheduled_jobs_next_run_at_idx on private.scheduled_jobs (next_run_at);

alter table private.scheduled_jobs enable row level security;

create function private.next_daily_run(daily_at time, time_zone text) returns timestamptz
language sql stable
set search_path = ''
as $$
  select (((now() at time zone time_zone)::date
    + case when (now() at time zone time_zone)::time >= daily_at then 1 else 0 end) + daily_at) at time zone time_zone
$$;

comment on function private.next_daily_run(time, text) is 'The next time at which clocks in this time zone show this time.';

create function private.run_scheduled_jobs() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  job private.scheduled_jobs;
  zone text := private.agency_zone();
  failure text;
  ran integer := 0;
begin
  perform private.heal_outbox();
  perform private.heal_schedules();
  for job in
    select due.* from private.scheduled_jobs as due where due.next_run_at <= now()
    order by due.next_run_at for update skip locked
  loop
    failure := null;
    -- A failed job rolls back only its own work, and runs again at its next time.
    begin
      execute format('select private.%I()', job.job_function);
    exception when others then
      failure := left(sqlerrm, 2000);
    end;
    update private.scheduled_jobs as done
    set last_run_at = now(), last_error = failure,
      next_run_at = case when job.run_every is not null then now() + job.run_every
        else private.next_daily_run(job.daily_at, zone) end
    where done.name = job.name;
    ran := ran + 1;
  end loop;
  return ran;
end
$$;

create function public.run_scheduled_jobs() returns integer
language sql volatile
set search_path = ''
return private.run_scheduled_jobs();

comment on function public.run_scheduled_jobs() is
'Runs every due job once and returns how many. Skips jobs that another caller is running.';

create function private.purge_rate_limits() returns void
language sql volatile
set search_path = ''
as $$
  delete from private.rate_limits as counter where counter.resets_at < now()
$$;

comment on function private.purge_rate_limits() is 'Job: deletes windows that are over.';

insert into private.scheduled_jobs (name, job_function, run_every) values ('purge rate limits', 'purge_rate_limits', interval '10 minutes');

grant execute on function public.run_scheduled_jobs() to service_role;
grant execute on function private.run_scheduled_jobs() to service_role;
