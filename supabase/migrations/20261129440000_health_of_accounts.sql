-- Overdue money is the first thing about an account, and a sign-in is activity.

create or replace function private.account_health(p_unanswered bigint, p_overdue bigint, p_last timestamptz, p_created timestamptz, p_archived boolean) returns text
language sql stable
set search_path = ''
as $$
  select case
    when p_archived then 'archived'
    when p_overdue > 0 then 'overdue'
    when p_unanswered > 0 then 'waiting'
    when p_last >= now() - interval '30 days' then 'good'
    when p_created >= now() - interval '30 days' then 'new'
    else 'quiet'
  end
$$;

comment on function private.account_health(bigint, bigint, timestamptz, timestamptz, boolean) is
'How an account does: archived, overdue (an invoice is), waiting (a lead is past its target), good (something happened in 30 days), new (made in 30 days, nothing happened yet), else quiet.';

create or replace function private.account_last_activity(p_account_id uuid) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select greatest(
    (select max(lead.last_activity_at) from public.leads as lead where lead.account_id = p_account_id),
    (select max(lead.created_at) from public.leads as lead where lead.account_id = p_account_id),
    (
      select max(greatest(person.last_sign_in_at, (
        select max(session.updated_at) from auth.sessions as session where session.user_id = person.id
      )))
      from public.account_members as member join auth.users as person on person.id = member.user_id
      where member.account_id = p_account_id
    )
  )
$$;
