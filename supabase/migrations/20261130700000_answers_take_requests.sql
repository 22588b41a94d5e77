-- Whoever answers a request takes it if nobody has.

create or replace function private.answer_change_request(
  p_request_id uuid, p_expected_updated_at timestamptz, p_answer text, p_answer_id uuid
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.change_requests;
  words text;
  asked record;
begin
  perform private.require_admin();
  -- A repeated request, because the answer was lost.
  if exists (select from public.change_request_answers as said where said.id = p_answer_id and said.request_id = p_request_id) then return; end if;
  words := private.require_text(p_answer, 'Answer', 10000);
  held := private.lock_request(p_request_id, p_expected_updated_at);
  -- The time after the lock, so that times are in the order of the conversation.
  insert into public.change_request_answers (id, request_id, body, author_id, created_at)
  values (p_answer_id, held.id, words, auth.uid(), clock_timestamp());
  update public.change_requests as request set status = 'answered' where request.id = held.id;
  -- Whoever answers takes what nobody has taken.
  insert into public.request_assignments (request_id, user_id, assigned_by)
  select held.id, auth.uid(), auth.uid() where auth.uid() = any (private.leaders_of(private.agency_account()))
  on conflict (request_id) do nothing;
  select coalesce(said.body, held.message) as words, coalesce(said.id::text, 'request') as folder into asked
  from (values (held.id)) as answered (id) left join lateral (
    select reply.id, reply.body from public.change_request_answers as reply
    where reply.request_id = answered.id and reply.from_client order by reply.created_at desc limit 1
  ) as said on true;
  perform public.enqueue_outbox('mail', format('request:%s:answer:%s', held.id, p_answer_id), jsonb_build_object(
    -- Their current address, which may differ from the one in the request.
    'to', coalesce((select account.email from auth.users as account where account.id = held.user_id), held.user_email),
    'template', 'request-answered',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', (select profile.first_name from public.profiles as profile where profile.user_id = held.user_id), 'requestId', held.id,
      -- What the client wrote last.
      'question', left(asked.words, 2000), 'answer', words,
      'files', private.attached_names(held.id, p_answer_id::text), 'askedFiles', private.attached_names(held.id, asked.folder)
    ))
  ));
end
$$;

comment on function public.answer_change_request(uuid, timestamptz, text, uuid) is
'Answers a request, in the portal and by email, marks it as answered, and assigns it to the caller if nobody has it. PT409: it changed since the caller read it.';
