import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Board");

export default function Board() {
  return <h1>Board</h1>;
}
