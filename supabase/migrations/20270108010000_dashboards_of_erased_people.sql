-- The dashboard of an erased person doesn't stay without an account.

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
  -- The account keeps the dashboard, whose people see it. A person has one of their own, so an heir who has one already does not take it.
  if tg_op = 'DELETE' then
    if exists (select from public.client_dashboards as own where own.owner_id = heir) then heir := null; end if;
    -- Of a person who is erased, no dashboard stays that belongs to nobody.
    if heir is null and private.is_erasing() then
      delete from public.client_dashboards as board
      where board.account_id = old.account_id and board.owner_id = old.user_id and exists (
        select from public.client_dashboards as other where other.account_id = old.account_id and other.owner_id is null
      );
    end if;
    update public.client_dashboards as board
    set user_id = coalesce(heir::text, 'imported-user'),
      -- One that names nobody is enough for an account.
      account_id = case when heir is not null or not exists (
        select from public.client_dashboards as other where other.account_id = old.account_id and other.owner_id is null
      ) then old.account_id end
    where board.account_id = old.account_id and board.owner_id = old.user_id;
  end if;
  return null;
end
$$;

comment on function private.hand_over() is
'Trigger: drafts and retainers of an account name its first owner when their person leaves or becomes a member, and so does the dashboard when its person leaves, or it names nobody if that owner has one; if the account has one that names nobody already, it belongs to nobody, and that of an erased person is deleted; after the last person, what has not begun names nobody again. The owner gets an email about retainers that run. A sent invoice keeps its person.';

comment on function private.name_prepared() is
'Trigger: what was prepared for an account names its first owner as soon as they join. A dashboard that still names nobody then, because that owner has one of their own, names the next owner without one.';
