-- Whoever asked for another address and mistyped it takes the change back, so that nobody at that address can finish it.

create function public.cancel_email_change() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  update auth.users as account
  set email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_sent_at = null,
    email_change_confirm_status = 0
  where account.id = auth.uid() and coalesce(account.email_change, '') <> '';
  if not found then raise exception 'There is no change of address to take back' using errcode = 'PT404'; end if;
end
$$;

comment on function public.cancel_email_change() is 'Takes back the caller''s change of address that waits for its confirmation. PT404: none waits.';

revoke execute on function public.cancel_email_change() from public;
grant execute on function public.cancel_email_change() to authenticated;
