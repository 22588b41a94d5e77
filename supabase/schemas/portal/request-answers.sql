-- The conversation about a request: answers of the agency and replies of the client, shown in the portal and sent by email. None
-- is changed.

create table public.change_request_answers (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.change_requests (id) on delete cascade,
  body text not null check (btrim(body) <> '' and char_length(body) <= 10000),
  author_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  from_client boolean not null default false,
  reopens boolean not null default false
);

comment on table public.change_request_answers is 'Answers of the agency to requests, and replies of the clients to them.';
comment on column public.change_request_answers.id is 'The answer or reply.';
comment on column public.change_request_answers.request_id is 'The request.';
comment on column public.change_request_answers.body is 'The text that was sent.';
comment on column public.change_request_answers.author_id is 'The admin or client who wrote it.';
comment on column public.change_request_answers.created_at is 'When.';
comment on column public.change_request_answers.from_client is 'Whether the client wrote it. Otherwise it is the agency''s.';
comment on column public.change_request_answers.reopens is 'Whether this reply opened the request again, so that the wait starts with it.';

create index change_request_answers_request_id_idx on public.change_request_answers (request_id, created_at);
create index change_request_answers_author_id_idx on public.change_request_answers (author_id);
create index change_requests_status_idx on public.change_requests (status, created_at desc);

alter table public.change_request_answers enable row level security;

call private.require_sufficient_sessions('public.change_request_answers');

grant select, insert on public.change_request_answers to service_role;
grant select (id, request_id, body, created_at, from_client, reopens) on public.change_request_answers to authenticated;

create policy "Who reads a request reads its answers" on public.change_request_answers
for select to authenticated
using (exists (select from public.change_requests as request where request.id = request_id));

create function private.lock_request(p_request_id uuid, p_expected timestamptz) returns public.change_requests
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.change_requests;
begin
  select * into held from public.change_requests as request where request.id = p_request_id for update;
  if not found then perform private.refuse('request_not_found', 'PT404', 'Request not found'); end if;
  perform private.refuse_outdated(p_expected, held.updated_at);
  return held;
end
$$;

comment on function private.lock_request(uuid, timestamptz) is 'Locks a request as the caller saw it.';

create function private.answer_change_request(
  p_request_id uuid, p_expected_updated_at timestamptz, p_answer text, p_answer_id uuid
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.change_requests;
  words text;
  asked record;
begin
  perform private.require_admin();
  -- A repeated request, because the answer was lost.
  if exists (select from public.change_request_answers as said where said.id = p_answer_id and said.request_id = p_request_id) then return; end if;
  words := private.require_text(p_answer, 'Answer', 10000);
  held := private.lock_request(p_request_id, p_expected_updated_at);
  -- The time after the lock, so that times are in the order of the conversation.
  insert into public.change_request_answers (id, request_id, body, author_id, created_at)
  values (p_answer_id, held.id, words, auth.uid(), clock_timestamp());
  update public.change_requests as request set status = 'answered' where request.id = held.id;
  -- Whoever answers takes what nobody has taken.
  insert into public.request_assignments (request_id, user_id, assigned_by)
  select held.id, auth.uid(), auth.uid() where auth.uid() = any (private.leaders_of(private.agency_account()))
  on conflict (request_id) do nothing;
  select coalesce(said.body, held.message) as words, coalesce(said.id::text, 'request') as folder into asked
  from (values (held.id)) as answered (id) left join lateral (
    select reply.id, reply.body from public.change_request_answers as reply
    where reply.request_id = answered.id and reply.from_client order by reply.created_at desc limit 1
  ) as said on true;
  perform public.enqueue_outbox('mail', concat_ws(':', 'request', held.id, 'answer', p_answer_id, nullif(reader.id, held.user_id)), jsonb_build_object(
    -- Their current address, which may differ from the one in the request.
    'to', coalesce((select account.email from auth.users as account where account.id = reader.id), held.user_email),
    'template', 'request-answered',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', (select profile.first_name from public.profiles as profile where profile.user_id = reader.id),
      'forAccount', private.account_among_several(reader.id, held.account_id), 'requestId', held.id,
      'asker', case when reader.id <> held.user_id then private.person_name(held.user_id) end,
      -- What the client wrote last.
      'question', left(asked.words, 2000), 'answer', words,
      'files', private.attached_names(held.id, p_answer_id::text), 'askedFiles', private.attached_names(held.id, asked.folder)
    ))
  )) from private.answer_readers(held) as reader (id);
