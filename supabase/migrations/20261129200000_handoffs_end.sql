-- A hand-off of a won lead ends when the client is set up or the deal is no longer won. The bell of the admins lists it, and the
-- sales person who handed it off can add notes. An admin can set up a client without an address, and invite the owner later.

drop function public.search_change_requests(text, text, integer, integer);
drop function private.search_change_requests(text, text, integer, integer);
drop function public.mark_notifications_read(bigint[]);
drop function private.mark_notifications_read(bigint[]);

create or replace function private.answers_of(p_request_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', said.id, 'body', said.body, 'created_at', said.created_at, 'from_client', said.from_client,
    'author', private.full_name(author.first_name, author.last_name)
  ) order by said.created_at), '[]')
  from public.change_request_answers as said left join public.profiles as author on author.user_id = said.author_id
  where said.request_id = p_request_id
$$;

comment on function private.answers_of(uuid) is
'The conversation about a request, oldest first: [{id, body, created_at, from_client, author}].';

create or replace function private.waits_since(p_request public.change_requests) returns timestamptz
language sql stable
set search_path = ''
as $$
  select case when p_request.status = 'open' then coalesce(
    (
      select min(said.created_at) from public.change_request_answers as said
      where said.request_id = p_request.id and said.from_client and said.created_at > (
        select max(answer.created_at) from public.change_request_answers as answer
        where answer.request_id = p_request.id and not answer.from_client
      )
    ),
    p_request.created_at
  ) end
$$;

comment on function private.waits_since(public.change_requests) is
'Since when an open request waits: its client''s first words after the last answer, or the request itself. Null when it is not open.';

