import * as z from "~/shared/schema.ts";

const FULL_EMAIL = "Enter a full e-mail address";

/** What the form itself insists on; the live Notion check (spec §5) is advice, and the database has the last word. */
const shared = {
  businessName: name("Enter the business name"),
  notionUrl: z.pipe(z.string().check(z.trim()), z.string().check(z.minLength(1, "URL is required"))),
  dashboardTitle: name("Enter a title"),
};

/** Only an unassigned dashboard has the e-mail to give; empty leaves it unassigned. */
export const editSchema = z.object({
  clientEmail: z.string().check(
    z.trim(),
    z.refine((text) => text === "" || z.safeParse(z.email(), text).success, FULL_EMAIL),
  ),
  ...shared,
});
export const createSchema = z.object({
  clientEmail: z.pipe(
    z.string().check(z.trim()),
    z.string().check(z.minLength(1, "Enter the client's e-mail"), z.email(FULL_EMAIL)),
  ),
  ...shared,
});

function name(missing: string) {
  return z.pipe(
    z.string().check(z.trim()),
    z.string().check(z.minLength(1, missing), z.maxLength(200, "Use at most 200 characters")),
  );
}
