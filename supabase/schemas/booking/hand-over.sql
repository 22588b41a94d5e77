-- A booked call goes to a colleague at the same time. Its host, the lead's owner and the leaders decide, and can undo it.

create function private.may_hand_over(p_booking public.bookings, p_host uuid default null) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_booking.state = 'booked' and p_booking.starts_at > now() and (
    private.has_active_role('admin')
    or auth.uid() = any (private.leaders_of(p_booking.account_id))
    or coalesce((select lead.user_id = auth.uid() from public.leads as lead where lead.id = private.kept_lead(p_booking.lead_id)), false)
    or exists (
      select from public.booking_hosts as host
      where host.booking_id = p_booking.id and host.user_id = auth.uid() and host.user_id = coalesce(p_host, host.user_id)
    )
  )
$$;

comment on function private.may_hand_over(public.bookings, uuid) is
'Whether the caller may give a call ahead to a colleague: a host their own part, the lead''s owner, the leaders of the account and admins every part. p_host: for this host.';

create function private.takers_of_call(p_booking public.bookings) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(distinct person.id order by person.id), '{}')
  from unnest(
    private.team_of(p_booking.account_id)
    || coalesce((select private.hosts_of(type::public.meeting_types) from public.meeting_types as type where type.id = p_booking.meeting_type_id), '{}')
    -- Admins belong to no team, but own leads and take calls over.
    || array[auth.uid(), (select lead.user_id from public.leads as lead where lead.id = private.kept_lead(p_booking.lead_id))]
  ) as person (id)
  where private.is_on_team(person.id, p_booking.account_id) and person.id <> all (private.booked_hosts(p_booking.id))
$$;

comment on function private.takers_of_call(public.bookings) is
'Who can take a call over: the hosts of its type and the people of the team, with the caller and the lead''s owner, but not those who hold it.';

