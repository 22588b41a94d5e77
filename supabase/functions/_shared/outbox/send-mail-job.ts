import type { FunctionDeps } from "../deps.ts";
import { z } from "../schema.ts";

const mailPayload = z.object({
  to: z.email(),
  template: z.string(),
  data: z.record(z.string(), z.unknown()).default({}),
});

/** Renders one e-mail and hands it to the mailer; what was sent stays with the job, for the inbox and the e-mail log. */
export async function sendMailJob(payload: Record<string, unknown>, id: string, deps: FunctionDeps) {
  const { to, template, data } = mailPayload.parse(payload);
  const message = await deps.renderMail(template, data);
  await deps.sendMail({ to, ...message }, id);
  return message;
}
