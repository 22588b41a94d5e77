import { z } from "zod";

/** The body that the auth service sends (Supabase, Send Email hook). */
export const hookBody = z.object({
  user: z.object({ email: z.string().default(""), new_email: z.string().default("") }),
  email_data: z.object({
    token: z.string().default(""),
    token_hash: z.string().default(""),
    token_hash_new: z.string().default(""),
    token_new: z.string().default(""),
    redirect_to: z.string().default(""),
    email_action_type: z.string(),
  }),
});

type Message = { to: string; template: string; token: string; data: Record<string, string> };

const TEMPLATES: Record<string, string> = {
  signup: "confirm-email",
  recovery: "reset-password",
  magiclink: "sign-in-link",
  invite: "sign-in-link",
  reauthentication: "reauthenticate",
};

/**
 * The emails for one call of the hook. Kinds that we do not offer produce none. For an address change, `token_hash`
 * belongs to the **new** mailbox despite its name, and the old mailbox only gets a notice.
 */
export function authMessages({ user, email_data }: z.output<typeof hookBody>, verifyUrl: string): Message[] {
  const { token, token_hash, email_action_type, redirect_to } = email_data;
  const verify = new URL(verifyUrl);
  verify.search = new URLSearchParams({ token: token_hash, type: email_action_type, redirect_to }).toString();
  const link = verify.href;
  if (email_action_type === "email_change")
    return [
      {
        to: user.new_email,
        template: "confirm-new-email",
        token: token_hash,
        data: { link, code: email_data.token_new || token, current: user.email },
      },
      ...(user.email
        ? [{ to: user.email, template: "email-change-notice", token: token_hash, data: { newEmail: user.new_email } }]
        : []),
    ];
  const template = TEMPLATES[email_action_type];
  const data = { link, code: token, ...(template === "reset-password" && { email: user.email }) };
  return template ? [{ to: user.email, template, token: token_hash || token, data }] : [];
}
