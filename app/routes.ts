import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** The route table of spec §2, in its order. Everything unknown ends in the not-found page. */
export default [
  index("routes/marketing/home.tsx", { id: "home-canonical" }),
  route("home", "routes/marketing/home.tsx"),
  route("auth", "routes/auth/auth.tsx"),
  route("dev/ui", "routes/dev/ui.tsx"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
