create function private.lead_title(p_lead public.leads) returns text
language sql stable
set search_path = ''
as $$
  select left(coalesce(
    private.full_name(p_lead.first_name, p_lead.last_name), nullif(btrim(p_lead.company), ''), p_lead.email, p_lead.phone,
    'Unnamed lead'
  ), 200)
$$;

comment on function private.lead_title(public.leads) is 'What a lead is called: name, else company, email address or phone number.';

create function private.derived_fields(p_row jsonb, p_other jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(p_row) as field
  where field.value is distinct from p_other -> field.key
    and field.key in ('reached', 'last_activity_at', 'first_touch', 'last_touch', 'consent_at', 'consent_text')
$$;

comment on function private.derived_fields(jsonb, jsonb) is
'The columns that the product keeps itself and that differ between two states of a lead.';
