-- The agency's logo: a PNG in the bucket brand. The old files stay, because emails that people already have show them.

create function private.check_agency_logo() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.logo is not null and not exists (
    select from storage.objects as file
    where file.bucket_id = 'brand' and file.name = new.logo and file.metadata ->> 'mimetype' = 'image/png'
  ) then
    perform private.refuse('logo_not_found', '22023', 'The logo must be a PNG file that is stored', 'logo');
  end if;
  return new;
end
$$;

comment on function private.check_agency_logo() is 'Trigger: the logo is a stored PNG file, because emails and PDF files show no other format everywhere.';

create trigger check_agency_logo before insert or update of logo on public.agency_settings
for each row execute function private.check_agency_logo();

create function private.agency_logo() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('name', settings.logo, 'width', settings.logo_width, 'height', settings.logo_height, 'plate', settings.logo_plate)
  from public.agency_settings as settings where settings.logo is not null
$$;

comment on function private.agency_logo() is 'The agency''s logo as {name, width, height, plate}; null without one.';
