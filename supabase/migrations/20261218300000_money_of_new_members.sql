-- Members don't see the account's money, so what is drafted or runs in their name goes to an owner, as when they leave.
create or replace function private.hand_over() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  heir uuid;
begin
  perform from public.accounts as account where account.id = old.account_id for no key update;
  -- An account that is deleted takes its members along.
  if not found then return null; end if;
  heir := private.first_owner(old.account_id);
  update public.invoices as draft set client_id = heir
  where draft.account_id = old.account_id and draft.client_id = old.user_id and draft.status = 'draft'
    and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id);
  update public.retainers as retainer set client_id = heir
  where retainer.account_id = old.account_id and retainer.client_id = old.user_id
    and (retainer.status = 'pending' or heir is not null and retainer.status in ('active', 'paused'));
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
'Trigger: drafts and retainers of an account name its first owner when their person leaves or becomes a member, and so does the dashboard when its person leaves; after the last person, what has not begun names nobody again. A sent invoice keeps its person.';

create trigger hand_over_money after update of role on public.account_members
for each row when (new.role = 'member' and old.role <> 'member') execute function private.hand_over();

comment on function private.money_of_member(uuid, uuid) is
'What of an account names a person, and what becomes of it when they leave or become a member (private.hand_over): {invoices (open), agreed (active invoices, which can''t be paid yet): stay in their name; retainers, drafts (for admins, 0 for others): name the heir then; signs_in: whether they see and pay what stays; heir: an owner who stays, or null}.';

comment on function public.set_member_role(uuid, uuid, public.account_role) is
'Changes what a member may do. A billing contact''s open leads become unowned, and a new member''s drafts and retainers name an owner. For owners and admins. PT404: no such account or member. PT409: the account would have no owner (last_owner), or the person pays for its plan (member_pays_for_plan).';
