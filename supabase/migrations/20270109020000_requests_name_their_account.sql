-- Admins read for which account of a person a request is; and a trial that goes on isn't called a renewal.

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
        'account', (
          select jsonb_build_object('id', business.id, 'name', business.name) from public.accounts as business
          where business.id = page.account_id and business.kind = 'client'
        ),
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

create or replace function private.announce_lost_plan(p_account uuid, p_user_id uuid, p_plan jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if (p_plan ->> 'stops')::boolean then
    perform public.enqueue_outbox('mail', format('premium-ended:%s:%s', owner.user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'premium-ended', 'data', jsonb_build_object(
        'name', person.row ->> 'name', 'names', private.account_names(array[p_account]), 'payer', private.person_name(p_user_id),
        'why', case when exists (
          select from public.account_members as stays where stays.account_id = p_account and stays.user_id = p_user_id
        ) then 'member' else 'left' end
      )
    ))
    from public.account_members as owner cross join lateral private.mail_recipient(owner.user_id) as person (row)
    where owner.account_id = p_account and owner.role = 'owner';
  end if;
  if not (p_plan ->> 'is_gift')::boolean and not (p_plan ->> 'is_ending')::boolean then
    perform public.enqueue_outbox('mail', format('premium-kept:%s:%s', p_user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'premium-kept', 'data', jsonb_strip_nulls(jsonb_build_object(
        'name', person.row ->> 'name', 'ends', private.agency_day((p_plan ->> 'ends_at')::timestamptz),
        'isTrial', case when (p_plan ->> 'in_trial')::boolean then 'true' end,
        'left', (select account.name from public.accounts as account where account.id = p_account)
      ))
    ))
    from private.mail_recipient(p_user_id) as person (row);
  end if;
end
$$;

comment on function private.announce_lost_plan(uuid, uuid, jsonb) is
'After a person whose plan an account had left it or became a member: emails its owners when the account is on the free plan now, and why, and the person when their plan goes on.';

comment on function public.search_change_requests(text, text, integer, integer, text, text, uuid) is
'For admins: a page of requests with their answers, whether their sender was deactivated (is_deactivated), the client''s account that they are for ({id, name} or null), and their assignee ({id, name} or null): {rows, total, counts}. Assignee: anyone, me, nobody. Status: all, open, answered, closed. Sort: wait (open ones first, the longest wait on top), activity (the latest change first). p_linked comes first, whatever is searched.';
