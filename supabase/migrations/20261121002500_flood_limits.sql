-- A visitor's own insert (spec §7 Fallback) is one message. Many at once would write an e-mail to every address in them.

create function private.refuse_many_contacts() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (select count(*) from added) > 1 then
    raise exception 'Send one message at a time' using errcode = 'PT400';
  end if;
  return null;
end
$$;

comment on function private.refuse_many_contacts() is 'Trigger: visitors insert one message at a time.';

create trigger refuse_many_contacts after insert on public.contacts
referencing new table as added
for each statement when (current_user in ('anon', 'authenticated')) execute function private.refuse_many_contacts();

create index outbox_recipient_idx on private.outbox (lower(payload ->> 'to'), created_at desc) where kind = 'mail';

create or replace function private.enqueue_form_mails(p_form text, p_id uuid, p_email text, p_name text, p_answers jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  agency text := (select settings.email from public.agency_settings as settings);
  confirmations bigint;
begin
  perform public.enqueue_outbox('mail', format('%s:%s:agency', p_form, p_id),
    jsonb_build_object('to', agency, 'template', p_form || '-alert', 'data', jsonb_strip_nulls(p_answers)));
  -- Whoever types a stranger's address again and again must not fill that mailbox through us.
  select count(*) into confirmations from private.outbox as sent
  where sent.kind = 'mail' and lower(sent.payload ->> 'to') = lower(p_email) and sent.created_at > now() - interval '1 day'
    and sent.payload ->> 'template' like '%-confirmation';
  if confirmations < 5 then
    perform public.enqueue_outbox('mail', format('%s:%s:sender', p_form, p_id),
      jsonb_build_object('to', p_email, 'template', p_form || '-confirmation',
        'data', jsonb_build_object('name', p_name, 'agencyEmail', agency)));
  end if;
end
$$;

create function private.end_sessions_of_moved_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from auth.sessions as session where session.user_id = new.id;
  return new;
end
$$;

comment on function private.end_sessions_of_moved_account() is
'Trigger: with a new address every session ends; the confirmation itself begins the next one.';

create trigger end_sessions_of_moved_account after update of email on auth.users
for each row when (old.email is distinct from new.email) execute function private.end_sessions_of_moved_account();
