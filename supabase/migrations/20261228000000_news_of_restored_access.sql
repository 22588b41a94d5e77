-- People whose access comes back hear of it, as they hear of its end.

create function private.announce_access(p_user_id uuid, p_template text) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('%s:%s:%s', p_template, p_user_id, clock_timestamp()), jsonb_build_object(
    'to', person.row ->> 'to', 'template', p_template, 'data', jsonb_build_object('name', person.row ->> 'name')
  ), now() + interval '10 seconds')
  from private.mail_recipient(p_user_id) as person (row)
$$;

comment on function private.announce_access(uuid, text) is
'Emails a person that an admin ended or restored their access (access-ended, access-restored), once the admin is no longer offered to undo that.';

create function private.withdraw_access_mail(p_user_id uuid, p_template text) returns boolean
language plpgsql volatile
set search_path = ''
as $$
begin
  -- A queued email hasn't left, not even when a mailer was away for a while.
  delete from private.outbox as mail
  where mail.status = 'queued' and starts_with(mail.dedupe_key, format('%s:%s:', p_template, p_user_id));
  return found;
end
$$;

comment on function private.withdraw_access_mail(uuid, text) is
'Takes back a waiting email of announce_access. Whether there was one: then what it said is undone, and the undoing is no news either.';

create or replace function private.withdraw_ended_access() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.withdraw_access_mail(new.user_id, 'access-ended');
  return null;
end
$$;

comment on function private.withdraw_ended_access() is
'Trigger: someone who has access again doesn''t get the email about its end that waits.';

create or replace function private.deactivate_user(p_user_id uuid, p_reassign_to uuid, p_unassign boolean) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer;
  had_access constant boolean := exists (select from public.user_roles as held where held.user_id = p_user_id and held.status = 'active');
begin
  perform private.require_admin();
  if p_user_id = auth.uid() then perform private.refuse('own_account', 'PT409', 'You can''t deactivate yourself'); end if;
  perform from public.user_roles as held where held.user_id = p_user_id and held.status <> 'inactive' for update;
  if not found then perform private.refuse('already_inactive', 'PT409', 'This person has no active access'); end if;
  -- First, so that the new owner gets the leads with a booked call, too: a lead without an owner goes to the call's next host.
  moved := private.reassign_leads(p_user_id, p_reassign_to, p_unassign);
  -- Someone with access who waited for another role gets one email, about the end of all.
  perform set_config('app.ending_access', case when had_access then 'on' else '' end, true);
  update public.user_roles as held set status = 'inactive' where held.user_id = p_user_id and held.status <> 'inactive';
  perform set_config('app.ending_access', '', true);
  perform private.end_access(p_user_id);
  -- A sign-up that waited for approval gets the email of a rejection instead.
  if had_access and not private.withdraw_access_mail(p_user_id, 'access-restored') then
    perform private.announce_access(p_user_id, 'access-ended');
  end if;
  return moved;
end
$$;

create or replace function private.reactivate_user(p_user_id uuid, p_with_leads boolean) returns table (restored integer, kept integer)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  is_undo boolean;
begin
  perform private.require_admin();
  is_undo := private.withdraw_access_mail(p_user_id, 'access-ended');
  update public.user_roles as held set status = 'active' where held.user_id = p_user_id and held.status = 'inactive';
  if not found then perform private.refuse('not_inactive', 'PT409', 'This person isn''t inactive'); end if;
  if not is_undo then perform private.announce_access(p_user_id, 'access-restored'); end if;
  if p_with_leads then return query select leads.* from private.return_leads(p_user_id) as leads;
  else return query select 0, 0;
  end if;
end
$$;
drop function private.announce_ended_access(uuid);
drop function private.undoes_reactivation(uuid);

comment on function public.deactivate_user(uuid, uuid, boolean) is
'Ends a person''s access immediately, hands over their open leads, and returns how many. They get an email, unless it is undone right away or undoes a reactivation that they haven''t heard of. Admins only. PT409: oneself, the last active admin, no access, or open leads without a new owner.';

comment on function public.reactivate_user(uuid, boolean) is
'Restores the roles that were taken, and with p_with_leads the open leads that went to others then and that no one has worked with since. One row: how many came back and how many stay. They get an email, unless it is undone right away or undoes an end that they haven''t heard of. Admins only. PT409: they are not inactive.';
