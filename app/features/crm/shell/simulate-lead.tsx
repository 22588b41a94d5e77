import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { callFunction } from "~/shared/call-function.ts";
import { loadConfig } from "~/shared/config.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { SidebarItem } from "~/ui/sidebar.tsx";

const PEOPLE = [
  ["Renata", "Vaszary", "Odessa Skin Clinic"],
  ["Jonah", "Feld", "Kestrel Fitness"],
  ["Amara", "Osei", "Lumen Lash Bar"],
  ["Caleb", "Thornbury", "Atlas Roofing Co."],
  ["Ines", "Marchetti", "Rue Bridal"],
] as const;
const GOALS = "We run ads, but the front desk answers messages at lunch. How fast could you be live?";

/** In the demo: somebody who does not exist fills in the contact form, so that one can watch the clock run. */
export function SimulateLead() {
  const { data: config } = useQuery({
    queryKey: queryKeys.config(),
    queryFn: loadConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [busy, setBusy] = useState(false);
  const simulate = useSingleFlight(async () => {
    setBusy(true);
    try {
      await callFunction("send-contact-email", randomContact());
      toast.success("A lead has arrived. Its clock is running.");
    } catch {
      toast.error("No lead could be made up. Please try again in a moment.");
    } finally {
      setBusy(false);
    }
  });
  if (!config?.demo) return null;
  return (
    <SidebarItem label="Simulate a lead" icon={<FlaskConical aria-hidden="true" />} asChild>
      <SimulateButton busy={busy} onSimulate={() => void simulate()} />
    </SidebarItem>
  );
}

type ButtonProps = Omit<React.ComponentProps<"button">, "onClick"> & {
  busy: boolean;
  onSimulate: () => void;
  onClick?: () => void;
};

function SimulateButton({ busy, onSimulate, onClick, className, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      className={`${className ?? ""} w-full cursor-pointer text-left`}
      onClick={() => {
        onClick?.();
        onSimulate();
      }}
      {...props}
    />
  );
}

function randomContact() {
  const [firstName, lastName, company] = PEOPLE[Math.floor(Math.random() * PEOPLE.length)] ?? PEOPLE[0];
  const unique = Date.now().toString(36);
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${unique}@example.com`.toLowerCase(),
    company,
    goals: GOALS,
    adSpend: "$5,000 - $15,000",
    interests: ["Pro Funnel"],
    utm_source: "instagram",
    utm_campaign: "demo",
    traffic_type: "paid_ads",
    submission_id: crypto.randomUUID(),
    // The two traps for programs: the field that people do not see stays empty, and people take their time.
    topic: "",
    elapsed_ms: 20_000,
  };
}
