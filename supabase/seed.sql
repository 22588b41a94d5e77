-- The demo's people and data. Runs once on a new, migrated database, as its owner. Nothing is random: the rows are the same
-- each time, relative to now. People and businesses are made up; every address ends in .example or example.com.

-- Shared by the statements below ------------------------------------------------------------------------------------

-- A fixed id for a name, in the form of a name-based (MD5, version 3) UUID.
create function pg_temp.demo_id(name text) returns uuid
language sql immutable
as $$
  select overlay(overlay(md5('demo:' || name) placing '3' from 13 for 1) placing '8' from 17 for 1)::uuid
$$;

-- The full hour that all times are relative to.
create function pg_temp.demo_now() returns timestamptz
language sql stable
as $$
  select date_trunc('hour', now())
$$;

-- A day in the agency's calendar: 0 is today, -1 yesterday.
create function pg_temp.demo_day(days integer) returns date
language sql stable
as $$
  select (now() at time zone 'America/Los_Angeles')::date + days
$$;

-- A quarter past ten on such a day.
create function pg_temp.demo_morning(days integer) returns timestamptz
language sql stable
as $$
  select (pg_temp.demo_day(days) + time '10:15') at time zone 'America/Los_Angeles'
$$;

-- The time itself on Monday to Friday, 9:00 to 18:00, else the next working morning.
create function pg_temp.demo_work_time(moment timestamptz) returns timestamptz
language sql stable
as $$
  select case
    when extract(isodow from opening.clock) > 5 then
      date_trunc('day', opening.clock) + (8 - extract(isodow from opening.clock))::integer * interval '1 day' + interval '9 hours'
    else opening.clock
  end at time zone 'America/Los_Angeles'
  from (
    select case
      when local.clock::time >= '18:00' then date_trunc('day', local.clock) + interval '33 hours'
      when local.clock::time < '09:00' then date_trunc('day', local.clock) + interval '9 hours'
      else local.clock
    end as clock
    from (select moment at time zone 'America/Los_Angeles' as clock) as local
  ) as opening
$$;

-- The nth weekday (0 is Sunday) of a month.
create function pg_temp.demo_weekday(year integer, month integer, weekday integer, nth integer) returns date
language sql immutable
as $$
  select first_day + (weekday - extract(dow from first_day)::integer + 7) % 7 + 7 * (nth - 1)
  from (select make_date(year, month, 1) as first_day) as month_start
$$;

-- People -------------------------------------------------------------------------------------------------------------

create temporary table demo_people as
select pg_temp.demo_id(person.email) as id, pg_temp.demo_now() - person.age as joined_at, pg_temp.demo_now() - person.seen as seen_at,
  person.*
from (values
  ('admin@example.com', 'Maren', 'Okafor', 'Upfunnel', null, 'admin', 'active', interval '90 days', interval '2 hours'),
  ('sales@example.com', 'Theo', 'Lindqvist', 'Upfunnel', 'sales', 'sales', 'active', interval '89 days 5 hours', interval '1 hour'),
  ('client@example.com', 'Priya', 'Raman', 'Northside Dental', 'client', 'client', 'active', interval '88 days 3 hours', interval '1 day'),
  ('sales2@example.com', 'Imani', 'Castellano', 'Upfunnel', 'sales', 'sales', 'active', interval '76 days 2 hours', interval '20 hours'),
  ('client2@example.com', 'Jonas', 'Whitfield', 'Ember Coaching', 'client', 'client', 'active', interval '72 days 6 hours', interval '3 days'),
  ('rejected@example.com', 'Callum', 'Brandt', null, 'sales', 'sales', 'inactive', interval '41 days 4 hours', null),
  ('owner@example.com', 'Renata', 'Solberg', 'Upfunnel', 'client', 'client', 'active', interval '30 days 1 hour', interval '6 days'),
  ('newclient@example.com', 'Yuki', 'Hartmann', 'Harbor & Pine Studio', 'client', 'client', 'active', interval '3 days 7 hours', null),
  ('pending@example.com', 'Amara', 'Delacroix', null, 'sales', 'sales', 'pending', interval '1 day 4 hours', null),
  -- Colleagues of the two clients with a workspace.
  ('nora@northside.example', 'Nora', 'Bell', 'Northside Dental', 'client', 'client', 'active', interval '60 days', interval '3 hours'),
  ('sam@northside.example', 'Sam', 'Ito', 'Northside Dental', 'client', 'client', 'active', interval '59 days', interval '9 days'),
  ('lena@ember.example', 'Lena', 'Fox', 'Ember Coaching', 'client', 'client', 'active', interval '50 days', interval '5 hours'),
  ('arlo@ember.example', 'Arlo', 'Quist', 'Ember Coaching', 'client', 'client', 'active', interval '49 days', interval '12 days')
) as person (email, first_name, last_name, company, account_type, role, status, age, seen);

-- Everybody's password is demo-password.
insert into auth.users (
  id, aud, role, email, encrypted_password, confirmation_sent_at, email_confirmed_at, last_sign_in_at, raw_app_meta_data,
  raw_user_meta_data, created_at, updated_at
)
select person.id, 'authenticated', 'authenticated', person.email, '$2b$10$COp.nyxwuKfNyKY3crAz7OaSHyNFx/.xZGY661IJcOJ8BIqnnah9e',
  person.joined_at, person.joined_at + interval '4 minutes', person.seen_at, '{"provider": "email", "providers": ["email"]}',
  jsonb_strip_nulls(jsonb_build_object(
    'sub', person.id, 'email', person.email, 'first_name', person.first_name, 'last_name', person.last_name,
    'account_type', person.account_type, 'email_verified', true, 'phone_verified', false
  )),
  person.joined_at, coalesce(person.seen_at, person.joined_at + interval '4 minutes')
from demo_people as person;

insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
select pg_temp.demo_id('identity ' || account.email), 'email', account.id::text, account.id, account.raw_user_meta_data,
  person.joined_at, person.joined_at, account.email_confirmed_at
from auth.users as account join demo_people as person on person.id = account.id;

-- Sign-up has created the profiles and the requested roles. An admin does the rest.
update public.profiles as profile set company = person.company, created_at = person.joined_at,
  billing_address = case person.email when 'client@example.com' then E'18 Example Avenue\nSeattle, WA 98101' end
from demo_people as person where person.id = profile.user_id;

insert into public.user_roles (user_id, role, status)
select person.id, 'admin', 'active' from demo_people as person where person.role = 'admin';

update public.user_roles as held set status = person.status::public.role_status, created_at = person.joined_at
from demo_people as person where person.id = held.user_id;

insert into public.admin_emails (email, created_at) select person.email, person.joined_at from demo_people as person where person.role = 'admin';

insert into public.premium_overrides (email, expires_at, created_at)
values ('owner@example.com', pg_temp.demo_now() + interval '60 days', pg_temp.demo_morning(-30));

insert into public.subscriptions (
  user_id, subscribed, subscription_tier, subscription_status, subscription_end, trial_end, stripe_customer_id, stripe_subscription_id,
  created_at, updated_at, started_at
)
values (
  pg_temp.demo_id('client@example.com'), true, 'premium', 'active', pg_temp.demo_now() + interval '5 days',
  -- The local payment server uses these names.
  pg_temp.demo_now() + interval '5 days', 'cus_test_demo', 'sub_test_demo', pg_temp.demo_now() - interval '2 days', pg_temp.demo_now() - interval '2 days',
  pg_temp.demo_now() - interval '2 days'
);

-- Every client has an account. Colleagues belong to one account together.
insert into public.account_members (account_id, user_id, role, created_at, added_by)
select held.account_id, pg_temp.demo_id(colleague.email), colleague.role::public.account_role, person.joined_at, held.user_id
from (values
  ('client@example.com', 'nora@northside.example', 'member'), ('client@example.com', 'sam@northside.example', 'billing'),
  ('client2@example.com', 'lena@ember.example', 'member'), ('client2@example.com', 'arlo@ember.example', 'billing')
) as colleague (owner, email, role)
join public.account_members as held on held.user_id = pg_temp.demo_id(colleague.owner)
join demo_people as person on person.email = colleague.email;

delete from public.accounts as own using public.account_members as member
where member.account_id = own.id and member.role = 'owner' and member.user_id in (
  pg_temp.demo_id('nora@northside.example'), pg_temp.demo_id('sam@northside.example'), pg_temp.demo_id('lena@ember.example'),
  pg_temp.demo_id('arlo@ember.example')
);

update public.account_members as member set created_at = person.joined_at
from demo_people as person where person.id = member.user_id;

insert into public.account_loans (account_id, user_id, lent_by, created_at)
select member.account_id, pg_temp.demo_id('sales2@example.com'), pg_temp.demo_id('admin@example.com'), pg_temp.demo_morning(-20)
from public.account_members as member where member.user_id = pg_temp.demo_id('client@example.com');

-- Both sales people work around the clock, as the agency does, each in their own zone. The rules fit only what no visitor of the demo
-- sends by chance, so that other leads stay unowned.
insert into public.rotas (account_id, user_id, time_zone, hours, capacity, weight)
select private.agency_account(), pg_temp.demo_id(rep.email), rep.zone, (
  select jsonb_object_agg(day, jsonb_build_array(jsonb_build_array('00:00', '24:00')))
  from unnest(array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) as day
), rep.capacity, rep.weight
from (values ('sales@example.com', 'America/Los_Angeles', 40, 1), ('sales2@example.com', 'America/Denver', null, 2)) as rep (email, zone, capacity, weight);

insert into public.lead_routing (account_id, pools, rules, offer_percent)
values (
  private.agency_account(),
  jsonb_build_array(jsonb_build_object('id', 'd0000000-0000-4000-8000-000000000001', 'name', 'Inbound',
    'people', jsonb_build_array(pg_temp.demo_id('sales@example.com'), pg_temp.demo_id('sales2@example.com')))),
  jsonb_build_array(
    jsonb_build_object('id', 'd0000000-0000-4000-8000-000000000002', 'when', '{"campaign": ["partner-webinar"]}'::jsonb,
      'to', '{"pool": "d0000000-0000-4000-8000-000000000001"}'::jsonb),
    jsonb_build_object('id', 'd0000000-0000-4000-8000-000000000003', 'when', '{"language": ["es"]}'::jsonb,
      'to', jsonb_build_object('person', pg_temp.demo_id('sales2@example.com')))
  ), 60
);

-- The agency ---------------------------------------------------------------------------------------------------------

update public.agency_settings set
  agency_name = 'Upfunnel',
  -- As in app/content/brand.ts.
  email = 'hello@upfunnel.example',
  phone = '(503) 555-0142',
  address = E'Upfunnel Studio LLC\n228 Harbor Street, Floor 3\nPortland, OR 97209\nUnited States',
  time_zone = 'America/Los_Angeles',
  -- The demo's team works around the clock, so that its clocks always run.
  working_hours = (
    select jsonb_object_agg(day, '["00:00", "23:59"]'::jsonb) from unnest(array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) as day
  ),
  speed_to_lead_minutes = 5,
  tax_id = 'EIN 00-1234567',
  payment_terms = 'Pay by card with the link above.',
  currency = 'usd',
  invoice_prefix = 'INV-',
  next_invoice_number = 1019,
  -- The federal holidays of the next two years, on the day when they are observed. None is in the past: the demo's leads were
  -- answered on every day, and a response on a holiday would take no time.
  holidays = (
    select (array_agg(observed.day order by observed.day))[:22]
    from generate_series(
      extract(year from pg_temp.demo_day(0))::integer, extract(year from pg_temp.demo_day(0))::integer + 2
    ) as calendar (year)
    cross join lateral (values
      (make_date(calendar.year, 1, 1)),
      (pg_temp.demo_weekday(calendar.year, 1, 1, 3)),
      (pg_temp.demo_weekday(calendar.year, 2, 1, 3)),
      (pg_temp.demo_weekday(calendar.year, 6, 1, 1) - 7),
      (make_date(calendar.year, 6, 19)),
      (make_date(calendar.year, 7, 4)),
      (pg_temp.demo_weekday(calendar.year, 9, 1, 1)),
      (pg_temp.demo_weekday(calendar.year, 10, 1, 2)),
      (make_date(calendar.year, 11, 11)),
      (pg_temp.demo_weekday(calendar.year, 11, 4, 4)),
      (make_date(calendar.year, 12, 25))
    ) as holiday (day)
    cross join lateral (
      select holiday.day + case extract(dow from holiday.day) when 6 then -1 when 0 then 1 else 0 end as day
    ) as observed
    where observed.day > pg_temp.demo_day(0)
  );

-- What clients see ---------------------------------------------------------------------------------------------------

-- One address is not on notion.so, to show the result of the checks.
insert into public.client_dashboards (
  id, user_id, business_name, dashboard_title, notion_database_url, health_status, access_count, last_accessed, created_at, updated_at
)
select pg_temp.demo_id('dashboard ' || board.business), coalesce(pg_temp.demo_id(board.email)::text, 'imported-user'), board.business,
  board.title,
  board.host || board.slug || '-' || md5('demo:page ' || board.business) || '?v=' || md5('demo:view ' || board.business) || board.suffix,
  board.health::public.dashboard_health, board.opened, pg_temp.demo_now() - board.seen, pg_temp.demo_morning(board.made),
  pg_temp.demo_morning(board.made)
from (values
  (null, 'Upfunnel Admin', 'Client Reporting', 'https://www.notion.so/upfunnel/', 'All-clients', '&source=share', 'healthy', 212, interval '2 hours', -89),
  ('client@example.com', 'Northside Dental', 'Lead Dashboard', 'https://www.notion.so/upfunnel/', 'Northside-leads', '&source=share', 'healthy', 148, interval '1 day', -87),
  ('client2@example.com', 'Ember Coaching', 'Sales Pipeline', 'https://www.notion.so/upfunnel/', 'Ember-pipeline', '&source=share', 'healthy', 63, interval '3 days', -71),
  (null, 'Bright Harbor', 'Lead Dashboard', 'https://www.notion.so/upfunnel/', 'Bright-Harbor-leads', '&source=share', 'healthy', 96, interval '9 hours', -68),
  (null, 'Kiln Aesthetics', 'Campaign Analytics', 'https://www.notion.so/upfunnel/', 'Kiln-campaigns', '&source=share', 'warning', 41, interval '2 days', -61),
  (null, 'Petra & Sons', 'Lead Dashboard', 'https://www.notion.so/upfunnel/', 'Petra-leads', '&source=share', 'healthy', 27, interval '5 days', -55),
  (null, 'Vale Pilates', 'Client Reporting', 'https://upfunnel.notion.site/', 'Vale-report', '', 'error', 8, interval '33 days', -49),
  (null, 'Casa Verbena', 'Sales Pipeline', 'https://www.notion.so/upfunnel/', 'Casa-Verbena-pipeline', '&source=share', 'warning', 54, interval '26 hours', -42),
  (null, 'Otter & Lane', 'Lead Dashboard', 'https://www.notion.so/upfunnel/', 'Otter-Lane-leads', '&source=share', 'unknown', 0, null, -30),
  (null, 'Fieldhouse', 'Lead Dashboard', 'https://www.notion.so/upfunnel/', 'Fieldhouse-leads', '&source=share', 'healthy', 119, interval '4 hours', -24),
  (null, 'Marrow Co', 'Campaign Analytics', 'https://www.notion.so/upfunnel/', 'Marrow-campaigns', '', 'error', 3, interval '12 days', -17),
  (null, 'Moonrise Photography', 'Lead Dashboard', 'https://www.notion.so/upfunnel/', 'Moonrise-leads', '&source=share', 'unknown', 1, interval '4 days', -6)
) as board (email, business, title, host, slug, suffix, health, opened, seen, made);

