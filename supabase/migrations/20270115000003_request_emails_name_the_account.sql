-- Emails about a new request named the typed business, not the account that its sender chose.

create or replace function private.tell_admins_of_request(p_request public.change_requests, p_template text, p_reply text, p_words text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.notify_users(
    -- An admin who asks needs no email about it.
    array_remove(private.leaders_of(private.agency_account()), p_request.user_id), p_template, concat_ws(':', p_request.id, p_reply),
    jsonb_strip_nulls(jsonb_build_object(
      'requestId', p_request.id, 'type', p_request.request_type,
      -- On one line, because they become the subject of an email.
      'business', regexp_replace(p_request.business_name, '\s+', ' ', 'g'),
      'client', regexp_replace(private.person_name(p_request.user_id), '\s+', ' ', 'g'),
      -- Unless it is the business that the client typed.
      'forAccount', (
        select account.name from public.accounts as account
        where account.id = p_request.account_id and account.kind = 'client' and lower(btrim(account.name)) <> lower(btrim(p_request.business_name))
      ),
      'words', left(p_words, 4000), 'files', private.attached_names(p_request.id, coalesce(p_reply, 'request'))
    ))
  );
end
$$;

comment on function private.tell_admins_of_request(public.change_requests, text, text, text) is
'Queues an email to the admins about a new request, or about the reply with this id. All emails about one request are one thread.';

create or replace function private.announce_change_request(p_request public.change_requests) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('request:%s:received', p_request.id), jsonb_build_object(
    'to', p_request.user_email,
    'template', 'request-received',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', private.mail_recipient(p_request.user_id) ->> 'name', 'type', p_request.request_type, 'business', p_request.business_name,
      'forAccount', private.account_among_several(p_request.user_id, p_request.account_id),
      'question', left(p_request.message, 4000), 'files', private.attached_names(p_request.id, 'request'), 'requestId', p_request.id
    ))
  ));
  perform private.tell_admins_of_request(p_request, 'request-arrived', null, p_request.message);
end
$$;

comment on function private.announce_change_request(public.change_requests) is 'Emails a copy of a new request to the person who sent it, and tells the admins.';
