import { Globe } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { formatCount, formatShare } from "~/shared/landing/figures.ts";
import type { ListedPage } from "~/shared/landing/list-pages.ts";
import { PageStatus } from "~/shared/landing/page-status.tsx";
import { Link } from "~/ui/link.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { PageMenu } from "./page-menu.tsx";

/** The title opens the page, over the whole row. */
const ROW_LINK =
  "font-medium no-underline after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2";

export function LandingTable({ pages }: { pages: readonly ListedPage[] }) {
  return (
    <Table aria-label="Landing pages" cards>
      <TableHeader>
        <TableRow>
          <TableHead>Page</TableHead>
          <TableHead>Status</TableHead>
          <TableHead numeric>Views</TableHead>
          <TableHead numeric>Visitors</TableHead>
          <TableHead numeric>Submissions</TableHead>
          <TableHead numeric>Conversion</TableHead>
          <TableHead>Changed</TableHead>
          <TableHead>
            <span className="sr-only">Actions</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {pages.map((page) => (
          <Row key={page.id} page={page} />
        ))}
      </TableBody>
    </Table>
  );
}

/** Without views there is nothing to say; a page that was never published could have none. */
function Row({ page }: { page: ListedPage }) {
  const measured = page.version > 0;
  const figure = (value: number) => (measured ? formatCount(value) : "–");
  return (
    <TableRow className="relative cursor-pointer">
      <TableCell className="max-w-80 py-2 phone:order-1 phone:max-w-none">
        <Link asChild className={ROW_LINK}>
          <RouterLink to={`/admin/landing-pages/${page.id}`} className="block truncate phone:whitespace-normal">
            {page.title}
          </RouterLink>
        </Link>
        <span className="flex min-w-0 items-center gap-1.5 text-ink-3 text-xs">
          {page.domain && page.domain_state === "live" && <Globe aria-hidden="true" className="size-3 shrink-0" />}
          <span className="truncate">
            {page.domain && (page.domain_state === "live" || page.domain_state === "verified")
              ? page.domain
              : `/landing/${page.slug}`}
          </span>
        </span>
      </TableCell>
      <TableCell className="phone:order-3 phone:even:text-left">
        <PageStatus status={page.status} version={page.version} hasChanges={page.has_changes} />
      </TableCell>
      <Figure label="views" value={figure(page.views)} />
      <Figure label="visitors" value={figure(page.visitors)} />
      <Figure label="submissions" value={figure(page.submissions)} />
      <TableCell numeric className="phone:hidden">
        {formatShare(page.conversion)}
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-3 phone:order-4 phone:text-right phone:text-xs">
        <TimeAgo at={page.updated_at} />
      </TableCell>
      <TableCell className="phone:order-2">
        <PageMenu page={page} />
      </TableCell>
      {measured && (
        <TableCell className="hidden phone:order-5 phone:col-span-2 phone:block phone:text-left phone:text-ink-2 phone:text-xs">
          {formatCount(page.views)} views · {formatCount(page.visitors)} visitors · {formatCount(page.submissions)}{" "}
          submissions · {formatShare(page.conversion)}
        </TableCell>
      )}
    </TableRow>
  );
}

/** On a phone the figures stand in one line below. */
function Figure({ label, value }: { label: string; value: string }) {
  return (
    <TableCell numeric className="phone:hidden" aria-label={`${value} ${label}`}>
      {value}
    </TableCell>
  );
}
