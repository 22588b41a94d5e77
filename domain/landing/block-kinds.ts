import type { BlockKind, BlockType, PlainField } from "./block-types.ts";

const heading = (first: string): PlainField => ({
  name: "heading",
  label: "Heading",
  kind: "line",
  defaultValue: first,
});
const intro: PlainField = { name: "text", label: "Text below the heading", kind: "text", defaultValue: "" };
const button = (first: string): PlainField => ({ name: "button", label: "Button", kind: "line", defaultValue: first });
const ADDRESS_HINT = "#form leads to the form of this page; or https://…, mailto:…, tel:…";
const address = (name: string, label: string, hint: string, first = ""): PlainField => ({
  name,
  label,
  kind: "address",
  hint,
  defaultValue: first,
});

/** The kinds of blocks, in menu order. */
export const BLOCK_KINDS: Record<BlockType, BlockKind> = {
  hero: {
    label: "Hero",
    about: "The promise, the button, and a picture of what happens next",
    fields: [
      { name: "eyebrow", label: "Line above the heading", kind: "line", defaultValue: "" },
      heading("Say what changes for them, in one line."),
      { ...intro, defaultValue: "Two sentences: for whom this is, and what happens after the button." },
      button("Ask for a date"),
      address("href", "Button leads to", ADDRESS_HINT, "#form"),
      { name: "note", label: "Small line below the button", kind: "line", defaultValue: "Answered within 24 hours." },
      {
        name: "picture",
        label: "Picture",
        kind: "choice",
        defaultValue: "none",
        options: [
          { value: "none", label: "None" },
          { value: "messages", label: "A thread of messages, drawn" },
          { value: "figures", label: "A small report, drawn" },
          { value: "image", label: "An image" },
        ],
      },
      address("image", "Address of the image", "https://… Only used when the picture is an image."),
      { name: "alt", label: "What the image shows, for those who cannot see it", kind: "line", defaultValue: "" },
      { name: "caption", label: "Title of the drawing", kind: "line", defaultValue: "" },
      {
        name: "lines",
        label: "Lines of the drawing",
        kind: "items",
        itemLabel: "line",
        title: "text",
        first: [],
        fields: [
          { name: "text", label: "Message, or what is counted", kind: "line", defaultValue: "" },
          { name: "detail", label: "Time, or the figure", kind: "line", defaultValue: "" },
          { name: "ours", label: "From us (right side)", kind: "flag", defaultValue: false },
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
        defaultValue: "A paragraph.",
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
        itemLabel: "feature",
        title: "title",
        first: [
          { title: "First thing", text: "What it does for them." },
          { title: "Second thing", text: "What it does for them." },
          { title: "Third thing", text: "What it does for them." },
        ],
        fields: [
          { name: "title", label: "Title", kind: "line", defaultValue: "" },
          { name: "text", label: "Text", kind: "text", defaultValue: "" },
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
        itemLabel: "review",
        title: "name",
        first: [{ words: "One sentence with a figure in it.", name: "Name", role: "Firm" }],
        fields: [
          { name: "words", label: "What they say", kind: "text", defaultValue: "" },
          { name: "name", label: "Name", kind: "line", defaultValue: "" },
          { name: "role", label: "Firm or role", kind: "line", defaultValue: "" },
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
        itemLabel: "offer",
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
          { name: "name", label: "Name", kind: "line", defaultValue: "" },
          { name: "price", label: "Price", kind: "line", defaultValue: "" },
          { name: "unit", label: "After the price", kind: "line", defaultValue: "", hint: "For example: a month" },
          { name: "text", label: "Line below the price", kind: "line", defaultValue: "" },
          { name: "points", label: "What it contains, one a line", kind: "text", defaultValue: "" },
          { name: "button", label: "Button", kind: "line", defaultValue: "" },
          { name: "href", label: "Button leads to", kind: "address", defaultValue: "#form" },
          { name: "marked", label: "Emphasise this one", kind: "flag", defaultValue: false },
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
        itemLabel: "question",
        title: "question",
        first: [{ question: "A question?", answer: "Its answer." }],
        fields: [
          { name: "question", label: "Question", kind: "line", defaultValue: "" },
          { name: "answer", label: "Answer", kind: "text", defaultValue: "" },
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
      { name: "title", label: "What the video shows", kind: "line", defaultValue: "See it in two minutes" },
      address("poster", "Address of the still picture", "Optional. Without one, a drawn cover is shown."),
    ],
  },
  form: {
    label: "Form",
    about: "What is sent becomes a lead in the CRM",
    fields: [
      heading("Tell us what you sell"),
      { ...intro, defaultValue: "We answer within 24 hours." },
      {
        name: "items",
        label: "Fields",
        kind: "items",
        itemLabel: "field",
        title: "label",
        first: [
          { label: "Name", kind: "name", options: "", needed: true },
          { label: "Email", kind: "email", options: "", needed: true },
          { label: "Phone", kind: "phone", options: "", needed: false },
        ],
        fields: [
          { name: "label", label: "Question", kind: "line", defaultValue: "" },
          {
            name: "kind",
            label: "Asks for",
            kind: "choice",
            defaultValue: "line",
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
          {
            name: "options",
            label: "Answers, one a line",
            kind: "text",
            defaultValue: "",
            hint: "Only for several answers.",
          },
          { name: "needed", label: "Must be filled in", kind: "flag", defaultValue: false },
        ],
      },
      button("Send"),
      {
        name: "done",
        label: "Said when it was sent",
        kind: "line",
        defaultValue: "Thank you. We answer within 24 hours.",
      },
      { name: "small", label: "Small line below the button", kind: "line", defaultValue: "" },
    ],
  },
  html: {
    label: "HTML",
    about: "Your own markup, as it is",
    fields: [
      { name: "html", label: "HTML", kind: "code", defaultValue: "<section>\n  <p>Your own markup.</p>\n</section>" },
    ],
  },
};

export const BLOCK_TYPES = Object.keys(BLOCK_KINDS) as BlockType[];
