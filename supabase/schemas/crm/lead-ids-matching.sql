-- Which leads a filter leaves, for a change of all of them: it is made in steps of some hundreds (change_leads), so that nobody
-- waits for the database while thousands are changed.

create function public.lead_ids_matching(p_scope text default 'all', p_filter jsonb default null) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text;
  ids uuid[];
begin
  perform private.require_team();
  condition := private.lead_scope_sql(p_scope, p_filter);
  execute format('select array_agg(found.id) from (select lead.id from public.leads as lead where %s limit 10001) as found', condition) into ids;
  if cardinality(ids) > 10000 then
    perform private.refuse('too_many_leads', '22023', 'Up to 10,000 leads are changed at once: narrow the filter');
  end if;
  return coalesce(ids, '{}');
end
$$;

comment on function public.lead_ids_matching(text, jsonb) is
'The leads that a filter leaves, up to 10,000; of those that the caller sees. Scope and filter as of list_leads. 22023: more, or what is wrong with the filter. 42501: not of the team.';

grant execute on function public.lead_ids_matching(text, jsonb) to authenticated;
