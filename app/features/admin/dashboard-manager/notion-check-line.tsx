import { CircleCheck, Info } from "lucide-react";
import { checkNotionUrl } from "../../../../domain/notion-check.ts";

/** Spec §5, live while one types: advice, not a condition. */
export function NotionCheckLine({ address }: { address: string }) {
  const { valid, text } = checkNotionUrl(address);
  const Icon = valid ? CircleCheck : Info;
  return (
    <span aria-live="polite" className={valid ? "flex items-start gap-1 text-ok-fg" : "flex items-start gap-1"}>
      <Icon aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span>{text}</span>
    </span>
  );
}
