import type { Config } from "@react-router/dev/config";
import { prerenderedPaths } from "./app/prerendered-paths.ts";

export default {
  ssr: true,
  prerender: prerenderedPaths,
} satisfies Config;
