import { createHash } from "node:crypto";
import { preferredLanguage } from "../../domain/language.ts";
import { bookingCookie } from "../../supabase/functions/_shared/landing/redirect-back.ts";
import { BodyTooLarge, readBody } from "../../supabase/functions/_shared/read-body.ts";

type RequestHandler = (request: Request, address: string) => Promise<Response>;
type Form = "contact" | "application";

const MAX_BODY_BYTES = 64 * 1024;
const MAX_FIELDS = 100;

/**
 * Accepts forms from visitors without scripts: `POST /contact`, as browsers send forms. It calls the same function as
 * every other submission. On success it redirects to the success page. On a refusal it shows the form again with the
 * visitor's input.
 */
export function createFormPosts(
  functions: RequestHandler,
  page: (request: Request) => Promise<Response>,
  offersCalls: () => Promise<boolean>,
): RequestHandler {
  return async (request, address) => {
    // Browsers say which site a form is on. A form on a foreign site could submit in its visitors' names.
    if (request.headers.get("sec-fetch-site") === "cross-site")
      return renderFormAgain(request, page, 403, { form: "contact" });
    const fields = await readFields(request);
    if (typeof fields === "number") return renderFormAgain(request, page, fields, { form: "contact" });
    const form: Form = fields.get("form") === "application" ? "application" : "contact";
    const submissionId = idOf(fields, address);
    const body = form === "contact" ? contactBody(fields, request) : applicationBody(fields, request);
    const call = new Request(new URL(`/functions/v1/send-${form}-email`, request.url), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...body, topic: fields.get("topic"), submission_id: submissionId }),
    });
    const answer = await functions(call, address);
    if (answer.ok) return sent(form, submissionId, await offersCalls().catch(() => false), request);
    const { title, error, fields: problems } = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    const refused = answer.status === 400 ? { title, text: error, problems } : {};
    return renderFormAgain(request, page, answer.status, { form, ...refused, values: valuesOf(fields) });
  };
}

/** Redirects to the result, which offers a call if there is any. The booking page knows the visitor by the form's id. */
function sent(form: Form, id: string, offersCall: boolean, request: Request): Response {
  if (!offersCall) return new Response(null, { status: 303, headers: { Location: `/contact#${form}-received` } });
  return new Response(null, {
    status: 303,
    headers: { Location: `/contact#${form}-call`, "Set-Cookie": bookingCookie("after", id, request) },
  });
}

/** The form's fields, or the HTTP status of a refusal. */
async function readFields(request: Request): Promise<FormData | number> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return 415;
  try {
    const body = await readBody(request, MAX_BODY_BYTES);
    const fields = await new Response(body, { headers: { "Content-Type": type } }).formData();
    return [...fields.keys()].length > MAX_FIELDS ? 413 : fields;
  } catch (error) {
    return error instanceof BodyTooLarge ? 413 : 400;
  }
}

function valuesOf(fields: FormData): Record<string, string[]> {
  return Object.fromEntries([...new Set(fields.keys())].map((name) => [name, fields.getAll(name).map(String)]));
}

/**
 * Two clicks on a slow page send the same words from the same address on the same day. They count as one submission.
 */
function idOf(fields: FormData, address: string): string {
  const day = new Date().toISOString().slice(0, 10);
  const hash = createHash("sha256")
    .update(JSON.stringify([day, address, valuesOf(fields)]))
    .digest("hex");
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

function textsOf(fields: FormData, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, String(fields.get(name) ?? "")]));
}

/** Without scripts, only the request says which language the visitor prefers. */
const languageOf = (request: Request) => preferredLanguage(request.headers.get("accept-language"));

function contactBody(fields: FormData, request: Request): Record<string, unknown> {
  const texts = textsOf(fields, ["firstName", "lastName", "email", "company", "adSpend", "goals"]);
  return { ...texts, interests: fields.getAll("interests").map(String), language: languageOf(request) };
}

function applicationBody(fields: FormData, request: Request): Record<string, unknown> {
  const names = ["full_name", "email", "company", "website", "role", "target_new_clients_per_month", "avg_deal_size"];
  const source = {
    submitted_at: new Date().toISOString(),
    page_url: request.headers.get("referer"),
    user_agent: request.headers.get("user-agent"),
    language: languageOf(request),
  };
  return { lead: textsOf(fields, [...names, "timeline", "notes", "best_contact", "phone"]), source };
}

/** Renders the form page with the visitor's input and the errors. The page reads this state from the header. */
async function renderFormAgain(
  request: Request,
  page: (request: Request) => Promise<Response>,
  status: number,
  state: Record<string, unknown>,
): Promise<Response> {
  const header = Buffer.from(JSON.stringify(state)).toString("base64");
  const response = await page(new Request(new URL("/contact", request.url), { headers: { "X-Form-State": header } }));
  return new Response(response.body, { status, headers: response.headers });
}
