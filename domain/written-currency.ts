/** Symbols, longest first. A symbol of several currencies means the first one that fits. */
const SYMBOLS: [string, string[]][] = [
  ["us$", ["usd"]],
  ["ca$", ["cad"]],
  ["au$", ["aud"]],
  ["nz$", ["nzd"]],
  ["hk$", ["hkd"]],
  ["mx$", ["mxn"]],
  ["sfr", ["chf"]],
  ["c$", ["cad"]],
  ["a$", ["aud"]],
  ["s$", ["sgd"]],
  ["r$", ["brl"]],
  ["zł", ["pln"]],
  ["kč", ["czk"]],
  ["kr", ["sek", "nok", "dkk", "isk"]],
  ["rs", ["inr", "pkr", "lkr", "npr"]],
  ["fr", ["chf", "xof", "xaf", "xpf"]],
  ["$", ["usd", "cad", "aud", "nzd", "sgd", "hkd", "mxn", "clp", "cop", "ars", "twd"]],
  ["€", ["eur"]],
  ["£", ["gbp", "egp"]],
  ["¥", ["jpy", "cny"]],
  ["￥", ["jpy", "cny"]],
  ["₹", ["inr"]],
  ["₩", ["krw"]],
  ["₽", ["rub"]],
  ["₺", ["try"]],
  ["₪", ["ils"]],
  ["₫", ["vnd"]],
  ["₱", ["php"]],
  ["₴", ["uah"]],
  ["฿", ["thb"]],
  ["₦", ["ngn"]],
];

const WORDS: [RegExp, string[]][] = [
  [/^(us )?dollars?$/, ["usd", "cad", "aud", "nzd", "sgd", "hkd"]],
  [/^euros?$/, ["eur"]],
  [/^(pounds?( sterling)?|quid)$/, ["gbp"]],
  [/^(swiss )?francs?$/, ["chf", "xof", "xaf"]],
  [/^(yen|円)$/, ["jpy"]],
  [/^(yuan|rmb|元)$/, ["cny"]],
  [/^rupees?$/, ["inr"]],
  [/^pesos?$/, ["mxn", "php"]],
];

/** Currency codes, in lower case. Other three letters next to a number are not a currency. */
const CODES = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

export type WrittenAmount = {
  /** The text without its currency. */
  number: string;
  /** The currency in the text, unless it is the expected one: 'EUR'. */
  foreign: string | null;
};

/**
 * Separates an amount from its currency: '€900', '900 EUR', 'EUR 900', '900 euros', '1.200 Fr.', "US$ 4.5k". `currency` is the
 * expected one, for symbols that several currencies use. Null if there is text beside the amount that is not a currency.
 */
export function splitCurrency(text: string, currency: string): WrittenAmount | null {
  const expected = currency.toLowerCase();
  let foreign: string | null = null;
  // What is not a digit, a sign or a separator: symbols, codes, words.
  const number = text
    .normalize("NFKC")
    .replace(/\b(rs|kr|s?fr)\.(?=\d)/gi, "$1 ")
    .replace(/\p{L}(?:[\p{L} ]|\.(?!\d))*\p{Sc}?|\p{Sc}/gu, (written) => {
      const name = written.trim().toLowerCase().replace(/\.$/, "");
      if (/^[km]$/.test(name)) return name;
      let [found, multiple] = [currenciesNamed(name), ""];
      // '4.5k EUR'
      if (!found && /^[km]/.test(name)) [found, multiple] = [currenciesNamed(name.slice(1).trim()), name.charAt(0)];
      if (!found) return written;
      if (!found.includes(expected)) foreign = (found[0] ?? "").toUpperCase();
      return multiple;
    });
  return /[\p{L}\p{Sc}]/u.test(number.replace(/[km]\s*$/i, "")) ? null : { number, foreign };
}

/** The currency in the name of a column, such as 'Value (EUR)' or 'Amount €', unless it is the expected one. */
export function foreignCurrencyOfHeader(header: string, currency: string): string | null {
  const expected = currency.toLowerCase();
  const symbol = /\p{Sc}/u.exec(header.normalize("NFKC"))?.[0];
  const code = /(?:^|[\s(,[])([A-Z]{3})(?=$|[\s),\]])/.exec(header)?.[1];
  const found = (symbol && currenciesNamed(symbol)) || (code && currenciesNamed(code.toLowerCase()));
  if (!found || found.includes(expected)) return null;
  return (found[0] ?? "").toUpperCase();
}

function currenciesNamed(name: string): string[] | null {
  if (CODES.has(name)) return [name];
  const symbol = SYMBOLS.find(([written]) => written === name)?.[1];
  return symbol ?? WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
