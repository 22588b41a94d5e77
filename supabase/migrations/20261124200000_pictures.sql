-- Pictures of landing pages, the agency's logo, and names that cannot be both a file and a folder.

alter table public.agency_settings
  add column logo text check (char_length(logo) <= 512),
  add column logo_width integer check (logo_width between 1 and 2000),
  add column logo_height integer check (logo_height between 1 and 2000),
  add column logo_plate boolean not null default false,
  add constraint agency_settings_logo_size check ((logo is null) = (logo_width is null) and (logo is null) = (logo_height is null));

comment on column public.agency_settings.logo is 'The name of the logo''s file in the bucket brand; null for the built-in mark.';
comment on column public.agency_settings.logo_width is 'The logo''s width in pixels.';
comment on column public.agency_settings.logo_height is 'The logo''s height in pixels.';
comment on column public.agency_settings.logo_plate is 'Whether the logo gets a white plate on dark backgrounds, because it is hard to see there.';

grant update (logo, logo_width, logo_height, logo_plate) on public.agency_settings to authenticated;

-- The agency's logo: a PNG in the bucket brand. The old files stay, because emails that people already have show them.

create function private.check_agency_logo() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.logo is not null and not exists (
    select from storage.objects as file
    where file.bucket_id = 'brand' and file.name = new.logo and file.metadata ->> 'mimetype' = 'image/png'
  ) then
    perform private.refuse('logo_not_found', '22023', 'The logo must be a PNG file that is stored', 'logo');
  end if;
  return new;
end
$$;

comment on function private.check_agency_logo() is 'Trigger: the logo is a stored PNG file, because emails and PDF files show no other format everywhere.';

create trigger check_agency_logo before insert or update of logo on public.agency_settings
for each row execute function private.check_agency_logo();

create function private.agency_logo() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('name', settings.logo, 'width', settings.logo_width, 'height', settings.logo_height, 'plate', settings.logo_plate)
  from public.agency_settings as settings where settings.logo is not null
$$;

comment on function private.agency_logo() is 'The agency''s logo as {name, width, height, plate}; null without one.';

create function private.is_agency_logo(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$ select exists (select from public.agency_settings as settings where settings.logo = p_name) $$;

comment on function private.is_agency_logo(text) is 'Whether a file in the bucket brand is the current logo.';

grant execute on function private.is_agency_logo(text) to authenticated;

create or replace function public.agency_contact() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
    'currency', settings.currency, 'logo', private.agency_logo())
  from public.agency_settings as settings
  where private.is_session_sufficient()
$$;

comment on function public.agency_contact() is
'Who sends the invoices and answers questions about them: {name, email, phone, address, currency, logo: {name, width, height, plate} or null}. For everybody who is signed in.';

