import { useState } from "react";
import { BoardScreen } from "~/features/crm-board/board-screen.tsx";
import { WonDialog } from "~/features/lead-won/won-dialog.tsx";
import type { LeadRow } from "~/shared/crm/lead-row.ts";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Board");

export default function Board() {
  const [won, setWon] = useState<LeadRow | null>(null);
  return (
    <>
      <BoardScreen onWon={setWon} />
      {won && <WonDialog lead={won} onClose={() => setWon(null)} />}
    </>
  );
}