create or replace function private.close_handoffs(p_lead_id uuid, p_note text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  with closed as (
    update public.change_requests as request set status = 'closed'
    where request.lead_id = p_lead_id and request.status <> 'closed' returning request.id, request.user_id
  )
  insert into public.change_request_answers (request_id, body, author_id, from_client, created_at)
  select closed.id, p_note, auth.uid(), auth.uid() is not distinct from closed.user_id, clock_timestamp() from closed;
end
$$;

comment on function private.close_handoffs(uuid, text) is
'Closes the open requests to set up the client of a lead, with a note of the caller. It sends no email.';

create or replace function private.handoff_of(p_lead_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', request.id, 'status', request.status, 'created_at', request.created_at, 'by', private.person_name(request.user_id),
    'is_own', request.user_id = auth.uid(), 'answers', private.answers_of(request.id)
  )
  from public.change_requests as request where request.lead_id = p_lead_id order by request.created_at desc, request.id limit 1
$$;

comment on function private.handoff_of(uuid) is
'The latest request to set up the client of a won lead: {id, status, created_at, by, is_own, answers: see private.answers_of}. Null without one.';

create or replace function private.reply_to_change_request(p_request_id uuid, p_body text, p_reply_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  asked public.change_requests;
  known public.change_request_answers;
  words text;
  new_id constant uuid := coalesce(p_reply_id, gen_random_uuid());
begin
  -- Never locks a request of somebody else. Sales people reply only to what they handed off.
  select request.* into asked from public.change_requests as request
  where request.id = p_request_id and request.user_id = auth.uid()
    and ((select private.has_active_role('client')) or request.lead_id is not null and (select private.is_staff())) for update;
  if not found then perform private.refuse('request_not_found', 'PT404', 'Request not found'); end if;
  select said.* into known from public.change_request_answers as said where said.id = new_id;
  if found then
    -- A repeated call, because the response was lost.
    if known.request_id = asked.id and known.from_client then return; end if;
    perform private.refuse('id_taken', '42501', 'This belongs to someone else');
  end if;
  if asked.lead_id is not null and asked.status = 'closed' then
    perform private.refuse('request_closed', 'PT409', 'This request is closed');
  end if;
  words := private.require_text(p_body, 'Reply', 10000);
  perform private.check_quota('replies_to_one', (
    select count(*) + 1 from public.change_request_answers as said where said.request_id = asked.id and said.from_client
  ));
  insert into public.change_request_answers (id, request_id, body, author_id, from_client, created_at)
  values (new_id, asked.id, words, asked.user_id, true, clock_timestamp());
  -- Also changes updated_at of an open request, so that an admin who is writing an answer sees the reply first.
  update public.change_requests as request set status = 'open' where request.id = asked.id;
  perform private.tell_admins_of_request(asked, 'request-reply', new_id::text, words);
end
$$;

grant execute on function private.reply_to_change_request(uuid, text, uuid) to authenticated;

create or replace function private.search_change_requests(p_query text, p_status text, p_sort text, p_limit integer, p_offset integer)
returns jsonb
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
  with found as materialized (
    select request.id, request.status::text as status, request.created_at, private.waits_since(request) as waits_since,
      -- Answers and changes of the status both change the row.
      greatest(request.created_at, request.updated_at) as active_at
    from public.change_requests as request
    left join public.profiles as profile on profile.user_id = request.user_id
    where not exists (
      select from unnest(words) as word (pattern)
      where lower(request.message || ' ' || request.business_name || ' ') || lower(concat_ws(' ', profile.first_name, profile.last_name, profile.company, request.user_email))
        not like word.pattern
    )
  ), chosen as materialized (
    select * from found where p_status = 'all' or found.status = p_status
  ), page as (
    select request.*, placed.place, placed.waits_since, profile.first_name, profile.last_name, profile.company, account.email
    from (
      -- By wait, open requests come first, the longest wait on top. The others follow, newest first.
      select chosen.id, chosen.waits_since, row_number() over (
        order by case when p_sort = 'activity' then chosen.active_at end desc, chosen.waits_since, chosen.created_at desc, chosen.id
      ) as place from chosen order by place limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0)
    ) as placed
    join public.change_requests as request on request.id = placed.id
    join auth.users as account on account.id = request.user_id
    left join public.profiles as profile on profile.user_id = request.user_id
  )
  select jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', page.id, 'user_id', page.user_id, 'user_email', page.email, 'business_name', page.business_name, 'request_type', page.request_type,
        'message', page.message, 'status', page.status, 'created_at', page.created_at, 'updated_at', page.updated_at,
        'waits_since', page.waits_since, 'client_name', private.name_or_email(page.first_name, page.last_name, page.email), 'client_company', page.company,
        'answers', private.answers_of(page.id)
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

grant execute on function private.search_change_requests(text, text, text, integer, integer) to authenticated;

create or replace function public.search_change_requests(
  p_query text default '', p_status text default 'all', p_limit integer default 50, p_offset integer default 0, p_sort text default 'wait'
) returns jsonb
language sql stable
set search_path = ''
return private.search_change_requests(p_query, p_status, p_sort, p_limit, p_offset);

comment on function public.search_change_requests(text, text, integer, integer, text) is
'For admins: a page of requests with their answers: {rows, total, counts}. Status: all, open, answered, closed. Sort: wait (open ones first, the longest wait on top), activity (the latest change first).';

grant execute on function public.search_change_requests(text, text, integer, integer, text) to authenticated;

create or replace function private.account_of_lead(p_lead public.leads, p_email text) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  account uuid := p_lead.client_account_id;
begin
  if p_lead.account_id <> private.agency_account() then
    perform private.refuse('lead_not_won', 'PT409', 'Only a won lead of the agency becomes a client');
  end if;
  if account is null then
    -- A client who buys again keeps the account that they own.
    select member.account_id into account from auth.users as person
    join public.account_members as member on member.user_id = person.id and member.role = 'owner'
    join public.accounts as held on held.id = member.account_id and held.archived_at is null
    where lower(person.email) = lower(btrim(p_email)) and person.email_confirmed_at is not null
    order by member.created_at, member.account_id limit 1;
  end if;
  -- So does one who was invited and has not joined yet.
  if account is null then
    select open.account_id into account from public.invitations as open join public.accounts as held on held.id = open.account_id
    where open.email = lower(btrim(p_email)) and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
      and open.expires_at > now() and held.archived_at is null and private.first_owner(held.id) is null
    order by open.created_at, open.account_id limit 1;
  end if;
  if account is null then
    account := private.create_client_account(left(coalesce(nullif(btrim(p_lead.company), ''), private.lead_title(p_lead)), 200));
    if p_email is not null then perform public.invite_member(account, p_email, 'owner'); end if;
  end if;
  update public.leads as won set client_account_id = account where won.id = p_lead.id and won.client_account_id is distinct from account;
  perform private.close_handoffs(p_lead.id, format(
    '%s set up the client: %s.', coalesce(private.person_name(auth.uid()), 'An admin'), (select held.name from public.accounts as held where held.id = account)
  ));
  return account;
end
$$;

comment on function private.account_of_lead(public.leads, text) is
'The account of a lead that becomes a client: the one that it became before, else the one that a client with this address owns or is invited to own, else a new one whose owner is invited. Links both, and closes the lead''s hand-off.';

create or replace function private.cancel_client_setup() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  setup private.client_setups;
begin
  delete from private.client_setups as done where done.lead_id = new.id returning done.* into setup;
  -- Deletes only a draft that nobody used or changed. Everything else belongs to the client by now.
  delete from public.retainers as retainer
  where retainer.id = setup.retainer_id and retainer.status = 'pending' and retainer.updated_at = retainer.created_at
    and not exists (select from public.retainer_charges as charge where charge.retainer_id = retainer.id);
  delete from public.client_dashboards as board where board.id = setup.dashboard_id and board.owner_id is null;
  perform private.close_handoffs(new.id, 'This deal is no longer won, so no client needs to be set up.');
  return null;
end
$$;

comment on function private.cancel_client_setup() is
'Trigger: a lead that leaves Won loses the untouched draft of its retainer, the dashboard while nobody has joined the account, and its open hand-off.';

create or replace function private.record_client_setup(p_lead public.leads, p_batch_id uuid, p_outcome text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- A lead may be in Won before anybody sets up the client, so this records the setup itself. An admin may still set up a
  -- client that a sales person handed over.
  insert into private.client_setups (lead_id, batch_id, outcome) values (p_lead.id, p_batch_id, p_outcome)
  on conflict (lead_id) do update set batch_id = excluded.batch_id, outcome = excluded.outcome, created_at = now()
  where client_setups.outcome = 'handed_over' and excluded.outcome <> 'handed_over'
    -- The account of an earlier setup was deleted.
    or p_lead.client_account_id is null and excluded.outcome = 'set_up';
  if not found then
    perform private.refuse(
      'client_set_up', 'PT409',
      private.lead_title(p_lead) || case p_outcome when 'handed_over' then ' was already handed over or set up as a client'
      else ' was already set up as a client' end
    );
  end if;
end
$$;

comment on function private.record_client_setup(public.leads, uuid, text) is
'Records that the client of a won lead is set up or handed over to the admins. PT409: already done.';

create or replace function private.win_lead(
  p_batch_id uuid, p_lead_id uuid, p_value_cents bigint, p_account jsonb, p_dashboard jsonb, p_retainer jsonb
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  is_admin boolean := private.has_active_role('admin');
  address text := nullif(lower(btrim(p_account ->> 'email')), '');
  won public.leads;
  client uuid;
  client_account uuid;
  outcome text := 'won';
begin
  select lead.* into won from public.leads as lead where lead.id = p_lead_id and private.may_see_lead(lead) for update;
  -- Checked behind the lock, so that the second of two equal requests finds what the first did.
  if exists (select from public.lead_batches as batch where batch.id = p_batch_id and batch.actor_id = caller) then
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'known');
  end if;
  if won.id is null then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  if won.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if won.stage = 'won' and p_account is null then
    perform private.refuse('lead_won', 'PT409', format('%s is already won', private.lead_title(won)));
  end if;
  perform public.change_leads(p_batch_id, array[p_lead_id],
    '{"stage": "won"}'::jsonb || case when p_value_cents is null then '{}' else jsonb_build_object('value_cents', p_value_cents) end);
  if p_account is null then return jsonb_build_object('batch_id', p_batch_id, 'outcome', outcome); end if;
  perform private.record_client_setup(won, p_batch_id, case when is_admin then 'set_up' else 'handed_over' end);
  if not is_admin then
    perform private.request_client_setup(won, caller);
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'handed_over');
  end if;
  perform private.validate_client_setup(p_dashboard, p_retainer);
  -- An unconfirmed account proves nothing, so the invitation replaces it.
  select account.id into client from auth.users as account
  where lower(account.email) = address and account.email_confirmed_at is not null;
  if client is not null then
    if not exists (
      select from public.user_roles as held where held.user_id = client and held.role = 'client' and held.status = 'active'
    ) then
      perform private.refuse('account_not_client', 'PT409', 'This address belongs to an account that isn''t a client');
    end if;
    perform private.account_of_lead(won, address);
    perform private.apply_client_setup(p_lead_id, client, null, p_dashboard, p_retainer);
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'granted', 'account_id', private.account_of_client(client));
  end if;
  client_account := private.account_of_lead(won, address);
  -- The account may be older than this setup, and its owner was then invited by another address or not at all.
  if address is not null and not exists (
    select from public.invitations as open
    where open.account_id = client_account and open.email = address and open.accepted_at is null and open.revoked_at is null and open.expires_at > now()
  ) then
    perform public.invite_member(client_account, address, 'owner');
  end if;
  perform private.apply_client_setup(p_lead_id, null, client_account, p_dashboard, p_retainer);
  return jsonb_build_object(
    'batch_id', p_batch_id, 'outcome', case when address is null then 'prepared' else 'invited' end, 'account_id', client_account
  );
