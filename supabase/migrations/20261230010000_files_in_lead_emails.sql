-- The emails about a new lead name the files of its form.

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
      'more', private.answers_text(p_form),
      'files', (select string_agg(file.value ->> 'name', E'\n' order by file.place) from jsonb_array_elements(files) with ordinality as file (value, place))
    ), page.account_id);
  end if;
  return stored.id;
end
$$;
