-- Two changes within a millisecond are two emails.

create or replace function private.notify_email_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('email-changed:%s:%s:%s', new.id, clock_timestamp(), md5(new.email)), jsonb_build_object(
    'to', old.email, 'template', 'email-changed', 'data', jsonb_build_object('newEmail', new.email)
  ));
  return null;
end
$$;

comment on function private.notify_email_change() is
'Trigger: emails the old address of people when their new one took its place, so that they can object.';
