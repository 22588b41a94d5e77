import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";

type Props = { text: string /** What is copied, such as 'the link'. */; what: string };

/** Copies text and confirms it for a moment, or says that the browser refused. */
export function CopyButton({ text, what }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error("This browser blocked copying. Select the text and copy it yourself");
    }
  };
  return (
    <>
      <Button
        size="sm"
        icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {copied ? "Copied" : "Copy"}
        <span className="sr-only"> {what}</span>
      </Button>
      <span role="status" className="sr-only">
        {copied && `${what} copied`}
      </span>
    </>
  );
}
