import {
  bullets,
  contactFields,
  features,
  field,
  formFields,
  links,
  offers,
  questions,
  step,
  steps,
  type Template,
  templateBlock,
  whenAnswer,
  withIds,
} from "../template.ts";

/** A coach for people who lead a team for the first time. SAMPLE CONTENT: names, prices and terms are to be replaced. */
export const coachTemplate: Template = {
  id: "coach",
  name: "Coach",
  about: "One program, and a free first call",
  title: "Coaching for your first year as a manager",
  description:
    "Six sessions in three months for people who lead a team for the first time. Start with a free 30-minute call.",
  theme: "warm",
  blocks: withIds("coach", [
    templateBlock("hero", {
      eyebrow: "Rowan Hale, coach for new managers",
      heading: "You were good at the work. Now you lead it.",
      text: "Coaching for your first year with a team: how to delegate, give feedback, and say no without working every evening.",
      button: "Request a first call",
      note: "30 minutes, free, by phone or video.",
      picture: "image",
      background: "tint",
    }),
    templateBlock("columns", {
      heading: "Is this for you?",
      items: features(
        [
          "Yes, if",
          bullets(
            "You lead three to fifteen people, and it’s new to you",
            "You still do work that your team should do",
            "You’ve avoided a hard conversation for weeks",
            "You can set aside an hour every two weeks",
          ),
        ],
        [
          "Not now, if",
          bullets(
            "You want someone to make the decision for you",
            "You’re looking for a new job. A career coach can help more",
            "You need help with your health. Please see a therapist or a doctor",
          ),
          "cross",
        ],
      ),
      variant: "lines",
    }),
    templateBlock("steps", {
      heading: "Three months, six sessions",
      text: "Each session ends with one thing that you do before the next one.",
      items: steps(
        [
          "First call",
          "Free, 30 minutes",
          "You tell me what’s hard right now. Together, we decide whether coaching can help.",
        ],
        ["Where you stand", "Week 1", "You describe your week and your team. We write down two goals, in your words."],
        [
          "Four sessions",
          "Weeks 3 to 9",
          "Delegating, feedback, a conversation you’ve put off, and your calendar. Real cases only.",
        ],
        ["Looking back", "Week 12", "What changed, what didn’t, and how you’ll keep going without me."],
      ),
      variant: "rail",
    }),
    templateBlock("features", {
      heading: "What you get",
      items: features(
        ["60 minutes, every two weeks", "By video or by phone. You can move a session up to a day before."],
        ["Notes after each session", "Half a page: what you decided and what you try next."],
        ["Messages in between", "Write when something happens. I answer within one business day."],
      ),
      variant: "open",
      background: "ink",
    }),
    templateBlock("picture", {
      layout: "left",
      shape: "portrait",
      heading: "Your coach",
      text: "I’m Rowan. I led support and product teams for eleven years before I became a coach. I know how it feels to write a review on Sunday night.\n\nI work with at most ten people at a time, so that I remember your team’s names. What you tell me stays with me, even if your company pays.",
      background: "tint",
    }),
    templateBlock("pricing", {
      heading: "Prices",
      text: "Your company can pay. I’ll send the invoice to anyone you name.",
      items: offers(
        {
          name: "One session",
          price: "$190",
          unit: "60 minutes",
          text: "For one question or one conversation",
          points: ["By video or by phone", "Notes afterward"],
          button: "Request a first call",
        },
        {
          name: "Three months",
          price: "$1,050",
          unit: "six sessions",
          text: "Payable in three installments",
          points: ["A session every two weeks", "Notes after each one", "Messages in between", "A review in week 12"],
          button: "Request a first call",
          marked: true,
        },
      ),
      variant: "rows",
    }),
    templateBlock("faq", {
      heading: "Questions",
      items: questions(
        [
          "Is the first call a sales call?",
          "No. You tell me what’s hard, and I tell you whether coaching can help. If it can’t, I’ll say what I’d try instead.",
        ],
        [
          "Will my boss hear what I say?",
          "No. If your company pays, it only sees the dates of our sessions, unless you choose to share more.",
        ],
        ["What if I want to stop?", "You can stop after any session. I refund the sessions you haven’t had."],
        ["Can we meet in person?", "Yes, in Austin. Most people prefer video because it saves the drive."],
      ),
      variant: "open",
      background: "tint",
    }),
    templateBlock("form", {
      heading: "Request a first call",
      text: "I read every request myself and reply within one business day with two or three times.",
      items: [
        step("Your situation"),
        ...formFields(
          ["What do you do?", "line"],
          ["How many people do you lead?", "choice", ["None yet", "1 to 3", "4 to 8", "9 to 15", "More than 15"]],
        ),
        field("What’s hard right now?", "message", {
          needed: true,
          hint: "Two or three sentences are enough. Leave out names.",
        }),
        field("Who would pay?", "choice", { options: "I would\nMy company\nI don’t know yet" }),
        field("Does your company know?", "choice", {
          options: "Yes\nNot yet",
          ...whenAnswer("Who would pay?", "My company"),
        }),
        step("How can I reach you?"),
        ...contactFields,
        field("Phone", "phone", { hint: "Only if you’d like the call by phone." }),
        field("Best time", "choice", { options: "Morning\nMidday\nLate afternoon", needed: true }),
      ],
      button: "Request a first call",
      done: "Thank you. I’ll send you two or three times within one business day.",
      small: "What you write here stays with me.",
      variant: "column",
    }),
    templateBlock("footer", {
      name: "Rowan Hale Coaching",
      text: "Coaching for new managers, by video or in Austin.",
      contact: "Austin, TX\n(512) 555-0136\nrowan@halecoaching.example",
      items: links(["Request a first call", "#form"]),
      legal: "Rowan Hale Coaching LLC",
      legalItems: links(["Privacy", ""], ["Terms", ""]),
      variant: "stack",
      background: "ink",
    }),
  ]),
};
