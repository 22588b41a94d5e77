-- The limits: enough for people, too low for floods. docs/decisions/0021 gives the reason for each.

insert into private.quotas (kind, max_count, period, message) values
('service_requests', 20, interval '1 day', 'You can send %s service requests a day.'),
('request_replies', 50, interval '1 day', 'You can send %s replies a day.'),
('request_answers', 500, interval '1 day', 'You can send %s replies a day.'),
('contact_messages', 20, interval '1 day', 'You can send %s contact messages a day.'),
('lead_emails', 200, interval '1 day', 'You can send %s emails to leads a day.'),
('lead_emails_to_one', 20, interval '1 day', 'One address gets at most %s emails a day.'),
('logged_activities', 2000, interval '1 day', 'You can log %s calls, notes and other activities a day.'),
('lead_history', 200000, interval '1 day', 'You can add %s entries to lead timelines a day.'),
('lead_tasks', 2000, interval '1 day', 'You can add %s tasks a day.'),
('leads', 1000, interval '1 day', 'You can add %s leads a day by hand. Import a file to add more.'),
('lead_changes', 10000, interval '1 day', 'You can make %s changes to leads a day.'),
('changed_leads', 200000, interval '1 day', 'You can change %s leads a day.'),
('lead_imports', 100, interval '1 day', 'You can start %s imports a day.'),
('import_rows', 1000000, interval '1 day', 'You can upload %s rows a day.'),
('import_bytes', 1000000000, interval '1 day', 'You can upload %s bytes a day.'),
('client_dashboards', 100000, interval '1 day', 'You can add %s dashboards a day.'),
('dashboard_imports', 200, interval '1 day', 'You can start %s dashboard imports a day.'),
('dashboard_import_entries', 200000, interval '1 day', 'You can upload %s dashboards a day.'),
('invitations', 200, interval '1 day', 'You can send %s invitations a day.'),
('invitations_to_one', 10, interval '1 day', 'One address gets at most %s invitations a day.'),
('invoices', 2000, interval '1 day', 'You can create %s invoices a day.'),
('invoice_credits', 500, interval '1 day', 'You can issue %s credits a day.'),
('retainers', 1000, interval '1 day', 'You can create %s retainers a day.'),
('admin_emails', 500, interval '1 day', 'You can add %s admin addresses a day.'),
('premium_overrides', 1000, interval '1 day', 'You can grant Premium to %s addresses a day.'),
('landing_pages', 200, interval '1 day', 'You can create %s landing pages a day.'),
('landing_saves', 10000, interval '1 day', 'You can save landing page drafts %s times a day.'),
('landing_publishes', 300, interval '1 day', 'You can publish landing pages %s times a day.'),
('landing_tests', 100, interval '1 day', 'You can start %s tests of landing pages a day.'),
('landing_previews', 200, interval '1 day', 'You can create %s preview links a day.'),
('landing_domains', 100, interval '1 day', 'You can add %s domains a day.'),
('audit_entries', 500000, interval '1 day', 'You can make %s changes a day.'),
('uploads', 1000, interval '1 day', 'You can upload %s files a day.');

insert into private.quotas (kind, max_count, advice, message) values
('replies_to_one', 100, 'Send a new request.', 'A request can have %s replies.'),
('lead_views', 200, 'Delete one you no longer need.', 'You can keep %s views.'),
('email_templates', 200, 'Delete one you no longer need.', 'You can have %s email templates.'),
('lost_reasons', 100, 'Rename one you no longer need.', 'You can have %s lost reasons.'),
('landing_pages_held', 500, 'Delete one you no longer need.', 'You can have %s landing pages.'),
('landing_draft_bytes', 500000000, 'Delete a page you no longer need.', 'Landing page drafts can use %s bytes in total.'),
('client_pages_held', 100, 'Delete one you no longer need.', 'You can have %s landing pages.'),
('client_draft_bytes', 50000000, 'Delete a page you no longer need.', 'Landing page drafts can use %s bytes in total.'),
('landing_versions', 1000, 'Duplicate the page and continue with the copy.', 'A page can keep %s versions.'),
('landing_history_bytes', 200000000, 'Duplicate the page and continue with the copy.', 'The versions of a page can use %s bytes in total.'),
('landing_previews_open', 50, 'Revoke one you no longer need.', 'A page can have %s active preview links.'),
('file_bytes', 2000000000, 'Delete files you no longer need.', 'Your files can use %s bytes in total.'),
('all_file_bytes', 100000000000, 'Delete files you no longer need.', 'All files together can use %s bytes.');

