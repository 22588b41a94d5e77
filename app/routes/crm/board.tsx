import { useOutletContext } from "react-router";
import { BoardScreen } from "~/features/crm/board/board-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { CrmContext } from "./crm-layout.tsx";

export const meta = () => portalMeta("Board");

export default function Board() {
  return <BoardScreen onWon={useOutletContext<CrmContext>().onWon} />;
}
