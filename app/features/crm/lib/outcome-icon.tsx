import { CalendarDays, CircleDot, Mail, MessageSquare, NotebookPen, Phone, PhoneMissed, Voicemail } from "lucide-react";

const KIND_ICONS = {
  call: Phone,
  email: Mail,
  sms: MessageSquare,
  meeting: CalendarDays,
  note: NotebookPen,
  other: CircleDot,
};
const OUTCOME_ICONS = { no_answer: PhoneMissed, voicemail: Voicemail };

/** The icon of an activity or a task. */
export function KindIcon({ kind, outcome, className }: { kind: string; outcome?: string | null; className?: string }) {
  const Icon =
    OUTCOME_ICONS[outcome as keyof typeof OUTCOME_ICONS] ?? KIND_ICONS[kind as keyof typeof KIND_ICONS] ?? CircleDot;
  return <Icon aria-hidden="true" className={className} />;
}