create temporary table demo_retainers as
select pg_temp.demo_id('retainer ' || retainer.email || ' ' || retainer.name) as id, pg_temp.demo_id(retainer.email) as client_id,
  pg_temp.demo_day(retainer.start_day) as starts_on, retainer.*
from (values
  ('client@example.com', 'Pro Funnel', 'active', 'Pipeline, text and email follow-up, a monthly strategy call and one A/B test a month.', null, 80000, -86, false),
  ('client@example.com', 'Ads Management', 'active', 'Instagram and search campaigns for both locations: 15% of $6,400 ad spend.', 6, 96000, -58, true),
  ('client@example.com', 'Launch Sprint', 'completed', 'A page for the Riverside office, from first call to live.', 1, 35000, -37, true),
  ('client2@example.com', 'Base Funnel', 'active', 'Landing page, calendar, reminders and reporting.', null, 55000, -70, false),
  ('client2@example.com', 'Offer Coaching', 'active', 'Two working sessions a month on offer and pricing. Starts next week.', 3, 60000, 5, true),
  ('client2@example.com', 'Content Support', 'canceled', 'Captions and reels for the spring program. Canceled before it began.', 1, 42000, -68, true)
) as retainer (email, name, status, description, months, amount, start_day, ends);

-- Days relative to today: created, due, paid. An invoice of a retainer moves to the day of its month, except INV-1008, which
-- replaces INV-1007.
create temporary table demo_invoices as
select invoice.number, invoice.email, invoice.status, invoice.description, invoice.amount, retainer.id as retainer_id,
  retainer.starts_on, charge.day as charge_date,
  pg_temp.demo_day(invoice.written) + charge.shift as written, pg_temp.demo_day(invoice.due) + charge.shift as due,
  pg_temp.demo_day(invoice.paid) + charge.shift as paid
from (values
  (1001, 'client@example.com', 'paid', 'Pro Funnel: setup', 100000, null, null, -86, -79, -80),
  (1002, 'client@example.com', 'paid', 'Pro Funnel: first month', 80000, 'Pro Funnel', 0, -86, -79, -78),
  (1003, 'client2@example.com', 'paid', 'Base Funnel: setup and first month', 105000, 'Base Funnel', 0, -70, -63, -64),
  (1004, 'client@example.com', 'paid', 'Ads Management: first month', 96000, 'Ads Management', 0, -58, -48, -49),
  (1005, 'client@example.com', 'paid', 'Pro Funnel: second month', 80000, 'Pro Funnel', 1, -56, -49, -50),
  (1006, 'client@example.com', 'void', 'Pro Funnel: second month (sent twice, see INV-1005)', 80000, null, null, -52, -45, null),
  (1007, 'client2@example.com', 'void', 'Base Funnel: second month (wrong amount, see INV-1008)', 80000, null, null, -40, -26, null),
  (1008, 'client2@example.com', 'overdue', 'Base Funnel: second month', 55000, 'Base Funnel', 1, -38, -24, null),
  (1009, 'client@example.com', 'paid', null, 35000, 'Launch Sprint', 0, -37, -30, -32),
  (1010, 'client@example.com', 'paid', 'Ads Management: second month', 96000, 'Ads Management', 1, -28, -18, -20),
  (1011, 'client@example.com', 'overdue', 'Pro Funnel: third month', 80000, 'Pro Funnel', 2, -26, -12, null),
  (1012, 'client@example.com', 'overdue', 'Landing page: Invisible Aligner open day', 45000, null, null, -21, -7, null),
  (1013, 'client@example.com', 'void', 'Riverside office: its own funnel (not needed)', 100000, null, null, -20, -6, null),
  (1014, 'client2@example.com', 'active', 'Base Funnel: third month', 55000, 'Base Funnel', 2, -10, 20, null),
  (1015, 'client@example.com', 'active', 'Front desk training: billed after the second session', 80000, null, null, -10, 20, null),
  (1016, 'client2@example.com', 'pending', 'Instagram creative pack: 12 reels', 38000, null, null, -6, 8, null),
  (1017, 'client@example.com', 'pending', 'Holiday campaigns: 15% of $8,120 extra ad spend', 121800, null, null, -5, 9, null),
  (1018, 'client@example.com', 'pending', 'Call tracking: three local numbers', 14700, null, null, -2, 12, null),
  (1019, 'client@example.com', 'draft', 'Enterprise Funnel: upgrade setup', 200000, null, null, -1, 13, null),
  (1020, 'client2@example.com', 'draft', 'Consulting: quarterly planning day', 90000, null, null, -1, 13, null)
) as invoice (number, email, status, description, amount, retainer, month, written, due, paid)
left join demo_retainers as retainer on retainer.email = invoice.email and retainer.name = invoice.retainer
cross join lateral (
  select charged.day, case when invoice.number = 1008 then 0 else coalesce(charged.day - pg_temp.demo_day(invoice.written), 0) end as shift
  from (select (retainer.starts_on + make_interval(months => invoice.month))::date as day) as charged
) as charge;

insert into public.invoices (id, client_id, invoice_number, description, amount, due_date, service_from, service_until, created_at)
select pg_temp.demo_id('invoice ' || invoice.number), pg_temp.demo_id(invoice.email),
  -- A draft gets its number when it is sent.
  case invoice.status when 'draft' then private.draft_number(pg_temp.demo_id('invoice ' || invoice.number)) else 'INV-' || invoice.number end,
  invoice.description, invoice.amount, invoice.due, invoice.charge_date, private.charge_period_end(invoice.starts_on, invoice.charge_date),
  (invoice.written + time '10:15') at time zone 'America/Los_Angeles'
from demo_invoices as invoice;

-- The others have one line with their description.
insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount)
select pg_temp.demo_id('invoice ' || line.number), row_number() over (partition by line.number order by line.place), line.description,
  line.quantity, line.unit_amount
from (values
  (1003, 1, 'Base Funnel: setup', 1, 50000),
  (1003, 2, 'Base Funnel: first month', 1, 55000),
  (1012, 1, 'Landing page, written and built', 1, 35000),
  (1012, 2, 'Booking calendar with reminders', 1, 10000),
  (1016, 1, 'Reel, filmed and edited', 12, 3000),
  (1016, 2, 'Scripts and captions for all twelve reels', 1, 2000),
  (1017, 1, 'Instagram campaigns: 15% of $5,220 ad spend', 1, 78300),
  (1017, 2, 'Search campaigns: 15% of $2,900 ad spend', 1, 43500),
  (1018, 1, 'Local number', 3, 2900),
  (1018, 2, 'Call recording, first month', 1, 6000),
  (1019, 1, 'Enterprise Funnel: upgrade setup', 1, 200000)
) as line (number, place, description, quantity, unit_amount);

update public.invoices as invoice
set status = demo.status::public.invoice_status, paid_date = demo.paid, issued_at = invoice.created_at
from demo_invoices as demo
where invoice.id = pg_temp.demo_id('invoice ' || demo.number) and demo.status <> 'draft';

-- The log has only what the admin did, at its time.
alter table public.payments disable trigger audit_insert;

insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, method)
select invoice.id, invoice.client_id, 'payment', invoice.amount, invoice.currency, 'pi_demo_' || invoice.invoice_number,
  (invoice.paid_date + time '15:00') at time zone 'America/Los_Angeles', 'Visa ending in 4242'
from public.invoices as invoice where invoice.status = 'paid';

alter table public.payments enable trigger audit_insert;

do $$
begin
  perform private.settle_invoice(invoice.id) from public.invoices as invoice where invoice.status = 'paid';
end
$$;

-- As the audit log says it below.
insert into public.invoice_events (invoice_id, kind, note, amount, actor_id, created_at)
select invoice.id, 'voided', demo.reason, invoice.amount, pg_temp.demo_id('admin@example.com'), invoice.created_at + interval '2 days 3 hours'
from (values
  (1006, 'It was sent twice. See INV-1005.'), (1007, 'The amount was wrong. See INV-1008.'), (1013, 'It isn''t needed.')
) as demo (number, reason)
join public.invoices as invoice on invoice.id = pg_temp.demo_id('invoice ' || demo.number);

-- Emails about old invoices are not sent.
delete from private.outbox as job where job.payload ->> 'template' = 'invoice-issued';

insert into public.retainers (
  id, client_id, retainer_name, status, description, duration_months, monthly_amount, start_date, end_date, created_at, updated_at
)
select retainer.id, retainer.client_id, retainer.name, retainer.status::public.retainer_status, retainer.description, retainer.months,
  retainer.amount, retainer.starts_on,
  case when retainer.ends then (retainer.starts_on + make_interval(months => retainer.months))::date - 1 end,
  pg_temp.demo_morning(least(retainer.start_day, 0) - 1), pg_temp.demo_morning(least(retainer.start_day, 0) - 1)
from demo_retainers as retainer;

insert into public.retainer_charges (retainer_id, charge_date, invoice_id, created_at)
select invoice.retainer_id, invoice.charge_date, pg_temp.demo_id('invoice ' || invoice.number),
  (invoice.written + time '10:15') at time zone 'America/Los_Angeles'
from demo_invoices as invoice where invoice.retainer_id is not null;

drop table demo_invoices, demo_retainers;

insert into public.change_requests (id, user_id, user_email, business_name, request_type, message, status, created_at, updated_at)
select pg_temp.demo_id('request ' || request.days), pg_temp.demo_id(request.email), request.email, request.business,
  request.kind::public.change_request_type, request.message, request.status::public.change_request_status,
  said.at, said.at
from (values
  ('client@example.com', 'Northside Dental', 'dashboard_change', 'Please add a column for the treatment people ask about, and sort by newest first.', 'closed', -63),
  ('client2@example.com', 'Ember Coaching', 'technical_support', 'The dashboard is empty on my tablet. It works fine on my laptop.', 'closed', -47),
  ('client@example.com', 'Northside Dental', 'feature_request', 'Could the front desk get a text message when someone books outside opening hours?', 'answered', -25),
  ('client2@example.com', 'Ember Coaching', 'general_inquiry', 'We''re starting a group program in spring. Which funnel works best for a waiting list?', 'answered', -14),
  ('client@example.com', 'Northside Dental', 'dashboard_change', 'Our second location is now called Northside Dental Riverside. Please rename it everywhere.', 'open', -4),
  ('newclient@example.com', 'Harbor & Pine Studio', 'general_inquiry', 'I just signed up. When will I see my dashboard?', 'open', -2)
) as request (email, business, kind, message, status, days)
-- Open ones came today: the agency replies within 24 hours.
cross join lateral (select case request.status when 'open' then pg_temp.demo_now() + request.days * interval '1 hour'
  else pg_temp.demo_morning(request.days) end) as said (at);

insert into public.change_request_answers (request_id, body, author_id, created_at)
select pg_temp.demo_id('request ' || answer.days), answer.body, pg_temp.demo_id('admin@example.com'), pg_temp.demo_morning(answer.days + 1)
from (values
  (-63, 'Done! There''s now a Treatment column, and the newest entries come first.'),
  (-47, 'Your tablet had an old session. Close the tab and open it again, and the dashboard will load.'),
  (-25, E'Yes. We can send it to up to three numbers, and only outside your opening hours.\nSend us the numbers and we''ll turn it on the same day.'),
  (-14, 'Launch is a good fit for a waiting list: one page, one form and a reminder when the group opens. Let''s talk it through in our next session.')
) as answer (days, body);

-- Leads --------------------------------------------------------------------------------------------------------------

