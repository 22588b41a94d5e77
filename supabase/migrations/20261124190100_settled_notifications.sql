-- The bell kept counting alerts of leads that were answered since.

create or replace function public.crm_notifications() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
begin
  return coalesce((
    select jsonb_agg(to_jsonb(news) || jsonb_build_object(
      'is_read',
      -- Nothing is left to do for a lead that was answered. That a colleague got the caller's lead stays news.
      news.new_owner_name is null and clock.state in ('answered', 'dropped')
      or exists (select from private.read_notifications as seen where seen.user_id = caller and seen.event_id = news.id)
    ) order by news.at desc, news.id desc)
    from private.notifications_of(caller, private.has_active_role('admin')) as news
    join public.lead_clock_events as event on event.id = news.id
    join public.lead_clocks as clock on clock.id = event.clock_id
  ), '[]');
end
$$;

comment on function public.crm_notifications() is
'The latest arrivals, breaches and escalations of leads that the caller sees, and the leads that escalations took from them (new_owner_name says who has them now), each with is_read, at most 20. News of answered leads counts as read. 42501: not on the team.';
