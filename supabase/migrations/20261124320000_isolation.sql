-- A task of another account is not there, and a call about it locks nothing.

create or replace function public.finish_task(p_task_id uuid, p_next jsonb default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_premium();
  select open.* into task from public.lead_tasks as open
  where open.id = p_task_id and open.account_id = private.workspace() for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  update public.lead_tasks as done set done_at = now() where done.id = p_task_id and done.done_at is null;
  if p_next is not null then perform private.create_task(task.lead_id, p_next); end if;
  return jsonb_build_object('lead_id', task.lead_id, 'again', task.done_at is not null);
end
$$;

create or replace function public.reopen_task(p_task_id uuid, p_planned uuid default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_premium();
  select done.* into task from public.lead_tasks as done
  where done.id = p_task_id and done.account_id = private.workspace() for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  update public.lead_tasks as open set done_at = null where open.id = p_task_id and open.done_at is not null;
  delete from public.lead_tasks as next
  where next.id = p_planned and next.lead_id = task.lead_id and next.done_at is null and next.created_by = auth.uid()
    and next.updated_at = next.created_at;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

-- Who reads an invoice or a request reads what belongs to it, so that the people of an account see the whole of what their role may see.

drop policy "Clients read the lines of their own invoices" on public.invoice_lines;
drop policy "Admins read all invoice lines" on public.invoice_lines;
drop policy "Clients read the credits of their own invoices" on public.invoice_credits;
drop policy "Admins read all invoice credits" on public.invoice_credits;
drop policy "Clients read the answers to their own requests" on public.change_request_answers;
drop policy "Admins read all answers" on public.change_request_answers;
drop policy "Clients read their own change requests" on public.change_requests;
drop policy "Clients read the requests of their account, and admins all" on public.change_requests;
alter policy "People read the files of their own requests" on storage.objects rename to "People read the files of their requests and their account's";

create policy "Who reads an invoice reads its lines" on public.invoice_lines
for select to authenticated
using (exists (select from public.invoices as invoice where invoice.id = invoice_id));

create policy "Who reads an invoice reads its credits" on public.invoice_credits
for select to authenticated
using (exists (select from public.invoices as invoice where invoice.id = invoice_id));

create policy "Who reads a request reads its answers" on public.change_request_answers
for select to authenticated
using (exists (select from public.change_requests as request where request.id = request_id));

create policy "Clients read requests of their account, and admins all" on public.change_requests
for select to authenticated
using (
  (select private.has_active_role('admin'))
  or user_id = (select auth.uid()) and (select private.has_active_role('client'))
  or account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
);

create or replace function private.is_own_request_file(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.change_requests as request
    where request.id = private.folder_id(p_name)
      and (request.user_id = (select auth.uid()) or request.account_id = any ((select private.accounts_as('owner', 'member'))::uuid[]))
  ) and not private.is_unsent_file(p_name) and private.has_any_active_role()
$$;

comment on function private.is_own_request_file(text) is
'Whether a file is of a request that the caller or a colleague of their account sent, or of an answer to it, and the caller still has an active role.';

create or replace function public.list_request_files(p_request_ids uuid[]) returns jsonb
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
    or request.account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
  ) and (said.id is not null or split_part(file.name, '/', 2) = 'request')
$$;

comment on function public.list_request_files(uuid[]) is
'The files of the caller''s requests, of those of their account, and of the answers, for admins of all: [{request_id, answer_id, path, name, size, type}], oldest first.';

-- An invitation is for a confirmed address, so one without it joins nothing.

create or replace function public.join_account(p_token text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- Someone without a confirmed address has none, and no invitation is for them.
  invitation constant public.invitations := private.open_invitation(left(p_token, 200), coalesce(private.confirmed_email(), ''));
  slug text;
begin
  perform private.require_sufficient_session();
  if auth.uid() is null or invitation.account_id is null then
    perform private.refuse('invitation_ended', '22023', 'This invitation has expired, or is for another address. Ask for a new one.');
  end if;
  if private.is_staff() then
    perform private.refuse('account_not_client', 'PT409', 'People of the agency can''t be members of a client''s account');
  end if;
  update public.invitations as held set accepted_at = now(), accepted_by = auth.uid()
  where held.id = invitation.id and held.accepted_at is null and held.revoked_at is null;
  if not found then
    perform private.refuse('invitation_ended', '22023', 'This invitation has expired, or is for another address. Ask for a new one.');
  end if;
  perform private.add_member(invitation.account_id, auth.uid(), invitation.account_role, invitation.invited_by);
  insert into public.user_roles (user_id, role, status) values (auth.uid(), 'client', 'active')
  on conflict (user_id, role) do update set status = 'active';
  select account.slug into slug from public.accounts as account where account.id = invitation.account_id;
  return slug;
end
$$;
