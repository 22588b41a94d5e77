drop function public.list_outbox_messages(integer);
drop function private.list_outbox_messages(integer);

create function private.list_outbox_messages(p_limit integer, p_to text)
returns table (
  id uuid, payload jsonb, result jsonb, status text, attempts integer, last_error text, created_at timestamptz, done_at timestamptz
)
language sql stable security definer
set search_path = ''
as $$
  select job.id, job.payload, job.result, job.status, job.attempts, job.last_error, job.created_at, job.done_at
  from private.outbox as job where job.kind = 'mail' and (p_to is null or lower(job.payload ->> 'to') = lower(btrim(p_to)))
  order by job.created_at desc, job.id
  limit least(greatest(p_limit, 0), 1000)
$$;

create function public.list_outbox_messages(p_limit integer default 100, p_to text default null)
returns table (
  id uuid, payload jsonb, result jsonb, status text, attempts integer, last_error text, created_at timestamptz, done_at timestamptz
)
language sql stable
set search_path = ''
return private.list_outbox_messages(p_limit, p_to);

comment on function public.list_outbox_messages(integer, text) is 'The emails, newest first: all, or those to one address.';

grant execute on function public.list_outbox_messages(integer, text) to service_role;
grant execute on function private.list_outbox_messages(integer, text) to service_role;
