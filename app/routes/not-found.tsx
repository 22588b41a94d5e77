import { data } from "react-router";
import { brand } from "~/content/brand.ts";
import { NotFoundScreen } from "~/features/site/not-found-screen.tsx";

import type { Route } from "./+types/not-found.ts";

export function meta() {
  return [{ title: `Page not found · ${brand.name}` }, { name: "robots", content: "noindex" }];
}

/** `/404` itself is rendered at build time, which takes successes only. */
export function loader({ request }: Route.LoaderArgs) {
  return /^\/404(\.data)?$/.test(new URL(request.url).pathname) ? null : data(null, { status: 404 });
}

/** Anything outside the route table; the host answers with status 404. */
export default function NotFound() {
  return <NotFoundScreen />;
}
