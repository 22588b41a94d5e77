import { isTooLarge } from "../../../domain/landing/import/import-limits.ts";
import { importPage } from "../../../domain/landing/import/import-page.ts";
import { requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { fetchPage } from "../_shared/landing/fetch-page.ts";
import { FetchProblem, type FetchProblemCode } from "../_shared/probe/fetch-public.ts";
import { failure, json } from "../_shared/respond.ts";
import { z } from "../_shared/schema.ts";

/** The page's address or its HTML. `agreed` says that the page is the caller's and may be copied. */
const body = z.object({
  agreed: z.literal(true),
  address: z.string().trim().max(2048).optional(),
  html: z.string().optional(),
});

const PROBLEMS: Record<FetchProblemCode, string> = {
  private_address: "Enter the page's public URL, such as https://example.com/offer",
  unreachable: "The site didn't answer. Check the URL, or paste the page's HTML",
  refused: "The site refused to send us this page. Paste the page's HTML instead",
  too_large: "The page is larger than 2 MB. Paste only the part you need",
};

/**
 * Turns the caller's own page into blocks: `{ title, description, blocks, notes }`. The caller says that the page is theirs, which
 * is stored before anything is read. For people who write pages: 401 without a session, 403 for everyone else, 400 with a
 * sentence for pages that can't be read, 429 after 60 in an hour.
 */
export const handler: FunctionHandler = async (request, deps) => {
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = body.safeParse(await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "Send agreed: true, and an address or html");
  const { address = "", html = "" } = parsed.data;
  if (isTooLarge(html)) return failure(400, "too_large", PROBLEMS.too_large);
  if (!address && !html.trim()) return failure(400, "bad_request", "Enter the page's URL, or paste its HTML");
  const begun = await caller.client.rpc("begin_landing_import", html ? {} : { p_address: address });
  if (begun.error?.code === "42501") return failure(403, "forbidden", "Only people who write pages can do this");
  if (begun.error?.code === "PT429") return failure(429, "too_many_imports", begun.error.message);
  if (begun.error) return failure(503, "unavailable", "Couldn't import the page. Please try again in a moment.");
  try {
    const page = html ? { html, address } : await fetchPage(address);
    const imported = importPage(page.html, page.address);
    if (imported.blocks.length === 0)
      return failure(
        400,
        "nothing_found",
        "We found no text on this page. If scripts build it, paste the HTML that your browser shows",
      );
    return json(imported);
  } catch (error) {
    if (error instanceof FetchProblem) return failure(400, error.code, PROBLEMS[error.code]);
    throw error;
  }
};
