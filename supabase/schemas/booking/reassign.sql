-- Calls of people who leave a team go to colleagues in the same step.

create function private.reassign_call(p_booking_id uuid, p_user uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(p_booking_id);
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = booking.meeting_type_id);
  taken tstzrange;
  colleagues uuid[];
  taker uuid;
  is_shared boolean;
begin
  select host.during into taken from public.booking_hosts as host where host.booking_id = booking.id and host.user_id = p_user;
  if booking.state <> 'booked' or taken is null then return null; end if;
  -- Of several hosts, the others hold the call.
  is_shared := exists (select from public.booking_hosts as host where host.booking_id = booking.id and host.user_id <> p_user);
  if is_shared then
    delete from public.booking_hosts as gone where gone.booking_id = booking.id and gone.user_id = p_user;
    taker := (private.booked_hosts(booking.id))[1];
  else
    colleagues := array_remove(coalesce(private.hosts_of(type), '{}'), p_user);
    perform private.lock_hosts(colleagues);
    colleagues := array(
      select free.user_id from private.openings(booking.account_id, colleagues, lower(taken), upper(taken), booking.id) as free
      where free.during @> taken order by free.user_id
    );
    if cardinality(colleagues) = 0 then return null; end if;
    taker := private.pick_from_pool('meeting:' || type.id, booking.account_id, colleagues, booking.starts_at);
    update public.booking_hosts as host set user_id = taker where host.booking_id = booking.id and host.user_id = p_user;
  end if;
  update public.bookings as moved set sequence = moved.sequence + 1 where moved.id = booking.id;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (booking.id, booking.account_id, 'reassigned', auth.uid(), jsonb_strip_nulls(jsonb_build_object(
    'from', p_user, 'to', taker, 'left', case when is_shared then true end
  )));
  perform private.send_booking_mails(booking.id, 'reassigned');
  return taker;
end
$$;

comment on function private.reassign_call(uuid, uuid) is
'Gives a call of a person who left to another free host of its type, by the weights of the pool, or leaves it to its other hosts, and tells the visitor and the hosts. Null: nobody is free, or it has no type any more.';

create function private.reassign_calls(p_user uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  ahead record;
  left_over uuid[];
begin
  for ahead in
    select booking.id, booking.account_id from public.bookings as booking
    join public.booking_hosts as host on host.booking_id = booking.id and host.user_id = p_user
    where booking.state = 'booked' and booking.ends_at > now() and not private.is_on_team(p_user, booking.account_id)
    order by booking.account_id, booking.lead_id, booking.id
  loop
    if private.reassign_call(ahead.id, p_user) is null then left_over := left_over || ahead.id; end if;
  end loop;
  if left_over is null then return; end if;
  -- One email to each leader for each account.
  perform private.notify_users(private.leaders_of(stuck.account_id), 'calls-without-host', concat_ws(':', p_user, stuck.account_id, clock_timestamp()),
    private.mail_account_data(stuck.account_id) || jsonb_build_object('host', private.owner_name(p_user::text), 'calls', stuck.calls::text,
      'timeZone', private.account_zone(stuck.account_id), 'startsAt', to_char(stuck.first_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
  from (
    select booking.account_id, count(*) as calls, min(booking.starts_at) as first_at from public.bookings as booking
    where booking.id = any (left_over) group by booking.account_id order by booking.account_id
  ) as stuck;
end
$$;

comment on function private.reassign_calls(uuid) is
'Gives away the calls ahead in all accounts whose team a person no longer belongs to. Calls that nobody can take stay, and the leaders are told.';

create function private.reassign_calls_of_leaver() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.reassign_calls(old.user_id);
  return null;
end
$$;

comment on function private.reassign_calls_of_leaver() is 'Trigger: somebody lost a role, a membership or a loan.';

create trigger reassign_calls after update of status on public.user_roles
for each row when (old.status = 'active' and new.status <> 'active') execute function private.reassign_calls_of_leaver();

create trigger reassign_calls_of_removed after delete on public.user_roles
for each row when (old.status = 'active') execute function private.reassign_calls_of_leaver();

create trigger reassign_calls_of_member after delete on public.account_members
for each row execute function private.reassign_calls_of_leaver();

create trigger reassign_calls_of_billing after update of role on public.account_members
for each row when (old.role <> 'billing' and new.role = 'billing') execute function private.reassign_calls_of_leaver();

create trigger reassign_calls_of_lent after delete on public.account_loans
for each row execute function private.reassign_calls_of_leaver();
