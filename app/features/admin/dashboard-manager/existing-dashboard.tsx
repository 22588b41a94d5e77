import { useQuery } from "@tanstack/react-query";
import type { ClientOption } from "~/shared/client-combobox.tsx";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { type ClientDashboard, dashboardOfClientQuery } from "./api.ts";

type Props = { client: ClientOption; onEdit: (dashboard: ClientDashboard) => void };

/** A client has one dashboard, so this is said when they are chosen. */
export function ExistingDashboard({ client, onEdit }: Props) {
  const { data: existing } = useQuery({
    ...dashboardOfClientQuery(client.id ?? "", client.email ?? ""),
    enabled: client.id !== null,
  });
  if (!existing) return null;
  return (
    <Banner
      role="alert"
      tone="warn"
      title={`${client.company || client.name} already has a dashboard`}
      action={
        <Button size="sm" onClick={() => onEdit(existing)}>
          Edit dashboard
        </Button>
      }
    >
      {existing.business_name}, {existing.dashboard_title}
    </Banner>
  );
}
