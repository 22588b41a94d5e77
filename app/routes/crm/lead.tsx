import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Lead");

export default function Lead() {
  return <h1>Lead</h1>;
}
