import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { PREMIUM_IS_FOR_OWNERS, PREMIUM_PATH } from "~/shared/premium-path.ts";
import { useIsMember, useIsReadOnly } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";

type Props = {
  title: string;
  text: string;
  /** The part of the screen that free accounts have. */
  before?: ReactNode;
  /** What the screen looks like, drawn without data. */
  still?: ReactNode;
  children: ReactNode;
};

/** A screen that belongs to premium. A free account reads what it does, and loses nothing that it had there before. */
export function PremiumGate({ title, text, before, still, children }: Props) {
  const isReadOnly = useIsReadOnly();
  const isMember = useIsMember();
  if (!isReadOnly) return children;
  return (
    <div className="grid gap-4 p-4 md:p-6">
      {before}
      {still && (
        <div
          aria-hidden="true"
          className="-mb-16 overflow-hidden opacity-60 [mask-image:linear-gradient(#000_40%,transparent)]"
        >
          {still}
        </div>
      )}
      <Card className="relative mx-auto w-full max-w-xl">
        <EmptyState icon={<Lock />} title={title} text={isMember ? `${text} ${PREMIUM_IS_FOR_OWNERS}` : text}>
          {!isMember && (
            <Button variant="primary" asChild>
              <a href={PREMIUM_PATH}>See Premium</a>
            </Button>
          )}
        </EmptyState>
      </Card>
    </div>
  );
}
