-- A sales rep learns by email that an admin added them to a client's account, or removed them.

create function private.announce_loan(p_account uuid, p_user_id uuid, p_template text, p_more jsonb default '{}') returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- Whoever was not told of the one has no news in the other.
  delete from private.outbox as mail
  where mail.status = 'queued' and (
    starts_with(mail.dedupe_key, format('rep-lent:%s:%s:', p_account, p_user_id))
    or starts_with(mail.dedupe_key, format('loan-ended:%s:%s:', p_account, p_user_id))
  );
  if found then return; end if;
  perform public.enqueue_outbox('mail', format('%s:%s:%s:%s', p_template, p_account, p_user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', p_template, 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'business', account.name, 'slug', account.slug, 'by', private.person_name(auth.uid())
    ) || p_more)
  ), now() + interval '10 seconds')
  from public.accounts as account cross join lateral private.mail_recipient(p_user_id) as reader (row) where account.id = p_account;
end
$$;

comment on function private.announce_loan(uuid, uuid, text, jsonb) is
'Emails a sales rep that they work in a client''s account (rep-lent), or no longer do (loan-ended), unless the one follows the other right away.';

create or replace function private.lend_rep(p_account_id uuid, p_user_id uuid) returns void
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

create or replace function private.end_loan(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  owned bigint;
begin
  perform private.require_admin();
  delete from public.account_loans as loan where loan.account_id = p_account_id and loan.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This rep no longer works in the account'); end if;
  select count(*) into owned from public.leads as lead
  where lead.account_id = p_account_id and lead.user_id = p_user_id
    and lead.archived_at is null and not lead.is_spam and lead.stage not in ('won', 'lost');
  perform private.release_leads(p_account_id, p_user_id);
  perform private.announce_loan(p_account_id, p_user_id, 'loan-ended', jsonb_build_object('leads', nullif(owned, 0)::text));
end
$$;

comment on function public.lend_rep(uuid, uuid) is
'Lets a sales person work in a client''s account, too, and emails them. Admins only. PT404: no such account. 22023: not an active sales person.';
comment on function public.end_loan(uuid, uuid) is
'Ends a loan. The person''s open leads in the account become unowned, and an email tells them. Admins only. PT404: no such loan.';
