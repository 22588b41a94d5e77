-- The product's buckets and who may do what with their files. Supabase Storage provides the tables: a hosted project has them,
-- the host creates them elsewhere (server/database/storage-tables.ts). Only the service role changes buckets.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
('landing', 'landing', true, 10485760, '{image/png,image/jpeg,image/webp,image/avif,image/gif}'),
('brand', 'brand', true, 5242880, '{image/png,image/jpeg,image/webp}'),
('avatars', 'avatars', false, 5242880, '{image/png,image/jpeg,image/webp}'),
('attachments', 'attachments', false, 26214400, '{
  image/png,image/jpeg,image/webp,image/gif,application/pdf,text/plain,text/csv,application/zip,
  application/vnd.openxmlformats-officedocument.wordprocessingml.document,
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,
  application/vnd.openxmlformats-officedocument.presentationml.presentation
}'),
('submissions', 'submissions', false, 10485760, '{
  image/png,image/jpeg,image/webp,application/pdf,text/plain,text/csv,
  application/vnd.openxmlformats-officedocument.wordprocessingml.document,
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
}')
on conflict (id) do nothing;

call private.require_sufficient_sessions('storage.objects');

create function private.folder_id(p_name text) returns uuid
language sql immutable
set search_path = ''
as $$
  select case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then left(p_name, 36)::uuid end
$$;

comment on function private.folder_id(text) is 'The id that names the first folder of a file; null if it is not an id.';

-- Landing pages: a public bucket, with a folder for each client's account. Visitors read its files by their address and cannot list them. A picture that a page shows stays
-- as it is, so that published pages never lose a picture.

create policy "People read the pictures of accounts whose pages they read" on storage.objects
for select to authenticated using (bucket_id = 'landing' and (select private.reads_picture(name)));

create policy "Page writers add pictures to their account" on storage.objects
for insert to authenticated with check (bucket_id = 'landing' and (select private.writes_picture(name)));

create policy "Page writers replace pictures that no page shows" on storage.objects
for update to authenticated
using (
  bucket_id = 'landing' and (select private.writes_picture(name))
  and not (select private.is_landing_picture_used(name))
)
with check (bucket_id = 'landing' and (select private.writes_picture(name)));

create policy "Page writers delete pictures that no page shows" on storage.objects
for delete to authenticated using (
  bucket_id = 'landing' and (select private.writes_picture(name))
  and not (select private.is_landing_picture_used(name))
);

-- Logos: a public bucket, as they are in emails and on invoices. An account's own are in the folder with its id.

