import { ArrowLeft } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { Link } from "~/ui/link.tsx";

export function BackToBilling() {
  return (
    <Link asChild subtle className="-my-1 inline-flex w-fit items-center gap-1.5 text-13 phone:-my-3">
      <RouterLink to="/admin/billing">
        <ArrowLeft aria-hidden="true" size={14} />
        Back to Billing
      </RouterLink>
    </Link>
  );
}
