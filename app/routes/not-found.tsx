import { brand } from "~/content/brand.ts";
import { NotFoundScreen } from "~/features/site/not-found-screen.tsx";

export function meta() {
  return [{ title: `Page not found · ${brand.name}` }, { name: "robots", content: "noindex" }];
}

export function loader() {
  return null;
}

/** Anything outside the route table; the host answers with status 404. */
export default function NotFound() {
  return <NotFoundScreen />;
}