end
$$;

create function public.answer_change_request(
  p_request_id uuid, p_expected_updated_at timestamptz, p_answer text, p_answer_id uuid default gen_random_uuid()
) returns void
language sql volatile
set search_path = ''
return private.answer_change_request(p_request_id, p_expected_updated_at, p_answer, p_answer_id);

comment on function public.answer_change_request(uuid, timestamptz, text, uuid) is
'Answers a request, in the portal and by email, marks it as answered, and assigns it to the caller if nobody has it. PT409: it changed since the caller read it.';

create function private.reply_to_change_request(p_request_id uuid, p_body text, p_reply_id uuid) returns void
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
  if private.sender_left(asked) then
    perform private.refuse('request_account_left', 'PT409', 'You no longer belong to the account of this request, so you can''t reply to it');
  end if;
  if asked.lead_id is not null and asked.status = 'closed' then
    perform private.refuse('request_closed', 'PT409', 'This request is closed');
  end if;
  words := private.require_text(p_body, 'Reply', 10000);
  perform private.check_quota('replies_to_one', (
    select count(*) + 1 from public.change_request_answers as said where said.request_id = asked.id and said.from_client
  ));
  insert into public.change_request_answers (id, request_id, body, author_id, from_client, reopens, created_at)
  values (new_id, asked.id, words, asked.user_id, true, asked.status <> 'open', clock_timestamp());
  -- Also changes updated_at of an open request, so that an admin who is writing an answer sees the reply first.
  update public.change_requests as request set status = 'open' where request.id = asked.id;
  perform private.tell_admins_of_request(asked, 'request-reply', new_id::text, words);
end
$$;

create function public.reply_to_change_request(p_request_id uuid, p_body text, p_reply_id uuid default gen_random_uuid()) returns void
language sql volatile
set search_path = ''
return private.reply_to_change_request(p_request_id, p_body, p_reply_id);

comment on function public.reply_to_change_request(uuid, text, uuid) is
'Adds a reply of the client who sent a request, or a note of the sales person who handed off a lead, once for each id, opens the request again and emails the admins. PT404: the caller did not send it. PT409: the hand-off is done (request_closed), or the client left the account that it is for (request_account_left). PT429: too many replies.';

create function private.close_handoffs(p_lead_id uuid, p_note text) returns void
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

create function private.handoff_of(p_lead_id uuid) returns jsonb
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

create function private.answers_of(p_request_id uuid) returns jsonb
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

create function private.waits_since(p_request public.change_requests) returns timestamptz
language sql stable
set search_path = ''
as $$
  select case when p_request.status = 'open' then coalesce(
    (
      select min(said.created_at) from public.change_request_answers as said
      where said.request_id = p_request.id and said.from_client and said.created_at >= (
        select max(turn.created_at) from public.change_request_answers as turn
        where turn.request_id = p_request.id and (not turn.from_client or turn.reopens)
      )
    ),
    p_request.created_at
  ) end
$$;

comment on function private.waits_since(public.change_requests) is
'Since when an open request waits: its client''s first words after the last answer, the reply that opened it again, or the request itself. Null when it is not open.';

