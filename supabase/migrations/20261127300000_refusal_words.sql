-- Two refusals in plain English. Nothing else of these functions changes.

create or replace function private.undo_book_call(p_booking_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  made constant public.booking_events := (
    select noted from public.booking_events as noted
    where noted.booking_id = p_booking_id and noted.event = 'booked' and noted.account_id = private.workspace() order by noted.id limit 1
  );
  booking public.bookings;
begin
  if made.actor_id is distinct from caller then
    perform private.refuse('change_not_found', 'PT404', 'Only the person who booked this call can undo it');
  end if;
  booking := private.lock_booking(p_booking_id);
  if booking.state = 'cancelled' then return jsonb_build_object('restored', 0, 'kept', 0); end if;
  if booking.sequence > 0 or booking.state <> 'booked' or booking.starts_at <= now() then
    perform private.refuse('outdated', 'PT409', 'This call has changed since then');
  end if;
  perform private.cancel_booking(booking.id, caller, true);
  -- The stage and the owner go back as far as nobody changed them or worked with the lead since.
  update public.leads as back
  set stage = case when back.stage = 'call_booked' and exists (
      select from public.pipeline_stages as earlier join public.pipeline_stages as booked on booked.key = 'call_booked'
      where earlier.key = made.payload ->> 'stage_from' and earlier.position < booked.position
    ) then made.payload ->> 'stage_from' else back.stage end,
    user_id = case when back.user_id = caller and not made.payload ? 'owner_from' and not exists (
      select from public.lead_activities as later
      where later.lead_id = back.id and later.created_at > booking.created_at and private.is_human_activity(later.kind) and not private.is_retracted(later.id)
    ) then null else back.user_id end
  where back.id = private.kept_lead(booking.lead_id) and back.erased_at is null;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

create or replace function private.parse_landing_brand(p_brand jsonb, p_held public.landing_brands) returns public.landing_brands
language plpgsql stable
set search_path = ''
as $$
declare
  brand public.landing_brands := p_held;
  field text;
begin
  if p_brand is null or jsonb_typeof(p_brand) <> 'object' then
    perform private.refuse('draft_invalid', '22023', 'A brand must be an object with its fields');
  end if;
  select key into field from jsonb_each(p_brand) as given (key, value)
  where given.key = 'shows_logo' and jsonb_typeof(given.value) <> 'boolean' or given.key <> 'shows_logo' and jsonb_typeof(given.value) not in ('string', 'null')
  limit 1;
  if field is not null then perform private.refuse('draft_invalid', '22023', 'A field of the brand has the wrong type', left(field, 40)); end if;
  foreach field in array array['accent', 'page', 'ink'] loop
    if p_brand ->> field !~ '^#[0-9a-f]{6}$' or char_length(p_brand ->> field) > 7 then
      perform private.refuse('color_invalid', '22023', 'Enter a color such as #1f6feb', field);
    end if;
  end loop;
  foreach field in array array['heading_font', 'text_font'] loop
    if p_brand ? field and coalesce(p_brand ->> field, '') <> all (private.landing_fonts()) then
      perform private.refuse('unknown_choice', '22023', 'Choose a font from the list', field);
    end if;
  end loop;
  if p_brand ? 'corner' and coalesce(p_brand ->> 'corner', '') not in ('sharp', 'soft', 'round') then
    perform private.refuse('unknown_choice', '22023', 'Choose sharp, soft or round corners', 'corner');
  end if;
  brand.accent := case when p_brand ? 'accent' then p_brand ->> 'accent' else brand.accent end;
  brand.page := case when p_brand ? 'page' then p_brand ->> 'page' else brand.page end;
  brand.ink := case when p_brand ? 'ink' then p_brand ->> 'ink' else brand.ink end;
  brand.heading_font := coalesce(p_brand ->> 'heading_font', brand.heading_font, 'funnel-display');
  brand.text_font := coalesce(p_brand ->> 'text_font', brand.text_font, 'funnel-sans');
  brand.corner := coalesce(p_brand ->> 'corner', brand.corner, 'soft');
  brand.shows_logo := coalesce((p_brand ->> 'shows_logo')::boolean, brand.shows_logo, false);
  brand.favicon := case when p_brand ? 'favicon' then nullif(p_brand ->> 'favicon', '') else brand.favicon end;
  brand.business_name := case
    when p_brand ? 'business_name' then nullif(btrim(regexp_replace(p_brand ->> 'business_name', '\s+', ' ', 'g')), '') else brand.business_name
  end;
  brand.address := case when p_brand ? 'address' then nullif(btrim(p_brand ->> 'address', E' \t\r\n'), '') else brand.address end;
  brand.privacy_url := private.parse_landing_link(p_brand, 'privacy_url', brand.privacy_url);
  brand.terms_url := private.parse_landing_link(p_brand, 'terms_url', brand.terms_url);
  brand.legal_notice_url := private.parse_landing_link(p_brand, 'legal_notice_url', brand.legal_notice_url);
  perform private.check_landing_text('The business name', brand.business_name, 200);
  perform private.check_landing_text('The address', brand.address, 500);
  return brand;
end
$$;
