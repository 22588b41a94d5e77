-- The fields that people write about a lead, listed once for the whole database. Changes, undo, merges, filters, imports,
-- exports and erasure follow from it. domain/lead-fields.ts says how the application shows them.

create view private.lead_fields with (security_invoker = true) as
select known.field, known.label, known.kind, known.max_length, known.is_fact
from (
  values
    ('first_name', 'First name', 'word', 100, true),
    ('last_name', 'Last name', 'word', 100, true),
    ('email', 'Email', 'word', 320, true),
    ('phone', 'Phone', 'text', 50, true),
    ('company', 'Company', 'word', 200, true),
    ('website', 'Website', 'text', 2048, true),
    ('role', 'Role', 'text', 100, true),
    ('job_title', 'Job title', 'text', 100, true),
    ('ad_spend', 'Ad spend', 'text', 100, true),
    ('target_clients', 'New clients', 'text', 100, true),
    ('deal_size', 'Deal size', 'text', 100, true),
    ('timeline', 'Timeline', 'text', 100, true),
    ('best_contact', 'Best contact', 'text', 100, true),
    ('goals', 'Goals', 'text', 10000, true),
    ('tags', 'Tags', 'list', 4000, true),
    ('tier_interest', 'Interested in', 'list', 2000, true),
    ('value_cents', 'Value', 'number', null, true),
    ('source', 'Source', 'choice', null, true),
    ('stage', 'Stage', 'choice', null, false),
    ('user_id', 'Owner', 'owner', null, false),
    ('lost_reason_id', 'Lost reason', 'id', null, false),
    ('lost_note', 'Lost note', 'text', 1000, false)
) as known (field, label, kind, max_length, is_fact);

comment on view private.lead_fields is
'The fields that people write about a lead. Filters compare by kind: word and text are texts, and the search index has the words. max_length counts characters, and bytes for a list. A fact is about the lead; the other fields say how far the sale is.';

create function private.lead_facts_of_kind(variadic p_kinds text[]) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_agg(known.field), '{}') from private.lead_fields as known where known.is_fact and known.kind = any (p_kinds)
$$;

comment on function private.lead_facts_of_kind(text[]) is 'The names of the facts of these kinds.';

create function private.longest_of_kind(variadic p_kinds text[]) returns integer[]
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_agg(known.max_length), '{}') from private.lead_fields as known where known.is_fact and known.kind = any (p_kinds)
$$;

comment on function private.longest_of_kind(text[]) is
'The greatest lengths of the facts of these kinds, in the order of private.lead_facts_of_kind.';

create function private.undoable_columns() returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array_agg(known.field) || array[
    'archived_at', 'is_spam', 'consent_at', 'consent_text', 'stage_entered_at', 'reached', 'closed_at'
  ] from private.lead_fields as known
$$;

comment on function private.undoable_columns() is 'The columns of a lead that a change can set and its undo restores.';

create function private.identifies_lead(p_fields jsonb) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return coalesce(p_fields ->> 'first_name', p_fields ->> 'last_name', p_fields ->> 'email', p_fields ->> 'phone', p_fields ->> 'company') is not null;
end
$$;

comment on function private.identifies_lead(jsonb) is 'Whether fields say who a lead is: they have a name, an email address, a phone number or a company.';

create function private.short_fact(p_kind text, p_value jsonb, p_other jsonb) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when p_kind = 'list' then (
      select jsonb_agg(part.value order by part.place)
      from (
        select had.value, had.place from jsonb_array_elements(p_value) with ordinality as had (value, place)
        where not coalesce(p_other, '[]') @> jsonb_build_array(had.value) order by had.place limit 10
      ) as part
    )
    when jsonb_typeof(p_value) = 'string' then to_jsonb(
      case when char_length(p_value #>> '{}') > 120 then left(p_value #>> '{}', 119) || '…' else nullif(p_value #>> '{}', '') end
    )
    when p_value <> 'null' then p_value
  end
$$;

comment on function private.short_fact(text, jsonb, jsonb) is
'A fact as the history of a lead keeps it: a text of at most 120 characters, or of a list at most 10 elements that the other state lacks. Null without a value.';

create function private.columns_sql(p_columns text[], p_format text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select string_agg(format(p_format, part.name), ', ') from unnest(p_columns) as part (name)
$$;

comment on function private.columns_sql(text[], text) is
'The same piece of SQL for each column, joined by commas. %1$I stands for the column as an identifier, %1$L as a literal.';

-- Dynamic SQL that is built from the list of fields. Nothing in it comes from a caller.
create function private.write_leads(p_leads public.leads[]) returns setof public.leads
language plpgsql volatile
set search_path = ''
as $$
begin
  return query execute format(
    'update public.leads as lead set %s from unnest($1) as wanted where lead.id = wanted.id returning lead.*',
    private.columns_sql(
      private.undoable_columns() || array['last_activity_at', 'first_touch', 'last_touch'], '%1$I = wanted.%1$I'
    )
  ) using p_leads;
end
$$;

comment on function private.write_leads(public.leads[]) is
'Writes leads as given: the fields that people write, how far the sale is, and where they came from. Lock the leads first, or a concurrent change is lost. Returns them as stored.';
