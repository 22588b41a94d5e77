import { CalendarDays, CircleDot, Mail, MessageSquare, NotebookPen, Phone, PhoneMissed, Voicemail } from "lucide-react";

const KINDS = {
  call: Phone,
  email: Mail,
  sms: MessageSquare,
  meeting: CalendarDays,
  note: NotebookPen,
  other: CircleDot,
};
const OUTCOMES = { no_answer: PhoneMissed, voicemail: Voicemail };

/** A picture of what is done or was done: a call, a text, a meeting. */
export function KindIcon({ kind, outcome, className }: { kind: string; outcome?: string | null; className?: string }) {
  const Icon = OUTCOMES[outcome as keyof typeof OUTCOMES] ?? KINDS[kind as keyof typeof KINDS] ?? CircleDot;
  return <Icon aria-hidden="true" className={className} />;
}
