import type { Config } from "@react-router/dev/config";
import { prerenderedPaths } from "./app/prerendered-paths.ts";

export default {
  ssr: true,
  // The whole route table is a few kilobytes: one request less for every page that is opened later.
  routeDiscovery: { mode: "initial" },
  prerender: prerenderedPaths,
} satisfies Config;
