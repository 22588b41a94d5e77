-- The form of a new lead says while someone types that a lead already has the address or the number.

create function private.known_lead(p_email text, p_phone text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  known public.leads;
begin
  perform private.require_team();
  select lead.* into known from public.leads as lead
  where lead.account_id = private.workspace() and lead.merged_into is null and not lead.is_spam and (
    lower(lead.email) = lower(nullif(btrim(p_email), '')) or lead.phone_key = private.phone_key(p_phone)
  )
  order by lead.archived_at is not null, not private.may_see_lead(lead), lead.created_at desc limit 1;
  if known.id is null then return null; end if;
  if not private.may_see_lead(known) then
    return jsonb_build_object('lead_id', null, 'text',
      format('%s already has a lead with this email address or phone number', private.owner_name(known.user_id::text)));
  end if;
  return jsonb_build_object('lead_id', known.id, 'text', format('%s already has this %s%s', private.lead_title(known),
    case when lower(known.email) = lower(btrim(p_email)) then 'email address' else 'phone number' end,
    case when known.archived_at is null then '' else ' (archived)' end));
end
$$;

create function public.known_lead(p_email text default null, p_phone text default null) returns jsonb
language sql stable
set search_path = ''
return private.known_lead(p_email, p_phone);

comment on function public.known_lead(text, text) is
'The lead that already has this email address or phone number: { lead_id, text }, or null. lead_id is null for a lead that the caller may not see; the text then names only its owner. 42501: not on the team.';

grant execute on function public.known_lead(text, text) to authenticated;
grant execute on function private.known_lead(text, text) to authenticated;

create or replace function private.create_lead(p_id uuid, p_lead jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  fields jsonb;
  made public.leads;
  taken public.leads;
  known jsonb;
  columns constant text[] := array(select known.field from private.lead_fields as known);
begin
  if p_id is null or p_lead is null or jsonb_typeof(p_lead) <> 'object' then
    perform private.refuse('nothing_to_save', '22023', 'There is no lead to save');
  end if;
  select lead.* into taken from public.leads as lead where lead.id = p_id;
  if found then
    if not private.may_see_lead(taken) then perform private.refuse('id_taken', '42501', 'This lead belongs to someone else'); end if;
    return jsonb_build_object('id', p_id, 'created', false);
  end if;
  fields := private.parse_changes(p_lead - 'anyway');
  if fields ?| array['archived', 'is_spam', 'add_tags', 'remove_tags', 'consent'] then
    perform private.refuse('lead_fields_fixed', '22023', 'A new lead can''t be archived, marked as spam or have consent');
  end if;
  select jsonb_object_agg(field.key, case when jsonb_typeof(field.value) = 'string' and btrim(field.value #>> '{}') = '' then 'null'::jsonb
    when jsonb_typeof(field.value) = 'string' then to_jsonb(btrim(field.value #>> '{}')) else field.value end)
  into fields from jsonb_each(fields) as field;
  if not private.identifies_lead(fields) then
    perform private.refuse('lead_unreachable', '22023', 'Enter a name, email address, phone number or company');
  end if;
  known := case when not coalesce((p_lead ->> 'anyway')::boolean, false) then private.known_lead(fields ->> 'email', fields ->> 'phone') end;
  if known is not null then
    perform private.refuse('lead_known', 'PT409', known ->> 'text', p_more => nullif(jsonb_strip_nulls(known - 'text'), '{}'));
  end if;
  made := jsonb_populate_record(
    null::public.leads,
    jsonb_build_object('tags', '{}'::text[], 'tier_interest', '{}'::text[], 'stage', 'new', 'source', 'other') || jsonb_strip_nulls(fields)
      || jsonb_build_object('id', p_id, 'user_id', case when fields ? 'user_id' then fields ->> 'user_id' else caller::text end)
  );
  execute format(
    'insert into public.leads (id, account_id, %s) select ($1).id, private.workspace(), %s',
    private.columns_sql(columns, '%1$I'), private.columns_sql(columns, '($1).%1$I')
  ) using made;
  insert into public.lead_activities (lead_id, kind, actor_id, payload)
  values (p_id, 'created', caller, jsonb_build_object('source', made.source));
  return jsonb_build_object('id', p_id, 'created', true);
end
$$;

drop function private.refuse_known_lead(text, text);
