import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useWorkspace } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";

type Props = { title: string; text: string; children: ReactNode };

/** A screen that belongs to premium. A free account reads what it does, and loses nothing that it had there before. */
export function PremiumGate({ title, text, children }: Props) {
  const workspace = useWorkspace();
  if (!workspace || workspace.may_write) return children;
  return (
    <div className="p-4 md:p-6">
      <Card className="mx-auto max-w-xl">
        <EmptyState icon={<Lock />} title={title} text={text}>
          <Button variant="primary" asChild>
            <a href="/client-dashboard#plan">See Premium</a>
          </Button>
        </EmptyState>
      </Card>
    </div>
  );
}
