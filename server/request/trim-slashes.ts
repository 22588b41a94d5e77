/** A path without the slashes at its start and its end. A pattern that looks for an end can take the square of the length. */
export function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return path.slice(start, end);
}
