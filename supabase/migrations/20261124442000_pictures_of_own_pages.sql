-- Whether a client's picture is used looked at the pages of all accounts.

create or replace function private.is_landing_picture_used(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  with picture (account_id) as (select nullif(private.picture_account(p_name), private.agency_account()))
  select exists (
    select from public.landing_pages as page, picture
    where page.status = 'published' and page.account_id = coalesce(picture.account_id, page.account_id) and strpos(concat(page.content, page.custom_css, page.custom_js), private.picture_address(p_name)) > 0
  ) or exists (
    select from public.landing_drafts as draft, picture
    where draft.account_id = coalesce(picture.account_id, draft.account_id) and strpos(concat(draft.content, draft.custom_css, draft.custom_js), private.picture_address(p_name)) > 0
  )
$$;

comment on function private.is_landing_picture_used(text) is 'Whether a published page or a draft shows this picture. A client''s picture counts on the pages of its account only, so that nobody learns of another client''s pages; the agency''s counts on all.';