end
$$;

grant execute on function private.win_lead(uuid, uuid, bigint, jsonb, jsonb, jsonb) to authenticated;

create or replace function private.lead_page(p_lead_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead public.leads := private.require_lead(p_lead_id);
begin
  return private.shown_lead(lead) || jsonb_build_object(
    'now', now(),
    'currency', private.account_currency(lead.account_id),
    'zone', private.account_zone(lead.account_id),
    'agency_name', (select account.name from public.accounts as account where account.id = lead.account_id),
    'lost_reason', (select reason.label from public.lost_reasons as reason where reason.id = lead.lost_reason_id),
    'clock', private.clock_json(lead.id),
    'calls', coalesce((
      select jsonb_agg(private.call_json(booking::public.bookings) order by booking.starts_at desc, booking.id)
      from (
        select held.* from public.bookings as held where held.lead_id in (select private.leads_within(lead.id))
        order by held.starts_at desc, held.id limit 10
      ) as booking
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object('id', event.id, 'event', event.event, 'at', event.happened_at,
        'actor_name', private.person_name(event.actor_id), 'payload', event.payload || case when event.event in ('routed', 'offered') then jsonb_build_object(
          'person_name', private.person_name(private.parse_uuid(event.payload ->> 'person')),
          'after_name', private.person_name(private.parse_uuid(event.payload ->> 'after'))) else '{}' end) order by event.id)
      from (
        select latest.* from public.lead_clock_events as latest where latest.lead_id = lead.id order by latest.id desc limit 50
      ) as event
    ), '[]'),
    'tasks', coalesce((
      select jsonb_agg(jsonb_build_object('id', task.id, 'kind', task.kind, 'title', task.title, 'due_at', task.due_at) order by task.due_at, task.id)
      from (
        select open.* from public.lead_tasks as open where open.lead_id = lead.id and open.done_at is null order by open.due_at, open.id limit 20
      ) as task
    ), '[]'),
    'stage_history', coalesce((
      select jsonb_agg(jsonb_build_object('stage', stay.stage, 'seconds', stay.seconds, 'left_at', stay.left_at) order by stay.left_at)
      from private.stage_stays(array(
        select activity from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'stage_change' order by activity.occurred_at desc limit 50
      )) as stay
    ), '[]'),
    'owner_history', coalesce((
      select jsonb_agg(jsonb_build_object('from', private.person_name(private.parse_uuid(given.payload ->> 'from')),
        'to', private.person_name(private.parse_uuid(given.payload ->> 'to')), 'by', private.person_name(given.actor_id), 'at', given.occurred_at)
        order by given.occurred_at desc)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'assignment' order by activity.occurred_at desc limit 20
      ) as given
    ), '[]'),
    'merge', private.lead_merge_json(lead), 'merges', private.lead_merges_json(lead.id), 'last_change', private.last_change(lead.id),
    'erasure', private.erasure_of(lead.id), 'handoff', private.handoff_of(lead.id)
  );
