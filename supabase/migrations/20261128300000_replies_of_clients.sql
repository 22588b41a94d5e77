-- Clients reply to the answers of the agency. Replies and answers are one conversation, and a reply opens its request again.

alter table public.change_request_answers add column from_client boolean not null default false;
comment on table public.change_request_answers is 'Answers of the agency to requests, and replies of the clients to them.';
comment on column public.change_request_answers.id is 'The answer or reply.';
comment on column public.change_request_answers.author_id is 'The admin or client who wrote it.';
comment on column public.change_request_answers.from_client is 'Whether the client wrote it. Otherwise it is the agency''s.';
comment on column public.change_requests.status is 'Stays open until somebody answers it. A reply of the client opens it again.';

grant select (from_client) on public.change_request_answers to authenticated;

-- The limits of clients, and those of the agency, which count only its own answers.
insert into private.quotas (kind, max_count, period, message) values
('request_replies', 50, interval '1 day', 'You can send %s replies a day.');

insert into private.quotas (kind, max_count, advice, message) values
('replies_to_one', 100, 'Send a new request.', 'A request can have %s replies.');

drop trigger use_quota_request_answers on public.change_request_answers;
call private.limit_inserts('public.change_request_answers', 'request_answers', 'count(*) filter (where not added.from_client)');
call private.limit_inserts('public.change_request_answers', 'request_replies', 'count(*) filter (where added.from_client)');

-- Admins choose whether they get emails about requests.
alter table public.notification_choices drop constraint notification_choices_kind_check;
alter table public.notification_choices add constraint notification_choices_kind_check check (
  kind in ('payment-received', 'retainer-renewing', 'trial-ending', 'sign-up-waiting', 'client-request', 'lead-arrived', 'lead-clock')
);
comment on column public.notification_choices.kind is
'The email''s template; lead-clock covers warnings and breaches, client-request new ones and replies. Invoices, failures, escalations and security news are always sent.';

create or replace function private.notification_kind(p_template text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when p_template in ('lead-clock-warning', 'lead-clock-breached') then 'lead-clock'
    when p_template in ('request-arrived', 'request-reply') then 'client-request'
    else p_template
  end
$$;

drop trigger skip_unwanted_mail on private.outbox;
create trigger skip_unwanted_mail before insert on private.outbox
for each row when (
  new.kind = 'mail' and new.payload ->> 'template' in (
    'payment-received', 'retainer-renewing', 'trial-ending', 'sign-up-waiting', 'request-arrived', 'request-reply', 'lead-arrived', 'lead-clock-warning',
    'lead-clock-breached'
  )
) execute function private.skip_unwanted_mail();

create function private.tell_admins_of_request(p_request public.change_requests, p_template text, p_reply text, p_words text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.notify_users(
    -- An admin who asks needs no email about it.
    array_remove(private.leaders_of(private.agency_account()), p_request.user_id), p_template, concat_ws(':', p_request.id, p_reply),
    jsonb_strip_nulls(jsonb_build_object(
      'requestId', p_request.id, 'type', p_request.request_type,
      -- On one line, because they become the subject of an email.
      'business', regexp_replace(p_request.business_name, '\s+', ' ', 'g'),
      'client', regexp_replace(private.person_name(p_request.user_id), '\s+', ' ', 'g'),
      'words', left(p_words, 4000), 'files', private.attached_names(p_request.id, coalesce(p_reply, 'request'))
    ))
  );
end
$$;

comment on function private.tell_admins_of_request(public.change_requests, text, text, text) is
'Queues an email to the admins about a new request, or about the reply with this id. All emails about one request are one thread.';

create or replace function private.confirm_change_request() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('request:%s:received', new.id), jsonb_build_object(
    'to', new.user_email,
    'template', 'request-received',
    'data', jsonb_build_object(
      'name', private.mail_recipient(new.user_id) ->> 'name', 'type', new.request_type, 'business', new.business_name,
      'question', left(new.message, 4000), 'files', private.attached_names(new.id, 'request')
    )
  ));
  perform private.tell_admins_of_request(new, 'request-arrived', null, new.message);
  return null;
end
$$;

comment on function private.confirm_change_request() is 'Trigger: emails a copy of a new request to the person who sent it, and tells the admins.';

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
  select coalesce(said.body, held.message) as words, coalesce(said.id::text, 'request') as folder into asked
  from (values (held.id)) as answered (id) left join lateral (
    select reply.id, reply.body from public.change_request_answers as reply
    where reply.request_id = answered.id and reply.from_client order by reply.created_at desc limit 1
  ) as said on true;
  perform public.enqueue_outbox('mail', format('request:%s:answer:%s', held.id, p_answer_id), jsonb_build_object(
    -- Their current address, which may differ from the one in the request.
    'to', coalesce((select account.email from auth.users as account where account.id = held.user_id), held.user_email),
    'template', 'request-answered',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', (select profile.first_name from public.profiles as profile where profile.user_id = held.user_id), 'requestId', held.id,
      -- What the client wrote last.
      'question', left(asked.words, 2000), 'answer', words,
      'files', private.attached_names(held.id, p_answer_id::text), 'askedFiles', private.attached_names(held.id, asked.folder)
    ))
  ));
