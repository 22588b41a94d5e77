import { toast } from "~/shared/toast.ts";
import { PHONE_QUERY } from "~/ui/use-media-query.ts";
import { AUTH_SUCCESS } from "./auth-success.ts";

/** Short, because the page that follows greets, too. */
const GREETING_MS = 2_000;

/** Greets after a sign-in. On a phone, the toast is at the bottom, because the page's own greeting is at the top. */
export function greet(): void {
  toast.success(AUTH_SUCCESS.signIn, {
    duration: GREETING_MS,
    ...(matchMedia(PHONE_QUERY).matches && { position: "bottom-center" }),
  });
}
