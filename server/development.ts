import { openDevelopmentPages } from "./pages/development-pages.ts";
import { run } from "./run.ts";

await run(openDevelopmentPages);
