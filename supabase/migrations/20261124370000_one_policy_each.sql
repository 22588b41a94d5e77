-- One permissive policy for each table, verb and role: PostgreSQL runs every one that applies.

drop policy "People read their own roles" on public.user_roles;
drop policy "Admins read all roles" on public.user_roles;

create policy "People read their own roles, and admins all" on public.user_roles
for select to authenticated using (user_id = (select auth.uid()) or (select private.has_active_role('admin')));

drop policy "People read their own profile" on public.profiles;
drop policy "Admins read all profiles" on public.profiles;

create policy "People read their own profile, and admins all" on public.profiles
for select to authenticated using (user_id = (select auth.uid()) or (select private.has_active_role('admin')));

drop policy "Active people read their own subscription" on public.subscriptions;
drop policy "Admins read all subscriptions" on public.subscriptions;

create policy "Active people read their own subscription, and admins all" on public.subscriptions
for select to authenticated
using (
  (select private.has_active_role('admin')) or user_id = (select auth.uid()) and (select private.has_any_active_role())
);

drop policy "Clients send requests in their own name" on public.change_requests;
drop policy "The team sends requests in its own name" on public.change_requests;

create policy "Clients and the team send requests in their own name" on public.change_requests
for insert to authenticated
with check (
  user_id = (select auth.uid())
  and lower(user_email) = (select private.confirmed_email())
  and (select private.has_any_active_role())
);

drop policy "Admins read all premium overrides" on public.premium_overrides;
drop policy "People read the premium override of their own confirmed address" on public.premium_overrides;

create policy "People read their own premium override, and admins all" on public.premium_overrides
for select to authenticated using (email = (select private.confirmed_email()) or (select private.has_active_role('admin')));