create or replace function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everyone'),
    ('auth.users.role', 'the same word for everyone'),
    ('private.ip_salts', 'random, forgotten after a day'),
    ('private.checkouts.currency', 'a code'),
    ('private.checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.checkouts.status', 'a word of the product'),
    ('private.combined_checkouts.currency', 'a code'),
    ('private.combined_checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.dashboard_imports', 'ids and times'),
    ('private.erasures', 'ids and times'),
    ('private.landing_cache_version', 'a counter'),
    ('private.landing_visitors', 'hashes of one day, with a salt that is forgotten'),
    ('private.lead_counts.kind', 'a word of the product'),
    ('private.lead_import_rows.outcome', 'a word of the product'),
    ('private.lead_tags', 'labels of the team with counts; a label ends with its last lead'),
    ('private.lead_totals', 'counts'),
    ('private.mail_providers', 'the product''s own mail servers'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.removed_blobs', 'random ids'),
    ('private.removed_files', 'forgotten when the files are deleted'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'the agency''s pages'),
    ('public.landing_drafts', 'the agency''s pages'),
    ('public.landing_page_versions', 'the agency''s pages'),
    ('public.landing_pages', 'the agency''s pages'),
    ('public.landing_pictures', 'the agency''s pages'),
    ('public.landing_previews', 'hashes of links to the agency''s pages'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own'),
    ('storage.buckets', 'the product''s own')
  ) as entry (column_name, reason)
$$;

comment on function private.impersonal_columns() is 'Columns with words that are about no person, and why.';

-- The pictures of landing pages. Their files are in the bucket landing. Here is what editors say about them. A page keeps a copy
-- of it, so a change here alters no page.

create table public.landing_pictures (
  name text primary key check (char_length(name) between 1 and 512),
  alt text not null default '' check (char_length(alt) <= 500),
  is_decorative boolean not null default false,
  width integer not null check (width between 1 and 50000),
  height integer not null check (height between 1 and 50000),
  focus_x integer not null default 50 check (focus_x between 0 and 100),
  focus_y integer not null default 50 check (focus_y between 0 and 100),
  updated_at timestamptz not null default now()
);

comment on table public.landing_pictures is 'What editors say about the pictures in the bucket landing. It ends with the file.';
comment on column public.landing_pictures.name is 'The file''s name in the bucket landing.';
comment on column public.landing_pictures.alt is 'What the picture shows, for people who cannot see it.';
comment on column public.landing_pictures.is_decorative is 'Whether it only decorates, so that it needs no alternative text.';
comment on column public.landing_pictures.width is 'Its width in pixels.';
comment on column public.landing_pictures.height is 'Its height in pixels.';
comment on column public.landing_pictures.focus_x is 'The point that stays visible when it is cut: percent from the left.';
comment on column public.landing_pictures.focus_y is 'The same: percent from the top.';
comment on column public.landing_pictures.updated_at is 'When the row last changed.';

create trigger touch_updated_at before update on public.landing_pictures
for each row execute function private.touch_updated_at();

alter table public.landing_pictures enable row level security;

call private.require_sufficient_sessions('public.landing_pictures');

grant select, insert, update, delete on public.landing_pictures to service_role;
grant select, insert (name, alt, is_decorative, width, height, focus_x, focus_y),
  update (name, alt, is_decorative, width, height, focus_x, focus_y)
on public.landing_pictures to authenticated;

create policy "Admins read the details of pictures" on public.landing_pictures
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Admins add details of stored pictures" on public.landing_pictures
for insert to authenticated with check (
  (select private.has_active_role('admin'))
  and exists (select from storage.objects as file where file.bucket_id = 'landing' and file.name = landing_pictures.name)
);

create policy "Admins change the details of stored pictures" on public.landing_pictures
for update to authenticated using ((select private.has_active_role('admin')))
with check (
  (select private.has_active_role('admin'))
  and exists (select from storage.objects as file where file.bucket_id = 'landing' and file.name = landing_pictures.name)
);

call private.watch('public.landing_pictures', 'name');

create function private.follow_landing_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.bucket_id = 'landing' then
    update public.landing_pictures as picture set name = new.name where picture.name = old.name;
  else
    delete from public.landing_pictures as picture where picture.name = old.name;
  end if;
  return null;
end
$$;

comment on function private.follow_landing_file() is 'Trigger: the details of a picture follow its file.';

create trigger follow_landing_file after delete on storage.objects
for each row when (old.bucket_id = 'landing') execute function private.follow_landing_file();

create trigger follow_moved_landing_file after update of name, bucket_id on storage.objects
for each row when (old.bucket_id = 'landing' and (old.name, old.bucket_id) is distinct from (new.name, new.bucket_id))
execute function private.follow_landing_file();

create function public.search_landing_pictures(p_query text default '', p_limit integer default 60, p_offset integer default 0)
returns table (
  name text, bytes bigint, alt text, is_decorative boolean, width integer, height integer, focus_x integer, focus_y integer,
  created_at timestamptz, total bigint
)
language sql stable
set search_path = ''
as $$
  select file.name, (file.metadata ->> 'size')::bigint, picture.alt, picture.is_decorative, picture.width, picture.height, picture.focus_x,
    picture.focus_y, file.created_at, count(*) over ()
  from storage.objects as file left join public.landing_pictures as picture on picture.name = file.name
  where file.bucket_id = 'landing'
    and strpos(lower(concat_ws(' ', file.name, picture.alt)), lower(left(btrim(coalesce(p_query, '')), 200))) > 0
  order by file.created_at desc, file.name
  limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0)
$$;

comment on function public.search_landing_pictures(text, integer, integer) is
'The files in the bucket landing with their details, newest first, with the total of all matches. The details are null until an editor gives them. Admins find something, others nothing.';

create function private.picture_address(p_name text) returns text
language sql immutable parallel safe
set search_path = ''
as $$ select '/public/landing/' || replace(p_name, ' ', '%20') $$;

