import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";
import type { InvoiceBrand, InvoiceDocument } from "../../supabase/functions/_shared/invoices/invoice-document.ts";
import type { StatementDocument } from "../../supabase/functions/_shared/invoices/statement-document.ts";
import { loadLetterhead, loadSender } from "../../supabase/functions/_shared/load-sender.ts";
import { probePage } from "../../supabase/functions/_shared/probe/probe-page.ts";
import type { Backend } from "../backend/backend.ts";
import { probeSamplePage } from "../dev-pages/probe-sample-page.ts";
import { createResolver } from "../dns/create-resolver.ts";
import type { Environment } from "../environment/environment.ts";
import type { Mailer } from "../mail/choose-mailer.ts";

type RenderMail = (
  template: string,
  data: Record<string, unknown>,
  sender: Awaited<ReturnType<typeof loadSender>>,
) => ReturnType<FunctionDeps["renderMail"]>;

/** What this host provides to the functions: clients, mailer, payment provider, clock and log. */
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
    hasOneConnection: backend.mode === "embedded",
    payments,
    address: "",
    now: () => new Date(),
    sendMail: mailer.send,
    mailProvider: mailer.provider,
    outboxTimeScale: env.OUTBOX_TIME_SCALE,
    keepsMail: mailer.kind === "inbox",
    renderMail: async (template, data) => {
      const sender = await loadSender(backend.service, env.siteUrl, backend.supabaseUrl ?? env.siteUrl, data.account);
      const { renderMail } = await loadBuilt<{ renderMail: RenderMail }>("render-mail");
      return renderMail(template, data, sender);
    },
    renderInvoice: async (invoice) => {
      const { renderInvoice } = await loadBuilt<{ renderInvoice: Render<InvoiceDocument> }>("render-invoice");
      return renderInvoice(invoice, "build/client/pdf-fonts", await loadLetterhead(backend.service, log));
    },
    renderStatement: async (statement) => {
      const { renderStatement } = await loadBuilt<{ renderStatement: Render<StatementDocument> }>("render-statement");
      return renderStatement(statement, "build/client/pdf-fonts", await loadLetterhead(backend.service, log));
    },
    probePage: async (address) =>
      (env.demo ? await probeSamplePage(address, backend) : null) ?? probePage(address, new URL(env.siteUrl).origin),
    resolveDns: createResolver(env.DNS_SERVER),
    log,
  };
}

type Render<Contents> = (contents: Contents, fonts: string, brand: InvoiceBrand) => Promise<Uint8Array>;

/** Loaded with the first email or document, because each renderer takes a third of a second and 40 MB. */
function loadBuilt<Module>(name: string): Promise<Module> {
  return import(new URL(`../../build/documents/${name}.js`, import.meta.url).href) as Promise<Module>;
}
