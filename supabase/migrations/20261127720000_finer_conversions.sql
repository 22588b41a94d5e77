-- Four digits were rounded twice: 0.946% became 0.95%, and then 1%.

create or replace function private.landing_rate(p_submissions numeric, p_visitors numeric) returns numeric
language sql immutable
set search_path = ''
as $$ select case when p_visitors > 0 then round(least(1, p_submissions / p_visitors), 6) end $$;
