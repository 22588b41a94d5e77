-- A page on a client's own domain. A TXT record proves who owns the domain. Only then does it become the page's custom_domain,
-- which alone decides what is served.

create type public.landing_domain_state as enum ('pending', 'verified', 'live', 'failed');

comment on type public.landing_domain_state is
'pending: not checked yet. verified: ownership is proven. live: verified, and the domain points here. failed: a record is missing or wrong.';

create table public.landing_domains (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null unique references public.landing_pages (id) on delete cascade,
  domain text not null unique check (
    char_length(domain) <= 253 and domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$'
  ),
  token text not null default replace(gen_random_uuid()::text, '-', '') check (token ~ '^[0-9a-f]{32}$' and char_length(token) = 32),
  state public.landing_domain_state not null default 'pending',
  problem text check (char_length(problem) <= 1000),
  checked_at timestamptz,
  missing_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  account_id uuid not null default private.agency_account() references public.accounts (id)
);

comment on table public.landing_domains is 'Domains of landing pages, and how far their verification is.';
comment on column public.landing_domains.id is 'The domain.';
comment on column public.landing_domains.page_id is 'The page that it shows; a page has one.';
comment on column public.landing_domains.domain is 'The host name in lower case, as DNS has it.';
comment on column public.landing_domains.token is 'The TXT record at _upfunnel.<domain> has the value upfunnel-verify=<token>.';
comment on column public.landing_domains.state is 'The state of the verification.';
comment on column public.landing_domains.problem is 'Which record is wrong, and what it should be.';
comment on column public.landing_domains.checked_at is 'When DNS was last checked.';
comment on column public.landing_domains.missing_since is
'Since when a record is missing that was there before. After three days the domain stops.';
comment on column public.landing_domains.created_at is 'When it was added.';
comment on column public.landing_domains.updated_at is 'When the row last changed.';
comment on column public.landing_domains.account_id is 'The page''s account.';