end
$$;

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
  -- Never locks a request of somebody else.
  select request.* into asked from public.change_requests as request
  where request.id = p_request_id and request.user_id = auth.uid() and (select private.has_active_role('client')) for update;
  if not found then perform private.refuse('request_not_found', 'PT404', 'Request not found'); end if;
  select said.* into known from public.change_request_answers as said where said.id = new_id;
  if found then
    -- A repeated call, because the response was lost.
    if known.request_id = asked.id and known.from_client then return; end if;
    perform private.refuse('id_taken', '42501', 'This belongs to someone else');
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

create function public.reply_to_change_request(p_request_id uuid, p_body text, p_reply_id uuid default gen_random_uuid()) returns void
language sql volatile
set search_path = ''
return private.reply_to_change_request(p_request_id, p_body, p_reply_id);

comment on function public.reply_to_change_request(uuid, text, uuid) is
'Adds a reply of the client who sent a request, once for each id, opens the request again and emails the admins. PT404: the caller did not send it. PT429: too many replies.';

grant execute on function public.reply_to_change_request(uuid, text, uuid) to authenticated;
grant execute on function private.reply_to_change_request(uuid, text, uuid) to authenticated;

create or replace function private.search_change_requests(p_query text, p_status text, p_limit integer, p_offset integer)
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
  with found as materialized (
    select request.id, request.status::text as status, request.created_at
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
    select request.*, profile.first_name, profile.last_name, profile.company, account.email
    from (
      -- Open requests come first, the oldest on top. The others follow, newest first.
      select chosen.id, row_number() over (
        order by chosen.status <> 'open', case when chosen.status = 'open' then chosen.created_at end, chosen.created_at desc, chosen.id
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
        'client_name', private.name_or_email(page.first_name, page.last_name, page.email), 'client_company', page.company,
        'answers', coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', said.id, 'body', said.body, 'created_at', said.created_at, 'from_client', said.from_client,
            'author', private.full_name(author.first_name, author.last_name)
          ) order by said.created_at)
          from public.change_request_answers as said left join public.profiles as author on author.user_id = said.author_id
          where said.request_id = page.id
        ), '[]')
      ) order by page.status <> 'open', case when page.status = 'open' then page.created_at end, page.created_at desc, page.id) from page
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
      where request.id = private.folder_id(p_name) and request.user_id = (select auth.uid())
    ) and private.is_unsent_file(p_name) and private.has_active_role('client')
  end
$$;

comment on function private.may_attach_to_request(text) is
'Whether a file is for a new request, for one that the caller sent, or for a reply to it, and the caller may send that.';
comment on function private.is_unsent_file(text) is 'Whether a file is for a request, an answer or a reply that nobody has sent yet.';

