-- Landing pages belong to accounts: their drafts, versions, previews, domains, pictures, submissions and views, too. Clients with
-- premium write their own pages, and an admin approves what they publish. Emails about a client's rows are in the client's name.

drop policy "Admins read the domains of landing pages" on public.landing_domains;

drop policy "Admins read landing drafts" on public.landing_drafts;

drop policy "Admins read the versions of landing pages" on public.landing_page_versions;

drop policy "Admins read the details of pictures" on public.landing_pictures;

drop policy "Admins add details of stored pictures" on public.landing_pictures;

drop policy "Admins change the details of stored pictures" on public.landing_pictures;

drop policy "Admins read the preview links of landing pages" on public.landing_previews;

drop policy "Admins read what visitors of landing pages sent" on public.landing_submissions;

drop policy "Admins read the views of landing pages" on public.landing_views;

drop policy "Admins read landing pictures" on storage.objects;

drop policy "Admins add landing pictures" on storage.objects;

drop policy "Admins replace landing pictures that no page shows" on storage.objects;

drop policy "Admins delete landing pictures that no page shows" on storage.objects;

drop trigger count_quota_use on public.landing_pages;

drop function public.list_landing_pages();

drop function private.enqueue_form_mails(text, uuid, text, text, jsonb);

create type public.publish_request_state as enum ('waiting', 'approved', 'declined', 'withdrawn');

alter table public.accounts add column requires_approval boolean not null default true;

alter table public.landing_drafts add column account_id uuid not null default private.agency_account() references public.accounts (id);

alter table public.landing_page_versions add column account_id uuid not null default private.agency_account() references public.accounts (id);

alter table public.landing_previews add column account_id uuid not null default private.agency_account() references public.accounts (id);

alter table public.landing_domains add column account_id uuid not null default private.agency_account() references public.accounts (id);

alter table public.landing_pictures add column account_id uuid not null default private.agency_account() references public.accounts (id);

alter table public.landing_submissions add column account_id uuid not null default private.agency_account() references public.accounts (id);

alter table public.landing_views add column account_id uuid not null default private.agency_account() references public.accounts (id);

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

