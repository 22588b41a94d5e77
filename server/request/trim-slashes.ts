/**
 * Removes slashes from the start and end of a path. A regular expression anchored at the end can take quadratic time.
 */
export function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return path.slice(start, end);
}
