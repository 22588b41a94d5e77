-- What people are called. In plpgsql: lists call these for each row, and a function in SQL would be planned in each call.

create function private.full_name(p_first text, p_last text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return nullif(btrim(coalesce(p_first, '') || ' ' || coalesce(p_last, '')), '');
end
$$;

comment on function private.full_name(text, text) is 'First and last name as one text; null when both are blank.';

create function private.name_or_email(p_first text, p_last text, p_email text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return coalesce(private.full_name(p_first, p_last), p_email);
end
$$;

comment on function private.name_or_email(text, text, text) is 'What a person is called: their name, or their email address when they have not given one.';

create function private.person_name(p_user_id uuid) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return case when p_user_id is not null then coalesce((
    select private.name_or_email(profile.first_name, profile.last_name, account.email::text)
    from auth.users as account left join public.profiles as profile on profile.user_id = account.id where account.id = p_user_id
  ), 'Unknown') end;
end
$$;

comment on function private.person_name(uuid) is 'What the owner of an account is called; null for null.';

create function private.who_did(p_user_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select case when p_user_id = auth.uid() then 'You' else coalesce(private.person_name(p_user_id), 'Someone') end
$$;

comment on function private.who_did(uuid) is 'Who did something, at the beginning of a sentence to the caller: You, a name, or Someone.';
