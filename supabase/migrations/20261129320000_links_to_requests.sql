-- The email that confirms a request leads to it.

create or replace function private.confirm_change_request() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('request:%s:received', new.id), jsonb_build_object(
    'to', new.user_email,
    'template', 'request-received',
    'data', jsonb_build_object(
      'name', private.mail_recipient(new.user_id) ->> 'name', 'type', new.request_type, 'business', new.business_name,
      'question', left(new.message, 4000), 'files', private.attached_names(new.id, 'request'), 'requestId', new.id
    )
  ));
  perform private.tell_admins_of_request(new, 'request-arrived', null, new.message);
  return null;
end
$$;
