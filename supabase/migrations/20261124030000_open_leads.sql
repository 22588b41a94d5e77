-- "Open leads" of a person leaves out won and lost leads. A third kind of kept counts has them.

alter table private.lead_counts drop constraint lead_counts_kind_check;
alter table private.lead_counts add constraint lead_counts_kind_check check (kind in ('owner', 'company', 'open'));
comment on table private.lead_counts is 'How many live leads an owner or a company has, and how many open ones an owner has.';

create or replace function private.count_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select user_id, company, stage, 1 as change from new_leads where private.is_live(new_leads)';
  removed constant text := 'select user_id, company, stage, -1 from old_leads where private.is_live(old_leads)';
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_counts;
    return null;
  end if;
  -- Ordered by key, so that two statements that count the same groups cannot deadlock.
  execute format(
    $count$
      with lead (user_id, company, stage, change) as (%s)
      insert into private.lead_counts (kind, key, leads)
      select grouped.kind, grouped.key, sum(grouped.change)
      from lead cross join lateral (values
        ('owner', coalesce(lead.user_id::text, ''), lead.change),
        ('open', coalesce(lead.user_id::text, ''), lead.change),
        ('company', coalesce(nullif(btrim(lead.company), ''), 'No Company'), lead.change)
      ) as grouped (kind, key, change)
      where grouped.kind <> 'open' or lead.stage not in ('won', 'lost')
      group by grouped.kind, grouped.key having sum(grouped.change) <> 0
      order by grouped.kind, grouped.key
      on conflict (kind, key) do update set leads = lead_counts.leads + excluded.leads
    $count$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  return null;
end
$$;

insert into private.lead_counts (kind, key, leads)
select 'open', coalesce(lead.user_id::text, ''), count(*)
from public.leads as lead
where private.is_live(lead) and lead.stage not in ('won', 'lost')
group by coalesce(lead.user_id::text, '');

create or replace function public.search_people(
  p_query text default '', p_role public.app_role default null, p_status public.role_status default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 50, p_offset integer default 0
) returns table (
  user_id uuid, first_name text, last_name text, email text, company text, roles jsonb, last_active timestamptz,
  open_leads bigint, created_at timestamptz, has_second_factor boolean, total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  asked text := lower(btrim(coalesce(left(p_query, 200), '')));
  words text[] := regexp_split_to_array(asked, '\s+');
begin
  perform private.require_admin();
  if p_sort not in ('name', 'email', 'company', 'role', 'status', 'active', 'leads', 'created') then
    perform private.refuse('unknown_order', '22023', format('People can''t be sorted by %s', left(p_sort, 50)));
  end if;
  return query
  with seen as (
    select session.user_id, max(session.updated_at) as at from auth.sessions as session group by session.user_id
  ), found as (
    select profile.user_id, profile.first_name, profile.last_name, account.email::text as email, profile.company,
      greatest(seen.at, account.last_sign_in_at) as last_active, coalesce(owned.leads, 0) as open_leads, profile.created_at,
      case p_sort
        when 'name' then lower(concat_ws(' ', profile.first_name, profile.last_name))
        when 'email' then account.email when 'company' then lower(profile.company)
        when 'role' then (select min(held.role)::text from public.user_roles as held where held.user_id = profile.user_id)
        when 'status' then (select min(held.status)::text from public.user_roles as held where held.user_id = profile.user_id)
      end as word,
      case p_sort when 'active' then greatest(seen.at, account.last_sign_in_at) when 'created' then profile.created_at end as moment,
      case p_sort when 'leads' then coalesce(owned.leads, 0) end as number
    from public.profiles as profile
    join auth.users as account on account.id = profile.user_id
    left join private.lead_counts as owned on owned.kind = 'open' and owned.key = profile.user_id::text
    left join seen on seen.user_id = profile.user_id
    where profile.erased_at is null
      and (p_role is null and p_status is null or exists (
        select from public.user_roles as held
        where held.user_id = profile.user_id and (p_role is null or held.role = p_role) and (p_status is null or held.status = p_status)
      ))
      and (asked = '' or not exists (
        select from unnest(words) as word (text)
        where strpos(lower(concat_ws(' ', profile.first_name, profile.last_name, account.email, profile.company)), word.text) = 0
      ))
  ), page as (
    select found.*, count(*) over () as total,
      row_number() over (
        order by
          case when not p_descending then found.word end asc nulls last, case when p_descending then found.word end desc nulls last,
          case when not p_descending then found.moment end asc nulls last, case when p_descending then found.moment end desc nulls last,
          case when not p_descending then found.number end asc, case when p_descending then found.number end desc nulls last,
          found.user_id
      ) as place
    from found order by place
    limit least(greatest(p_limit, 1), 5000) offset greatest(p_offset, 0)
  )
  select page.user_id, page.first_name, page.last_name, page.email, page.company,
    coalesce((
      select jsonb_agg(jsonb_build_object('role', held.role, 'status', held.status, 'since', held.created_at) order by held.role)
      from public.user_roles as held where held.user_id = page.user_id
    ), '[]'),
    page.last_active, page.open_leads, page.created_at,
    exists (select from auth.mfa_factors as factor where factor.user_id = page.user_id and factor.status = 'verified'),
    page.total
  from page order by page.place;
end
$$;

create or replace function private.reassign_leads(p_from uuid, p_to uuid, p_unassign boolean) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  held bigint := (
    select count(*) from public.leads as lead
    where lead.user_id = p_from and private.is_live(lead) and lead.stage not in ('won', 'lost')
  );
begin
  if held > 0 and p_to is null and not coalesce(p_unassign, false) then
    perform private.refuse(
      'leads_unassigned', 'PT409',
      format('They have %s open leads. Choose a new owner, or leave the leads unassigned.', held),
      p_more => jsonb_build_object('leads', held)
    );
  end if;
  if p_to is not null and (p_to = p_from or not exists (
    select from public.user_roles as taker
    where taker.user_id = p_to and taker.status = 'active' and taker.role in ('sales', 'admin')
  )) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active sales reps and admins', 'reassign_to');
  end if;
  -- Spam does not count, but its owner leaves, too.
  update public.leads as lead set user_id = p_to
  where lead.user_id = p_from and lead.archived_at is null and lead.stage not in ('won', 'lost');
  return held;
end
$$;

comment on function private.reassign_leads(uuid, uuid, boolean) is
'Gives a person''s open leads to another person or to nobody, and returns how many. Won and lost leads keep their owner.';
