import { createContext, use } from "react";

/** The client whose portal an admin views. Nothing can be changed there: the controls are disabled, and the database refuses. */
export type ViewedClient = { id: string; name: string };

export const ViewAsContext = createContext<ViewedClient | null>(null);

/** The client as whom an admin views this page; null for the client's own visit and everywhere else. */
export const useViewAs = (): ViewedClient | null => use(ViewAsContext);

/** The address of a page of the client portal, such as '/invoices/1', for the client or for the admin who views it. */
export function usePortalPath(): (path: string) => string {
  const viewed = useViewAs();
  if (!viewed) return (path) => path;
  return (path) => `/admin/clients/${viewed.id}/portal${path.replace(/^\/client-dashboard/, "")}`;
}
