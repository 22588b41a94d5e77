import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { brand } from "~/content/brand.ts";
import { Logo } from "~/ui/logo.tsx";
import { ProductPreview } from "./product-preview.tsx";

type Props = {
  heading: string /** Somebody begins to fill in something. */;
  onFirstInput: () => void;
  children: ReactNode;
};

/** The two halves of the sign-in page: the form, and on wide screens what waits behind it. */
export function AuthLayout({ heading, onFirstInput, children }: Props) {
  return (
    <div className="grid min-h-dvh bg-page text-ink lg:grid-cols-2">
      <div className="flex flex-col px-4 py-5 sm:px-8">
        <nav aria-label="Site" className="self-start">
          <a href="/" className="flex h-11 items-center gap-1.5 text-13 text-ink-2 hover:text-ink">
            <ArrowLeft size={14} aria-hidden="true" />
            Back to home
          </a>
        </nav>
        <main
          onFocus={onFirstInput}
          className="mx-auto flex w-full max-w-[440px] flex-1 flex-col gap-6 py-6 sm:justify-center"
        >
          <div>
            <div className="mb-5 flex items-center gap-2 font-display text-[15px] leading-5 font-semibold">
              <Logo size={18} />
              {brand.name}
            </div>
            <h1 className="font-display text-2xl font-semibold tracking-tighter">{heading}</h1>
          </div>
          {children}
        </main>
      </div>
      <ProductPreview />
    </div>
  );
}
