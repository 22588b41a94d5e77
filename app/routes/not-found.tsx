import { data } from "react-router";
import { brand } from "~/content/brand.ts";
import { NotFoundScreen } from "~/features/site/not-found-screen.tsx";

import type { Route } from "./+types/not-found.ts";

export function meta() {
  return [{ title: `Page not found | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

/** `/404` is rendered at build time, which accepts only success statuses. */
export function loader({ request }: Route.LoaderArgs) {
  return /^\/404(\.data)?$/.test(new URL(request.url).pathname) ? null : data(null, { status: 404 });
}

/** Any path outside the route table. The host responds with status 404. */
export default function NotFound() {
  return <NotFoundScreen />;
}
