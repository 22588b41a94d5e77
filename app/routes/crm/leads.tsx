import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Leads");

export default function Leads() {
  return <h1>Leads</h1>;
}
