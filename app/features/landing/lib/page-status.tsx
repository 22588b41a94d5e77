import { Chip } from "~/ui/chip.tsx";

type Props = { status: string; version: number; hasChanges: boolean };

/** Whether visitors see it, and whether what they see is what is written. */
export function PageStatus({ status, version, hasChanges }: Props) {
  if (status === "published")
    return hasChanges ? <Chip tone="warn">published, changed since</Chip> : <Chip tone="ok">published</Chip>;
  return <Chip>{version > 0 ? "unpublished" : "draft"}</Chip>;
}
