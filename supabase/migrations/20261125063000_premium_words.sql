-- What a refusal of the free plan says.

create or replace function private.require_premium() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
begin
  if not private.is_premium_workspace() then
    perform private.refuse('premium_only', '42501', 'Your plan shows your leads. With Premium, you can work with them.');
  end if;
  return caller;
end
$$;
