import { useOutletContext } from "react-router";
import { BoardScreen } from "~/features/crm/board/board-screen.tsx";
import { BoardStill } from "~/features/crm/workspace/board-still.tsx";
import { PremiumGate } from "~/features/crm/workspace/premium-gate.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { CrmContext } from "./crm-layout.tsx";

export const meta = () => portalMeta("Board");

export default function Board() {
  const { onWon } = useOutletContext<CrmContext>();
  return (
    <PremiumGate
      title="The board is part of Premium"
      text="See every lead in its stage, and move it by dragging it or pressing a key."
      still={<BoardStill />}
    >
      <BoardScreen onWon={onWon} />
    </PremiumGate>
  );
}