create or replace function private.reads_pages_of(p_account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_active_role('admin')
    or coalesce(private.account_role_of_caller(p_account) in ('owner', 'member'), false) and private.has_active_role('client');
end
$$;

create or replace function private.writes_pages_of(p_account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_active_role('admin') or private.reads_pages_of(p_account) and private.has_premium(p_account);
end
$$;

create or replace function private.pages_workspace() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.workspace();
begin
  return case when private.reads_pages_of(account) then account end;
end
$$;

create or replace function private.require_pages() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.pages_workspace();
begin
  if account is null then perform private.refuse('pages_only', '42501', 'You can''t see these landing pages'); end if;
  return account;
end
$$;

create or replace function private.picture_account(p_name text) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select coalesce(
    (select account.id from public.accounts as account where account.id = private.folder_id(p_name)), private.agency_account()
  )
$$;

create function private.reads_picture(p_name text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.reads_pages_of(private.picture_account(p_name));
end
$$;

comment on function private.reads_picture(text) is 'Whether the caller reads the pages of the account that this file is of.';

create function private.writes_picture(p_name text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.writes_pages_of(private.picture_account(p_name));
end
$$;

comment on function private.writes_picture(text) is 'Whether the caller writes the pages of the account that this file is of.';

create function private.writes_pages() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.writes_pages_of(private.workspace());
end
$$;

comment on function private.writes_pages() is 'Whether the caller writes the landing pages of the workspace.';


create or replace function private.account_addresses(p_account uuid) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(
    (
      select array_agg(owner.email::text order by member.created_at, member.user_id)
      from public.account_members as member join auth.users as owner on owner.id = member.user_id
      where member.account_id = p_account and member.role = 'owner' and coalesce(owner.email, '') <> ''
    ),
    (select array[settings.email] from public.agency_settings as settings where settings.email is not null)
  )
$$;

create or replace function private.mail_account_data(p_account uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when p_account = private.agency_account() then '{}' else jsonb_build_object('account', p_account) end
$$;

create or replace function private.lead_mail_data(p_lead_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.mail_account_data(lead.account_id) || jsonb_strip_nulls(jsonb_build_object(
    'leadId', lead.id,
    -- On one line, because it becomes the subject of an email.
    'who', regexp_replace(private.lead_title(lead), '\s+', ' ', 'g'),
    'company', nullif(btrim(lead.company), ''), 'email', lead.email, 'phone', lead.phone, 'source', lead.source,
    'owner', case when lead.user_id is not null then private.owner_name(lead.user_id::text) end
  ))
  from public.leads as lead where lead.id = p_lead_id
$$;

create or replace function public.send_lead_email(p_id uuid, p_lead_id uuid, p_subject text, p_body text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  lead public.leads;
  known public.lead_activities;
  claims boolean;
  finished public.lead_tasks;
begin
  perform private.require_lead(p_lead_id);
  select found.* into lead from public.leads as found where found.id = p_lead_id for update;
  claims := lead.user_id is null;
  if p_id is null or coalesce(btrim(p_subject), '') = '' or coalesce(btrim(p_body), '') = '' then
    perform private.refuse('required', '22023', 'Enter a subject and a message');
  end if;
  if char_length(p_subject) > 200 or char_length(p_body) > 10000 then
    perform private.refuse('too_long', '22023', 'Use up to 200 characters in the subject and 10,000 in the message');
  end if;
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if lead.email is null then perform private.refuse('lead_without_email', '22023', 'This lead has no email address'); end if;
  if lead.consent_at is null then perform private.refuse('lead_without_consent', '22023', 'This lead hasn''t agreed to be emailed'); end if;
  select activity.* into known from public.lead_activities as activity where activity.id = p_id;
  if known.id is not null then
    if known.actor_id is distinct from caller then perform private.refuse('id_taken', '42501', 'Someone else sent this'); end if;
    return jsonb_build_object('id', p_id, 'again', true);
  end if;
  perform private.require_quota('lead_emails', caller::text), private.require_quota('lead_emails_to_one', private.address_key(lead.email));
  -- As a call does, an email claims the lead and moves it out of New.
  if claims then update public.leads as own set user_id = caller where own.id = lead.id; end if;
  finished := private.complete_matching_task(p_lead_id, 'email', now());
  insert into public.lead_activities (id, lead_id, kind, body, actor_id, payload)
  values (p_id, lead.id, 'email', btrim(p_body), caller, jsonb_strip_nulls(jsonb_build_object(
    'subject', btrim(p_subject), 'to', lead.email, 'outcome', 'sent', 'claimed', nullif(claims, false), 'finished', finished.id)));
  if lead.stage = 'new' and exists (select from public.pipeline_stages as stage where stage.key = 'attempting') then
    perform public.change_leads(p_id, array[lead.id], '{"stage": "attempting"}');
  end if;
  perform private.consume_quota('lead_emails', caller::text);
  perform private.consume_quota('lead_emails_to_one', private.address_key(lead.email));
  perform public.enqueue_outbox('mail', format('lead-message:%s', p_id), jsonb_build_object(
    'to', lead.email, 'template', 'lead-message',
    'data', private.mail_account_data(lead.account_id) || jsonb_build_object(
      'subject', btrim(p_subject), 'text', btrim(p_body), 'replyTo', (private.account_addresses(lead.account_id))[1])));
  return jsonb_build_object('id', p_id, 'again', false, 'claimed', claims, 'finished', finished.title);
end
$$;

create or replace function private.enqueue_form_mails(
  p_form text, p_id uuid, p_email text, p_name text, p_answers jsonb, p_account uuid default private.agency_account()
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  addresses constant text[] := private.account_addresses(p_account);
  account constant jsonb := private.mail_account_data(p_account);
  confirmations bigint;
begin
  perform public.enqueue_outbox('mail', format('%s:%s:agency', p_form, p_id) || case when reader.place > 1 then ':' || reader.place else '' end,
    jsonb_build_object('to', reader.address, 'template', p_form || '-alert', 'data', account || jsonb_strip_nulls(p_answers)))
  from unnest(addresses) with ordinality as reader (address, place);
  -- Limits confirmations, so that nobody can fill a stranger's mailbox through this form.
  select count(*) into confirmations from private.outbox as sent
  where sent.kind = 'mail' and lower(sent.payload ->> 'to') = lower(p_email) and sent.created_at > now() - interval '1 day'
    and sent.payload ->> 'template' like '%-confirmation';
  if confirmations < 5 then
    perform public.enqueue_outbox('mail', format('%s:%s:sender', p_form, p_id),
      jsonb_build_object('to', p_email, 'template', p_form || '-confirmation',
        'data', account || jsonb_build_object('name', p_name, 'agencyEmail', addresses[1]) || (
          select coalesce(jsonb_object_agg(answer.key, answer.value), '{}') from jsonb_each(jsonb_strip_nulls(p_answers)) as answer
          where answer.key in ('bestContact', 'phone', 'timeline', 'target', 'dealSize', 'adSpend', 'interests'))));
  end if;
end
$$;

create or replace function public.add_landing_domain(p_page_id uuid, p_domain text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  name text := lower(regexp_replace(btrim(coalesce(p_domain, '')), '^https?://|[/?#].*$|\.$', '', 'gi'));
  known public.landing_domains;
  added uuid;
  account uuid;
begin
  account := private.require_page_writer(p_page_id);
  name := rtrim(name, '.');
  if char_length(name) > 253 or name !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$' then
    perform private.refuse('domain_invalid', '22023', 'Enter a domain such as offer.example.com, without a port or path', 'domain');
  end if;
  select held.* into known from public.landing_domains as held where held.domain = name;
  if known.page_id = p_page_id then return known.id; end if;
  if known.id is not null then
    perform private.refuse(
      'domain_taken', 'PT409',
      -- Another account's title is none of the caller's business.
      coalesce(
        format('The page “%s” uses this domain. Remove it there first.', (
          select draft.title from public.landing_drafts as draft where draft.page_id = known.page_id and draft.account_id = account
        )),
        'Another account uses this domain'
      ),
      'domain'
    );
  end if;
  if exists (select from public.landing_domains as held where held.page_id = p_page_id) then
    perform private.refuse('page_has_domain', 'PT409', 'This page already has a domain. Remove it first.');
  end if;
  insert into public.landing_domains (page_id, domain) values (p_page_id, name) on conflict do nothing returning id into added;
  if added is null then perform private.refuse('domain_taken', 'PT409', 'Someone else just added this domain', 'domain'); end if;
  return added;
end
$$;

create or replace function public.remove_landing_domain(p_domain_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
begin
  delete from public.landing_domains as gone where gone.id = p_domain_id and gone.account_id = account;
end
$$;

create or replace function private.notify_domain_status(p_domain public.landing_domains, p_template text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('%s:%s:%s:%s', p_template, p_domain.id, p_domain.missing_since, reader.address), jsonb_build_object(
    'to', reader.address, 'template', p_template,
    'data', private.mail_account_data(p_domain.account_id) || jsonb_build_object('domain', p_domain.domain, 'problem', p_domain.problem,
      'page', (select page.title from public.landing_pages as page where page.id = p_domain.page_id))))
  from unnest(private.account_addresses(p_domain.account_id)) as reader (address);
end
$$;

create or replace function public.may_check_landing_domain(p_domain_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return coalesce((select private.writes_pages_of(known.account_id) from public.landing_domains as known where known.id = p_domain_id),
    private.has_active_role('admin'));
end
$$;

create or replace function private.take_account_of_picture() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.account_id := private.picture_account(new.name);
  return new;
end
$$;

create or replace function public.search_landing_pictures(p_query text default '', p_limit integer default 60, p_offset integer default 0)
returns table (
  name text, bytes bigint, alt text, is_decorative boolean, width integer, height integer, focus_x integer, focus_y integer,
  created_at timestamptz, total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.pages_workspace();
begin
  return query
  select file.name, (file.metadata ->> 'size')::bigint, picture.alt, picture.is_decorative, picture.width, picture.height, picture.focus_x,
    picture.focus_y, file.created_at, count(*) over ()
  from storage.objects as file left join public.landing_pictures as picture on picture.name = file.name
  where file.bucket_id = 'landing' and (account = private.agency_account() or starts_with(file.name, account || '/'))
    and private.picture_account(file.name) = account
    and strpos(lower(concat_ws(' ', file.name, picture.alt)), lower(left(btrim(coalesce(p_query, '')), 200))) > 0
  order by file.created_at desc, file.name
  limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0);
end
$$;

create or replace function public.landing_picture_uses(p_name text) returns table (page_id uuid, title text, is_live boolean)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_pages();
begin
  return query
  select draft.page_id, draft.title, page.is_live
  from public.landing_drafts as draft cross join lateral (
    select coalesce(bool_or(strpos(concat(live.content, live.custom_css, live.custom_js), private.picture_address(p_name)) > 0), false) as is_live
    from public.landing_pages as live where live.id = draft.page_id and live.status = 'published'
  ) as page
  where draft.account_id = account
    and (page.is_live or strpos(concat(draft.content, draft.custom_css, draft.custom_js), private.picture_address(p_name)) > 0)
  order by draft.title, draft.page_id;
end
$$;

create or replace function public.create_landing_preview(p_page_id uuid, p_hours integer) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- Two random ids have 244 random bits.
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require_page_writer(p_page_id);
  if p_hours is null or p_hours not between 1 and 720 then
    perform private.refuse('duration_invalid', '22023', 'A preview link can last 1 to 720 hours', 'hours');
  end if;
  insert into public.landing_previews (page_id, token_hash, expires_at, created_by)
  values (p_page_id, sha256(convert_to(token, 'UTF8')), now() + make_interval(hours => p_hours), auth.uid());
  return token;
end
$$;

create or replace function public.revoke_landing_preview(p_preview_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
begin
  update public.landing_previews as link set revoked_at = now()
  where link.id = p_preview_id and link.account_id = account and link.revoked_at is null;
  if not found and not exists (select from public.landing_previews as link where link.id = p_preview_id and link.account_id = account) then
    perform private.refuse('preview_not_found', 'PT404', 'Link not found');
  end if;
end
$$;

create or replace function public.duplicate_landing_page(p_page_id uuid, p_id uuid) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  free text;
begin
  perform private.require_page_writer(p_page_id);
  held := private.lock_landing_draft(p_page_id, null);
  if exists (select from public.landing_pages as page where page.id = p_id) then
    return (select known.slug from public.landing_drafts as known where known.page_id = p_id and known.account_id = held.account_id);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('landing slugs', 0));
  select candidate.slug into free from (
    select rtrim(left(held.slug, 90), '-') || '-copy' || case when round = 1 then '' else '-' || round end as slug, round
    from generate_series(1, 10000) as round
  ) as candidate
  where not exists (select from public.landing_drafts as other where other.slug = candidate.slug)
    and not exists (select from public.landing_pages as other where other.slug = candidate.slug)
  order by candidate.round limit 1;
  perform public.create_landing_page(p_id, free, jsonb_build_object(
    'title', left(held.title, 193) || ' (copy)', 'description', held.description, 'hide_title', held.hide_title, 'content', held.content, 'blocks', held.blocks,
    'theme', held.theme, 'custom_css', held.custom_css, 'custom_js', held.custom_js));
  return free;
end
$$;

create or replace function public.delete_landing_page(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
  page public.landing_pages;
begin
  select held.* into page from public.landing_pages as held where held.id = p_page_id and held.account_id = account for update;
  if not found then return; end if;
  if page.status = 'published' then perform private.refuse('page_published', 'PT409', 'Unpublish the page first. Visitors can still see it.'); end if;
  delete from public.landing_pages as gone where gone.id = p_page_id;
end
$$;

create or replace function private.limit_landing_pages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then return null; end if;
  perform private.lock_quota('landing_pages_held', new.account_id::text);
  perform private.check_quota(
    case new.account_id when private.agency_account() then 'landing_pages_held' else 'client_pages_held' end,
    (select count(*) from public.landing_pages as page where page.account_id = new.account_id)
  );
  return null;
end
$$;

create or replace function private.limit_landing_drafts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then return null; end if;
  if tg_op = 'UPDATE' then perform private.consume_quota('landing_saves', auth.uid()::text); end if;
  perform private.lock_quota('landing_draft_bytes', new.account_id::text);
  perform private.check_quota(case new.account_id when private.agency_account() then 'landing_draft_bytes' else 'client_draft_bytes' end, (
    select sum(coalesce(pg_column_size(draft.content), 0) + coalesce(pg_column_size(draft.blocks), 0)
      + coalesce(pg_column_size(draft.custom_css), 0) + coalesce(pg_column_size(draft.custom_js), 0))::bigint
    from public.landing_drafts as draft where draft.account_id = new.account_id
  ));
  return null;
end
$$;

create or replace function public.submit_landing_form(p_form jsonb, p_address text default null, p_is_spam boolean default false) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.landing_pages;
  stored public.landing_submissions;
  told jsonb := coalesce(p_form -> 'answers', '{}');
begin
  select served.* into page from public.landing_pages as served
  where served.id = (p_form ->> 'page_id')::uuid and served.status = 'published';
  if not found then perform private.refuse('page_not_found', 'PT404', 'Page not found or not published'); end if;
  insert into public.landing_submissions (page_id, version, answers, utm, source, referrer_url, submission_id, ip_hash, is_spam)
  values (
    page.id,
    -- A visitor may have opened an earlier version, and answers that one.
    case when (p_form ->> 'version')::integer between 1 and page.version then (p_form ->> 'version')::integer else page.version end,
    told, coalesce(p_form -> 'utm', '{}'), coalesce(nullif(p_form ->> 'source', ''), 'direct'), p_form ->> 'referrer_url',
    (p_form ->> 'submission_id')::uuid, private.hash_ip(p_address), p_is_spam
  )
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (select known.id from public.landing_submissions as known where known.submission_id = (p_form ->> 'submission_id')::uuid);
  end if;
  update public.landing_submissions as sent
  set lead_id = private.upsert_lead_from_landing_form(page.account_id, p_form, jsonb_build_object(
    'form', 'landing_page', 'landing_page_id', page.id, 'page_title', page.title, 'slug', page.slug, 'version', stored.version,
    'submission_id', stored.id, 'source', stored.source, 'utm', nullif(stored.utm, '{}'::jsonb), 'referrer_url', left(stored.referrer_url, 500),
    -- The lead's history gets short answers. The submission keeps all of them.
    'answers', case when octet_length(told::text) <= 15000 then told else (
      select jsonb_object_agg(answer.key, left(answer.value, 200))
      from (select * from jsonb_each_text(told) order by key limit 20) as answer
    ) end
  ), p_is_spam)
  where sent.id = stored.id;
  if not p_is_spam then
    perform private.enqueue_form_mails('landing', stored.id, p_form ->> 'email', p_form ->> 'first_name', jsonb_build_object(
      'name', private.name_or_email(p_form ->> 'first_name', p_form ->> 'last_name', p_form ->> 'email'),
      'email', p_form ->> 'email', 'company', p_form ->> 'company', 'phone', p_form ->> 'phone', 'message', p_form ->> 'message',
      'page', page.title, 'source', stored.source, 'campaign', stored.utm ->> 'utm_campaign',
      'more', (
        select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key)
        from jsonb_each_text(told) as answer
        where answer.key not in ('email', 'name', 'first_name', 'last_name', 'company', 'phone', 'message')
      )), page.account_id);
  end if;
  return stored.id;
end
$$;

create or replace function public.landing_page_stats(p_page_id uuid, p_from date, p_to date)
returns table (by text, key text, views bigint, visitors bigint, submissions bigint, conversion numeric)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not exists (select from public.landing_pages as page where page.id = p_page_id and page.account_id = private.require_pages()) then
    perform private.refuse('page_not_found', 'PT404', 'This page was deleted');
  end if;
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('period_invalid', '22023', 'Choose a start and end date, up to three years apart');
  end if;
  return query
  with seen as (
    select held.day, held.source, held.version, held.views, held.visitors, 0::bigint as submissions
    from public.landing_views as held where held.page_id = p_page_id and held.day between p_from and p_to
    union all
    select (sent.created_at at time zone 'UTC')::date, sent.source, sent.version, 0, 0, 1
    from public.landing_submissions as sent
    where sent.page_id = p_page_id and not sent.is_spam
      and sent.created_at >= p_from::timestamp at time zone 'UTC' and sent.created_at < (p_to + 1)::timestamp at time zone 'UTC'
  ), grouped as (
    select case when grouping(seen.day) = 0 then 'day' when grouping(seen.source) = 0 then 'source'
        when grouping(seen.version) = 0 then 'version' else 'total' end as by,
      coalesce(seen.day::text, seen.source, seen.version::text, 'all') as key,
      sum(seen.views)::bigint as views, sum(seen.visitors)::bigint as visitors, sum(seen.submissions)::bigint as submissions
    from seen group by grouping sets ((), (seen.day), (seen.source), (seen.version))
  ), complete as (
    select grouped.* from grouped where grouped.views is not null
    union all
    -- Days without visits are listed too.
    select 'day', quiet.day::date::text, 0, 0, 0 from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') as quiet (day)
    where not exists (select from grouped where grouped.by = 'day' and grouped.key = quiet.day::date::text)
    union all
    select 'total', 'all', 0, 0, 0 where not exists (select from seen)
  )
  select complete.by, complete.key, complete.views, complete.visitors, complete.submissions,
    private.landing_rate(complete.submissions, complete.visitors)
  from complete
  order by complete.by, case when complete.by = 'day' then complete.key end, case when complete.by = 'version' then complete.key::integer end desc,
    complete.visitors desc, complete.key;
end
$$;

create or replace function public.list_landing_pages(p_everywhere boolean default false)
returns table (
  id uuid, slug text, title text, status public.landing_page_status, version integer, has_changes boolean, domain_id uuid, domain text,
  domain_state public.landing_domain_state, views bigint, visitors bigint, submissions bigint, conversion numeric,
  updated_at timestamptz, updated_by text, published_at timestamptz, account_id uuid, account_slug text, account_name text,
  request_state public.publish_request_state, requested_at timestamptz, request_note text
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  since date := (now() at time zone 'UTC')::date - 29;
  workspace uuid;
begin
  if p_everywhere then perform private.require_admin(); else workspace := private.require_pages(); end if;
  return query
  select page.id, draft.slug, draft.title, page.status, page.version, draft.revision is distinct from draft.published_revision,
    own.id, own.domain, own.state, seen.views, seen.visitors, sent.submissions, private.landing_rate(sent.submissions, seen.visitors),
    draft.updated_at, coalesce(private.person_name(draft.updated_by), 'Someone'), live.published_at,
    account.id, account.slug, account.name, request.state, request.requested_at, request.note
  from public.landing_pages as page
  join public.accounts as account on account.id = page.account_id
  join public.landing_drafts as draft on draft.page_id = page.id
  left join public.landing_publish_requests as request on request.page_id = page.id
  left join public.landing_domains as own on own.page_id = page.id
  left join public.landing_page_versions as live on live.page_id = page.id and live.number = page.version
  cross join lateral (
    select coalesce(sum(held.views), 0)::bigint as views, coalesce(sum(held.visitors), 0)::bigint as visitors
    from public.landing_views as held where held.page_id = page.id and held.day >= since
  ) as seen
  cross join lateral (
    select count(*) as submissions from public.landing_submissions as form
    where form.page_id = page.id and not form.is_spam and form.created_at >= since::timestamp at time zone 'UTC'
  ) as sent
  where p_everywhere or page.account_id = workspace
  order by coalesce(request.state = 'waiting', false) desc, draft.updated_at desc, page.id
  limit 1000;
end
$$;

create or replace function public.create_landing_page(p_id uuid, p_slug text, p_draft jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  draft public.landing_drafts;
  account constant uuid := private.require_page_writer();
begin
  if p_id is null then perform private.refuse('required', '22023', 'A page needs an id', 'id'); end if;
  draft := private.parse_landing_draft(coalesce(p_draft, '{}') || jsonb_build_object('slug', p_slug), null);
  -- Blocks start with a heading of their own.
  draft.hide_title := coalesce(draft.hide_title, draft.blocks is not null);
  -- A repeated request creates one page.
  if exists (select from public.landing_pages as page where page.id = p_id) then
    return (select known.revision from public.landing_drafts as known where known.page_id = p_id and known.account_id = account);
  end if;
  perform private.require_free_slug(p_id, draft.slug);
  insert into public.landing_pages (id, slug, title, theme, account_id) values (p_id, draft.slug, draft.title, draft.theme, account);
  update public.landing_drafts as begun
  set description = draft.description, hide_title = draft.hide_title, content = draft.content, blocks = draft.blocks, custom_css = draft.custom_css,
    custom_js = draft.custom_js, updated_by = auth.uid()
  where begun.page_id = p_id;
  return 1;
end
$$;

create or replace function public.save_landing_draft(p_page_id uuid, p_seen_revision integer, p_draft jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  draft public.landing_drafts;
begin
  perform private.require_page_writer(p_page_id);
  held := private.lock_landing_draft(p_page_id, null);
  draft := private.parse_landing_draft(p_draft, held);
  -- A repeated request, or nothing changed: it is already saved.
  if draft = held then return held.revision; end if;
  perform private.lock_landing_draft(p_page_id, coalesce(p_seen_revision, -1));
  if draft.slug <> held.slug then
    perform private.require_free_slug(p_page_id, draft.slug);
    -- A page that was never published gives up its old slug.
    update public.landing_pages as page set slug = draft.slug where page.id = p_page_id and page.version = 0;
  end if;
  update public.landing_pages as page set title = draft.title where page.id = p_page_id and page.version = 0 and page.title <> draft.title;
  update public.landing_drafts as saved
  set slug = draft.slug, title = draft.title, description = draft.description, hide_title = draft.hide_title, content = draft.content, blocks = draft.blocks,
    theme = draft.theme, custom_css = draft.custom_css, custom_js = draft.custom_js, revision = held.revision + 1, updated_by = auth.uid()
  where saved.page_id = p_page_id;
  return held.revision + 1;
end
$$;

create or replace function private.publish_landing_draft(p_draft public.landing_drafts, p_rolled_back_to integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  number integer;
begin
  perform private.require_free_slug(p_draft.page_id, p_draft.slug);
  update public.landing_pages as page
  set status = 'published', slug = p_draft.slug, title = p_draft.title, description = p_draft.description, hide_title = p_draft.hide_title, content = p_draft.content,
    theme = p_draft.theme, custom_css = p_draft.custom_css, custom_js = p_draft.custom_js,
    version = 1 + greatest(page.version,
      coalesce((select max(past.number) from public.landing_page_versions as past where past.page_id = page.id), 0))
  where page.id = p_draft.page_id
  returning page.version into number;
  insert into public.landing_page_versions (
    page_id, number, slug, title, description, hide_title, content, blocks, theme, custom_css, custom_js, rolled_back_to, published_by
  ) values (
    p_draft.page_id, number, p_draft.slug, p_draft.title, p_draft.description, p_draft.hide_title, p_draft.content, p_draft.blocks, p_draft.theme,
    p_draft.custom_css, p_draft.custom_js, p_rolled_back_to, auth.uid()
  );
  update public.landing_drafts as published set published_revision = p_draft.revision where published.page_id = p_draft.page_id;
  perform private.settle_publish_request(p_draft.page_id, 'approved', null);
  return number;
end
$$;

create or replace function public.publish_landing_page(p_page_id uuid, p_seen_revision integer) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  live public.landing_pages;
  account constant uuid := private.require_page_writer(p_page_id);
begin
  held := private.lock_landing_draft(p_page_id, coalesce(p_seen_revision, -1));
  select page.* into live from public.landing_pages as page where page.id = p_page_id;
  -- A repeated request: the page is already live.
  if live.status = 'published' and held.published_revision = held.revision then return live.version; end if;
  if private.needs_approval(account) then
    perform private.request_publishing(held, null);
    return 0;
  end if;
  return private.publish_landing_draft(held, null);
end
$$;

create or replace function public.unpublish_landing_page(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_page_writer(p_page_id);
  update public.landing_pages as page set status = 'draft' where page.id = p_page_id and page.status = 'published';
end
$$;

create or replace function public.roll_back_landing_page(p_page_id uuid, p_number integer) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  past public.landing_page_versions;
  account constant uuid := private.require_page_writer(p_page_id);
begin
  held := private.lock_landing_draft(p_page_id, null);
  select version.* into past from public.landing_page_versions as version where version.page_id = p_page_id and version.number = p_number;
  if not found then perform private.refuse('version_not_found', 'PT404', format('Version %s not found', p_number)); end if;
  -- The slug stays, because restoring a text must not break links.
  update public.landing_drafts as restored
  set title = past.title, description = past.description, hide_title = past.hide_title, content = past.content, blocks = past.blocks, theme = past.theme,
    custom_css = past.custom_css, custom_js = past.custom_js, revision = held.revision + 1, updated_by = auth.uid()
  where restored.page_id = p_page_id
  returning restored.* into held;
  held.slug := (select page.slug from public.landing_pages as page where page.id = p_page_id);
  if private.needs_approval(account) then
    perform private.request_publishing(held, p_number);
    return 0;
  end if;
  return private.publish_landing_draft(held, p_number);
end
$$;

create or replace function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everyone'),
    ('auth.users.role', 'the same word for everyone'),
    ('private.attached_files', 'forgotten with the file, or after two days'),
    ('private.ip_salts', 'random, forgotten after a day'),
    ('private.checkouts.currency', 'a code'),
    ('private.checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.checkouts.status', 'a word of the product'),
    ('private.combined_checkouts.currency', 'a code'),
    ('private.combined_checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.dashboard_imports', 'ids and times'),
    ('private.erasures', 'ids and times'),
    ('private.landing_cache_version', 'a counter'),
    ('private.landing_visitors', 'hashes of one day, with a salt that is forgotten'),
    ('private.lead_counts.kind', 'a word of the product'),
    ('private.lead_import_rows.outcome', 'a word of the product'),
    ('private.lead_tags', 'labels of the team with counts; a label ends with its last lead'),
    ('private.lead_totals', 'counts'),
    ('private.mail_providers', 'the product''s own mail servers'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.removed_blobs', 'random ids'),
    ('private.removed_files', 'forgotten when the files are deleted'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.accounts', 'the business''s own hours and currency; its name is cleared with its last person'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'pages of an account'),
    ('public.landing_drafts', 'pages of an account'),
    ('public.landing_page_versions', 'pages of an account'),
    ('public.landing_pages', 'pages of an account'),
    ('public.landing_pictures', 'pages of an account'),
    ('public.landing_previews', 'hashes of links to an account''s pages'),
    ('public.landing_publish_requests', 'pages of an account, and what has to change in them'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own'),
    ('storage.buckets', 'the product''s own')
  ) as entry (column_name, reason)
$$;

create or replace function public.mail_account(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', account.name, 'slug', account.slug, 'email', (private.account_addresses(account.id))[1])
  from public.accounts as account where account.id = p_account_id and account.kind = 'client'
$$;

create or replace function private.needs_approval(p_account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return not private.has_active_role('admin')
    and exists (select from public.accounts as account where account.id = p_account and account.kind = 'client' and account.requires_approval);
end
$$;

create or replace function private.request_publishing(p_draft public.landing_drafts, p_rolled_back_to integer) returns void
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

create or replace function private.settle_publish_request(p_page_id uuid, p_state public.publish_request_state, p_note text) returns void
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
  if settled.page_id is null or p_state = 'withdrawn' or settled.requested_by is not distinct from auth.uid() then return; end if;
  select held.* into account from public.accounts as held where held.id = settled.account_id;
  -- Someone who left the account meanwhile isn't told.
  if not settled.requested_by = any (private.team_of(account.id)) then return; end if;
  perform private.notify_users(array[settled.requested_by], 'landing-approval-' || p_state, format('%s:%s', settled.page_id, settled.revision),
    jsonb_strip_nulls(jsonb_build_object(
      'page', settled.draft ->> 'title', 'note', p_note, 'workspace', account.slug, 'pageId', settled.page_id, 'business', account.name
    )));
end
$$;

create or replace function public.withdraw_publish_request(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_page_writer(p_page_id);
  perform private.settle_publish_request(p_page_id, 'withdrawn', null);
end
$$;

create or replace function public.answer_publish_request(p_page_id uuid, p_seen timestamptz, p_approved boolean, p_note text default null) returns integer
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
    return private.publish_landing_draft(asked, request.rolled_back_to);
  end if;
  if note is null then perform private.refuse('required', '22023', 'Say what has to change', 'note'); end if;
  perform private.check_landing_text('The note', note, 1000);
  perform private.settle_publish_request(p_page_id, 'declined', note);
  return 0;
end
$$;

create or replace function public.set_page_approval(p_account_id uuid, p_required boolean) returns void
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

create or replace function private.follow_page_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.landing_drafts as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_page_versions as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_domains as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_views as part set account_id = new.account_id where part.page_id = new.id;
  -- People of the other account may hold its preview links.
  update public.landing_previews as part set account_id = new.account_id, revoked_at = coalesce(part.revoked_at, now()) where part.page_id = new.id;
  delete from public.landing_publish_requests as part where part.page_id = new.id;
  return null;
end
$$;

create or replace function public.move_landing_page(p_page_id uuid, p_account_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  -- The draft first, as saving and publishing do.
  perform from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  if not found then perform private.refuse('page_not_found', 'PT404', 'This page was deleted'); end if;
  if not exists (select from public.accounts as account where account.id = p_account_id and account.archived_at is null) then
    perform private.refuse('account_not_found', 'PT404', 'Account not found', 'account_id');
  end if;
  update public.landing_pages as page set account_id = p_account_id where page.id = p_page_id and page.account_id <> p_account_id;
  -- The new account learns no name of the former one.
  if found then update public.landing_drafts as draft set updated_by = auth.uid() where draft.page_id = p_page_id; end if;
end
$$;

create or replace function private.require_page_writer(p_page_id uuid default null) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_pages();
begin
  if not private.writes_pages_of(account) then
    perform private.refuse('premium_only', '42501', 'Your plan shows your landing pages. Premium writes and publishes them.');
  end if;
  if p_page_id is not null
    and not exists (select from public.landing_pages as page where page.id = p_page_id and page.account_id = account) then
    perform private.refuse('page_not_found', 'PT404', 'This page was deleted');
  end if;
  return account;
end
$$;

create or replace function private.take_account_of_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  select page.account_id into new.account_id from public.landing_pages as page where page.id = new.page_id;
  return new;
end
$$;

create or replace function public.landing_workspace() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account public.accounts;
begin
  select held.* into account from public.accounts as held where held.id = private.require_pages();
  return jsonb_build_object(
    'id', account.id, 'slug', account.slug, 'name', account.name, 'kind', account.kind,
    'may_write', private.writes_pages_of(account.id), 'needs_approval', private.needs_approval(account.id),
    'is_admin', private.has_active_role('admin')
  );
end
$$;

comment on column public.accounts.requires_approval is 'Whether an admin approves what a client''s people publish. Admins publish directly.';

comment on function private.lead_mail_data(uuid) is 'A lead as emails to the team show it, and its account if that is a client''s.';

comment on function public.send_lead_email(uuid, uuid, text, text) is
'Sends an email to a lead in the account''s name and logs it, in one step: { id, again, claimed, finished }. It finishes the email task that is due today, gives an unowned lead to the caller and moves a new lead to Attempting. A known id sends nothing. 22023: no address, no consent, or nothing to say. PT404: no such lead, or not the caller''s. PT409: it was merged. PT429: a quota of emails is used up.';

comment on function private.enqueue_form_mails(text, uuid, text, text, jsonb, uuid) is
'Queues emails: the answers to the account, and a confirmation to the sender. It repeats choices and figures, so that a typo is noticed, and no free text, because the address may be a stranger''s.';

comment on column public.landing_domains.account_id is 'The page''s account.';

create index landing_domains_account_id_idx on public.landing_domains (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_domains
for each row execute function private.take_account_of_page();

comment on function public.add_landing_domain(uuid, text) is
'Starts to verify a domain for a page and returns its id. For people who write the page. 22023: not a domain. PT404: no such page. PT409: it belongs to another page, or the page already has one.';

comment on function public.remove_landing_domain(uuid) is 'Removes a domain from its page, which stops it immediately. For people who write the page.';

comment on function private.notify_domain_status(public.landing_domains, text) is
'Emails the account about a domain, once for each disappearance.';

comment on function public.may_check_landing_domain(uuid) is
'Whether the caller may have the DNS of this domain checked: people who write the pages of its account.';

grant execute on function public.may_check_landing_domain(uuid) to authenticated;

comment on column public.landing_drafts.account_id is 'The page''s account.';

create index landing_drafts_account_id_idx on public.landing_drafts (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_drafts
for each row execute function private.take_account_of_page();

comment on column public.landing_page_versions.account_id is 'The page''s account.';

create index landing_page_versions_account_id_idx on public.landing_page_versions (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_page_versions
for each row execute function private.take_account_of_page();

comment on column public.landing_pictures.account_id is 'The account whose folder has the file.';

create index landing_pictures_account_id_idx on public.landing_pictures (account_id);

comment on function private.picture_account(text) is 'The account of a file in the bucket landing: its first folder; without one, the agency.';

grant execute on function private.reads_picture(text) to authenticated;
grant execute on function private.writes_picture(text) to authenticated;

comment on function private.take_account_of_picture() is 'Trigger: the details of a picture belong to the account of its file.';

create trigger take_account_of_picture before insert or update of name on public.landing_pictures
for each row execute function private.take_account_of_picture();

comment on function public.search_landing_pictures(text, integer, integer) is
'The workspace''s files in the bucket landing with their details, newest first, with the total of all matches. The details are null until an editor gives them.';

comment on function public.landing_picture_uses(text) is
'The workspace''s pages whose draft or published version shows this picture. While any account has one, nobody deletes or replaces it.';

comment on column public.landing_previews.account_id is 'The page''s account.';

create index landing_previews_account_id_idx on public.landing_previews (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_previews
for each row execute function private.take_account_of_page();

grant select (account_id) on public.landing_previews to authenticated;

comment on function public.create_landing_preview(uuid, integer) is
'Returns a token for /landing/{slug}?preview={token}, which shows the draft for so many hours. The token cannot be read again. For people who write the page. PT404: no such page. 22023: not 1 to 720 hours.';

comment on function public.revoke_landing_preview(uuid) is 'Revokes a preview link. For people who write the page. PT404: no such link.';

comment on function public.duplicate_landing_page(uuid, uuid) is
'Creates an unpublished page with this id from another page''s draft and returns its slug. For people who write pages. PT404: no such page.';

comment on function public.delete_landing_page(uuid) is
'Deletes an unpublished page with its versions, links and figures; its leads stay. For people who write the page. PT409: it is published.';

comment on function private.limit_landing_pages() is 'Trigger: limits the landing pages of an account.';

create trigger count_quota_use after insert or update of account_id on public.landing_pages
for each row execute function private.limit_landing_pages();

comment on function private.limit_landing_drafts() is 'Trigger: limits how often a person saves, and the size of an account''s drafts.';

comment on column public.landing_submissions.account_id is 'The page''s account then. It stays, as its lead does, when the page moves.';

create index landing_submissions_account_id_idx on public.landing_submissions (account_id, created_at desc);

create trigger take_account_of_page before insert on public.landing_submissions
for each row execute function private.take_account_of_page();

comment on column public.landing_views.account_id is 'The page''s account.';

create index landing_views_account_id_idx on public.landing_views (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_views
for each row execute function private.take_account_of_page();

comment on function public.landing_page_stats(uuid, date, date) is
'A page''s figures between two days (UTC): one row for the total, each day (also without visits), each source and each version. For people who read the page. PT404: no such page.';

comment on function public.list_landing_pages(boolean) is
'The workspace''s landing pages, or for admins those of every account, with the title and address of their draft, their domain, their figures of 30 days (UTC, including today) and the last request to publish them. Waiting requests first; at most 1,000 pages. For people who read them.';

grant execute on function public.list_landing_pages(boolean) to authenticated;

comment on function public.create_landing_page(uuid, text, jsonb) is
'Creates a page with this draft and returns the draft''s revision. A known id changes nothing. For people who write the page. PT409: another page has the slug. 22023: what cannot be stored.';

comment on function public.save_landing_draft(uuid, integer, jsonb) is
'Saves the given fields and returns the new revision. Without a change it saves nothing. For people who write the page. PT404: no such page. PT409: names the person who saved since, or the slug is taken. 22023: what cannot be stored.';

comment on function private.publish_landing_draft(public.landing_drafts, integer) is 'Publishes the draft as a new version, and with it a request that waits for this.';

comment on function public.publish_landing_page(uuid, integer) is
'Publishes the draft and returns its version; or asks the agency to, if it approves what the account publishes, and returns 0. For people who write the page. PT404: no such page. PT409: names the person who saved since, or the slug is taken.';

comment on function public.unpublish_landing_page(uuid) is
'Unpublishes a page and keeps everything else. For people who write the page. PT404: no such page.';

comment on function public.roll_back_landing_page(uuid, integer) is
'Publishes the content of an earlier version as a new version and as the draft; the slug stays. Returns the version''s number, or 0 when it asks the agency first. For people who write the page. PT404: no such page or version.';

insert into private.quotas (kind, max_count, advice, message) values
('client_pages_held', 100, 'Delete one you no longer need.', 'You can have %s landing pages.'),
('client_draft_bytes', 50000000, 'Delete a page you no longer need.', 'Landing page drafts can use %s bytes in total.');

comment on function private.account_addresses(uuid) is
'Where news for an account go: the addresses of its owners, the first one first. The agency''s address for the agency, and for a client''s account that has no people yet.';

comment on function private.mail_account_data(uuid) is
'What the data of an email says about its account: {account} for a client''s, whose name it gets; nothing for the agency''s.';

comment on function public.mail_account(uuid) is
'In whose name an email about a client''s account is sent: {name, slug, email}. Null for every other id.';

grant execute on function public.mail_account(uuid) to service_role;

comment on type public.publish_request_state is 'The state of a request to publish a landing page.';

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

comment on function private.needs_approval(uuid) is 'Whether the caller asks an admin before a page of this account is published.';

comment on function private.request_publishing(public.landing_drafts, integer) is
'Asks the agency to publish this draft, and tells its admins. Another draft of the page that waits is replaced. PT409: the slug is taken.';

comment on function private.settle_publish_request(uuid, public.publish_request_state, text) is
'Ends the waiting request of a page, if there is one, and tells the person who asked.';

comment on function public.withdraw_publish_request(uuid) is
'Withdraws the waiting request to publish a page, if there is one. For people who write the page. PT404: no such page.';

comment on function public.answer_publish_request(uuid, timestamptz, boolean, text) is
'Publishes a page as its client asked, and returns the version; or declines that with a note and returns 0. Admins only. PT409: no longer waiting, or newer than p_seen (requested_at). 22023: declined without a note.';

comment on function public.set_page_approval(uuid, boolean) is
'Decides whether a client''s account asks before it publishes landing pages. Admins only. PT404: no such client.';

grant execute on function public.withdraw_publish_request(uuid) to authenticated;

grant execute on function public.answer_publish_request(uuid, timestamptz, boolean, text) to authenticated;

grant execute on function public.set_page_approval(uuid, boolean) to authenticated;

comment on function private.follow_page_account() is
'Trigger: what belongs to a page moves to its account, except what visitors sent. Preview links end, and so does a request to publish.';

create trigger follow_page_account after update of account_id on public.landing_pages
for each row when (new.account_id <> old.account_id) execute function private.follow_page_account();

comment on function public.move_landing_page(uuid, uuid) is
'Moves a page with its draft, versions, domain and figures to another account. Leads and submissions stay where they came in; preview links and a request to publish end. Admins only. PT404: no such page, or no such open account. PT429: the account has too many pages.';

grant execute on function public.move_landing_page(uuid, uuid) to authenticated;

comment on function private.reads_pages_of(uuid) is 'Whether the caller reads the landing pages of this account.';

comment on function private.writes_pages_of(uuid) is 'Whether the caller writes the landing pages of this account.';

comment on function private.pages_workspace() is
'The workspace, if the caller reads its landing pages; else null, so that nothing matches.';

comment on function private.require_pages() is
'Returns the workspace. 42501 (pages_only): the caller doesn''t read its landing pages.';

comment on function private.require_page_writer(uuid) is
'Returns the workspace. 42501: the caller doesn''t read its landing pages (pages_only), or its plan is free (premium_only). PT404: the given page is not one of them.';

comment on function private.take_account_of_page() is 'Trigger: what is about a landing page belongs to the page''s account.';

comment on function public.landing_workspace() is
'The account whose landing pages the request is about, and what the caller may do: {id, slug, name, kind, may_write, needs_approval, is_admin}. 42501: the caller doesn''t read its landing pages.';

grant execute on function private.pages_workspace() to authenticated;


grant execute on function private.writes_pages() to authenticated;

grant execute on function public.landing_workspace() to authenticated;

create policy "People read the domains of their account's pages" on public.landing_domains
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "People read the drafts of their account's pages" on public.landing_drafts
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "People read the versions of their account's pages" on public.landing_page_versions
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "People read the details of their account's pictures" on public.landing_pictures
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "Page writers add details of stored pictures" on public.landing_pictures
for insert to authenticated with check (
  account_id = (select private.pages_workspace()) and (select private.writes_pages())
  and exists (select from storage.objects as file where file.bucket_id = 'landing' and file.name = landing_pictures.name)
);

create policy "Page writers change the details of stored pictures" on public.landing_pictures
for update to authenticated
using (account_id = (select private.pages_workspace()) and (select private.writes_pages()))
with check (
  account_id = (select private.pages_workspace()) and (select private.writes_pages())
  and exists (select from storage.objects as file where file.bucket_id = 'landing' and file.name = landing_pictures.name)
);

create policy "People read the preview links of their account's pages" on public.landing_previews
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "People read what visitors sent to their account" on public.landing_submissions
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "People read the views of their account's pages" on public.landing_views
for select to authenticated using (account_id = (select private.pages_workspace()));

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

create policy "People read publish requests of their account, and admins all" on public.landing_publish_requests
for select to authenticated using (account_id = (select private.pages_workspace()) or (select private.has_active_role('admin')));
