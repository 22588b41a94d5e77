-- A clock that continues, as after an undo, is no new arrival, so it adds no notification.

create or replace function private.notifications_of(p_user_id uuid, p_everyone boolean)
returns table (
  id bigint, event text, at timestamptz, lead_id uuid, first_name text, last_name text, email text, company text, new_owner_name text,
  account_id uuid
)
language sql stable security definer
set search_path = ''
as $$
  select event.id, event.event, event.happened_at, event.lead_id, lead.first_name, lead.last_name,
    case when seen.is_theirs then lead.email end, lead.company,
    -- An escalation may give the person's lead to a colleague. The person sees the event and the new owner, but not the lead.
    case when not seen.is_theirs then private.person_name(clock.escalated_to) end,
    event.account_id
  -- Reads only the latest events of the team. Older ones are in the history of each lead.
  from (
    select latest.* from unnest(private.today_accounts(private.workspace())) as account (id)
    cross join lateral (
      select own.* from public.lead_clock_events as own where own.account_id = account.id order by own.id desc limit 500
    ) as latest
    order by latest.id desc limit 500
  ) as event
  join public.leads as lead on lead.id = event.lead_id
  join public.lead_clocks as clock on clock.id = event.clock_id
  cross join lateral (values (p_everyone or lead.user_id is null or lead.user_id = p_user_id)) as seen (is_theirs)
  where event.event in ('started', 'breached', 'escalated')
    -- A clock that continues is no new arrival.
    and not (event.event = 'started' and event.payload ? 'resumes' and exists (
      select from public.lead_clocks as ended where ended.id = private.parse_uuid(event.payload ->> 'resumes') and ended.lead_id = event.lead_id
    )) and lead.archived_at is null and not lead.is_spam and lead.erased_at is null
    and (seen.is_theirs or event.event = 'escalated' and event.payload ->> 'owner' = p_user_id::text and clock.escalated_to <> p_user_id)
  order by event.id desc limit 20
$$;

comment on function private.notifications_of(uuid, boolean) is 'The latest notifications of a person, newest first, at most 20.';

create or replace function private.crm_notifications() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  account constant uuid := private.workspace();
begin
  return coalesce((
    select jsonb_agg(to_jsonb(news) - 'account_id' || jsonb_build_object(
      'account', case when news.account_id <> account then private.mark_of_account(news.account_id) end,
      'is_read',
      -- Nothing is left to do for a lead that was answered. That a colleague got the caller's lead stays news.
      news.new_owner_name is null and clock.state in ('answered', 'dropped') and not exists (
        select from public.lead_clocks as resumed
        where resumed.lead_id = clock.lead_id and resumed.arrived_at = clock.arrived_at and resumed.state not in ('answered', 'dropped')
      )
      or exists (select from private.read_notifications as seen where seen.user_id = caller and seen.event_id = news.id)
    ) order by news.at desc, news.id desc)
    from private.notifications_of(caller, private.sees_all_leads()) as news
    join public.lead_clock_events as event on event.id = news.id
    join public.lead_clocks as clock on clock.id = event.clock_id
  ), '[]');
end
$$;
