-- How people come to an account: a client gets one with the role, an invitation joins one.

create function private.client_account_name(p_user_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select left(coalesce(nullif(btrim(profile.company), ''), private.person_name(p_user_id)), 200)
  from (select p_user_id as id) as asked left join public.profiles as profile on profile.user_id = asked.id
$$;

comment on function private.client_account_name(uuid) is 'What a new client''s account is called: their company, else their name, else their address.';

create function private.create_client_account(p_name text, p_owner uuid default null) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  made uuid;
begin
  -- A client begins with the agency's hours, zone and currency, which fit more often than any other guess.
  insert into public.accounts (name, slug, time_zone, currency, working_hours, holidays, speed_to_lead_minutes)
  select p_name, private.slug_for(p_name), agency.time_zone, agency.currency, agency.working_hours, agency.holidays, agency.speed_to_lead_minutes
  from public.accounts as agency where agency.kind = 'agency' returning id into made;
  if p_owner is not null then
    insert into public.account_members (account_id, user_id, role) values (made, p_owner, 'owner');
  end if;
  return made;
end
$$;

comment on function private.create_client_account(text, uuid) is 'Makes a client''s account, with an owner if one is given, and returns its id.';

create function private.give_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not exists (select from public.account_members as member where member.user_id = new.user_id) then
    perform private.create_client_account(private.client_account_name(new.user_id), new.user_id);
  end if;
  return null;
end
$$;

comment on function private.give_account() is 'Trigger: an active client belongs to an account.';

create trigger give_account after insert or update of status on public.user_roles
for each row when (new.role = 'client' and new.status = 'active') execute function private.give_account();

create function private.rename_account_of_client() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Only while nobody chose a name: it still is the one that the account began with, and the person is alone in it.
  update public.accounts as account set name = left(btrim(new.company), 200), slug = private.slug_for(new.company)
  from public.account_members as member
  where member.account_id = account.id and member.user_id = new.user_id and member.role = 'owner'
    and account.name = left(coalesce(nullif(btrim(old.company), ''), private.person_name(new.user_id)), 200)
    and not exists (select from public.account_members as other where other.account_id = account.id and other.user_id <> new.user_id);
  return null;
end
$$;

comment on function private.rename_account_of_client() is
'Trigger: an account that is still called as it began follows the company that its only person enters, and so does its slug.';

create trigger rename_account_of_client after update of company on public.profiles
for each row when (btrim(new.company) <> '' and new.company is distinct from old.company)
execute function private.rename_account_of_client();

create function private.manages_account(p_account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return p_account <> private.agency_account() and (
    private.has_active_role('admin') and exists (select from public.accounts as account where account.id = p_account)
    or private.has_active_role('client') and coalesce(private.account_role_of_caller(p_account) = 'owner', false)
  );
end
$$;

comment on function private.manages_account(uuid) is 'Whether the caller decides about the people and the settings of a client''s account: its owners and the agency''s admins.';

create function private.require_managed_account(p_account uuid) returns public.accounts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account public.accounts;
begin
  if not coalesce(private.manages_account(p_account), false) then
    perform private.refuse('account_not_found', 'PT404', 'Account not found');
  end if;
  select held.* into account from public.accounts as held where held.id = p_account for no key update;
  return account;
end
$$;

comment on function private.require_managed_account(uuid) is 'Locks and returns an account that the caller manages. PT404: there is none.';

create function private.require_open_account(p_account uuid) returns public.accounts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant public.accounts := private.require_managed_account(p_account);
begin
  if account.archived_at is not null then
    perform private.refuse('account_archived', 'PT409', 'This account is archived. Restore it first.');
  end if;
  return account;
end
$$;

comment on function private.require_open_account(uuid) is
'Locks and returns an account that the caller manages and may change. PT404: there is none. PT409 (account_archived): it is archived.';

create function private.invite_member(p_account_id uuid, p_email text, p_role public.account_role) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant public.accounts := private.require_open_account(p_account_id);
  address constant text := lower(btrim(p_email));
  token constant text := encode(sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')), 'hex');
  person uuid;
  invited uuid;
begin
  if address is null or char_length(address) > 320 or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', 'Enter a valid email address', 'email');
  end if;
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  select known.id into person from auth.users as known where lower(known.email) = address and known.email_confirmed_at is not null;
  if exists (select from private.client_members as member where member.account_id = account.id and member.user_id = person) then
    perform private.refuse('already_member', 'PT409', 'This person is already in the account. Change their role instead.', 'email');
  end if;
  -- They can't accept it. Only those read so who see that the person works for the agency: admins, and everyone here if it's a rep of the account.
  if exists (
    select from public.user_roles as held where held.user_id = person and held.role in ('sales', 'admin') and held.status = 'active'
  ) and (private.has_active_role('admin') or exists (
    select from public.account_loans as loan where loan.account_id = account.id and loan.user_id = person
  )) then
    perform private.refuse('agency_has_roles', 'PT409', 'This person works for the agency, so they can''t join a client''s account', 'email');
  end if;
  -- A sign-up that nobody confirmed blocks the invitation. A fresh one stays: its person may just be reading the email, and a client
  -- must not be able to stop the sign-ups of strangers.
  if exists (
    select from auth.users as old where lower(old.email) = address and old.email_confirmed_at is null and old.created_at < now() - interval '1 day'
  ) then
    perform private.remove_unconfirmed_account(address);
  end if;
  -- A new invitation to the same account ends the earlier link.
  update public.invitations as earlier set revoked_at = now()
  where earlier.email = address and earlier.account_id = account.id and earlier.accepted_at is null and earlier.revoked_at is null;
  insert into public.invitations (email, role, token_hash, invited_by, account_id, account_role)
  values (address, 'client', sha256(convert_to(token, 'UTF8')), auth.uid(), account.id, p_role) returning id into invited;
  perform public.enqueue_outbox('mail', format('invitation:%s', invited), jsonb_build_object(
    'to', address, 'template', 'account-invitation', 'data', jsonb_build_object(
      'token', token, 'business', account.name, 'role', p_role, 'known', (person is not null)::text, 'by', private.person_name(auth.uid())
    )
  ));
  return invited;
end
$$;

create function public.invite_member(p_account_id uuid, p_email text, p_role public.account_role) returns uuid
language sql volatile
set search_path = ''
return private.invite_member(p_account_id, p_email, p_role);

comment on function public.invite_member(uuid, text, public.account_role) is
'Invites an address to a client''s account. The link lasts seven days and replaces an earlier one to the same account. For its owners and admins. PT404: no such account. PT409: already a member, or a person of the agency (agency_has_roles), for those who see that. 22023: not an address. PT429: too many invitations.';

create function private.revoke_member_invitation(p_account_id uuid, p_invitation_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_managed_account(p_account_id);
  update public.invitations as open set revoked_at = now()
  where open.id = p_invitation_id and open.account_id = p_account_id and open.accepted_at is null and open.revoked_at is null;
  if not found then perform private.refuse('invitation_ended', 'PT409', 'This invitation was already used or revoked'); end if;
end
$$;

create function public.revoke_member_invitation(p_account_id uuid, p_invitation_id uuid) returns void
language sql volatile
set search_path = ''
return private.revoke_member_invitation(p_account_id, p_invitation_id);

comment on function public.revoke_member_invitation(uuid, uuid) is
'Ends the link of an invitation to an account. For its owners and admins. PT404: no such account. PT409: it was already used or revoked.';

create function private.join_account(p_token text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- Someone without a confirmed address has none, and no invitation is for them.
  invitation constant public.invitations := private.open_invitation(left(p_token, 200), coalesce(private.confirmed_email(), ''));
  slug text;
begin
  perform private.require_sufficient_session();
  if auth.uid() is not null and private.is_staff() then
    perform private.refuse('account_not_client', 'PT409', 'People who work for the agency can''t be members of a client''s account');
  end if;
  if auth.uid() is null or invitation.account_id is null then
    -- Whoever used it and still belongs to the account goes there again.
    select account.slug into slug
    from public.invitations as used join public.accounts as account on account.id = used.account_id
    join public.account_members as member on member.account_id = used.account_id and member.user_id = used.accepted_by
    where used.token_hash = sha256(convert_to(left(p_token, 200), 'UTF8')) and used.accepted_by = auth.uid();
    if slug is not null then return slug; end if;
    if private.invitation_end(p_token) = 'closed' then
      perform private.refuse('account_archived', 'PT409', 'This account is closed, so no one can join it.');
    end if;
    perform private.refuse('invitation_ended', '22023', 'This invitation was revoked, has expired, or was sent to a different address. Ask for a new one.');
  end if;
  perform from public.invitations as held
  where held.id = invitation.id and held.accepted_at is null and held.revoked_at is null for update;
  if not found then
    perform private.refuse('invitation_ended', '22023', 'This invitation was revoked, has expired, or was sent to a different address. Ask for a new one.');
  end if;
  perform private.add_member(invitation.account_id, auth.uid(), invitation.account_role, invitation.invited_by);
  insert into public.user_roles (user_id, role, status) values (auth.uid(), 'client', 'active') on conflict (user_id, role) do nothing;
  -- Last, because what waits for the invitation belongs to the account.
  update public.invitations as held set accepted_at = now(), accepted_by = auth.uid() where held.id = invitation.id;
  select account.slug into slug from public.accounts as account where account.id = invitation.account_id;
  return slug;
end
$$;

create function public.join_account(p_token text) returns text
language sql volatile
set search_path = ''
return private.join_account(p_token);

comment on function public.join_account(text) is
'Accepts an invitation to an account as a signed-in person with the invited address, and returns the account''s slug. Whoever used it before gets the slug again. 22023: the invitation has ended or is for another address. PT409: the caller works for the agency (account_not_client), or the account is archived (account_archived).';

create function private.add_member(p_account uuid, p_user_id uuid, p_role public.account_role, p_by uuid) returns void
language sql volatile
set search_path = ''
as $$
  with joined as (
    insert into public.account_members (account_id, user_id, role, added_by) values (p_account, p_user_id, p_role, p_by)
    on conflict (account_id, user_id) do nothing returning account_id, user_id, role
  )
  select public.enqueue_outbox('mail', format('member-joined:%s:%s:%s:%s', account.id, person.id, owner.user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'member-joined', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'role', joined.role, 'business', account.name, 'slug', account.slug,
      'invited', case when owner.user_id = p_by then 'true' end,
      -- This statement doesn't see the new member yet.
      'premium', case when private.brings_premium(p_account, p_user_id, joined.role) then 'true' end,
      -- Someone who just signed up has no profile yet.
      'who', coalesce(private.full_name(profile.first_name, profile.last_name), private.name_or_email(
        private.metadata_name(person.raw_user_meta_data, 'first_name'), private.metadata_name(person.raw_user_meta_data, 'last_name'), person.email::text))
    ))
  ))
  from joined join auth.users as person on person.id = joined.user_id left join public.profiles as profile on profile.user_id = person.id
  join public.accounts as account on account.id = joined.account_id
  join private.client_members as owner on owner.account_id = account.id and owner.role = 'owner' and owner.status = 'active' and owner.user_id <> person.id
  cross join lateral private.mail_recipient(owner.user_id) as reader (row)
$$;

comment on function private.add_member(uuid, uuid, public.account_role, uuid) is
'Adds a person to an account, and emails its other owners, also whether it gets Premium through them; a member keeps their role.';

create function private.owner_invitation(p_account_id uuid) returns table (email text, expires_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select open.email::text, open.expires_at from public.invitations as open
  where open.account_id = p_account_id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
  order by open.expires_at <= now(), open.created_at desc limit 1
$$;

comment on function private.owner_invitation(uuid) is
'The open invitation of an account''s owner: the newest one whose link works, else the newest.';

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

create function private.announce_removed_member(p_account uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  -- A role that they don't have any more is no news.
  select private.withdraw_mail(format('member-role:%s:%s', p_account, p_user_id));
  select private.enqueue_account_mail(p_user_id, 'member-removed', format('member-removed:%s:%s:%s', account.id, p_user_id, clock_timestamp()),
    jsonb_strip_nulls(jsonb_build_object(
      'business', account.name, 'owned', case when private.first_owner(account.id) is not null then 'true' end,
      'others', case when exists (
        select from private.client_members as member join public.accounts as other on other.id = member.account_id
        where member.user_id = p_user_id and member.account_id <> account.id and other.archived_at is null
      ) then 'true' end
    )) || private.invoices_left(account.id, p_user_id))
  from public.accounts as account where account.id = p_account
$$;

comment on function private.announce_removed_member(uuid, uuid) is
'Emails a person that someone removed them from an account, whether they have others (others) and someone owns it (owned), and which of its invoices stay in their name.';

create function private.announce_left_member(p_account uuid, p_user_id uuid, p_leads bigint, p_unhosted text[]) returns void
language sql volatile
set search_path = ''
as $$
  select private.enqueue_account_mail(
    owner.user_id, 'member-left', format('member-left:%s:%s:%s:%s', account.id, p_user_id, owner.user_id, clock_timestamp()),
    jsonb_strip_nulls(jsonb_build_object(
      'who', private.person_name(p_user_id), 'business', account.name, 'slug', account.slug,
      'leads', nullif(p_leads, 0)::text, 'unhosted', nullif(array_to_string(p_unhosted, E'\n'), '')
    ))
  )
  from public.accounts as account
  join private.client_members as owner on owner.account_id = account.id and owner.role = 'owner' and owner.status = 'active'
  where account.id = p_account
$$;

comment on function private.announce_left_member(uuid, uuid, bigint, text[]) is
'Emails the owners of an account that a person left it by themselves, how many of their leads became unassigned, and which meeting types have no host now.';

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

create function private.announce_member_role(
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

create function private.set_member_role(p_account_id uuid, p_user_id uuid, p_role public.account_role) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  status public.role_status;
  role_before public.account_role;
  plan jsonb;
begin
  perform private.require_open_account(p_account_id);
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  select member.status, member.role into status, role_before
  from private.client_members as member where member.account_id = p_account_id and member.user_id = p_user_id;
  if status is null then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  if status <> 'active' then perform private.refuse('client_not_active', 'PT409', 'This person isn''t an active client'); end if;
  if p_role = 'member' then
    perform private.lock_plan(p_user_id);
    plan := private.plan_of_member(p_account_id, p_user_id);
    perform private.refuse_payer(plan, p_user_id);
  end if;
  update public.account_members as member set role = p_role where member.account_id = p_account_id and member.user_id = p_user_id;
  if p_role = 'billing' then perform private.release_leads(p_account_id, p_user_id); end if;
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
  -- Someone who is an owner or a billing contact again brings the plan back. The waiting emails about its loss are withdrawn.
  if role_before = 'member' and p_role <> 'member' and private.has_premium(p_account_id) then
    perform private.withdraw_mail('premium-ended:' || p_account_id), private.withdraw_mail(format('premium-kept:%s:%s', p_account_id, p_user_id));
  end if;
  perform private.announce_member_role(p_account_id, p_user_id, role_before, p_role);
end
$$;

create function public.set_member_role(p_account_id uuid, p_user_id uuid, p_role public.account_role) returns void
language sql volatile
set search_path = ''
return private.set_member_role(p_account_id, p_user_id, p_role);

comment on function public.set_member_role(uuid, uuid, public.account_role) is
'Changes what a member may do. A billing contact''s open leads become unowned, and a new member''s drafts and retainers name an owner. For owners and admins. PT404: no such account or member. PT409: the account would have no owner (last_owner), the person pays for its plan (member_pays_for_plan), or they aren''t an active client now (client_not_active).';

create function private.refuse_unsettled(p_account uuid, p_user_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  owed bigint;
  agreed bigint;
  running bigint;
  held text[];
begin
  if exists (select from private.client_members as rest where rest.account_id = p_account and rest.user_id <> p_user_id) then return; end if;
  select count(*) filter (where invoice.is_open), count(*) filter (where invoice.status = 'active' and invoice.owed_amount > 0) into owed, agreed
  from private.shown_invoices as invoice where invoice.account_id = p_account;
  select count(*) into running from public.retainers as retainer where retainer.account_id = p_account and retainer.status in ('active', 'paused');
  held := array_remove(array[
    case when owed > 0 then format('%s open %s', owed, case owed when 1 then 'invoice' else 'invoices' end) end,
    case when agreed > 0 then format('%s active %s', agreed, case agreed when 1 then 'invoice' else 'invoices' end) end,
    case when running > 0 then format('%s ongoing %s', running, case running when 1 then 'retainer' else 'retainers' end) end
  ], null);
  if held <> '{}' then
    perform private.refuse('account_in_use', 'PT409',
      regexp_replace(array_to_string(held, ', '), ', ([^,]*)$', ' and \1') || ' must be settled before the last person leaves',
      p_more => jsonb_build_object('invoices', owed + agreed, 'retainers', running));
  end if;
end
$$;

comment on function private.refuse_unsettled(uuid, uuid) is
'Refuses that the last person leaves an account while it has open or agreed invoices or running retainers, because nobody would be billed for them.';

create function private.remove_member(p_account_id uuid, p_user_id uuid) returns void
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
  perform private.lock_plan(p_user_id);
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

create function public.remove_member(p_account_id uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.remove_member(p_account_id, p_user_id);

comment on function public.remove_member(uuid, uuid) is
'Takes a person out of an account and emails them, or lets the caller leave it and emails its owners. Their open leads become unowned, and their drafts and retainers name an owner who stays. PT404: no such account or member. PT409: make someone else an owner first (last_owner), settle open invoices and end retainers before the last person leaves (account_in_use), or cancel the plan that they pay for (member_pays_for_plan).';

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

create function private.lend_rep(p_account_id uuid, p_user_id uuid) returns void
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

create function public.lend_rep(p_account_id uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.lend_rep(p_account_id, p_user_id);

comment on function public.lend_rep(uuid, uuid) is
'Lets a sales person work in a client''s account, too, and emails them. Admins only. PT404: no such account. 22023: not an active sales person.';

create function private.end_loan(p_account_id uuid, p_user_id uuid) returns void
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

create function public.end_loan(p_account_id uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.end_loan(p_account_id, p_user_id);

comment on function public.end_loan(uuid, uuid) is
'Ends a loan. The person''s open leads in the account become unowned, and an email tells them. Admins only. PT404: no such loan.';

grant execute on function public.invite_member(uuid, text, public.account_role) to authenticated;
grant execute on function private.invite_member(uuid, text, public.account_role) to authenticated;
grant execute on function public.revoke_member_invitation(uuid, uuid) to authenticated;
grant execute on function private.revoke_member_invitation(uuid, uuid) to authenticated;
grant execute on function public.join_account(text) to authenticated;
grant execute on function private.join_account(text) to authenticated;
grant execute on function public.set_member_role(uuid, uuid, public.account_role) to authenticated;
grant execute on function private.set_member_role(uuid, uuid, public.account_role) to authenticated;
grant execute on function public.remove_member(uuid, uuid) to authenticated;
grant execute on function private.remove_member(uuid, uuid) to authenticated;
grant execute on function public.lend_rep(uuid, uuid) to authenticated;
grant execute on function private.lend_rep(uuid, uuid) to authenticated;
grant execute on function public.end_loan(uuid, uuid) to authenticated;
grant execute on function private.end_loan(uuid, uuid) to authenticated;
