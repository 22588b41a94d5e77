-- The agency may want to see what a client publishes. Then publishing asks: the request keeps the draft as it was, and an admin
-- approves or declines it. Later edits stay in the draft.

create type public.publish_request_state as enum ('waiting', 'approved', 'declined', 'withdrawn');

comment on type public.publish_request_state is 'The state of a request to publish a landing page.';

create table public.landing_publish_requests (
  page_id uuid primary key references public.landing_pages (id) on delete cascade,
  account_id uuid not null default private.agency_account() references public.accounts (id),
  state public.publish_request_state not null default 'waiting',
  revision integer not null,
  rolled_back_to integer,
  draft jsonb not null check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 8000000),
  requested_by uuid references auth.users (id) on delete set null,
  requested_at timestamptz not null default clock_timestamp(),
  note text check (char_length(note) <= 1000),
  answered_by uuid references auth.users (id) on delete set null,
  answered_at timestamptz
);

comment on table public.landing_publish_requests is 'The last request of a client to publish a page, if the agency approves what this account publishes.';
comment on column public.landing_publish_requests.page_id is 'The page.';
comment on column public.landing_publish_requests.account_id is 'The page''s account.';
comment on column public.landing_publish_requests.state is 'waiting, approved, declined or withdrawn.';
comment on column public.landing_publish_requests.revision is 'The revision of the draft that it asks to publish.';
comment on column public.landing_publish_requests.rolled_back_to is 'The earlier version whose content it restores.';
comment on column public.landing_publish_requests.draft is 'The draft as it was then. Approving publishes this, whatever was edited since.';
comment on column public.landing_publish_requests.requested_by is 'Who asked.';
comment on column public.landing_publish_requests.requested_at is 'When.';
comment on column public.landing_publish_requests.note is 'Why it was declined.';
comment on column public.landing_publish_requests.answered_by is 'Who approved, declined or withdrew it.';
comment on column public.landing_publish_requests.answered_at is 'When.';

create index landing_publish_requests_account_id_idx on public.landing_publish_requests (account_id);
create index landing_publish_requests_waiting_idx on public.landing_publish_requests (requested_at) where state = 'waiting';
create index landing_publish_requests_requested_by_idx on public.landing_publish_requests (requested_by);
create index landing_publish_requests_answered_by_idx on public.landing_publish_requests (answered_by);

create trigger take_account_of_page before insert or update of page_id on public.landing_publish_requests
for each row execute function private.take_account_of_page();

alter table public.landing_publish_requests enable row level security;

call private.require_sufficient_sessions('public.landing_publish_requests');

grant select, insert, update, delete on public.landing_publish_requests to service_role;
grant select on public.landing_publish_requests to authenticated;

create policy "People read publish requests of their account, and admins all" on public.landing_publish_requests
for select to authenticated using (account_id = (select private.pages_workspace()) or (select private.has_active_role('admin')));

