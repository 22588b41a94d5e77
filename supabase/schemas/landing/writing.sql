-- Admins, and the people of a client with premium, create, edit and publish landing pages. 22023: what cannot be stored. PT404: what does not exist. PT409: what somebody
-- else changed meanwhile.

create function private.check_landing_text(p_label text, p_text text, p_max integer) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if char_length(p_text) > p_max then
    perform private.refuse(
      'too_long', '22023',
      format('%s has %s characters. The limit is %s.', p_label, ltrim(to_char(char_length(p_text), '999,999,999,999')), ltrim(to_char(p_max, '999,999,999,999'))),
      private.field_name(p_label)
    );
  end if;
end
$$;

comment on function private.check_landing_text(text, text, integer) is 'Refuses a long text and names both lengths.';

create function private.parse_landing_draft(p_draft jsonb, p_held public.landing_drafts) returns public.landing_drafts
language plpgsql stable
set search_path = ''
as $$
declare
  draft public.landing_drafts := p_held;
begin
  if p_draft is null or jsonb_typeof(p_draft) <> 'object' then
    perform private.refuse('draft_invalid', '22023', 'A draft must be an object with its fields');
  end if;
  -- Reads only the fields that people write. Missing fields stay as they are.
  draft.slug := case when p_draft ? 'slug' then btrim(p_draft ->> 'slug') else draft.slug end;
  draft.title := case when p_draft ? 'title' then btrim(p_draft ->> 'title') else draft.title end;
  draft.description := case when p_draft ? 'description' then nullif(btrim(p_draft ->> 'description'), '') else draft.description end;
  if p_draft ? 'hide_title' then
    if jsonb_typeof(p_draft -> 'hide_title') <> 'boolean' then
      perform private.refuse('draft_invalid', '22023', 'hide_title must be true or false', 'hide_title');
    end if;
    draft.hide_title := (p_draft ->> 'hide_title')::boolean;
  end if;
  draft.content := case when p_draft ? 'content' then coalesce(p_draft ->> 'content', '') else coalesce(draft.content, '') end;
  draft.blocks := case when p_draft ? 'blocks' then nullif(p_draft -> 'blocks', 'null'::jsonb) else draft.blocks end;
  draft.theme := coalesce(case when p_draft ? 'theme' then p_draft ->> 'theme' else draft.theme end, 'default');
  draft.custom_css := case when p_draft ? 'custom_css' then nullif(p_draft ->> 'custom_css', '') else draft.custom_css end;
  draft.custom_js := case when p_draft ? 'custom_js' then nullif(p_draft ->> 'custom_js', '') else draft.custom_js end;
  if coalesce(draft.slug, '') !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then
    perform private.refuse(
      'slug_invalid', '22023',
      'The address can only have lowercase letters, digits and single hyphens, such as free-consultation',
      'slug'
    );
  end if;
  perform private.check_landing_text('The address', draft.slug, 100);
  if coalesce(draft.title, '') = '' then perform private.refuse('required', '22023', 'The page needs a title', 'title'); end if;
  perform private.check_landing_text('The title', draft.title, 200);
  perform private.check_landing_text('The description', draft.description, 1000);
  perform private.check_landing_text('The content', draft.content, 500000);
  perform private.check_landing_text('The CSS', draft.custom_css, 100000);
  perform private.check_landing_text('The JavaScript', draft.custom_js, 100000);
  if draft.blocks is not null and jsonb_typeof(draft.blocks) <> 'array' then
    perform private.refuse('draft_invalid', '22023', 'Blocks must be a list', 'blocks');
  end if;
  if octet_length(draft.blocks::text) > 4000000 then perform private.refuse('blocks_too_large', '22023', 'The blocks are larger than 4 MB', 'blocks'); end if;
  if draft.theme !~ '^[a-z][a-z0-9-]{0,49}$' then perform private.refuse('unknown_theme', '22023', 'Unknown theme', 'theme'); end if;
  return draft;
end
$$;

comment on function private.parse_landing_draft(jsonb, public.landing_drafts) is
'The draft with the given fields, checked. 22023: what cannot be stored.';