create function private.writes_brand_file(p_name text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_active_role('admin') or coalesce(private.manages_account(private.folder_id(p_name)), false);
end
$$;

comment on function private.writes_brand_file(text) is
'Whether the caller adds and deletes this file of the bucket brand: admins all, and owners those in the folder of their account.';

create function private.is_current_logo(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.agency_settings as settings where settings.logo = p_name)
    or exists (select from public.accounts as account where account.id = private.folder_id(p_name) and account.logo = p_name)
$$;

comment on function private.is_current_logo(text) is 'Whether a file in the bucket brand is the current logo of the agency or of an account.';

grant execute on function private.writes_brand_file(text) to authenticated;
grant execute on function private.is_current_logo(text) to authenticated;

create policy "Admins and owners read their brand files" on storage.objects
for select to authenticated using (bucket_id = 'brand' and (select private.writes_brand_file(name)));

create policy "Admins and owners add brand files" on storage.objects
for insert to authenticated with check (bucket_id = 'brand' and (select private.writes_brand_file(name)));

create policy "Admins and owners replace brand files except logos" on storage.objects
for update to authenticated
using (bucket_id = 'brand' and (select private.writes_brand_file(name)) and not (select private.is_current_logo(name)))
with check (bucket_id = 'brand' and (select private.writes_brand_file(name)));

create policy "Admins and owners delete brand files except logos" on storage.objects
for delete to authenticated using (
  bucket_id = 'brand' and (select private.writes_brand_file(name)) and not (select private.is_current_logo(name))
);

-- Profile pictures: <id of the person>/<file>.

create function private.is_team_file(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$ select private.is_on_team(private.folder_id(p_name), private.agency_account()) $$;

comment on function private.is_team_file(text) is 'Whether a file is in the folder of an active sales person or admin.';

grant execute on function private.folder_id(text) to authenticated;
grant execute on function private.is_team_file(text) to authenticated;

create policy "People read their own picture" on storage.objects
for select to authenticated using (bucket_id = 'avatars' and (select private.folder_id(name)) = (select auth.uid()));

create policy "Admins read all pictures of people" on storage.objects
for select to authenticated using (bucket_id = 'avatars' and (select private.has_active_role('admin')));

create policy "Sales people read pictures of the team" on storage.objects
for select to authenticated using (
  bucket_id = 'avatars' and (select private.has_active_role('sales')) and (select private.is_team_file(name))
);

create policy "People with a role add their own picture" on storage.objects
for insert to authenticated with check (
  bucket_id = 'avatars' and (select private.folder_id(name)) = (select auth.uid()) and (select private.has_any_active_role())
);

create policy "People with a role replace their own picture" on storage.objects
for update to authenticated
using (bucket_id = 'avatars' and (select private.folder_id(name)) = (select auth.uid()) and (select private.has_any_active_role()))
with check (bucket_id = 'avatars' and (select private.folder_id(name)) = (select auth.uid()) and (select private.has_any_active_role()));

create policy "People delete their own picture" on storage.objects
for delete to authenticated using (bucket_id = 'avatars' and (select private.folder_id(name)) = (select auth.uid()));

-- Files of service requests: <id of the request>/request/<file>, and those of an answer or reply: <id of the request>/<its
-- id>/<file>. They are uploaded before it is sent, and belong to what was said, so nobody replaces them.

create function private.is_unsent_file(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select case split_part(p_name, '/', 2)
    when 'request' then not exists (
      select from public.change_requests as request where request.id = private.folder_id(p_name)
    )
    else not exists (
      select from public.change_request_answers as said
      where said.request_id = private.folder_id(p_name) and said.id::text = split_part(p_name, '/', 2)
    )
  end
$$;

comment on function private.is_unsent_file(text) is 'Whether a file is for a request, an answer or a reply that nobody has sent yet.';

create function private.is_own_request_file(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.change_requests as request
    where request.id = private.folder_id(p_name)
      and (
        request.user_id = (select auth.uid())
        or not request.is_deletion and request.account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
      )
  ) and not private.is_unsent_file(p_name) and private.has_any_active_role()
$$;

comment on function private.is_own_request_file(text) is
'Whether a file is of a request that the caller or a colleague of their account sent, or of an answer to it, and the caller still has an active role.';

create function private.may_attach_to_request(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select case
    when split_part(p_name, '/', 2) = 'request' then private.folder_id(p_name) is not null and not exists (
      select from public.change_requests as request
      where request.id = private.folder_id(p_name) and (request.user_id <> (select auth.uid()) or private.sender_left(request))
    ) and private.has_any_active_role()
    -- A reply that is not sent yet.
    else private.folder_id(substr(p_name, 38)) is not null and exists (
      select from public.change_requests as request
      where request.id = private.folder_id(p_name) and request.user_id = (select auth.uid()) and not private.sender_left(request)
    ) and private.is_unsent_file(p_name) and private.has_active_role('client')
  end
$$;

comment on function private.may_attach_to_request(text) is
'Whether a file is for a new request, for one that the caller sent, or for a reply to it, and the caller may send that. Not for a request of an account that the caller left.';

create function private.is_request_file(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.change_requests as request where request.id = private.folder_id(p_name))
$$;

comment on function private.is_request_file(text) is 'Whether a file is in the folder of a service request.';

grant execute on function private.is_unsent_file(text) to authenticated;
grant execute on function private.is_own_request_file(text) to authenticated;
grant execute on function private.may_attach_to_request(text) to authenticated;
grant execute on function private.is_request_file(text) to authenticated;

create policy "People read the files of their requests and their account's" on storage.objects
for select to authenticated using (bucket_id = 'attachments' and (select private.is_own_request_file(name)));

create policy "People read files that they have not sent yet" on storage.objects
for select to authenticated using (
  bucket_id = 'attachments' and owner_id = (select auth.uid())::text and (select private.is_unsent_file(name))
);

create policy "Admins read the files of all requests" on storage.objects
for select to authenticated using (bucket_id = 'attachments' and (select private.has_active_role('admin')));

create policy "People attach files to their own requests" on storage.objects
for insert to authenticated with check (bucket_id = 'attachments' and (select private.may_attach_to_request(name)));

create policy "Admins attach files to requests and answers" on storage.objects
for insert to authenticated with check (
  bucket_id = 'attachments' and (select private.has_active_role('admin')) and (select private.is_request_file(name))
);

create policy "People delete files that they attached" on storage.objects
for delete to authenticated using (
  bucket_id = 'attachments' and owner_id = (select auth.uid())::text and (select private.has_any_active_role())
);