end
$$;

grant execute on function private.lead_page(uuid) to authenticated;

create table private.read_handoffs (
  user_id uuid not null references auth.users (id) on delete cascade,
  request_id uuid not null references public.change_requests (id) on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, request_id)
);

comment on table private.read_handoffs is 'Which hand-offs of won leads each admin has read. Others are unread.';

create index read_handoffs_request_id_idx on private.read_handoffs (request_id);

alter table private.read_handoffs enable row level security;

create or replace function private.handoffs_for(p_user_id uuid) returns table (id uuid, at timestamptz, lead_id uuid, by text, is_read boolean)
language sql stable security definer
set search_path = ''
as $$
  select request.id, request.created_at, request.lead_id, private.person_name(request.user_id),
    -- Nothing is left to do once it is answered or done.
    request.status <> 'open' or exists (select from private.read_handoffs as seen where seen.user_id = p_user_id and seen.request_id = request.id)
  from public.change_requests as request
  where request.lead_id is not null and private.has_active_role('admin') and private.workspace() = private.agency_account()
  order by request.created_at desc, request.id limit 20
$$;

comment on function private.handoffs_for(uuid) is 'The latest hand-offs of won leads for an admin in the agency''s workspace, newest first, at most 20.';

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
$$;

comment on function private.notes_for(uuid, uuid) is 'What the bell lists for a person who works in an account, as crm_notifications says, unsorted.';

