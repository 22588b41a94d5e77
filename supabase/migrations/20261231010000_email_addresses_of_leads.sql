-- An email address that the team enters or imports has a domain with a dot, and neither spaces nor emoji.

create function private.is_email(p_email text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  -- Neither an address nor a domain has these, nor symbols such as emoji.
  with refused as (select '\s\u007f-\u00a0\u1680\u180e\u2000-\u2bff\u3000\ufe00-\ufe0f\ufeff\U0001f000-\U0001faff@,;:<>()"\\' as part)
  select p_email ~ format('^[^%1$s]+@[^%1$s./]+(\.[^%1$s./]+)+$', refused.part) and char_length(p_email) <= 320 from refused
$$;

comment on function private.is_email(text) is
'Whether a text is an email address: its domain has a dot, and no part has spaces or emoji. Same rule as isEmailAddress in domain/email-address.ts. Forms accept fewer.';

create or replace function private.parse_changes(p_changes jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  allowed constant text[] := array(select known.field from private.lead_fields as known)
    || array['archived', 'is_spam', 'add_tags', 'remove_tags', 'consent'];
  unknown text;
begin
  if p_changes is null or jsonb_typeof(p_changes) <> 'object' or p_changes = '{}' then
    perform private.refuse('nothing_to_change', '22023', 'Nothing to change');
  end if;
  select key into unknown from jsonb_object_keys(p_changes) as key where key <> all (allowed) limit 1;
  if unknown is not null then
    perform private.refuse('unknown_field', '22023', format('Unknown field %s', left(unknown, 40)));
  end if;
  if p_changes ->> 'stage' = 'lost' and p_changes ->> 'lost_reason_id' is null then
    perform private.refuse('lost_reason_required', '22023', 'Choose a lost reason', 'lost_reason_id');
  end if;
  if p_changes ->> 'lost_reason_id' is not null and not exists (
    select from public.lost_reasons as reason
    where reason.id = private.parse_uuid(p_changes ->> 'lost_reason_id') and reason.account_id = private.workspace()
  ) then
    perform private.refuse('unknown_choice', '22023', 'Lost reason not found', 'lost_reason_id');
  end if;
  if p_changes ? 'stage' and not exists (select from public.pipeline_stages as stage where stage.key = p_changes ->> 'stage') then
    perform private.refuse('unknown_stage', '22023', 'Stage not found', 'stage');
  end if;
  if p_changes ->> 'user_id' is not null and not private.is_on_team((p_changes ->> 'user_id')::uuid, private.workspace()) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active team members', 'user_id');
  end if;
  if btrim(p_changes ->> 'email') <> '' and not private.is_email(btrim(p_changes ->> 'email')) then
    perform private.refuse('email_invalid', '22023', 'Enter a valid email address', 'email');
  end if;
  if btrim(p_changes ->> 'phone') <> '' and not private.is_phone_number(p_changes ->> 'phone') then
    perform private.refuse('phone_invalid', '22023', 'Enter a valid phone number, such as +1 503 555 0148', 'phone');
  end if;
  if btrim(p_changes ->> 'website') <> '' and not private.is_website(p_changes ->> 'website') then
    perform private.refuse('url_invalid', '22023', 'Enter a web address, such as https://example.com', 'website');
  end if;
  if exists (
    select from jsonb_array_elements_text(
      case jsonb_typeof(p_changes -> 'tags') when 'array' then p_changes -> 'tags' else '[]' end
      || case jsonb_typeof(p_changes -> 'add_tags') when 'array' then p_changes -> 'add_tags' else '[]' end
    ) as tag where char_length(btrim(tag)) > 40
  ) then
    perform private.refuse('tag_too_long', '22023', 'A tag can have up to 40 characters', 'tags');
  end if;
  if jsonb_typeof(p_changes -> 'consent') <> 'null' and not (
    jsonb_typeof(p_changes -> 'consent') = 'string' and char_length(btrim(p_changes ->> 'consent')) between 1 and 200
  ) then
    perform private.refuse('consent_unexplained', '22023', 'Describe how they agreed, in up to 200 characters');
  end if;
  return p_changes;
end
$$;

comment on function private.parse_changes(jsonb) is 'Checks the changes that change_leads receives and returns them. 22023: what is wrong.';

create or replace function private.import_problem(p_fields jsonb, p_stage text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  names constant text[] := private.lead_facts_of_kind('word', 'text', 'list');
  longest constant integer[] := private.longest_of_kind('word', 'text', 'list');
  unread constant text := left(p_fields ->> 'problem', 500);
  day constant text := '^(19[7-9]|20\d|21\d)\d-\d\d-\d\d';
  -- Of a row that the browser could not read, the dates that it could.
  created constant text := p_fields ->> case when unread is null then 'created_at' else 'read_created_at' end;
  closed constant text := p_fields ->> case when unread is null then 'closed_at' else 'read_closed_at' end;
  said text;
  problems text[] := array[unread];
begin
  -- A row that the browser could not read has its cells as they are in the file: one name, and dates in any format.
  if not private.identifies_lead(p_fields) and (unread is null or nullif(btrim(p_fields ->> 'name'), '') is null) then
    problems := problems || 'Add a name, email, phone or company'::text;
  end if;
  if not private.is_email(p_fields ->> 'email') then
    problems := problems || format('Email: “%s” isn''t a valid address', left(p_fields ->> 'email', 40));
  end if;
  if btrim(p_fields ->> 'phone') <> '' and not private.is_phone_number(p_fields ->> 'phone') then
    problems := problems || format('Phone: “%s” isn''t a valid phone number', left(p_fields ->> 'phone', 40));
  end if;
  if unread is null and p_fields ->> 'source' <> all (enum_range(null::public.lead_source)::text[]) then
    problems := problems || format('Source: “%s” isn''t a source', left(p_fields ->> 'source', 40));
  end if;
  if created ~ day then problems := problems || private.future_day('Arrived on', created); end if;
  -- Other products keep the expected day of an open deal there. An open lead has no such day, so it's left out.
  if closed ~ day and (
    case when p_fields ->> 'stage' is null then p_stage else private.import_stage(p_fields ->> 'stage') end
  ) in ('won', 'lost') then
    problems := problems || private.future_day('Closed on', closed);
  end if;
  for place in 1 .. cardinality(names) loop
    said := p_fields ->> names[place];
    if octet_length(said) > longest[place] and names[place] <> 'email' then
      problems := problems || private.length_problem(names[place], said);
    end if;
  end loop;
  return nullif(left(array_to_string(problems || array[
    case when char_length(p_fields ->> 'note') > 10000 then 'Note: longer than 10,000 characters' end,
    case when char_length(p_fields ->> 'lost_reason') > 1000 then 'Lost reason: longer than 1,000 characters' end,
    case when concat_ws(' ', created, closed) ~ 'T\S*[+-](1[5-9]|[2-9]\d)(:?\d\d)?(\s|$)'
      then 'Arrived on or closed on: invalid time zone' end,
    case when created !~ day
      then 'Arrived on: not a date between 1970 and 2199' end,
    case when closed !~ day
      then 'Closed on: not a date between 1970 and 2199' end
  ], '; '), 500), '');
end
$$;

comment on function private.import_problem(jsonb, text) is
'Everything that is wrong with a row by itself, as people read it, separated by semicolons; null when nothing is. p_stage: the stage of a row without one.';

create or replace function private.book_call(
  p_id uuid, p_lead_id uuid, p_type_id uuid, p_starts_at timestamptz, p_mine boolean, p_sent jsonb, p_response text
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  known public.bookings;
  lead public.leads;
  type public.meeting_types;
  address text;
  number text;
begin
  if p_id is null then perform private.refuse('required', '22023', 'The booking needs an id', 'id'); end if;
  if p_response not in ('call', 'email') then
    perform private.refuse('unknown_activity', '22023', 'You can only log a call or an email with a booking', 'response');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('booking ' || p_id, 0));
  select booking.* into known from public.bookings as booking where booking.submission_id = p_id;
  if known.id is not null then
    if known.lead_id is distinct from p_lead_id or not coalesce(private.may_see_booking(known), false) then
      perform private.refuse('id_taken', '42501', 'This belongs to someone else');
    end if;
    return private.call_json(known);
  end if;
  -- As strong as the lock of the log, because two people who wait to make theirs stronger would deadlock.
  perform from public.leads as held where held.id = p_lead_id and held.account_id = private.workspace() for update;
  lead := private.require_lead(p_lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if lead.erased_at is not null then perform private.refuse('person_erased', 'PT409', 'This person was erased'); end if;
  if lead.archived_at is not null then perform private.refuse('lead_archived', 'PT409', 'This lead is archived. Restore it first.'); end if;
  select held.* into type from public.meeting_types as held
  where held.id = p_type_id and held.account_id = lead.account_id and held.is_active;
  if type.id is null then perform private.refuse('meeting_type_not_found', 'PT404', 'This kind of call can''t be booked'); end if;
  -- What the lead's page knows is not asked again. What it lacks and the person enters stays there.
  address := coalesce(nullif(btrim(lead.email), ''), btrim(coalesce(p_sent ->> 'email', '')));
  if nullif(btrim(lead.email), '') is null and not private.is_email(address) or char_length(address) > 255 then
    perform private.refuse('email_invalid', '22023', 'Enter their email address', 'email');
  end if;
  number := coalesce(nullif(btrim(lead.phone), ''), nullif(left(btrim(coalesce(p_sent ->> 'phone', '')), 50), ''));
  if type.location = 'phone' and number is null then perform private.refuse('required', '22023', 'Enter their phone number', 'phone'); end if;
  if nullif(btrim(lead.phone), '') is null and not private.is_phone_number(number) then
    perform private.refuse('phone_invalid', '22023', 'Enter a phone number such as (503) 555-0148.', 'phone');
  end if;
  -- Before the booking plans its own task, because the log finishes the task that is due.
  if p_response is not null then
    perform private.log_activity(
      p_id, lead.id, p_response, null, case p_response when 'call' then 'connected' end, null, true, null, null, null
    );
  end if;
  perform private.take_slot(type, lead.id, jsonb_build_object(
    'id', p_id, 'submission_id', p_id, 'starts_at', p_starts_at, 'name', private.lead_title(lead), 'email', address, 'phone', number,
    'time_zone', private.zone_or(p_sent ->> 'time_zone', lead.account_id),
    'answers', private.visitor_answers(type.questions, coalesce(p_sent -> 'answers', '{}'))
  ), case when p_mine and type.assignment = 'pool' then caller end, caller,
    -- What the booking changes at the lead, for the undo.
    private.stage_before(lead) || jsonb_strip_nulls(jsonb_build_object(
      'owner_from', lead.user_id, 'fills_email', case when nullif(btrim(lead.email), '') is null then true end,
      'fills_phone', case when nullif(btrim(lead.phone), '') is null and number is not null then true end
    )));
  update public.leads as filled set email = coalesce(nullif(btrim(filled.email), ''), address), phone = coalesce(nullif(btrim(filled.phone), ''), number)
  where filled.id = lead.id and (nullif(btrim(filled.email), '') is null or nullif(btrim(filled.phone), '') is null and number is not null);
  return (select private.call_json(booking) from public.bookings as booking where booking.id = p_id);
end
$$;

comment on function private.is_website(text) is
'Whether a text is a domain or an http address. Same rule as websiteProblem in domain/web-address.ts. Forms and imports accept any text, which screens don''t link.';
