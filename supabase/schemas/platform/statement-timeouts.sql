-- Limits how long a person's statement may take. Hosted Supabase reads these settings from the role. Our own host sets the same
-- limits in each request (server/database/request-context.ts).
do $$
begin
  alter role anon set statement_timeout = '5s';
  alter role authenticated set statement_timeout = '15s';
exception
  -- A server whose roles belong to another administrator keeps that administrator's limits.
  when insufficient_privilege then raise notice 'The roles keep their statement timeouts';
end
$$;
