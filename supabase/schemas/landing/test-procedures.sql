-- People who publish a page start, stop and roll out its tests.

create function private.require_test_publisher(p_account uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if private.needs_approval(p_account) then
    perform private.refuse(
      'approval_needed', '42501',
      'Your agency checks what you publish, so an admin starts tests and rolls them out. Ask your agency to do this.'
    );
  end if;
end
$$;

comment on function private.require_test_publisher(uuid) is
'42501 (approval_needed): the caller asks an admin before a page of this account is published.';

create function private.lock_landing_test(p_test_id uuid) returns public.landing_tests
language plpgsql volatile
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
  held public.landing_tests;
begin
  -- The draft first, as saving and publishing do.
  perform from public.landing_drafts as draft
  where draft.page_id = (select test.page_id from public.landing_tests as test where test.id = p_test_id and test.account_id = account) for update;
  select test.* into held from public.landing_tests as test where test.id = p_test_id and test.account_id = account for update;
  if not found then perform private.refuse('test_not_found', 'PT404', 'This test was deleted'); end if;
  return held;
end
$$;

comment on function private.lock_landing_test(uuid) is
'Locks and returns a test of the workspace, for people who write its pages. PT404: no such test.';

create function private.parse_learned(p_learned text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  learned constant text := nullif(btrim(coalesce(p_learned, '')), '');
begin
  perform private.check_landing_text('What you learned', learned, 2000);
  return learned;
end
$$;

comment on function private.parse_learned(text) is 'What a team learned from a test; null for nothing. 22023: too long.';

create function private.check_landing_variants(p_variants jsonb, p_live integer) returns void
language plpgsql immutable
set search_path = ''
as $$
declare
  weights integer;
begin
  if p_variants is null or jsonb_typeof(p_variants) <> 'array' or jsonb_array_length(p_variants) not between 2 and 5
    or exists (select from jsonb_array_elements(p_variants) as variant where jsonb_typeof(variant.value) <> 'object') then
    perform private.refuse('test_invalid', '22023', 'A test compares 2 to 5 versions', 'variants');
  end if;
  if exists (
    select from jsonb_array_elements(p_variants) as variant
    where jsonb_typeof(variant.value -> 'weight') is distinct from 'number' or (variant.value ->> 'weight') !~ '^[1-9][0-9]?$'
  ) then
    perform private.refuse('test_invalid', '22023', 'Every version needs a whole percentage from 1 to 99', 'weights');
  end if;
  select sum((variant.value ->> 'weight')::integer) into weights from jsonb_array_elements(p_variants) as variant;
  if weights <> 100 then
    perform private.refuse('test_invalid', '22023', format('The percentages add up to %s. They must add up to 100.', weights), 'weights');
  end if;
  if exists (
    select from jsonb_array_elements(p_variants) as variant
    where jsonb_typeof(variant.value -> 'label') is distinct from 'string' or btrim(variant.value ->> 'label') = ''
      or char_length(btrim(variant.value ->> 'label')) > 40
  ) or (select count(distinct lower(btrim(variant.value ->> 'label'))) from jsonb_array_elements(p_variants) as variant)
    < jsonb_array_length(p_variants) then
    perform private.refuse('test_invalid', '22023', 'Give each version a different name of at most 40 characters', 'labels');
  end if;
  -- A version without a number is the draft.
  if exists (
    select from jsonb_array_elements(p_variants) as variant
    where coalesce(jsonb_typeof(variant.value -> 'version'), 'null') <> 'null' and coalesce(variant.value ->> 'version', '') !~ '^[1-9][0-9]{0,8}$'
  ) or (select count(distinct coalesce(variant.value ->> 'version', 'draft')) from jsonb_array_elements(p_variants) as variant)
    < jsonb_array_length(p_variants) then
    perform private.refuse('test_invalid', '22023', 'Choose different versions', 'versions');
  end if;
  if (p_variants -> 0 ->> 'version') is distinct from p_live::text then
    perform private.refuse('outdated', 'PT409', 'Another version is live now. Review the test and start it again.', 'versions');
  end if;
end
$$;

comment on function private.check_landing_variants(jsonb, integer) is
'Refuses variants that cannot be tested: 2 to 5 versions [{version, weight, label}], the live one first, whole percentages that add up to 100.';

create function private.store_landing_draft_for_test(p_draft public.landing_drafts) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  number integer;
begin
  select 1 + greatest(page.version, coalesce((select max(past.number) from public.landing_page_versions as past where past.page_id = page.id), 0))
  into number from public.landing_pages as page where page.id = p_draft.page_id;
  insert into public.landing_page_versions (
    page_id, number, slug, title, description, hide_title, content, blocks, theme, custom_css, custom_js, published_by
  ) values (
    p_draft.page_id, number, p_draft.slug, p_draft.title, p_draft.description, p_draft.hide_title, p_draft.content, p_draft.blocks, p_draft.theme,
    p_draft.custom_css, p_draft.custom_js, auth.uid()
  );
  return number;
end
$$;

comment on function private.store_landing_draft_for_test(public.landing_drafts) is 'Stores the draft as a version that is not live. Returns its number.';

create function private.start_landing_test(
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

create function public.start_landing_test(
  p_id uuid, p_page_id uuid, p_seen_revision integer, p_goal public.landing_test_goal, p_variants jsonb, p_only_source text default null
) returns uuid
language sql volatile
set search_path = ''
return private.start_landing_test(p_id, p_page_id, p_seen_revision, p_goal, p_variants, p_only_source);

comment on function public.start_landing_test(uuid, uuid, integer, public.landing_test_goal, jsonb, text) is
'Starts a test of a published page and returns its id; a known id changes nothing. Variants are [{version, weight, label}], the live version first; a variant without a version is the draft, which becomes a version that is not live. For people who publish the page without approval. PT409: a test runs already (test_running), the draft was saved or another version was published since (outdated). 22023: what cannot be tested. PT404: no such page or version.';

create function private.stop_landing_test(p_test_id uuid, p_learned text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held constant public.landing_tests := private.lock_landing_test(p_test_id);
  told constant text := private.parse_learned(p_learned);
begin
  -- Two people who stop it at once both get what they want.
  if held.state = 'stopped' then return; end if;
  update public.landing_tests as test
  set state = 'stopped', stopped_at = now(), stopped_by = auth.uid(), learned = coalesce(told, test.learned)
  where test.id = p_test_id;
end
$$;

create function public.stop_landing_test(p_test_id uuid, p_learned text default null) returns void
language sql volatile
set search_path = ''
return private.stop_landing_test(p_test_id, p_learned);

comment on function public.stop_landing_test(uuid, text) is
'Stops a test: all visitors see the live version. A stopped test changes nothing. For people who write the page. PT404: no such test.';

create function private.roll_out_landing_test(p_test_id uuid, p_version integer, p_learned text) returns integer
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

create function public.roll_out_landing_test(p_test_id uuid, p_version integer, p_learned text default null) returns integer
language sql volatile
set search_path = ''
return private.roll_out_landing_test(p_test_id, p_version, p_learned);

comment on function public.roll_out_landing_test(uuid, integer, text) is
'Stops a running test and publishes one of its versions as a new version, once; returns the live version. The draft and the slug stay. For people who publish the page without approval. PT404: no such test, or the version is not in it. PT409: it was stopped meanwhile (test_stopped).';

create function private.note_landing_test(p_test_id uuid, p_learned text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held constant public.landing_tests := private.lock_landing_test(p_test_id);
begin
  update public.landing_tests as test set learned = private.parse_learned(p_learned)
  where test.id = held.id and test.learned is distinct from private.parse_learned(p_learned);
end
$$;

create function public.note_landing_test(p_test_id uuid, p_learned text) returns void
language sql volatile
set search_path = ''
return private.note_landing_test(p_test_id, p_learned);

comment on function public.note_landing_test(uuid, text) is
'Writes down what the team learned from a test. For people who write the page. PT404: no such test. 22023: longer than 2,000 characters.';

create function public.landing_test_figures(p_page_id uuid)
returns table (
  test_id uuid, version integer, visitors bigint, submissions bigint, qualified bigint, booked bigint, won bigint,
  revenue_cents numeric, revenue_squares numeric, visits bigint, bounced bigint, speeds bigint[]
)
language sql stable
set search_path = ''
as $$
  select variant.test_id, variant.version, seen.visitors, sent.submissions, sent.qualified, sent.booked, sent.won, sent.revenue_cents, sent.revenue_squares,
    coalesce(did.visits, 0), coalesce(did.bounced, 0), coalesce(did.speeds, array_fill(0::bigint, array[4]))
  from public.landing_test_variants as variant
  left join public.landing_test_visits as did on did.test_id = variant.test_id and did.version = variant.version
  join public.landing_tests as test on test.id = variant.test_id
  cross join lateral (
    select coalesce(sum(held.visitors), 0)::bigint as visitors from public.landing_test_views as held
    where held.test_id = variant.test_id and held.version = variant.version
  ) as seen
  cross join lateral (
    select count(*) as submissions,
      count(*) filter (where person.is_new and person.reached >= (select stage.position from public.pipeline_stages as stage where stage.key = 'qualified')) as qualified,
      count(*) filter (where person.is_new and person.reached >= (select stage.position from public.pipeline_stages as stage where stage.key = 'call_booked')) as booked,
      count(*) filter (where person.is_new and person.stage = 'won') as won,
      coalesce(sum(person.value_cents) filter (where person.is_new and person.stage = 'won'), 0)::numeric as revenue_cents,
      coalesce(sum(person.value_cents::numeric * person.value_cents) filter (where person.is_new and person.stage = 'won'), 0) as revenue_squares
    from (
      -- A person counts once for each variant. Someone who was a lead before the test counts as a submission only.
      select distinct on (coalesce(form.lead_id, form.id)) lead.stage, lead.reached, coalesce(lead.value_cents, 0) as value_cents,
        coalesce(lead.created_at >= test.started_at, false) as is_new
      from public.landing_submissions as form left join public.leads as lead on lead.id = form.lead_id
      where form.test_id = variant.test_id and form.version = variant.version and not form.is_spam and not coalesce(lead.is_spam, false)
      order by coalesce(form.lead_id, form.id)
    ) as person
  ) as sent
  where variant.page_id = p_page_id
  order by test.started_at desc, variant.test_id, variant.place
$$;

comment on function public.landing_test_figures(uuid) is
'The figures of each variant of a page''s tests since they began, as far as the caller sees the page, its forms and its leads: visitors, people who sent a form, and those of them who became a qualified lead, booked a call or were won, with the sum of their values and of its squares; and what visitors did: reported visits, those that ended right away, and how soon the first screen was there, in four steps.';

grant execute on function public.start_landing_test(uuid, uuid, integer, public.landing_test_goal, jsonb, text) to authenticated;
grant execute on function private.start_landing_test(uuid, uuid, integer, public.landing_test_goal, jsonb, text) to authenticated;
grant execute on function public.stop_landing_test(uuid, text) to authenticated;
grant execute on function private.stop_landing_test(uuid, text) to authenticated;
grant execute on function public.roll_out_landing_test(uuid, integer, text) to authenticated;
grant execute on function private.roll_out_landing_test(uuid, integer, text) to authenticated;
grant execute on function public.note_landing_test(uuid, text) to authenticated;
grant execute on function private.note_landing_test(uuid, text) to authenticated;
grant execute on function public.landing_test_figures(uuid) to authenticated;
