-- One function takes a waiting email back, and releasing leads says how many.

create function private.withdraw_mail(p_key text) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  withdrawn jsonb;
begin
  -- A queued email hasn't left, not even when a mailer was away for a while.
  with gone as (
    delete from private.outbox as mail where mail.status = 'queued' and starts_with(mail.dedupe_key, p_key || ':') returning mail.payload
  )
  select coalesce(gone.payload -> 'data', '{}') into withdrawn from gone limit 1;
  return withdrawn;
end
$$;

comment on function private.withdraw_mail(text) is
'Takes back the waiting emails whose key begins with this and a colon, because what they say is undone or no news anymore. The data of one of them; null if none waited.';

create or replace function private.withdraw_ended_access() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.withdraw_mail('access-ended:' || new.user_id);
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
  if had_access and private.withdraw_mail('access-restored:' || p_user_id) is null then
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
  is_undo := private.withdraw_mail('access-ended:' || p_user_id) is not null;
  update public.user_roles as held set status = 'active' where held.user_id = p_user_id and held.status = 'inactive';
  if not found then perform private.refuse('not_inactive', 'PT409', 'This person isn''t inactive'); end if;
  if not is_undo then perform private.announce_access(p_user_id, 'access-restored'); end if;
  if p_with_leads then return query select leads.* from private.return_leads(p_user_id) as leads;
  else return query select 0, 0;
  end if;
end
$$;

create or replace function private.announce_removed_member(p_account uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  -- A role that they don't have any more is no news.
  select private.withdraw_mail(format('member-role:%s:%s', p_account, p_user_id));
  select private.enqueue_account_mail(p_user_id, 'member-removed', format('member-removed:%s:%s:%s', account.id, p_user_id, clock_timestamp()),
    jsonb_build_object('business', account.name) || private.invoices_left(account.id, p_user_id))
  from public.accounts as account where account.id = p_account
$$;

comment on function private.announce_removed_member(uuid, uuid) is
'Emails a person that someone removed them from an account, and which of its invoices stay in their name.';

create or replace function private.announce_member_role(
  p_account uuid, p_user_id uuid, p_before public.account_role, p_role public.account_role
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  -- A change that nobody was told yet counts from the role that they know.
  known constant text := private.withdraw_mail(format('member-role:%s:%s', p_account, p_user_id)) ->> 'before';
begin
  if p_user_id is not distinct from auth.uid() or p_role::text = coalesce(known, p_before::text) then return; end if;
  perform public.enqueue_outbox('mail', format('member-role:%s:%s:%s', p_account, p_user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'member-role', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'role', p_role, 'before', coalesce(known, p_before::text), 'business', account.name, 'slug', account.slug,
      'by', private.person_name(auth.uid())
    )) || case when p_role = 'member' then private.invoices_left(account.id, p_user_id) else '{}' end
  ), now() + interval '10 seconds')
  from public.accounts as account cross join lateral private.mail_recipient(p_user_id) as reader (row) where account.id = p_account;
end
$$;

comment on function private.announce_member_role(uuid, uuid, public.account_role, public.account_role) is
'Emails a person that someone else changed what they may do in an account, when that person is no longer offered to undo it.';

drop function private.release_leads(uuid, uuid);

create function private.release_leads(p_account uuid, p_user_id uuid) returns bigint
language sql volatile
set search_path = ''
as $$
  with released as (
    update public.leads as lead set user_id = null
    where lead.account_id = p_account and lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost')
    returning lead.is_spam
  )
  select count(*) from released where not released.is_spam
$$;

comment on function private.release_leads(uuid, uuid) is
'Makes the open leads of a person who no longer works in an account nobody''s again, so that a colleague sees them, and returns how many; spam doesn''t count.';

drop function private.announce_loan(uuid, uuid, text, jsonb);

create function private.announce_loan(p_account uuid, p_user_id uuid, p_template text, p_leads bigint default 0) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  untold constant jsonb := coalesce(
    private.withdraw_mail(format('rep-lent:%s:%s', p_account, p_user_id)), private.withdraw_mail(format('loan-ended:%s:%s', p_account, p_user_id))
  );
  leads constant bigint := p_leads + coalesce((untold ->> 'leads')::bigint, 0);
begin
  -- Whoever was not told of the one has no news in the other, unless leads are no longer theirs.
  if untold is not null and leads = 0 then return; end if;
  perform public.enqueue_outbox('mail', format('%s:%s:%s:%s', p_template, p_account, p_user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', p_template, 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'business', account.name, 'slug', account.slug, 'by', private.person_name(auth.uid()),
      'leads', nullif(leads, 0)::text
    ))
  ), now() + interval '10 seconds')
  from public.accounts as account cross join lateral private.mail_recipient(p_user_id) as reader (row) where account.id = p_account;
end
$$;

comment on function private.announce_loan(uuid, uuid, text, bigint) is
'Emails a sales rep that they work in a client''s account (rep-lent), or no longer do (loan-ended), unless the one follows the other right away and nothing is left of it. p_leads: how many of their leads became unassigned.';

create or replace function private.lend_rep(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_open_account(p_account_id);
  if not exists (select from public.user_roles as held where held.user_id = p_user_id and held.role = 'sales' and held.status = 'active') then
    perform private.refuse('assignee_not_active', '22023', 'Only active sales reps can be added', 'user_id');
  end if;
  insert into public.account_loans (account_id, user_id, lent_by) values (p_account_id, p_user_id, auth.uid()) on conflict do nothing;
  if found then perform private.announce_loan(p_account_id, p_user_id, 'rep-lent'); end if;
end
$$;

create or replace function private.end_loan(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.account_loans as loan where loan.account_id = p_account_id and loan.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This rep no longer works in the account'); end if;
  perform private.announce_loan(p_account_id, p_user_id, 'loan-ended', private.release_leads(p_account_id, p_user_id));
end
$$;

create or replace function private.announce_retainer_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  terms constant jsonb := jsonb_build_object('amount', new.monthly_amount::text, 'status', new.status, 'ends', new.end_date);
  -- A change that the client was not told yet counts from what they know.
  untold constant jsonb := private.withdraw_mail('retainer-changed:' || new.id);
  known constant jsonb := case
    when untold is null then jsonb_build_object('amount', old.monthly_amount::text, 'status', old.status, 'ends', old.end_date)
    else jsonb_build_object('amount', untold ->> 'amountBefore', 'status', untold ->> 'statusBefore', 'ends', untold ->> 'endsBefore')
  end;
begin
  if terms = known or private.client_status(new.client_id) is distinct from 'active' then return null; end if;
  perform public.enqueue_outbox('mail', format('retainer-changed:%s:%s', new.id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'retainer-changed', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'retainer', new.retainer_name, 'currency', new.currency,
      'amount', terms ->> 'amount', 'status', terms ->> 'status', 'ends', terms ->> 'ends',
      'amountBefore', known ->> 'amount', 'statusBefore', known ->> 'status', 'endsBefore', known ->> 'ends',
      'charge', (
        select charge.day from private.open_charges(new, private.agency_day() + 1, greatest(new.start_date, private.agency_day()) + 400) as charge (day)
        order by charge.day limit 1
      )
    ))
  ), now() + interval '10 seconds')
  from private.mail_recipient(new.client_id) as reader (row);
  return null;
end
$$;

comment on function private.announce_retainer_change() is
'Trigger: emails the client what someone changed about a retainer that has begun or is agreed: its amount, a pause, or its last day. Not what is undone right away.';

drop function private.withdraw_access_mail(uuid, text);
