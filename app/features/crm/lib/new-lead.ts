import { createContext } from "react";

/** Opens the form for a new lead with what a search did not find. Null where the plan has no new leads. */
export const NewLeadContext = createContext<((searched: string) => void) | null>(null);
