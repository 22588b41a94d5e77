import { MAX_FORM_BYTES } from "../../../domain/landing/form-files.ts";
import { redirectError } from "../_shared/landing/redirect-back.ts";
import { serve } from "../_shared/serve.ts";
import { SUBMISSIONS } from "../_shared/submissions/limit.ts";
import { handler } from "./handler.ts";

serve("submit-landing-form", handler, {
  perAddress: SUBMISSIONS,
  present: redirectError,
  maxFileBytes: MAX_FORM_BYTES,
});