-- k counts back in time. How far a lead gets: 0 attempting, 1 connected (or attempting), 2 qualified, 3 call booked and perhaps
-- proposal; then it may be won or lost. Five of the newest have running clocks: demo-clocks.sql starts them.
create temporary table demo_leads as
with numbered as (
  select k,
    (array[
      'Ava', 'Mateo', 'Aisha', 'Liam', 'Mei', 'Kwame', 'Sofía', 'Noah', 'Fatima', 'Diego', 'Hannah', 'Raj', 'Chloe', 'Tomasz', 'Zainab',
      'Lucas', 'Ngozi', 'Ethan', 'Leilani', 'Omar', 'Grace', 'Hiro', 'Isabel', 'Dmitri', 'Nadia', 'Marcus', 'Thuy', 'Oliver', 'Camila',
      'Jamal', 'Ingrid', 'Arjun', 'Naomi', 'Stefan', 'Layla', 'Caleb', 'Anaïs', 'Tariq', 'Rosa', 'Søren'
    ])[1 + k * 7 % 40] as first_name,
    (array[
      'Alvarez', 'Becker', 'Chen', 'Diallo', 'Eriksen', 'Farouk', 'García', 'Hughes', 'Ivanova', 'Johnson', 'Kim', 'López', 'Mbeki',
      'Nguyen', 'O''Connor', 'Patel', 'Quinn', 'Rossi', 'Suzuki', 'Thompson', 'Usman', 'Vargas', 'Williams', 'Xu', 'Yılmaz', 'Zielinski',
      'Adeyemi', 'Brooks', 'Castillo', 'Dubois', 'Ferreira', 'Gupta', 'Haddad', 'Jensen', 'Khan', 'Martinez', 'Novak'
    ])[1 + k * 11 % 37] as last_name,
    -- Small indexes are more frequent; the last three mean no company.
    (array[
      'Larkspur Wellness', 'Blue Heron Dental', 'Ironwood Gym', 'Clover & Sage Salon', 'Maple Street Chiropractic', 'Kestrel Coaching',
      'Opal Aesthetics', 'Sundial Solar', 'Riverbend Realty', 'Thistle Events', 'Northlight Photography', 'Pebble Creek Vet', 'Amber Tutoring',
      'Foxglove Interiors', 'Summit Legal', 'Cedar Row Fitness', 'Velvet Brow Bar', 'Lantern Bookkeeping', 'Bayou Barbecue Catering',
      'Stonebridge Builders', 'Wren & Co. Bridal', null, '', null
    ])[1 + (k * 37 % 101) * (k * 37 % 101 + 40) * 24 / 14200] as company,
    (array[
      'website_form', 'landing_page', 'website_form', 'referral', 'website_form', 'social_media', 'landing_page', 'website_form', 'other',
      'website_form', 'social_media', 'referral', 'website_form', 'landing_page', 'website_form', 'other', 'referral', 'social_media',
      'landing_page', 'website_form'
    ])[1 + k * 7 % 20]::public.lead_source as source,
    pg_temp.demo_now() - make_interval(mins => age.minutes) as arrived_at,
    age.minutes / 1440 as days,
    (array[1, 3, 2, 1, 3, 1, 3, 3, 2, 3, 0, 2])[1 + k % 12] as reach,
    (array[null, 'won', null, 'lost', null, null, 'lost', 'won', null, null, null, 'lost'])[1 + k % 12] as ending,
    k < 24 and k % 8 not in (2, 5, 7) as unclaimed, k in (0, 1, 3, 6, 12) as is_live
  from generate_series(0, 295) as series (k)
  cross join lateral (select 290 * k + k * k * 44 / 100 + k * 37 % 180 as minutes) as age
)
select lead.k, lead.first_name, lead.last_name, lead.company, lead.source, lead.arrived_at, lead.days, lead.reach, lead.unclaimed,
  lead.is_live, pg_temp.demo_id('lead ' || k) as id,
  -- After two or three weeks most leads are closed, and a few are forgotten.
  coalesce(lead.ending, case
    when lead.days > 11 + k % 10 and lead.reach < 3 and k % 12 <> 10 and k % 35 <> 4 then 'lost'
    when lead.days > 16 + k % 12 and lead.reach = 3 and k % 35 <> 4 then case when k % 2 = 0 then 'won' else 'lost' end
  end) as ending,
  lead.ending is null as is_late, lead.source in ('website_form', 'landing_page') as by_form,
  -- Response times in seconds: one rep is faster, both sometimes miss the target, nights take longer.
  (case
    when k % 11 = 4 then 430 + k * 83 % 1900
    when k % 5 in (1, 3) then 95 + k * 71 % 330
    else 40 + k * 53 % 235
  end * case when (lead.arrived_at at time zone 'America/Los_Angeles')::time between '07:00' and '21:00' then 1.0 else 1.7 end)::integer
    as answer_seconds,
  -- Messages on social media often have no address.
  case when lead.source <> 'social_media' or k % 3 > 0 then
    translate(lower(lead.first_name || '.' || lead.last_name), 'áíóïøı''', 'aioioi') || '@'
    || coalesce(nullif(btrim(regexp_replace(lower(lead.company), '[^a-z]+', '-', 'g'), '-'), '') || '.example', 'example.com')
  end as email,
  case
    when k = 6 then pg_temp.demo_id('sales@example.com')
    when lead.unclaimed then null
    when k % 5 in (1, 3) and lead.days < 74 then pg_temp.demo_id('sales2@example.com')
    else pg_temp.demo_id('sales@example.com')
  end as owner_id,
  case when lead.days > 45 and lead.reach = 1 and k % 4 = 0 then lead.arrived_at + interval '35 days' end as archived_at,
  -- The latest website forms: contact messages or applications.
  case when lead.source = 'website_form' then
    row_number() over (partition by lead.source order by k)::integer
  end as form_number,
  -- Whoever was called has a number.
  case when k % 9 > 1 or lead.reach > 0 and not lead.unclaimed then format(
    (array['+1 %s 555 %s', '(%s) 555-%s', '%s-555-%s', '+1 %s.555.%s'])[1 + k % 4],
    -- Two leads share a number: one person who wrote from two addresses.
    (array['503', '971', '541', '360'])[1 + number.of % 4], '01' || lpad((number.of / 4)::text, 2, '0')
  ) end as phone,
  case when lead.reach > 0 and k % 13 > 1 then (array[360000, 445000, 540000, 660000, 960000, 1150000, 1800000, 2400000])[1 + k * 5 % 8] end
    as value_cents,
  case k % 6 when 1 then array['sole decision maker'] when 2 then array['hot', 'runs ads'] when 4 then array['two locations'] else '{}' end::text[]
    as tags,
  case when lead.source in ('website_form', 'landing_page') then (array[
    '{"Pro Funnel"}', '{"Base Funnel","Launch Funnel"}', '{"Base Funnel"}', '{"Performance Partnership"}', '{"Enterprise Funnel"}', '{}'
  ])[1 + k % 6] else '{}' end::text[] as tier_interest
from numbered as lead
cross join lateral (select case when k = 57 then 31 else k end as of) as number;

-- The history of each lead, as far as it got. Steps follow each other, and all but the first response wait for office hours.
create temporary table demo_steps as
select lead.k, lead.id as lead_id, lead.owner_id, step.number, step.kind, step.body, step.payload, step.stage, planned.at
from demo_leads as lead
cross join lateral (values
  (1, 2 + k % 30, lead.reach >= 0, 'assignment', null, null, jsonb_build_object('to', lead.owner_id)),
  (2, 5 + k % 30, lead.reach >= 1, 'call', null,
    case when k % 12 = 5 then 'No answer, left a message.'
      else (array['Quick intro call. Wants numbers before a meeting.', 'Picked up right away. Interested, asked for examples.', 'Busy, agreed to talk tomorrow.'])[1 + k % 3] end,
    jsonb_build_object('direction', 'outbound', 'outcome', case when k % 12 = 5 then 'no_answer' else 'reached' end,
      'duration_seconds', case when k % 12 = 5 then 25 else 90 + k * 17 % 300 end)),
  (3, 5 + k % 30, lead.email is not null and (lead.by_form or lead.reach >= 1), 'email', null,
    case lead.reach when 0 then 'Replied with two times for a first call.' else 'Sent the introduction and two examples.' end,
    '{"direction": "outbound", "subject": "How booked calls work at Upfunnel"}'),
  (4, 5 + k % 30, lead.reach >= 1 or lead.email is not null, 'stage_change',
    case when lead.reach = 0 or k % 12 = 5 then 'attempting' else 'connected' end, null, '{}'),
  (5, 1400, lead.by_form and lead.reach >= 1 and k % 3 = 0, 'sms', null, 'Is this afternoon a good time for ten minutes?', '{"direction": "outbound"}'),
  (6, 1560, lead.reach >= 2, 'call', null,
    (array['Budget and goals are a fit. Sole decision maker.', 'Wants to start after the holidays. Budget is approved.', 'Already runs ads. Follow-up is the gap.', 'Needs their partner to agree. Both will join the next call.'])[1 + k % 4],
    jsonb_build_object('direction', 'outbound', 'outcome', 'reached', 'duration_seconds', 420 + k * 29 % 900)),
  (7, 1560, lead.reach >= 2, 'stage_change', 'qualified', null, '{}'),
  (8, 1560, lead.reach >= 2 and k % 2 = 0, 'note', null,
    (array['Their average client is worth about $1,500.', 'Prefers texts to calls.', 'Three people would use the calendar.'])[1 + k % 3], '{}'),
  (9, 4300, lead.reach >= 3 and lead.email is not null, 'email', null, 'Sent the invitation to the strategy call.',
    '{"direction": "outbound", "subject": "Your strategy call"}'),
  (10, 4300, lead.reach >= 3, 'stage_change', 'call_booked', null, '{}'),
  (11, 10080, lead.ending is not null and not lead.is_late or k % 12 = 9, case lead.reach when 3 then 'meeting' else 'call' end, null,
    case
      when k % 12 = 9 then 'Had the strategy call. Wants a proposal with both options.'
      when lead.ending = 'won' then (array['Had the strategy call. Starting with the Base Funnel.', 'Had the strategy call. Going with the Pro Funnel.'])[1 + k / 12 % 2]
      else (array['Decided to do it in-house for now.', 'Too early. No budget until next year.', 'Went with someone they know.'])[1 + k / 12 % 3] end,
    jsonb_build_object('direction', 'outbound', 'outcome', 'reached', 'duration_seconds', 300 + k * 41 % 1500)),
  (12, 10080, lead.reach = 3 and (lead.ending = 'won' or k % 12 = 9), 'stage_change', 'proposal', null, '{}'),
  (13, case when lead.is_late or lead.ending = 'won' then 12960 else 10080 end, lead.ending is not null, 'stage_change',
    lead.ending, null, '{}')
) as step (number, minutes, happens, kind, stage, body, payload)
cross join lateral (
  select case
    when lead.by_form and step.number = 1 then lead.arrived_at + make_interval(secs => lead.answer_seconds / 2)
    when lead.by_form and step.number <= 4 then lead.arrived_at + make_interval(secs => lead.answer_seconds + step.number * 45 - 90)
    else pg_temp.demo_work_time(lead.arrived_at + make_interval(mins => step.minutes)) + make_interval(mins => step.number * 4 + k % 4)
  end as at
) as planned
where step.happens and not lead.unclaimed and planned.at <= pg_temp.demo_now() and (lead.archived_at is null or planned.at < lead.archived_at);

-- Some unclaimed leads were answered too.
insert into demo_steps
select lead.k, lead.id, pg_temp.demo_id((array['sales@example.com', 'sales2@example.com'])[1 + k / 2 % 2]), 2, 'call', 'No answer, left a message.',
  '{"direction": "outbound", "outcome": "no_answer", "duration_seconds": 20}', null, lead.arrived_at + make_interval(secs => lead.answer_seconds)
from demo_leads as lead where lead.unclaimed and lead.by_form and lead.phone is not null and not lead.is_live;

insert into public.leads (
  id, user_id, first_name, last_name, email, phone, company, source, value_cents, tags, tier_interest, stage, stage_entered_at, reached,
  lost_reason_id, lost_note, closed_at, archived_at, created_at, updated_at
)
select lead.id, lead.owner_id, lead.first_name, lead.last_name, lead.email, lead.phone, lead.company, lead.source, lead.value_cents,
  lead.tags, lead.tier_interest, coalesce(latest.stage, 'new'), coalesce(latest.at, lead.arrived_at), coalesce(furthest.position, 1),
  reason.id, case when latest.stage = 'lost' then decision.body end, case when latest.stage in ('won', 'lost') then latest.at end,
  lead.archived_at, lead.arrived_at, coalesce(lead.archived_at, latest.at, lead.arrived_at)
from demo_leads as lead
left join lateral (
  select step.stage, step.at from demo_steps as step where step.k = lead.k and step.stage is not null order by step.at desc, step.number desc limit 1
) as latest on true
left join lateral (
  select max(stage.position) as position from demo_steps as step join public.pipeline_stages as stage on stage.key = step.stage
  where step.k = lead.k and step.stage <> 'lost'
) as furthest on true
left join lateral (select step.body from demo_steps as step where step.k = lead.k and step.number = 11) as decision on true
left join public.lost_reasons as reason on reason.account_id = private.agency_account() and latest.stage = 'lost' and reason.label = case
  when lead.is_late and lead.reach < 2 then 'No answer'
  when lead.is_late then (array['Bad timing', 'No answer', 'Not a fit'])[1 + k / 12 % 3]
  else (array['Other', 'No budget', 'Chose a competitor'])[1 + k / 12 % 3]
end;

insert into public.leads (id, first_name, last_name, email, company, source, is_spam, stage_entered_at, created_at, updated_at)
select pg_temp.demo_id('spam ' || spam.days), spam.first_name, spam.last_name, spam.email, spam.company, 'website_form', true,
  pg_temp.demo_morning(spam.days), pg_temp.demo_morning(spam.days), pg_temp.demo_morning(spam.days)
from (values
  ('Rank', 'Booster', 'rank@first-page-seo.example', 'First Page SEO', -3),
  ('Crypto', 'Winner', 'bonus@coin-doubler.example', null, -15),
  ('Guest', 'Posting', 'links@cheap-backlinks.example', 'Cheap Backlinks', -34),
  ('asdf', 'asdf', 'asdf@example.com', 'asdf', -58)
) as spam (first_name, last_name, email, company, days);

insert into public.contacts (
  id, submission_id, first_name, last_name, email, company, ad_spend, goals, interests, status, utm_source, utm_medium, utm_campaign,
  referrer_url, landing_page, traffic_type, session_id, created_at
)
select pg_temp.demo_id('contact ' || k), pg_temp.demo_id('contact submission ' || k), lead.first_name, lead.last_name, lead.email,
  nullif(lead.company, ''),
  (array['Less than $5,000', '$5,000 - $15,000', 'Less than $5,000', '$15,000 - $50,000', '$50,000+'])[1 + form_number % 5],
  (array[
    'Fill the calendar for two new treatment rooms by spring.', 'We get back to leads too late. I want every one called within minutes.',
    'Twenty consultations a month, mostly from Instagram.', 'Find out which of our ads actually bring in paying customers.',
    'Fewer no-shows. One in four clients doesn''t show up right now.', 'A page for our winter offer, live before the holidays.',
    'Replace three tools with one my team understands.', 'Get from 5 to 15 coaching clients a month.',
    'Our agency reports clicks. I want to see booked calls.', 'Reactivate about 900 old contacts without annoying them.'
  ])[1 + form_number * 3 % 10],
  case form_number % 6
    when 0 then array['Pro Funnel'] when 1 then array['Base Funnel', 'Launch Funnel'] when 2 then array['Not sure yet']
    when 3 then array['Performance Partnership'] when 4 then array['Enterprise Funnel', 'Custom Project'] else array['Legacy Funnel']
  end,
  case when lead.days < 4 then 'new' when lead.days < 20 then 'read' else 'archived' end::public.submission_status,
  traffic.utm_source, traffic.utm_medium, traffic.utm_campaign, traffic.referrer, traffic.page, traffic.kind::public.traffic_type,
  md5('demo:session ' || k), lead.arrived_at
