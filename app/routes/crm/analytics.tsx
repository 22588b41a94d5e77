import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Analytics");

export default function Analytics() {
  return <h1>Analytics</h1>;
}