create function private.call_takers(p_booking_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  booking constant public.bookings := (
    select held from public.bookings as held where held.id = p_booking_id and held.account_id = private.workspace()
  );
  taken constant tstzrange := (select range_merge(range_agg(host.during)) from public.booking_hosts as host where host.booking_id = booking.id);
  -- The page may have read the call before somebody moved or canceled it.
  read constant jsonb := jsonb_build_object('state', booking.state, 'starts_at', booking.starts_at);
  people uuid[];
begin
  if booking.id is null or not coalesce(private.may_see_booking(booking), false) then
    perform private.refuse('booking_not_found', 'PT404', 'Call not found');
  end if;
  if not private.may_hand_over(booking) then return read || '{"from": [], "takers": []}'; end if;
  people := private.takers_of_call(booking);
  return read || jsonb_build_object(
    'from', coalesce((
      select jsonb_agg(jsonb_build_object('id', host.user_id, 'name', private.owner_name(host.user_id::text)) order by host.user_id <> caller, host.user_id)
      from public.booking_hosts as host where host.booking_id = booking.id and private.may_hand_over(booking, host.user_id)
    ), '[]'),
    'takers', coalesce((
      select jsonb_agg(jsonb_build_object('id', known.id, 'name', known.name, 'takes_type', known.takes_type, 'state', known.state)
        order by known.state <> 'free', known.state = 'busy', not known.takes_type, known.name, known.id)
      from (
        select person.id, private.owner_name(person.id::text) as name,
          exists (
            select from public.meeting_hosts as host where host.meeting_type_id = booking.meeting_type_id and host.user_id = person.id
          ) as takes_type,
          case
            when exists (
              select from public.booking_hosts as other
              where private.person_range(other.user_id, other.user_id, '[]') && private.person_range(person.id, person.id, '[]')
                and other.during && taken and other.is_taken
            ) then 'busy'
            when exists (
              select from public.absences as away where away.user_id = person.id and tstzrange(away.starts_at, away.ends_at) && taken
            ) then 'away'
            when exists (
              select from private.calendar_busy as busy where busy.user_id = person.id and busy.during && taken
            ) then 'calendar'
            when shift.during @> taken then 'free'
            else 'off_shift'
          end as state
        from unnest(people) as person (id)
        left join private.shifts(booking.account_id, people, lower(taken), upper(taken)) as shift on shift.user_id = person.id
      ) as known
    ), '[]')
  );
end
$$;

create function public.call_takers(p_booking_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.call_takers(p_booking_id);

comment on function public.call_takers(uuid) is
'Who can take over a call ahead: { state, starts_at, from, takers }. state and starts_at are those of the call. from are its hosts whose part the caller may give away, the caller first. Each taker has takes_type (a host of its type) and their state at its time: free, off_shift, away, calendar (busy in their own calendar) or busy (another call, which rules them out). Both are empty if the caller may not hand it over. PT404: no such call of the caller. 42501: not on the team, or a free plan.';

create function private.give_call(p_booking public.bookings, p_giver uuid, p_taker uuid, p_undone bigint default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  begin
    update public.booking_hosts as host set user_id = p_taker where host.booking_id = p_booking.id and host.user_id = p_giver;
  exception when exclusion_violation then
    perform private.refuse('slot_taken', 'PT409', format('%s has another call at this time', private.owner_name(p_taker::text)), 'taker');
  end;
  update public.bookings as given set sequence = given.sequence + 1 where given.id = p_booking.id;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (p_booking.id, p_booking.account_id, 'reassigned', auth.uid(), jsonb_strip_nulls(jsonb_build_object(
    'from', p_giver, 'to', p_taker, 'sequence', p_booking.sequence + 1, 'handed_over', true, 'undone', p_undone
  )));
  perform private.send_booking_mails(p_booking.id, 'reassigned', null, p_undone is null);
end
$$;

comment on function private.give_call(public.bookings, uuid, uuid, bigint) is
'Gives the part of one host of a locked call to another person, and tells the visitor, both of them and the other hosts. p_undone: this takes that event back. PT409: the other one has a call then.';

create function private.hand_over_call(p_booking_id uuid, p_giver uuid, p_taker uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  known constant public.booking_events := (
    select noted from public.booking_events as noted
    where noted.booking_id = p_booking_id and noted.account_id = private.workspace() and noted.event = 'reassigned' order by noted.id desc limit 1
  );
  booking public.bookings;
begin
  -- A request that comes twice. Who gave the call away may not see it any more.
  if known.actor_id = caller and known.payload ->> 'from' = p_giver::text and known.payload ->> 'to' = p_taker::text then return false; end if;
  booking := private.require_call(p_booking_id);
  perform private.require_open_booking(booking, caller);
  if booking.starts_at <= clock_timestamp() then perform private.refuse('booking_over', 'PT409', 'This call has started'); end if;
  -- All of them in one step, so that two people who give each other calls don't wait in a circle.
  perform private.lock_hosts(private.booked_hosts(booking.id) || p_taker);
  if not private.may_hand_over(booking) then
    perform private.refuse('leaders_only', '42501', 'Only the host, the lead''s owner, and the account''s owners and admins can hand over this call');
  end if;
  if p_giver is null or p_giver <> all (private.booked_hosts(booking.id)) then
    perform private.refuse('outdated', 'PT409', 'This call has another host now');
  end if;
  if not private.may_hand_over(booking, p_giver) then
    perform private.refuse('leaders_only', '42501', 'A host can only hand over their own part of a call');
  end if;
  if p_taker is null or p_taker <> all (private.takers_of_call(booking)) then
    perform private.refuse('assignee_not_active', 'PT409', 'This person can''t take the call', 'taker');
  end if;
  perform private.give_call(booking, p_giver, p_taker);
  return true;
end
$$;

create function public.hand_over_call(p_booking_id uuid, p_giver uuid, p_taker uuid) returns boolean
language sql volatile
set search_path = ''
return private.hand_over_call(p_booking_id, p_giver, p_taker);

comment on function public.hand_over_call(uuid, uuid, uuid) is
'Gives the part of one host of a call ahead to a colleague (call_takers) at the same time, and tells the visitor, both of them and the other hosts. Shifts and absences don''t block it, another call does. False: the caller did this already. PT404: no such call of the caller. PT409: slot_taken, outdated (it has another host by now), booking_cancelled, booking_over, or the colleague can''t take it. 42501: neither host, owner of the lead nor leader; not on the team, or a free plan.';

create function private.undo_hand_over(p_booking_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  made constant public.booking_events := (
    select noted from public.booking_events as noted
    where noted.booking_id = p_booking_id and noted.account_id = private.workspace() and noted.actor_id = caller and noted.event = 'reassigned'
      and noted.payload ? 'handed_over' and not noted.payload ? 'undone'
    order by noted.id desc limit 1
  );
  giver constant uuid := private.parse_uuid(made.payload ->> 'from');
  taker constant uuid := private.parse_uuid(made.payload ->> 'to');
  booking public.bookings;
begin
  -- Who gave the call away may not see it any more, so this asks for the change and not for the call.
  if made.id is null then
    perform private.refuse('change_not_found', 'PT404', 'Only the person who handed over this call can undo it');
  end if;
  perform private.lock_lead_of_booking(p_booking_id);
  select held.* into booking from public.bookings as held where held.id = p_booking_id for update;
  perform private.lock_hosts(private.booked_hosts(booking.id) || giver);
  if exists (
    select from public.booking_events as noted where noted.booking_id = booking.id and noted.payload ->> 'undone' = made.id::text
  ) then
    return jsonb_build_object('restored', 0, 'kept', 0);
  end if;
  if booking.state <> 'booked' or booking.starts_at <= clock_timestamp() or taker <> all (private.booked_hosts(booking.id))
    or giver = any (private.booked_hosts(booking.id)) or not private.is_on_team(giver, booking.account_id) then
    perform private.refuse('outdated', 'PT409', 'This call has changed since then');
  end if;
  perform private.give_call(booking, taker, giver, made.id);
  perform private.withdraw_booking_mails(booking.id, (made.payload ->> 'sequence')::integer, booking.sequence + 1);
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

create function public.undo_hand_over(p_booking_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.undo_hand_over(p_booking_id);

comment on function public.undo_hand_over(uuid) is
'Gives a call that the caller handed over last back to its earlier host: { restored, kept }. Who was not told yet hears nothing; the others get an email. A repeated undo changes nothing. PT404: the caller handed over no such call. PT409: the call has changed since, has begun, or its earlier host has another call then. 42501: not on the team, or a free plan.';

grant execute on function public.call_takers(uuid) to authenticated;
grant execute on function private.call_takers(uuid) to authenticated;
grant execute on function public.hand_over_call(uuid, uuid, uuid) to authenticated;
grant execute on function private.hand_over_call(uuid, uuid, uuid) to authenticated;
grant execute on function public.undo_hand_over(uuid) to authenticated;
grant execute on function private.undo_hand_over(uuid) to authenticated;
