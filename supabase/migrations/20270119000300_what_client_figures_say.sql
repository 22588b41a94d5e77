-- Two changes of the comment became one.

comment on function public.client_figures(uuid) is
'The billing of the caller and of accounts whose money they see in figures, or for an admin those of the named client: {paid: [{currency, amount}], paid_invoices, paid_since, invoices, by_status, active_retainers, monthly, is_premium: see private.client_has_premium, premium_accounts: those with Premium among these accounts}. Sums of several currencies begin with the largest, as everywhere. paid is what came in minus what went back (spec §2 Total Paid), paid_invoices counts those that paid comes from, also while a part is open, and by_status counts the words that people read. Amounts in the smallest unit.';
