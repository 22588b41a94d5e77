/** Units of account and currencies that no one pays with anymore. Browsers still list them. */
const UNUSED = new Set("cuc hrk sll xdr xsu zwl".split(" "));

/** The codes of currencies that people pay with, in lower case. `name` says a currency's name: old ones have their last year in it. */
export function currenciesInUse(codes: readonly string[], name: (code: string) => string | undefined): string[] {
  return codes
    .map((code) => code.toLowerCase())
    .filter((code) => !UNUSED.has(code) && !/\(\d{4}\D+\d{4}\)/.test(name(code.toUpperCase()) ?? ""));
}
