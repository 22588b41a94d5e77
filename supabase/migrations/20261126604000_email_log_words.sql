-- The email log says when a waiting email goes out, and whether it is checked before.

drop function public.search_email_log(text, text, integer, integer);
drop function private.search_email_log(text, text, integer, integer);

create function private.checked_emails() returns text[]
language sql immutable parallel safe
set search_path = ''
return array['lead-arrived', 'lead-clock-warning', 'lead-clock-breached', 'lead-clock-escalated', 'payment-failed', 'booking-reminder',
  'booking-missed', 'booking-rebook'];

comment on function private.checked_emails() is
'The emails that are checked again right before they go out, and dropped when they are no longer true. Same list as CHECKED in supabase/functions/_shared/outbox/send-mail-job.ts.';

create function private.search_email_log(p_query text, p_status text, p_limit integer, p_offset integer) returns table (
  id uuid, recipient text, template text, subject text, status text, attempts integer, last_error text, created_at timestamptz,
  done_at timestamptz, total bigint, failure text, next_try_at timestamptz, is_checked boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select job.id, job.payload ->> 'to', job.payload ->> 'template', job.result ->> 'subject', shown.status, job.attempts, job.last_error,
    job.created_at, job.done_at, count(*) over (), job.failure, case when job.status = 'queued' then job.run_at end,
    job.payload ->> 'template' = any (private.checked_emails())
  from private.outbox as job
  cross join lateral (values (case when job.result ? 'skipped' then 'skipped' else job.status end)) as shown (status)
  where job.kind = 'mail' and (p_status is null or shown.status = p_status)
    and (coalesce(p_query, '') = '' or strpos(lower(concat_ws(' ', job.payload ->> 'to', job.payload ->> 'template', job.result ->> 'subject')), lower(left(p_query, 200))) > 0)
  order by job.created_at desc, job.id
  limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0);
end
$$;

create function public.search_email_log(
  p_query text default '', p_status text default null, p_limit integer default 50, p_offset integer default 0
) returns table (
  id uuid, recipient text, template text, subject text, status text, attempts integer, last_error text, created_at timestamptz,
  done_at timestamptz, total bigint, failure text, next_try_at timestamptz, is_checked boolean
)
language sql stable
set search_path = ''
return private.search_email_log(p_query, p_status, p_limit, p_offset);

comment on function public.search_email_log(text, text, integer, integer) is
'The emails that are still kept (retention_settings), newest first, with the total of all matches. One that was no longer true when its time came has the status skipped. next_try_at: when a waiting one goes out; is_checked: whether it is dropped when it is no longer true by then. Without their texts, because links in them are secrets. Admins only.';

grant execute on function public.search_email_log(text, text, integer, integer) to authenticated;
grant execute on function private.search_email_log(text, text, integer, integer) to authenticated;
