/** Search params of one page: those that the screen shows, and those that were requested since, the newest last. */
export type Chain = { pathname: string; searches: string[] };

/**
 * Adds changes to the newest requested params, or to the shown ones if nothing is on its way from there. A screen may show the params
 * of an earlier request while a later one is still on its way. An empty value removes a param.
 */
export function extendChain(chain: Chain, here: string, shown: string, changes: Record<string, string>): Chain {
  const searches = chain.pathname === here && chain.searches.includes(shown) ? chain.searches : [shown];
  const next = new URLSearchParams(searches.at(-1));
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return { pathname: here, searches: [...searches, next.toString()] };
}

/**
 * The chain once the screen shows these params. The newest ones end it. Params that were requested twice may be the earlier ones, with a
 * later request still on its way. After Back, nothing is.
 */
export function settleChain(chain: Chain, here: string, shown: string, isBack: boolean): Chain {
  const isNewest = chain.pathname === here && chain.searches.indexOf(shown) === chain.searches.length - 1;
  return isBack || isNewest ? { pathname: here, searches: [shown] } : chain;
}
