import type { BlockKind, BlockType, PlainField } from "./block-types.ts";

const heading = (first: string): PlainField => ({ name: "heading", label: "Heading", kind: "line", first });
const intro: PlainField = { name: "text", label: "Text below the heading", kind: "text", first: "" };
const button = (first: string): PlainField => ({ name: "button", label: "Button", kind: "line", first });
const ADDRESS_HINT = "#form leads to the form of this page; or https://…, mailto:…, tel:…";
const address = (name: string, label: string, hint: string, first = ""): PlainField => ({
  name,
  label,
  kind: "address",
  hint,
  first,
});

/** What there is to build a page from, in the order of the menu. */
export const BLOCK_KINDS: Record<BlockType, BlockKind> = {
  hero: {
    label: "Hero",
    about: "The promise, the button, and a picture of what happens next",
    fields: [
      { name: "eyebrow", label: "Line above the heading", kind: "line", first: "" },
      heading("Say what changes for them, in one line."),
      { ...intro, first: "Two sentences: for whom this is, and what happens after the button." },
      button("Ask for a date"),
      address("href", "Button leads to", ADDRESS_HINT, "#form"),
      { name: "note", label: "Small line below the button", kind: "line", first: "Answered within 24 hours." },
      {
        name: "picture",
        label: "Picture",
        kind: "choice",
        first: "none",
        options: [
          { value: "none", label: "None" },
          { value: "messages", label: "A thread of messages, drawn" },
          { value: "figures", label: "A small report, drawn" },
          { value: "image", label: "An image" },
        ],
      },
      address("image", "Address of the image", "https://… Only used when the picture is an image."),
      { name: "alt", label: "What the image shows, for those who cannot see it", kind: "line", first: "" },
      { name: "caption", label: "Title of the drawing", kind: "line", first: "" },
      {
        name: "lines",
        label: "Lines of the drawing",
        kind: "items",
        one: "line",
        title: "text",
        first: [],
        fields: [
          { name: "text", label: "Message, or what is counted", kind: "line", first: "" },
          { name: "detail", label: "Time, or the figure", kind: "line", first: "" },
          { name: "ours", label: "From us (right side)", kind: "flag", first: false },
        ],
      },
    ],
  },
  text: {
    label: "Text",
    about: "A heading and paragraphs",
    fields: [
      heading("A heading"),
      {
        name: "body",
        label: "Text",
        kind: "text",
        first: "A paragraph.",
        hint: "An empty line begins a new paragraph. Lines that begin with - become a list.",
      },
    ],
  },
  features: {
    label: "Features",
    about: "Two to six things that they get",
    fields: [
      heading("What is in it"),
      intro,
      {
        name: "items",
        label: "Features",
        kind: "items",
        one: "feature",
        title: "title",
        first: [
          { title: "First thing", text: "What it does for them." },
          { title: "Second thing", text: "What it does for them." },
          { title: "Third thing", text: "What it does for them." },
        ],
        fields: [
          { name: "title", label: "Title", kind: "line", first: "" },
          { name: "text", label: "Text", kind: "text", first: "" },
        ],
      },
    ],
  },
  reviews: {
    label: "Reviews",
    about: "What clients say, with name and firm",
    fields: [
      heading("What clients say"),
      {
        name: "items",
        label: "Reviews",
        kind: "items",
        one: "review",
        title: "name",
        first: [{ words: "One sentence with a figure in it.", name: "Name", role: "Firm" }],
        fields: [
          { name: "words", label: "What they say", kind: "text", first: "" },
          { name: "name", label: "Name", kind: "line", first: "" },
          { name: "role", label: "Firm or role", kind: "line", first: "" },
        ],
      },
    ],
  },
  pricing: {
    label: "Pricing",
    about: "One to three offers with what each contains",
    fields: [
      heading("What it costs"),
      intro,
      {
        name: "items",
        label: "Offers",
        kind: "items",
        one: "offer",
        title: "name",
        first: [
          {
            name: "Offer",
            price: "$350",
            unit: "a month",
            text: "",
            points: "First point\nSecond point",
            button: "Ask for a date",
            href: "#form",
            marked: true,
          },
        ],
        fields: [
          { name: "name", label: "Name", kind: "line", first: "" },
          { name: "price", label: "Price", kind: "line", first: "" },
          { name: "unit", label: "After the price", kind: "line", first: "", hint: "For example: a month" },
          { name: "text", label: "Line below the price", kind: "line", first: "" },
          { name: "points", label: "What it contains, one a line", kind: "text", first: "" },
          { name: "button", label: "Button", kind: "line", first: "" },
          { name: "href", label: "Button leads to", kind: "address", first: "#form" },
          { name: "marked", label: "Emphasise this one", kind: "flag", first: false },
        ],
      },
    ],
  },
  faq: {
    label: "Questions",
    about: "Questions that open to their answers",
    fields: [
      heading("Before you ask"),
      {
        name: "items",
        label: "Questions",
        kind: "items",
        one: "question",
        title: "question",
        first: [{ question: "A question?", answer: "Its answer." }],
        fields: [
          { name: "question", label: "Question", kind: "line", first: "" },
          { name: "answer", label: "Answer", kind: "text", first: "" },
        ],
      },
    ],
  },
  video: {
    label: "Video",
    about: "Loads when it is pressed, nothing before",
    fields: [
      heading(""),
      address("url", "Address of the video", "From YouTube or Vimeo, or a file that ends in .mp4 or .webm."),
      { name: "title", label: "What the video shows", kind: "line", first: "See it in two minutes" },
      address("poster", "Address of the still picture", "Optional. Without one, a drawn cover is shown."),
    ],
  },
  form: {
    label: "Form",
    about: "What is sent becomes a lead in the CRM",
    fields: [
      heading("Tell us what you sell"),
      { ...intro, first: "We answer within 24 hours." },
      {
        name: "items",
        label: "Fields",
        kind: "items",
        one: "field",
        title: "label",
        first: [
          { label: "Name", kind: "name", options: "", needed: true },
          { label: "Email", kind: "email", options: "", needed: true },
          { label: "Phone", kind: "phone", options: "", needed: false },
        ],
        fields: [
          { name: "label", label: "Question", kind: "line", first: "" },
          {
            name: "kind",
            label: "Asks for",
            kind: "choice",
            first: "line",
            options: [
              { value: "name", label: "Name" },
              { value: "email", label: "Email" },
              { value: "phone", label: "Phone" },
              { value: "company", label: "Company" },
              { value: "message", label: "Message" },
              { value: "line", label: "One line of text" },
              { value: "choice", label: "One of several answers" },
            ],
          },
          { name: "options", label: "Answers, one a line", kind: "text", first: "", hint: "Only for several answers." },
          { name: "needed", label: "Must be filled in", kind: "flag", first: false },
        ],
      },
      button("Send"),
      { name: "done", label: "Said when it was sent", kind: "line", first: "Thank you. We answer within 24 hours." },
      { name: "small", label: "Small line below the button", kind: "line", first: "" },
    ],
  },
  html: {
    label: "HTML",
    about: "Your own markup, as it is",
    fields: [{ name: "html", label: "HTML", kind: "code", first: "<section>\n  <p>Your own markup.</p>\n</section>" }],
  },
};

export const BLOCK_TYPES = Object.keys(BLOCK_KINDS) as BlockType[];
