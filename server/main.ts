import { enableCompileCache } from "node:module";

// What Node compiled at the last start is not compiled again: a third of a second of every start.
enableCompileCache("node_modules/.cache/compiled");
const [{ run }, { openBuiltPages }] = await Promise.all([import("./run.ts"), import("./pages/built-pages.ts")]);
await run(openBuiltPages);
