-- A person whose access an admin ends learns it by email.

create function private.announce_ended_access(p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('access-ended:%s:%s', p_user_id, clock_timestamp()), jsonb_build_object(
    'to', person.row ->> 'to', 'template', 'access-ended', 'data', jsonb_build_object('name', person.row ->> 'name')
  ), now() + interval '10 seconds')
  from private.mail_recipient(p_user_id) as person (row)
$$;

comment on function private.announce_ended_access(uuid) is
'Emails a person that an admin ended their access, once the admin is no longer offered to undo that.';

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
  update public.user_roles as held set status = 'inactive' where held.user_id = p_user_id and held.status <> 'inactive';
  perform private.end_access(p_user_id);
  -- A sign-up that waited for approval gets the email of a rejection instead.
  if had_access then perform private.announce_ended_access(p_user_id); end if;
  return moved;
end
$$;

comment on function public.deactivate_user(uuid, uuid, boolean) is
'Ends a person''s access immediately, hands over their open leads, and returns how many. They get an email, unless it is undone right away. Admins only. PT409: oneself, the last active admin, no access, or open leads without a new owner.';

create or replace function private.reactivate_user(p_user_id uuid, p_with_leads boolean) returns table (restored integer, kept integer)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.user_roles as held set status = 'active' where held.user_id = p_user_id and held.status = 'inactive';
  if not found then perform private.refuse('not_inactive', 'PT409', 'This person isn''t inactive'); end if;
  delete from private.outbox as mail
  where mail.dedupe_key like format('access-ended:%s:%%', p_user_id) and mail.status = 'queued' and mail.attempts = 0;
  if p_with_leads then return query select leads.* from private.return_leads(p_user_id) as leads;
  else return query select 0, 0;
  end if;
end
$$;
