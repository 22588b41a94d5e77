-- Recovery codes: a second factor for people who lost their authenticator app. Our own auth server accepts one in place of an
-- app's code (server/auth-guard/factors). Only hashes are stored, and each code works once.

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (char_length(code_hash) = 64),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

comment on table private.recovery_codes is
'Ten one-time codes of a person, as hashes. A code has 60 random bits, so that a hash does not give it away.';

alter table private.recovery_codes enable row level security;

create function private.hash_recovery_code(p_user_id uuid, p_code text) returns text
language sql immutable
set search_path = ''
as $$
  -- People type codes with or without the dashes, and in capitals.
  select encode(sha256(convert_to(p_user_id::text || regexp_replace(lower(p_code), '[^a-z0-9]', '', 'g'), 'UTF8')), 'hex')
$$;

comment on function private.hash_recovery_code(uuid, text) is 'The hash of a person''s recovery code.';

create function private.random_recovery_code() returns text
language sql volatile
set search_path = ''
as $$
  -- 12 of 32 letters and digits that are not mistaken for each other. A random UUID has 122 random bits.
  select string_agg(
    substr('abcdefghijkmnpqrstuvwxyz23456789', 1 + (get_byte(noise.bytes, place) & 31), 1) || case when place in (3, 7) then '-' else '' end,
    '' order by place)
  from (select sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) as bytes) as noise
  cross join generate_series(0, 11) as place
$$;

comment on function private.random_recovery_code() is 'A new code such as abcd-efgh-2345.';

create function private.note_recovery_codes(p_user_id uuid, p_action text, p_what jsonb) returns void
language sql volatile
set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, after)
  select account.id, account.email, p_action, 'recovery_codes', account.id::text, account.email, p_what
  from auth.users as account where account.id = p_user_id
$$;

comment on function private.note_recovery_codes(uuid, text, jsonb) is
'Writes the audit log: recovery codes were created, or one was used. Never the codes.';

create function private.create_recovery_codes() returns text[]
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

create function public.create_recovery_codes() returns text[]
language sql volatile
set search_path = ''
return private.create_recovery_codes();

comment on function public.create_recovery_codes() is
'Makes ten new recovery codes for the caller and returns them, the only time. Earlier ones stop working. The session must have given the second factor.';

create function private.recovery_codes_left() returns integer
language sql stable security definer
set search_path = ''
as $$
  select count(*)::integer from private.recovery_codes as held
  where held.user_id = auth.uid() and held.used_at is null and private.is_session_sufficient()
$$;

create function public.recovery_codes_left() returns integer
language sql stable
set search_path = ''
return private.recovery_codes_left();

comment on function public.recovery_codes_left() is 'How many of the caller''s recovery codes still work.';

create function private.use_recovery_code(p_user_id uuid, p_code text) returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  rest integer;
begin
  update private.recovery_codes as held set used_at = now()
  where held.user_id = p_user_id and held.code_hash = private.hash_recovery_code(p_user_id, p_code) and held.used_at is null;
  if not found then return false; end if;
  select count(*) into rest from private.recovery_codes as held where held.user_id = p_user_id and held.used_at is null;
  perform private.note_recovery_codes(p_user_id, 'update', jsonb_build_object('left', rest));
  perform private.enqueue_account_mail(
    p_user_id, 'recovery-code-used', format('recovery-code:%s:%s', p_user_id, clock_timestamp()), jsonb_build_object('left', rest::text)
  );
  return true;
end
$$;

comment on function private.use_recovery_code(uuid, text) is
'For the auth server: uses up a recovery code and emails its owner. False if it is wrong or was used. The caller counts failures.';

create function private.drop_recovery_codes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not exists (
    select from auth.mfa_factors as factor where factor.user_id = old.user_id and factor.status = 'verified'
  ) then
    delete from private.recovery_codes as held where held.user_id = old.user_id;
  end if;
  return null;
end
$$;

comment on function private.drop_recovery_codes() is
'Trigger: without an authenticator app there is no second step, so its recovery codes end, too.';

create trigger drop_recovery_codes after delete on auth.mfa_factors
for each row when (old.status = 'verified') execute function private.drop_recovery_codes();

grant execute on function public.create_recovery_codes() to authenticated;
grant execute on function private.create_recovery_codes() to authenticated;
grant execute on function public.recovery_codes_left() to authenticated;
grant execute on function private.recovery_codes_left() to authenticated;
