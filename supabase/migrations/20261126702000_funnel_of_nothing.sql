-- Who sees nothing of a page gets no line at all.
create or replace function public.landing_funnel(p_page_id uuid, p_from date, p_to date)
returns table (
  by text, key text, visitors bigint, people bigint, qualified bigint, booked bigint, won bigint, won_cents numeric
)
language sql stable
set search_path = ''
as $$
  with steps as (
    select stage.key, stage.position from public.pipeline_stages as stage
  ), person as (
    -- A person counts once, with the first form. Someone who was a lead before counts as a person only.
    select distinct on (coalesce(form.lead_id, form.id)) form.version, form.source, lead.stage, lead.reached, lead.value_cents,
      coalesce(lead.created_at >= p_from::timestamp at time zone 'UTC', false) as is_new
    from public.landing_submissions as form left join public.leads as lead on lead.id = form.lead_id
    where form.page_id = p_page_id and not form.is_spam and not coalesce(lead.is_spam, false)
      and form.created_at >= p_from::timestamp at time zone 'UTC' and form.created_at < (p_to + 1)::timestamp at time zone 'UTC'
    order by coalesce(form.lead_id, form.id), form.created_at
  ), counted as (
    select held.version, held.source, held.visitors, 0 as people, 0 as qualified, 0 as booked, 0 as won, 0::numeric as cents
    from public.landing_views as held where held.page_id = p_page_id and held.day between p_from and p_to
    union all
    select person.version, person.source, 0, 1,
      (person.is_new and person.reached >= (select steps.position from steps where steps.key = 'qualified'))::integer,
      (person.is_new and person.reached >= (select steps.position from steps where steps.key = 'call_booked'))::integer,
      (person.is_new and person.stage = 'won')::integer, case when person.is_new and person.stage = 'won' then coalesce(person.value_cents, 0) else 0 end
    from person
  )
  select case when grouping(counted.source) = 0 then 'source' when grouping(counted.version) = 0 then 'version' else 'total' end,
    coalesce(counted.source, counted.version::text, 'all'), coalesce(sum(counted.visitors), 0)::bigint, coalesce(sum(counted.people), 0)::bigint,
    coalesce(sum(counted.qualified), 0)::bigint, coalesce(sum(counted.booked), 0)::bigint, coalesce(sum(counted.won), 0)::bigint, coalesce(sum(counted.cents), 0)
  from counted group by grouping sets ((), (counted.source), (counted.version)) having count(*) > 0
  order by 1, 3 desc, 2
$$;

-- Words.
create or replace function private.start_landing_test(
  p_id uuid, p_page_id uuid, p_seen_revision integer, p_goal public.landing_test_goal, p_variants jsonb, p_only_source text
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer(p_page_id);
  source constant text := nullif(lower(btrim(coalesce(p_only_source, ''))), '');
  held public.landing_drafts;
  live public.landing_pages;
  drafted integer;
begin
  if p_id is null then perform private.refuse('required', '22023', 'A test needs an id', 'id'); end if;
  if p_goal is null then perform private.refuse('required', '22023', 'Choose a goal', 'goal'); end if;
  perform private.require_test_publisher(account);
  held := private.lock_landing_draft(p_page_id, null);
  -- A repeated request starts one test.
  if exists (select from public.landing_tests as test where test.id = p_id) then
    return (select test.id from public.landing_tests as test where test.id = p_id and test.page_id = p_page_id);
  end if;
  select page.* into live from public.landing_pages as page where page.id = p_page_id;
  if live.status <> 'published' then
    perform private.refuse('page_unpublished', '22023', 'Publish the page before you test it');
  end if;
  perform private.refuse_while_tested(p_page_id);
  perform private.check_landing_variants(p_variants, live.version);
  perform private.check_landing_text('The source', source, 100);
  if exists (
    select from jsonb_array_elements(p_variants) as variant
    where variant.value ->> 'version' is not null and not exists (
      select from public.landing_page_versions as past where past.page_id = p_page_id and past.number = (variant.value ->> 'version')::integer
    )
  ) then
    perform private.refuse('version_not_found', 'PT404', 'One of these versions doesn''t exist');
  end if;
  if exists (select from jsonb_array_elements(p_variants) as variant where variant.value ->> 'version' is null) then
    held := private.lock_landing_draft(p_page_id, coalesce(p_seen_revision, -1));
    if held.published_revision = held.revision then
      perform private.refuse('nothing_to_test', '22023', 'The draft is the same as the live version. Change the draft first.', 'versions');
    end if;
    drafted := private.store_landing_draft_for_test(held);
  end if;
  insert into public.landing_tests (id, page_id, goal, only_source, started_by) values (p_id, p_page_id, p_goal, source, auth.uid());
  insert into private.landing_test_seeds (test_id) values (p_id);
  insert into public.landing_test_variants (test_id, version, page_id, place, weight, label)
  select p_id, coalesce((variant.value ->> 'version')::integer, drafted), p_page_id, variant.place, (variant.value ->> 'weight')::smallint,
    btrim(variant.value ->> 'label')
  from jsonb_array_elements(p_variants) with ordinality as variant (value, place);
  return p_id;
end
$$;

create or replace function private.roll_out_landing_test(p_test_id uuid, p_version integer, p_learned text) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held constant public.landing_tests := private.lock_landing_test(p_test_id);
  told constant text := private.parse_learned(p_learned);
  live integer;
  draft public.landing_drafts;
  winning public.landing_drafts;
  past public.landing_page_versions;
begin
  perform private.require_test_publisher(held.account_id);
  select page.version into live from public.landing_pages as page where page.id = held.page_id;
  -- A repeated request: this version is already rolled out.
  if held.winner_version = p_version then return live; end if;
  if held.state = 'stopped' then perform private.refuse('test_stopped', 'PT409', 'Someone just stopped this test'); end if;
  select version.* into past from public.landing_page_versions as version
  join public.landing_test_variants as variant on variant.page_id = version.page_id and variant.version = version.number
  where variant.test_id = held.id and version.number = p_version;
  if not found then perform private.refuse('version_not_found', 'PT404', 'This version isn''t in the test'); end if;
  update public.landing_tests as test
  set state = 'stopped', stopped_at = now(), stopped_by = auth.uid(), winner_version = p_version, learned = coalesce(told, test.learned)
  where test.id = held.id;
  if p_version = live then return live; end if;
  select known.* into draft from public.landing_drafts as known where known.page_id = held.page_id;
  winning := draft;
  winning.slug := (select page.slug from public.landing_pages as page where page.id = held.page_id);
  winning.title := past.title;
  winning.description := past.description;
  winning.hide_title := past.hide_title;
  winning.content := past.content;
  winning.blocks := past.blocks;
  winning.theme := past.theme;
  winning.custom_css := past.custom_css;
  winning.custom_js := past.custom_js;
  live := private.publish_landing_draft(winning, p_version);
  -- Edits since the test began stay in the draft as unpublished changes.
  if winning is distinct from draft then
    update public.landing_drafts as kept set published_revision = null where kept.page_id = held.page_id;
  end if;
  return live;
end
$$;

drop policy "People read the files of forms and leads that they see" on public.landing_submission_files;
create policy "People read the files of forms and leads that they see" on public.landing_submission_files
for select to authenticated using (
  account_id = (select private.pages_workspace())
  or account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = (select private.lead_of_submission(submission_id)))
);
