/**
 * The clinic in the product views: one week of one invented client, with the same people in board, phone, timeline and report.
 * SAMPLE CONTENT; totals must still add up after a change.
 */
export const clinic = "Kiln Aesthetics";

/** A card on the board. `clock` is the seconds since the form was sent, for leads without an answer. */
export type SampleLead = {
  name: string;
  dollars: number;
  source: string;
  status: { icon: "clock" | "message" | "calendar" | "check"; text: string; at: string; clock?: number };
  hot?: true;
};

const message = (text: string, at: string) => ({ icon: "message" as const, text, at });
const booked = (text: string, at: string) => ({ icon: "calendar" as const, text, at });
const done = (text: string, at: string) => ({ icon: "check" as const, text, at });

/** The pipeline of the hero, by stage. */
export const pipeline: readonly { stage: string; leads: readonly SampleLead[] }[] = [
  {
    stage: "New",
    leads: [
      {
        name: "Ines Roth",
        dollars: 1450,
        source: "Instagram ad, May skin",
        status: { icon: "clock", text: "Lead clock", at: "0:48", clock: 48 },
        hot: true,
      },
      {
        name: "Jon Salas",
        dollars: 1450,
        source: "Landing page",
        status: { icon: "clock", text: "Lead clock", at: "3:33", clock: 213 },
      },
    ],
  },
  {
    stage: "Contacted",
    leads: [
      {
        name: "Priya Nair",
        dollars: 1450,
        source: "Instagram ad, May skin",
        status: message("SMS 1 delivered", "9:14"),
      },
      { name: "Elena Moss", dollars: 1450, source: "Referral", status: message("SMS 2 at 5 PM", "Tue") },
      { name: "Dan Whitlow", dollars: 1450, source: "Landing page", status: message("Email 1 opened", "Mon") },
    ],
  },
  {
    stage: "Call booked",
    leads: [
      { name: "Aisha Grant", dollars: 1700, source: "Instagram ad, Scar care", status: booked("Wed, May 20", "11 AM") },
      {
        name: "Maya Okafor",
        dollars: 1450,
        source: "Instagram ad, May skin",
        status: booked("Thu, May 21", "2:30 PM"),
      },
      { name: "Rob Feld", dollars: 1450, source: "Referral", status: booked("Fri, May 22", "4 PM") },
    ],
  },
  {
    stage: "Showed",
    leads: [
      { name: "Carla Bruni", dollars: 1700, source: "Instagram ad, Scar care", status: done("Offer sent", "Mon") },
      { name: "Hugo Prat", dollars: 1450, source: "Landing page", status: done("Offer sent", "Mon") },
    ],
  },
  { stage: "Won", leads: [{ name: "Lena Voss", dollars: 1450, source: "Referral", status: done("Paid", "Mon") }] },
];

/** The text messages on the phone: how Maya Okafor from the board was booked. */
export const conversation = {
  startedAt: "Today 10:42",
  opening: [
    {
      from: "clinic",
      text: "Hi Maya, Dana from Kiln here. Saw your form about the skin program. Is this week too soon?",
    },
    { from: "lead", text: "No, Thursday works" },
    { from: "clinic", text: "On Thursday I have 10:30, noon, or 2:30. Which works?" },
    { from: "lead", text: "2:30" },
  ],
  slot: { weekday: "THU", day: "21", what: "Consultation, 30 min", where: "2:30 PM with Dana" },
  closing: "You’re booked. Reply R to reschedule, C to cancel.",
} as const;

/** The same booking in seconds. `phase` is whether the lead clock runs. */
export const timeline: readonly {
  at: string;
  what: string;
  how: string;
  phase: "before" | "running" | "stop" | "after";
}[] = [
  { at: "10:42:07", what: "Taps the ad", how: "Instagram story, a $1,450 skin program.", phase: "before" },
  {
    at: "10:42:39",
    what: "Sends the form",
    how: "Name, phone, what she wants. The lead clock starts.",
    phase: "running",
  },
  { at: "10:42:41", what: "Gets a text", how: "From the clinic, about what she wants.", phase: "running" },
  { at: "10:44:50", what: "Replies", how: "“Thursday works.” She gets three open slots.", phase: "running" },
  { at: "10:45:18", what: "Gets booked", how: "Calendar, pipeline, and report match. Clock stops.", phase: "stop" },
  { at: "Wed 2:30 PM", what: "Gets a reminder", how: "SMS and email, with a link to reschedule.", phase: "after" },
  { at: "Thu 2:30 PM", what: "Shows up", how: "Marked in the pipeline, counted in the report.", phase: "after" },
];
