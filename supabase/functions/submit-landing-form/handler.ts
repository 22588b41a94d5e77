import type { AskedQuestion } from "../../../domain/landing/asked-questions.ts";
import { FIELD_PROBLEMS, FORM_PROBLEMS, type FormProblem } from "../../../domain/landing/form-problems.ts";
import {
  type FieldRule,
  type FormRules,
  invalidAnswer,
  missingFields,
  shownFields,
  withDaysInWords,
} from "../../../domain/landing/form-rules.ts";
import { landingSource } from "../../../domain/landing/landing-source.ts";
import { truncateText } from "../../../domain/truncate-text.ts";
import type { FunctionDeps, FunctionHandler } from "../_shared/deps.ts";
import { extractPerson } from "../_shared/landing/extract-person.ts";
import { loadForm } from "../_shared/landing/form-content.ts";
import { checkFiles, storeFiles } from "../_shared/landing/form-files.ts";
import { isTooLarge, readForm, type SentForm } from "../_shared/landing/read-form.ts";
import { readVisitor } from "../_shared/landing/read-visitor.ts";
import { isPlainForm, ownReferrer, redirectToNext, redirectToPage } from "../_shared/landing/redirect-back.ts";
import { failure, json } from "../_shared/respond.ts";
import { z } from "../_shared/schema.ts";
import { requiredEmail } from "../_shared/submissions/fields.ts";
import { looksLikeSpam } from "../_shared/submissions/receive-submission.ts";

const UTM = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
const STATUS: Record<FormProblem, number> = { email: 400, phone: 400, fields: 400, file: 400, busy: 429, failed: 503 };
const guid = z.guid();

/**
 * Receives a landing page's form, as JSON or as browsers send forms, with and without scripts. The sender may be a page
 * with an opaque origin (Origin: null) or on a client's domain. Visitors without scripts are redirected to the page.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (request.method !== "POST") return failure(405, "method_not_allowed", "Send the form with POST");
  const plain = isPlainForm(request);
  const form = await readForm(request);
  if (!form) return failure(400, "invalid_form", "The body must be a form or a JSON object");
  const number = form.ours._form ?? "1";
  const pageId = guid.safeParse(form.ours._page);
  if (!pageId.success) return failure(404, "not_found", "Page not found or not published");
  const slug = plain && !ownReferrer(request, deps) ? await slugOf(pageId.data, deps) : undefined;
  const refuse = (problem: FormProblem, fields: Record<string, string> = {}) => {
    if (plain) return redirectToPage(request, deps, { problem }, { number, slug });
    return failure(STATUS[problem], "invalid_submission", FORM_PROBLEMS[problem], { problem, fields });
  };
  const version = versionOf(form);
  const asked = await loadForm(deps, { id: pageId.data, version, form: Number(number) });
  if (!asked) return failure(404, "not_found", "Page not found or not published");
  const { fields, next, to, offersCall } = asked.rules;
  const shown = shownFields(fields, form.answers);
  for (const { name } of fields) if (!shown.has(name)) delete form.answers[name];
  const person = extractPerson(form.answers);
  const email = requiredEmail.safeParse(person.email);
  if (!email.success) return refuse("email", { email: FORM_PROBLEMS.email });
  if (isTooLarge(form)) return refuse("fields");
  const invalid = invalidAnswer(fields, form.answers);
  if (invalid) return refuse(invalid.problem, { [invalid.field]: FORM_PROBLEMS[invalid.problem] });
  const files = await checkFiles(form.files, fields, shown);
  if ("refused" in files) return refuse("file", { [files.refused]: files.text });
  const missing = missingFields(fields, form.answers, new Set(files.map(({ field }) => field)));
  if (missing.length > 0) return refuse("fields", missingTexts(missing, fields));

  const elapsed = form.ours._elapsed ? Number(form.ours._elapsed) : undefined;
  const isSpam = looksLikeSpam({ topic: form.ours._topic, elapsed_ms: elapsed });
  const source = await sentFrom(request, form, deps);
  const stored = isSpam ? [] : await storeFiles(files, asked.accountId, deps).catch((error) => String(error));
  if (typeof stored === "string") {
    deps.log("files of a landing form not stored", { error: stored });
    return refuse("failed");
  }
  const [kind, id] = to.split(":");
  const { error } = await deps.service.rpc("submit_landing_form", {
    p_form: {
      ...source,
      ...person,
      email: email.data,
      visitor: await readVisitor(request, deps.address),
      page_id: pageId.data,
      answers: withDaysInWords(fields, form.answers),
      asked: askedOf(form, asked.rules),
      version,
      files: stored,
      ...(kind && id ? { to: { [kind]: id } } : {}),
    },
    p_address: deps.address,
    p_is_spam: isSpam,
  });
  if (error?.code === "PT404") return failure(404, "not_found", "Page not found or not published");
  if (error) {
    deps.log("landing form not stored", { error: error.message });
    return refuse("failed");
  }
  if (plain && next) return redirectToNext(next);
  if (next) return json({ success: true, next });
  const book = offersCall
    ? await callAfter(request, { submission: source.submission_id, pageId: pageId.data }, deps)
    : null;
  const call = book ? source.submission_id : undefined;
  if (plain) return redirectToPage(request, deps, { sent: true, call }, { number, slug });
  return json({ success: true, ...(book ? { book } : {}) });
};

/** The message at each field that was left empty. */
function missingTexts(missing: readonly string[], fields: readonly FieldRule[]): Record<string, string> {
  const texts: Record<string, string> = FIELD_PROBLEMS;
  const typeOf = (field: string) => fields.find(({ name }) => name === field)?.type ?? "text";
  return Object.fromEntries(missing.map((field) => [field, texts[typeOf(field)] ?? FIELD_PROBLEMS.text]));
}

