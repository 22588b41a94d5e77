-- A visitor inserts one message at a time (spec §7 Fallback). An insert of many could send an email to every address in it.

create function private.refuse_many_contacts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select count(*) from added) > 1 then
    perform private.refuse('one_message_at_a_time', 'PT400', 'Send one message at a time');
  end if;
  return null;
end
$$;

comment on function private.refuse_many_contacts() is 'Trigger: visitors insert one message at a time.';

create trigger refuse_many_contacts after insert on public.contacts
referencing new table as added
for each statement when (current_user in ('anon', 'authenticated')) execute function private.refuse_many_contacts();

create index outbox_recipient_idx on private.outbox (lower(payload ->> 'to'), created_at desc) where kind = 'mail';

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
'Trigger: a change of address ends every session. The confirmation starts a new one.';

create trigger end_sessions_of_moved_account after update of email on auth.users
for each row when (old.email is distinct from new.email) execute function private.end_sessions_of_moved_account();
