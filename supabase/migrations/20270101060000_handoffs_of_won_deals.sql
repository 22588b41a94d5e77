-- The bell doesn't ask to set up a client whose deal isn't won anymore.

create or replace function private.notes_for(p_user_id uuid, p_account uuid) returns table (at timestamptz, note jsonb)
language sql stable security definer
set search_path = ''
as $$
  select news.at, to_jsonb(news) - 'account_id' || jsonb_build_object(
    'id', news.id::text, 'by', null, 'call', null, 'payment', null,
    'account', case when news.account_id <> p_account then private.mark_of_account(news.account_id) end,
    'is_read',
    -- Nothing is left to do for a lead that was answered. That a colleague got the caller's lead stays news.
    news.new_owner_name is null and clock.state in ('answered', 'dropped') and not exists (
      select from public.lead_clocks as resumed
      where resumed.lead_id = clock.lead_id and resumed.arrived_at = clock.arrived_at and resumed.state not in ('answered', 'dropped')
    )
    or exists (select from private.read_notifications as seen where seen.user_id = p_user_id and seen.event_id = news.id)
  )
  from private.notifications_of(p_user_id, private.sees_all_leads()) as news
  join public.lead_clock_events as event on event.id = news.id
  join public.lead_clocks as clock on clock.id = event.clock_id
  union all
  select handoff.at, jsonb_build_object(
    'id', handoff.id, 'event', 'handed_off', 'at', handoff.at, 'lead_id', lead.id, 'first_name', lead.first_name, 'last_name', lead.last_name,
    'email', lead.email, 'company', lead.company, 'new_owner_name', null, 'account', null, 'by', handoff.by, 'call', null, 'payment', null, 'is_read', handoff.is_read
  )
  from private.handoffs_for(p_user_id) as handoff join public.leads as lead on lead.id = handoff.lead_id
  -- A deal that isn't won anymore needs no client.
  where lead.erased_at is null and lead.stage = 'won'
  union all
  select assigned.at, jsonb_build_object(
    'id', assigned.id, 'event', 'assigned', 'at', assigned.at, 'lead_id', null, 'first_name', null, 'last_name', null, 'email', null,
    'company', assigned.business, 'new_owner_name', null, 'account', null, 'by', assigned.by, 'call', null, 'payment', null, 'is_read', assigned.is_read
  )
  from private.assignments_for(p_user_id) as assigned
  union all
  select paid.at, jsonb_build_object(
    'id', 'paid-' || paid.id, 'event', 'paid', 'at', paid.at, 'lead_id', null, 'first_name', null, 'last_name', null, 'email', null,
    'company', paid.business, 'new_owner_name', null, 'account', null, 'by', null, 'call', null, 'payment', paid.payment, 'is_read', paid.is_read
  )
  from private.payments_for(p_user_id) as paid
  union all
  select called.at, jsonb_build_object(
    'id', 'call-' || called.id, 'event', called.event, 'at', called.at, 'lead_id', called.lead_id, 'first_name', called.name, 'last_name', null,
    'email', null, 'company', null, 'new_owner_name', null, 'by', called.by, 'call', called.call, 'payment', null, 'is_read', called.is_read,
    'account', case when called.account_id <> p_account then private.mark_of_account(called.account_id) end
  )
  from private.call_news_for(p_user_id, private.sees_all_leads()) as called
$$;

comment on function private.notes_for(uuid, uuid) is 'What the bell lists for a person who works in an account, as crm_notifications says, unsorted.';
