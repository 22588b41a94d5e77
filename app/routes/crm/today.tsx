import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Today");

export default function Today() {
  return <h1>Today</h1>;
}
