-- The meeting types that nobody can book once a person leaves are those of open accounts, each name once. Only canceled calls are asked whether their booking was undone.

create or replace function private.only_host_of(p_user_id uuid, p_account_id uuid default null) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array(
    -- Accounts may have types of the same name.
    select distinct type.name
    from public.meeting_hosts as host join public.meeting_types as type on type.id = host.meeting_type_id
    join public.accounts as account on account.id = type.account_id and account.archived_at is null
    where host.user_id = p_user_id and type.is_active and type.account_id = coalesce(p_account_id, type.account_id)
      and private.hosts_of(type) = array[p_user_id]
    order by type.name
  )
$$;

comment on function private.only_host_of(uuid, uuid) is
'The names of the meeting types, of one open account or of all, that nobody can book once this person leaves: they have no other host.';

create or replace function private.call_of_lead(p_lead_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case when bool_or(booking.state = 'held') then 'held' when bool_or(booking.state = 'no_show') then 'no_show'
    when bool_or(booking.state = 'booked') then 'booked' when count(*) > 0 then 'cancelled' end
  from public.bookings as booking
  where booking.lead_id in (select private.leads_within(p_lead_id))
    and (booking.state <> 'cancelled' or not private.was_undone(booking))
$$;

comment on function private.call_of_lead(uuid) is
'How far the calls of a lead, and of those merged into it, came: held when one took place, else no_show, else booked, else cancelled. Null without a call, or with undone ones only.';

create or replace function private.call_type_of_lead(p_lead_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select booking.meeting_type_id from public.bookings as booking
  where booking.lead_id in (select private.leads_within(p_lead_id))
    and (booking.state <> 'cancelled' or not private.was_undone(booking))
  order by booking.created_at desc, booking.id limit 1
$$;

comment on function private.call_type_of_lead(uuid) is 'The meeting type that a lead last booked; null when it was deleted.';
