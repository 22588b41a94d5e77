-- Publishing a page over a running test stops the test in the same transaction. A refused publish leaves the test running.

drop function public.publish_landing_page(uuid, integer);
drop function private.publish_landing_page(uuid, integer);
drop function public.unpublish_landing_page(uuid);
drop function private.unpublish_landing_page(uuid);
drop function public.roll_back_landing_page(uuid, integer);
drop function private.roll_back_landing_page(uuid, integer);
drop function public.answer_publish_request(uuid, timestamptz, boolean, text);
drop function private.answer_publish_request(uuid, timestamptz, boolean, text);

create function private.stop_test_of_page(p_page_id uuid, p_test_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update public.landing_tests as test set state = 'stopped', stopped_at = now(), stopped_by = auth.uid()
  where test.id = p_test_id and test.page_id = p_page_id and test.state = 'running';
end
$$;

comment on function private.stop_test_of_page(uuid, uuid) is
'Stops the test that someone agreed to stop; null for none. Another test of the page still refuses what follows.';

create function private.publish_landing_page(p_page_id uuid, p_seen_revision integer, p_stop_test uuid) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  live public.landing_pages;
  account constant uuid := private.require_page_writer(p_page_id);
  asks constant boolean := private.needs_approval(account);
begin
  held := private.lock_landing_draft(p_page_id, coalesce(p_seen_revision, -1));
  if not asks then perform private.stop_test_of_page(p_page_id, p_stop_test); end if;
  select page.* into live from public.landing_pages as page where page.id = p_page_id;
  -- A repeated request: the page is already live.
  if live.status = 'published' and held.published_revision = held.revision then return live.version; end if;
  if asks then
    perform private.request_publishing(held, null);
    return 0;
  end if;
  return private.publish_landing_draft(held, null);
end
$$;

create function public.publish_landing_page(p_page_id uuid, p_seen_revision integer, p_stop_test uuid default null) returns integer
language sql volatile
set search_path = ''
return private.publish_landing_page(p_page_id, p_seen_revision, p_stop_test);

comment on function public.publish_landing_page(uuid, integer, uuid) is
'Publishes the draft and returns its version; or asks the agency to, if it approves what the account publishes, and returns 0. Publishing stops the test p_stop_test; what is refused or asked stops nothing. For people who write the page. PT404: no such page. PT409: names the person who saved since, the slug is taken, or a test runs on the page (test_running).';

create function private.unpublish_landing_page(p_page_id uuid, p_stop_test uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_page_writer(p_page_id);
  -- The draft first, so that no test starts meanwhile.
  perform from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  perform private.stop_test_of_page(p_page_id, p_stop_test);
  perform private.refuse_while_tested(p_page_id);
  update public.landing_pages as page set status = 'draft' where page.id = p_page_id and page.status = 'published';
end
$$;

create function public.unpublish_landing_page(p_page_id uuid, p_stop_test uuid default null) returns void
language sql volatile
set search_path = ''
return private.unpublish_landing_page(p_page_id, p_stop_test);

comment on function public.unpublish_landing_page(uuid, uuid) is
'Unpublishes a page, stops its test p_stop_test, and keeps everything else. For people who write the page. PT404: no such page. PT409: a test runs on it (test_running).';

create function private.roll_back_landing_page(p_page_id uuid, p_number integer, p_stop_test uuid) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  past public.landing_page_versions;
  account constant uuid := private.require_page_writer(p_page_id);
begin
  held := private.lock_landing_draft(p_page_id, null);
  select version.* into past from public.landing_page_versions as version where version.page_id = p_page_id and version.number = p_number;
  if not found then perform private.refuse('version_not_found', 'PT404', format('Version %s not found', p_number)); end if;
  -- The slug stays, because restoring a text must not break links.
  update public.landing_drafts as restored
  set title = past.title, description = past.description, hide_title = past.hide_title, content = past.content, blocks = past.blocks, theme = past.theme,
    custom_css = past.custom_css, custom_js = past.custom_js, revision = held.revision + 1, updated_by = auth.uid()
  where restored.page_id = p_page_id
  returning restored.* into held;
  held.slug := (select page.slug from public.landing_pages as page where page.id = p_page_id);
  if private.needs_approval(account) then
    perform private.request_publishing(held, p_number);
    return 0;
  end if;
  perform private.stop_test_of_page(p_page_id, p_stop_test);
  return private.publish_landing_draft(held, p_number);
end
$$;

create function public.roll_back_landing_page(p_page_id uuid, p_number integer, p_stop_test uuid default null) returns integer
language sql volatile
set search_path = ''
return private.roll_back_landing_page(p_page_id, p_number, p_stop_test);

comment on function public.roll_back_landing_page(uuid, integer, uuid) is
'Publishes the content of an earlier version as a new version and as the draft; the slug stays. Returns the version''s number, or 0 when it asks the agency first. Publishing stops the test p_stop_test; what is refused or asked stops nothing. For people who write the page. PT404: no such page or version. PT409: a test runs on the page (test_running).';

create function private.answer_publish_request(p_page_id uuid, p_seen timestamptz, p_approved boolean, p_note text, p_stop_test uuid) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  request public.landing_publish_requests;
  asked public.landing_drafts;
  note constant text := nullif(btrim(coalesce(p_note, '')), '');
begin
  perform private.require_admin();
  -- The draft first, as publishing locks it first, too.
  perform from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  select held.* into request from public.landing_publish_requests as held where held.page_id = p_page_id for update;
  if request.page_id is null or request.state <> 'waiting' then
    perform private.refuse('request_not_waiting', 'PT409', 'This request was already answered or withdrawn');
  end if;
  if request.requested_at is distinct from p_seen then
    perform private.refuse('outdated', 'PT409', 'The client sent a newer version of this page. Review that one.');
  end if;
  if p_approved then
    asked := jsonb_populate_record(null::public.landing_drafts, request.draft);
    asked.page_id := p_page_id;
    perform private.stop_test_of_page(p_page_id, p_stop_test);
    return private.publish_landing_draft(asked, request.rolled_back_to);
  end if;
  if note is null then perform private.refuse('required', '22023', 'Say what has to change', 'note'); end if;
  perform private.check_landing_text('The note', note, 1000);
  perform private.settle_publish_request(p_page_id, 'declined', note);
  return 0;
end
$$;

create function public.answer_publish_request(
  p_page_id uuid, p_seen timestamptz, p_approved boolean, p_note text default null, p_stop_test uuid default null
) returns integer
language sql volatile
set search_path = ''
return private.answer_publish_request(p_page_id, p_seen, p_approved, p_note, p_stop_test);

comment on function public.answer_publish_request(uuid, timestamptz, boolean, text, uuid) is
'Publishes a page as its client asked, stops its test p_stop_test, and returns the version; or declines that with a note and returns 0. Admins only. PT409: no longer waiting, or newer than p_seen (requested_at). 22023: declined without a note.';

grant execute on function public.publish_landing_page(uuid, integer, uuid) to authenticated;
grant execute on function private.publish_landing_page(uuid, integer, uuid) to authenticated;
grant execute on function public.unpublish_landing_page(uuid, uuid) to authenticated;
grant execute on function private.unpublish_landing_page(uuid, uuid) to authenticated;
grant execute on function public.roll_back_landing_page(uuid, integer, uuid) to authenticated;
grant execute on function private.roll_back_landing_page(uuid, integer, uuid) to authenticated;
grant execute on function public.answer_publish_request(uuid, timestamptz, boolean, text, uuid) to authenticated;
grant execute on function private.answer_publish_request(uuid, timestamptz, boolean, text, uuid) to authenticated;
