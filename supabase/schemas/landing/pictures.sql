-- The pictures of landing pages. Their files are in the bucket landing. Here is what editors say about them. A page keeps a copy
-- of it, so a change here alters no page. The files of a client are in a folder with the id of its account; all others are the
-- agency's.

create table public.landing_pictures (
  name text primary key check (char_length(name) between 1 and 512),
  alt text not null default '' check (char_length(alt) <= 500),
  is_decorative boolean not null default false,
  width integer not null check (width between 1 and 50000),
  height integer not null check (height between 1 and 50000),
  focus_x integer not null default 50 check (focus_x between 0 and 100),
  focus_y integer not null default 50 check (focus_y between 0 and 100),
  updated_at timestamptz not null default now(),
  account_id uuid not null default private.agency_account() references public.accounts (id)
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
comment on column public.landing_pictures.account_id is 'The account whose folder has the file.';

create index landing_pictures_account_id_idx on public.landing_pictures (account_id);

create function private.picture_account(p_name text) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select coalesce(
    (select account.id from public.accounts as account where account.id = private.folder_id(p_name)), private.agency_account()
  )
$$;

comment on function private.picture_account(text) is 'The account of a file in the bucket landing: its first folder; without one, the agency.';

create function private.reads_picture(p_name text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.reads_pages_of(private.picture_account(p_name));
end
$$;

comment on function private.reads_picture(text) is 'Whether the caller reads the pages of the account that this file is of.';

create function private.writes_picture(p_name text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.writes_pages_of(private.picture_account(p_name));
end
$$;

comment on function private.writes_picture(text) is 'Whether the caller writes the pages of the account that this file is of.';

grant execute on function private.reads_picture(text) to authenticated;
grant execute on function private.writes_picture(text) to authenticated;

create function private.take_account_of_picture() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.account_id := private.picture_account(new.name);
  return new;
end
$$;

comment on function private.take_account_of_picture() is 'Trigger: the details of a picture belong to the account of its file.';

create trigger take_account_of_picture before insert or update of name on public.landing_pictures
for each row execute function private.take_account_of_picture();

create trigger touch_updated_at before update on public.landing_pictures
for each row execute function private.touch_updated_at();

alter table public.landing_pictures enable row level security;

call private.require_sufficient_sessions('public.landing_pictures');

grant select, insert, update, delete on public.landing_pictures to service_role;
grant select, insert (name, alt, is_decorative, width, height, focus_x, focus_y),
  update (name, alt, is_decorative, width, height, focus_x, focus_y)
on public.landing_pictures to authenticated;

create policy "People read the details of their account's pictures" on public.landing_pictures
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "Page writers add details of stored pictures" on public.landing_pictures
for insert to authenticated with check (
  account_id = (select private.pages_workspace()) and (select private.writes_pages())
  and exists (select from storage.objects as file where file.bucket_id = 'landing' and file.name = landing_pictures.name)
);

create policy "Page writers change the details of stored pictures" on public.landing_pictures
for update to authenticated
using (account_id = (select private.pages_workspace()) and (select private.writes_pages()))
with check (
  account_id = (select private.pages_workspace()) and (select private.writes_pages())
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

create function private.search_landing_pictures(p_query text, p_limit integer, p_offset integer)
returns table (
  name text, bytes bigint, alt text, is_decorative boolean, width integer, height integer, focus_x integer, focus_y integer,
  created_at timestamptz, total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.pages_workspace();
begin
  return query
  select file.name, (file.metadata ->> 'size')::bigint, picture.alt, picture.is_decorative, picture.width, picture.height, picture.focus_x,
    picture.focus_y, file.created_at, count(*) over ()
  from storage.objects as file left join public.landing_pictures as picture on picture.name = file.name
  where file.bucket_id = 'landing' and (account = private.agency_account() or starts_with(file.name, account || '/'))
    and private.picture_account(file.name) = account
    and strpos(lower(concat_ws(' ', file.name, picture.alt)), lower(left(btrim(coalesce(p_query, '')), 200))) > 0
  order by file.created_at desc, file.name
  limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0);
end
$$;

create function public.search_landing_pictures(p_query text default '', p_limit integer default 60, p_offset integer default 0)
returns table (
  name text, bytes bigint, alt text, is_decorative boolean, width integer, height integer, focus_x integer, focus_y integer,
  created_at timestamptz, total bigint
)
language sql stable
set search_path = ''
return private.search_landing_pictures(p_query, p_limit, p_offset);

comment on function public.search_landing_pictures(text, integer, integer) is
'The workspace''s files in the bucket landing with their details, newest first, with the total of all matches. The details are null until an editor gives them.';

create function private.picture_address(p_name text) returns text
language sql immutable parallel safe
set search_path = ''
as $$ select '/public/landing/' || replace(p_name, ' ', '%20') $$;

comment on function private.picture_address(text) is 'How the addresses of a picture end, in a page''s HTML and CSS.';

create function private.is_landing_picture_used(p_name text) returns boolean
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

grant execute on function private.is_landing_picture_used(text) to authenticated;

create function private.landing_picture_uses(p_name text) returns table (page_id uuid, title text, is_live boolean)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_pages();
begin
  return query
  select draft.page_id, draft.title, page.is_live
  from public.landing_drafts as draft cross join lateral (
    select coalesce(bool_or(strpos(concat(live.content, live.custom_css, live.custom_js), private.picture_address(p_name)) > 0), false) as is_live
    from public.landing_pages as live where live.id = draft.page_id and live.status = 'published'
  ) as page
  where draft.account_id = account
    and (page.is_live or strpos(concat(draft.content, draft.custom_css, draft.custom_js), private.picture_address(p_name)) > 0)
  order by draft.title, draft.page_id;
end
$$;

create function public.landing_picture_uses(p_name text) returns table (page_id uuid, title text, is_live boolean)
language sql stable
set search_path = ''
return private.landing_picture_uses(p_name);

comment on function public.landing_picture_uses(text) is
'The workspace''s pages whose draft or published version shows this picture. While any account has one, nobody deletes or replaces it.';

grant execute on function public.search_landing_pictures(text, integer, integer) to authenticated;
grant execute on function private.search_landing_pictures(text, integer, integer) to authenticated;
grant execute on function public.landing_picture_uses(text) to authenticated;
grant execute on function private.landing_picture_uses(text) to authenticated;