create index landing_domains_account_id_idx on public.landing_domains (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_domains
for each row execute function private.take_account_of_page();

create trigger touch_updated_at before update on public.landing_domains
for each row execute function private.touch_updated_at();

alter table public.landing_domains enable row level security;

call private.require_sufficient_sessions('public.landing_domains');

grant select, insert, update, delete on public.landing_domains to service_role;
grant select on public.landing_domains to authenticated;

create policy "People read the domains of their account's pages" on public.landing_domains
for select to authenticated using (account_id = (select private.pages_workspace()));

call private.watch('public.landing_domains', 'id');

create function private.sync_custom_domain() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    update public.landing_pages as page set custom_domain = null
    where page.custom_domain = old.domain
      and (tg_op = 'DELETE' or page.id <> new.page_id or new.domain <> old.domain or new.state not in ('verified', 'live'));
  end if;
  if tg_op <> 'DELETE' and new.state in ('verified', 'live') then
    update public.landing_pages as page set custom_domain = new.domain
    where page.id = new.page_id and page.custom_domain is distinct from new.domain;
  end if;
  return null;
end
$$;

comment on function private.sync_custom_domain() is 'Trigger: keeps custom_domain equal to the page''s verified domain.';

create trigger sync_custom_domain after insert or update or delete on public.landing_domains
for each row execute function private.sync_custom_domain();

create function private.refuse_unverified_domain() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Also covers pages that the audit log restores: the domain may belong to somebody else by now.
  if new.custom_domain is not null and not exists (
    select from public.landing_domains as own
    where own.page_id = new.id and own.domain = new.custom_domain and own.state in ('verified', 'live')
  ) then new.custom_domain := null; end if;
  return new;
end
$$;

comment on function private.refuse_unverified_domain() is 'Trigger: removes a custom_domain that is not verified for this page.';

create trigger refuse_unverified_domain before insert or update of custom_domain on public.landing_pages
for each row execute function private.refuse_unverified_domain();

create function private.add_landing_domain(p_page_id uuid, p_domain text) returns uuid
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

create function public.add_landing_domain(p_page_id uuid, p_domain text) returns uuid
language sql volatile
set search_path = ''
return private.add_landing_domain(p_page_id, p_domain);

comment on function public.add_landing_domain(uuid, text) is
'Starts to verify a domain for a page and returns its id. For people who write the page. 22023: not a domain. PT404: no such page. PT409: it belongs to another page, or the page already has one.';

create function private.remove_landing_domain(p_domain_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
begin
  delete from public.landing_domains as gone where gone.id = p_domain_id and gone.account_id = account;
end
$$;

create function public.remove_landing_domain(p_domain_id uuid) returns void
language sql volatile
set search_path = ''
return private.remove_landing_domain(p_domain_id);

comment on function public.remove_landing_domain(uuid) is 'Removes a domain from its page, which stops it immediately. For people who write the page.';

create function private.notify_domain_status(p_domain public.landing_domains, p_template text) returns void
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

comment on function private.notify_domain_status(public.landing_domains, text) is
'Emails the account about a domain, once for each disappearance.';

create function private.record_landing_domain_check(p_domain_id uuid, p_txt text, p_points_here boolean, p_problem text)
returns public.landing_domain_state
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_domains;
  serving boolean;
begin
  select known.* into held from public.landing_domains as known where known.id = p_domain_id for update;
  if not found then return null; end if;
  serving := held.state in ('verified', 'live');
  held.checked_at := now();
  held.problem := left(p_problem, 1000);
  if p_txt = 'found' then
    held.missing_since := null;
    -- A check that could not find out where the domain points does not change a live one.
    held.state := case when p_points_here then 'live' when p_points_here is null and held.state = 'live' then 'live' else 'verified' end;
  elsif p_txt in ('missing', 'wrong') and not serving then
    held.state := 'failed';
  elsif p_txt in ('missing', 'wrong') then
    held.missing_since := coalesce(held.missing_since, now());
    if held.missing_since <= now() - interval '3 days' then
      held.state := 'failed';
      perform private.notify_domain_status(held, 'landing-domain-stopped');
    else
      perform private.notify_domain_status(held, 'landing-domain-missing');
    end if;
  end if;
  update public.landing_domains as noted
  set state = held.state, problem = held.problem, checked_at = held.checked_at, missing_since = held.missing_since
  where noted.id = held.id;
  return held.state;
end
$$;

create function public.record_landing_domain_check(p_domain_id uuid, p_txt text, p_points_here boolean, p_problem text)
returns public.landing_domain_state
language sql volatile
set search_path = ''
return private.record_landing_domain_check(p_domain_id, p_txt, p_points_here, p_problem);

comment on function public.record_landing_domain_check(uuid, text, boolean, text) is
'Records a DNS check: p_txt is found, missing, wrong or unknown (no answer, so nothing changes). A record that disappeared causes an email, and after three days the domain stops.';

create function private.recheck_landing_domains() returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('check_domain', format('check_domain:%s:%s', known.id, now()::date), jsonb_build_object('domainId', known.id))
  from public.landing_domains as known where known.state in ('verified', 'live')
$$;

comment on function private.recheck_landing_domains() is 'Job: checks the DNS of every domain that is served.';

insert into private.scheduled_jobs (name, job_function, daily_at) values ('recheck landing domains', 'recheck_landing_domains', '04:20');

create function private.may_check_landing_domain(p_domain_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return coalesce((select private.writes_pages_of(known.account_id) from public.landing_domains as known where known.id = p_domain_id),
    private.has_active_role('admin'));
end
$$;

create function public.may_check_landing_domain(p_domain_id uuid) returns boolean
language sql stable
set search_path = ''
return private.may_check_landing_domain(p_domain_id);

comment on function public.may_check_landing_domain(uuid) is
'Whether the caller may have the DNS of this domain checked: people who write the pages of its account.';

grant execute on function public.may_check_landing_domain(uuid) to authenticated;
grant execute on function private.may_check_landing_domain(uuid) to authenticated;
grant execute on function public.add_landing_domain(uuid, text) to authenticated;
grant execute on function private.add_landing_domain(uuid, text) to authenticated;
grant execute on function public.remove_landing_domain(uuid) to authenticated;
grant execute on function private.remove_landing_domain(uuid) to authenticated;
grant execute on function public.record_landing_domain_check(uuid, text, boolean, text) to service_role;
grant execute on function private.record_landing_domain_check(uuid, text, boolean, text) to service_role;
