import type { ReactNode } from "react";
import { greetingName } from "~/shared/display-name.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { PageHeader } from "~/ui/page-header.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

type Props = { user: { id: string; email?: string | undefined }; actions: ReactNode };

/** 'Good morning, Priscilla', by the reader's own clock, and what they may ask for. */
export function ClientGreeting({ user, actions }: Props) {
  const profile = useProfile(user.id);
  const title = profile.isPending ? (
    <Skeleton className="my-1.5 h-4 w-56" />
  ) : (
    `${greeting(new Date().getHours())}, ${greetingName(profile.data, user.email)}`
  );
  return <PageHeader title={title} description="Your leads, invoices and retainers" actions={actions} />;
}

function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return "Good morning";
  return hour >= 12 && hour < 18 ? "Good afternoon" : "Good evening";
}
