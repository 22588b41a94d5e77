import { Link as RouterLink } from "react-router";
import { Button } from "~/ui/button.tsx";

export function BackToDashboard() {
  return (
    <Button size="lg" asChild>
      <RouterLink to="/dashboard">Back to Dashboard</RouterLink>
    </Button>
  );
}
