-- Who takes care of a request. Only admins answer requests, so only they are assigned, and only they see it.

create table public.request_assignments (
  request_id uuid primary key references public.change_requests (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  assigned_by uuid references auth.users (id) on delete set null,
  assigned_at timestamptz not null default now()
);

comment on table public.request_assignments is 'Who takes care of a request. A request without a row is unassigned.';
comment on column public.request_assignments.request_id is 'The request.';
comment on column public.request_assignments.user_id is 'The admin who takes care of it.';
comment on column public.request_assignments.assigned_by is 'The admin who assigned it, or took it.';
comment on column public.request_assignments.assigned_at is 'When.';

create index request_assignments_user_id_idx on public.request_assignments (user_id);
create index request_assignments_assigned_by_idx on public.request_assignments (assigned_by);

alter table public.request_assignments enable row level security;

call private.require_sufficient_sessions('public.request_assignments');

grant select, insert, update, delete on public.request_assignments to service_role;
grant select on public.request_assignments to authenticated;

create policy "Admins read who takes care of a request" on public.request_assignments
for select to authenticated using ((select private.has_active_role('admin')));

create function private.assign_change_request(p_request_id uuid, p_user_id uuid, p_expected_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held uuid;
begin
  perform private.require_admin();
  perform from public.change_requests as request where request.id = p_request_id for update;
  if not found then perform private.refuse('request_not_found', 'PT404', 'Request not found'); end if;
  select assigned.user_id into held from public.request_assignments as assigned where assigned.request_id = p_request_id;
  -- Also a repeated call, because the response was lost.
  if held is not distinct from p_user_id then return; end if;
  if held is distinct from p_expected_user_id then
    perform private.refuse('outdated', 'PT409', 'Someone else assigned this request. Nothing was overwritten.');
  end if;
  if p_user_id is null then
    delete from public.request_assignments as assigned where assigned.request_id = p_request_id;
    return;
  end if;
  if p_user_id <> all (private.leaders_of(private.agency_account())) then
    perform private.refuse('assignee_not_active', '22023', 'Requests can only be assigned to active admins', 'user_id');
  end if;
  insert into public.request_assignments as assigned (request_id, user_id, assigned_by) values (p_request_id, p_user_id, auth.uid())
  on conflict (request_id) do update set user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now();
end
$$;

create function public.assign_change_request(p_request_id uuid, p_user_id uuid default null, p_expected_user_id uuid default null) returns void
language sql volatile
set search_path = ''
return private.assign_change_request(p_request_id, p_user_id, p_expected_user_id);

comment on function public.assign_change_request(uuid, uuid, uuid) is
'For admins: gives a request to an active admin, or to nobody without p_user_id. PT409: it belongs to somebody else than p_expected_user_id (null: nobody) by now.';

create function private.release_requests() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.request_assignments as assigned
  where assigned.user_id = old.user_id and old.user_id <> all (private.leaders_of(private.agency_account()));
  return null;
end
$$;

comment on function private.release_requests() is 'Trigger: a person who is no longer an admin takes care of no requests.';

create trigger release_requests after update or delete on public.user_roles
for each row when (old.role = 'admin' and old.status = 'active') execute function private.release_requests();

call private.watch('public.request_assignments', 'request_id');

grant execute on function public.assign_change_request(uuid, uuid, uuid) to authenticated;
grant execute on function private.assign_change_request(uuid, uuid, uuid) to authenticated;