create function private.set_change_request_status(
  p_request_id uuid, p_expected_updated_at timestamptz, p_status public.change_request_status
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.change_requests;
begin
  perform private.require_admin();
  if p_status is null then perform private.refuse('required', '22023', 'Status is required', 'status'); end if;
  held := private.lock_request(p_request_id, p_expected_updated_at);
  update public.change_requests as request set status = p_status where request.id = held.id;
end
$$;

create function public.set_change_request_status(p_request_id uuid, p_expected_updated_at timestamptz, p_status public.change_request_status) returns void
language sql volatile
set search_path = ''
return private.set_change_request_status(p_request_id, p_expected_updated_at, p_status);

comment on function public.set_change_request_status(uuid, timestamptz, public.change_request_status) is
'Sets the status of a request, for example when it was answered by phone. PT409: it changed since the caller read it.';

create function private.search_change_requests(
  p_query text, p_status text, p_sort text, p_limit integer, p_offset integer, p_assignee text, p_linked uuid
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
      request.id is not distinct from p_linked as is_linked,
      -- Answers and changes of the status both change the row.
      greatest(request.created_at, request.updated_at) as active_at
    from public.change_requests as request
    left join public.profiles as profile on profile.user_id = request.user_id
    left join public.accounts as account on account.id = request.account_id
    left join public.request_assignments as assigned on assigned.request_id = request.id
    where request.id = p_linked or case p_assignee when 'me' then assigned.user_id = auth.uid() when 'nobody' then assigned.user_id is null else true end and not exists (
      select from unnest(words) as word (pattern)
      where lower(request.message || ' ' || request.business_name || ' ') || lower(concat_ws(' ', account.name, profile.first_name, profile.last_name, profile.company, request.user_email))
        not like word.pattern
    )
  ), chosen as materialized (
    select * from found where p_status = 'all' or found.status = p_status or found.is_linked
  ), page as (
    select request.*, placed.place, placed.waits_since, profile.first_name, profile.last_name, profile.company, account.email, assigned.user_id as assignee_id
    from (
      -- By wait, open requests come first, the longest wait on top. The others follow, newest first.
      select chosen.id, chosen.waits_since, row_number() over (
        order by chosen.is_linked desc, case when p_sort = 'activity' then chosen.active_at end desc, chosen.waits_since, chosen.created_at desc, chosen.id
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
        'is_deactivated', coalesce((
          select bool_or(held.status = 'inactive') and not bool_or(held.status = 'active') from public.user_roles as held where held.user_id = page.user_id
        ), false),
        'answers', private.answers_of(page.id),
        'has_left', private.sender_left(requested.row),
        'answered_to', (
          select jsonb_agg(coalesce(person.email, page.user_email) order by person.email)
          from private.answer_readers(requested.row) as reader (id) left join auth.users as person on person.id = reader.id
        ),
        'account', (
          select jsonb_build_object('id', business.id, 'name', business.name) from public.accounts as business
          where business.id = page.account_id and business.kind = 'client'
        ),
        'assignee', case when page.assignee_id is not null then jsonb_build_object('id', page.assignee_id, 'name', private.person_name(page.assignee_id)) end
      ) order by page.place)
      from page cross join lateral (select request from public.change_requests as request where request.id = page.id) as requested (row)
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

create function public.search_change_requests(
  p_query text default '', p_status text default 'all', p_limit integer default 50, p_offset integer default 0, p_sort text default 'wait',
  p_assignee text default 'anyone', p_linked uuid default null
) returns jsonb
language sql stable
set search_path = ''
return private.search_change_requests(p_query, p_status, p_sort, p_limit, p_offset, p_assignee, p_linked);

comment on function public.search_change_requests(text, text, integer, integer, text, text, uuid) is
'For admins: a page of requests with their answers, whether their sender was deactivated (is_deactivated) or left the account (has_left), the addresses that get an answer by email (answered_to), the client''s account that they are for ({id, name} or null), and their assignee ({id, name} or null): {rows, total, counts}. Assignee: anyone, me, nobody. Status: all, open, answered, closed. Sort: wait (open ones first, the longest wait on top), activity (the latest change first). p_linked comes first, whatever is searched.';

grant execute on function public.answer_change_request(uuid, timestamptz, text, uuid) to authenticated;
grant execute on function private.answer_change_request(uuid, timestamptz, text, uuid) to authenticated;
grant execute on function public.reply_to_change_request(uuid, text, uuid) to authenticated;
grant execute on function private.reply_to_change_request(uuid, text, uuid) to authenticated;
grant execute on function public.set_change_request_status(uuid, timestamptz, public.change_request_status) to authenticated;
grant execute on function private.set_change_request_status(uuid, timestamptz, public.change_request_status) to authenticated;
grant execute on function public.search_change_requests(text, text, integer, integer, text, text, uuid) to authenticated;
grant execute on function private.search_change_requests(text, text, text, integer, integer, text, uuid) to authenticated;
