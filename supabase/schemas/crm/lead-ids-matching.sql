-- Finds all leads of a filter, to change them. The caller does that in steps of a few hundred (change_leads), so that nobody
-- waits while thousands change.

create function private.lead_ids_matching(p_scope text, p_filter jsonb) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text;
  ids uuid[];
begin
  perform private.require_premium();
  condition := private.lead_scope_sql(p_scope, p_filter);
  execute format('select array_agg(found.id) from (select lead.id from public.leads as lead where %s limit 10001) as found', condition) into ids;
  if cardinality(ids) > 10000 then
    perform private.refuse('too_many_leads', '22023', 'You can change up to 10,000 leads at a time. Narrow the filter.');
  end if;
  return coalesce(ids, '{}');
end
$$;

create function public.lead_ids_matching(p_scope text default 'all', p_filter jsonb default null) returns uuid[]
language sql stable
set search_path = ''
return private.lead_ids_matching(p_scope, p_filter);

comment on function public.lead_ids_matching(text, jsonb) is
'The leads that match a filter and that the caller sees, up to 10,000. Scope and filter as in list_leads. 22023: more leads, or an invalid filter. 42501: not on the team.';

grant execute on function public.lead_ids_matching(text, jsonb) to authenticated;
grant execute on function private.lead_ids_matching(text, jsonb) to authenticated;
