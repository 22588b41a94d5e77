-- Whoever left an account could go on with the requests that they had sent for it, without its name and unseen by colleagues. Now they
-- only read them, and answers are emailed to the owners who stay.

create function private.sender_left(p_request public.change_requests) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_request.account_id is not null and not p_request.is_deletion and not exists (
    select from private.client_members as member where member.account_id = p_request.account_id and member.user_id = p_request.user_id
  )
$$;

comment on function private.sender_left(public.change_requests) is
'Whether the person who sent a request no longer belongs to the account that it is for. They still read it, but can''t reply. The request to be deleted is between them and the admins.';

create function private.answer_readers(p_request public.change_requests) returns setof uuid
language sql stable security definer
set search_path = ''
as $$
  with stays as (
    select member.user_id from private.client_members as member
    where member.account_id = p_request.account_id and member.role = 'owner' and member.status = 'active' and private.sender_left(p_request)
  )
  select stays.user_id from stays
  union all
  select p_request.user_id where not exists (select from stays)
$$;

comment on function private.answer_readers(public.change_requests) is
'Who gets an answer to a request by email: its sender or, once they left the account, its active owners. Without any, still the sender.';

create or replace function private.answer_change_request(
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

create or replace function public.reply_to_change_request(p_request_id uuid, p_body text, p_reply_id uuid default gen_random_uuid()) returns void
language sql volatile
set search_path = ''
return private.reply_to_change_request(p_request_id, p_body, p_reply_id);

comment on function public.reply_to_change_request(uuid, text, uuid) is
'Adds a reply of the client who sent a request, or a note of the sales person who handed off a lead, once for each id, opens the request again and emails the admins. PT404: the caller did not send it. PT409: the hand-off is done (request_closed), or the client left the account that it is for (request_account_left). PT429: too many replies.';

create or replace function private.search_change_requests(
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

create or replace function public.search_change_requests(
  p_query text default '', p_status text default 'all', p_limit integer default 50, p_offset integer default 0, p_sort text default 'wait',
  p_assignee text default 'anyone', p_linked uuid default null
) returns jsonb
language sql stable
set search_path = ''
return private.search_change_requests(p_query, p_status, p_sort, p_limit, p_offset, p_assignee, p_linked);

comment on function public.search_change_requests(text, text, integer, integer, text, text, uuid) is
'For admins: a page of requests with their answers, whether their sender was deactivated (is_deactivated) or left the account (has_left), the addresses that get an answer by email (answered_to), the client''s account that they are for ({id, name} or null), and their assignee ({id, name} or null): {rows, total, counts}. Assignee: anyone, me, nobody. Status: all, open, answered, closed. Sort: wait (open ones first, the longest wait on top), activity (the latest change first). p_linked comes first, whatever is searched.';

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
      select jsonb_agg(jsonb_build_object('name', private.person_name(owner.id), 'email', person.email, 'accounts', owner.accounts)
        order by owner.since, owner.id)
      from (
        select found.user_id as id, min(found.created_at) as since, jsonb_agg(found.account_id order by found.account_id) as accounts
        from private.client_members as found
        where found.role = 'owner' and found.status = 'active' and found.user_id <> (select private.portal_client(p_client_id))
          and found.account_id in (select one.account_id from mine as one)
        group by found.user_id
      ) as owner join auth.users as person on person.id = owner.id
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
    ), '[]'),
    'left', coalesce((
      select jsonb_agg(jsonb_build_object('id', account.id, 'name', account.name) order by lower(account.name), account.id)
      from public.accounts as account where account.id in (
        select request.account_id from public.change_requests as request
        where request.user_id = (select private.portal_client(p_client_id)) and private.sender_left(request)
      )
    ), '[]')
  )
  from mine
  having private.is_session_sufficient()
$$;

create or replace function public.portal_rights(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.portal_rights(p_client_id);

comment on function public.portal_rights(uuid) is
'What the portal of the caller, or for an admin of the named client, shows beside the rows that name them: {accounts: [{id, name, slug, role}], sees_money, sees_work, money: [accounts that they share and whose invoices and retainers they see], work: [accounts that they share and whose requests and dashboard they see], is_billed: whether invoices and retainers name them, now or when the next one is made, billed_to: [{id, name}] of the people whose company, address and tax ID the invoices print that they see, has_plan: whether they subscribed, owners: [{name, email, accounts: those that they own}] whom they can ask, senders: {user: name} of the requests that others sent and they see, senders_left: [{account_id, user_id}] of those who are no longer in the account, left: [{id, name}] of the accounts of their own requests that they no longer belong to}. A person without an account sees what names them.';

create or replace function private.may_attach_to_request(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select case
    when split_part(p_name, '/', 2) = 'request' then private.folder_id(p_name) is not null and not exists (
      select from public.change_requests as request
      where request.id = private.folder_id(p_name) and request.user_id <> (select auth.uid())
    ) and private.has_any_active_role()
    -- A reply that is not sent yet.
    else private.folder_id(substr(p_name, 38)) is not null and exists (
      select from public.change_requests as request
      where request.id = private.folder_id(p_name) and request.user_id = (select auth.uid()) and not private.sender_left(request)
    ) and private.is_unsent_file(p_name) and private.has_active_role('client')
  end
$$;

comment on function private.may_attach_to_request(text) is
'Whether a file is for a new request, for one that the caller sent, or for a reply to it, and the caller may send that.';
