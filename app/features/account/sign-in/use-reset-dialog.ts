import { useState } from "react";
import { useSearchParams } from "react-router";
import { RESET_PARAM } from "../../../../domain/reset-request.ts";
import { useHydrated } from "./use-hydrated.ts";

/** For which email the dialog Reset Password is open, null while it is closed. The links of emails open it without one. */
export function useResetDialog() {
  const hydrated = useHydrated();
  const [search, setSearch] = useSearchParams();
  const [email, setEmail] = useState<string | null>(null);
  const isLinked = hydrated && search.has(RESET_PARAM);
  const close = () => {
    setEmail(null);
    if (!isLinked) return;
    setSearch(
      (current) => {
        current.delete(RESET_PARAM);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return { email: email ?? (isLinked ? "" : null), open: setEmail, close };
}
