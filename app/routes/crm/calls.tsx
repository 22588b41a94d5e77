import { CallsScreen } from "~/features/crm/calls/calls-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Calls");

export default CallsScreen;
