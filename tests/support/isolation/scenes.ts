import { AGENCY, B, COLLEAGUE, INSIDERS, idOf, UNLENT_REP } from "./tenants.ts";
import { literal, MOMENT } from "./values.ts";

/** A call after something else has happened, which runs with all rights, before anything is watched. */
export type Scene = { before: string; call: string };

const b = (row: number) => literal(idOf(B, row));
const ADMIN = literal(INSIDERS["an admin"]?.person.id ?? "");
const OWNER = INSIDERS["B's owner"]?.person;
const SESSION = literal(idOf(B, 7));
const address = (row: number) => literal(`${B.mark}${row}@common.example`);

/** What follows happens as B's owner in B. */
const AS_OWNER = `set_config('request.jwt.claim.sub', ${literal(OWNER?.id ?? "")}, true),
  set_config('request.jwt.claims', ${literal(JSON.stringify({ sub: OWNER?.id, role: "authenticated", email: OWNER?.email }))}, true),
  set_config('request.headers', '{"x-account": "${B.slug}"}', true)`;
const claims = (more: string) =>
  `select set_config('isolation.claims', (current_setting('isolation.given')::jsonb || ${more})::text, true)`;

/** Without triggers, which would set the row's moment. */
const quietly = (change: string) =>
  `set local session_replication_role = replica; ${change}; set local session_replication_role = origin`;
const imports = quietly(
  `update private.dashboard_imports set admin_id = ${ADMIN}, started_at = now(), finished_at = null where id = ${b(1)}`,
);

/** A call ahead that B's second person holds, and no one else then. */
const CALL_AHEAD = quietly(
  `update public.bookings set state = 'booked', starts_at = now() + interval '1 day', ends_at = now() + interval '25 hours' where id = ${b(1)};
  delete from public.booking_hosts where booking_id <> ${b(1)} or user_id <> (select min(user_id::text)::uuid from public.booking_hosts where booking_id = ${b(1)});
  update public.booking_hosts set user_id = ${b(2)} where booking_id = ${b(1)}`,
);

/**
 * What must have happened before a call about B's rows succeeds for those who may make it. A function that refuses all of the usual
 * calls needs a line here, or a reason in the test.
 */
