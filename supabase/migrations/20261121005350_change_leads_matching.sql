-- A change of everything that a filter leaves, noted and undone like any other.

create function public.change_leads_matching(p_batch_id uuid, p_scope text, p_filter jsonb, p_changes jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  condition text := private.lead_scope_sql(p_scope, p_filter);
  ids uuid[];
  answer jsonb;
begin
  -- Asked again, the leads are not what they were: the filter may leave others.
  if exists (select from public.lead_batches as batch where batch.id = p_batch_id) then
    select jsonb_build_object('batch_id', batch.id, 'changed', batch.leads, 'skipped', 0) into answer
    from public.lead_batches as batch where batch.id = p_batch_id and batch.actor_id = caller;
    if answer is null then raise exception 'This change belongs to somebody else' using errcode = '42501'; end if;
    return answer;
  end if;
  execute format('select array_agg(found.id) from (select lead.id from public.leads as lead where %s limit 10001) as found', condition) into ids;
  if ids is null then raise exception 'There is no lead left to change' using errcode = 'PT409'; end if;
  if cardinality(ids) > 10000 then
    raise exception 'Up to 10,000 leads are changed at once: narrow the filter' using errcode = '22023';
  end if;
  answer := public.change_leads(p_batch_id, ids, p_changes);
  if (answer ->> 'changed')::integer >= 1000 then
    update private.scheduled_jobs as job set next_run_at = now() where job.name = 'stage figures';
  end if;
  return answer;
end
$$;

comment on function public.change_leads_matching(uuid, text, jsonb, jsonb) is
'Changes every lead that a filter leaves, up to 10,000: as change_leads, and undone by undo_lead_batch. Scope and filter as of list_leads. PT409: the filter leaves none. 22023, 42501.';

grant execute on function public.change_leads_matching(uuid, text, jsonb, jsonb) to authenticated;
