-- The help center's form is for everybody with access, not only for clients: what a salesperson or an admin reports lands in
-- the same list of requests.

create policy "The team sends requests in its own name" on public.change_requests
for insert to authenticated
with check (
  user_id = (select auth.uid())
  and lower(user_email) = (select private.confirmed_email())
  and ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
);
