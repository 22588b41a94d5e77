import { UserCheck } from "lucide-react";
import { Banner } from "../banner.tsx";
import { Button } from "../button.tsx";
import { Progress } from "../progress.tsx";
import { Skeleton } from "../skeleton.tsx";
import { toast } from "../toast.ts";
import { GallerySection, Specimen } from "./gallery-section.tsx";

export function Feedback() {
  return (
    <GallerySection id="feedback" title="Feedback">
      <Specimen title="Banners" className="grid">
        <Banner
          tone="warn"
          icon={<UserCheck aria-hidden="true" />}
          title="3 sales sign-ups are waiting for your approval"
          action={<Button>Review</Button>}
        />
        <Banner tone="info" title="The new report is ready" action={<Button>Open</Button>} />
        <Banner tone="bad" title="This link has expired or was already used">
          Sign in below, or enter your email and we'll send you a new confirmation link.
        </Banner>
        <Banner tone="ok" title="Your email is confirmed" />
      </Specimen>
      <Specimen title="Toasts: results, with Undo where possible">
        <Button onClick={() => toast.success("Service request submitted successfully!")}>Success</Button>
        <Button onClick={() => toast.error("Failed to load client dashboards")}>Error</Button>
        <Button
          onClick={() =>
            toast.success("Moved Nadia Rahimi to Qualified", {
              action: { label: "Undo", onClick: () => toast.info("Moved back") },
            })
          }
        >
          Undo
        </Button>
        <Button
          onClick={() =>
            toast.error("Priya changed this 8 seconds ago. Your edit is kept.", {
              description: "Compare before you save again.",
              action: { label: "Compare", onClick: () => {} },
            })
          }
        >
          Conflict
        </Button>
      </Specimen>
      <Specimen title="Skeletons" className="grid max-w-md gap-2.5">
        <Skeleton className="w-2/3" />
        <Skeleton />
        <Skeleton className="w-1/2" />
      </Specimen>
      <Specimen title="Progress" className="grid max-w-md gap-5">
        <Progress label="Importing leads" value={412} max={1284} text="412 of 1,284 rows" />
        <Progress label="Checking the dashboard" />
      </Specimen>
    </GallerySection>
  );
}
