-- The list of landing pages says on which of them a test runs.

drop function public.list_landing_pages(boolean);
drop function private.list_landing_pages(boolean);

create function private.list_landing_pages(p_everywhere boolean)
returns table (
  id uuid, slug text, title text, status public.landing_page_status, version integer, has_changes boolean, domain_id uuid, domain text,
  domain_state public.landing_domain_state, views bigint, visitors bigint, submissions bigint, conversion numeric,
  updated_at timestamptz, updated_by text, published_at timestamptz, account_id uuid, account_slug text, account_name text,
  request_state public.publish_request_state, requested_at timestamptz, request_note text, is_testing boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  since constant date := private.agency_day() - 29;
  since_start constant timestamptz := private.day_start(since);
  workspace uuid;
begin
  if p_everywhere then perform private.require_admin(); else workspace := private.require_pages(); end if;
  return query
  select page.id, draft.slug, draft.title, page.status, page.version, draft.revision is distinct from draft.published_revision,
    own.id, own.domain, own.state, seen.views, seen.visitors, sent.submissions, private.landing_rate(sent.submissions, seen.visitors),
    draft.updated_at, coalesce(private.person_name(draft.updated_by), 'Someone'), live.published_at,
    account.id, account.slug, account.name, request.state, request.requested_at, request.note,
    exists (select from public.landing_tests as test where test.page_id = page.id and test.state = 'running')
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
    where form.page_id = page.id and not form.is_spam and form.created_at >= since_start
  ) as sent
  where p_everywhere or page.account_id = workspace
  order by coalesce(request.state = 'waiting', false) desc, draft.updated_at desc, page.id
  limit 1000;
end
$$;

create function public.list_landing_pages(p_everywhere boolean default false)
returns table (
  id uuid, slug text, title text, status public.landing_page_status, version integer, has_changes boolean, domain_id uuid, domain text,
  domain_state public.landing_domain_state, views bigint, visitors bigint, submissions bigint, conversion numeric,
  updated_at timestamptz, updated_by text, published_at timestamptz, account_id uuid, account_slug text, account_name text,
  request_state public.publish_request_state, requested_at timestamptz, request_note text, is_testing boolean
)
language sql stable
set search_path = ''
return private.list_landing_pages(p_everywhere);

comment on function public.list_landing_pages(boolean) is
'The workspace''s landing pages, or for admins those of every account, with the title and address of their draft, their domain, their figures of 30 days (in the agency''s zone, including today), the last request to publish them, and whether a test runs on them. Waiting requests first; at most 1,000 pages. For people who read them.';

grant execute on function public.list_landing_pages(boolean) to authenticated;
grant execute on function private.list_landing_pages(boolean) to authenticated;
