-- Messages from the contact form, as sent. Visitors may also insert one without the remote function (spec §7 Fallback). The API
-- returns none of them.

create type public.traffic_type as enum ('paid_ads', 'organic', 'referral', 'direct');

create type public.submission_status as enum ('new', 'read', 'archived');

comment on type public.traffic_type is 'How a visitor came (spec §4).';
comment on type public.submission_status is 'Whether somebody has read a submission.';

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid unique,
  first_name text not null check (btrim(first_name) <> '' and char_length(first_name) <= 100),
  last_name text not null check (btrim(last_name) <> '' and char_length(last_name) <= 100),
  email text not null check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  company text check (char_length(company) <= 200),
  ad_spend text check (char_length(ad_spend) <= 100),
  goals text not null check (btrim(goals) <> '' and char_length(goals) <= 10000),
  interests text[] check (cardinality(interests) <= 20 and octet_length(interests::text) <= 2000),
  status public.submission_status not null default 'new',
  source text not null default 'website_form' check (source ~ '^[a-z][a-z_]{0,49}$'),
  utm_source text check (char_length(utm_source) <= 255),
  utm_medium text check (char_length(utm_medium) <= 255),
  utm_campaign text check (char_length(utm_campaign) <= 255),
  utm_term text check (char_length(utm_term) <= 255),
  utm_content text check (char_length(utm_content) <= 255),
  referrer_url text check (char_length(referrer_url) <= 2048),
  landing_page text check (char_length(landing_page) <= 2048),
  traffic_type public.traffic_type,
  session_id text check (char_length(session_id) <= 100),
  ip_hash text check (char_length(ip_hash) <= 128),
  created_at timestamptz not null default now(),
  -- A message, its lead and its emails are stored in one transaction. The remote functions call submit_contact and
  -- submit_application; a direct insert (spec §7 Fallback) follows the same rule.
  lead_id uuid references public.leads (id) on delete set null,
  is_spam boolean not null default false
);

comment on table public.contacts is 'Messages from the contact form, as sent.';
comment on column public.contacts.id is 'The message.';
comment on column public.contacts.submission_id is 'An id that the form makes, so that a form sent twice is stored once.';
comment on column public.contacts.first_name is 'Given name.';
comment on column public.contacts.last_name is 'Family name.';
comment on column public.contacts.email is 'The email address to answer.';
comment on column public.contacts.company is 'Their company.';
comment on column public.contacts.ad_spend is 'The chosen range of monthly ad spend.';
comment on column public.contacts.goals is 'What they want to reach.';
comment on column public.contacts.interests is 'The offers they ticked.';
comment on column public.contacts.status is 'Stays new until somebody reads it.';
comment on column public.contacts.source is 'The form that it came through.';
comment on column public.contacts.utm_source is 'Campaign parameter of the first page.';
comment on column public.contacts.utm_medium is 'Campaign parameter of the first page.';
comment on column public.contacts.utm_campaign is 'Campaign parameter of the first page.';
comment on column public.contacts.utm_term is 'Campaign parameter of the first page.';
comment on column public.contacts.utm_content is 'Campaign parameter of the first page.';
comment on column public.contacts.referrer_url is 'The page that led here.';
comment on column public.contacts.landing_page is 'The first page seen here.';
comment on column public.contacts.traffic_type is 'How the visitor came.';
comment on column public.contacts.session_id is 'The browser session.';
comment on column public.contacts.ip_hash is 'A salted hash of the IP address, to detect floods.';
comment on column public.contacts.created_at is 'When it arrived.';
comment on column public.contacts.lead_id is 'The lead that it created or updated.';
comment on column public.contacts.is_spam is 'Whether it looks like spam. Spam is kept and sends no email.';

create index contacts_created_at_idx on public.contacts (created_at desc);
create index contacts_email_idx on public.contacts (lower(email));

alter table public.contacts enable row level security;

call private.require_sufficient_sessions('public.contacts');

grant select, insert, update, delete on public.contacts to service_role;

grant insert (
  submission_id, first_name, last_name, email, company, ad_spend, goals, interests, status, source, utm_source,
  utm_medium, utm_campaign, utm_term, utm_content, referrer_url, landing_page, traffic_type, session_id
) on public.contacts to anon, authenticated;

create policy "Everybody sends a new message from the website" on public.contacts
for insert to anon, authenticated with check (status = 'new' and source = 'website_form');
