import { config } from "zod/mini";

// The Content-Security-Policy forbids eval, which zod would otherwise use for speed. This must run before any schema exists.
config({ jitless: true });

// Import `* as z` from here. The bundler can still drop unused exports from a namespace of re-exports.
export * from "zod/mini";
