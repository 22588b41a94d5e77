import { BrandScreen } from "~/features/landing/brand/brand-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";

export const meta = () => portalMeta("Page brand");

export const handle = { title: "Brand" } satisfies PageHandle;

/** /workspace/:account/pages/brand: how the account's landing pages look. The layout decides who may enter. */
export default function PageBrand() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-4 md:p-6">
      <BrandScreen />
    </div>
  );
}
