import { ShiftsScreen } from "~/features/crm/shifts/shifts-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Shifts & routing");

/** Who works when, and who gets which leads. */
export default function Shifts() {
  return <ShiftsScreen />;
}
