import { Webhook } from "standardwebhooks";
import { z } from "zod";
import type { FunctionHandler } from "../_shared/deps.ts";
import { dispatchOutbox } from "../_shared/outbox/dispatch-outbox.ts";
import { failure, json } from "../_shared/respond.ts";
import { authMessages, hookBody } from "./auth-messages.ts";

/**
 * The Send Email hook of a hosted project. It sends auth emails through the same outbox and templates as every other
 * email. The auth service signs its calls (Standard Webhooks). Two calls for one token send one email. The embedded
 * modes do not need this.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.authHook) return failure(404, "not_found", "This project has no Send Email hook");
  const text = await request.text();
  try {
    new Webhook(deps.authHook.secret.replace(/^v1,/, "")).verify(text, Object.fromEntries(request.headers));
  } catch {
    return failure(401, "not_allowed", "The signature isn't from the auth service");
  }
  const parsed = hookBody.safeParse(JSON.parse(text));
  if (!parsed.success) return failure(400, "bad_request", z.prettifyError(parsed.error));
  for (const { to, template, token, data } of authMessages(parsed.data, deps.authHook.verifyUrl)) {
    const job = { p_kind: "mail", p_dedupe_key: `auth:${template}:${token}`, p_payload: { to, template, data } };
    const { error } = await deps.service.rpc("enqueue_outbox", job);
    if (error) return failure(500, "outbox_failed", error.message);
  }
  // The auth service waits five seconds for its hook. A slower mail service gets the email in the background.
  const sending = dispatchOutbox(deps, `auth-${crypto.randomUUID()}`);
  await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, 3_000))]);
  return json({});
};
