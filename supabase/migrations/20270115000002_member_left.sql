-- The owners of an account read that someone joined, but not that someone left.

create function private.announce_left_member(p_account uuid, p_user_id uuid, p_leads bigint, p_unhosted text[]) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('member-left:%s:%s:%s:%s', account.id, p_user_id, owner.user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'member-left', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'who', private.person_name(p_user_id), 'business', account.name, 'slug', account.slug,
      'leads', nullif(p_leads, 0)::text, 'unhosted', nullif(array_to_string(p_unhosted, E'\n'), '')
    ))
  ))
  from public.accounts as account
  join private.client_members as owner on owner.account_id = account.id and owner.role = 'owner' and owner.status = 'active'
  cross join lateral private.mail_recipient(owner.user_id) as reader (row)
  where account.id = p_account
$$;

comment on function private.announce_left_member(uuid, uuid, bigint, text[]) is
'Emails the owners of an account that a person left it by themselves, how many of their leads became unassigned, and which meeting types have no host now.';

create or replace function private.remove_member(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  plan jsonb;
  -- Asked before they are gone.
  unhosted constant text[] := private.only_host_of(p_user_id, p_account_id);
  released bigint;
begin
  -- Everybody may leave by themselves.
  if p_user_id is distinct from auth.uid() or private.account_role_of_caller(p_account_id) is null then
    perform private.require_managed_account(p_account_id);
  end if;
  perform from public.accounts as account where account.id = p_account_id for no key update;
  perform private.refuse_unsettled(p_account_id, p_user_id);
  plan := private.plan_of_member(p_account_id, p_user_id);
  perform private.refuse_payer(plan, p_user_id);
  delete from public.account_members as member where member.account_id = p_account_id and member.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  released := private.release_leads(p_account_id, p_user_id);
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
  if p_user_id is distinct from auth.uid() then
    perform private.announce_removed_member(p_account_id, p_user_id);
  else
    perform private.announce_left_member(p_account_id, p_user_id, released, unhosted);
  end if;
end
$$;

create or replace function public.remove_member(p_account_id uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.remove_member(p_account_id, p_user_id);

comment on function public.remove_member(uuid, uuid) is
'Takes a person out of an account and emails them, or lets the caller leave it and emails its owners. Their open leads become unowned, and their drafts and retainers name an owner who stays. PT404: no such account or member. PT409: make someone else an owner first (last_owner), settle open invoices and end retainers before the last person leaves (account_in_use), or cancel the plan that they pay for (member_pays_for_plan).';
