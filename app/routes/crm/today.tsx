import { useOutletContext } from "react-router";
import { TodayScreen } from "~/features/crm/today/today-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { CrmContext } from "./crm-layout.tsx";

export const meta = () => portalMeta("Today");

/** The sales home (spec §2: /crm). */
export default function Today() {
  return <TodayScreen seesAll={useOutletContext<CrmContext>().seesAll} />;
}
