import {
  contactFields,
  features,
  field,
  formFields,
  hours,
  links,
  offers,
  people,
  questions,
  step,
  steps,
  type Template,
  templateBlock,
  whenAnswer,
  withIds,
} from "../template.ts";

/** A dental practice. SAMPLE CONTENT: names, prices, hours and the address are to be replaced. */
export const dentistTemplate: Template = {
  id: "dentist",
  name: "Dentist",
  about: "New patients, with the price of the first visit",
  title: "A first visit with the price on the page",
  description:
    "Exam, X-rays, and a cleaning in one visit, with the price before you come. Send the form, and we’ll call you back the same business day.",
  theme: "default",
  blocks: withIds("dentist", [
    templateBlock("hero", {
      eyebrow: "Harbor Street Dental, Portland",
      heading: "A dentist who tells you the price first.",
      text: "Your first visit is an exam, X-rays, and a cleaning in one appointment. You get a written plan with prices before we treat anything.",
      button: "Request a visit",
      note: "We’ll call you back the same business day.",
      picture: "image",
      variant: "frame",
    }),
    templateBlock("features", {
      heading: "What we do",
      text: "We do most treatments here. If you need a specialist, we send your X-rays along.",
      items: features(
        [
          "Checkups and cleanings",
          "For adults and for children from age 3, every six months or as often as your gums need it.",
        ],
        ["Fillings and crowns", "Tooth-colored fillings in one visit. Crowns take two, about two weeks apart."],
        ["Root canals", "We make sure you’re numb before we start. Raise a hand, and we stop."],
        ["Clear aligners", "We scan your teeth, show you the plan on a screen, and tell you how many months it takes."],
        ["Whitening", "At home, with trays we make for you. First, we check that your gums are healthy."],
        ["Emergencies", "We keep two openings every weekday for pain, a broken tooth, or a lost filling."],
      ),
    }),
    templateBlock("steps", {
      heading: "Your first visit",
      text: "About 90 minutes from start to finish.",
      items: steps(
        ["You send the form", "2 minutes", "Tell us what you need and when you can come. We’ll call to set a time."],
        ["We look", "40 minutes", "X-rays, gums, and every tooth. You see on the screen what we see."],
        ["We clean", "40 minutes", "Above and below the gum line, and a polish."],
        ["You get a plan", "On paper", "What needs to be done, what can wait, and what each part costs."],
      ),
      background: "ink",
    }),
    templateBlock("pricing", {
      heading: "Prices without insurance",
      text: "We bill your insurance for you and tell you your share before we start.",
      items: offers(
        {
          name: "First visit",
          price: "$149",
          unit: "90 minutes",
          text: "For new patients",
          points: ["Full set of X-rays", "Exam by a dentist", "Cleaning and polish", "Written plan with prices"],
          button: "Request a visit",
          marked: true,
        },
        {
          name: "Cleaning",
          price: "$95",
          unit: "45 minutes",
          text: "For existing patients",
          points: ["Cleaning and polish", "Gum check", "Reminder before the next one"],
          button: "Request a cleaning",
        },
        {
          name: "Whitening at home",
          price: "$290",
          unit: "upper and lower teeth",
          text: "After a checkup",
          points: ["Trays made for your teeth", "Gel for two weeks", "A check at the end"],
          button: "Ask about whitening",
        },
      ),
      variant: "joined",
    }),
    templateBlock("gallery", { heading: "Inside the office", variant: "mosaic", background: "tint" }),
    templateBlock("team", {
      heading: "The people who treat you",
      text: "You see the same dentist each time unless you ask for someone else.",
      items: people(
        ["Dr. Maya Ortiz", "Dentist, owner", "General dentistry and crowns. Speaks English and Spanish."],
        ["Dr. Daniel Kim", "Dentist", "Root canals and aligners. Here Tuesday to Friday."],
        ["Ruth Bell", "Dental hygienist", "Cleanings and gum care. Patient with nervous patients."],
      ),
    }),
    templateBlock("faq", {
      heading: "Before you come",
      items: questions(
        [
          "Do you take my insurance?",
          "We bill most dental plans. Name yours in the form, and we’ll check what it covers before your visit.",
        ],
        [
          "I’m afraid of the dentist. Can you help?",
          "Yes. Tell us in the form. We set aside more time, explain each step, and stop when you raise a hand.",
        ],
        [
          "Can I pay over time?",
          "Yes, for treatments over $500. We agree on the number of payments and the amount before we start.",
        ],
        [
          "What if I have to cancel?",
          "Call us or reply to the reminder a day ahead, and we’ll find a new time at no charge.",
        ],
        [
          "I’m in pain right now.",
          "Call us instead of sending the form. If your face is swollen or you have trouble breathing or swallowing, call 911.",
        ],
      ),
    }),
    templateBlock("form", {
      heading: "Request a visit",
      text: "We’ll call you back the same business day. In pain? Call us: [(503) 555-0148](tel:+15035550148)",
      items: [
        step("What do you need?"),
        field("Reason for your visit", "choice", {
          options:
            "Checkup and cleaning\nTooth pain\nA broken tooth or lost filling\nAligners\nWhitening\nSomething else",
          needed: true,
        }),
        field("How long has it hurt?", "choice", {
          options: "Since today\nA few days\nLonger",
          ...whenAnswer("Reason for your visit", "Tooth pain"),
        }),
        field("Have you been here before?", "choice", { options: "No, I’m new\nYes", needed: true }),
        field("Dental insurance", "line", {
          placeholder: "Name of the plan",
          hint: "Leave it empty if you don’t have any.",
        }),
        step("When can you come?"),
        field("Best days", "choice", {
          options: "Any day\nMonday or Tuesday\nWednesday or Thursday\nFriday",
          needed: true,
        }),
        field("Best time", "choice", { options: "Any time\nMorning\nMidday\nAfternoon", needed: true }),
        step("Who should we call?"),
        ...contactFields,
        ...formFields(["Phone", "phone"]),
      ],
      button: "Request a visit",
      done: "Thank you. We’ll call you back the same business day to set a time.",
      small: "Please don’t send medical details in this form. We’ll ask for them at the office.",
      variant: "card",
      background: "tint",
    }),
    templateBlock("map", {
      heading: "Where to find us",
      text: "Parking behind the building. Streetcar stop two minutes away. No steps from the street to the chair.",
      name: "Harbor Street Dental",
      address: "100 Example Street, Suite 2\nPortland, OR 97209",
      items: hours(["Monday to Thursday", "8 AM – 6 PM"], ["Friday", "8 AM – 2 PM"], ["Saturday and Sunday", "Closed"]),
      button: "Get directions",
    }),
    templateBlock("footer", {
      name: "Harbor Street Dental",
      text: "Dentistry for adults and children.",
      contact: "100 Example Street, Suite 2\nPortland, OR 97209\n(503) 555-0148\nhello@harborstreetdental.example",
      items: links(["Request a visit", "#form"], ["Call us", "tel:+15035550148"]),
      legal: "Harbor Street Dental PLLC",
      legalItems: links(["Notice of privacy practices", ""], ["Privacy", ""], ["Terms", ""]),
      variant: "columns",
      background: "ink",
    }),
  ]),
};
