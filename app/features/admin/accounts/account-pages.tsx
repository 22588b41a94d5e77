import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { Link } from "~/ui/link.tsx";
import type { AccountRecord } from "./api.ts";

/** The account's newest landing pages, with links into its workspace, where they are written. */
export function PagesCard({ account: { slug: workspace, pages } }: { account: AccountRecord }) {
  return (
    <Card role="region" aria-label="Landing pages" className="overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>Landing pages</CardTitle>
        {pages.length > 0 && (
          <Link href={`/workspace/${workspace}/pages`} subtle className="ml-auto text-13">
            Open in the workspace
          </Link>
        )}
      </CardHeader>
      {pages.length === 0 ? (
        <p className="px-4 py-3 text-13 text-ink-3">No landing pages yet.</p>
      ) : (
        <ul className="max-h-96 divide-y divide-line-soft overflow-y-auto">
          {pages.map(({ id, title, slug, status, domain }) => (
            <li key={id} className="flex min-h-11 items-center gap-4 px-4 py-2 text-13">
              <span className="grid min-w-0 flex-1">
                <span className="truncate font-medium">{title}</span>
                <span className="truncate text-ink-3 text-xs">{domain ?? `/landing/${slug}`}</span>
              </span>
              <Chip tone={status === "published" ? "ok" : "neutral"}>{status}</Chip>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
