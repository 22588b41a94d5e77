import type { FormProblem } from "../../../../domain/landing/form-problems.ts";
import type { FunctionDeps } from "../deps.ts";

/** `call` is the id of a form that leads to a call: its message has the link, and the booking page knows the visitor by it. */
type Outcome = { sent: true; call?: string | undefined } | { problem: FormProblem };
type Form = { slug?: string | undefined; number: string };

/** Whether a browser sent the form itself, without scripts. It shows the response as a page. */
export function isPlainForm(request: Request): boolean {
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
    request.headers.get("content-type") ?? "",
  );
  return isForm && !/application\/json/i.test(request.headers.get("accept") ?? "");
}

/** Redirects a visitor without scripts to the form's page, which shows the result. It never redirects anywhere else. */
export function redirectToPage(request: Request, deps: FunctionDeps, outcome: Outcome, form: Form): Response {
  const page = ownReferrer(request, deps) ?? (form.slug ? new URL(`/landing/${form.slug}`, deps.siteUrl) : null);
  const [name, value] = "sent" in outcome ? ["sent", "1"] : ["problem", outcome.problem];
  if (!page) {
    const text =
      "sent" in outcome ? "Thank you. We got your message." : "We couldn't send this. Please go back and try again.";
    return new Response(text, {
      status: "sent" in outcome ? 200 : 400,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  page.searchParams.delete("sent");
  page.searchParams.delete("problem");
  page.searchParams.set(name as string, value as string);
  const call = "sent" in outcome ? outcome.call : undefined;
  const place = `${"sent" in outcome ? (call ? "sent-call" : "sent") : `problem-${outcome.problem}`}${/^[2-9]\d?$/.test(form.number) ? `-${form.number}` : ""}`;
  const headers = new Headers({ Location: `${locationOf(page, request)}#${place}`, "Cache-Control": "no-store" });
  if (call) headers.set("Set-Cookie", bookingCookie("after", call, request));
  return new Response(null, { status: 303, headers });
}

/** Redirects to the page that the form's author chose. */
export function redirectToNext(next: string): Response {
  return new Response(null, { status: 303, headers: { Location: next, "Cache-Control": "no-store" } });
}

/**
 * Tells the booking pages for two hours who the visitor is: the form that they sent (after), or the key of the call that they booked. The
 * id is random, and only this browser gets it.
 */
export function bookingCookie(name: "after" | "booked", id: string, request: Request): string {
  const isSecure = new URL(request.url).protocol === "https:" || request.headers.get("x-forwarded-proto") === "https";
  return `${name}=${id}; Path=/book; Max-Age=7200; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** The address without the host, because a proxy in front may use another protocol. */
function locationOf(page: URL, request: Request): string {
  if (page.host !== new URL(request.url).host) return page.href;
  return `/${page.pathname.replace(/^\/+/, "")}${page.search}`;
}

/** The Referer's address if it belongs to this site or to the requested host. */
export function ownReferrer(request: Request, deps: FunctionDeps): URL | null {
  const referrer = URL.parse(request.headers.get("referer") ?? "");
  const hosts = [new URL(request.url).host, new URL(deps.siteUrl).host];
  if (!referrer || !/^https?:$/.test(referrer.protocol) || !hosts.includes(referrer.host) || referrer.username)
    return null;
  referrer.hash = "";
  // Some browsers send only the host.
  const isSite = referrer.host === new URL(deps.siteUrl).host;
  return isSite && !referrer.pathname.startsWith("/landing/") ? null : referrer;
}

/** Redirects a refusal that came before the form was read: too many requests, too large, or an error of ours. */
export function redirectError(request: Request, refused: Response, deps: FunctionDeps): Response {
  if (refused.status < 400 || !isPlainForm(request)) return refused;
  const problem = refused.status === 429 ? "busy" : refused.status === 413 ? "fields" : "failed";
  const back = redirectToPage(request, deps, { problem }, { number: "1" });
  if (back.status !== 303) return refused;
  return back;
}
