import { MAX_IMPORT_BYTES } from "../../../domain/landing/import/import-limits.ts";
import { serve } from "../_shared/serve.ts";
import { handler } from "./handler.ts";

serve("import-landing-page", handler, { maxBytes: MAX_IMPORT_BYTES });
