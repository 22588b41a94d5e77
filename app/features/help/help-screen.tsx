import { Mail } from "lucide-react";
import { brand } from "~/content/brand.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import type { Role } from "../../../domain/roles.ts";
import { HELP_TOPICS } from "./help-topics.ts";

/** Help Center (spec §2 Admin layout: linked from the sidebar): the answers for one's role, and a person to write to. */
export function HelpScreen({ role }: { role: Role | null }) {
  const topics = HELP_TOPICS.filter(({ roles }) => !roles || (role && roles.includes(role)));
  return (
    <div className="grid max-w-[720px] gap-5">
      <Card>
        {topics.map(({ question, answer }) => (
          <section key={question} className="border-line-soft border-b px-5 py-4 last:border-b-0">
            <h3 className="text-sm font-semibold">{question}</h3>
            <p className="mt-1 max-w-[65ch] text-sm text-ink-2">{answer}</p>
          </section>
        ))}
      </Card>
      <Card className="flex flex-wrap items-center gap-4 p-5">
        <Mail size={20} aria-hidden="true" className="text-ink-3" />
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="text-sm font-semibold">Still stuck?</h3>
          <p className="text-sm text-ink-2">Write to {brand.email}. We answer within 24 hours.</p>
        </div>
        <Button asChild>
          <a href={`mailto:${brand.email}`}>Write to us</a>
        </Button>
      </Card>
    </div>
  );
}
