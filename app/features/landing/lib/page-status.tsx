import { Chip } from "~/ui/chip.tsx";

type Props = { status: string; version: number; hasChanges: boolean; request?: string | null | undefined };

/** Whether the page is published, whether the draft differs from it, and whether an admin has to approve it first. */
export function PageStatus({ status, version, hasChanges, request }: Props) {
  if (request === "waiting") return <Chip tone="info">waiting for approval</Chip>;
  if (request === "declined" && hasChanges) return <Chip tone="bad">needs a change</Chip>;
  if (status === "published")
    return hasChanges ? <Chip tone="warn">unpublished changes</Chip> : <Chip tone="ok">published</Chip>;
  return <Chip>{version > 0 ? "unpublished" : "draft"}</Chip>;
}
