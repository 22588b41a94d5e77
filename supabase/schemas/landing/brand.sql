-- The brand of an account: the look and the footer of all its landing pages with the theme 'brand'. Pages don't copy it, so one
-- change is live on all of them. What is missing comes from the account (its color) or from the theme Paper.

create table public.landing_brands (
  account_id uuid primary key references public.accounts (id),
  accent text check (char_length(accent) <= 7 and accent ~ '^#[0-9a-f]{6}$'),
  page text check (char_length(page) <= 7 and page ~ '^#[0-9a-f]{6}$'),
  ink text check (char_length(ink) <= 7 and ink ~ '^#[0-9a-f]{6}$'),
  heading_font text not null default 'funnel-display' check (char_length(heading_font) <= 40 and heading_font ~ '^[a-z0-9-]+$'),
  text_font text not null default 'funnel-sans' check (char_length(text_font) <= 40 and text_font ~ '^[a-z0-9-]+$'),
  corner text not null default 'soft' check (char_length(corner) <= 10 and corner in ('sharp', 'soft', 'round')),
  shows_logo boolean not null default false,
  favicon text check (char_length(favicon) <= 512),
  business_name text check (char_length(business_name) <= 200),
  address text check (char_length(address) <= 500),
  privacy_url text check (char_length(privacy_url) <= 2000 and privacy_url ~* '^https?://'),
  terms_url text check (char_length(terms_url) <= 2000 and terms_url ~* '^https?://'),
  legal_notice_url text check (char_length(legal_notice_url) <= 2000 and legal_notice_url ~* '^https?://'),
  revision integer not null default 1,
  updated_by uuid references auth.users (id) on delete set null,
  updated_at timestamptz not null default now(),
  phone text check (char_length(phone) <= 50),
  email text check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$')
);

comment on table public.landing_brands is 'How an account''s landing pages look that follow its brand, and what is below them.';
comment on column public.landing_brands.account_id is 'The account.';
comment on column public.landing_brands.accent is 'The color of buttons and links as #rrggbb; null for the account''s color.';
comment on column public.landing_brands.page is 'The background as #rrggbb; null for the one of Paper.';
comment on column public.landing_brands.ink is 'The color of text as #rrggbb; null for the one of Paper.';
comment on column public.landing_brands.heading_font is 'The font of headings (private.landing_fonts).';
comment on column public.landing_brands.text_font is 'The font of everything else.';
comment on column public.landing_brands.corner is 'sharp, soft or round.';
comment on column public.landing_brands.shows_logo is 'Whether the account''s logo is at the top.';
comment on column public.landing_brands.favicon is 'The name of a PNG file in the bucket landing, in the account''s folder; null without one.';
comment on column public.landing_brands.business_name is 'The name in the footer and on new pages.';
comment on column public.landing_brands.address is 'The lines of the address in the footer and on new pages.';
comment on column public.landing_brands.privacy_url is 'Where the privacy policy is.';
comment on column public.landing_brands.terms_url is 'Where the terms are.';
comment on column public.landing_brands.legal_notice_url is 'Where the legal notice is.';
comment on column public.landing_brands.revision is 'Grows with each save. A save names the revision that its editor saw.';
comment on column public.landing_brands.updated_by is 'Who saved last.';
comment on column public.landing_brands.updated_at is 'When.';
comment on column public.landing_brands.phone is 'The phone number on new pages. The footer does not show it.';
comment on column public.landing_brands.email is 'The email address on new pages. The footer does not show it.';

create index landing_brands_updated_by_idx on public.landing_brands (updated_by);

create trigger touch_updated_at before update on public.landing_brands
for each row execute function private.touch_updated_at();

create trigger bump_landing_version after insert or update or delete on public.landing_brands
for each statement execute function private.bump_landing_version();

-- Pages that follow the brand show the account's color and logo.
create trigger bump_landing_version after update on public.accounts
for each row when (
  (old.name, old.accent, old.logo, old.logo_width, old.logo_height, old.logo_plate)
  is distinct from (new.name, new.accent, new.logo, new.logo_width, new.logo_height, new.logo_plate)
) execute function private.bump_landing_version();

create trigger bump_landing_version after update on public.agency_settings
for each row when (
  (old.accent, old.logo, old.logo_width, old.logo_height, old.logo_plate)
  is distinct from (new.accent, new.logo, new.logo_width, new.logo_height, new.logo_plate)
) execute function private.bump_landing_version();

alter table public.landing_brands enable row level security;

call private.require_sufficient_sessions('public.landing_brands');

grant select, insert, update, delete on public.landing_brands to service_role;
grant select on public.landing_brands to authenticated;

