-- The export of leads has the answers of each lead's last form.
create function private.answers_text(p_form jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select string_agg(
    case when field.question is null then field.name || ': ' || field.answer
      else field.question || case when field.question ~ '[?:]$' then ' ' else ': ' end || field.answer end,
    E'\n' order by field.place)
  from private.asked_answers(p_form) as field
  where field.answer <> '' and field.name not in ('email', 'name', 'first_name', 'last_name', 'company', 'phone')
    -- The message is among the answers if the form says what it asked, under its question.
    and (field.name <> 'message' or exists (select from private.asked_answers(p_form) as known where known.question is not null))
$$;

comment on function private.answers_text(jsonb) is
'What a form asked and its visitor answered, a line each, without what a lead has in fields of its own; null if that is nothing.';

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
      'more', private.answers_text(p_form)), page.account_id);
  end if;
  return stored.id;
end
$$;

create or replace function private.export_leads(p_filter jsonb, p_after jsonb, p_limit integer)
returns setof jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  -- The same leads as in the list: live ones, unless the filter asks for archived leads or spam.
  condition constant text := private.lead_scope_sql('all', nullif(p_filter, '{}'));
begin
  return query execute format($page$
    select jsonb_build_object(
      'id', page.id, %2$s,
      'stage', stage.label, 'value', page.value_cents, 'currency', account.currency,
      'owner', case when page.user_id is null then null else private.owner_name(page.user_id::text) end,
      'lost_reason', reason.label, 'next_task_at', page.next_task_at, 'next_task_title', page.next_task_title,
      'response_seconds', page.response_seconds, 'utm_source', page.first_touch ->> 'utm_source',
      'utm_campaign', page.first_touch ->> 'utm_campaign', 'last_activity_at', page.last_activity_at,
      'created_at', page.created_at, 'closed_at', page.closed_at, 'form_answers', private.answers_text(form.payload)
    )
    from (
      select lead.* from public.leads as lead
      where %1$s and ($1 is null or (lead.created_at, lead.id) < (($1 ->> 'created_at')::timestamptz, ($1 ->> 'id')::uuid))
      order by lead.created_at desc, lead.id desc limit $2
    ) as page
    join public.accounts as account on account.id = page.account_id
    join public.pipeline_stages as stage on stage.key = page.stage
    left join public.lost_reasons as reason on reason.id = page.lost_reason_id
    left join lateral (
      select entry.payload from public.lead_activities as entry
      where entry.lead_id = page.id and entry.kind = 'form' and entry.payload ? 'answers'
      order by entry.occurred_at desc, entry.id limit 1
    ) as form on true
    order by page.created_at desc, page.id desc
  $page$, condition, private.columns_sql(array(
    select known.field from private.lead_fields as known where known.is_fact
  ), '%1$L, page.%1$I')) using p_after, least(greatest(p_limit, 1), 2000);
end
$$;
