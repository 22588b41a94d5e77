import { Crown } from "lucide-react";
import { Avatar } from "../avatar.tsx";
import { Chip, HealthChip, InvoiceChip, RoleChip, StatusChip } from "../chip.tsx";
import { KeyCaps } from "../key-caps.tsx";
import { Money } from "../money.tsx";
import { TimeAgo } from "../time-ago.tsx";
import { GallerySection, Specimen } from "./gallery-section.tsx";

const ROLES = ["admin", "sales", "client"] as const;
const PEOPLE = ["Anneke Koster", "Priscilla Nwosu", "Tom Ito", "Marcus Okafor", "dana@upfunnel.example", "Élodie Brun"];

export function Statuses() {
  return (
    <GallerySection id="statuses" title="Chips, people, numbers">
      <Specimen title="User roles and statuses">
        {ROLES.map((role) => (
          <RoleChip key={role} role={role} />
        ))}
        <StatusChip status="pending" />
        <StatusChip status="active" />
        <StatusChip status="inactive" />
        <StatusChip status="inactive">Access denied</StatusChip>
      </Specimen>
      <Specimen title="Invoices and retainers">
        {["paid", "pending", "overdue", "active", "draft"].map((status) => (
          <InvoiceChip key={status} status={status} />
        ))}
      </Specimen>
      <Specimen title="Dashboard health">
        {["healthy", "warning", "error", null].map((health) => (
          <HealthChip key={health ?? "none"} health={health} />
        ))}
      </Specimen>
      <Specimen title="Plain, with an icon">
        <Chip>neutral</Chip>
        <Chip dot={false}>No dot</Chip>
        <Chip tone="info" icon={<Crown aria-hidden="true" />}>
          Premium
        </Chip>
        <Chip tone="admin">Admin View</Chip>
      </Specimen>
      <Specimen title="Avatars">
        {PEOPLE.map((name) => (
          <span key={name} className="flex items-center gap-2 text-13">
            <Avatar name={name} />
            {name}
          </span>
        ))}
        <Avatar name="Anneke Koster" size={20} />
        <Avatar name="Anneke Koster" size={32} />
        <Avatar name="Anneke Koster" size={40} />
      </Specimen>
      <Specimen title="Money, times, keys" className="text-sm">
        <Money cents={1_085_000} currency="usd" />
        <Money cents={205_000} currency="eur" />
        <Money cents={0} currency="usd" />
        <TimeAgo at="2026-03-04T09:00:00Z" />
        <TimeAgo at="not a time" />
        <span className="flex gap-1">
          <KeyCaps keys="mod+k" />
          <KeyCaps keys="shift+mod+z" />
          <KeyCaps keys="j k" />
        </span>
      </Specimen>
    </GallerySection>
  );
}
