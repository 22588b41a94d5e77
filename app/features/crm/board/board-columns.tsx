import { dropTargetForElements, monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type RefObject, use, useEffect, useRef, useState } from "react";
import { cn } from "~/ui/cn.ts";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatWholeMoney } from "../../../../domain/money.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { type Board, type BoardParams, type Column, narrows } from "./api.ts";
import { BoardColumn, type ColumnHandle } from "./board-column.tsx";
import type { CardOptions } from "./board-context.ts";
import { BoardContext } from "./board-context.ts";
import { PhoneStages } from "./column-header.tsx";

type Props = {
  board: Board;
  params: BoardParams;
  cardOptions: CardOptions;
  handles: RefObject<Map<string, ColumnHandle>>;
  focusAfterMove: RefObject<string | null>;
  /** The open ones of Won and Lost. */
  openStages: string[];
  onOpenStages: (stages: string[]) => void;
  /** The stage that a phone shows. */
  stage: string;
  onStage: (stage: string) => void;
};

const CLOSED_STAGES = new Set(["won", "lost"]);

export function BoardColumns({
  board,
  params,
  cardOptions,
  handles,
  focusAfterMove,
  openStages,
  onOpenStages,
  stage,
  onStage,
}: Props) {
  const { onMove } = use(BoardContext);
  const phone = useMediaQuery(PHONE_QUERY);
  const [dragging, setDragging] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef({ onMove, look: cardOptions });
  useEffect(() => {
    latest.current = { onMove, look: cardOptions };
  });
  useEffect(() => {
    const stop = monitorForElements({
      onDragStart: () => setDragging(true),
      onDrop: ({ source, location }) => {
        setDragging(false);
        const to = location.current.dropTargets[0]?.data.stage;
        const lead = source.data.lead as LeadRow | undefined;
        if (typeof to === "string" && lead && to !== lead.stage) latest.current.onMove([lead], to);
      },
    });
    return stop;
  }, []);
  const open = board.columns.filter((column) => !CLOSED_STAGES.has(column.stage) || openStages.includes(column.stage));
  const closed = board.columns.filter(
    (column) => CLOSED_STAGES.has(column.stage) && !openStages.includes(column.stage),
  );
  const labelAfter = (key: string) => {
    const at = board.columns.findIndex((column) => column.stage === key);
    return CLOSED_STAGES.has(key) ? null : (board.columns[at + 1]?.label ?? null);
  };
  const shown = phone ? board.columns.filter((column) => column.stage === stage) : open;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {phone && (
        <PhoneStages
          columns={board.columns}
          currency={board.currency}
          isNarrowed={narrows(params)}
          stage={stage}
          onStage={onStage}
        />
      )}
      <div
        ref={frame}
        data-dragging={dragging || undefined}
        className="relative flex min-h-0 flex-1 gap-2 overflow-x-auto overflow-y-hidden px-2 phone:px-0"
      >
        {shown.map((column) => (
          <BoardColumn
            key={column.stage}
            column={column}
            params={params}
            currency={board.currency}
            nextLabel={labelAfter(column.stage)}
            cardOptions={cardOptions}
            handles={handles}
            focusAfterMove={focusAfterMove}
          />
        ))}
        {!phone && closed.length > 0 && (
          <ClosedRail columns={closed} currency={board.currency} onOpen={(key) => onOpenStages([...openStages, key])} />
        )}
      </div>
    </div>
  );
}

type RailProps = { columns: Column[]; currency: string; onOpen: (stage: string) => void };

/** Won and Lost as narrow columns until someone opens them. They accept dropped cards. */
function ClosedRail({ columns, currency, onOpen }: RailProps) {
  return (
    <div className="flex w-12 shrink-0 flex-col gap-2 py-2">
      {columns.map((column) => (
        <RailButton key={column.stage} column={column} currency={currency} onOpen={() => onOpen(column.stage)} />
      ))}
    </div>
  );
}

function RailButton({ column, currency, onOpen }: { column: Column; currency: string; onOpen: () => void }) {
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
      aria-label={`Open ${column.label}${leads === null ? "" : `, ${formatCount(leads)} leads`}`}
      className={cn(
        "flex min-h-0 flex-1 cursor-pointer items-center gap-3 rounded-card border border-transparent bg-sunken py-3 text-xs [writing-mode:vertical-rl] hover:bg-hover",
        over && "border-accent border-dashed bg-accent-tint",
      )}
    >
      <StageIcon stage={column.stage} />
      <span className="font-medium">{column.label}</span>
      {leads !== null && <span className="num text-ink-2">{formatCount(leads)}</span>}
      {value_cents !== null && (
        <span className="num text-ink-2">{formatWholeMoney({ amount: value_cents, currency })}</span>
      )}
    </button>
  );
}
