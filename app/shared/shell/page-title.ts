import { useMatches } from "react-router";

/** What a route tells the frame around it: `export const handle = { title: "Billing" } satisfies PageHandle`. */
export type PageHandle = {
  /** The title in the top bar. A function gets what the route loaded, which is undefined until then. */
  title?: string | ((loaded: never) => string);
  /** The page uses the full width beside the sidebar. */
  wide?: boolean;
  /** The page fills the screen, without the sidebar and the top bar. */
  bare?: boolean;
};

/** The handle of the innermost route that has one. */
export function usePageHandle(): Omit<PageHandle, "title"> & { title?: string } {
  const handles = useMatches().map(({ handle, loaderData }) => {
    const { title, ...rest } = (handle ?? {}) as PageHandle;
    return title === undefined
      ? rest
      : { ...rest, title: typeof title === "string" ? title : title(loaderData as never) };
  });
  return Object.assign({}, ...handles);
}
