import { rpc } from "~/shared/api.ts";
import * as z from "~/shared/schema.ts";

type Email = { id: string; leadId: string; subject: string; body: string };

/** `again`: this email was sent before. */
export const sentEmail = z.object({ id: z.string(), again: z.boolean() });

/** Sends an email to a lead and logs it, once however often it is called with this id. Throws ServiceError. */
export const sendLeadEmail = ({ id, leadId, subject, body }: Email) =>
  rpc("send_lead_email", { p_id: id, p_lead_id: leadId, p_subject: subject, p_body: body }, sentEmail);
