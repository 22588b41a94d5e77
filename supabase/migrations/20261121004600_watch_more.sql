-- The tables that came after the audit log, where admins write.

call private.watch('public.invoice_credits', 'id');
call private.watch('public.retainer_charges', 'retainer_id', 'charge_date');
call private.watch('public.change_request_answers', 'id');
