-- Emails about people who leave an account tell invoices that can't be paid yet from open ones.

drop function private.invoices_left(uuid, uuid);


create function private.invoices_left(p_account uuid, p_user_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'open', nullif(held.money ->> 'invoices', '0'), 'agreed', nullif(held.money ->> 'agreed', '0'),
    'pays', case when held.money ->> 'signs_in' = 'true' then 'true' end
  )) from private.money_of_member(p_account, p_user_id) as held (money)
$$;

comment on function private.invoices_left(uuid, uuid) is
'Which invoices of an account name a person who left it or became a member, for emails: {open, agreed (can''t be paid yet): how many, if there are any, pays: they can still sign in to see and pay them}.';

create or replace function private.announce_removed_member(p_account uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  -- A role that they don't have any more is no news.
  delete from private.outbox as mail where mail.dedupe_key like format('member-role:%s:%s:%%', p_account, p_user_id) and mail.status = 'queued';
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
  known text;
begin
  -- A change that nobody was told yet counts from the role that they know.
  with untold as (
    delete from private.outbox as mail
    where mail.dedupe_key like format('member-role:%s:%s:%%', p_account, p_user_id) and mail.status = 'queued'
    returning mail.payload #>> '{data,before}' as before
  )
  select min(untold.before) into known from untold;
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

create or replace function private.hand_over() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  heir uuid;
  account text;
  inherited text;
begin
  select held.name into account from public.accounts as held where held.id = old.account_id for no key update;
  -- An account that is deleted takes its members along.
  if not found then return null; end if;
  heir := private.first_owner(old.account_id);
  update public.invoices as draft set client_id = heir
  where draft.account_id = old.account_id and draft.client_id = old.user_id and draft.status = 'draft'
    and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id);
  with moved as (
    update public.retainers as retainer set client_id = heir
    where retainer.account_id = old.account_id and retainer.client_id = old.user_id
      and (retainer.status = 'pending' or heir is not null and retainer.status in ('active', 'paused'))
    returning retainer.retainer_name, retainer.status
  )
  select string_agg(moved.retainer_name, E'\n' order by moved.retainer_name) filter (where moved.status <> 'pending') into inherited from moved;
  -- Who does it themselves read it in the question.
  if inherited is not null and heir is distinct from auth.uid() then
    perform public.enqueue_outbox('mail', format('retainers-inherited:%s:%s:%s', old.account_id, old.user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'retainers-inherited',
      'data', jsonb_strip_nulls(jsonb_build_object('name', person.row ->> 'name', 'accountName', account,
        'person', nullif(private.person_name(old.user_id), 'Unknown'), 'retainers', inherited)) || private.invoices_left(old.account_id, old.user_id) - 'pays'
    ))
    from private.mail_recipient(heir) as person (row);
  end if;
  -- Members see the dashboard.
  if tg_op = 'DELETE' then
    update public.client_dashboards as board
    set user_id = case
      when exists (select from public.client_dashboards as own where own.owner_id = heir) then 'imported-user'
      else coalesce(heir::text, 'imported-user')
    end
    where board.account_id = old.account_id and board.owner_id = old.user_id;
  end if;
  return null;
end
$$;

comment on function private.hand_over() is
'Trigger: drafts and retainers of an account name its first owner when their person leaves or becomes a member, and so does the dashboard when its person leaves; after the last person, what has not begun names nobody again. The owner gets an email about retainers that run. A sent invoice keeps its person.';
