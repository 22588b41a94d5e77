-- The agency's color in the portal, in emails and on invoices.

alter table public.agency_settings add column accent text check (char_length(accent) <= 7 and accent ~ '^#[0-9a-f]{6}$');

comment on column public.agency_settings.accent is 'The color of buttons and links as #rrggbb; null for the product''s.';

grant update (accent) on public.agency_settings to authenticated;

create or replace function private.agency_contact() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
    'tax_id', settings.tax_id, 'currency', settings.currency, 'time_zone', settings.time_zone, 'logo', private.agency_logo(),
    'accent', settings.accent)
  from public.agency_settings as settings
  where private.is_session_sufficient()
$$;

comment on function public.agency_contact() is
'Who sends the invoices and answers questions about them: {name, email, phone, address, tax_id, currency, time_zone, logo: {name, width, height, plate} or null, accent}. Billing days are days in that zone. For everybody who is signed in.';
