import { openBuiltPages } from "./pages/built-pages.ts";
import { run } from "./run.ts";

await run(openBuiltPages);
