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

drop function public.search_change_requests(text, text, integer, integer, text);
drop function private.search_change_requests(text, text, text, integer, integer);

create or replace function private.search_change_requests(
  p_query text, p_status text, p_sort text, p_limit integer, p_offset integer, p_assignee text
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  words constant text[] := private.search_words(p_query);
  answer jsonb;
begin
  perform private.require_admin();
  if p_status not in ('all', 'open', 'answered', 'closed') then perform private.refuse('unknown_filter', '22023', 'Unknown filter'); end if;
  if p_sort not in ('wait', 'activity') then perform private.refuse('unknown_choice', '22023', 'Unknown order'); end if;
  if p_assignee not in ('anyone', 'me', 'nobody') then perform private.refuse('unknown_choice', '22023', 'Unknown assignee'); end if;
  with found as materialized (
    select request.id, request.status::text as status, request.created_at, private.waits_since(request) as waits_since,
      -- Answers and changes of the status both change the row.
      greatest(request.created_at, request.updated_at) as active_at
    from public.change_requests as request
    left join public.profiles as profile on profile.user_id = request.user_id
    left join public.accounts as account on account.id = request.account_id
    left join public.request_assignments as assigned on assigned.request_id = request.id
    where case p_assignee when 'me' then assigned.user_id = auth.uid() when 'nobody' then assigned.user_id is null else true end and not exists (
      select from unnest(words) as word (pattern)
      where lower(request.message || ' ' || request.business_name || ' ') || lower(concat_ws(' ', account.name, profile.first_name, profile.last_name, profile.company, request.user_email))
        not like word.pattern
    )
  ), chosen as materialized (
    select * from found where p_status = 'all' or found.status = p_status
  ), page as (
    select request.*, placed.place, placed.waits_since, profile.first_name, profile.last_name, profile.company, account.email, assigned.user_id as assignee_id
    from (
      -- By wait, open requests come first, the longest wait on top. The others follow, newest first.
      select chosen.id, chosen.waits_since, row_number() over (
        order by case when p_sort = 'activity' then chosen.active_at end desc, chosen.waits_since, chosen.created_at desc, chosen.id
      ) as place from chosen order by place limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0)
    ) as placed
    join public.change_requests as request on request.id = placed.id
    join auth.users as account on account.id = request.user_id
    left join public.profiles as profile on profile.user_id = request.user_id
    left join public.request_assignments as assigned on assigned.request_id = request.id
  )
  select jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', page.id, 'user_id', page.user_id, 'user_email', page.email, 'business_name', page.business_name, 'request_type', page.request_type,
        'message', page.message, 'status', page.status, 'created_at', page.created_at, 'updated_at', page.updated_at,
        'waits_since', page.waits_since, 'client_name', private.name_or_email(page.first_name, page.last_name, page.email), 'client_company', page.company,
        'answers', private.answers_of(page.id),
        'assignee', case when page.assignee_id is not null then jsonb_build_object('id', page.assignee_id, 'name', private.person_name(page.assignee_id)) end
      ) order by page.place) from page
    ), '[]'),
    'total', (select count(*) from chosen),
    'counts', (
      select jsonb_build_object(
        'all', count(*), 'open', count(*) filter (where found.status = 'open'), 'answered', count(*) filter (where found.status = 'answered'),
        'closed', count(*) filter (where found.status = 'closed')
      ) from found
    )
  ) into answer;
  return answer;
end
$$;

create or replace function public.search_change_requests(
  p_query text default '', p_status text default 'all', p_limit integer default 50, p_offset integer default 0, p_sort text default 'wait',
  p_assignee text default 'anyone'
) returns jsonb
language sql stable
set search_path = ''
return private.search_change_requests(p_query, p_status, p_sort, p_limit, p_offset, p_assignee);

comment on function public.search_change_requests(text, text, integer, integer, text, text) is
'For admins: a page of requests with their answers and their assignee ({id, name} or null): {rows, total, counts}. Assignee: anyone, me, nobody. Status: all, open, answered, closed. Sort: wait (open ones first, the longest wait on top), activity (the latest change first).';

grant execute on function public.search_change_requests(text, text, integer, integer, text, text) to authenticated;
grant execute on function private.search_change_requests(text, text, text, integer, integer, text) to authenticated;

