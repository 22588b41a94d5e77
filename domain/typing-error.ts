/** Short words resemble too many others. */
const LEAST_LETTERS = 4;

/** Whether what was typed is within one typing error of how a word begins: 'recipt' of 'receipts'. */
export function isOneErrorOff(typed: string, word: string): boolean {
  if (typed.length < LEAST_LETTERS) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const [rest, others] = [typed.slice(at), word.slice(at)];
  // A letter too much, a missing one, a wrong one, or two that changed places.
  return (
    others.startsWith(rest.slice(1)) ||
    others.slice(1).startsWith(rest) ||
    others.slice(1).startsWith(rest.slice(1)) ||
    (rest[0] === others[1] && rest[1] === others[0] && others.slice(2).startsWith(rest.slice(2)))
  );
}
