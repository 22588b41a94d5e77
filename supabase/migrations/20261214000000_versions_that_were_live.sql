-- A version is compared with the one that was live before it, not with the variant of a test, and a removed block moves no other.

drop function public.landing_version_changes(uuid);

create function public.landing_version_changes(p_page_id uuid)
returns table (
  number integer, added text[], removed text[], changed text[], is_moved boolean, fields text[], is_variant boolean, compared_with integer
)
language sql stable
set search_path = ''
as $$
  with variants as (
    -- The draft that a test stores is a version in the same moment. Only its visitors see it.
    select distinct variant.version from public.landing_tests as test
    join public.landing_test_variants as variant on variant.test_id = test.id and variant.place > 1
    join public.landing_page_versions as stored
      on stored.page_id = variant.page_id and stored.number = variant.version and stored.published_at = test.started_at
    where test.page_id = p_page_id
  ), kept as (
    select version.number, variants.version is not null as is_variant
    from public.landing_page_versions as version left join variants on variants.version = version.number
    where version.page_id = p_page_id
  ), newest as (
    select kept.number, kept.is_variant, max(kept.number) filter (where not kept.is_variant) over (
      order by kept.number rows between unbounded preceding and 1 preceding
    ) as base
    from kept order by kept.number desc limit 200
  ), paired as (
    select now.number, newest.is_variant, newest.base,
      -- A page that became HTML, or blocks, has no blocks to compare.
      case when was.blocks is not null then now.blocks end as blocks, case when now.blocks is not null then was.blocks end as blocks_before,
      array_remove(array[
        case when now.title <> was.title then 'title' end,
        case when now.description is distinct from was.description then 'description' end,
        case when now.slug <> was.slug then 'slug' end,
        case when now.theme <> was.theme then 'theme' end,
        case when now.hide_title <> was.hide_title then case when now.hide_title then 'title_hidden' else 'title_shown' end end,
        case when (now.blocks is null or was.blocks is null) and now.content <> was.content then 'content' end,
        case when now.custom_css is distinct from was.custom_css then 'custom_css' end,
        case when now.custom_js is distinct from was.custom_js then 'custom_js' end
      ], null) as fields
    from newest
    join public.landing_page_versions as now on now.page_id = p_page_id and now.number = newest.number
    left join public.landing_page_versions as was on was.page_id = p_page_id and was.number = newest.base
  )
  select paired.number, coalesce(blocks.added, '{}'), coalesce(blocks.removed, '{}'), coalesce(blocks.changed, '{}'), coalesce(blocks.is_moved, false),
    case when paired.base is not null then paired.fields end, paired.is_variant, paired.base
  from paired
  cross join lateral (
    select
      array_agg(now.type order by now.place) filter (where was.id is null) as added,
      array_agg(was.type order by was.place) filter (where now.id is null) as removed,
      array_agg(now.type order by now.place) filter (where now.block <> was.block) as changed,
      array_agg(now.id order by now.place) filter (where now.id is not null and was.id is not null)
        <> array_agg(now.id order by was.place) filter (where now.id is not null and was.id is not null) as is_moved
    from (
      select listed.block ->> 'id' as id, listed.block ->> 'type' as type, listed.block, listed.place
      from jsonb_array_elements(paired.blocks) with ordinality as listed (block, place)
    ) as now
    full join (
      select listed.block ->> 'id' as id, listed.block ->> 'type' as type, listed.block, listed.place
      from jsonb_array_elements(paired.blocks_before) with ordinality as listed (block, place)
    ) as was on was.id = now.id
  ) as blocks
$$;

comment on function public.landing_version_changes(uuid) is
'What changed with each of a page''s newest 200 versions since the one that was live for everyone before (compared_with), under the caller''s rights: the kinds of blocks that were added, removed and changed, whether blocks moved, and which fields changed (null for the first version). is_variant: a test stored it, and only the test''s visitors saw it.';

grant execute on function public.landing_version_changes(uuid) to authenticated;
