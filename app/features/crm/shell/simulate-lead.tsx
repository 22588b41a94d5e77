import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { callFunction } from "~/shared/call-function.ts";
import { loadConfig } from "~/shared/config.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { SidebarItem } from "~/ui/sidebar.tsx";

const PEOPLE = [
  ["Renata", "Vaszary", "Odessa Skin Clinic"],
  ["Jonah", "Feld", "Kestrel Fitness"],
  ["Amara", "Osei", "Lumen Lash Bar"],
  ["Caleb", "Thornbury", "Atlas Roofing Co."],
  ["Ines", "Marchetti", "Rue Bridal"],
] as const;
const GOALS = "We run ads, but the front desk answers messages at lunch. How fast could you be live?";

/** Only for the demo: sends the contact form as a made-up person, to show a running clock. */
export function SimulateLead() {
  const { data: config } = useQuery({
    queryKey: queryKeys.config(),
    queryFn: loadConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const simulate = useAction({
    action: (_, id) => callFunction("send-contact-email", randomContact(id)),
    successMessage: "New lead added. Its clock is running.",
    errorMessage: "Couldn't simulate a lead",
  });
  if (!config?.demo) return null;
  return (
    <SidebarItem label="Simulate a lead" icon={<FlaskConical aria-hidden="true" />} asChild>
      <SimulateButton busy={simulate.busy} onSimulate={() => void simulate.run()} />
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

function randomContact(id: string) {
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
    submission_id: id,
    // These values pass the two bot checks: the hidden field is empty, and the form took some time.
    topic: "",
    elapsed_ms: 20_000,
  };
}
