-- Emails after someone was removed from an account say which of its invoices stay in their name.

create function private.invoices_left(p_account uuid, p_user_id uuid) returns table (invoices bigint, pays boolean)
language sql stable
set search_path = ''
as $$
  select nullif((held.money ->> 'invoices')::bigint + (held.money ->> 'agreed')::bigint, 0), (held.money ->> 'signs_in')::boolean
  from private.money_of_member(p_account, p_user_id) as held (money)
$$;

comment on function private.invoices_left(uuid, uuid) is
'How many open and agreed invoices of an account name a person who left it or became a member (null without any), and whether they can still sign in to see and pay them.';

create or replace function private.announce_removed_member(p_account uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select private.enqueue_account_mail(p_user_id, 'member-removed', format('member-removed:%s:%s:%s', account.id, p_user_id, clock_timestamp()),
    jsonb_strip_nulls(jsonb_build_object('business', account.name, 'open', left_over.invoices::text, 'pays', case when left_over.pays then 'true' end)))
  from public.accounts as account cross join lateral private.invoices_left(account.id, p_user_id) as left_over
  where account.id = p_account
$$;

comment on function private.announce_removed_member(uuid, uuid) is
'Emails a person that someone removed them from an account, and which of its invoices stay in their name.';

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
        'person', nullif(private.person_name(old.user_id), 'Unknown'), 'retainers', inherited, 'open', left_over.invoices::text))
    ))
    from private.mail_recipient(heir) as person (row) cross join lateral private.invoices_left(old.account_id, old.user_id) as left_over;
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
