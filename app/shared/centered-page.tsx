import type { ReactNode } from "react";
import { brand } from "~/content/brand.ts";
import { Logo } from "~/ui/logo.tsx";

/** A page with a single purpose: the logo and a centered card. */
export function CenteredPage({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-page px-4 text-ink">
      <header className="mx-auto flex w-full max-w-[480px] pt-6">
        <a href="/" className="flex h-11 items-center gap-2 font-display text-[15px] font-semibold">
          <Logo size={18} />
          {brand.name}
        </a>
      </header>
      <main className="mx-auto grid w-full max-w-[480px] content-center pt-4 pb-[18dvh]">{children}</main>
    </div>
  );
}
