import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "~/ui/icon-button.tsx";
import { PAGE_SIZE } from "./search-dashboards.ts";

const count = new Intl.NumberFormat("en");

type Props = { page: number; total: number; shown: number; onPage: (page: number) => void };

/** Which rows these are, and the way to the others; nothing where all are shown. */
export function PageFooter({ page, total, shown, onPage }: Props) {
  if (total <= PAGE_SIZE) return null;
  const first = page * PAGE_SIZE;
  return (
    <nav
      aria-label="Pages"
      className="flex items-center gap-1 border-line-soft border-t px-4 py-1.5 text-13 text-ink-3"
    >
      <span className="num mr-auto">
        {count.format(first + 1)}–{count.format(first + shown)} of {count.format(total)}
      </span>
      <IconButton label="Previous page" disabled={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <IconButton label="Next page" disabled={first + shown >= total} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </nav>
  );
}
