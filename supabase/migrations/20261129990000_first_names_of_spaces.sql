-- A first name of spaces of any kind is no first name, and the person reads why it is refused.

alter function private.keep_first_name() security definer;

drop trigger keep_first_name on public.profiles;

-- A character that is no space of any kind, wide, narrow or without a width.
create trigger keep_first_name before update of first_name on public.profiles
for each row when (
  old.first_name ~ '[^[:space:]\u00a0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]'
  and coalesce(new.first_name, '') !~ '[^[:space:]\u00a0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]'
) execute function private.keep_first_name();
