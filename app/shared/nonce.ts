import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Passes the request's Content-Security-Policy nonce from the server to a page's inline scripts. */
export const NonceProvider = NonceContext.Provider;

/** The nonce of this request; undefined in the browser and in prerendered pages, whose scripts are allowed by hash. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
