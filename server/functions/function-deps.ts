import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";
import type { Backend } from "../backend/backend.ts";
import type { Environment } from "../environment/environment.ts";
import type { Mailer } from "../mail/choose-mailer.ts";

type RenderMail = (
  template: string,
  data: Record<string, unknown>,
  sender: { agency: string; siteUrl: string },
) => ReturnType<FunctionDeps["renderMail"]>;

/** What the functions get from this host: its clients, mailer, payment provider, clock and log. */
export function createFunctionDeps(
  env: Environment,
  backend: Backend,
  mailer: Mailer,
  payments: FunctionDeps["payments"],
  log: FunctionDeps["log"],
): FunctionDeps {
  return {
    service: backend.service,
    asCaller: backend.asCaller,
    secretKey: backend.secretKey,
    siteUrl: env.siteUrl,
    payments,
    address: "",
    now: () => new Date(),
    sendMail: mailer.send,
    renderMail: async (template, data) => {
      const { data: settings } = await backend.service
        .from("agency_settings")
        .select("agency_name")
        .limit(1)
        .maybeSingle();
      const { renderMail } = await loadTemplates();
      return renderMail(template, data, { agency: settings?.agency_name ?? "Upfunnel", siteUrl: env.siteUrl });
    },
    log,
  };
}

// Loaded with the first e-mail: the templates and their renderer take a third of a second and 40 MB.
let templates: Promise<{ renderMail: RenderMail }> | undefined;
function loadTemplates(): Promise<{ renderMail: RenderMail }> {
  const built = new URL("../../build/emails/render-mail.js", import.meta.url).href;
  templates ??= import(built) as Promise<{ renderMail: RenderMail }>;
  return templates;
}
