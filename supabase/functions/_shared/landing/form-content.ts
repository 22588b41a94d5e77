import { type FormRules, readFormRules } from "../../../../domain/landing/form-rules.ts";
import type { FunctionDeps } from "../deps.ts";

type PageForm = { accountId: string; rules: FormRules };

/** A form of an author's own HTML, or one that the page no longer has. Its own scripts decide what it sends. */
const NO_RULES: FormRules = { fields: [], asked: [], next: "", to: "", offersCall: true };

/**
 * What the published page says about one of its forms, as the visitor saw it: in the version that they name, if the page
 * has it. Null if the page is not published. Throws if the database does not answer.
 */
export async function loadForm(
  deps: FunctionDeps,
  page: { id: string; version: number; form: number },
): Promise<PageForm | null> {
  const { data: live, error } = await deps.service
    .from("landing_pages")
    .select("content, version, account_id")
    .eq("id", page.id)
    .eq("status", "published")
    .maybeSingle();
  if (error) throw new Error(error.message);
  if (!live) return null;
  let content = live.content;
  if (page.version !== live.version) {
    const { data: seen } = await deps.service
      .from("landing_page_versions")
      .select("content")
      .eq("page_id", page.id)
      .eq("number", page.version)
      .maybeSingle();
    content = seen?.content ?? content;
  }
  return { accountId: live.account_id, rules: readFormRules(content, page.form) ?? NO_RULES };
}
