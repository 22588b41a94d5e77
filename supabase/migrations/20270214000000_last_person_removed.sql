-- The email to a removed person mentions other accounts and owners only if there are any.

create or replace function private.announce_removed_member(p_account uuid, p_user_id uuid) returns void
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
