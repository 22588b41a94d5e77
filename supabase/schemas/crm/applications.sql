-- Applications from the application form, as sent. Only the remote function writes them.

create table public.applications (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid unique,
  full_name text not null check (btrim(full_name) <> '' and char_length(full_name) <= 200),
  email text not null check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  company text not null check (btrim(company) <> '' and char_length(company) <= 200),
  website text check (char_length(website) <= 2048),
  role text check (char_length(role) <= 100),
  target_new_clients_per_month text not null check (
    btrim(target_new_clients_per_month) <> '' and char_length(target_new_clients_per_month) <= 100
  ),
  avg_deal_size text check (char_length(avg_deal_size) <= 100),
  timeline text check (char_length(timeline) <= 100),
  notes text check (char_length(notes) <= 10000),
  best_contact text check (char_length(best_contact) <= 100),
  phone text check (char_length(phone) <= 50),
  status public.submission_status not null default 'new',
  submitted_at timestamptz,
  page_url text check (char_length(page_url) <= 2048),
  referrer_url text check (char_length(referrer_url) <= 2048),
  utm_source text check (char_length(utm_source) <= 255),
  utm_medium text check (char_length(utm_medium) <= 255),
  utm_campaign text check (char_length(utm_campaign) <= 255),
  user_agent text check (char_length(user_agent) <= 1000),
  ip_hash text check (char_length(ip_hash) <= 128),
  created_at timestamptz not null default now(),
  lead_id uuid references public.leads (id) on delete set null,
  is_spam boolean not null default false
);

comment on table public.applications is 'Applications from the application form, as sent.';
comment on column public.applications.id is 'The application.';
comment on column public.applications.submission_id is 'An id that the form makes, so that a form sent twice is stored once.';
comment on column public.applications.full_name is 'The applicant''s name.';
comment on column public.applications.email is 'The email address to answer.';
comment on column public.applications.company is 'Their company.';
comment on column public.applications.website is 'The company''s website.';
comment on column public.applications.role is 'Their role in the company.';
comment on column public.applications.target_new_clients_per_month is 'How many new clients they want.';
comment on column public.applications.avg_deal_size is 'What a client brings them.';
comment on column public.applications.timeline is 'When they want to start.';
comment on column public.applications.notes is 'What else they wrote.';
comment on column public.applications.best_contact is 'Email, SMS or Phone.';
comment on column public.applications.phone is 'Their phone number.';
comment on column public.applications.status is 'Stays new until somebody reads it.';
comment on column public.applications.submitted_at is 'When the form was sent, by the sender''s clock.';
comment on column public.applications.page_url is 'The page with the form.';
comment on column public.applications.referrer_url is 'The page that led here.';
comment on column public.applications.utm_source is 'Campaign parameter.';
comment on column public.applications.utm_medium is 'Campaign parameter.';
comment on column public.applications.utm_campaign is 'Campaign parameter.';
comment on column public.applications.user_agent is 'The sender''s browser.';
comment on column public.applications.ip_hash is 'A salted hash of the IP address, to detect floods.';
comment on column public.applications.created_at is 'When it arrived.';
comment on column public.applications.lead_id is 'The lead that it created or updated.';
comment on column public.applications.is_spam is 'Whether it looks like spam. Spam is kept and sends no email.';

create index applications_created_at_idx on public.applications (created_at desc);
create index applications_email_idx on public.applications (lower(email));

alter table public.applications enable row level security;

call private.require_sufficient_sessions('public.applications');

grant select, insert, update, delete on public.applications to service_role;
grant select on public.applications to authenticated;

create policy "Admins read all applications" on public.applications
for select to authenticated using ((select private.has_active_role('admin')));
