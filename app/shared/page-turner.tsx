import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "~/ui/button.tsx";

type Props = { page: number; size: number; total: number; what: string; onTurn: (page: number) => void };

/** '51–100 of 1,240 invoices' with the way on and back; nothing where all fit on one page. */
export function PageTurner({ page, size, total, what, onTurn }: Props) {
  if (total <= size) return null;
  const first = (page - 1) * size + 1;
  const last = Math.min(page * size, total);
  const count = new Intl.NumberFormat();
  return (
    <nav
      aria-label={`Pages of ${what}`}
      className="flex items-center justify-between gap-3 border-line-soft border-t px-4 py-2 text-13 text-ink-3"
    >
      <span>
        <span className="num">
          {count.format(first)}–{count.format(last)}
        </span>{" "}
        of <span className="num">{count.format(total)}</span>
      </span>
      <span className="flex gap-1.5">
        <Button size="sm" disabled={page <= 1} onClick={() => onTurn(page - 1)} aria-label="Previous page">
          <ChevronLeft aria-hidden="true" />
          <span className="phone:hidden">Previous</span>
        </Button>
        <Button size="sm" disabled={last >= total} onClick={() => onTurn(page + 1)} aria-label="Next page">
          <span className="phone:hidden">Next</span>
          <ChevronRight aria-hidden="true" />
        </Button>
      </span>
    </nav>
  );
}
