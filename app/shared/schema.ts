import * as z from "zod/mini";

// The Content-Security-Policy forbids eval, which zod would otherwise try for speed. Before any schema exists.
z.config({ jitless: true });

export { z };
