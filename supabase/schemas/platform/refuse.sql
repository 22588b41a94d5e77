-- The only way to refuse. Programs read the code and the field; people read the message. Functions with the caller's rights
-- cannot call it, because the API roles may not use the private schema.

create function private.refuse(
  p_code text, p_sqlstate text, p_message text, p_field text default null, p_more jsonb default null
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_field is null and p_more is null then
    raise exception using errcode = p_sqlstate, message = p_message, hint = p_code;
  end if;
  raise exception using errcode = p_sqlstate, message = p_message, hint = p_code, detail = coalesce(p_more::text, p_field);
end
$$;

comment on function private.refuse(text, text, text, text, jsonb) is
'Refuses. The hint is the code, one of domain/refusals.ts. The detail is the name of the wrong field, or facts as a JSON object.';

create function private.field_name(p_label text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select lower(replace(p_label, ' ', '_'))
$$;

comment on function private.field_name(text) is 'The name of the field with this label: business_name for Business name.';
