-- Owners learn who joins their account, and people who removed them from one.

create or replace function private.add_member(p_account uuid, p_user_id uuid, p_role public.account_role, p_by uuid) returns void
language sql volatile
set search_path = ''
as $$
  with joined as (
    insert into public.account_members (account_id, user_id, role, added_by) values (p_account, p_user_id, p_role, p_by)
    on conflict (account_id, user_id) do nothing returning account_id, user_id, role
  )
  select public.enqueue_outbox('mail', format('member-joined:%s:%s:%s:%s', account.id, person.id, owner.user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'member-joined', 'data', jsonb_build_object(
      'name', reader.row ->> 'name', 'role', joined.role, 'business', account.name, 'slug', account.slug,
      -- Someone who just signed up has no profile yet.
      'who', coalesce(private.full_name(profile.first_name, profile.last_name), private.name_or_email(
        private.metadata_name(person.raw_user_meta_data, 'first_name'), private.metadata_name(person.raw_user_meta_data, 'last_name'), person.email::text))
    )
  ))
  from joined join auth.users as person on person.id = joined.user_id left join public.profiles as profile on profile.user_id = person.id
  join public.accounts as account on account.id = joined.account_id
  join private.client_members as owner on owner.account_id = account.id and owner.role = 'owner' and owner.status = 'active' and owner.user_id <> person.id
  cross join lateral private.mail_recipient(owner.user_id) as reader (row)
$$;

comment on function private.add_member(uuid, uuid, public.account_role, uuid) is
'Adds a person to an account, and emails its other owners; a member keeps their role.';

create function private.announce_removed_member(p_account uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select private.enqueue_account_mail(p_user_id, 'member-removed', format('member-removed:%s:%s:%s', account.id, p_user_id, clock_timestamp()),
    jsonb_build_object('business', account.name))
  from public.accounts as account where account.id = p_account
$$;

comment on function private.announce_removed_member(uuid, uuid) is 'Emails a person that someone removed them from an account.';

create or replace function private.remove_member(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  plan jsonb;
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
  perform private.release_leads(p_account_id, p_user_id);
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
  if p_user_id is distinct from auth.uid() then perform private.announce_removed_member(p_account_id, p_user_id); end if;
end
$$;

comment on function public.remove_member(uuid, uuid) is
'Takes a person out of an account and emails them, or lets the caller leave it. Their open leads become unowned, and their drafts and retainers name an owner who stays. PT404: no such account or member. PT409: make someone else an owner first (last_owner), settle open invoices and end retainers before the last person leaves (account_in_use), or cancel the plan that they pay for (member_pays_for_plan).';