call private.limit_inserts('public.change_requests', 'service_requests');
call private.limit_inserts('public.change_request_answers', 'request_answers', 'count(*) filter (where not added.from_client)');
call private.limit_inserts('public.change_request_answers', 'request_replies', 'count(*) filter (where added.from_client)');
call private.limit_inserts('public.contacts', 'contact_messages');

-- Counts only the kinds that people log themselves.
call private.limit_inserts('public.lead_activities', 'logged_activities', 'count(*) filter (where private.is_human_activity(added.kind))');
call private.limit_inserts('public.lead_activities', 'lead_history');
call private.limit_inserts('public.lead_tasks', 'lead_tasks');
call private.limit_inserts('public.leads', 'leads');
call private.limit_inserts('private.lead_batch_rows', 'changed_leads');
call private.limit_inserts('public.lead_imports', 'lead_imports');
call private.limit_inserts('public.client_dashboards', 'client_dashboards');
call private.limit_inserts('private.dashboard_imports', 'dashboard_imports');
call private.limit_inserts('private.dashboard_import_entries', 'dashboard_import_entries');
call private.limit_inserts('public.invitations', 'invitations');
call private.limit_inserts('public.invoices', 'invoices');
call private.limit_inserts('public.invoice_credits', 'invoice_credits');
call private.limit_inserts('public.retainers', 'retainers');
call private.limit_inserts('public.admin_emails', 'admin_emails');
call private.limit_inserts('public.premium_overrides', 'premium_overrides');
call private.limit_inserts('public.landing_pages', 'landing_pages');
call private.limit_inserts('public.landing_page_versions', 'landing_publishes');
call private.limit_inserts('public.landing_tests', 'landing_tests');
call private.limit_inserts('public.landing_previews', 'landing_previews');
call private.limit_inserts('public.landing_domains', 'landing_domains');
call private.limit_inserts('public.audit_log', 'audit_entries');

create function private.limit_invitations_to_one() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.consume_quota('invitations_to_one', private.address_key(one.email)) from added as one;
  end if;
  return null;
end
$$;

comment on function private.limit_invitations_to_one() is 'Trigger: limits the invitations to one address.';

-- Triggers run in the order of their names. This one runs after the one that counts for the caller, so everybody takes both
-- locks in the same order.
create trigger count_quota_use_of_address after insert on public.invitations
referencing new table as added for each statement execute function private.limit_invitations_to_one();

create function private.limit_views() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  owner uuid;
begin
  for owner in select distinct kept.owner_id from added as kept order by 1 loop
    perform private.lock_quota('lead_views', owner::text);
    perform private.check_quota('lead_views', (select count(*) from public.lead_views as kept where kept.owner_id = owner));
  end loop;
  return null;
end
$$;

comment on function private.limit_views() is 'Trigger: limits how many views a person saves.';

create trigger count_quota_use after insert on public.lead_views
referencing new table as added for each statement execute function private.limit_views();

create function private.limit_email_templates() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  for account in select distinct template.account_id from added as template order by 1 loop
    perform private.lock_quota('email_templates', account::text);
    perform private.check_quota('email_templates', (select count(*) from public.email_templates as template where template.account_id = account));
  end loop;
  return null;
end
$$;

comment on function private.limit_email_templates() is 'Trigger: limits how many email templates an account has.';

create trigger count_quota_use after insert on public.email_templates
referencing new table as added for each statement execute function private.limit_email_templates();

create function private.limit_lost_reasons() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  if auth.uid() is null then return null; end if;
  for account in select distinct reason.account_id from added as reason order by 1 loop
    perform private.lock_quota('lost_reasons', account::text);
    perform private.check_quota('lost_reasons', (select count(*) from public.lost_reasons as reason where reason.account_id = account));
  end loop;
  return null;
end
$$;

comment on function private.limit_lost_reasons() is 'Trigger: limits how many lost reasons an account has.';

create trigger count_quota_use after insert on public.lost_reasons
referencing new table as added for each statement execute function private.limit_lost_reasons();

create function private.limit_user_metadata() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Signed-in people write this themselves, and every answer about the account contains it.
  if octet_length(new.raw_user_meta_data::text) > 10000 then
    perform private.refuse('metadata_too_large', '22001', 'Account details can use up to 10,000 bytes');
  end if;
  return new;
end
$$;

comment on function private.limit_user_metadata() is 'Trigger: limits what people may write about their own account.';

create trigger limit_user_metadata before insert or update of raw_user_meta_data on auth.users
for each row execute function private.limit_user_metadata();
