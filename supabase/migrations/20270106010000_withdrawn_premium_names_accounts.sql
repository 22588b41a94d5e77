-- The email about complimentary Premium that the agency ended names the accounts that are on the free plan now.

create or replace function private.announce_gift(p_email text, p_template text, p_data jsonb) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('%s:%s:%s', p_template, person.id, clock_timestamp()), jsonb_build_object(
    'to', lower(person.email), 'template', p_template, 'data', jsonb_strip_nulls(p_data || jsonb_build_object(
      'name', reader.row ->> 'name', 'stays', case when p_template = 'premium-withdrawn' and private.client_has_premium(person.id) then 'true' end,
      'names', case when p_template = 'premium-withdrawn' then private.account_names(private.free_accounts(person.id)) end
    ))
  ), now() + interval '10 seconds')
  from auth.users as person cross join lateral private.mail_recipient(person.id) as reader (row)
  where lower(person.email) = p_email and person.email_confirmed_at is not null
    and (p_template <> 'premium-given' or (private.plan_of_email(p_email)).user_id is null)
    and exists (select from public.user_roles as held where held.user_id = person.id and held.role = 'client' and held.status = 'active');
  return found;
end
$$;

comment on function private.announce_gift(text, text, jsonb) is
'Emails a client about their complimentary Premium, when the admin is no longer offered to undo it, and says whether there was someone to tell: who pays learns nothing of a new one.';
