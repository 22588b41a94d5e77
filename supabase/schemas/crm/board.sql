-- The board in one call. A job computes how long leads stay in a stage and how many move on, because reading 90 days of history
-- would make the board slow to open.

create table private.stage_figures (
  stage text not null references public.pipeline_stages (key) check (char_length(stage) <= 40),
  median_seconds bigint,
  entered bigint not null default 0,
  moved_on bigint not null default 0,
  as_of timestamptz not null default now(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  primary key (account_id, stage)
);

comment on table private.stage_figures is
'Figures of an account''s last 90 days: the median time that leads stayed in a stage, how many reached it, and how many of those went further.';

alter table private.stage_figures enable row level security;

create table private.stage_figures_seen (
  one boolean primary key default true check (one),
  change bigint,
  analyzed bigint not null default 0
);

comment on table private.stage_figures_seen is
'The value of crm_change at the last computation, and the number of leads at the last ANALYZE.';

alter table private.stage_figures_seen enable row level security;

insert into private.stage_figures_seen default values;

-- The embedded database does not gather statistics by itself. Without them the planner chooses the wrong indexes.
create function private.analyze_leads() returns void
language plpgsql volatile security definer
set search_path = ''
-- Samples 9,000 rows of each table. The default of 30,000 would stop everybody on the embedded database for two seconds.
set default_statistics_target = 30
as $$
declare
  leads_now bigint := coalesce((select sum(kept.leads) from private.lead_totals as kept), 0);
  known bigint := (select seen.analyzed from private.stage_figures_seen as seen);
begin
  if leads_now between known * 0.8 and known * 1.25 then return; end if;
  analyze public.leads, public.lead_clocks, public.lead_activities, public.lead_tasks, private.lead_words;
  update private.stage_figures_seen as seen set analyzed = leads_now;
end
$$;

comment on function private.analyze_leads() is
'Updates the planner''s statistics when the number of leads has changed by a quarter. Call it after an import.';

create function private.refresh_stage_figures() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  now_at bigint := (select change.last_value from private.crm_change as change);
begin
  if exists (
    select from private.stage_figures_seen as seen where seen.change = now_at
      and not exists (select from private.stage_figures as figure where figure.as_of < now() - interval '6 hours')
  ) then
    return;
  end if;
  insert into private.stage_figures (account_id, stage, median_seconds, entered, moved_on, as_of)
  select account.id, stage.key, stayed.median, coalesce(came.entered, 0), coalesce(came.moved_on, 0), now()
  from public.accounts as account cross join public.pipeline_stages as stage
  left join (
    select moved.account_id, stay.stage, round(percentile_cont(0.5) within group (order by stay.seconds))::bigint as median
    from (
      select activity.account_id, array_agg(activity) as moves from public.lead_activities as activity
      where activity.kind = 'stage_change' and activity.occurred_at > now() - interval '90 days' group by 1
    ) as moved cross join private.stage_stays(moved.moves) as stay group by 1, 2
  ) as stayed on stayed.account_id = account.id and stayed.stage = stage.key
  left join (
    select arrived.account_id, stage.key, sum(arrived.leads) filter (where arrived.reached >= stage.position) as entered,
      sum(arrived.leads) filter (where arrived.reached > stage.position) as moved_on
    from (
      select lead.account_id, lead.reached, count(*) as leads from public.leads as lead
      where lead.archived_at is null and not lead.is_spam and lead.created_at > now() - interval '90 days' group by lead.account_id, lead.reached
    ) as arrived cross join public.pipeline_stages as stage group by 1, 2
  ) as came on came.account_id = account.id and came.key = stage.key and stage.key <> 'lost'
  where stayed.account_id is not null or came.account_id is not null
    or exists (select from private.stage_figures as figure where figure.account_id = account.id)
  on conflict (account_id, stage) do update
  set median_seconds = excluded.median_seconds, entered = excluded.entered, moved_on = excluded.moved_on, as_of = excluded.as_of;
  update private.stage_figures_seen as seen set change = now_at;
  perform private.analyze_leads();
end
$$;

comment on function private.refresh_stage_figures() is
'Job: updates private.stage_figures when something changed, and the planner''s statistics.';

insert into private.scheduled_jobs (name, job_function, run_every) values ('stage figures', 'refresh_stage_figures', interval '10 minutes');

create function private.board_order(p_stage text) returns text[]
language sql immutable
set search_path = ''
as $$
  select case
    when p_stage in ('won', 'lost') then array[[format('lead.stage = %L', p_stage), 'lead.stage_entered_at', 'timestamptz', 'desc', 'asc']]
    else case p_stage when 'new' then array[
      ['lead.stage = ''new'' and lead.clock_due_at is not null', 'lead.clock_due_at', 'timestamptz', 'asc', 'asc']
    ] else '{}'::text[] end || array[
      [format('lead.stage = %L and lead.next_task_at is not null', p_stage) || case p_stage when 'new' then ' and lead.clock_due_at is null' else '' end,
        'lead.next_task_at', 'timestamptz', 'asc', 'asc'],
      [format('lead.stage = %L and lead.next_task_at is null', p_stage) || case p_stage when 'new' then ' and lead.clock_due_at is null' else '' end,
        'lead.stage_entered_at', 'timestamptz', 'desc', 'asc']
    ] end
$$;

comment on function private.board_order(text) is
'The sections in which a column is read. New starts with running clocks, the least time left first. Then come leads with a next step, then leads without one, the newest in the stage first.';

create function private.crm_board_column(p_stage text, p_scope text, p_filter jsonb, p_after jsonb, p_limit integer) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text := private.lead_scope_sql(p_scope, p_filter);
begin
  if not exists (select from public.pipeline_stages as stage where stage.key = p_stage) then
    perform private.refuse('unknown_stage', '22023', 'Stage not found', 'stage');
  end if;
  return private.lead_page_json(condition, private.board_order(p_stage), nullif(p_after, 'null'), least(greatest(coalesce(p_limit, 30), 1), 200));
end
$$;

create function public.crm_board_column(
  p_stage text, p_scope text default 'all', p_filter jsonb default null, p_after jsonb default null, p_limit integer default 30
) returns jsonb
language sql stable
set search_path = ''
return private.crm_board_column(p_stage, p_scope, p_filter, p_after, p_limit);

comment on function public.crm_board_column(text, text, jsonb, jsonb, integer) is
'The next cards of a column: { rows, next }. Parameters as in list_leads.';

create function private.crm_board_totals(p_scope text, p_filter jsonb)
returns table (stage text, leads bigint, value_cents bigint)
language sql stable security definer
set search_path = ''
as $$
  select total.stage, total.leads, total.value_cents from private.total_by_stage(p_scope, p_filter) as total
$$;

create function public.crm_board_totals(p_scope text default 'all', p_filter jsonb default null)
returns table (stage text, leads bigint, value_cents bigint)
language sql stable
set search_path = ''
return private.crm_board_totals(p_scope, p_filter);

comment on function public.crm_board_totals(text, jsonb) is
'Exact count and value of each column. A stage without leads has no row. Parameters as in count_leads_matching.';

create function private.crm_board(p_scope text, p_filter jsonb, p_limit integer) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text := private.lead_scope_sql(p_scope, p_filter);
  told boolean := private.has_kept_totals(p_filter);
  wanted integer := least(greatest(coalesce(p_limit, 12), 1), 100);
  totals jsonb;
begin
  if told then
    select jsonb_object_agg(total.stage, jsonb_build_object('leads', total.leads, 'value_cents', total.value_cents)) into totals
    from private.total_by_stage(p_scope, p_filter) as total;
  end if;
  return jsonb_build_object(
    'currency', private.account_currency(private.workspace()),
    'as_of', (select min(figure.as_of) from private.stage_figures as figure where figure.account_id = private.workspace()),
    'columns', (
      select jsonb_agg(
        jsonb_build_object(
          'stage', stage.key, 'label', stage.label, 'rots_after_days', stage.rots_after_days,
          'leads', case when told then coalesce((totals -> stage.key ->> 'leads')::bigint, 0) end,
          'value_cents', case when told then coalesce((totals -> stage.key ->> 'value_cents')::bigint, 0) end,
          'median_seconds', figure.median_seconds, 'entered', coalesce(figure.entered, 0), 'moved_on', coalesce(figure.moved_on, 0),
          'cards', case when stage.key in ('won', 'lost') then null
            else private.lead_page_json(condition, private.board_order(stage.key), null, wanted) end
        ) order by stage.position
      )
      from public.pipeline_stages as stage left join private.stage_figures as figure
        on figure.account_id = private.workspace() and figure.stage = stage.key
    )
  );
end
$$;

create function public.crm_board(p_scope text default 'all', p_filter jsonb default null, p_limit integer default 12) returns jsonb
language sql stable
set search_path = ''
return private.crm_board(p_scope, p_filter, p_limit);

comment on function public.crm_board(text, jsonb, integer) is
'The board in one call: { currency, as_of, columns: [{ stage, label, rots_after_days, leads, value_cents, median_seconds, entered, moved_on, cards: { rows, next } }] }. Won and Lost come without cards. leads and value_cents are null when the filter uses more than stage and owner; call crm_board_totals then. 42501, 22023.';

grant execute on function public.crm_board_column(text, text, jsonb, jsonb, integer) to authenticated;
grant execute on function private.crm_board_column(text, text, jsonb, jsonb, integer) to authenticated;
grant execute on function public.crm_board_totals(text, jsonb) to authenticated;
grant execute on function private.crm_board_totals(text, jsonb) to authenticated;
grant execute on function public.crm_board(text, jsonb, integer) to authenticated;
grant execute on function private.crm_board(text, jsonb, integer) to authenticated;