create or replace function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (lower(held.payload::text || ' ' || held.dedupe_key) ~ ($1).pattern
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or held.table_name = 'accounts' and private.is_workspace_of(private.parse_uuid(held.row_id), $1)
      -- What was prepared for their account named nobody.
      or held.table_name in ('client_dashboards', 'invoices', 'landing_brands', 'retainers')
        and private.is_workspace_of(private.parse_uuid(coalesce(held.before, held.after) ->> 'account_id'), $1)
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or lower(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text)) ~ ($1).pattern$w$, 'cleared',
      '{"before": "null", "after": "null", "subject": "null", "row_id": "case when held.row_id ~ ''^[0-9a-f-]{36}( [a-z]+)?$'' then held.row_id else ''erased'' end", "actor_email": "case when held.actor_id = any (($1).accounts) then null else held.actor_email end"}',
      'Copies in the audit log', 'Entries stay with their time and author. Their content is removed.'),
    -- Entries about others stay. Only the person's address goes.
    (21, 'public.audit_log', 'held.actor_id = any (($1).accounts)', 'cleared', '{"actor_email": "null"}', null, null),
    (30, 'private.lead_import_rows', $w$held.lead_id = any (($1).leads) or held.email_key = any (($1).emails)
      -- Offices share phone numbers, so a number alone does not identify a person.
      or held.lead_id is null and held.email_key is null and held.phone_key = any (($1).phones) and exists (
        select from public.leads as own where own.id = any (($1).leads)
          and lower(concat_ws(' ', own.first_name, own.last_name)) = lower(concat_ws(' ', held.fields ->> 'first_name', held.fields ->> 'last_name')))$w$, 'cleared',
      '{"fields": "''{}''", "email_key": "null", "phone_key": "null", "before": "null", "after": "null", "lead_id": "null", "problem": "case when held.outcome is null or held.problem is not null then ''Erased'' end"}',
      'Rows of imported files', null),
    (40, 'public.lead_batches', $w$exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id = any (($1).leads))
      and (held.kind = 'merge' or not exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id <> all (($1).leads)))$w$,
      'cleared', '{"changes": "''{}''", "undone_at": "coalesce(held.undone_at, now())"}', 'Changes that could be undone', null),
    (50, 'private.lead_batch_rows', $w$held.lead_id = any (($1).leads) or exists (
      select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
      where noted.batch_id = held.batch_id and batch.kind = 'merge' and noted.lead_id = any (($1).leads))$w$, 'deleted', '{}',
      'Undo copies, including merges', null),
    (60, 'public.lead_tasks', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Tasks', null),
    (65, 'public.bookings', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"name": "''Erased person''", "email": "''''", "phone": "null", "answers": "''{}''", "location_details": "''''"}', 'Booked calls',
      'Time, type and outcome stay for reports.'),
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (149, 'public.landing_submission_files', $w$exists (select from public.landing_submissions as sent where sent.id = held.submission_id
      and (sent.lead_id = any (($1).leads) or sent.lead_id is null and lower(sent.answers::text) ~ ($1).pattern))$w$, 'deleted', '{}',
      'Files sent with landing page forms', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and lower(held.answers::text) ~ ($1).pattern$w$, 'cleared',
      '{"answers": "''{}''", "utm": "''{}''", "referrer_url": "null", "ip_hash": "null", "source": "private.neutral_source(held.source, held.page_id, $1)"}',
      'Landing page submissions', 'The submission still counts in page reports. All answers are removed.'),
    -- When the last person of a company or campaign is erased, its name leaves earlier tombstones too.
    (155, 'public.leads', $w$held.erased_at is not null and held.company is not null
      and exists (select from public.leads as own where own.id = any (($1).leads) and own.company = held.company)$w$, 'cleared',
      '{"company": "private.neutral_company(held.company, $1)"}', null, null),
    (156, 'public.leads', $w$held.erased_at is not null and held.first_touch is not null and exists (select from public.leads as own
      where own.id = any (($1).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(held.first_touch ->> 'utm_campaign'))$w$, 'cleared',
      '{"first_touch": "private.neutral_touch(held.first_touch, $1)"}', null, null),
    (160, 'public.leads', 'held.id = any (($1).leads)', 'cleared',
      (
        select jsonb_object_agg(known.field, case known.kind when 'list' then '''{}''' else 'null' end)
        from private.lead_fields as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words) and held.account_id in (select lead.account_id from public.leads as lead where lead.id = any (($1).leads))', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (195, 'storage.objects', $w$held.bucket_id = 'avatars' and split_part(held.name, '/', 1) = any (($1).accounts::text[])
      or held.bucket_id = 'attachments' and (held.owner_id = any (($1).accounts::text[]) or exists (
        select from public.change_requests as asked where asked.id = private.folder_id(held.name)
          and (asked.user_id = any (($1).accounts) or lower(asked.message) ~ ($1).pattern))
        or exists (select from public.change_request_answers as said where said.request_id = private.folder_id(held.name)
          and said.id::text = split_part(held.name, '/', 2) and lower(said.body) ~ ($1).pattern))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (196, 'storage.objects', $w$held.bucket_id = 'brand' and private.is_workspace_of(private.folder_id(held.name), $1)$w$, 'deleted', '{}', 'Logos of such workspaces', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and (lower(asked.message) ~ ($1).pattern or lower(held.body) ~ ($1).pattern))$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Answers and replies about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and lower(held.message) ~ ($1).pattern$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or lower(held.business_name) ~ ($1).pattern then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts) or held.owner_id is null and private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (243, 'public.calendar_subscriptions', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Subscribed calendars', null),
    (244, 'private.calendar_feeds', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (245, 'public.rotas', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Working hours', null),
    (246, 'public.absences', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Absences', null),
    (247, 'private.pool_turns', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (242, 'private.recovery_codes', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    -- Drafts that were prepared for an account name nobody yet.
    (250, 'public.retainers', $w$(held.client_id = any (($1).accounts) and held.status = 'pending' or held.client_id is null and private.is_workspace_of(held.account_id, $1))
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id
      and (draft.client_id = any (($1).accounts) or draft.client_id is null and private.is_workspace_of(draft.account_id, $1))
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$(held.client_id = any (($1).accounts) or held.client_id is null and private.is_workspace_of(held.account_id, $1)) and held.status = 'draft'
      and not exists (select from public.retainer_charges as charge where charge.invoice_id = held.id)$w$, 'deleted', '{}', 'Invoice drafts', null),
    (253, 'public.invoices', $w$held.client_id = any (($1).accounts) and (held.status <> 'draft'
      or exists (select from public.retainer_charges as charge where charge.invoice_id = held.id))$w$, 'kept',
      '{"invoice_number": null, "description": null, "currency": null}', 'Invoices, including the client''s name and company',
      'Required by tax law, in most countries for up to ten years.'),
    (254, 'public.invoice_lines', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"description": null}', 'Invoice lines', 'Part of the invoices.'),
    (255, 'public.invoice_credits', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"reason": null}', 'Invoice credits', 'Part of the invoices.'),
    (256, 'public.invoice_events', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"kind": null, "note": null, "method": null}', 'Invoice history', 'Required by tax law.'),
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null}', 'Payments',
      'Required by tax law. The reference points to the payment provider.'),
    (258, 'public.retainers', 'held.client_id = any (($1).accounts)', 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Ended retainers',
      'Invoices refer to them.'),
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null, "address": null, "tax_id": null}', null,
      'The recipient on invoices, required by tax law.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Payment provider reference', 'Contains no name. Also delete the customer at the provider when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (262, 'private.combined_checkouts', 'held.client_id = any (($1).accounts)', 'cleared', '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'lower(held.key) ~ ($1).pattern', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (273, 'private.file_usage', 'held.owner = any (($1).accounts::text[])', 'deleted', '{}', 'Storage counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$lower(held.payload::text) ~ ($1).pattern
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
    (319, 'public.landing_brands', 'private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Names and addresses under the pages of such workspaces', null),
    -- The leads of the account are other people's. They stay, in an archived account without a name.
    (320, 'public.accounts', 'private.is_workspace_of(held.id, $1)', 'cleared',
      '{"name": "''Erased account''", "slug": "''erased-'' || held.id", "archived_at": "coalesce(held.archived_at, now())", "logo": "null", "logo_width": "null", "logo_height": "null"}',
      'Workspaces of this person alone', 'The workspace is archived without its name. Its leads are other people.'),
    (325, 'public.account_members', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Memberships', null),
    (326, 'public.account_loans', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "billing_address": "null", "tax_id": "null", "erased_at": "now()"}', 'Profiles', 'An empty profile stays so that counts stay correct.'),
    (350, 'auth.users', 'held.id = any (($1).accounts)', 'cleared',
      $s${"email": "'erased-' || held.id || '@erased.invalid'", "encrypted_password": "null", "phone": "null", "email_confirmed_at": "null", "phone_confirmed_at": "null",
        "confirmation_token": "left(held.confirmation_token, 0)", "recovery_token": "left(held.recovery_token, 0)", "email_change": "left(held.email_change, 0)",
        "email_change_token_new": "left(held.email_change_token_new, 0)", "email_change_token_current": "left(held.email_change_token_current, 0)",
        "phone_change": "left(held.phone_change, 0)", "phone_change_token": "left(held.phone_change_token, 0)", "reauthentication_token": "left(held.reauthentication_token, 0)",
        "raw_app_meta_data": "'{}'", "raw_user_meta_data": "'{}'", "banned_until": "'2999-12-31'"}$s$::jsonb,
      'Accounts', 'The account ID stays without name, address or password. It appears as "Erased person" in entries about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Authenticator apps' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;
