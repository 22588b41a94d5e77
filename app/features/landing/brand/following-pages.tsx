import { Link as RouterLink } from "react-router";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { Link } from "~/ui/link.tsx";
import type { LoadedBrand } from "../lib/brand.ts";
import { formatCount } from "../lib/figures.ts";
import { pagesPath } from "../lib/pages-path.ts";

/** The pages that follow the brand, with links to their editors. */
export function FollowingPages({ pages }: { pages: LoadedBrand["pages"] }) {
  return (
    <Card role="region" aria-label="Pages that follow your brand">
      <CardHeader>
        <CardTitle>Pages that follow your brand</CardTitle>
        {pages.length > 0 && <span className="num ml-auto text-13 text-ink-3">{formatCount(pages.length)}</span>}
      </CardHeader>
      {pages.length === 0 ? (
        <p className="p-4 text-pretty text-13 text-ink-2">
          None yet. Open a page, choose “Your brand” as its theme under Page settings, and publish it.
        </p>
      ) : (
        <ul className="max-h-72 overflow-y-auto">
          {pages.map(({ id, title, is_live }) => (
            <li
              key={id}
              className="flex min-h-10 items-center gap-3 border-line-soft border-t px-4 py-1.5 text-13 first:border-t-0 phone:min-h-11"
            >
              <Link asChild className="min-w-0 truncate">
                <RouterLink to={pagesPath(id)}>{title}</RouterLink>
              </Link>
              <span className="ml-auto shrink-0">
                <Chip tone={is_live ? "ok" : "neutral"}>{is_live ? "Published" : "Not published yet"}</Chip>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
