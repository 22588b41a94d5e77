-- The question before a person is deactivated says what happens to their calls, tasks and requests.

create function private.count_open_work(p_user_id uuid) returns table (calls bigint, tasks bigint, requests bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select
    (
      select count(*) from public.booking_hosts as host join public.bookings as booking on booking.id = host.booking_id
      where host.user_id = p_user_id and booking.state = 'booked' and booking.ends_at > now()
    ),
    (
      select count(*) from public.lead_tasks as task join public.leads as lead on lead.id = task.lead_id
      where lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost') and task.done_at is null
        -- The task of a call goes where the call goes.
        and task.booking_id is null
    ),
    (
      select count(*) from public.request_assignments as assigned join public.change_requests as request on request.id = assigned.request_id
      where assigned.user_id = p_user_id and request.status <> 'closed'
    );
end
$$;

create function public.count_open_work(p_user_id uuid) returns table (calls bigint, tasks bigint, requests bigint)
language sql stable
set search_path = ''
return private.count_open_work(p_user_id);

comment on function public.count_open_work(uuid) is
'What a person has beside their leads: booked calls ahead, open tasks of their open leads, and open requests assigned to them. Admins only.';

grant execute on function public.count_open_work(uuid) to authenticated;
grant execute on function private.count_open_work(uuid) to authenticated;
