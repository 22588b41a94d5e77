-- What could not be sent is kept for whoever wants to try again, and not for ever: addresses stand in it.

create or replace function private.purge_outbox() returns void
language sql volatile
set search_path = ''
as $$
  delete from private.outbox as job
  where (job.status = 'done' and job.done_at < now() - interval '30 days')
    or (job.status = 'failed' and job.created_at < now() - interval '90 days')
$$;

comment on function private.purge_outbox() is 'Job: forgets work that was done more than 30 days ago, or that failed and is older than 90.';

create index outbox_failed_idx on private.outbox (created_at) where status = 'failed';
