import { z } from "zod";

// Hosted runtimes and our own Content-Security-Policy forbid eval, which zod would otherwise try. This must run before
// any schema exists.
z.config({ jitless: true });

export { z };