/** What was asked, in the order of the page. What its scripts add follows as it was sent. */
function askedOf({ answers }: SentForm, { asked }: FormRules): AskedQuestion[] {
  const names = new Set(asked.map(({ name }) => name));
  const added = Object.keys(answers).filter((name) => !names.has(name));
  return [
    ...asked.filter(({ name }) => Object.hasOwn(answers, name)),
    ...added.map((name) => ({ name, question: "" })),
  ];
}

/** Where the sender books a call, if the page's account offers any. Their form's id says who they are. */
async function callAfter(
  request: Request,
  { submission, pageId }: { submission: string; pageId: string },
  deps: FunctionDeps,
): Promise<string | null> {
  // Whoever repeats the id of another page's form learns nothing about that page's account.
  const { data: own } = await deps.service
    .from("landing_submissions")
    .select("id")
    .eq("submission_id", submission)
    .eq("page_id", pageId)
    .maybeSingle();
  if (!own) return null;
  const { data: account } = await deps.service.rpc("booking_offer", { p_submission_id: submission });
  if (!account) return null;
  const page = URL.parse(request.headers.get("referer") ?? "");
  const site = new URL(deps.siteUrl);
  // On the account's own domain, its name is not in the path. A page in a sandbox sends no more than the host.
  const isOwnDomain =
    page !== null &&
    page.host === new URL(request.url).host &&
    page.hostname !== site.hostname &&
    !page.pathname.startsWith("/landing/");
  return `${isOwnDomain ? "/book" : `/book/${account}`}?after=${submission}`;
}

function versionOf({ ours }: SentForm): number {
  const version = Number(ours._version);
  return Number.isSafeInteger(version) && version > 0 && version < 1e9 ? version : 0;
}

/** Finds the page's slug, to redirect browsers that send no Referer. */
async function slugOf(id: string, deps: FunctionDeps): Promise<string | undefined> {
  const { data } = await deps.service
    .from("landing_pages")
    .select("slug")
    .eq("id", id)
    .eq("status", "published")
    .maybeSingle();
  return data?.slug;
}

/** The visit's source. Without scripts, only the page's own address is known, from the Referer. */
async function sentFrom(request: Request, form: SentForm, deps: FunctionDeps) {
  const page = URL.parse(request.headers.get("referer") ?? "");
  const query = form.ours._query ?? page?.search ?? "";
  const params = new URLSearchParams(truncateText(query, 2000));
  const referrer = truncateText(form.ours._referrer ?? "", 2000) || null;
  const utm = UTM.flatMap((name) => {
    const value = truncateText((params.get(name) ?? "").replaceAll("\0", "").trim(), 255);
    return value ? [[name, value]] : [];
  });
  const submissionId = guid.safeParse(form.ours._id);
  return {
    utm: Object.fromEntries(utm) as Record<string, string>,
    source: landingSource(query, referrer, page?.host ?? new URL(request.url).host),
    referrer_url: referrer,
    submission_id: submissionId.success ? submissionId.data : await idOf(form, deps),
  };
}

/**
 * Two clicks on a slow page send the same words from the same address on the same day. They count as one submission.
 */
async function idOf({ answers, ours }: SentForm, deps: FunctionDeps): Promise<string> {
  const day = deps.now().toISOString().slice(0, 10);
  const words = new TextEncoder().encode(JSON.stringify([day, deps.address, ours._page, answers]));
  const hash = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", words)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  );
  return hash.join("").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
