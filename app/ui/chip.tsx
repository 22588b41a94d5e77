import type { ReactNode } from "react";
import type { Role } from "../../domain/roles.ts";
import { cn } from "./cn.ts";

const TONES = {
  neutral: "bg-mute-bg text-mute-fg before:bg-mute-dot",
  ok: "bg-ok-bg text-ok-fg before:bg-ok-dot",
  warn: "bg-warn-bg text-warn-fg before:bg-warn-dot",
  // Square: what is wrong differs in shape as well.
  bad: "bg-bad-bg text-bad-fg before:rounded-[1px] before:bg-bad-dot",
  info: "bg-info-bg text-info-fg before:bg-info-dot",
  admin: "bg-role-admin-bg text-role-admin-fg",
  sales: "bg-role-sales-bg text-role-sales-fg",
  client: "bg-role-client-bg text-role-client-fg",
};
export type ChipTone = keyof typeof TONES;
const ROLE_TONES: readonly ChipTone[] = ["admin", "sales", "client"];

type Props = {
  tone?: ChipTone;
  /** The dot before a status; roles and chips with an icon have none. */
  dot?: boolean;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Chip({
  tone = "neutral",
  icon,
  dot = !icon && !ROLE_TONES.includes(tone),
  className,
  children,
}: Props) {
  return (
    <span
      className={cn(
        "inline-flex h-5 shrink-0 items-center gap-[5px] whitespace-nowrap rounded-sm px-[7px] align-middle font-medium text-xs forced:border [&_svg]:size-3",
        TONES[tone],
        dot && "before:size-1.5 before:shrink-0 before:rounded-full before:content-[''] forced:before:border-4",
        tone === "bad" && dot && "before:rounded-[1px]",
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** Spec §2: admin purple, sales blue, client emerald. */
export function RoleChip({ role }: { role: Role }) {
  return <Chip tone={role}>{role}</Chip>;
}

const USER_TONES: Record<string, ChipTone> = { pending: "warn", inactive: "bad", active: "ok" };

/** Spec §2: pending amber, inactive red. */
export function StatusChip({ status, children = status }: { status: string; children?: ReactNode }) {
  return <Chip tone={USER_TONES[status] ?? "neutral"}>{children}</Chip>;
}

const INVOICE_TONES: Record<string, ChipTone> = { paid: "ok", pending: "warn", overdue: "bad", active: "info" };

/** Spec §2: paid, pending, overdue and active (of invoices and retainers) each its own, anything else neutral. */
export function InvoiceChip({ status }: { status: string }) {
  return <Chip tone={INVOICE_TONES[status] ?? "neutral"}>{status}</Chip>;
}

const HEALTH_TONES: Record<string, ChipTone> = { healthy: "ok", warning: "warn", error: "bad" };

/** Of a client's dashboard; what was never checked is Unknown. */
export function HealthChip({ health }: { health: string | null | undefined }) {
  const known = health && health in HEALTH_TONES;
  return <Chip tone={known ? HEALTH_TONES[health] : "neutral"}>{known ? health : "Unknown"}</Chip>;
}
