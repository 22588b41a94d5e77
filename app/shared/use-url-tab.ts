import { useSearchParams } from "react-router";
import { useUrlState } from "./use-url-state.ts";

/**
 * The open tab of a page, in the URL; the first tab has no name there. Each tab is a step in the browser's history, so Back
 * returns to the previous one. The filters of the tab that closes are removed, except those to `keep`.
 */
export function useUrlTab<Tab extends string>(
  tabs: readonly [Tab, ...Tab[]],
  { keep = [] }: { keep?: readonly string[] } = {},
): [Tab, (next: Tab) => void] {
  const [search] = useSearchParams();
  const { read, change } = useUrlState();
  const tab = tabs.find((name) => name === read("tab")) ?? tabs[0];
  const show = (next: Tab) =>
    change(
      {
        ...Object.fromEntries([...search.keys()].filter((name) => !keep.includes(name)).map((name) => [name, ""])),
        tab: next === tabs[0] ? "" : next,
      },
      { push: next !== tab },
    );
  return [tab, show];
}
