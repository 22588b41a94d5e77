import { Chip } from "~/ui/chip.tsx";

type Props = {
  status: string;
  version: number;
  hasChanges: boolean;
  request?: string | null | undefined;
  isTesting: boolean;
};

/** Whether the page is published, whether the draft differs from it, and whether an admin has to approve it first. */
export function PageStatus({ status, version, hasChanges, request, isTesting }: Props) {
  if (request === "waiting") return <Chip tone="info">waiting for approval</Chip>;
  if (request === "declined" && hasChanges) return <Chip tone="bad">needs a change</Chip>;
  // Some visitors see the variant, so "unpublished changes" would be wrong about it.
  if (isTesting) return <Chip tone="info">test running</Chip>;
  if (status === "published")
    return hasChanges ? <Chip tone="warn">unpublished changes</Chip> : <Chip tone="ok">published</Chip>;
  return <Chip>{version > 0 ? "unpublished" : "draft"}</Chip>;
}
