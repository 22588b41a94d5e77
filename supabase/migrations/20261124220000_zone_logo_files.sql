-- The agency's contact has its time zone and its logo, pictures are about no person, and a client's copy of a request names its files.

create or replace function public.agency_contact() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
    'currency', settings.currency, 'time_zone', settings.time_zone, 'logo', private.agency_logo())
  from public.agency_settings as settings
  where private.is_session_sufficient()
$$;

comment on function public.agency_contact() is
'Who sends the invoices and answers questions about them: {name, email, phone, address, currency, time_zone, logo: {name, width, height, plate} or null}. Billing days are days in that zone. For everybody who is signed in.';

create or replace function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everyone'),
    ('auth.users.role', 'the same word for everyone'),
    ('private.attached_files', 'forgotten with the file, or after two days'),
    ('private.ip_salts', 'random, forgotten after a day'),
    ('private.checkouts.currency', 'a code'),
    ('private.checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.checkouts.status', 'a word of the product'),
    ('private.combined_checkouts.currency', 'a code'),
    ('private.combined_checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.dashboard_imports', 'ids and times'),
    ('private.erasures', 'ids and times'),
    ('private.landing_cache_version', 'a counter'),
    ('private.landing_visitors', 'hashes of one day, with a salt that is forgotten'),
    ('private.lead_counts.kind', 'a word of the product'),
    ('private.lead_import_rows.outcome', 'a word of the product'),
    ('private.lead_tags', 'labels of the team with counts; a label ends with its last lead'),
    ('private.lead_totals', 'counts'),
    ('private.mail_providers', 'the product''s own mail servers'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.removed_blobs', 'random ids'),
    ('private.removed_files', 'forgotten when the files are deleted'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'the agency''s pages'),
    ('public.landing_drafts', 'the agency''s pages'),
    ('public.landing_page_versions', 'the agency''s pages'),
    ('public.landing_pages', 'the agency''s pages'),
    ('public.landing_pictures', 'the agency''s pages'),
    ('public.landing_previews', 'hashes of links to the agency''s pages'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own'),
    ('storage.buckets', 'the product''s own')
  ) as entry (column_name, reason)
$$;

create or replace function private.confirm_change_request() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('request:%s:received', new.id), jsonb_build_object(
    'to', new.user_email,
    'template', 'request-received',
    'data', jsonb_build_object(
      'name', private.mail_recipient(new.user_id) ->> 'name', 'type', new.request_type, 'business', new.business_name,
      'question', left(new.message, 4000), 'files', private.attached_names(new.id, 'request')
    )
  ));
  return null;
end
$$;