from demo_leads as lead
join (values
  (0, 'paid_ads', 'instagram', 'paid_social', 'booked-calls', 'https://www.instagram.com/', '/base'),
  (1, 'organic', null, null, null, 'https://www.google.com/', '/'),
  (2, 'direct', null, null, null, null, '/contact'),
  (3, 'referral', null, null, null, 'https://owners-forum.example/threads/booking-systems', '/success-stories'),
  (4, 'paid_ads', 'google', 'cpc', 'speed-to-lead', 'https://www.google.com/', '/pro')
) as traffic (place, kind, utm_source, utm_medium, utm_campaign, referrer, page) on traffic.place = lead.form_number % 5
where lead.form_number <= 35 and lead.form_number % 7 not in (2, 4, 6);

insert into public.applications (
  id, submission_id, full_name, email, company, website, role, target_new_clients_per_month, avg_deal_size, timeline, notes, best_contact,
  phone, status, submitted_at, page_url, referrer_url, utm_source, utm_medium, utm_campaign, user_agent, created_at
)
select pg_temp.demo_id('application ' || k), pg_temp.demo_id('application submission ' || k), lead.first_name || ' ' || lead.last_name,
  lead.email, coalesce(nullif(lead.company, ''), 'Self-employed'),
  case when lead.company <> '' then 'https://www.' || split_part(lead.email, '@', 2) end,
  (array['Owner', 'Founder', 'Practice manager', 'Head of marketing', 'Partner'])[1 + form_number % 5],
  (array['10', '15', '5', '20–30', '8', '40+'])[1 + form_number % 6],
  (array['$1,200', '$450', '$3,500', '$180 a month', '$9,000'])[1 + form_number * 2 % 5],
  (array['30–60 days', 'ASAP', 'Within The Next Two Weeks', '30–60 days', '60–90 days', '90+ days'])[1 + form_number % 6],
  (array[
    'We already run ads and have a small list.', null,
    -- Only people with a number ask for a call.
    case when lead.phone is null then 'Please email me. Mornings are for patients.' else 'Please call after 4 pm. Mornings are for patients.' end,
    'Two locations, one more next year.', null, 'We tried an agency before and never saw the numbers.', 'Mostly word of mouth so far.'
  ])[1 + form_number % 7],
  case when lead.phone is null then 'Email' else (array['Email', 'Phone', 'Email', 'SMS'])[1 + form_number % 4] end,
  lead.phone,
  case when lead.days < 4 then 'new' when lead.days < 20 then 'read' else 'archived' end::public.submission_status,
  lead.arrived_at - interval '2 seconds',
  'https://upfunnel.example' || (array['/pro', '/base', '/consulting', '/enterprise', '/launch'])[1 + form_number % 5],
  case when form_number % 3 = 0 then 'https://www.instagram.com/' end,
  case when form_number % 3 = 0 then 'instagram' end, case when form_number % 3 = 0 then 'paid_social' end,
  case when form_number % 3 = 0 then 'booked-calls' end,
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36', lead.arrived_at
from demo_leads as lead
where lead.form_number <= 35 and lead.form_number % 7 in (2, 4, 6);

-- Each lead's arrival and history.
insert into public.lead_activities (id, lead_id, kind, body, actor_id, occurred_at, payload, created_at)
select pg_temp.demo_id('activity ' || k || ' 0'), lead.id,
  case when lead.source in ('website_form', 'landing_page') then 'form' else 'note' end,
  case lead.source
    when 'referral' then (array['Recommended by Northside Dental.', 'A friend of Ember Coaching. Wants the same setup.'])[1 + k % 2]
    when 'social_media' then (array['Messaged us on Instagram after a reel about no-shows.', 'Asked about pricing in a DM.'])[1 + k % 2]
    when 'other' then (array['Met at a trade show. Left a card.', 'Called the office.'])[1 + k % 2]
  end,
  case when lead.source in ('website_form', 'landing_page') then null else lead.owner_id end,
  lead.arrived_at,
  case
    when lead.source = 'landing_page' then
      jsonb_build_object('form', 'landing_page', 'slug',
        case when k % 2 = 0 or lead.days > 60 then 'northside-dental-aligners' else 'ember-coaching-first-clients' end)
    when lead.form_number <= 35 and form_number % 7 in (2, 4, 6) then
      jsonb_build_object('form', 'application', 'application_id', pg_temp.demo_id('application ' || k))
    when lead.form_number <= 35 then jsonb_build_object('form', 'contact', 'contact_id', pg_temp.demo_id('contact ' || k))
    when lead.source = 'website_form' then jsonb_build_object('form', 'contact')
    else '{}'
  end,
  lead.arrived_at
from demo_leads as lead;

insert into public.lead_activities (id, lead_id, kind, body, actor_id, occurred_at, payload, created_at)
select pg_temp.demo_id('activity ' || step.k || ' ' || step.number), step.lead_id, step.kind, step.body, step.owner_id, step.at,
  case when step.stage is null then step.payload else jsonb_build_object(
    'from', coalesce(lag(step.stage) over moves, 'new'), 'to', step.stage,
    'seconds', round(extract(epoch from step.at - coalesce(lag(step.at) over moves, lead.arrived_at)))
  ) end, step.at
from demo_steps as step join demo_leads as lead on lead.k = step.k
window moves as (partition by step.k, step.stage is null order by step.at, step.number);

-- The people from other sources agreed in the first call.
update public.leads as lead set consent_at = answered.at, consent_text = 'Agreed to calls and messages, given on the phone'
from demo_leads as demo join demo_steps as answered on answered.k = demo.k and answered.number = 2
where demo.id = lead.id and lead.email is not null and not demo.by_form and demo.reach >= 1;

update public.leads as lead set consent_at = demo.arrived_at, consent_text = 'Agreed to a reply to their message'
from demo_leads as demo where demo.id = lead.id and demo.by_form;

-- The contents and sources of the forms.
update public.leads as lead set ad_spend = sent.ad_spend, goals = sent.goals, consent_at = sent.created_at,
  consent_text = 'Agreed to a reply to their contact form message',
  tier_interest = coalesce(sent.interests, lead.tier_interest)
from public.contacts as sent, demo_leads as demo where demo.id = lead.id and sent.id = pg_temp.demo_id('contact ' || demo.k);

update public.leads as lead set website = sent.website, role = sent.role, target_clients = sent.target_new_clients_per_month,
  deal_size = sent.avg_deal_size, timeline = sent.timeline, goals = sent.notes, best_contact = sent.best_contact,
  consent_at = sent.created_at, consent_text = 'Agreed to a reply to their application, by the channel they chose'
from public.applications as sent, demo_leads as demo where demo.id = lead.id and sent.id = pg_temp.demo_id('application ' || demo.k);

update public.leads as lead set first_touch = came.touch, last_touch = came.touch || jsonb_build_object('at', demo.arrived_at)
from demo_leads as demo cross join lateral (
  -- Some match the rules of the routing, so that its trial shows what they do. The newest don't: they wait for someone to claim them.
  select jsonb_strip_nulls(jsonb_build_object('at', demo.arrived_at - make_interval(hours => demo.k % 50), 'traffic_type', traffic.kind,
    'utm_source', traffic.utm_source, 'utm_medium', traffic.utm_medium, 'utm_campaign', traffic.utm_campaign, 'referrer', traffic.referrer,
    'page', traffic.page, 'form', case demo.source when 'landing_page' then 'landing_page' else 'contact' end,
    'language', case when demo.k >= 24 and demo.k % 6 = 1 then 'es-US' else 'en-US' end)) as touch
  from (values
    (0, 'paid_ads', 'instagram', 'paid_social', 'booked-calls', 'https://www.instagram.com/', '/base'),
    (1, 'organic', null, null, null, 'https://www.google.com/', '/'),
    (2, 'direct', null, null, null, null, '/contact'),
    (3, 'referral', null, null, null, 'https://owners-forum.example/threads/booking-systems', '/success-stories'),
    (4, 'paid_ads', 'google', 'cpc', 'speed-to-lead', 'https://www.google.com/', '/pro'),
    (5, 'paid_ads', 'partner', 'email', 'partner-webinar', null, '/launch')
  ) as traffic (place, kind, utm_source, utm_medium, utm_campaign, referrer, page)
  where traffic.place = case when demo.source = 'landing_page' and demo.k >= 24 and demo.k % 3 = 0 then 5 else coalesce(demo.form_number, demo.k) % 5 end
) as came
where demo.id = lead.id and demo.by_form;

-- The response times of leads from forms.
insert into public.lead_clocks (
  id, lead_id, arrived_at, started_at, target_seconds, warn_at, due_at, escalate_at, state, owner_id, escalated_to, answered_at, answered_by,
  response_seconds, source, created_at
)
select pg_temp.demo_id('clock ' || lead.k), lead.id, lead.arrived_at, private.next_opening(lead.arrived_at), 300,
  private.add_working_seconds(lead.arrived_at, 180), private.add_working_seconds(lead.arrived_at, 300),
  private.add_working_seconds(lead.arrived_at, 600), 'answered', lead.owner_id, null, answer.at, answer.owner_id,
  floor(private.working_seconds_between(lead.arrived_at, answer.at)), lead.source, lead.arrived_at
from demo_leads as lead
join lateral (
  select step.at, step.owner_id from demo_steps as step
  where step.k = lead.k and step.kind in ('call', 'email', 'sms', 'meeting') order by step.at, step.number limit 1
) as answer on true
where lead.by_form;

insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload, created_at)
select clock.id, clock.lead_id, happened.event, happened.at, happened.actor_id, happened.payload, happened.at
from public.lead_clocks as clock
cross join lateral (values
  (1, 'started', clock.arrived_at, null::uuid, jsonb_build_object('started_at', clock.started_at, 'due_at', clock.due_at, 'target_seconds', 300)),
  (2, 'warned', clock.warn_at, null, '{}'),
  (3, 'breached', clock.due_at, null, '{}'),
  (4, 'escalated', clock.escalate_at, null, '{}'),
  (5, 'answered', clock.answered_at, clock.answered_by, jsonb_build_object('seconds', clock.response_seconds))
) as happened (number, event, at, actor_id, payload)
where happened.at <= clock.answered_at
order by happened.at, clock.id, happened.number;

update public.leads as lead
set response_seconds = clock.response_seconds, answered_by = clock.answered_by, answer_target_seconds = clock.target_seconds
from public.lead_clocks as clock where clock.lead_id = lead.id;

-- Next steps: some overdue, some today, some later, and some leads without any.
insert into public.lead_tasks (id, lead_id, kind, title, due_at, created_by, created_at)
select distinct on (lead.k) pg_temp.demo_id('task ' || lead.k), lead.id, task.kind, task.title, task.due_at, lead.owner_id, least(lead.arrived_at + interval '1 hour', pg_temp.demo_now())
from demo_leads as lead
join public.leads as stored on stored.id = lead.id and stored.stage not in ('won', 'lost') and stored.archived_at is null
cross join lateral (select
  -- Three in forty are late: by hours, one day, or three.
  case lead.k % 40 when 0 then -interval '26 hours' when 13 then -interval '3 hours 20 minutes' when 27 then -interval '3 days 2 hours' end as late
) as missed
join (values
  (0, 'call', 'Call back'), (1, 'call', 'Call about the numbers'), (2, 'email', 'Send two examples'), (3, 'meeting', 'Strategy call'),
  (5, 'sms', 'Ask for a good time to talk'), (6, 'other', 'Check their booking page'), (7, 'email', 'Send the proposal'),
  (8, 'call', 'Check on budget')
) as task_kind (place, kind, title) on task_kind.place = lead.k % 10 or missed.late is not null and task_kind.place = lead.k % 9 % 4
cross join lateral (select case when lead.phone is null and task_kind.kind in ('call', 'sms') then 'email' else task_kind.kind end as kind, task_kind.title, case
  when missed.late is not null then pg_temp.demo_now() + missed.late
  when lead.k % 10 in (1, 5) then pg_temp.demo_now() + make_interval(mins => 40 + lead.k * 37 % 300)
  else pg_temp.demo_morning(1 + lead.k * 7 % 9) + make_interval(mins => lead.k * 45 % 480)
end as due_at) as task
where not lead.unclaimed;

insert into public.lead_tasks (id, lead_id, kind, title, due_at, done_at, done_by, created_by, created_at, updated_at)
select pg_temp.demo_id('done task ' || step.k), step.lead_id, 'call', 'Discovery call', step.at - interval '10 minutes', step.at, step.owner_id,
  step.owner_id, step.at - interval '1 day', step.at
from demo_steps as step where step.number = 6 and step.k % 3 > 0;

insert into public.lead_pins (activity_id, lead_id, pinned_by, created_at)
select pg_temp.demo_id('activity ' || step.k || ' 6'), step.lead_id, step.owner_id, step.at from demo_steps as step where step.number = 6 and step.k % 6 = 4;

-- Landing pages ------------------------------------------------------------------------------------------------------

-- The pages that are made of blocks. `npm run demo-pages` writes them from supabase/demo-pages.ts.
create temporary table demo_blocks (slug text primary key, blocks jsonb not null, content text not null);