create function private.require_free_slug(p_page_id uuid, p_slug text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- Slugs are assigned one at a time, so that two pages never both see one as free.
  perform pg_advisory_xact_lock(hashtextextended('landing slugs', 0));
  if exists (select from public.landing_drafts as other where other.slug = p_slug and other.page_id <> p_page_id)
    or exists (select from public.landing_pages as other where other.slug = p_slug and other.id <> p_page_id) then
    perform private.refuse('slug_taken', 'PT409', format('Another page has the address /landing/%s', p_slug), 'slug');
  end if;
end
$$;

comment on function private.require_free_slug(uuid, text) is 'Refuses a slug that another page has or will have.';

create function private.lock_landing_draft(p_page_id uuid, p_seen_revision integer) returns public.landing_drafts
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.landing_drafts;
begin
  select draft.* into held from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  if not found then perform private.refuse('page_not_found', 'PT404', 'This page was deleted'); end if;
  if p_seen_revision is not null and held.revision <> p_seen_revision then
    perform private.refuse(
      'outdated', 'PT409',
      case
        when held.updated_by = auth.uid() then 'You just saved this page somewhere else'
        else format('%s just saved this page', coalesce(private.person_name(held.updated_by), 'Someone'))
      end,
      p_more => jsonb_build_object('revision', held.revision, 'updated_at', held.updated_at)
    );
  end if;
  return held;
end
$$;

comment on function private.lock_landing_draft(uuid, integer) is
'Locks and returns the draft. PT404: no such page. PT409: names the person who saved since the given revision, or says that it was the caller somewhere else.';

create function private.create_landing_page(p_id uuid, p_slug text, p_draft jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  draft public.landing_drafts;
  account constant uuid := private.require_page_writer();
begin
  if p_id is null then perform private.refuse('required', '22023', 'A page needs an id', 'id'); end if;
  draft := private.parse_landing_draft(coalesce(p_draft, '{}') || jsonb_build_object('slug', p_slug), null);
  -- Blocks start with a heading of their own.
  draft.hide_title := coalesce(draft.hide_title, draft.blocks is not null);
  -- A repeated request creates one page.
  if exists (select from public.landing_pages as page where page.id = p_id) then
    return (select known.revision from public.landing_drafts as known where known.page_id = p_id and known.account_id = account);
  end if;
  perform private.require_free_slug(p_id, draft.slug);
  insert into public.landing_pages (id, slug, title, theme, account_id) values (p_id, draft.slug, draft.title, draft.theme, account);
  update public.landing_drafts as begun
  set description = draft.description, hide_title = draft.hide_title, content = draft.content, blocks = draft.blocks, custom_css = draft.custom_css,
    custom_js = draft.custom_js, updated_by = auth.uid()
  where begun.page_id = p_id;
  return 1;
end
$$;

create function public.create_landing_page(p_id uuid, p_slug text, p_draft jsonb) returns integer
language sql volatile
set search_path = ''
return private.create_landing_page(p_id, p_slug, p_draft);

comment on function public.create_landing_page(uuid, text, jsonb) is
'Creates a page with this draft and returns the draft''s revision. A known id changes nothing. For people who write the page. PT409: another page has the slug. 22023: what cannot be stored.';

create function private.save_landing_draft(p_page_id uuid, p_seen_revision integer, p_draft jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  draft public.landing_drafts;
begin
  perform private.require_page_writer(p_page_id);
  held := private.lock_landing_draft(p_page_id, null);
  draft := private.parse_landing_draft(p_draft, held);
  -- A repeated request, or nothing changed: it is already saved.
  if draft = held then return held.revision; end if;
  perform private.lock_landing_draft(p_page_id, coalesce(p_seen_revision, -1));
  if draft.slug <> held.slug then
    perform private.require_free_slug(p_page_id, draft.slug);
    -- A page that was never published gives up its old slug.
    update public.landing_pages as page set slug = draft.slug where page.id = p_page_id and page.version = 0;
  end if;
  update public.landing_pages as page set title = draft.title where page.id = p_page_id and page.version = 0 and page.title <> draft.title;
  update public.landing_drafts as saved
  set slug = draft.slug, title = draft.title, description = draft.description, hide_title = draft.hide_title, content = draft.content, blocks = draft.blocks,
    theme = draft.theme, custom_css = draft.custom_css, custom_js = draft.custom_js, revision = held.revision + 1, updated_by = auth.uid()
  where saved.page_id = p_page_id;
  return held.revision + 1;
end
$$;

create function public.save_landing_draft(p_page_id uuid, p_seen_revision integer, p_draft jsonb) returns integer
language sql volatile
set search_path = ''
return private.save_landing_draft(p_page_id, p_seen_revision, p_draft);

comment on function public.save_landing_draft(uuid, integer, jsonb) is
'Saves the given fields and returns the new revision. Without a change it saves nothing. For people who write the page. PT404: no such page. PT409: names the person who saved since, or the slug is taken. 22023: what cannot be stored.';

create function private.publish_landing_draft(p_draft public.landing_drafts, p_rolled_back_to integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  number integer;
begin
  perform private.refuse_while_tested(p_draft.page_id);
  perform private.require_free_slug(p_draft.page_id, p_draft.slug);
  update public.landing_pages as page
  set status = 'published', slug = p_draft.slug, title = p_draft.title, description = p_draft.description, hide_title = p_draft.hide_title, content = p_draft.content,
    theme = p_draft.theme, custom_css = p_draft.custom_css, custom_js = p_draft.custom_js,
    version = 1 + greatest(page.version,
      coalesce((select max(past.number) from public.landing_page_versions as past where past.page_id = page.id), 0))
  where page.id = p_draft.page_id
  returning page.version into number;
  insert into public.landing_page_versions (
    page_id, number, slug, title, description, hide_title, content, blocks, theme, custom_css, custom_js, rolled_back_to, published_by
  ) values (
    p_draft.page_id, number, p_draft.slug, p_draft.title, p_draft.description, p_draft.hide_title, p_draft.content, p_draft.blocks, p_draft.theme,
    p_draft.custom_css, p_draft.custom_js, p_rolled_back_to, auth.uid()
  );
  update public.landing_drafts as published set published_revision = p_draft.revision where published.page_id = p_draft.page_id;
  perform private.settle_publish_request(p_draft.page_id, 'approved', null);
  return number;
end
$$;

comment on function private.publish_landing_draft(public.landing_drafts, integer) is 'Publishes the draft as a new version, and with it a request that waits for this. PT409: a test runs on the page (test_running).';

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
  published integer;
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
  perform set_config('app.rolling_back_to', p_number::text, true);
  published := private.publish_landing_draft(held, p_number);
  perform set_config('app.rolling_back_to', '', true);
  return published;
end
$$;

create function public.roll_back_landing_page(p_page_id uuid, p_number integer, p_stop_test uuid default null) returns integer
language sql volatile
set search_path = ''
return private.roll_back_landing_page(p_page_id, p_number, p_stop_test);

comment on function public.roll_back_landing_page(uuid, integer, uuid) is
'Publishes the content of an earlier version as a new version and as the draft; the slug stays. Returns the version''s number, or 0 when it asks the agency first. Publishing stops the test p_stop_test; what is refused or asked stops nothing. For people who write the page. PT404: no such page or version. PT409: a test runs on the page (test_running).';

grant execute on function public.create_landing_page(uuid, text, jsonb) to authenticated;
grant execute on function private.create_landing_page(uuid, text, jsonb) to authenticated;
grant execute on function public.save_landing_draft(uuid, integer, jsonb) to authenticated;
grant execute on function private.save_landing_draft(uuid, integer, jsonb) to authenticated;
grant execute on function public.publish_landing_page(uuid, integer, uuid) to authenticated;
grant execute on function private.publish_landing_page(uuid, integer, uuid) to authenticated;
grant execute on function public.unpublish_landing_page(uuid, uuid) to authenticated;
grant execute on function private.unpublish_landing_page(uuid, uuid) to authenticated;
grant execute on function public.roll_back_landing_page(uuid, integer, uuid) to authenticated;
grant execute on function private.roll_back_landing_page(uuid, integer, uuid) to authenticated;
