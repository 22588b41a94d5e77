import type { Config } from "@react-router/dev/config";
import { prerenderedPaths } from "./app/prerendered-paths.ts";

export default {
  ssr: true,
  // The whole route table is only a few kilobytes, and saves a request for every later page.
  routeDiscovery: { mode: "initial" },
  prerender: prerenderedPaths,
} satisfies Config;
