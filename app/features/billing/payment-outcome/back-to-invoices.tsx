import { Link as RouterLink } from "react-router";
import { Button } from "~/ui/button.tsx";

export function BackToInvoices({ primary }: { primary: boolean }) {
  return (
    <Button variant={primary ? "primary" : "default"} size="lg" asChild>
      <RouterLink to="/invoices">Back to Invoices</RouterLink>
    </Button>
  );
}
