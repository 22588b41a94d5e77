-- A host in front of a hosted project does not migrate it, but checks that the project has this version's schema.

create function private.schema_version() returns text
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (select max(version) from supabase_migrations.schema_migrations);
end
$$;

create function public.schema_version() returns text
language sql stable
set search_path = ''
return private.schema_version();

comment on function public.schema_version() is 'The newest applied migration, for the host that starts against this database.';

revoke execute on function public.schema_version() from public;

grant execute on function public.schema_version() to service_role;
grant execute on function private.schema_version() to service_role;
