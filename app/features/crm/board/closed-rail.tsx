import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useRef, useState } from "react";
import { cn } from "~/ui/cn.ts";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { formatWholeMoney } from "../../../../domain/money.ts";
import { numberFormat } from "../lib/lead-row.ts";
import type { BoardColumn } from "./load-board.ts";

type Props = { columns: BoardColumn[]; currency: string; onOpen: (stage: string) => void };

/** Won and Lost, narrow until they are opened; cards can be dropped on them. */
export function ClosedRail({ columns, currency, onOpen }: Props) {
  return (
    <div className="flex w-12 shrink-0 flex-col gap-2 py-2">
      {columns.map((column) => (
        <RailButton key={column.stage} column={column} currency={currency} onOpen={() => onOpen(column.stage)} />
      ))}
    </div>
  );
}

function RailButton({ column, currency, onOpen }: { column: BoardColumn; currency: string; onOpen: () => void }) {
  const element = useRef<HTMLButtonElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    return dropTargetForElements({
      element: element.current,
      getData: () => ({ stage: column.stage }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [column.stage]);
  const { leads, value_cents } = column;
  return (
    <button
      ref={element}
      type="button"
      data-stage={column.stage}
      onClick={onOpen}
      aria-label={`Open ${column.label}${leads === null ? "" : `, ${numberFormat.format(leads)} leads`}`}
      className={cn(
        "flex min-h-0 flex-1 cursor-pointer items-center gap-3 rounded-card border border-transparent bg-sunken py-3 text-xs [writing-mode:vertical-rl] hover:bg-hover",
        over && "border-accent border-dashed bg-accent-tint",
      )}
    >
      <StageIcon stage={column.stage} />
      <span className="font-medium">{column.label}</span>
      {leads !== null && <span className="num text-ink-2">{numberFormat.format(leads)}</span>}
      {value_cents !== null && (
        <span className="num text-ink-2">{formatWholeMoney({ amount: value_cents, currency })}</span>
      )}
    </button>
  );
}
