-- The booking page of a call in person says where it is, so that a visitor knows it before they choose a time.

create or replace function private.booking_type_json(p_type public.meeting_types) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'slug', p_type.slug, 'name', p_type.name, 'description', p_type.description, 'minutes', p_type.minutes, 'location', p_type.location,
    'place', case when p_type.location = 'place' then p_type.location_details else '' end, 'questions', p_type.questions, 'horizon_days', p_type.horizon_days
  )
$$;

comment on function private.booking_type_json(public.meeting_types) is
'A meeting type as visitors see it. place is the address of a call in person. A video link is only in what they get after booking.';
