-- A request to delete oneself is read by the person and the admins, not by colleagues of the account.

create or replace function private.list_request_files(p_request_ids uuid[]) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'request_id', request.id, 'answer_id', said.id, 'path', file.name,
    'name', private.attached_name(file.name, file.user_metadata),
    'size', private.file_bytes(file.metadata), 'type', coalesce(file.metadata ->> 'mimetype', 'application/octet-stream')
  ) order by file.created_at, file.name), '[]')
  from public.change_requests as request
  -- The operators of the index, which holds paths byte by byte. 0 follows the slash.
  join storage.objects as file on file.name operator(pg_catalog.~>=~) (request.id || '/')
    and file.name operator(pg_catalog.~<~) (request.id || '0') and file.bucket_id = 'attachments'
  left join public.change_request_answers as said on said.request_id = request.id and said.id::text = split_part(file.name, '/', 2)
  where request.id = any (p_request_ids[1:200]) and (
    request.user_id = (select auth.uid()) and (select private.has_any_active_role()) or (select private.has_active_role('admin'))
    or not request.is_deletion and request.account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
  ) and (said.id is not null or split_part(file.name, '/', 2) = 'request')
$$;

create or replace function private.is_own_request_file(p_name text) returns boolean
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

create or replace function private.portal_rights(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with mine as (
    select member.account_id, member.user_id, member.role, account.name, account.slug,
      exists (select from private.client_members as other where other.account_id = member.account_id and other.user_id <> member.user_id)
      or exists (select from public.invoices as invoice where invoice.account_id = member.account_id and invoice.client_id <> member.user_id)
      or exists (select from public.retainers as retainer where retainer.account_id = member.account_id and retainer.client_id <> member.user_id)
      or exists (
        select from public.change_requests as request
        where request.account_id = member.account_id and request.user_id <> member.user_id and not request.is_deletion
      )
      or exists (
        select from public.client_dashboards as board
        where board.account_id = member.account_id and board.owner_id is distinct from member.user_id
      ) as is_shared
    from public.account_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = (select private.portal_client(p_client_id)) and account.archived_at is null
  )
  select jsonb_build_object(
    'accounts', coalesce(jsonb_agg(jsonb_build_object('id', mine.account_id, 'name', mine.name, 'slug', mine.slug, 'role', mine.role)
      order by lower(mine.name), mine.account_id), '[]'),
    'sees_money', coalesce(bool_or(mine.role in ('owner', 'billing')), true),
    'sees_work', coalesce(bool_or(mine.role in ('owner', 'member')), true),
    'money', coalesce(jsonb_agg(mine.account_id order by mine.account_id) filter (where mine.is_shared and mine.role in ('owner', 'billing')), '[]'),
    'work', coalesce(jsonb_agg(mine.account_id order by mine.account_id) filter (where mine.is_shared and mine.role in ('owner', 'member')), '[]'),
    'is_billed', coalesce(bool_or(mine.user_id = private.first_owner(mine.account_id)), false) or exists (
      select from public.invoices as invoice
      where invoice.client_id = (select private.portal_client(p_client_id)) and invoice.status in ('pending', 'overdue', 'active')
    ) or exists (
      select from public.retainers as retainer
      where retainer.client_id = (select private.portal_client(p_client_id)) and retainer.status in ('pending', 'active', 'paused')
    ),
    'billed_to', coalesce((
      select jsonb_agg(jsonb_build_object('id', billed.id, 'name', private.person_name(billed.id)) order by lower(private.person_name(billed.id)), billed.id)
      from (
        select invoice.client_id as id from public.invoices as invoice
        where invoice.status <> 'draft' and (
          invoice.client_id = (select private.portal_client(p_client_id))
          or invoice.account_id in (select one.account_id from mine as one where one.role in ('owner', 'billing'))
        )
        union
        select private.first_owner(one.account_id) from mine as one where one.role in ('owner', 'billing')
      ) as billed
      where billed.id is not null and not exists (select from private.archived_billing_identities as gone where gone.account_id = billed.id)
    ), '[]'),
    'has_plan', exists (
      select from public.subscriptions as plan where plan.user_id = (select private.portal_client(p_client_id)) and plan.subscribed
    ),
    'owners', coalesce((
      select jsonb_agg(jsonb_build_object('name', private.person_name(owner.user_id), 'email', person.email) order by owner.created_at, owner.user_id)
      from private.client_members as owner join auth.users as person on person.id = owner.user_id
      where owner.role = 'owner' and owner.status = 'active' and owner.user_id <> (select private.portal_client(p_client_id))
        and owner.account_id in (select one.account_id from mine as one)
    ), '[]'),
    'senders', coalesce((
      select jsonb_object_agg(sent.user_id, private.person_name(sent.user_id)) from (
        select distinct request.user_id from public.change_requests as request
        where request.user_id <> (select private.portal_client(p_client_id)) and not request.is_deletion
          and request.account_id in (select one.account_id from mine as one where one.role in ('owner', 'member'))
      ) as sent
    ), '{}'),
    'senders_left', coalesce((
      select jsonb_agg(jsonb_build_object('account_id', sent.account_id, 'user_id', sent.user_id) order by sent.account_id, sent.user_id) from (
        select distinct request.account_id, request.user_id from public.change_requests as request
        where request.account_id in (select one.account_id from mine as one where one.role in ('owner', 'member')) and not request.is_deletion
          and not exists (
            select from private.client_members as member where member.account_id = request.account_id and member.user_id = request.user_id
          )
      ) as sent
    ), '[]')
  )
  from mine
  having private.is_session_sufficient()
$$;

drop policy "Clients read requests of their account, and admins all" on public.change_requests;

create policy "Clients read requests of their account, and admins all" on public.change_requests
for select to authenticated
using (
  (select private.has_active_role('admin'))
  or user_id = (select auth.uid()) and (select private.has_active_role('client'))
  -- That a person asks to be deleted is between them and the admins.
  or not is_deletion and account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
);

drop index public.change_requests_account_id_idx;
create index change_requests_account_id_idx on public.change_requests (account_id, is_deletion, created_at desc);
