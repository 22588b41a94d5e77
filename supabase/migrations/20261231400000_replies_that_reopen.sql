-- A reply that opens a request again begins its wait anew: it isn't late because the request is old.

alter table public.change_request_answers add column reopens boolean not null default false;

comment on column public.change_request_answers.reopens is 'Whether this reply opened the request again, so that the wait starts with it.';

grant select (reopens) on public.change_request_answers to authenticated;

create or replace function private.reply_to_change_request(p_request_id uuid, p_body text, p_reply_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  asked public.change_requests;
  known public.change_request_answers;
  words text;
  new_id constant uuid := coalesce(p_reply_id, gen_random_uuid());
begin
  -- Never locks a request of somebody else. Sales people reply only to what they handed off.
  select request.* into asked from public.change_requests as request
  where request.id = p_request_id and request.user_id = auth.uid()
    and ((select private.has_active_role('client')) or request.lead_id is not null and (select private.is_staff())) for update;
  if not found then perform private.refuse('request_not_found', 'PT404', 'Request not found'); end if;
  select said.* into known from public.change_request_answers as said where said.id = new_id;
  if found then
    -- A repeated call, because the response was lost.
    if known.request_id = asked.id and known.from_client then return; end if;
    perform private.refuse('id_taken', '42501', 'This belongs to someone else');
  end if;
  if asked.lead_id is not null and asked.status = 'closed' then
    perform private.refuse('request_closed', 'PT409', 'This request is closed');
  end if;
  words := private.require_text(p_body, 'Reply', 10000);
  perform private.check_quota('replies_to_one', (
    select count(*) + 1 from public.change_request_answers as said where said.request_id = asked.id and said.from_client
  ));
  insert into public.change_request_answers (id, request_id, body, author_id, from_client, reopens, created_at)
  values (new_id, asked.id, words, asked.user_id, true, asked.status <> 'open', clock_timestamp());
  -- Also changes updated_at of an open request, so that an admin who is writing an answer sees the reply first.
  update public.change_requests as request set status = 'open' where request.id = asked.id;
  perform private.tell_admins_of_request(asked, 'request-reply', new_id::text, words);
end
$$;

create or replace function private.waits_since(p_request public.change_requests) returns timestamptz
language sql stable
set search_path = ''
as $$
  select case when p_request.status = 'open' then coalesce(
    (
      select min(said.created_at) from public.change_request_answers as said
      where said.request_id = p_request.id and said.from_client and said.created_at >= (
        select max(turn.created_at) from public.change_request_answers as turn
        where turn.request_id = p_request.id and (not turn.from_client or turn.reopens)
      )
    ),
    p_request.created_at
  ) end
$$;

comment on function private.waits_since(public.change_requests) is
'Since when an open request waits: its client''s first words after the last answer, the reply that opened it again, or the request itself. Null when it is not open.';
