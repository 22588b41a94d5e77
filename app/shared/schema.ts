import { config } from "zod/mini";

// The Content-Security-Policy forbids eval, which zod would otherwise try for speed. Before any schema exists.
config({ jitless: true });

// `import * as z` from here: a namespace of re-exports still lets the bundler drop what nobody uses.
export * from "zod/mini";