insert into demo_blocks (slug, blocks, content) values
('northside-dental-aligners', $blocks$[{"id":"northside-dental-aligners-1","type":"hero","eyebrow":"Open consultations this month","heading":"Straighter teeth, without anyone noticing","text":"See your new smile before you pay for it. We scan your teeth, show you the result on screen, and give you a written price. No pressure, no fee.","button":"Request a time","href":"#form","note":"Or call (206) 555-0163.","picture":"none","image":null,"caption":"","lines":[],"variant":"stage","background":"plain","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-aligners-2","type":"pricing","heading":"What it costs","text":"","items":[{"name":"Consultation","price":"Free","unit":"30 minutes","text":"You decide afterward","points":"Digital scan\nYour new smile on screen\nA written price","button":"Request a time","href":"#form","marked":true},{"name":"Aligners","price":"$89","unit":"a month","text":"Over 24 months, interest-free","points":"All aligners of your plan\nA check every eight weeks\nRetainers at the end","button":"Ask for your price","href":"#form","marked":false}],"variant":"joined","background":"plain","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-aligners-3","type":"steps","heading":"Three visits to start","text":"","items":[{"title":"Scan","detail":"5 minutes","text":"A small camera maps your teeth. You see the plan the same day."},{"title":"Fit","detail":"Within three weeks","text":"Your first aligners arrive. We make sure they fit well and feel right."},{"title":"Follow up","detail":"Every eight weeks","text":"You change them at home. We check in, in person or by video."}],"variant":"line","background":"tint","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-aligners-4","type":"faq","heading":"Good to know","items":[{"question":"Does it hurt?","answer":"Most people feel pressure for a day or two after each change, and then nothing."},{"question":"How long does it take?","answer":"Six to eighteen months, depending on your teeth. Your plan tells you exactly."},{"question":"Can I pay monthly?","answer":"Yes, over 12 or 24 months, interest-free. Many insurance plans cover part of the cost."}],"variant":"lines","background":"plain","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-aligners-5","type":"map","heading":"Visit us","text":"","name":"Northside Dental","address":"18 Example Avenue, Seattle","items":[{"days":"Monday to Friday","hours":"8 AM – 6 PM"},{"days":"Saturday and Sunday","hours":"Closed"}],"button":"Open in maps","href":"","picture":null,"variant":"card","background":"plain","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-aligners-6","type":"form","heading":"Request a time","text":"We’ll call you within one business day.","items":[{"label":"Your name","kind":"name","options":"","needed":true,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""},{"label":"Email","kind":"email","options":"","needed":true,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""},{"label":"Phone","kind":"phone","options":"","needed":false,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""},{"label":"What time works best?","kind":"choice","options":"Morning\nAfternoon\nEvening","needed":false,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""}],"button":"Request a time","done":"Thank you. We'll call you within one business day.","small":"","next":"","noCall":false,"owner":"","variant":"card","background":"tint","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-aligners-7","type":"footer","name":"Northside Dental","text":"18 Example Avenue, Seattle","contact":"(206) 555-0163","items":[{"label":"Call us","href":"tel:+12065550163"}],"legal":"Northside Dental PLLC","legalItems":[],"variant":"row","background":"ink","spacing":"normal","align":"left","shown":"all"}]$blocks$::jsonb, $html$<section class="lp-section lp-hero lp-v-hero-stage">
<div class="lp-wrap">
<div class="lp-hero-words">
<p class="lp-eyebrow">Open consultations this month</p>
<h1>Straighter teeth, without anyone noticing</h1>
<div class="lp-lead"><p>See your new smile before you pay for it. We scan your teeth, show you the result on screen, and give you a written price. No pressure, no fee.</p></div>
<a class="lp-button" href="#form">Request a time</a>
<p class="lp-note">Or call (206) 555-0163.</p>
</div>
</div>
</section>
<section class="lp-section lp-pricing lp-v-pricing-joined">
<div class="lp-wrap">
<h2>What it costs</h2>
<ul class="lp-offers">
<li><div class="lp-offer lp-marked">
<h3>Consultation</h3>
<p class="lp-price"><strong>Free</strong>
<span>30 minutes</span></p>
<p class="lp-offer-text">You decide afterward</p>
<ul class="lp-points">
<li>Digital scan</li>
<li>Your new smile on screen</li>
<li>A written price</li>
</ul>
<a class="lp-button" href="#form">Request a time</a>
</div></li>
<li><div class="lp-offer">
<h3>Aligners</h3>
<p class="lp-price"><strong>$89</strong>
<span>a month</span></p>
<p class="lp-offer-text">Over 24 months, interest-free</p>
<ul class="lp-points">
<li>All aligners of your plan</li>
<li>A check every eight weeks</li>
<li>Retainers at the end</li>
</ul>
<a class="lp-button lp-quiet" href="#form">Ask for your price</a>
</div></li>
</ul>
</div>
</section>
<section class="lp-section lp-steps lp-on-tint">
<div class="lp-wrap">
<h2>Three visits to start</h2>
<ol class="lp-step-list">
<li><h3>Scan</h3>
<p class="lp-step-detail">5 minutes</p>
<div class="lp-card-text"><p>A small camera maps your teeth. You see the plan the same day.</p></div></li>
<li><h3>Fit</h3>
<p class="lp-step-detail">Within three weeks</p>
<div class="lp-card-text"><p>Your first aligners arrive. We make sure they fit well and feel right.</p></div></li>
<li><h3>Follow up</h3>
<p class="lp-step-detail">Every eight weeks</p>
<div class="lp-card-text"><p>You change them at home. We check in, in person or by video.</p></div></li>
</ol>
</div>
</section>
<section class="lp-section lp-faq">
<div class="lp-wrap">
<h2>Good to know</h2>
<div class="lp-questions">
<details><summary>Does it hurt?</summary><p>Most people feel pressure for a day or two after each change, and then nothing.</p></details>
<details><summary>How long does it take?</summary><p>Six to eighteen months, depending on your teeth. Your plan tells you exactly.</p></details>
<details><summary>Can I pay monthly?</summary><p>Yes, over 12 or 24 months, interest-free. Many insurance plans cover part of the cost.</p></details>
</div>
</div>
</section>
<section class="lp-section lp-map">
<div class="lp-wrap">
<h2>Visit us</h2>
<div class="lp-place">
<div class="lp-place-view"><span class="lp-streets" aria-hidden="true"></span></div>
<div class="lp-place-facts">
<h3>Northside Dental</h3>
<address>18 Example Avenue, Seattle</address>
<dl>
<div><dt>Monday to Friday</dt>
<dd>8 AM – 6 PM</dd></div>
<div><dt>Saturday and Sunday</dt>
<dd>Closed</dd></div>
</dl>
<a class="lp-button lp-quiet" href="https://www.google.com/maps/search/?api=1&amp;query=Northside%20Dental%2C%2018%20Example%20Avenue%2C%20Seattle">Open in maps</a>
</div>
</div>
</div>
</section>
<section class="lp-section lp-form lp-v-form-card lp-on-tint" id="form">
<div class="lp-wrap">
<h2>Request a time</h2>
<div class="lp-intro"><p>We’ll call you within one business day.</p></div>
<form class="lp-fields" data-lead-form data-done="Thank you. We&#39;ll call you within one business day.">
<p class="lp-field"><label for="lp-5-0">Your name</label><input id="lp-5-0" name="name" required type="text" autocomplete="name" maxlength="255"></p>
<p class="lp-field"><label for="lp-5-1">Email</label><input id="lp-5-1" name="email" required type="email" autocomplete="email" maxlength="254"></p>
<p class="lp-field"><label for="lp-5-2">Phone <small>optional</small></label><input id="lp-5-2" name="phone" type="tel" autocomplete="tel" maxlength="255"></p>
<p class="lp-field"><label for="lp-5-3">What time works best? <small>optional</small></label><select id="lp-5-3" name="what_time_works_best"><option value="">Choose…</option><option>Morning</option><option>Afternoon</option><option>Evening</option></select></p>
<button class="lp-button" type="submit">Request a time</button>
</form>
</div>
</section>
<section class="lp-section lp-footer lp-on-ink">
<div class="lp-wrap">
<div class="lp-footer-top">
<div class="lp-footer-who">
<p class="lp-footer-name">Northside Dental</p>
<div class="lp-card-text"><p>18 Example Avenue, Seattle</p></div>
</div>
<ul class="lp-footer-links">
<li><a href="tel:+12065550163">Call us</a></li>
</ul>
<address><a href="tel:2065550163">(206) 555-0163</a></address>
</div>
<div class="lp-legal">
<p>Northside Dental PLLC</p>
</div>
</div>
</section>$html$),
('northside-dental-winter-whitening', $blocks$[{"id":"northside-dental-winter-whitening-1","type":"hero","eyebrow":"Northside Dental","heading":"A brighter winter","text":"One hour, several shades. Professional whitening in one visit, after a short checkup.","button":"Ask for a time","href":"#form","note":"","picture":"none","image":null,"caption":"","lines":[],"variant":"open","background":"plain","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-winter-whitening-2","type":"text","heading":"Before you come","body":"- A checkup comes first, so that whitening is safe for your teeth\n- Still to add: price and dates","variant":"beside","background":"plain","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-winter-whitening-3","type":"form","heading":"Ask for a time","text":"","items":[{"label":"Your name","kind":"name","options":"","needed":true,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""},{"label":"Email","kind":"email","options":"","needed":true,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""},{"label":"Phone","kind":"phone","options":"","needed":false,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""}],"button":"Ask for a time","done":"Thank you. We’ll call you within one business day.","small":"","next":"","noCall":false,"owner":"","variant":"beside","background":"plain","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-winter-whitening-4","type":"footer","name":"Northside Dental","text":"18 Example Avenue, Seattle","contact":"(206) 555-0163","items":[{"label":"Call us","href":"tel:+12065550163"}],"legal":"Northside Dental PLLC","legalItems":[],"variant":"row","background":"ink","spacing":"normal","align":"left","shown":"all"}]$blocks$::jsonb, $html$<section class="lp-section lp-hero">
<div class="lp-wrap">
<div class="lp-hero-words">
<p class="lp-eyebrow">Northside Dental</p>
<h1>A brighter winter</h1>
<div class="lp-lead"><p>One hour, several shades. Professional whitening in one visit, after a short checkup.</p></div>
<a class="lp-button" href="#form">Ask for a time</a>
</div>
</div>
</section>
<section class="lp-section lp-text">
<div class="lp-wrap">
<h2>Before you come</h2>
<div class="lp-prose"><ul><li>A checkup comes first, so that whitening is safe for your teeth</li><li>Still to add: price and dates</li></ul></div>
</div>
</section>
<section class="lp-section lp-form" id="form">
<div class="lp-wrap">
<h2>Ask for a time</h2>
<form class="lp-fields" data-lead-form data-done="Thank you. We’ll call you within one business day.">
<p class="lp-field"><label for="lp-2-0">Your name</label><input id="lp-2-0" name="name" required type="text" autocomplete="name" maxlength="255"></p>
<p class="lp-field"><label for="lp-2-1">Email</label><input id="lp-2-1" name="email" required type="email" autocomplete="email" maxlength="254"></p>
<p class="lp-field"><label for="lp-2-2">Phone <small>optional</small></label><input id="lp-2-2" name="phone" type="tel" autocomplete="tel" maxlength="255"></p>
<button class="lp-button" type="submit">Ask for a time</button>
</form>
</div>
</section>
<section class="lp-section lp-footer lp-on-ink">
<div class="lp-wrap">
<div class="lp-footer-top">
<div class="lp-footer-who">
<p class="lp-footer-name">Northside Dental</p>
<div class="lp-card-text"><p>18 Example Avenue, Seattle</p></div>
</div>
<ul class="lp-footer-links">
<li><a href="tel:+12065550163">Call us</a></li>
</ul>
<address><a href="tel:2065550163">(206) 555-0163</a></address>
</div>
<div class="lp-legal">
<p>Northside Dental PLLC</p>
</div>
</div>
</section>$html$),
('northside-dental-first-visit', $blocks$[{"id":"northside-dental-first-visit-1","type":"hero","eyebrow":"New patients","heading":"Your first visit, without the wait","text":"New patients are seen within a week. A checkup, a cleaning, and a plan with prices, in 45 minutes.","button":"Ask for a visit","href":"#form","note":"","picture":"none","image":null,"caption":"","lines":[],"variant":"open","background":"plain","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-first-visit-2","type":"features","heading":"What you can count on","text":"","items":[{"title":"Every weekday","text":"Monday to Friday, 8 AM to 6 PM."},{"title":"Insurance","text":"Most plans are welcome, and we bill them for you."},{"title":"No surprises","text":"You know the price before any treatment."}],"variant":"cards","background":"plain","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-first-visit-3","type":"map","heading":"Visit us","text":"","name":"Northside Dental","address":"18 Example Avenue, Seattle","items":[{"days":"Monday to Friday","hours":"8 AM – 6 PM"},{"days":"Saturday and Sunday","hours":"Closed"}],"button":"Open in maps","href":"","picture":null,"variant":"card","background":"plain","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-first-visit-4","type":"form","heading":"Ask for your first visit","text":"The front desk calls you to set a time.","items":[{"label":"Your name","kind":"name","options":"","needed":true,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""},{"label":"Email","kind":"email","options":"","needed":true,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""},{"label":"Phone","kind":"phone","options":"","needed":false,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""}],"button":"Ask for a visit","done":"Thank you. The front desk calls you within one business day.","small":"","next":"","noCall":false,"owner":"","variant":"card","background":"tint","spacing":"normal","align":"left","shown":"all"},{"id":"northside-dental-first-visit-5","type":"footer","name":"Northside Dental","text":"18 Example Avenue, Seattle","contact":"(206) 555-0163","items":[{"label":"Call us","href":"tel:+12065550163"}],"legal":"Northside Dental PLLC","legalItems":[],"variant":"row","background":"ink","spacing":"normal","align":"left","shown":"all"}]$blocks$::jsonb, $html$<section class="lp-section lp-hero">
<div class="lp-wrap">
<div class="lp-hero-words">
<p class="lp-eyebrow">New patients</p>
<h1>Your first visit, without the wait</h1>
<div class="lp-lead"><p>New patients are seen within a week. A checkup, a cleaning, and a plan with prices, in 45 minutes.</p></div>
<a class="lp-button" href="#form">Ask for a visit</a>
</div>
</div>
</section>
<section class="lp-section lp-features">
<div class="lp-wrap">
<h2>What you can count on</h2>
<ul class="lp-cards">
<li><h3>Every weekday</h3>
<div class="lp-card-text"><p>Monday to Friday, 8 AM to 6 PM.</p></div></li>
<li><h3>Insurance</h3>
<div class="lp-card-text"><p>Most plans are welcome, and we bill them for you.</p></div></li>
<li><h3>No surprises</h3>
<div class="lp-card-text"><p>You know the price before any treatment.</p></div></li>
</ul>
</div>
</section>
<section class="lp-section lp-map">
<div class="lp-wrap">
<h2>Visit us</h2>
<div class="lp-place">
<div class="lp-place-view"><span class="lp-streets" aria-hidden="true"></span></div>
<div class="lp-place-facts">
<h3>Northside Dental</h3>
<address>18 Example Avenue, Seattle</address>
<dl>
<div><dt>Monday to Friday</dt>
<dd>8 AM – 6 PM</dd></div>
<div><dt>Saturday and Sunday</dt>
<dd>Closed</dd></div>
</dl>
<a class="lp-button lp-quiet" href="https://www.google.com/maps/search/?api=1&amp;query=Northside%20Dental%2C%2018%20Example%20Avenue%2C%20Seattle">Open in maps</a>
</div>
</div>
</div>
</section>
<section class="lp-section lp-form lp-v-form-card lp-on-tint" id="form">
<div class="lp-wrap">
<h2>Ask for your first visit</h2>
<div class="lp-intro"><p>The front desk calls you to set a time.</p></div>
<form class="lp-fields" data-lead-form data-done="Thank you. The front desk calls you within one business day.">
<p class="lp-field"><label for="lp-3-0">Your name</label><input id="lp-3-0" name="name" required type="text" autocomplete="name" maxlength="255"></p>
<p class="lp-field"><label for="lp-3-1">Email</label><input id="lp-3-1" name="email" required type="email" autocomplete="email" maxlength="254"></p>
<p class="lp-field"><label for="lp-3-2">Phone <small>optional</small></label><input id="lp-3-2" name="phone" type="tel" autocomplete="tel" maxlength="255"></p>
<button class="lp-button" type="submit">Ask for a visit</button>
</form>
</div>
</section>
<section class="lp-section lp-footer lp-on-ink">
<div class="lp-wrap">
<div class="lp-footer-top">
<div class="lp-footer-who">
<p class="lp-footer-name">Northside Dental</p>
<div class="lp-card-text"><p>18 Example Avenue, Seattle</p></div>
</div>
<ul class="lp-footer-links">
<li><a href="tel:+12065550163">Call us</a></li>
</ul>
<address><a href="tel:2065550163">(206) 555-0163</a></address>
</div>
<div class="lp-legal">
<p>Northside Dental PLLC</p>
</div>
</div>
</section>$html$),
('ember-coaching-clarity-call', $blocks$[{"id":"ember-coaching-clarity-call-1","type":"hero","eyebrow":"Free, 20 minutes","heading":"One call, one clear next step","text":"We talk about where you are, what is in the way, and what to do first. No pitch, no preparation.","button":"Ask for a call","href":"#form","note":"","picture":"none","image":null,"caption":"","lines":[],"variant":"stage","background":"plain","spacing":"normal","align":"left","shown":"all"},{"id":"ember-coaching-clarity-call-2","type":"steps","heading":"What happens on the call","text":"","items":[{"title":"Where you are","detail":"5 minutes","text":"You tell us what you coach and who you help."},{"title":"What is in the way","detail":"10 minutes","text":"We find the one thing that holds you back now."},{"title":"What to do first","detail":"5 minutes","text":"You leave with one step for this week."}],"variant":"line","background":"plain","spacing":"normal","align":"left","shown":"all"},{"id":"ember-coaching-clarity-call-3","type":"form","heading":"Ask for a call","text":"We send you two times to choose from.","items":[{"label":"Your name","kind":"name","options":"","needed":true,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""},{"label":"Email","kind":"email","options":"","needed":true,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""},{"label":"Your question","kind":"message","options":"","needed":false,"placeholder":"","hint":"","files":"any","show":"always","when":"","value":""}],"button":"Ask for a call","done":"Thank you. We send you two times to choose from.","small":"","next":"","noCall":false,"owner":"","variant":"card","background":"tint","spacing":"normal","align":"left","shown":"all"},{"id":"ember-coaching-clarity-call-4","type":"footer","name":"Ember Coaching","text":"Coaching for coaches.","contact":"","items":[],"legal":"Ember Coaching LLC","legalItems":[],"variant":"row","background":"ink","spacing":"normal","align":"left","shown":"all"}]$blocks$::jsonb, $html$<section class="lp-section lp-hero lp-v-hero-stage">
<div class="lp-wrap">
<div class="lp-hero-words">
<p class="lp-eyebrow">Free, 20 minutes</p>
<h1>One call, one clear next step</h1>
<div class="lp-lead"><p>We talk about where you are, what is in the way, and what to do first. No pitch, no preparation.</p></div>
<a class="lp-button" href="#form">Ask for a call</a>
</div>
</div>
</section>
<section class="lp-section lp-steps">
<div class="lp-wrap">
<h2>What happens on the call</h2>
<ol class="lp-step-list">
<li><h3>Where you are</h3>
<p class="lp-step-detail">5 minutes</p>
<div class="lp-card-text"><p>You tell us what you coach and who you help.</p></div></li>
<li><h3>What is in the way</h3>
<p class="lp-step-detail">10 minutes</p>
<div class="lp-card-text"><p>We find the one thing that holds you back now.</p></div></li>
<li><h3>What to do first</h3>
<p class="lp-step-detail">5 minutes</p>
<div class="lp-card-text"><p>You leave with one step for this week.</p></div></li>
</ol>
</div>
</section>
<section class="lp-section lp-form lp-v-form-card lp-on-tint" id="form">
<div class="lp-wrap">
<h2>Ask for a call</h2>
<div class="lp-intro"><p>We send you two times to choose from.</p></div>
<form class="lp-fields" data-lead-form data-done="Thank you. We send you two times to choose from.">
<p class="lp-field"><label for="lp-2-0">Your name</label><input id="lp-2-0" name="name" required type="text" autocomplete="name" maxlength="255"></p>
<p class="lp-field"><label for="lp-2-1">Email</label><input id="lp-2-1" name="email" required type="email" autocomplete="email" maxlength="254"></p>
<p class="lp-field"><label for="lp-2-2">Your question <small>optional</small></label><textarea id="lp-2-2" name="message" rows="4" maxlength="5000"></textarea></p>
<button class="lp-button" type="submit">Ask for a call</button>
</form>
</div>
</section>
<section class="lp-section lp-footer lp-on-ink">
<div class="lp-wrap">
<div class="lp-footer-top">
<div class="lp-footer-who">
<p class="lp-footer-name">Ember Coaching</p>
<div class="lp-card-text"><p>Coaching for coaches.</p></div>
</div>
</div>
<div class="lp-legal">
<p>Ember Coaching LLC</p>
</div>
</div>
</section>$html$);
-- End of demo_blocks