comment on table private.read_handoffs is 'Which hand-offs of won leads, and requests assigned to them, each admin has read. Others are unread.';

create or replace function private.assignments_for(p_user_id uuid) returns table (id uuid, at timestamptz, business text, by text, is_read boolean)
language sql stable security definer
set search_path = ''
as $$
  select request.id, assigned.assigned_at, request.business_name, private.person_name(assigned.assigned_by),
    request.status = 'closed' or exists (
      select from private.read_handoffs as seen
      where seen.user_id = p_user_id and seen.request_id = request.id and seen.read_at >= assigned.assigned_at
    )
  from public.request_assignments as assigned join public.change_requests as request on request.id = assigned.request_id
  where assigned.user_id = p_user_id and assigned.assigned_by <> p_user_id
    and private.has_active_role('admin') and private.workspace() = private.agency_account()
  order by assigned.assigned_at desc, request.id limit 20
$$;

comment on function private.assignments_for(uuid) is
'The latest requests that a colleague gave to an admin, in the agency''s workspace, newest first, at most 20.';

create or replace function private.notes_for(p_user_id uuid, p_account uuid) returns table (at timestamptz, note jsonb)
language sql stable security definer
set search_path = ''
as $$
  select news.at, to_jsonb(news) - 'account_id' || jsonb_build_object(
    'id', news.id::text, 'by', null,
    'account', case when news.account_id <> p_account then private.mark_of_account(news.account_id) end,
    'is_read',
    -- Nothing is left to do for a lead that was answered. That a colleague got the caller's lead stays news.
    news.new_owner_name is null and clock.state in ('answered', 'dropped') and not exists (
      select from public.lead_clocks as resumed
      where resumed.lead_id = clock.lead_id and resumed.arrived_at = clock.arrived_at and resumed.state not in ('answered', 'dropped')
    )
    or exists (select from private.read_notifications as seen where seen.user_id = p_user_id and seen.event_id = news.id)
  )
  from private.notifications_of(p_user_id, private.sees_all_leads()) as news
  join public.lead_clock_events as event on event.id = news.id
  join public.lead_clocks as clock on clock.id = event.clock_id
  union all
  select handoff.at, jsonb_build_object(
    'id', handoff.id, 'event', 'handed_off', 'at', handoff.at, 'lead_id', lead.id, 'first_name', lead.first_name, 'last_name', lead.last_name,
    'email', lead.email, 'company', lead.company, 'new_owner_name', null, 'account', null, 'by', handoff.by, 'is_read', handoff.is_read
  )
  from private.handoffs_for(p_user_id) as handoff join public.leads as lead on lead.id = handoff.lead_id
  where lead.erased_at is null
  union all
  select assigned.at, jsonb_build_object(
    'id', assigned.id, 'event', 'assigned', 'at', assigned.at, 'lead_id', null, 'first_name', null, 'last_name', null, 'email', null,
    'company', assigned.business, 'new_owner_name', null, 'account', null, 'by', assigned.by, 'is_read', assigned.is_read
  )
  from private.assignments_for(p_user_id) as assigned
$$;

comment on function public.crm_notifications() is
'The latest arrivals, breaches and escalations of leads that the caller sees, and the leads that escalations took from them (new_owner_name says who has them now), each with is_read and, when it is not the workspace''s, its account; at most 20. They are about the leads of Today (today_accounts). News of answered leads counts as read. For admins of the agency, also the hand-offs of won leads (handed_off, with by: who handed it off), whose id is the request''s, and requests that a colleague assigned to them (assigned, with the business as company and no lead). 42501: not on the team.';

create or replace function private.mark_notifications_read(p_ids text[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
begin
  insert into private.read_notifications (user_id, event_id)
  select caller, news.id from private.notifications_of(caller, private.sees_all_leads()) as news where news.id::text = any (p_ids)
  on conflict do nothing;
  insert into private.read_handoffs (user_id, request_id)
  select caller, handoff.id from private.handoffs_for(caller) as handoff where handoff.id::text = any (p_ids)
  union select caller, assigned.id from private.assignments_for(caller) as assigned where assigned.id::text = any (p_ids)
  on conflict (user_id, request_id) do update set read_at = now();
end
$$;
