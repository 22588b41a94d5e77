import { Globe } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { cn } from "~/ui/cn.ts";
import { Link, rowLinkClasses } from "~/ui/link.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import type { PageListItem } from "../lib/api.ts";
import { counted, formatCount, formatTableShare } from "../lib/figures.ts";
import { PageStatus } from "../lib/page-status.tsx";
import { pagesPath } from "../lib/pages-path.ts";
import { PageMenu } from "./page-menu.tsx";
import type { PageOrder, PageSort } from "./page-order.ts";

/** The link's click area covers the row. */
const ROW_LINK = `font-medium no-underline hover:underline ${rowLinkClasses}`;

/** Where the columns don't fit, such as beside an open sidebar, the figures are on one line below the title. */
const ROOMY_ONLY = "md:@max-[879px]/pages:hidden";

type RowRights = { isAdmin: boolean; mayWrite: boolean; showsAccount: boolean };
type TableProps = RowRights & {
  pages: readonly PageListItem[];
  order: PageOrder;
  onSort: (sort: PageSort, descending: boolean) => void;
};

const FIGURES = [
  ["views", "Views"],
  ["visitors", "Visitors"],
  ["submissions", "Submissions"],
  ["conversion", "Conversion"],
] as const;

export function LandingTable({ pages, order, onSort, ...rights }: TableProps) {
  const sortable = (sort: PageSort) => ({
    sorted: order.sort === sort ? (order.descending ? ("descending" as const) : ("ascending" as const)) : null,
    onSort: () => onSort(sort, order.sort === sort ? !order.descending : sort !== "title"),
  });
  return (
    <div className="@container/pages">
      <Table aria-label="Landing pages" cards>
        <TableHeader>
          <TableRow>
            <TableHead {...sortable("title")}>Page</TableHead>
            <TableHead>Status</TableHead>
            {FIGURES.map(([figure, name]) => (
              <TableHead key={figure} numeric className={ROOMY_ONLY} {...sortable(figure)}>
                {name}
              </TableHead>
            ))}
            <TableHead className={ROOMY_ONLY} {...sortable("changed")}>
              Changed
            </TableHead>
            <TableHead>
              <span className="sr-only">Actions</span>
            </TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {pages.map((page) => (
            <Row key={page.id} page={page} {...rights} />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

/** Narrow screens show the figures on one line below the title. A page that was never published has no figures. */
function Row({ page, isAdmin, mayWrite, showsAccount }: RowRights & { page: PageListItem }) {
  const measured = page.version > 0;
  const figure = (value: number) => (measured ? formatCount(value) : "–");
  const inOneLine = [
    counted(page.views, "view"),
    counted(page.visitors, "visitor"),
    counted(page.submissions, "submission"),
    ...(page.conversion === null ? [] : [formatTableShare(page.conversion)]),
  ].join(" · ");
  return (
    <TableRow className="relative cursor-pointer">
      <TableCell className="w-full max-w-0 py-2 phone:order-1 phone:w-auto phone:max-w-none">
        <Link asChild className={ROW_LINK}>
          <RouterLink to={pathOf(page, showsAccount)} className="block truncate phone:whitespace-normal">
            {page.title}
          </RouterLink>
        </Link>
        <span className="flex min-w-0 items-center gap-1.5 text-ink-3 text-xs">
          {page.domain && page.domain_state === "live" && <Globe aria-hidden="true" className="size-3 shrink-0" />}
          <span className="truncate">
            {showsAccount && `${page.account_name} · `}
            {page.domain && (page.domain_state === "live" || page.domain_state === "verified")
              ? page.domain
              : `/landing/${page.slug}`}
          </span>
        </span>
        {measured && <span className="hidden text-ink-2 text-xs md:@max-[879px]/pages:block">{inOneLine}</span>}
      </TableCell>
      <TableCell className="whitespace-nowrap phone:order-3 phone:even:text-left">
        <span className="inline-flex flex-wrap gap-1.5">
          <PageStatus
            status={page.status}
            version={page.version}
            hasChanges={page.has_changes}
            request={page.request_state}
            isTesting={page.is_testing}
          />
        </span>
      </TableCell>
      <Figure label="views" value={figure(page.views)} />
      <Figure label="visitors" value={figure(page.visitors)} />
      <Figure label="submissions" value={figure(page.submissions)} />
      <TableCell numeric className={cn("phone:hidden", ROOMY_ONLY)}>
        {measured ? formatTableShare(page.conversion) : "–"}
      </TableCell>
      <TableCell
        className={cn("whitespace-nowrap text-ink-3 phone:order-4 phone:text-right phone:text-xs", ROOMY_ONLY)}
      >
        <TimeAgo at={page.updated_at} />
      </TableCell>
      {measured && (
        <TableCell className="hidden phone:order-5 phone:col-span-2 phone:block phone:text-left phone:text-ink-2 phone:text-xs">
          {inOneLine}
        </TableCell>
      )}
      <TableCell className="phone:order-2">
        <PageMenu
          page={page}
          path={pathOf(page, showsAccount)}
          isAdmin={isAdmin}
          mayWrite={mayWrite && !showsAccount}
        />
      </TableCell>
    </TableRow>
  );
}

/** A client's page opens in the workspace of its account. */
function pathOf({ id, account_slug }: PageListItem, isAnyAccount: boolean): string {
  return isAnyAccount && account_slug !== "agency" ? `/workspace/${account_slug}/pages/${id}` : pagesPath(id);
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <TableCell numeric className={cn("phone:hidden", ROOMY_ONLY)} aria-label={`${value} ${label}`}>
      {value}
    </TableCell>
  );
}
