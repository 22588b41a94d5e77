-- Sets the order of the lost reasons in one step, so that two admins who move them at the same moment do not mix their orders.

create function private.order_lost_reasons(p_ids uuid[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_premium();
  if not private.manages_workspace() then perform private.refuse('admin_only', '42501', 'Only an admin or owner can do this'); end if;
  lock table public.lost_reasons in share row exclusive mode;
  if (select array_agg(reason.id order by reason.id) from public.lost_reasons as reason where reason.account_id = private.workspace())
    is distinct from (select array_agg(wanted.id order by wanted.id) from unnest(p_ids) as wanted (id))
  then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed the lost reasons');
  end if;
  update public.lost_reasons as reason set position = wanted.place
  from unnest(p_ids) with ordinality as wanted (id, place)
  where reason.id = wanted.id and reason.account_id = private.workspace() and reason.position <> wanted.place;
end
$$;

create function public.order_lost_reasons(p_ids uuid[]) returns void
language sql volatile
set search_path = ''
return private.order_lost_reasons(p_ids);

comment on function public.order_lost_reasons(uuid[]) is
'Puts the lost reasons into this order; name all of them. For admins and a client''s owners (42501). PT409: others were added meanwhile.';

grant execute on function public.order_lost_reasons(uuid[]) to authenticated;
grant execute on function private.order_lost_reasons(uuid[]) to authenticated;
