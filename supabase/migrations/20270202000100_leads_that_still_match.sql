-- The board says when a card that was moved no longer matches its filter.

drop function public.lead_ids_matching(text, jsonb);

drop function private.lead_ids_matching(text, jsonb);

create function private.lead_ids_matching(p_scope text, p_filter jsonb, p_among uuid[]) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text;
  ids uuid[];
begin
  perform private.require_premium();
  condition := private.lead_scope_sql(p_scope, p_filter) || case when p_among is null then '' else format(' and lead.id = any (%L::uuid[])', p_among) end;
  execute format('select array_agg(found.id) from (select lead.id from public.leads as lead where %s limit 10001) as found', condition) into ids;
  if cardinality(ids) > 10000 then
    perform private.refuse('too_many_leads', '22023', 'You can change up to 10,000 leads at a time. Narrow the filter.');
  end if;
  return coalesce(ids, '{}');
end
$$;

create function public.lead_ids_matching(p_scope text default 'all', p_filter jsonb default null, p_among uuid[] default null) returns uuid[]
language sql stable
set search_path = ''
return private.lead_ids_matching(p_scope, p_filter, p_among);

comment on function public.lead_ids_matching(text, jsonb, uuid[]) is
'The leads that match a filter and that the caller sees, up to 10,000; with p_among, only those of these. Scope and filter as in list_leads. 22023: more leads, or an invalid filter. 42501: not on the team.';

grant execute on function public.lead_ids_matching(text, jsonb, uuid[]) to authenticated;
grant execute on function private.lead_ids_matching(text, jsonb, uuid[]) to authenticated;
