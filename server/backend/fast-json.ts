/** How the library's own replacer reads: a whole number that is too large for JavaScript becomes the nearest one. */
const LIBRARY_REPLACER = /^\((\w),(\w)\)=>typeof \2=="bigint"\?Number\.parseInt\(\2\.toString\(\),10\):\2$/;
const MAX_REPLACER_LENGTH = 100;

type Stringify = (value: unknown, replacer?: unknown, space?: string | number) => string;

/**
 * The library writes every answer with a replacer that looks at each value for a bigint, which keeps the host's thread five times as
 * long as writing without one. Answers hardly ever hold a bigint, and JSON.stringify throws when one does: only then is the
 * replacer needed. Every other call goes through unchanged.
 */
export function speedUpJsonStringify(): void {
  const original = JSON.stringify as Stringify;
  const fastStringify: Stringify = (value, replacer, space) => {
    if (typeof replacer !== "function" || space !== undefined || !isLibraryReplacer(replacer))
      return original(value, replacer, space);
    try {
      return original(value);
    } catch {
      return original(value, replacer);
    }
  };
  JSON.stringify = fastStringify as typeof JSON.stringify;
}

function isLibraryReplacer(replacer: object): boolean {
  const source = Function.prototype.toString.call(replacer);
  return source.length < MAX_REPLACER_LENGTH && LIBRARY_REPLACER.test(source);
}