const SCENES: Record<string, Scene> = {
  add_landing_domain: {
    before: quietly(`delete from public.landing_domains where page_id = ${b(1)}`),
    call: `add_landing_domain(${b(1)}, 'new.example.com')`,
  },
  answer_publish_request: {
    before: quietly(
      `update public.landing_publish_requests set state = 'waiting', requested_at = ${MOMENT} where page_id = ${b(1)}`,
    ),
    call: `answer_publish_request(${b(1)}, ${MOMENT}, false, 'Hello')`,
  },
  assign_client_dashboard: {
    before: quietly(`delete from public.client_dashboards where user_id = ${b(1)}`),
    call: `assign_client_dashboard(${address(1)}, 'Hello', 'https://www.notion.so/hello', 'Hello')`,
  },
  cancel_email_change: {
    before: `update auth.users set email_change = 'new@example.com' where id = ${b(1)}`,
    call: "cancel_email_change()",
  },
  check_dashboard_import: { before: imports, call: `check_dashboard_import(${b(1)})` },
  check_request: {
    before: `insert into auth.sessions (id, user_id, created_at, updated_at) values (${SESSION}, ${b(1)}, now(), now());
      ${claims(`'{"session_id": ${SESSION.replaceAll("'", '"')}}'`)}`,
    call: "check_request()",
  },
  create_account_from_lead: {
    before: quietly(`update public.leads set stage = 'won' where id = ${literal(idOf(AGENCY, 1))}`),
    call: `create_account_from_lead(${literal(idOf(AGENCY, 1))})`,
  },
  create_recovery_codes: {
    before: `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (${SESSION}, ${b(1)}, 'totp', 'verified', now(), now());
      ${claims(`'{"aal": "aal2"}'`)}`,
    call: "create_recovery_codes()",
  },
  change_user_role: {
    before: quietly(
      `update public.invoices set status = 'void' where client_id = ${b(2)}; update public.retainers set status = 'completed' where client_id = ${b(2)}; update public.subscriptions set subscribed = false where user_id = ${b(2)}`,
    ),
    call: `change_user_role(${b(2)}, 'sales', null, false)`,
  },
  deactivate_user: { before: "select", call: `deactivate_user(${b(2)}, null, true)` },
  delete_draft_invoice: {
    before: quietly(
      `update public.invoices set updated_at = ${MOMENT} where id = ${b(2)}; delete from public.payments where invoice_id = ${b(2)}; delete from public.invoice_credits where invoice_id = ${b(2)}; delete from public.retainer_charges where invoice_id = ${b(2)}`,
    ),
    call: `delete_draft_invoice(${b(2)}, ${MOMENT})`,
  },
  end_loan: { before: "select", call: `end_loan(${b(1)}, ${literal(COLLEAGUE.id ?? "")})` },
  end_own_session: {
    before: `insert into auth.sessions (id, user_id, created_at, updated_at) values (${SESSION}, ${b(1)}, now(), now())`,
    call: `end_own_session(${SESSION})`,
  },
  finish_dashboard_import: { before: imports, call: `finish_dashboard_import(${b(1)}, '{}')` },
  join_account: {
    before: `${quietly(`update public.invitations set token_hash = sha256('told'), email = ${address(1)}, role = 'client', account_id = ${b(1)}, account_role = 'member', accepted_at = null, revoked_at = null where id = ${b(1)}`)}`,
    call: "join_account('told')",
  },
  lend_rep: { before: "select", call: `lend_rep(${b(1)}, ${literal(UNLENT_REP.id ?? "")})` },
  open_invoice: {
    before: quietly(`update public.invoices set status = 'active', updated_at = ${MOMENT} where id = ${b(1)}`),
    call: `open_invoice(${b(1)}, ${MOMENT}, current_date + 9)`,
  },
  prepare_client_dashboard: {
    before: quietly(`delete from public.client_dashboards where account_id = ${b(1)} or user_id = ${b(1)}`),
    call: `prepare_client_dashboard(${b(1)}, 'Hello', 'https://www.notion.so/hello', 'Hello')`,
  },
  prepare_lead_import: {
    before: quietly(`update public.lead_imports set status = 'staging', rows = 3 where id = ${b(1)}`),
    call: `prepare_lead_import(${b(1)}, 3)`,
  },
  reactivate_user: {
    before: quietly(`update public.user_roles set status = 'inactive' where user_id = ${b(2)}`),
    call: `reactivate_user(${b(2)})`,
  },
  reject_user: {
    before: quietly(`update public.user_roles set status = 'pending' where user_id = ${b(2)}`),
    call: `reject_user(${b(2)}, 'Hello')`,
  },
  remove_invoice_payment: {
    before: quietly(
      `update public.payments set kind = 'payment', provider_ref = 'manual:' || id, currency = 'usd', amount = 7000 where id = ${b(1)};
      update public.invoices set status = 'pending', currency = 'usd', received_amount = 7000, refunded_amount = 0, updated_at = ${MOMENT} where id = ${b(1)}`,
    ),
    call: `remove_invoice_payment(${b(1)}, ${MOMENT}, 'Hello')`,
  },
  remove_invoice_credit: {
    before: quietly(
      `update public.invoice_credits set invoice_id = ${b(1)}, amount = 100, removed_at = null where id = ${b(1)};
      update public.invoices set status = 'pending', amount = 7000, received_amount = 0, refunded_amount = 0, updated_at = ${MOMENT} where id = ${b(1)}`,
    ),
    call: `remove_invoice_credit(${b(1)}, ${MOMENT}, 'Hello')`,
  },
  resend_invitation: {
    before: quietly(
      `update public.invitations set email = 'again@example.com', role = 'client', account_id = ${b(1)}, account_role = 'member', accepted_at = null, revoked_at = null where id = ${b(1)}`,
    ),
    call: `resend_invitation(${b(1)})`,
  },
  reset_second_factors: {
    before: `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (${SESSION}, ${b(2)}, 'totp', 'verified', now(), now())`,
    call: `reset_second_factors(${b(2)})`,
  },
  restore_invoice_payment: {
    before: quietly(
      `update public.payments set kind = 'removed', provider_ref = 'manual:' || gen_random_uuid(), currency = 'usd', amount = 7000, method = 'Cash' where id = ${b(1)};
      update public.invoices set status = 'pending', amount = 7000, currency = 'usd', credited_amount = 0, received_amount = 0, refunded_amount = 0, updated_at = ${MOMENT} where id = ${b(1)}`,
    ),
    call: `restore_invoice_payment(${b(1)})`,
  },
  restore_draft_invoice: {
    before: quietly(
      `update public.audit_log as entry set table_name = 'invoices', action = 'delete', row_id = gen_random_uuid()::text, before = to_jsonb(held) || '{"status": "draft"}', after = null
      from public.invoices as held where held.id = ${b(1)} and entry.id = ${B.first + 1}`,
    ),
    call: `restore_draft_invoice((select row_id::uuid from public.audit_log where id = ${B.first + 1}))`,
  },
  restore_invoice_credit: {
    before: quietly(
      `update public.invoice_credits set invoice_id = ${b(1)}, amount = 100, removed_at = now() where id = ${b(1)};
      update public.invoices set status = 'pending', amount = 7000, credited_amount = 0, received_amount = 0, refunded_amount = 0, updated_at = ${MOMENT} where id = ${b(1)}`,
    ),
    call: `restore_invoice_credit(${b(1)})`,
  },
  restore_audit_entry: {
    before:
      quietly(`update public.audit_log as entry set table_name = 'client_dashboards', action = 'update', row_id = held.id::text, before = to_jsonb(held) || '{"business_name": "Before"}', after = to_jsonb(held)
      from public.client_dashboards as held where held.id = ${b(1)} and entry.id = ${B.first + 1}`),
    call: `restore_audit_entry(${B.first + 1})`,
  },
  undo_retainer_change: {
    before: quietly(
      `update public.retainers set updated_at = ${MOMENT} where id = ${b(2)};
      update public.audit_log as entry set table_name = 'retainers', action = 'update', row_id = held.id::text, before = to_jsonb(held) || '{"retainer_name": "Before"}', after = to_jsonb(held)
      from public.retainers as held where held.id = ${b(2)} and entry.id = ${B.first + 1}`,
    ),
    call: `undo_retainer_change(${b(2)}, ${MOMENT})`,
  },
  roll_out_landing_test: {
    before: quietly(
      `update public.landing_tests set state = 'running', winner_version = null where id = ${b(1)}; update public.landing_pages set status = 'published', version = 2 where id = ${b(1)}`,
    ),
    call: `roll_out_landing_test(${b(1)}, 1)`,
  },
  send_invoice: {
    before: quietly(
      `update public.invoices set updated_at = ${MOMENT}, due_date = current_date + 9 where id = ${b(2)}`,
    ),
    call: `send_invoice(${b(2)}, ${MOMENT})`,
  },
  start_card_refund: {
    before: quietly(
      `update public.payments set currency = 'usd', amount = 7000 where invoice_id = ${b(1)};
      update public.invoices set status = 'paid', currency = 'usd', received_amount = 7000, refunded_amount = 0, updated_at = ${MOMENT} where id = ${b(1)}`,
    ),
    call: `start_card_refund(${b(1)}, ${MOMENT}, 1, 'Hello')`,
  },
  undo_book_call: {
    before: quietly(
      `update public.bookings set state = 'booked', sequence = 0, starts_at = now() + interval '1 day', ends_at = now() + interval '25 hours' where id = ${b(1)};
      update public.booking_events set actor_id = ${literal(OWNER?.id ?? "")} where booking_id = ${b(1)}`,
    ),
    call: `undo_book_call(${b(1)})`,
  },
  hand_over_call: { before: CALL_AHEAD, call: `hand_over_call(${b(1)}, ${b(2)}, ${literal(OWNER?.id ?? "")})` },
  undo_hand_over: {
    before: `${CALL_AHEAD}; select ${AS_OWNER}; select public.hand_over_call(${b(1)}, ${b(2)}, ${literal(OWNER?.id ?? "")})`,
    call: `undo_hand_over(${b(1)})`,
  },
  undo_call_change: {
    before: quietly(
      `update public.bookings set state = 'cancelled', decided_by = ${literal(OWNER?.id ?? "")}, starts_at = now() + interval '1 day', ends_at = now() + interval '25 hours' where id = ${b(1)};
      update public.booking_events set event = 'cancelled', payload = '{}', actor_id = ${literal(OWNER?.id ?? "")} where booking_id = ${b(1)}`,
    ),
    call: `undo_call_change(${b(1)})`,
  },
  undo_lead_import: {
    before: quietly(`update public.lead_imports set status = 'done', rows_purged_at = null where id = ${b(1)}`),
    call: `undo_lead_import(${b(1)})`,
  },
  undo_lead_merge: {
    before: `select ${AS_OWNER}; select public.merge_leads(${b(8)}, ${b(1)}, ${b(3)}, '{}')`,
    call: `undo_lead_merge(${b(8)})`,
  },
  undo_log_activity: {
    before: `select ${AS_OWNER}; select public.log_activity(p_id => ${b(8)}, p_lead_id => ${b(1)}, p_kind => 'note', p_body => 'Hello')`,
    call: `undo_log_activity(${b(8)})`,
  },
  update_account: {
    before: quietly(`update public.accounts set logo = null, logo_width = null, logo_height = null where id = ${b(1)}`),
    call: `update_account(${b(1)}, '{"name": "Hello"}', null)`,
  },
  update_client_dashboard: {
    before: quietly(`update public.client_dashboards set updated_at = ${MOMENT} where id = ${b(1)}`),
    call: `update_client_dashboard(${b(1)}, 'Hello', 'https://www.notion.so/hello', 'Hello', ${MOMENT}, null)`,
  },
  update_draft_invoice: {
    before: quietly(`update public.invoices set updated_at = ${MOMENT} where id = ${b(2)}`),
    call: `update_draft_invoice(${b(2)}, ${MOMENT}, ${b(1)}, 'Hello', current_date + 9, 'usd', '[{"description": "Ads", "quantity": 1, "unit_amount": 100}]')`,
  },
};

/** The scenes of a function: one or none. */
export const scenesOf = (name: string): Scene[] => {
  const scene = SCENES[name];
  return scene ? [{ before: scene.before, call: `select * from public.${scene.call}` }] : [];
};
