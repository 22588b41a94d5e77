-- The brand of an account's landing pages (landing/brand.sql).

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
  updated_at timestamptz not null default now()
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
comment on column public.landing_brands.business_name is 'The name in the footer.';
comment on column public.landing_brands.address is 'The lines of the address in the footer.';
comment on column public.landing_brands.privacy_url is 'Where the privacy policy is.';
comment on column public.landing_brands.terms_url is 'Where the terms are.';
comment on column public.landing_brands.legal_notice_url is 'Where the legal notice is.';
comment on column public.landing_brands.revision is 'Grows with each save. A save names the revision that its editor saw.';
comment on column public.landing_brands.updated_by is 'Who saved last.';
comment on column public.landing_brands.updated_at is 'When.';

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
      perform private.refuse('unknown_choice', '22023', 'Choose a font of the list', field);
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
    privacy_url = brand.privacy_url, terms_url = brand.terms_url, legal_notice_url = brand.legal_notice_url,
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

-- The icon of pages is in use, and pages are served with the brand.
create or replace function private.is_landing_picture_used(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  with picture (account_id) as (select nullif(private.picture_account(p_name), private.agency_account()))
  select exists (
    select from public.landing_pages as page, picture
    where page.status = 'published' and page.account_id = coalesce(picture.account_id, page.account_id) and strpos(concat(page.content, page.custom_css, page.custom_js), private.picture_address(p_name)) > 0
  ) or exists (
    select from public.landing_drafts as draft, picture
    where draft.account_id = coalesce(picture.account_id, draft.account_id) and strpos(concat(draft.content, draft.custom_css, draft.custom_js), private.picture_address(p_name)) > 0
  ) or exists (
    select from public.landing_brands as brand where brand.favicon = p_name
  )
$$;

comment on function private.is_landing_picture_used(text) is 'Whether a published page or a draft shows this picture, or it is the icon of an account''s pages. A client''s picture counts on the pages of its account only, so that nobody learns of another client''s pages; the agency''s counts on all.';

create or replace function private.landing_page_to_serve(p_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', page.id, 'slug', page.slug, 'version', page.version, 'title', page.title, 'description', page.description, 'hide_title', page.hide_title,
    'content', page.content, 'theme', page.theme, 'custom_css', page.custom_css, 'custom_js', page.custom_js,
    'custom_domain', page.custom_domain, 'updated_at', page.updated_at,
    'account', (select account.slug from public.accounts as account where account.id = page.account_id),
    'brand', private.landing_brand_of(page.account_id),
    'test', (
      select jsonb_build_object('id', test.id, 'seed', secret.seed, 'only_source', test.only_source, 'variants', (
        select jsonb_agg(jsonb_build_object('weight', variant.weight, 'version', past.number, 'title', past.title, 'description', past.description,
          'hide_title', past.hide_title, 'content', past.content, 'theme', past.theme, 'custom_css', past.custom_css, 'custom_js', past.custom_js
        ) order by variant.place)
        from public.landing_test_variants as variant
        join public.landing_page_versions as past on past.page_id = variant.page_id and past.number = variant.version
        where variant.test_id = test.id
      ))
      from public.landing_tests as test join private.landing_test_seeds as secret on secret.test_id = test.id
      where test.page_id = page.id and test.state = 'running'
    ))
  from public.landing_pages as page where page.id = p_id and page.status = 'published'
$$;

comment on function public.landing_page_to_serve(uuid) is 'A published page as it is served, with its account''s brand, the variants and the seed of its running test; null when it is not published.';

create or replace function private.landing_preview_to_serve(p_token text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', draft.page_id, 'slug', draft.slug, 'version', 0, 'title', draft.title, 'description', draft.description, 'hide_title', draft.hide_title,
    'content', draft.content, 'theme', draft.theme, 'custom_css', draft.custom_css, 'custom_js', draft.custom_js,
    'brand', private.landing_brand_of(draft.account_id))
  from public.landing_previews as link join public.landing_drafts as draft on draft.page_id = link.page_id
  where link.token_hash = sha256(convert_to(p_token, 'UTF8')) and link.revoked_at is null and link.expires_at > now()
$$;

-- An erased person's business leaves nothing under its pages.
create or replace function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (lower(held.payload::text || ' ' || held.dedupe_key) ~ ($1).pattern
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or held.table_name = 'accounts' and private.is_workspace_of(private.parse_uuid(held.row_id), $1)
      -- What was prepared for their account named nobody.
      or held.table_name in ('client_dashboards', 'invoices', 'landing_brands', 'retainers')
        and private.is_workspace_of(private.parse_uuid(coalesce(held.before, held.after) ->> 'account_id'), $1)
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or lower(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text)) ~ ($1).pattern$w$, 'cleared',
      '{"before": "null", "after": "null", "subject": "null", "row_id": "case when held.row_id ~ ''^[0-9a-f-]{36}( [a-z]+)?$'' then held.row_id else ''erased'' end", "actor_email": "case when held.actor_id = any (($1).accounts) then null else held.actor_email end"}',
      'Copies in the audit log', 'Entries stay with their time and author. Their content is removed.'),
    -- Entries about others stay. Only the person's address goes.
    (21, 'public.audit_log', 'held.actor_id = any (($1).accounts)', 'cleared', '{"actor_email": "null"}', null, null),
    (30, 'private.lead_import_rows', $w$held.lead_id = any (($1).leads) or held.email_key = any (($1).emails)
      -- Offices share phone numbers, so a number alone does not identify a person.
      or held.lead_id is null and held.email_key is null and held.phone_key = any (($1).phones) and exists (
        select from public.leads as own where own.id = any (($1).leads)
          and lower(concat_ws(' ', own.first_name, own.last_name)) = lower(concat_ws(' ', held.fields ->> 'first_name', held.fields ->> 'last_name')))$w$, 'cleared',
      '{"fields": "''{}''", "email_key": "null", "phone_key": "null", "before": "null", "after": "null", "lead_id": "null", "problem": "case when held.outcome is null or held.problem is not null then ''Erased'' end"}',
      'Rows of imported files', null),
    (40, 'public.lead_batches', $w$exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id = any (($1).leads))
      and (held.kind = 'merge' or not exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id <> all (($1).leads)))$w$,
      'cleared', '{"changes": "''{}''", "undone_at": "coalesce(held.undone_at, now())"}', 'Changes that could be undone', null),
    (50, 'private.lead_batch_rows', $w$held.lead_id = any (($1).leads) or exists (
      select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
      where noted.batch_id = held.batch_id and batch.kind = 'merge' and noted.lead_id = any (($1).leads))$w$, 'deleted', '{}',
      'Undo copies, including merges', null),
    (60, 'public.lead_tasks', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Tasks', null),
    (65, 'public.bookings', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"name": "''Erased person''", "email": "''''", "phone": "null", "answers": "''{}''", "location_details": "''''"}', 'Booked calls',
      'Time, type and outcome stay for reports.'),
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (149, 'public.landing_submission_files', $w$exists (select from public.landing_submissions as sent where sent.id = held.submission_id
      and (sent.lead_id = any (($1).leads) or sent.lead_id is null and lower(sent.answers::text) ~ ($1).pattern))$w$, 'deleted', '{}',
      'Files sent with landing page forms', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and lower(held.answers::text) ~ ($1).pattern$w$, 'cleared',
      '{"answers": "''{}''", "utm": "''{}''", "referrer_url": "null", "ip_hash": "null", "source": "private.neutral_source(held.source, held.page_id, $1)"}',
      'Landing page submissions', 'The submission still counts in page reports. All answers are removed.'),
    -- When the last person of a company or campaign is erased, its name leaves earlier tombstones too.
    (155, 'public.leads', $w$held.erased_at is not null and held.company is not null
      and exists (select from public.leads as own where own.id = any (($1).leads) and own.company = held.company)$w$, 'cleared',
      '{"company": "private.neutral_company(held.company, $1)"}', null, null),
    (156, 'public.leads', $w$held.erased_at is not null and held.first_touch is not null and exists (select from public.leads as own
      where own.id = any (($1).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(held.first_touch ->> 'utm_campaign'))$w$, 'cleared',
      '{"first_touch": "private.neutral_touch(held.first_touch, $1)"}', null, null),
    (160, 'public.leads', 'held.id = any (($1).leads)', 'cleared',
      (
        select jsonb_object_agg(known.field, case known.kind when 'list' then '''{}''' else 'null' end)
        from private.lead_fields as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words) and held.account_id in (select lead.account_id from public.leads as lead where lead.id = any (($1).leads))', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (195, 'storage.objects', $w$held.bucket_id = 'avatars' and split_part(held.name, '/', 1) = any (($1).accounts::text[])
      or held.bucket_id = 'attachments' and (held.owner_id = any (($1).accounts::text[]) or exists (
        select from public.change_requests as asked where asked.id = private.folder_id(held.name)
          and (asked.user_id = any (($1).accounts) or lower(asked.message) ~ ($1).pattern)))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (196, 'storage.objects', $w$held.bucket_id = 'brand' and private.is_workspace_of(private.folder_id(held.name), $1)$w$, 'deleted', '{}', 'Logos of such workspaces', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and lower(asked.message) ~ ($1).pattern)$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Replies to requests about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and lower(held.message) ~ ($1).pattern$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or lower(held.business_name) ~ ($1).pattern then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts) or held.owner_id is null and private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (243, 'public.calendar_subscriptions', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Subscribed calendars', null),
    (244, 'private.calendar_feeds', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (245, 'public.rotas', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Working hours', null),
    (246, 'public.absences', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Absences', null),
    (247, 'private.pool_turns', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (242, 'private.recovery_codes', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    -- Drafts that were prepared for an account name nobody yet.
    (250, 'public.retainers', $w$(held.client_id = any (($1).accounts) and held.status = 'pending' or held.client_id is null and private.is_workspace_of(held.account_id, $1))
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id
      and (draft.client_id = any (($1).accounts) or draft.client_id is null and private.is_workspace_of(draft.account_id, $1))
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$(held.client_id = any (($1).accounts) or held.client_id is null and private.is_workspace_of(held.account_id, $1)) and held.status = 'draft'
      and not exists (select from public.retainer_charges as charge where charge.invoice_id = held.id)$w$, 'deleted', '{}', 'Invoice drafts', null),
    (253, 'public.invoices', $w$held.client_id = any (($1).accounts) and (held.status <> 'draft'
      or exists (select from public.retainer_charges as charge where charge.invoice_id = held.id))$w$, 'kept',
      '{"invoice_number": null, "description": null, "currency": null}', 'Invoices, including the client''s name and company',
      'Required by tax law, in most countries for up to ten years.'),
    (254, 'public.invoice_lines', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"description": null}', 'Invoice lines', 'Part of the invoices.'),
    (255, 'public.invoice_credits', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"reason": null}', 'Invoice credits', 'Part of the invoices.'),
    (256, 'public.invoice_events', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"kind": null, "note": null, "method": null}', 'Invoice history', 'Required by tax law.'),
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null}', 'Payments',
      'Required by tax law. The reference points to the payment provider.'),
    (258, 'public.retainers', 'held.client_id = any (($1).accounts)', 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Ended retainers',
      'Invoices refer to them.'),
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null, "address": null, "tax_id": null}', null,
      'The recipient on invoices, required by tax law.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Payment provider reference', 'Contains no name. Also delete the customer at the provider when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (262, 'private.combined_checkouts', 'held.client_id = any (($1).accounts)', 'cleared', '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'lower(held.key) ~ ($1).pattern', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (273, 'private.file_usage', 'held.owner = any (($1).accounts::text[])', 'deleted', '{}', 'Storage counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$lower(held.payload::text) ~ ($1).pattern
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
    (319, 'public.landing_brands', 'private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Names and addresses under the pages of such workspaces', null),
    -- The leads of the account are other people's. They stay, in an archived account without a name.
    (320, 'public.accounts', 'private.is_workspace_of(held.id, $1)', 'cleared',
      '{"name": "''Erased account''", "slug": "''erased-'' || held.id", "archived_at": "coalesce(held.archived_at, now())", "logo": "null", "logo_width": "null", "logo_height": "null"}',
      'Workspaces of this person alone', 'The workspace is archived without its name. Its leads are other people.'),
    (325, 'public.account_members', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Memberships', null),
    (326, 'public.account_loans', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "billing_address": "null", "tax_id": "null", "erased_at": "now()"}', 'Profiles', 'An empty profile stays so that counts stay correct.'),
    (350, 'auth.users', 'held.id = any (($1).accounts)', 'cleared',
      $s${"email": "'erased-' || held.id || '@erased.invalid'", "encrypted_password": "null", "phone": "null", "email_confirmed_at": "null", "phone_confirmed_at": "null",
        "confirmation_token": "left(held.confirmation_token, 0)", "recovery_token": "left(held.recovery_token, 0)", "email_change": "left(held.email_change, 0)",
        "email_change_token_new": "left(held.email_change_token_new, 0)", "email_change_token_current": "left(held.email_change_token_current, 0)",
        "phone_change": "left(held.phone_change, 0)", "phone_change_token": "left(held.phone_change_token, 0)", "reauthentication_token": "left(held.reauthentication_token, 0)",
        "raw_app_meta_data": "'{}'", "raw_user_meta_data": "'{}'", "banned_until": "'2999-12-31'"}$s$::jsonb,
      'Accounts', 'The account ID stays without name, address or password. It appears as "Erased person" in entries about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Authenticator apps' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;
