-- Leads page by page, newest first, for the function that streams them as CSV.

create function private.export_leads(p_filter jsonb, p_after jsonb, p_limit integer)
returns setof jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  -- The same leads as in the list: live ones, unless the filter asks for archived leads or spam.
  condition constant text := private.lead_scope_sql('all', nullif(p_filter, '{}'));
begin
  return query execute format($page$
    select jsonb_build_object(
      'id', page.id, %2$s,
      'stage', stage.label, 'value', page.value_cents, 'currency', account.currency,
      'owner', case when page.user_id is null then null else private.owner_name(page.user_id::text) end,
      'lost_reason', reason.label, 'next_task_at', page.next_task_at, 'next_task_title', page.next_task_title,
      'response_seconds', page.response_seconds, 'utm_source', page.first_touch ->> 'utm_source',
      'utm_campaign', page.first_touch ->> 'utm_campaign', 'last_activity_at', page.last_activity_at,
      'created_at', page.created_at, 'closed_at', page.closed_at, 'form_answers', private.answers_text(form.payload)
    )
    from (
      select lead.* from public.leads as lead
      where %1$s and ($1 is null or (lead.created_at, lead.id) < (($1 ->> 'created_at')::timestamptz, ($1 ->> 'id')::uuid))
      order by lead.created_at desc, lead.id desc limit $2
    ) as page
    join public.accounts as account on account.id = page.account_id
    join public.pipeline_stages as stage on stage.key = page.stage
    left join public.lost_reasons as reason on reason.id = page.lost_reason_id
    left join lateral (
      select entry.payload from public.lead_activities as entry
      where entry.lead_id = page.id and entry.kind = 'form' and entry.payload ? 'answers'
      order by entry.occurred_at desc, entry.id limit 1
    ) as form on true
    order by page.created_at desc, page.id desc
  $page$, condition, private.columns_sql(array(
    select known.field from private.lead_fields as known where known.is_fact
  ), '%1$L, page.%1$I')) using p_after, least(greatest(p_limit, 1), 2000);
end
$$;

create function public.export_leads(p_filter jsonb default null, p_after jsonb default null, p_limit integer default 1000)
returns setof jsonb
language sql volatile
set search_path = ''
return private.export_leads(p_filter, p_after, p_limit);

comment on function public.export_leads(jsonb, jsonb, integer) is
'The caller''s leads that match a filter, newest first, after the given created_at and id. 42501: not on the team. 22023: invalid filter.';

grant execute on function public.export_leads(jsonb, jsonb, integer) to authenticated;
grant execute on function private.export_leads(jsonb, jsonb, integer) to authenticated;
