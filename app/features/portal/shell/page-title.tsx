import type { ReactNode } from "react";

/** The title of a page inside the admin layout, whose header always says Dashboard Overview (spec §2). */
export function PageTitle({ children }: { children: ReactNode }) {
  return <h2 className="font-display font-semibold text-xl tracking-tighter">{children}</h2>;
}
