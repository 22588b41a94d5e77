-- A search for a lead put leads that only share an email address or a company with the typed words before those whose name they begin.

create or replace function private.search_leads(p_query text, p_limit integer)
returns table (id uuid, name text, company text, email text, phone text, stage text, owner_name text)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  caller uuid := private.require_team();
  is_admin boolean := private.sees_all_leads();
  since constant timestamptz := private.visible_since();
  wanted integer := least(greatest(coalesce(p_limit, 8), 1), 50);
  asked text := btrim(left(coalesce(p_query, ''), 100));
  patterns constant text[] := private.search_words(regexp_replace(private.fold_text(asked), '[^[:alnum:]]+', ' ', 'g'));
  found_ids uuid[];
  similar_ids uuid[] := '{}';
begin
  if asked !~ '[[:alnum:]]' then return; end if;
  found_ids := array(
    select private.find_phone_ids(asked, is_admin, caller, wanted)
    union select private.find_lead_ids(private.words_query(asked), is_admin, caller, 200)
  );
  if cardinality(found_ids) < wanted then
    similar_ids := array(select private.find_lead_ids(private.similar_words_query(asked), is_admin, caller, 200));
  end if;
  return query
  select lead.id, private.full_name(lead.first_name, lead.last_name), lead.company, lead.email,
    lead.phone, lead.stage, private.owner_name(coalesce(lead.user_id::text, ''))
  from public.leads as lead
  cross join lateral (select lower(concat_ws(' ', lead.first_name, lead.last_name, lead.email, lead.company)) as words) as known
  where lead.id = any (found_ids || similar_ids) and lead.created_at >= since
  order by case
      when private.begins_words(private.fold_text(concat_ws(' ', lead.first_name, lead.last_name)), patterns) then 1
      when private.begins_words(private.fold_text(concat_ws(' ', lead.first_name, lead.last_name, lead.company)), patterns) then 2
      when lead.id = any (found_ids) then 3
      else 4
    end,
    extensions.word_similarity(lower(asked), known.words) desc, lead.created_at desc, lead.id
  limit wanted;
end
$$;

comment on function public.search_leads(text, integer) is
'Leads by name, email, company or phone, up to p_limit (50). Those whose name has words that begin with all typed ones come first, in any order, then those that need the company, then the email or phone number, then similar words; within each, those that are most like the text. If very many leads match, only a few hundred of them are compared. For the team only (42501). Reps find their own and unowned leads.';
