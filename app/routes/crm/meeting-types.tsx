import { MeetingTypesScreen } from "~/features/crm/calls/meeting-types-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Meeting types");

export default MeetingTypesScreen;
