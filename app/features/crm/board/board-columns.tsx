import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type RefObject, use, useEffect, useRef, useState } from "react";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import type { LeadRow } from "../lib/lead-row.ts";
import { BoardColumn, type ColumnHandle } from "./board-column.tsx";
import { BoardContext } from "./board-context.ts";
import type { CardOptions } from "./card-options.ts";
import { ClosedRail } from "./closed-rail.tsx";
import type { Board, BoardParams } from "./load-board.ts";
import { PhoneStages } from "./phone-stages.tsx";

type Props = {
  board: Board;
  params: BoardParams;
  cardOptions: CardOptions;
  handles: RefObject<Map<string, ColumnHandle>>;
  focusAfterMove: RefObject<string | null>;
  /** The closed stages that are open, and on a phone the one that is shown. */
  openStages: string[];
  onOpenStages: (stages: string[]) => void;
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
  useEffect(
    () =>
      monitorForElements({
        onDragStart: () => setDragging(true),
        onDrop: ({ source, location }) => {
          setDragging(false);
          const to = location.current.dropTargets[0]?.data.stage;
          const lead = source.data.lead as LeadRow | undefined;
          if (typeof to === "string" && lead && to !== lead.stage) latest.current.onMove([lead], to);
        },
      }),
    [],
  );
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
      {phone && <PhoneStages columns={board.columns} currency={board.currency} stage={stage} onStage={onStage} />}
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
