-- An account's phone number and email address, once for all its pages. New pages take them from the brand.

alter table public.landing_brands
  add column phone text check (char_length(phone) <= 50),
  add column email text check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$');

comment on column public.landing_brands.business_name is 'The name in the footer and on new pages.';
comment on column public.landing_brands.address is 'The lines of the address in the footer and on new pages.';
comment on column public.landing_brands.phone is 'The phone number on new pages. The footer does not show it.';
comment on column public.landing_brands.email is 'The email address on new pages. The footer does not show it.';

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
  brand.phone := case when p_brand ? 'phone' then nullif(btrim(p_brand ->> 'phone'), '') else brand.phone end;
  brand.email := case when p_brand ? 'email' then nullif(btrim(p_brand ->> 'email'), '') else brand.email end;
  perform private.check_landing_text('The phone number', brand.phone, 50);
  perform private.check_landing_text('The email address', brand.email, 320);
  if not private.is_phone_number(brand.phone) then
    perform private.refuse('phone_invalid', '22023', 'Enter a valid phone number, such as +1 503 555 0148', 'phone');
  end if;
  if brand.email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', 'Enter a valid email address', 'email');
  end if;
  return brand;
end
$$;

create or replace function private.save_landing_brand(p_seen_revision integer, p_brand jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
  held public.landing_brands;
  brand public.landing_brands;
begin
  -- The first two people to save take turns, too.
  insert into public.landing_brands (account_id, revision) values (account, 0) on conflict do nothing;
  select known.* into held from public.landing_brands as known where known.account_id = account for update;
  brand := private.parse_landing_brand(p_brand, held);
  -- A repeated request, or nothing changed: it is already saved.
  if brand = held then return held.revision; end if;
  if held.revision <> coalesce(p_seen_revision, -1) then
    perform private.refuse(
      'outdated', 'PT409', format('%s just saved the brand', coalesce(private.person_name(held.updated_by), 'Someone')),
      p_more => jsonb_build_object('revision', held.revision, 'updated_at', held.updated_at)
    );
  end if;
  if brand.favicon is distinct from held.favicon and brand.favicon is not null and not exists (
    select from storage.objects as file
    where file.bucket_id = 'landing' and file.name = brand.favicon and private.picture_account(file.name) = account
      and file.metadata ->> 'mimetype' = 'image/png'
  ) then
    perform private.refuse('favicon_not_found', '22023', 'The icon must be a PNG file that is stored', 'favicon');
  end if;
  -- The look is the client's own. Words and links on published pages are what the agency approves.
  if (brand.business_name, brand.address, brand.privacy_url, brand.terms_url, brand.legal_notice_url)
    is distinct from (held.business_name, held.address, held.privacy_url, held.terms_url, held.legal_notice_url)
    and private.needs_approval(account) and exists (
      select from public.landing_pages as page where page.account_id = account and page.status = 'published' and page.theme = 'brand'
    ) then
    perform private.refuse(
      'approval_needed', '42501',
      'Your agency checks what your published pages say, so an admin changes their footer. Ask your agency to do this.'
    );
  end if;
  update public.landing_brands as saved
  set accent = brand.accent, page = brand.page, ink = brand.ink, heading_font = brand.heading_font, text_font = brand.text_font,
    corner = brand.corner, shows_logo = brand.shows_logo, favicon = brand.favicon, business_name = brand.business_name, address = brand.address,
    privacy_url = brand.privacy_url, terms_url = brand.terms_url, legal_notice_url = brand.legal_notice_url, phone = brand.phone, email = brand.email,
    revision = held.revision + 1, updated_by = auth.uid()
  where saved.account_id = account;
  return held.revision + 1;
end
$$;
