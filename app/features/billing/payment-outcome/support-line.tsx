import { brand } from "~/content/brand.ts";
import { Link } from "~/ui/link.tsx";

/** Where support is reached. */
export function SupportLine() {
  return (
    <p className="text-13 text-ink-3">
      Support: <Link href={`mailto:${brand.email}`}>{brand.email}</Link>
    </p>
  );
}
