import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Avatar } from "~/ui/avatar.tsx";
import { avatarPath } from "../../../domain/files.ts";
import { signedFileUrls } from "../files.ts";
import { queryKeys } from "../query-keys.ts";

/** A little less than the hour that links work. */
const FRESH_FOR = 50 * 60_000;

/** A link to a person's picture; null without one. */
export function useAvatarLink(userId: string | null | undefined) {
  return useQuery({
    queryKey: queryKeys.avatar(userId ?? ""),
    queryFn: () => signAvatar(userId ?? ""),
    enabled: Boolean(userId),
    staleTime: FRESH_FOR,
    gcTime: FRESH_FOR,
    retry: false,
  });
}

type Props = Omit<ComponentProps<typeof Avatar>, "src"> & { userId: string | null | undefined };

/** A person's picture; their initials without one, while it loads, and if the viewer may not see it. */
export function PersonAvatar({ userId, ...avatar }: Props) {
  return <Avatar {...avatar} src={useAvatarLink(userId).data} />;
}

let batch: { userIds: Set<string>; links: Promise<Map<string, string>> } | undefined;

/** People who appear together are asked for in one call. */
async function signAvatar(userId: string): Promise<string | null> {
  batch ??= startBatch();
  batch.userIds.add(userId);
  return (await batch.links).get(avatarPath(userId)) ?? null;
}

function startBatch() {
  const userIds = new Set<string>();
  const rendered = new Promise<void>((resolve) => setTimeout(resolve));
  const links = rendered.then(() => {
    batch = undefined;
    return signedFileUrls("avatars", [...userIds].map(avatarPath));
  });
  return { userIds, links };
}
