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