insert into public.landing_pages (id, slug, status, title, description, content, custom_css, custom_js, created_at, updated_at)
values (
  pg_temp.demo_id('page aligners'), 'northside-dental-aligners', 'published',
  'Straighter teeth, without anyone noticing',
  'A free 30-minute aligner consultation at Northside Dental, with a digital scan and a written price before you decide.',
  '', null, null,
  pg_temp.demo_morning(-87), pg_temp.demo_morning(-20)
),
(
  pg_temp.demo_id('page coaching'), 'ember-coaching-first-clients', 'published',
  'Your first ten coaching clients',
  'A twelve-week program by Ember Coaching for coaches who are great at their work and tired of chasing clients.',
  $html$<div class="ember">
  <section class="lead">
    <p class="large">You don't need more followers. You need a clear offer, ten good conversations and the confidence to say your price out loud.</p>
    <p><a class="button" href="#place">Apply for a spot</a></p>
    <p class="small">Eight spots each quarter. The first 20-minute call is free.</p>
  </section>

  <section aria-labelledby="weeks">
    <h2 id="weeks">Twelve weeks, three parts</h2>
    <ul class="parts">
      <li><h3>Weeks 1–3: The offer</h3><p>One problem, one promise, one price. You write it, the group picks it apart, you write it again.</p></li>
      <li><h3>Weeks 4–8: The conversations</h3><p>Two a week, with people who have the problem. We listen to recordings and practice the hard minute.</p></li>
      <li><h3>Weeks 9–12: The rhythm</h3><p>A weekly routine you can stick to: where new people come from, how you follow up, when you stop.</p></li>
    </ul>
  </section>

  <section class="sum" aria-labelledby="sum">
    <h2 id="sum">What would ten clients change?</h2>
    <p>
      <label for="price">Your monthly price per client</label>
      <input id="price" type="range" min="100" max="1000" step="50" value="300">
    </p>
    <p aria-live="polite"><output id="result" for="price">10 clients at $300 is $3,000 a month.</output></p>
    <p class="small">This is math, not a promise. How many clients you win depends on you and your market.</p>
  </section>

  <section aria-labelledby="fit">
    <h2 id="fit">Is it for you?</h2>
    <div class="fit">
      <div><h3>It's for you if</h3><ul><li>You have coached at least five people.</li><li>You can keep four hours a week free.</li><li>You would rather talk than post.</li></ul></div>
      <div><h3>Not yet if</h3><ul><li>You are still choosing what to coach.</li><li>You want a script to read from.</li><li>Your calendar is already full.</li></ul></div>
    </div>
  </section>

  <section aria-labelledby="place">
    <h2 id="place">Apply for a spot</h2>
    <form data-lead-form data-done="Thank you. Jonas will reply personally within a day.">
      <p><label for="place-first">First name</label><input id="place-first" name="first_name" autocomplete="given-name" required maxlength="100"></p>
      <p><label for="place-email">Email</label><input id="place-email" name="email" type="email" autocomplete="email" required maxlength="254"></p>
      <p><label for="place-about">What do you coach, and who do you help?</label><textarea id="place-about" name="message" rows="3" maxlength="2000"></textarea></p>
      <p><button class="button" type="submit">Apply for a spot</button></p>
    </form>
  </section>
</div>$html$,
  $css$:root { color-scheme: light; --page: #fff8f1; --surface: #fff; --ink: #2b1a12; --soft: #64473a; --link: #8f2d09; --good: #24582f; --bad: #9a1c2b; }
.page-head, .ember { max-width: 46rem; }
.page-head { padding-bottom: 0; }
.ember { margin: 0 auto; padding: 0 1.5rem 1.5rem; line-height: 1.65; }
.ember section { padding: 1.75rem 0; }
.ember h2 { font-size: clamp(1.4rem, 1.1rem + 1.4vw, 2rem); line-height: 1.25; margin: 0 0 1rem; text-wrap: balance; }
.ember h3 { font-size: 1.0625rem; margin: 0 0 .25rem; }
.ember p { margin: 0 0 1rem; }
.ember .large { font-size: clamp(1.2rem, 1rem + 1vw, 1.5rem); line-height: 1.45; }
.ember .small { font-size: .9375rem; color: #6b4a3a; }
.ember .button { display: inline-block; background: #b23a0e; color: #fff; font-weight: 600; padding: .8rem 1.4rem; border-radius: .5rem; text-decoration: none; }
.ember .button:hover { background: #8f2d09; }
.ember .button:focus-visible, .ember input:focus-visible { outline: 3px solid #2b1a12; outline-offset: 3px; }
.ember .parts { list-style: none; padding: 0; margin: 0; display: grid; gap: 1.25rem; }
.ember .parts li { border-left: 4px solid #e0733f; padding-left: 1rem; }
.ember .parts p { margin: 0; }
.ember .sum { background: #ffe9d6; border-radius: .75rem; padding: 1.5rem; }
.ember .sum p:last-child { margin: 0; }
.ember label { display: block; font-weight: 600; }
.ember input { width: 100%; min-height: 2.75rem; accent-color: #b23a0e; }
.ember form { max-width: 32rem; }
.ember form input, .ember form textarea { background: #fff; color: #2b1a12; border-color: #8a6a58; }
.ember form .button { border: 0; font: inherit; font-weight: 600; background: #b23a0e; color: #fff; }
.ember output { font-size: 1.25rem; font-weight: 700; }
.ember .fit { display: grid; gap: 1.5rem; }
.ember .fit ul { padding-left: 1.25rem; margin: 0; }
@media (min-width: 40rem) {
  .ember { padding-bottom: 2.5rem; }
  .ember .fit { grid-template-columns: 1fr 1fr; }
}$css$,
  $js$const price = document.getElementById("price");
const result = document.getElementById("result");
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
price?.addEventListener("input", () => {
  const each = Number(price.value);
  result.textContent = `10 clients at ${dollars.format(each)} is ${dollars.format(each * 10)} a month.`;
});$js$,
  pg_temp.demo_morning(-66), pg_temp.demo_morning(-31)
),
(
  pg_temp.demo_id('page whitening'), 'northside-dental-winter-whitening', 'draft',
  'A brighter winter',
  'Professional whitening at Northside Dental, in one visit. Not published yet: price and dates to come.',
  '',
  null, null, pg_temp.demo_morning(-3), pg_temp.demo_morning(-3)
);

-- They stay as old as their rows say.
alter table public.landing_pages disable trigger touch_updated_at;
update public.landing_pages as page set hide_title = true, content = made.content from demo_blocks as made where made.slug = page.slug;

-- Their earlier versions, views and submissions.
update public.landing_pages as page set version = 3 where page.status = 'published';
alter table public.landing_pages enable trigger touch_updated_at;

delete from public.landing_page_versions;

insert into public.landing_page_versions (
  page_id, number, slug, title, description, hide_title, content, theme, custom_css, custom_js, published_by, published_at
)
select page.id, number, page.slug,
  case when number = 1 then split_part(page.title, ',', 1) else page.title end,
  case when number = 3 or number = 2 and page.slug = 'ember-coaching-first-clients' then page.description end,
  page.hide_title,
  -- The test below compares the pages without and with this line.
  case when number = 3 then page.content
  else replace(page.content, E'    <p class="small">Eight spots each quarter. The first 20-minute call is free.</p>\n', '') end,
  page.theme, page.custom_css, page.custom_js, pg_temp.demo_id('admin@example.com'),
  case number when 3 then page.updated_at else page.created_at + (number - 1) * interval '21 days' end
from public.landing_pages as page cross join generate_series(1, 3) as number where page.status = 'published';

insert into public.landing_views (page_id, day, version, source, views, visitors)
select page.id, pg_temp.demo_day(-days.ago), live.number, origin.source,
  ceil(seen.views), ceil(seen.views * 0.74)
from public.landing_pages as page
cross join generate_series(0, 60) as days (ago)
cross join (values ('instagram', 26), ('google', 14), ('direct', 9), ('newsletter', 4)) as origin (source, usual)
cross join lateral (
  select max(version.number) as number from public.landing_page_versions as version
  where version.page_id = page.id and version.published_at::date <= pg_temp.demo_day(-days.ago)
) as live
cross join lateral (
  -- Each day differs a little, but is the same in every seed.
  select origin.usual * (0.6 + ('x' || substr(md5(page.slug || days.ago || origin.source), 1, 2))::bit(8)::integer / 320.0) as views
) as seen
where page.status = 'published' and live.number is not null;

insert into public.landing_submissions (page_id, version, lead_id, answers, utm, source, created_at)
select page.id, coalesce(live.number, 1), lead.id,
  jsonb_strip_nulls(jsonb_build_object('name', concat_ws(' ', lead.first_name, lead.last_name), 'email', lead.email)),
  case when lead.origin = 'instagram' then '{"utm_source": "instagram", "utm_medium": "paid", "utm_campaign": "spring-offer"}'::jsonb else '{}' end,
  lead.origin, lead.created_at
from (
  select held.*, (array['instagram', 'instagram', 'google', 'direct'])[1 + row_number() over (order by held.created_at) / 2 % 4] as origin
  from public.leads as held where held.source = 'landing_page' and not held.is_spam
) as lead
join lateral (
  select activity.payload ->> 'slug' as slug from public.lead_activities as activity
  where activity.lead_id = lead.id and activity.kind = 'form' order by activity.occurred_at limit 1
) as form on true
join public.landing_pages as page on page.slug = form.slug and page.status = 'published'
cross join lateral (
  select max(version.number) as number from public.landing_page_versions as version
  where version.page_id = page.id and version.published_at <= lead.created_at
) as live;

-- One page had a test with a clear winner, while a campaign brought four times its visitors. Half of them saw the next version.
create temporary table demo_test as
select pg_temp.demo_id('test first clients') as id, page.id as page_id, control.published_at as started_at, winner.published_at as stopped_at
from public.landing_pages as page
join public.landing_page_versions as control on control.page_id = page.id and control.number = 2
join public.landing_page_versions as winner on winner.page_id = page.id and winner.number = 3
where page.slug = 'ember-coaching-first-clients';

insert into public.landing_tests (id, page_id, state, goal, started_by, started_at, stopped_by, stopped_at, winner_version, learned)
select test.id, test.page_id, 'stopped', 'submission', pg_temp.demo_id('admin@example.com'), test.started_at, pg_temp.demo_id('admin@example.com'),
  test.stopped_at, 3, 'Visitors who read on the first screen that the call is free write more often. Put it there on the other pages, too.'
from demo_test as test;

insert into public.landing_test_variants (test_id, version, page_id, place, weight, label)
select test.id, variant.version, test.page_id, variant.place, 50, variant.label
from demo_test as test cross join (values (2, 1, 'Live version'), (3, 2, 'Free call on the first screen')) as variant (version, place, label);

update public.landing_views as seen set views = seen.views * 2, visitors = seen.visitors * 2
from demo_test as test where seen.page_id = test.page_id and seen.version = 2;

insert into public.landing_views (page_id, day, version, source, views, visitors)
select seen.page_id, seen.day, 3, seen.source, seen.views, seen.visitors from demo_test as test
join public.landing_views as seen on seen.page_id = test.page_id and seen.version = 2;

insert into public.landing_test_views (test_id, page_id, day, version, source, visitors)
select test.id, seen.page_id, seen.day, seen.version, seen.source, seen.visitors
from demo_test as test
join public.landing_views as seen on seen.page_id = test.page_id and seen.day <= test.stopped_at::date
  and exists (select from public.landing_views as other where other.page_id = seen.page_id and other.day = seen.day and other.version = 2)
  and seen.version in (2, 3);

-- The first forms answer the control.
insert into public.landing_submissions (page_id, version, test_id, lead_id, answers, source, created_at)
select test.page_id, case when lead.place <= 7 then 2 else 3 end, test.id, lead.id,
  jsonb_strip_nulls(jsonb_build_object('name', concat_ws(' ', lead.first_name, lead.last_name), 'email', lead.email)), 'instagram',
  test.started_at + (test.stopped_at - test.started_at) * ((lead.place * 7 % 40 + 0.5) / 40.0)
from demo_test as test cross join lateral (
  select held.*, row_number() over (order by held.created_at desc, held.id) as place from public.leads as held
  where held.account_id = private.agency_account() and not held.is_spam and held.archived_at is null and held.created_at < test.started_at
  limit 40
) as lead;

drop table demo_test;

-- The clients' own leads ---------------------------------------------------------------------------------------------

-- They keep the agency's hours.
update public.accounts as client
set time_zone = agency.time_zone, working_hours = agency.working_hours, holidays = agency.holidays, currency = agency.currency
from public.accounts as agency where agency.kind = 'agency' and client.kind = 'client';

update public.accounts as account set created_at = person.joined_at
from public.account_members as member join demo_people as person on person.id = member.user_id
where member.account_id = account.id and member.role = 'owner';

-- People who wrote to a client. k counts back in time. The newest two of each account have running clocks (demo-clocks.sql).
create temporary table demo_client_leads as
select whose.account_id, whose.slug, whose.page_slug, k, pg_temp.demo_id(whose.slug || ' lead ' || k) as id,
  (array['Holly', 'Owen', 'Pia', 'Marcus', 'Ines', 'Noor', 'Felix', 'Eve', 'Tara', 'Ben', 'Gia', 'Hugo', 'Ruth', 'Ivo', 'Dana', 'Cleo', 'Amos', 'Wanda', 'Levi'])[1 + k * 7 % 19] as first_name,
  (array['Brandt', 'Hartley', 'Nyström', 'Bell', 'Duarte', 'Rahman', 'Amado', 'Castellan', 'Moss', 'Okoye', 'Lund', 'Pryce', 'Sato'])[1 + k * 5 % 13] as last_name,
  (array['website_form', 'landing_page', 'landing_page', 'referral', 'social_media', 'landing_page', 'website_form', 'other'])[1 + k * 3 % 8]::public.lead_source as source,
  least(
    pg_temp.demo_work_time(pg_temp.demo_now() - make_interval(mins => 400 + k * 1420 + k * k * 3)), pg_temp.demo_now() - make_interval(mins => 20 + k)
  ) as arrived_at,
  (array[whose.owner_id, whose.member_id])[1 + k % 2] as owner_id,
  60 + k * 67 % 420 as answer_seconds, (array[18000, 54000, 120000, 32000, 260000])[1 + (k / 2 + k / 5 + k * 3) % 5] as value_cents,
  -- The newest are being worked on. Most older ones are decided, and about a third of those are won.
  case when k < 2 then 'new'
    when k < 14 then (array['attempting', 'connected', 'attempting', 'connected', 'qualified', 'call_booked', 'connected', 'qualified', 'proposal', 'won'])[1 + k % 10]
    else (array['won', 'lost', 'lost', 'won', 'lost', 'proposal', 'lost', 'won', 'lost', 'lost'])[1 + k % 10] end as stage
from (
  select account.id as account_id, account.slug, owner.user_id as owner_id, member.user_id as member_id,
    case account.slug when 'northside-dental' then 71 else 37 end as latest,
    case account.slug when 'northside-dental' then 'northside-dental-first-visit' else 'ember-coaching-clarity-call' end as page_slug
  from public.accounts as account
  join public.account_members as owner on owner.account_id = account.id and owner.role = 'owner'
  join public.account_members as member on member.account_id = account.id and member.role = 'member'
) as whose
cross join lateral generate_series(0, whose.latest) as series (k);

insert into public.leads (
  id, account_id, user_id, first_name, last_name, email, phone, source, value_cents, stage, stage_entered_at, reached, lost_reason_id, closed_at,
  created_at, updated_at, tags
)
select lead.id, lead.account_id, case when k >= 2 then lead.owner_id end, lead.first_name, lead.last_name,
  translate(lower(lead.first_name || '.' || lead.last_name), 'ö', 'o') || k || '@example.com', '+1 503 555 01' || lpad((k % 100)::text, 2, '0'),
  lead.source, lead.value_cents, lead.stage,
  case when k < 2 then lead.arrived_at else least(lead.arrived_at + interval '1 day', pg_temp.demo_now()) end, stage.position, reason.id,
  case when lead.stage in ('won', 'lost') then least(lead.arrived_at + interval '1 day', pg_temp.demo_now()) end, lead.arrived_at,
  lead.arrived_at, case when k % 6 = 1 then array['new patient'] when k % 9 = 4 then array['call after work'] else '{}' end
from demo_client_leads as lead
join public.pipeline_stages as stage on stage.key = case lead.stage when 'lost' then (array['connected', 'qualified', 'attempting', 'call_booked', 'connected', 'proposal'])[1 + k % 6] else lead.stage end
left join public.lost_reasons as reason on reason.account_id = lead.account_id and lead.stage = 'lost'
  and reason.label = (array['No answer', 'Bad timing', 'No budget'])[1 + k % 3];

insert into public.lead_activities (id, lead_id, kind, body, actor_id, occurred_at, payload, created_at)
select pg_temp.demo_id(lead.slug || ' activity ' || k || ' ' || happened.kind), lead.id, happened.kind, happened.body, happened.actor_id,
  happened.at, happened.payload, happened.at
from demo_client_leads as lead
cross join lateral (values
  ('form', lead.source in ('website_form', 'landing_page'), null, null::uuid, lead.arrived_at, case lead.source
    when 'landing_page' then jsonb_build_object('form', 'landing_page', 'slug', lead.page_slug) else '{"form": "contact"}' end),
  ('call', k >= 2, (array['Wants an appointment next week.', 'No answer, left a message.', 'Asked about prices.'])[1 + k % 3], lead.owner_id,
    lead.arrived_at + make_interval(secs => lead.answer_seconds), '{"direction": "outbound", "outcome": "reached", "duration_seconds": 95}'),
  ('stage_change', lead.stage <> 'new', null, lead.owner_id, least(lead.arrived_at + interval '1 day', pg_temp.demo_now()),
    jsonb_build_object('from', 'new', 'to', lead.stage, 'seconds', 86400))
) as happened (kind, happens, body, actor_id, at, payload)
where happened.happens;

insert into public.lead_clocks (
  id, lead_id, arrived_at, started_at, target_seconds, warn_at, due_at, escalate_at, state, owner_id, answered_at, answered_by, response_seconds,
  source, created_at
)
select pg_temp.demo_id(lead.slug || ' clock ' || k), lead.id, lead.arrived_at, private.next_opening(lead.arrived_at, hours.calendar), 300,
  private.add_working_seconds(lead.arrived_at, 180, hours.calendar), private.add_working_seconds(lead.arrived_at, 300, hours.calendar),
  private.add_working_seconds(lead.arrived_at, 600, hours.calendar), 'answered', lead.owner_id, answer.at, lead.owner_id,
  floor(private.working_seconds_between(lead.arrived_at, answer.at, hours.calendar)), lead.source, lead.arrived_at
from demo_client_leads as lead
cross join lateral (select lead.arrived_at + make_interval(secs => lead.answer_seconds) as at) as answer
cross join lateral private.calendar_of(lead.account_id) as hours (calendar)
where k >= 2 and lead.source in ('website_form', 'landing_page');

update public.leads as lead
set response_seconds = clock.response_seconds, answered_by = clock.answered_by, answer_target_seconds = clock.target_seconds
from public.lead_clocks as clock where clock.lead_id = lead.id and lead.account_id <> private.agency_account();

update public.leads as lead set consent_at = demo.arrived_at, consent_text = case
  when demo.source in ('website_form', 'landing_page') then 'Agreed to a reply to their message'
  else 'Agreed to calls and messages, given on the phone' end
from demo_client_leads as demo
where lead.id = demo.id and (demo.source in ('website_form', 'landing_page') or k >= 2);

insert into public.lead_tasks (id, lead_id, kind, title, due_at, created_by, created_at)
select pg_temp.demo_id(lead.slug || ' task ' || k), lead.id, (array['call', 'email', 'sms'])[1 + k % 3],
  (array['Confirm the appointment', 'Send the price list', 'Ask for a good time'])[1 + k % 3],
  case k % 6 when 2 then pg_temp.demo_now() - make_interval(mins => 50 + k * 37) else pg_temp.demo_morning(k % 6) + make_interval(mins => k * 45 % 420) end,
  lead.owner_id, lead.arrived_at
from demo_client_leads as lead where k >= 2 and lead.stage not in ('won', 'lost') and k % 5 <> 3;

-- Each has a page of its own, older than the first lead that it brought. Their forms are where their leads from landing pages come from.
insert into public.landing_pages (id, account_id, slug, status, title, description, theme, hide_title, content, created_at, updated_at)
select pg_temp.demo_id('page ' || page.slug), account.id, page.slug, 'published', page.title, page.description, page.theme, true, made.content,
  pg_temp.demo_morning(page.day), pg_temp.demo_morning(page.day)
from (values
  ('northside-dental', 'northside-dental-first-visit', 'brand', -84, 'Your first visit, without the wait',
    'New patients at Northside Dental are seen within a week: a checkup, a cleaning, and a plan with prices.'),
  ('ember-coaching', 'ember-coaching-clarity-call', 'warm', -44, 'One call, one clear next step',
    'A free 20-minute call with Ember Coaching: where you are, what is in the way, and what to do first.')
) as page (account, slug, theme, day, title, description)
join public.accounts as account on account.slug = page.account
join demo_blocks as made on made.slug = page.slug;

-- Every third or fourth day brings a lead from one of two sources, so that a few in a hundred visitors write.
insert into public.landing_views (page_id, day, version, source, views, visitors)
select page.id, day.day::date, 1, origin.source, seen.visitors + seen.visitors / 3 + 1, seen.visitors
from public.landing_pages as page
join public.accounts as account on account.id = page.account_id and account.kind = 'client'
cross join lateral generate_series((page.created_at at time zone 'America/Los_Angeles')::date, pg_temp.demo_day(0), interval '1 day') as day (day)
cross join (values ('instagram', 5), ('google', 3)) as origin (source, usual)
cross join lateral (
  select origin.usual + (('x' || substr(md5(page.slug || day.day::date - page.created_at::date || origin.source), 1, 2))::bit(8)::integer) % 4 as visitors
) as seen;

-- What visitors did: most come by phone, read less far there, and leave sooner.
insert into public.landing_visits (page_id, day, version, width, visits, bounced, depths, speeds)
select seen.page_id, seen.day, seen.version, kind.width, reported.visits, least(reported.visits, floor(reported.visits * kind.leaves + chance.part)),
  array(select least(reported.visits, floor(reported.visits * power(kind.reads, part) + chance.part)) from generate_series(0, 9) as part),
  array(select floor(reported.visits * fast + chance.part) from unnest(kind.speeds) as fast)
from (
  select held.page_id, held.day, held.version, sum(held.visitors) as visitors from public.landing_views as held group by 1, 2, 3
) as seen
cross join (values
  ('phone'::public.landing_width, 0.6, 0.36, 0.89, array[0.34, 0.47, 0.13, 0.06]), ('tablet', 0.07, 0.29, 0.92, array[0.41, 0.45, 0.1, 0.04]),
  ('desktop', 0.27, 0.22, 0.94, array[0.63, 0.31, 0.05, 0.01])
) as kind (width, part, leaves, reads, speeds)
cross join lateral (select round(seen.visitors * kind.part)::bigint as visits) as reported
cross join lateral (
  -- Each day differs a little, so that small numbers are not always rounded the same way.
  select ('x' || substr(md5(seen.page_id::text || seen.day || kind.width), 1, 2))::bit(8)::integer / 256.0 as part
) as chance
where reported.visits > 0;

-- They click on the button of the first screen, on the form, and now and then on something else, where these are at each width.
insert into public.landing_clicks (page_id, version, width, block, x, y, clicks)
select page.id, page.version, spot.width::public.landing_width, spot.block, spot.x, spot.y, spot.clicks
from (
  -- The pages of blocks look the same but for the place of the form, and of the first button on wide screens.
  select blocks.slug, click.*
  from (values
    ('northside-dental-aligners', 5, 10, 10), ('northside-dental-first-visit', 3, 2, 3), ('ember-coaching-clarity-call', 2, 10, 10)
  ) as blocks (slug, form, tablet, desktop)
  cross join lateral (values
    ('phone', 0, 10, 7, 84), ('phone', 0, 8, 7, 21), ('phone', form, 10, 3, 58), ('phone', form, 10, 4, 52), ('phone', form, 10, 8, 39),
    ('tablet', 0, tablet, 7, 6), ('tablet', form, 7, 4, 5), ('tablet', form, 7, 8, 4),
    ('desktop', 0, desktop, 7, 53), ('desktop', form, 13, 2, 27), ('desktop', form, 13, 4, 25), ('desktop', form, 13, 7, 20)
  ) as click (width, block, x, y, clicks)
  union all
  values
    ('northside-dental-aligners', 'phone', 3, 10, 4, 17), ('northside-dental-aligners', 'phone', 3, 10, 5, 12),
    ('northside-dental-aligners', 'phone', 4, 10, 8, 9), ('northside-dental-aligners', 'desktop', 3, 13, 3, 9),
    ('northside-dental-aligners', 'desktop', 1, 5, 7, 8),
    -- One long part below the title: the button, the slider, the form.
    ('ember-coaching-first-clients', 'phone', 1, 5, 0, 64), ('ember-coaching-first-clients', 'phone', 1, 4, 0, 41),
    ('ember-coaching-first-clients', 'phone', 1, 10, 4, 17), ('ember-coaching-first-clients', 'phone', 1, 10, 7, 58),
    ('ember-coaching-first-clients', 'phone', 1, 10, 8, 52), ('ember-coaching-first-clients', 'phone', 1, 5, 9, 39),
    ('ember-coaching-first-clients', 'tablet', 1, 2, 0, 6), ('ember-coaching-first-clients', 'tablet', 1, 7, 8, 5),
    ('ember-coaching-first-clients', 'tablet', 1, 2, 9, 4),
    ('ember-coaching-first-clients', 'desktop', 1, 2, 0, 53), ('ember-coaching-first-clients', 'desktop', 1, 10, 4, 9),
    ('ember-coaching-first-clients', 'desktop', 1, 7, 7, 27), ('ember-coaching-first-clients', 'desktop', 1, 7, 8, 25),
    ('ember-coaching-first-clients', 'desktop', 1, 2, 9, 20)
) as spot (slug, width, block, x, y, clicks)
join public.landing_pages as page on page.slug = spot.slug;

insert into public.landing_submissions (page_id, version, lead_id, answers, utm, source, created_at)
select page.id, 1, held.id, jsonb_build_object('name', held.first_name || ' ' || held.last_name, 'email', held.email),
  case when lead.k % 3 = 2 then '{}' else '{"utm_source": "instagram", "utm_medium": "paid", "utm_campaign": "fall"}'::jsonb end,
  case when lead.k % 3 = 2 then 'google' else 'instagram' end, lead.arrived_at
from demo_client_leads as lead
join public.leads as held on held.id = lead.id
join public.landing_pages as page on page.slug = lead.page_slug
where lead.source = 'landing_page';

-- The drafts are as old as their pages.
alter table public.landing_drafts disable trigger touch_updated_at;
update public.landing_drafts as draft set blocks = made.blocks, content = made.content, hide_title = true from demo_blocks as made where made.slug = draft.slug;
update public.landing_page_versions as version set blocks = made.blocks from demo_blocks as made where made.slug = version.slug;
update public.landing_drafts as draft set updated_at = page.updated_at from public.landing_pages as page where page.id = draft.page_id;
alter table public.landing_drafts enable trigger touch_updated_at;

-- What visitors can book: a call with the sales team, and one kind of call of each client.
insert into public.meeting_types (
  id, account_id, slug, name, description, minutes, buffer_after, notice_minutes, horizon_days, bookable_days, bookable_from, bookable_until,
  location, location_details, questions, assignment, created_at
)
select pg_temp.demo_id('meeting ' || kind.slug), account.id, kind.slug, kind.name, kind.description, kind.minutes, kind.buffer, kind.notice, 60,
  -- The demo's team works around the clock, but nobody books a sales call at night.
  kind.days::text[], kind.opens::time, '18:00',
  kind.location::public.meeting_location, kind.place, kind.questions::jsonb, kind.assignment::public.meeting_assignment, pg_temp.demo_morning(-40)
from (values
  ('agency', 'strategy-call', 'Strategy call', 'We look at your offer, your ads and your calendar together. You leave with one page: the funnel we''d build, its price and its go-live date.', 30, 10, 120, '{mon,tue,wed,thu,fri}', '08:00', 'phone', '',
    '[{"id": "sell", "label": "What do you sell?", "kind": "text", "required": true}, {"id": "spend", "label": "Monthly ad spend", "kind": "select", "required": false, "options": ["Less than $5,000", "$5,000 - $15,000", "$15,000 - $50,000", "$50,000+"]}]', 'pool'),
  ('northside-dental', 'aligner-consultation', 'Aligner consultation', 'A free consultation with a digital scan and a written price before you decide.', 30, 10, 240, '{mon,tue,wed,thu,fri,sat}', '09:00', 'place', '18 Example Avenue, Seattle', '[]', 'pool'),
  ('ember-coaching', 'clarity-call', 'Clarity call', 'Thirty minutes about where you are and what would change the next twelve weeks.', 30, 15, 720, '{mon,tue,wed,thu,fri}', '09:00', 'video', 'https://meet.example/ember-clarity',
    '[{"id": "stuck", "label": "Where are you stuck?", "kind": "textarea", "required": false}]', 'person')
) as kind (account, slug, name, description, minutes, buffer, notice, days, opens, location, place, questions, assignment)
join public.accounts as account on account.slug = kind.account;

insert into public.meeting_hosts (meeting_type_id, user_id, account_id)
select type.id, host.id, type.account_id
from public.meeting_types as type cross join lateral unnest(private.team_of(type.account_id)) as host (id)
where type.assignment = 'pool'
  or exists (select from public.account_members as owner where owner.account_id = type.account_id and owner.user_id = host.id and owner.role = 'owner');

-- Three of five leads that came to a strategy call booked it on the page. All of these calls are over and decided, so that they take no
-- free time. Their leads' history has been written above.
alter table public.booking_events disable trigger apply_booking_event;

with planned as (
  select lead.k, lead.id as lead_id, lead.owner_id, step.at as booked_at,
    (step.at at time zone 'America/Los_Angeles')::date + 1 as day, type.id as type_id, type.account_id, type.name as title, case
      when lead.ending = 'won' or lead.k % 12 = 9 then 'held' when lead.k / 12 % 2 = 0 then 'no_show' when lead.k / 12 % 5 = 1 then 'cancelled' else 'held'
    end::public.booking_state as state
  from demo_leads as lead
  join demo_steps as step on step.k = lead.k and step.stage = 'call_booked'
  join public.meeting_types as type on type.id = pg_temp.demo_id('meeting strategy-call')
  where (lead.k / 12 + lead.k) % 5 < 3 and lead.owner_id is not null and lead.email is not null
), placed as (
  -- One after the other on each day of a person.
  select planned.*, (planned.day + time '09:00' + (row_number() over (partition by planned.owner_id, planned.day order by planned.k) - 1) * interval '1 hour')
    at time zone 'America/Los_Angeles' as starts_at
  from planned
), call as (
  insert into public.bookings (
    id, account_id, meeting_type_id, lead_id, state, starts_at, ends_at, name, email, phone, time_zone, title, location, manage_key, submission_id,
    decided_at, decided_by, created_at, updated_at
  )
  select pg_temp.demo_id('call ' || placed.k), placed.account_id, placed.type_id, placed.lead_id, placed.state, placed.starts_at,
    placed.starts_at + interval '30 minutes', concat_ws(' ', held.first_name, held.last_name), held.email, held.phone, 'America/Los_Angeles', placed.title, 'phone',
    pg_temp.demo_id('call key ' || placed.k), pg_temp.demo_id('call form ' || placed.k), placed.starts_at + interval '40 minutes',
    case when placed.state <> 'cancelled' then placed.owner_id end, placed.booked_at, placed.starts_at + interval '40 minutes'
  from placed join public.leads as held on held.id = placed.lead_id where placed.starts_at < pg_temp.demo_now() - interval '1 hour'
  returning *
), host as (
  insert into public.booking_hosts (booking_id, user_id, account_id, during, is_taken)
  select call.id, placed.owner_id, call.account_id, tstzrange(call.starts_at, call.ends_at + interval '10 minutes'), call.state <> 'cancelled'
  from call join placed on placed.lead_id = call.lead_id
)
insert into public.booking_events (booking_id, account_id, event, actor_id, happened_at)
select call.id, call.account_id, noted.event, noted.actor, noted.at from call cross join lateral (values
  ('booked', null::uuid, call.created_at), (call.state::text, call.decided_by, call.decided_at)
) as noted (event, actor, at) order by noted.at;

-- Some leads whose call is still ahead, one of them in another time zone.
with planned as (
  select lead.*, lead.user_id as owner_id, type.id as type_id, type.name as title, row_number() over (order by lead.created_at desc, lead.id) as place
  from public.leads as lead join public.meeting_types as type on type.id = pg_temp.demo_id('meeting strategy-call')
  where lead.account_id = type.account_id and lead.stage = 'call_booked' and lead.user_id is not null and lead.email is not null
    and lead.phone is not null and lead.archived_at is null and not lead.is_spam
    and not exists (select from public.bookings as booking where booking.lead_id = lead.id and booking.state = 'booked')
), placed as (
  select planned.*, (
    (select working.day from (
      select (pg_temp.demo_now() at time zone 'America/Los_Angeles')::date + ahead as day from generate_series(1, 9) as ahead
    ) as working where extract(isodow from working.day) < 6 order by working.day offset (planned.place + 1) / 2 - 1 limit 1)
    + time '10:00' + planned.place * interval '90 minutes'
  ) at time zone 'America/Los_Angeles' as starts_at
  from planned where planned.place <= 4
), call as (
  insert into public.bookings (
    id, account_id, meeting_type_id, lead_id, starts_at, ends_at, name, email, phone, time_zone, title, location, answers, manage_key, submission_id,
    created_at, updated_at
  )
  select pg_temp.demo_id('next call ' || placed.place), placed.account_id, placed.type_id, placed.id, placed.starts_at, placed.starts_at + interval '30 minutes',
    concat_ws(' ', placed.first_name, placed.last_name), placed.email, placed.phone,
    case placed.place when 2 then 'America/Chicago' else 'America/Los_Angeles' end, placed.title, 'phone',
    jsonb_build_object('What do you sell?', (array['Executive coaching', 'Online courses', 'Accounting software', 'Home renovations'])[placed.place], 'Monthly ad spend', '$5,000 - $15,000'),
    pg_temp.demo_id('next call key ' || placed.place), pg_temp.demo_id('next call form ' || placed.place),
    pg_temp.demo_now() - interval '20 hours', pg_temp.demo_now() - interval '20 hours'
  from placed returning *
), host as (
  insert into public.booking_hosts (booking_id, user_id, account_id, during)
  select call.id, placed.owner_id, call.account_id, tstzrange(call.starts_at, call.ends_at + interval '10 minutes')
  from call join placed on placed.id = call.lead_id
)
insert into public.booking_events (booking_id, account_id, event, happened_at) select call.id, call.account_id, 'booked', call.created_at from call;

-- Their next step is the call.
update public.lead_tasks as task set kind = 'call', title = call.title, due_at = call.starts_at, booking_id = call.id
from public.bookings as call where call.lead_id = task.lead_id and call.state = 'booked' and task.done_at is null;

alter table public.booking_events enable trigger apply_booking_event;

-- A color of its own shows where the brand of an account appears.
update public.accounts as account set accent = '#0f766e' where account.slug = 'northside-dental';

-- None of this just happened, so no emails are sent.
delete from private.outbox;

drop table demo_steps, demo_leads, demo_client_leads, demo_people, demo_blocks;

-- The audit log has what the admin did by hand so far, in the order in which it happened, without the changes of the seed itself.
alter table public.audit_log disable trigger refuse_audit_change;
truncate public.audit_log restart identity;
alter table public.audit_log enable trigger refuse_audit_change;

insert into public.audit_log (happened_at, actor_id, actor_email, action, table_name, row_id, subject, before, after, write_id)
select deed.at + abs(hashtext(deed.row_id)) % 140 * interval '1 minute', admin.id, admin.email, case when deed.before is null then 'insert' else 'update' end, deed.table_name, deed.row_id,
  private.subject_of(deed.after), deed.before, deed.after, null
from auth.users as admin
cross join (
  select held.created_at + interval '25 minutes' as at, 'user_roles' as table_name, concat_ws(' ', held.user_id, held.role) as row_id,
    to_jsonb(held) || '{"status": "pending"}' as before, to_jsonb(held) as after
  from public.user_roles as held where held.role = 'sales' and held.status = 'active'
  union all
  select board.created_at, 'client_dashboards', board.id::text, null, to_jsonb(board) || '{"access_count": 0, "last_accessed": null}'
  from public.client_dashboards as board
  union all
  select retainer.created_at, 'retainers', retainer.id::text, null,
    to_jsonb(retainer) || case retainer.status when 'active' then '{}'::jsonb else '{"status": "active"}' end
  from public.retainers as retainer
  union all
  select invoice.created_at, 'invoices', invoice.id::text, null, to_jsonb(invoice) || '{"status": "draft", "paid_date": null, "issued_at": null}'
  from public.invoices as invoice
  union all
  select invoice.created_at + interval '2 days 3 hours', 'invoices', invoice.id::text, to_jsonb(invoice) || '{"status": "pending"}', to_jsonb(invoice)
  from public.invoices as invoice where invoice.status = 'void'
  union all
  select answer.created_at, 'change_requests', request.id::text, to_jsonb(request) || '{"status": "open"}', to_jsonb(request) || '{"status": "answered"}'
  from public.change_requests as request join public.change_request_answers as answer on answer.request_id = request.id
  union all
  select given.created_at, 'premium_overrides', given.email, null, to_jsonb(given) from public.premium_overrides as given
) as deed
where admin.email = 'admin@example.com'
order by 1, deed.table_name, deed.row_id;
drop function pg_temp.demo_weekday(integer, integer, integer, integer);
drop function pg_temp.demo_work_time(timestamptz);
drop function pg_temp.demo_morning(integer);
drop function pg_temp.demo_day(integer);
drop function pg_temp.demo_now();
drop function pg_temp.demo_id(text);
