import { useRouteLoaderData } from "react-router";
import { TodayScreen } from "~/features/crm/today/today-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { clientLoader } from "./crm-layout.tsx";

export const meta = () => portalMeta("Today");

/** The sales home (spec §2: /crm). */
export default function Today() {
  const access = useRouteLoaderData<typeof clientLoader>("routes/crm/crm-layout");
  return <TodayScreen isAdmin={access?.role === "admin"} />;
}
