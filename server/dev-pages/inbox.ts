import { withInlineMark } from "../../supabase/functions/_shared/emails/brand-mark.ts";
import type { Backend } from "../backend/backend.ts";
import { type InboxMessage, renderInboxPage } from "./inbox-page.ts";

const MAX_MESSAGES = 200;

const REMOVED = "The content of this email was removed because its link expired.";

/**
 * The local inbox (contract: Addresses): `/dev/inbox` is a page, `/dev/inbox.json` lists the newest first. `?to=` keeps the
 * emails to one address. Sends waiting emails first.
 */
export async function handleInbox(request: Request, backend: Backend, drain: () => Promise<void>): Promise<Response> {
  await drain();
  const url = new URL(request.url);
  const to = url.searchParams.get("to");
  const { data, error } = await backend.service.rpc("list_outbox_messages", {
    p_limit: MAX_MESSAGES,
    ...(to ? { p_to: to } : {}),
  });
  if (error) return Response.json({ error: error.message }, { status: 503 });
  const messages = data.flatMap((row) => toMessage(row as Record<string, unknown>) ?? []);
  if (url.pathname.endsWith(".json"))
    return Response.json(
      messages.map(({ id: _, ...message }) => message),
      { headers: { "Cache-Control": "no-store" } },
    );
  return new Response(renderInboxPage(messages, url.searchParams), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      // Links in an email open outside its frame. Its scripts do not run.
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}

function toMessage(row: Record<string, unknown>): InboxMessage | undefined {
  const result = row.result as Partial<InboxMessage> | null;
  const payload = row.payload as { to?: string } | null;
  if (!result?.subject || !payload?.to) return undefined;
  return {
    id: String(row.id),
    to: payload.to,
    subject: result.subject,
    text: result.text ?? REMOVED,
    html: withInlineMark(result.html ?? `<p>${REMOVED}</p>`),
    at: String(row.done_at ?? row.created_at),
  };
}
