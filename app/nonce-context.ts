import { createContext } from "react-router";

/** The Content-Security-Policy nonce that the host chose for this request; null while prerendering. */
export const nonceContext = createContext<string | null>(null);
