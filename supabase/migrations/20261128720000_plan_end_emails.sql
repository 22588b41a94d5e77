-- People get an email when they cancel Premium and when it ends, and one email for the setup of two-step sign-in.

create function private.announce_plan_end() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  template constant text := case when not new.subscribed then 'premium-ended' when new.cancel_at_period_end then 'premium-canceled' else 'premium-kept' end;
begin
  perform public.enqueue_outbox('mail', format('%s:%s:%s', template, new.user_id, clock_timestamp()), jsonb_build_object(
    'to', person.row ->> 'to', 'template', template,
    'data', jsonb_strip_nulls(jsonb_build_object('name', person.row ->> 'name', 'ends', private.agency_day(new.subscription_end),
      'isTrial', case when new.trial_end > now() then 'true' end))
  ))
  from private.mail_recipient(new.user_id) as person (row);
  return null;
end
$$;

comment on function private.announce_plan_end() is
'Trigger: emails a person when they cancel their plan, keep it after all, or it has ended. Each change is emailed once, however often the provider reports it.';

create trigger announce_plan_end after update of subscribed, cancel_at_period_end on public.subscriptions
for each row when (
  old.subscribed and (not new.subscribed or new.cancel_at_period_end is distinct from old.cancel_at_period_end)
) execute function private.announce_plan_end();

create or replace function private.create_recovery_codes() returns text[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  codes text[];
  had_codes boolean;
begin
  if private.second_factor_state() <> 'given' then
    perform private.refuse('second_factor_required', '42501', 'Enter the code from your authenticator app first');
  end if;
  perform 1 from auth.users as account where account.id = caller for update;
  delete from private.recovery_codes as held where held.user_id = caller;
  had_codes := found;
  codes := array(select private.random_recovery_code() from generate_series(1, 10));
  insert into private.recovery_codes (user_id, code_hash)
  select caller, private.hash_recovery_code(caller, code) from unnest(codes) as code;
  perform private.note_recovery_codes(caller, 'insert', '{"left": 10}');
  -- The first codes belong to the setup, which has an email of its own.
  if had_codes then
    perform private.enqueue_account_mail(caller, 'recovery-codes-created', format('recovery-codes:%s:%s', caller, clock_timestamp()));
  end if;
  return codes;
end
$$;
