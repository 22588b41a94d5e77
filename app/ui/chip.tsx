import type { ReactNode } from "react";
import type { Role } from "../../domain/roles.ts";
import { cn } from "./cn.ts";

const TONES = {
  neutral: "bg-mute-bg text-mute-fg",
  ok: "bg-ok-bg text-ok-fg",
  warn: "bg-warn-bg text-warn-fg",
  bad: "bg-bad-bg text-bad-fg",
  info: "bg-info-bg text-info-fg",
  admin: "bg-role-admin-bg text-role-admin-fg",
  sales: "bg-role-sales-bg text-role-sales-fg",
  client: "bg-role-client-bg text-role-client-fg",
};
export type ChipTone = keyof typeof TONES;

/** Roles have no dot. Bad statuses are square, so that they differ in shape as well. */
const DOTS: Partial<Record<ChipTone, string>> = {
  neutral: "rounded-full bg-mute-dot",
  ok: "rounded-full bg-ok-dot",
  warn: "rounded-full bg-warn-dot",
  bad: "rounded-[1px] bg-bad-dot",
  info: "rounded-full bg-info-dot",
};

type Props = {
  tone?: ChipTone;
  /** The dot before a status. A chip with an icon has none. */
  dot?: boolean;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Chip({ tone = "neutral", icon, dot = !icon, className, children }: Props) {
  return (
    <span
      className={cn(
        "inline-flex h-5 shrink-0 items-center gap-[5px] whitespace-nowrap rounded-sm px-[7px] align-middle font-medium text-xs forced:border [&_svg]:size-3",
        TONES[tone],
        className,
      )}
    >
      {dot && DOTS[tone] && (
        <span aria-hidden="true" className={cn("size-1.5 shrink-0 forced:bg-[CanvasText]", DOTS[tone])} />
      )}
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

/** Spec §2: paid, pending, overdue and active (of invoices and retainers) each have a color. All others are neutral. */
export function InvoiceChip({ status }: { status: string }) {
  return <Chip tone={INVOICE_TONES[status] ?? "neutral"}>{status}</Chip>;
}

/** For admins, a retainer that was not started is a draft: it sends no invoices. */
export function RetainerChip({ status }: { status: string }) {
  return status === "pending" ? <Chip>draft</Chip> : <InvoiceChip status={status} />;
}

const HEALTH_TONES: Record<string, ChipTone> = { healthy: "ok", warning: "warn", error: "bad" };

/** The health of a client's dashboard. A dashboard that was never checked is unknown. */
export function HealthChip({ health }: { health: string | null | undefined }) {
  const known = health && health in HEALTH_TONES;
  return <Chip tone={known ? HEALTH_TONES[health] : "neutral"}>{known ? health : "unknown"}</Chip>;
}