create function private.needs_approval(p_account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return not private.has_active_role('admin')
    and exists (select from public.accounts as account where account.id = p_account and account.kind = 'client' and account.requires_approval);
end
$$;

comment on function private.needs_approval(uuid) is 'Whether the caller asks an admin before a page of this account is published.';

create function private.request_publishing(p_draft public.landing_drafts, p_rolled_back_to integer) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account public.accounts;
  asked public.landing_publish_requests;
begin
  perform private.require_free_slug(p_draft.page_id, p_draft.slug);
  -- A repeated request asks once.
  if exists (
    select from public.landing_publish_requests as known
    where known.page_id = p_draft.page_id and known.state = 'waiting' and known.revision = p_draft.revision
  ) then return; end if;
  perform private.consume_quota('landing_publishes', auth.uid()::text);
  insert into public.landing_publish_requests as request (page_id, revision, rolled_back_to, draft, requested_by)
  values (p_draft.page_id, p_draft.revision, p_rolled_back_to, to_jsonb(p_draft), auth.uid())
  on conflict (page_id) do update
  set state = 'waiting', revision = excluded.revision, rolled_back_to = excluded.rolled_back_to, draft = excluded.draft,
    requested_by = excluded.requested_by, requested_at = excluded.requested_at, note = null, answered_by = null, answered_at = null
  returning request.* into asked;
  select held.* into account from public.accounts as held where held.id = asked.account_id;
  perform private.notify_users(private.leaders_of(private.agency_account()), 'landing-approval-requested',
    format('%s:%s', asked.page_id, asked.revision), jsonb_build_object(
      'page', p_draft.title, 'business', account.name, 'by', coalesce(private.person_name(asked.requested_by), 'Someone'),
      'since', case when p_rolled_back_to is not null then p_rolled_back_to::text else '' end
    ));
end
$$;

comment on function private.request_publishing(public.landing_drafts, integer) is
'Asks the agency to publish this draft, and tells its admins. Another draft of the page that waits is replaced. PT409: the slug is taken.';

create function private.settle_publish_request(p_page_id uuid, p_state public.publish_request_state, p_note text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  settled public.landing_publish_requests;
  account public.accounts;
begin
  update public.landing_publish_requests as request
  set state = p_state, note = p_note, answered_by = auth.uid(), answered_at = clock_timestamp()
  where request.page_id = p_page_id and request.state = 'waiting'
  returning request.* into settled;
  if settled.page_id is null then return; end if;
  -- An entry of its own: a copy of the row would hold the whole page twice. What its client does isn't in the log.
  if private.has_active_role('admin') then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, before, after)
    select person.id, person.email, 'update', 'landing_publish_requests', settled.page_id::text,
      told.row || jsonb_build_object('state', 'waiting', 'note', null), told.row || jsonb_build_object('state', p_state, 'note', p_note)
    from (select jsonb_build_object('account_id', settled.account_id, 'title', settled.draft ->> 'title') as row) as told
    left join auth.users as person on person.id = auth.uid();
  end if;
  if p_state = 'withdrawn' or settled.requested_by is not distinct from auth.uid() then return; end if;
  select held.* into account from public.accounts as held where held.id = settled.account_id;
  -- Someone who left the account meanwhile isn't told.
  if not settled.requested_by = any (private.team_of(account.id)) then return; end if;
  perform private.notify_users(array[settled.requested_by], 'landing-approval-' || p_state, format('%s:%s', settled.page_id, settled.revision),
    jsonb_strip_nulls(jsonb_build_object(
      'page', settled.draft ->> 'title', 'note', p_note, 'workspace', account.slug, 'pageId', settled.page_id, 'business', account.name
    )));
end
$$;

comment on function private.settle_publish_request(uuid, public.publish_request_state, text) is
'Ends the waiting request of a page, if there is one, notes in the audit log what an admin answered, and tells the person who asked.';

create function private.withdraw_publish_request(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_page_writer(p_page_id);
  perform private.settle_publish_request(p_page_id, 'withdrawn', null);
end
$$;

create function public.withdraw_publish_request(p_page_id uuid) returns void
language sql volatile
set search_path = ''
return private.withdraw_publish_request(p_page_id);

comment on function public.withdraw_publish_request(uuid) is
'Withdraws the waiting request to publish a page, if there is one. For people who write the page. PT404: no such page.';

create function private.answer_publish_request(p_page_id uuid, p_seen timestamptz, p_approved boolean, p_note text, p_stop_test uuid) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  request public.landing_publish_requests;
  asked public.landing_drafts;
  note constant text := nullif(btrim(coalesce(p_note, '')), '');
begin
  perform private.require_admin();
  -- The draft first, as publishing locks it first, too.
  perform from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  select held.* into request from public.landing_publish_requests as held where held.page_id = p_page_id for update;
  if request.page_id is null or request.state <> 'waiting' then
    perform private.refuse('request_not_waiting', 'PT409', 'This request was already answered or withdrawn');
  end if;
  if request.requested_at is distinct from p_seen then
    perform private.refuse('outdated', 'PT409', 'The client sent a newer version of this page. Review that one.');
  end if;
  if p_approved then
    asked := jsonb_populate_record(null::public.landing_drafts, request.draft);
    asked.page_id := p_page_id;
    perform private.stop_test_of_page(p_page_id, p_stop_test);
    return private.publish_landing_draft(asked, request.rolled_back_to);
  end if;
  if note is null then perform private.refuse('required', '22023', 'Say what has to change', 'note'); end if;
  perform private.check_landing_text('The note', note, 1000);
  perform private.settle_publish_request(p_page_id, 'declined', note);
  return 0;
end
$$;

create function public.answer_publish_request(
  p_page_id uuid, p_seen timestamptz, p_approved boolean, p_note text default null, p_stop_test uuid default null
) returns integer
language sql volatile
set search_path = ''
return private.answer_publish_request(p_page_id, p_seen, p_approved, p_note, p_stop_test);

comment on function public.answer_publish_request(uuid, timestamptz, boolean, text, uuid) is
'Publishes a page as its client asked, stops its test p_stop_test, and returns the version; or declines that with a note and returns 0. Admins only. PT409: no longer waiting, or newer than p_seen (requested_at). 22023: declined without a note.';

create function private.set_page_approval(p_account_id uuid, p_required boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_required is null then perform private.refuse('required', '22023', 'Choose whether publishing needs approval'); end if;
  update public.accounts as account set requires_approval = p_required where account.id = p_account_id and account.kind = 'client';
  if not found then perform private.refuse('account_not_found', 'PT404', 'Account not found'); end if;
end
$$;

create function public.set_page_approval(p_account_id uuid, p_required boolean) returns void
language sql volatile
set search_path = ''
return private.set_page_approval(p_account_id, p_required);

comment on function public.set_page_approval(uuid, boolean) is
'Decides whether a client''s account asks before it publishes landing pages. Admins only. PT404: no such client.';

grant execute on function public.withdraw_publish_request(uuid) to authenticated;
grant execute on function private.withdraw_publish_request(uuid) to authenticated;
grant execute on function public.answer_publish_request(uuid, timestamptz, boolean, text, uuid) to authenticated;
grant execute on function private.answer_publish_request(uuid, timestamptz, boolean, text, uuid) to authenticated;
grant execute on function public.set_page_approval(uuid, boolean) to authenticated;
grant execute on function private.set_page_approval(uuid, boolean) to authenticated;
