const currencyNames = new Intl.DisplayNames("en", { type: "currency" });

/** All currencies by name, including the stored one even if this browser does not know it. */
export function listCurrencies(stored: string): { code: string; name: string }[] {
  const codes = new Set([stored, ...Intl.supportedValuesOf("currency").map((code) => code.toLowerCase())]);
  return [...codes]
    .map((code) => ({ code, name: `${currencyNames.of(code.toUpperCase()) ?? code} (${code.toUpperCase()})` }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}
