import type { Question, TypeDraft } from "./api.ts";

export type WrongQuestion = { id: string; part: "label" | "options"; text: string };

/** The first wrong question and why. Same rules as private.check_question. Null when the database refuses something else. */
export function wrongQuestion(questions: readonly Question[]): WrongQuestion | null {
  const labels = questions.map(({ label }) => label.trim().toLowerCase());
  for (const [at, { id, label, kind, options = [] }] of questions.entries()) {
    const earlier = labels.indexOf(labels[at] ?? "");
    if (!label.trim()) return { id, part: "label", text: "Enter the question" };
    if ([...label].length > 200) return { id, part: "label", text: "Use at most 200 characters" };
    if (earlier < at) return { id, part: "label", text: `Question ${earlier + 1} has the same text` };
    if (kind !== "select") continue;
    if (options.length === 0) return { id, part: "options", text: "Enter at least one option" };
    if (options.length > 50) return { id, part: "options", text: "Use at most 50 options" };
    if (options.some((option) => [...option].length > 200))
      return { id, part: "options", text: "Use at most 200 characters for each option" };
  }
  return null;
}

export type TypeProblems = Partial<Record<keyof TypeDraft, string>>;

/**
 * Everything that is wrong with a meeting type as it is typed, by field, so that all errors show at once. Same rules and texts as
 * private.parse_meeting_type and private.save_meeting_type, which have the last word.
 */
export function typeProblems(draft: TypeDraft): TypeProblems {
  const problems: Record<string, string | false | null> = {
    name: lengthProblem(draft.name.trim(), 100) ?? (draft.name.trim() === "" && "Enter a name"),
    slug:
      (draft.slug === "" && "Enter a link") ||
      (!(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(draft.slug) && draft.slug.length <= 60) &&
        "Use lowercase letters, digits and hyphens, up to 60 characters"),
    description: lengthProblem(draft.description, 2000),
    location_details: placeProblem(draft),
    hosts: hostsProblem(draft),
    questions:
      (wrongQuestion(draft.questions) || draft.questions.length > 20) &&
      "Give each question its own label, and each dropdown its options",
    minutes: !isWithin(draft.minutes, 5, 480) && "A call takes 5 to 480 minutes",
    buffer_before: !isWithin(draft.buffer_before, 0, 240) && "Enter 0 to 240 minutes",
    buffer_after: !isWithin(draft.buffer_after, 0, 240) && "Enter 0 to 240 minutes",
    horizon_days: !isWithin(draft.horizon_days, 1, 365) && "Enter 1 to 365 days",
    daily_limit:
      draft.daily_limit !== null && !isWithin(draft.daily_limit, 1, 100) && "Enter 1 to 100 calls, or leave it blank",
    bookable_days: draft.bookable_days.length === 0 && "Choose at least one day",
    ...hoursProblems(draft),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, text]) => text)) as TypeProblems;
}

// An emptied number field has an empty text.
const isWithin = (value: unknown, least: number, most: number) =>
  typeof value === "number" && value >= least && value <= most;

const lengthProblem = (text: string, longest: number) =>
  [...text].length > longest ? `Use up to ${longest === 2000 ? "2,000" : longest} characters` : null;

function placeProblem({ location, location_details: details }: TypeDraft): string | null {
  // The form shows no field for it then, and sends nothing.
  if (location === "phone") return null;
  const tooLong = lengthProblem(details, 500);
  if (tooLong) return tooLong;
  if (location === "video" && !/^https:\/\/\S+$/.test(details))
    return "Enter the link of the video call, starting with https://";
  return location === "place" && details.trim() === "" ? "Enter the address" : null;
}

function hostsProblem({ hosts, assignment }: TypeDraft): string | null {
  if (hosts.length === 0) return "Choose who takes the calls";
  if (assignment === "person" && hosts.length !== 1) return "Choose one person";
  return hosts.length > 50 ? "Choose up to 50 people" : null;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function hoursProblems({ bookable_from: from, bookable_until: until, minutes }: TypeDraft): TypeProblems {
  if (from === null && until === null) return {};
  if (!from || !until)
    return {
      ...(!from && { bookable_from: "Enter a start time" }),
      ...(!until && { bookable_until: "Enter an end time" }),
    };
  const length = minutesOf(until) - minutesOf(from);
  if (length <= 0) return { bookable_until: "The end must be after the start" };
  return isWithin(minutes, 5, 480) && length < minutes
    ? { bookable_until: `A call of ${minutes} minutes doesn't fit between these times` }
    : {};
}
