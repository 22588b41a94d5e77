-- A last day after the term promised months that are never billed.

create or replace function private.end_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz, p_last_day date) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
  changed_at timestamptz;
  term_end date;
begin
  perform private.require_admin();
  held := private.lock_retainer(p_retainer_id, p_expected_updated_at);
  term_end := private.term_end(held.start_date, held.duration_months);
  if p_last_day is null or p_last_day < private.agency_day() then
    perform private.refuse('date_in_past', '22023', 'The last day can''t be in the past', 'end_date');
  end if;
  -- A retainer whose term is over without it, such as a draft, can still end today.
  if term_end is not null and p_last_day > greatest(term_end, private.agency_day()) then
    perform private.refuse('end_after_term', '22023', 'The last day is after its term. Change the term to go on longer.', 'end_date');
  end if;
  -- What is due by today is owed, even when today is the last day.
  perform private.issue_due_charges(held.id);
  update public.retainers as retainer
  set status = case when held.client_id is null or p_last_day < held.start_date then 'canceled' when p_last_day = private.agency_day() then 'completed' else held.status end,
    end_date = greatest(least(p_last_day, term_end), held.start_date)
  where retainer.id = held.id
  returning retainer.updated_at into changed_at;
  return changed_at;
end
$$;

comment on function public.end_retainer(uuid, timestamptz, date) is
'Sets a retainer''s last day, today or later, and returns its new updated_at. No invoice is issued for a later day. A retainer that has not begun by then is canceled. 22023: the day is over (date_in_past), or after the term (end_after_term).';