create or replace function private.crm_notifications() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  account constant uuid := private.workspace();
begin
  return coalesce((
    select jsonb_agg(shown.note order by shown.at desc, shown.note ->> 'id' desc)
    from (select one.* from private.notes_for(caller, account) as one order by one.at desc limit 20) as shown
  ), '[]');
end
$$;

grant execute on function private.crm_notifications() to authenticated;

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
  on conflict do nothing;
end
$$;

grant execute on function private.mark_notifications_read(text[]) to authenticated;

create or replace function public.mark_notifications_read(p_ids text[]) returns void
language sql volatile
set search_path = ''
return private.mark_notifications_read(p_ids);

comment on function public.mark_notifications_read(text[]) is
'Marks notifications as read for the caller. Ids that crm_notifications does not list for them are ignored. 42501: not on the team.';

grant execute on function public.mark_notifications_read(text[]) to authenticated;

comment on function public.reply_to_change_request(uuid, text, uuid) is
'Adds a reply of the client who sent a request, or a note of the sales person who handed off a lead, once for each id, opens the request again and emails the admins. PT404: the caller did not send it. PT409 (request_closed): the hand-off is done. PT429: too many replies.';

comment on function public.win_lead(uuid, uuid, bigint, jsonb, jsonb, jsonb) is
'Wins a lead and sets up the client, all or nothing: { batch_id, outcome, account_id (when an admin sets it up) }. account { email (optional for an admin) }, dashboard { business_name, notion_url }, retainer { name, monthly_amount, currency, start_date, duration_months }. Outcomes for an admin: invited (the rest is prepared and names the owner when they join) or granted (the client exists and gets the rest now), or prepared (without an address; the owner is invited later). For a sales person: handed_over to the admins. A known batch id does nothing. PT404: no such lead. PT409: the client is already set up, the lead is already won or merged, or the account with this address is not a client''s. 22023, 42501.';

comment on function public.crm_notifications() is
'The latest arrivals, breaches and escalations of leads that the caller sees, and the leads that escalations took from them (new_owner_name says who has them now), each with is_read and, when it is not the workspace''s, its account; at most 20. They are about the leads of Today (today_accounts). News of answered leads counts as read. For admins of the agency, also the hand-offs of won leads (handed_off, with by: who handed it off), whose id is the request''s. 42501: not on the team.';

-- Hand-offs from before whose client is set up.
with closed as (
  update public.change_requests as request set status = 'closed'
  from public.leads as lead
  where lead.id = request.lead_id and request.status = 'open' and lead.client_account_id is not null
  returning request.id, lead.client_account_id
)
insert into public.change_request_answers (request_id, body)
select closed.id, format('The client is set up: %s.', account.name)
from closed join public.accounts as account on account.id = closed.client_account_id;
