-- Invoice drafts, draft retainers and a dashboard can belong to an account that nobody has joined yet.

alter table public.invoices alter column client_id drop not null;
alter table public.invoices add constraint invoices_prepared check (client_id is not null or account_id is not null and status = 'draft');
alter table public.retainers alter column client_id drop not null;
alter table public.retainers
add constraint retainers_prepared check (client_id is not null or account_id is not null and status in ('pending', 'canceled'));

comment on column public.invoices.client_id is 'The client who owes it; null for a draft of an account that nobody has joined yet.';
comment on column public.invoices.account_id is 'The account that it belongs to; null for people without one.';
comment on column public.retainers.client_id is 'The client; null before it begins, while nobody has joined the account.';
comment on column public.retainers.account_id is 'The account that it belongs to; null for people without one.';
comment on column public.payments.account_id is 'The account of the invoice.';
comment on column public.client_dashboards.account_id is
'The account that it belongs to; null for people without one. Without a person, it waits for the account''s first owner.';

-- Imported dashboards belong to no account.
update public.client_dashboards set account_id = null where user_id = 'imported-user' and account_id is not null;
create unique index client_dashboards_prepared_idx on public.client_dashboards (account_id) where user_id = 'imported-user';

alter table private.client_setups add column dashboard_id uuid references public.client_dashboards (id) on delete set null;
create index client_setups_dashboard_id_idx on private.client_setups (dashboard_id);
