import { serve } from "../_shared/serve.ts";
import { SUBMISSIONS } from "../_shared/submissions/limit.ts";
import { handler } from "./handler.ts";

serve("send-contact-email", handler, { perAddress: SUBMISSIONS });
