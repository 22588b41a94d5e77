import { Chip } from "~/ui/chip.tsx";

type Props = { status: string; version: number; hasChanges: boolean };

/** Whether the page is published, and whether the draft differs from it. */
export function PageStatus({ status, version, hasChanges }: Props) {
  if (status === "published")
    return hasChanges ? <Chip tone="warn">unpublished changes</Chip> : <Chip tone="ok">published</Chip>;
  return <Chip>{version > 0 ? "unpublished" : "draft"}</Chip>;
}
