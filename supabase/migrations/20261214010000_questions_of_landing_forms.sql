-- A lead's answers have the questions that its visitor saw, in the order of the form.

create function private.asked_answers(p_form jsonb)
returns table (place bigint, name text, question text, answer text)
language sql immutable
set search_path = ''
as $$
  select row_number() over (order by field.place nulls last, told.key), told.key, nullif(btrim(field.value ->> 'question'), ''), told.value
  from jsonb_each_text(coalesce(p_form -> 'answers', '{}')) as told
  left join lateral (
    select listed.value, listed.place from jsonb_array_elements(coalesce(p_form -> 'asked', '[]')) with ordinality as listed (value, place)
    where listed.value ->> 'name' = told.key order by listed.place limit 1
  ) as field on true
$$;

comment on function private.asked_answers(jsonb) is
'The answers of a form in its order, with the questions that its visitor saw; null for a field without one.';

create function private.activity_of_answers(p_form jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  -- A lead's history has room for short answers. The submission keeps all of them.
  select told.facts from (values (100, 10000), (20, 200), (8, 40)) as room (answers, characters)
  cross join lateral (
    select jsonb_build_object(
      'answers', coalesce(jsonb_object_agg(field.name, left(field.answer, room.characters)), '{}'),
      'asked', coalesce(jsonb_agg(jsonb_build_object('name', field.name, 'question', left(field.question, room.characters)) order by field.place), '[]')
    ) as facts
    from private.asked_answers(p_form) as field where field.place <= room.answers
  ) as told
  order by octet_length(told.facts::text) <= 15000 desc, room.characters desc limit 1
$$;

comment on function private.activity_of_answers(jsonb) is
'What the history of a lead keeps of a form: the answers by the names of their fields, and what was asked, in the order of the form.';

create or replace function private.submit_landing_form(p_form jsonb, p_address text, p_is_spam boolean) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.landing_pages;
  stored public.landing_submissions;
  told constant jsonb := coalesce(p_form -> 'answers', '{}');
  -- The message is then among the answers, under its question.
  is_asked constant boolean := exists (select from private.asked_answers(p_form) as field where field.question is not null);
  seen record;
  files jsonb;
begin
  select served.* into page from public.landing_pages as served
  where served.id = (p_form ->> 'page_id')::uuid and served.status = 'published';
  if not found then perform private.refuse('page_not_found', 'PT404', 'Page not found or not published'); end if;
  seen := private.tested_landing_version(page, p_form);
  insert into public.landing_submissions (page_id, version, test_id, answers, utm, source, referrer_url, submission_id, ip_hash, is_spam)
  values (
    page.id, seen.version, seen.test_id, told, coalesce(p_form -> 'utm', '{}'), coalesce(nullif(p_form ->> 'source', ''), 'direct'), p_form ->> 'referrer_url',
    (p_form ->> 'submission_id')::uuid, private.hash_ip(p_address), p_is_spam
  )
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (select known.id from public.landing_submissions as known where known.submission_id = (p_form ->> 'submission_id')::uuid);
  end if;
  files := private.take_form_files(stored, p_form -> 'files');
  update public.landing_submissions as sent
  set lead_id = private.upsert_lead_from_landing_form(page.account_id, p_form, jsonb_build_object(
    'form', 'landing_page', 'landing_page_id', page.id, 'page_title', page.title, 'slug', page.slug, 'version', stored.version,
    'submission_id', stored.id, 'to', p_form -> 'to', 'files', files, 'source', stored.source, 'utm', nullif(stored.utm, '{}'::jsonb), 'referrer_url', left(stored.referrer_url, 500)
  ) || private.activity_of_answers(p_form), p_is_spam)
  where sent.id = stored.id;
  if not p_is_spam then
    perform private.enqueue_form_mails('landing', stored.id, p_form ->> 'email', p_form ->> 'first_name', jsonb_build_object(
      'name', private.name_or_email(p_form ->> 'first_name', p_form ->> 'last_name', p_form ->> 'email'),
      'email', p_form ->> 'email', 'company', p_form ->> 'company', 'phone', p_form ->> 'phone', 'message', case when not is_asked then p_form ->> 'message' end,
      'page', page.title, 'source', stored.source, 'campaign', stored.utm ->> 'utm_campaign',
      'more', (
        select string_agg(
          case when field.question is null then field.name || ': ' || field.answer
            else field.question || case when field.question ~ '[?:]$' then ' ' else ': ' end || field.answer end,
          E'\n' order by field.place)
        from private.asked_answers(p_form) as field
        where field.answer <> '' and field.name not in ('email', 'name', 'first_name', 'last_name', 'company', 'phone')
          and (is_asked or field.name <> 'message')
      )), page.account_id);
  end if;
  return stored.id;
end
$$;