create policy "People read the brand of the account whose pages they read" on public.landing_brands
for select to authenticated using (account_id = (select private.pages_workspace()));

call private.watch('public.landing_brands', 'account_id');

create function private.landing_fonts() returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array['archivo', 'bricolage-grotesque', 'dm-sans', 'fraunces', 'funnel-display', 'funnel-sans', 'nunito', 'playfair-display', 'source-sans-3']
$$;

comment on function private.landing_fonts() is 'The fonts that landing pages can have. domain/landing/fonts.ts has the same.';

create function private.landing_brand_of(p_account uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(
    (select to_jsonb(held) from public.landing_brands as held where held.account_id = p_account),
    -- A brand that nobody has saved.
    to_jsonb(jsonb_populate_record(null::public.landing_brands, jsonb_build_object(
      'heading_font', 'funnel-display', 'text_font', 'funnel-sans', 'corner', 'soft', 'shows_logo', false, 'revision', 0
    )))
  ) - '{account_id,updated_by,updated_at}'::text[] || jsonb_build_object('account', (
    select jsonb_build_object(
      'name', account.name,
      'accent', case when account.kind = 'agency' then (select settings.accent from public.agency_settings as settings) else account.accent end,
      'logo', case when account.kind = 'agency' then private.agency_logo() when account.logo is not null then jsonb_build_object(
        'name', account.logo, 'width', account.logo_width, 'height', account.logo_height, 'plate', account.logo_plate
      ) end
    ) from public.accounts as account where account.id = p_account
  ))
$$;

comment on function private.landing_brand_of(uuid) is
'An account''s brand as pages are rendered with it: the columns of landing_brands (revision 0 if nobody has saved it) and account: {name, accent, logo: {name, width, height, plate} or null}.';

create function private.landing_brand() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_pages();
begin
  return private.landing_brand_of(account) || jsonb_build_object(
    'live_pages', (
      select count(*) from public.landing_pages as page where page.account_id = account and page.status = 'published' and page.theme = 'brand'
    ),
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('id', page.id, 'title', page.title, 'is_live', page.is_live) order by page.title, page.id)
      from (
        select draft.page_id as id, draft.title, live.status = 'published' and live.theme = 'brand' as is_live
        from public.landing_drafts as draft join public.landing_pages as live on live.id = draft.page_id
        where draft.account_id = account and (draft.theme = 'brand' or live.status = 'published' and live.theme = 'brand')
        order by draft.title, draft.page_id limit 500
      ) as page
    ), '[]'),
    'asks_for_footer', private.needs_approval(account)
  );
end
$$;

create function public.landing_brand() returns jsonb
language sql stable
set search_path = ''
return private.landing_brand();

comment on function public.landing_brand() is
'The workspace''s brand (private.landing_brand_of), the number of published pages that follow it, all pages that do as [{id, title, is_live}], and asks_for_footer: whether the agency approves the caller''s words. For people who read the pages.';

create function private.parse_landing_link(p_brand jsonb, p_field text, p_held text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  address constant text := case when p_brand ? p_field then nullif(btrim(p_brand ->> p_field), '') else p_held end;
begin
  if address !~* '^https?://[^\s/?#@\\]+([/?#][^\s\\]*)?$' or address ~ '[[:cntrl:]]' or char_length(address) > 2000 then
    perform private.refuse('url_invalid', '22023', 'Enter a link that starts with https://', p_field);
  end if;
  return address;
end
$$;

comment on function private.parse_landing_link(jsonb, text, text) is 'An address of a brand''s footer: the given one, else the one that it has. 22023: not http or https.';

create function private.parse_landing_brand(p_brand jsonb, p_held public.landing_brands) returns public.landing_brands
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

comment on function private.parse_landing_brand(jsonb, public.landing_brands) is
'The brand with the given fields, checked. 22023: what cannot be stored.';

create function private.save_landing_brand(p_seen_revision integer, p_brand jsonb) returns integer
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

create function public.save_landing_brand(p_seen_revision integer, p_brand jsonb) returns integer
language sql volatile
set search_path = ''
return private.save_landing_brand(p_seen_revision, p_brand);

comment on function public.save_landing_brand(integer, jsonb) is
'Saves the given fields of the workspace''s brand and returns its revision. All published pages that follow it change. For people who write pages. 42501 (approval_needed): the footer of published pages, by a client whose agency approves what it publishes. PT409 (outdated): saved since p_seen_revision. 22023: what cannot be stored.';

grant execute on function public.landing_brand() to authenticated;
grant execute on function private.landing_brand() to authenticated;
grant execute on function public.save_landing_brand(integer, jsonb) to authenticated;
grant execute on function private.save_landing_brand(integer, jsonb) to authenticated;
