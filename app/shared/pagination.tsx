import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { formatCount } from "../../domain/format-count.ts";

type Props = {
  page: number;
  pageSize: number;
  total: number;
  itemsLabel: string;
  onPageChange: (page: number) => void;
};

/** '51–100 of 1,240 invoices' with Previous and Next. Hidden when all rows fit on one page. */
export function Pagination({ page, pageSize, total, itemsLabel, onPageChange }: Props) {
  if (total <= pageSize) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <nav
      aria-label={`Pages of ${itemsLabel}`}
      className="flex items-center justify-between gap-3 border-line-soft border-t px-4 py-2 text-13 text-ink-3"
    >
      <span>
        <span className="num">
          {formatCount(first)}–{formatCount(last)}
        </span>{" "}
        of <span className="num">{formatCount(total)}</span>
      </span>
      <span className="flex gap-1.5">
        <Button size="sm" disabled={page <= 1} onClick={() => onPageChange(page - 1)} aria-label="Previous page">
          <ChevronLeft aria-hidden="true" />
          <span className="phone:hidden">Previous</span>
        </Button>
        <Button size="sm" disabled={last >= total} onClick={() => onPageChange(page + 1)} aria-label="Next page">
          <span className="phone:hidden">Next</span>
          <ChevronRight aria-hidden="true" />
        </Button>
      </span>
    </nav>
  );
}
