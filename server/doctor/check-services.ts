import nodemailer from "nodemailer";
import { evaluateDomain } from "../../domain/landing/evaluate-domain.ts";
import { isIpAddress } from "../../domain/landing/ip-address.ts";
import { createResolver } from "../dns/create-resolver.ts";
import type { Environment } from "../environment/environment.ts";
import { chooseMailer } from "../mail/choose-mailer.ts";
import { choosePayments } from "../payments/choose-payments.ts";
import { type Finding, ok, problem, reasonOf, warning } from "./finding.ts";

const TIMEOUT_MS = 10_000;

/** Connects to the mailer and greets it. Sends an email only if `recipient` is given. */
export async function checkMail(env: Environment, recipient?: string): Promise<Finding[]> {
  const { kind, send } = chooseMailer(env);
  if (kind === "inbox") return [ok("Mail", `emails stay in ${env.siteUrl}/dev/inbox`)];
  if (kind === "none")
    return [problem("Mail", "no mailer is configured, so no one can sign up. Set RESEND_API_KEY or SMTP_URL")];
  const findings: Finding[] = [];
  if (!env.MAIL_FROM)
    findings.push(problem("Mail", 'MAIL_FROM isn\'t set. Set a sender such as "Agency <hello@agency.example>"'));
  try {
    await (kind === "resend" ? greetResend(env.RESEND_API_KEY as string) : greetSmtp(env.SMTP_URL as string));
    findings.push(
      ok("Mail", `${kind === "resend" ? "Resend accepts the key" : "the mail server accepts us"}; nothing was sent`),
    );
    if (recipient) {
      const text = "This email shows that Upfunnel can send emails.";
      const message = { to: recipient, subject: "A test from Upfunnel", text, html: `<p>${text}</p>` };
      const id = `doctor-${Date.now()}`;
      await send({ ...message, messageId: `<${id}@${new URL(env.siteUrl).hostname}>` }, id);
      findings.push(ok("Mail", `a test went to ${recipient}`));
    }
  } catch (error) {
    findings.push(
      problem("Mail", `the mailer refuses or can't be reached (${reasonOf(error)}). Check its address and its key`),
    );
  }
  return findings;
}

async function greetResend(key: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch("https://api.resend.com/domains", { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body = (await answer.json().catch(() => ({}))) as { name?: string; message?: string };
  // A key that may only send is right, but may not list domains.
  if (!answer.ok && body.name !== "restricted_api_key")
    throw new Error(`${answer.status} ${body.message ?? ""}`.trim());
}

async function greetSmtp(url: string): Promise<void> {
  const transport = nodemailer.createTransport({ url, connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** The mode of the payment key, and whether the provider accepts it. */
export async function checkPayments(env: Environment): Promise<Finding[]> {
  if (!env.STRIPE_SECRET_KEY)
    return [
      env.demo
        ? ok("Payments", "the local payment server of the demo")
        : warning(
            "Payments",
            "not configured, so clients can't pay here. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET",
          ),
    ];
  const findings: Finding[] = [];
  const isTest = /^(sk|rk)_test_/.test(env.STRIPE_SECRET_KEY);
  if (!/^(sk|rk)_(test|live)_/.test(env.STRIPE_SECRET_KEY))
    findings.push(problem("Payments", "STRIPE_SECRET_KEY isn't a secret key: it starts with sk_ or rk_"));
  if (!env.STRIPE_WEBHOOK_SECRET?.startsWith("whsec_"))
    findings.push(problem("Payments", "STRIPE_WEBHOOK_SECRET isn't a webhook's secret: it starts with whsec_"));
  if (isTest && env.production)
    findings.push(warning("Payments", "the key is in test mode, so no real money moves. Set the live key"));
  try {
    await choosePayments(env, async () => true).payments?.stripe.balance.retrieve(
      {},
      { timeout: TIMEOUT_MS, maxNetworkRetries: 0 },
    );
    findings.push(ok("Payments", `the provider accepts the key (${isTest ? "test" : "live"} mode)`));
  } catch (error) {
    // A restricted key may not read the balance, but the provider knows it.
    if ((error as { type?: string }).type === "StripePermissionError")
      findings.push(ok("Payments", `the provider knows the restricted key (${isTest ? "test" : "live"} mode)`));
    else findings.push(problem("Payments", `the provider refuses the key or can't be reached (${reasonOf(error)})`));
  }
  return findings;
}

export type ServedDomain = { domain: string; token: string };

/** Whether every verified domain of a landing page still points here. */
export async function checkDomains(env: Environment, domains: ServedDomain[]): Promise<Finding[]> {
  if (domains.length === 0) return [ok("Domains", "no landing page has its own domain")];
  const resolve = createResolver(env.DNS_SERVER);
  const answered = (asked: Promise<string[]>) => asked.catch(() => null);
  const addressesOf = async (name: string) => {
    const [four, six] = await Promise.all([answered(resolve(name, "A")), answered(resolve(name, "AAAA"))]);
    return four || six ? [...(four ?? []), ...(six ?? [])] : null;
  };
  const siteHost = new URL(env.siteUrl).hostname.toLowerCase();
  const siteAddresses = isIpAddress(siteHost) ? [siteHost] : await addressesOf(siteHost);
  const wrong: Finding[] = [];
  for (const { domain, token } of domains) {
    const txt = await answered(resolve(`_upfunnel.${domain}`, "TXT"));
    const addresses = await addressesOf(domain);
    const cname = (await answered(resolve(domain, "CNAME"))) ?? [];
    const found = evaluateDomain({ domain, token, txt, addresses, cname, siteHost, siteAddresses });
    if (found.problem) wrong.push(warning("Domains", found.problem));
  }
  return wrong.length > 0 ? wrong : [ok("Domains", `${domains.length} verified, and all point here`)];
}