comment on function private.picture_address(text) is 'How the addresses of a picture end, in a page''s HTML and CSS.';

create function private.is_landing_picture_used(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.landing_pages as page
    where page.status = 'published' and strpos(concat(page.content, page.custom_css, page.custom_js), private.picture_address(p_name)) > 0
  ) or exists (
    select from public.landing_drafts as draft
    where strpos(concat(draft.content, draft.custom_css, draft.custom_js), private.picture_address(p_name)) > 0
  )
$$;

comment on function private.is_landing_picture_used(text) is 'Whether a published page or a draft shows this picture.';

grant execute on function private.is_landing_picture_used(text) to authenticated;

create function public.landing_picture_uses(p_name text) returns table (page_id uuid, title text, is_live boolean)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select draft.page_id, draft.title, page.is_live
  from public.landing_drafts as draft cross join lateral (
    select coalesce(bool_or(strpos(concat(live.content, live.custom_css, live.custom_js), private.picture_address(p_name)) > 0), false) as is_live
    from public.landing_pages as live where live.id = draft.page_id and live.status = 'published'
  ) as page
  where page.is_live or strpos(concat(draft.content, draft.custom_css, draft.custom_js), private.picture_address(p_name)) > 0
  order by draft.title, draft.page_id;
end
$$;

comment on function public.landing_picture_uses(text) is
'The pages whose draft or published version shows this picture. While there is one, nobody deletes or replaces it. Admins only.';

grant execute on function public.search_landing_pictures(text, integer, integer) to authenticated;
grant execute on function public.landing_picture_uses(text) to authenticated;

drop policy "Admins replace landing pictures" on storage.objects;

create policy "Admins replace landing pictures that no page shows" on storage.objects
for update to authenticated
using (bucket_id = 'landing' and (select private.has_active_role('admin')) and not (select private.is_landing_picture_used(name)))
with check (bucket_id = 'landing' and (select private.has_active_role('admin')));

drop policy "Admins delete landing pictures" on storage.objects;

create policy "Admins delete landing pictures that no page shows" on storage.objects
for delete to authenticated using (
  bucket_id = 'landing' and (select private.has_active_role('admin')) and not (select private.is_landing_picture_used(name))
);

drop policy "Admins replace brand files" on storage.objects;

create policy "Admins replace brand files except the logo" on storage.objects
for update to authenticated
using (bucket_id = 'brand' and (select private.has_active_role('admin')) and not (select private.is_agency_logo(name)))
with check (bucket_id = 'brand' and (select private.has_active_role('admin')));

drop policy "Admins delete brand files" on storage.objects;

create policy "Admins delete brand files except the logo" on storage.objects
for delete to authenticated using (
  bucket_id = 'brand' and (select private.has_active_role('admin')) and not (select private.is_agency_logo(name))
);

-- A name cannot be both a file and a folder: a store on a disk could not hold both.

create function private.refuse_file_as_folder() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  taken text;
  parts text[] := string_to_array(new.name, '/');
begin
  -- Of two uploads at the same time, the second one waits here until the first one is stored, and then sees it. Every upload
  -- takes this lock anyway (file-usage.sql).
  perform private.lock_quota('all_file_bytes', 'all');
  select file.name into taken from storage.objects as file
  where file.bucket_id = new.bucket_id and file.name = any (
    select array_to_string(parts[1 : depth], '/') from generate_series(1, cardinality(parts) - 1) as depth
  ) limit 1;
  if found then
    perform private.refuse('file_not_folder', 'PT409', format('%s is a file and can''t be a folder', taken), 'name');
  end if;
  -- 0 follows / in the order of bytes, so this range is what begins with the name and a slash.
  if exists (
    select from storage.objects as file
    where file.bucket_id = new.bucket_id and file.name operator(pg_catalog.~>=~) (new.name || '/') and file.name operator(pg_catalog.~<~) (new.name || '0')
  ) then
    perform private.refuse('folder_not_file', 'PT409', format('%s is a folder that has files', new.name), 'name');
  end if;
  return null;
end
$$;

comment on function private.refuse_file_as_folder() is 'Trigger: PT409 for a name that is already a folder, or whose folder is already a file.';

create trigger refuse_file_as_folder after insert or update of name, bucket_id on storage.objects
for each row execute function private.refuse_file_as_folder();
