-- A meeting type without a link says what to enter, not how a link is written.

create or replace function private.parse_meeting_type(p_type jsonb) returns public.meeting_types
language plpgsql stable security definer
set search_path = ''
as $$
declare
  type public.meeting_types;
  questions constant jsonb := coalesce(p_type -> 'questions', '[]');
begin
  if jsonb_typeof(p_type) is distinct from 'object' then perform private.refuse('required', '22023', 'Enter a name', 'name'); end if;
  if coalesce(btrim(p_type ->> 'name'), '') = '' then perform private.refuse('required', '22023', 'Enter a name', 'name'); end if;
  if char_length(btrim(p_type ->> 'name')) > 100 then perform private.refuse('too_long', '22023', 'Use up to 100 characters', 'name'); end if;
  if coalesce(p_type ->> 'slug', '') = '' then perform private.refuse('slug_invalid', '22023', 'Enter a link', 'slug'); end if;
  if p_type ->> 'slug' !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or char_length(p_type ->> 'slug') > 60 then
    perform private.refuse('slug_invalid', '22023', 'Use lowercase letters, digits and hyphens, up to 60 characters', 'slug');
  end if;
  if char_length(p_type ->> 'description') > 2000 then perform private.refuse('too_long', '22023', 'Use up to 2,000 characters', 'description'); end if;
  if char_length(p_type ->> 'location_details') > 500 then perform private.refuse('too_long', '22023', 'Use up to 500 characters', 'location_details'); end if;
  if p_type ->> 'location' = 'video' and coalesce(p_type ->> 'location_details', '') !~ '^https://[^\s]+$' then
    perform private.refuse('url_invalid', '22023', 'Enter the link of the video call, starting with https://', 'location_details');
  end if;
  if p_type ->> 'location' = 'place' and coalesce(btrim(p_type ->> 'location_details'), '') = '' then
    perform private.refuse('required', '22023', 'Enter the address', 'location_details');
  end if;
  if jsonb_typeof(questions) <> 'array' or jsonb_array_length(questions) > 20 or octet_length(questions::text) > 20000
    or exists (select from jsonb_array_elements(questions) as question where not private.check_question(question))
    or (select count(*) <> count(distinct lower(btrim(question ->> 'label'))) or count(*) <> count(distinct question ->> 'id')
      from jsonb_array_elements(questions) as question)
  then
    perform private.refuse('questions_invalid', '22023', 'Give each question its own label, and each dropdown its options', 'questions');
  end if;
  begin
    type := jsonb_populate_record(null::public.meeting_types, p_type - array[
      'id', 'account_id', 'created_at', 'updated_at', 'questions', 'reminders', 'bookable_days', 'bookable_from', 'bookable_until'
    ]);
    type.reminders := array(
      select distinct each.value::integer from jsonb_array_elements_text(coalesce(p_type -> 'reminders', '[]')) as each order by 1 desc
    );
  exception when data_exception or invalid_text_representation then
    perform private.refuse('number_invalid', '22023', 'Enter whole numbers');
  end;
  type.name := btrim(type.name);
  type.questions := questions;
  type.description := coalesce(type.description, '');
  type.location := coalesce(type.location, 'phone');
  type.location_details := coalesce(btrim(type.location_details), '');
  type.assignment := coalesce(type.assignment, 'pool');
  type.is_active := coalesce(type.is_active, true);
  if coalesce(type.minutes, 0) not between 5 and 480 then perform private.refuse('number_invalid', '22023', 'A call takes 5 to 480 minutes', 'minutes'); end if;
  if coalesce(type.buffer_before, -1) not between 0 and 240 then perform private.refuse('number_invalid', '22023', 'Enter 0 to 240 minutes', 'buffer_before'); end if;
  if coalesce(type.buffer_after, -1) not between 0 and 240 then perform private.refuse('number_invalid', '22023', 'Enter 0 to 240 minutes', 'buffer_after'); end if;
  if coalesce(type.step_minutes, 0) not in (5, 10, 15, 20, 30, 60) then perform private.refuse('number_invalid', '22023', 'Choose how often calls can begin', 'step_minutes'); end if;
  if coalesce(type.notice_minutes, -1) not between 0 and 43200 then perform private.refuse('number_invalid', '22023', 'Enter up to 30 days', 'notice_minutes'); end if;
  if coalesce(type.horizon_days, 0) not between 1 and 365 then perform private.refuse('number_invalid', '22023', 'Enter 1 to 365 days', 'horizon_days'); end if;
  if type.daily_limit not between 1 and 100 then perform private.refuse('number_invalid', '22023', 'Enter 1 to 100 calls, or leave it blank', 'daily_limit'); end if;
  select hours.days, hours.starts, hours.ends into type.bookable_days, type.bookable_from, type.bookable_until
  from private.parse_bookable_hours(p_type, type.minutes) as hours;
  if cardinality(type.reminders) > 10 or not (5 <= all (type.reminders) and 20160 >= all (type.reminders)) then
    perform private.refuse('number_invalid', '22023', 'Choose up to 10 reminders, 5 minutes to 14 days ahead', 'reminders');
  end if;
  return type;
end
$$;

comment on function private.parse_meeting_type(jsonb) is 'A meeting type as a person wrote it. 22023: what is wrong, with the field.';
