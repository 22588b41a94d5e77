import { useMatches } from "react-router";

/** What a route tells the frame around it: `export const handle = { title: "Billing" } satisfies PageHandle`. */
export type PageHandle = {
  /** The title in the top bar. */
  title?: string;
  /** The page uses the full width beside the sidebar. */
  wide?: boolean;
  /** The page fills the screen, without the sidebar and the top bar. */
  bare?: boolean;
};

/** The handle of the innermost route that has one. */
export function usePageHandle(): PageHandle {
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  return Object.assign({}, ...handles.filter((handle) => handle !== undefined));
}
