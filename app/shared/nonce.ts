import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Carries the request's Content-Security-Policy nonce from the server to the inline scripts of a page. */
export const NonceProvider = NonceContext.Provider;

/** The nonce of this request; undefined in the browser and in prerendered pages, whose scripts are allowed by hash. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
