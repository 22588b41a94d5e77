-- An apostrophe vanishes from the slug of a new account ('Zoë's' is zoes), as from the address of a page.

create or replace function private.slug_for(p_name text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- 'Söhne' is sohne, and 'Zoë''s' is zoes. Some letters have no accent that comes off, and not every database has a lower case for them. As in
  -- domain/slug.ts.
  plain text := regexp_replace(regexp_replace(regexp_replace(regexp_replace(translate(
    lower(regexp_replace(normalize(regexp_replace(coalesce(p_name, ''), '[''’‘ʼ´`]', '', 'g'), nfkd), '[\u0300-\u036f]', '', 'g')),
    'øØłŁđĐðÐı', 'oollddddi'
  ), '[ßẞ]', 'ss', 'g'), '[æÆ]', 'ae', 'g'), '[œŒ]', 'oe', 'g'), '[þÞ]', 'th', 'g');
  base text := left(btrim(regexp_replace(plain, '[^a-z0-9]+', '-', 'g'), '-'), 50);
  wanted text;
  number integer := 1;
begin
  base := coalesce(nullif(btrim(base, '-'), ''), 'client');
  wanted := base;
  -- Two accounts with one name take turns, so that the second one sees the first one's slug.
  perform pg_advisory_xact_lock(hashtextextended('account slug ' || base, 0));
  while exists (select from public.accounts as account where account.slug = wanted) loop
    number := number + 1;
    wanted := base || '-' || number;
  end loop;
  return wanted;
end
$$;

comment on function private.slug_for(text) is 'A free slug for an account with this name: the name in lower case without accents, with a number when it is taken.';
