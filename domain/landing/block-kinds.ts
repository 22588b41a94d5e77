import type { BlockKind, BlockType, StyledType } from "./block-types.ts";
import { ADDRESS_HINT, address, button, heading, intro } from "./common-fields.ts";
import { FORM_FIELDS } from "./form-fields.ts";
import { MORE_KINDS, MORE_VARIANTS, type MoreType } from "./more-kinds.ts";
import { styleFields, type Variants, variants } from "./style-fields.ts";

/** What the blocks contain. */
const CONTENT: Record<Exclude<BlockType, MoreType>, BlockKind> = {
  hero: {
    label: "Hero",
    about: "A headline, a button, and a picture if you like",
    fields: [
      { name: "eyebrow", label: "Eyebrow", kind: "line", defaultValue: "" },
      heading("Say what changes for your customer, in one line."),
      { ...intro, defaultValue: "Two sentences: who this is for, and what happens after they click." },
      button("Request a date"),
      address("href", "Button link", ADDRESS_HINT, "#form"),
      { name: "note", label: "Note below the button", kind: "line", defaultValue: "We reply within 24 hours." },
      {
        name: "picture",
        label: "Picture",
        kind: "choice",
        defaultValue: "none",
        options: [
          { value: "none", label: "None" },
          { value: "messages", label: "Chat illustration" },
          { value: "figures", label: "Report illustration" },
          { value: "image", label: "Your own picture" },
        ],
      },
      { name: "image", label: "Your picture", kind: "picture" },
      { name: "caption", label: "Illustration title", kind: "line", defaultValue: "" },
      {
        name: "lines",
        label: "Illustration lines",
        kind: "items",
        itemLabel: "line",
        title: "text",
        first: [],
        fields: [
          { name: "text", label: "Message or label", kind: "line", defaultValue: "" },
          { name: "detail", label: "Time or value", kind: "line", defaultValue: "" },
          { name: "ours", label: "Sent by us (right side)", kind: "flag", defaultValue: false },
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
        rich: true,
        defaultValue: "A paragraph.",
        hint: "Leave a blank line between paragraphs. Start lines with - to make a list.",
      },
    ],
  },
  picture: {
    label: "Picture",
    about: "A picture, alone or beside text",
    fields: [
      { name: "picture", label: "Picture", kind: "picture" },
      {
        name: "layout",
        label: "Layout",
        kind: "choice",
        defaultValue: "wide",
        options: [
          { value: "wide", label: "Full width" },
          { value: "left", label: "Picture left, text right" },
          { value: "right", label: "Text left, picture right" },
        ],
      },
      {
        name: "shape",
        label: "Shape",
        kind: "choice",
        defaultValue: "whole",
        hint: "The other shapes crop the picture around its focus.",
        options: [
          { value: "whole", label: "The whole picture" },
          { value: "landscape", label: "Landscape, 16:9" },
          { value: "square", label: "Square" },
          { value: "portrait", label: "Portrait, 4:5" },
        ],
      },
      heading(""),
      { name: "text", label: "Text", kind: "text", rich: true, defaultValue: "" },
      { name: "caption", label: "Caption below the picture", kind: "line", defaultValue: "" },
    ],
  },
  features: {
    label: "Features",
    about: "Two to six things customers get",
    fields: [
      heading("What's included"),
      intro,
      {
        name: "items",
        label: "Features",
        kind: "items",
        itemLabel: "feature",
        title: "title",
        first: [
          { title: "First feature", text: "What it does for your customer." },
          { title: "Second feature", text: "What it does for your customer." },
          { title: "Third feature", text: "What it does for your customer." },
        ],
        fields: [
          { name: "title", label: "Title", kind: "line", defaultValue: "" },
          { name: "text", label: "Text", kind: "text", rich: true, defaultValue: "" },
        ],
      },
    ],
  },
  reviews: {
    label: "Reviews",
    about: "Client quotes with name and company",
    fields: [
      heading("What clients say"),
      {
        name: "items",
        label: "Reviews",
        kind: "items",
        itemLabel: "review",
        title: "name",
        first: [{ words: "One sentence with a number in it.", name: "Name", role: "Company" }],
        fields: [
          { name: "words", label: "Quote", kind: "text", rich: true, defaultValue: "" },
          { name: "name", label: "Name", kind: "line", defaultValue: "" },
          { name: "role", label: "Company or role", kind: "line", defaultValue: "" },
        ],
      },
    ],
  },
  pricing: {
    label: "Pricing",
    about: "One to three offers and what each includes",
    fields: [
      heading("Pricing"),
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
            unit: "per month",
            text: "",
            points: "First point\nSecond point",
            button: "Request a date",
            href: "#form",
            marked: true,
          },
        ],
        fields: [
          { name: "name", label: "Name", kind: "line", defaultValue: "" },
          { name: "price", label: "Price", kind: "line", defaultValue: "" },
          { name: "unit", label: "After the price", kind: "line", defaultValue: "", hint: "For example, per month" },
          { name: "text", label: "Text below the price", kind: "line", defaultValue: "" },
          { name: "points", label: "What's included, one per line", kind: "text", defaultValue: "" },
          { name: "button", label: "Button", kind: "line", defaultValue: "" },
          { name: "href", label: "Button link", kind: "address", defaultValue: "#form" },
          { name: "marked", label: "Highlight this offer", kind: "flag", defaultValue: false },
        ],
      },
    ],
  },
  faq: {
    label: "Questions",
    about: "Questions that expand to show the answer",
    fields: [
      heading("Frequently asked questions"),
      {
        name: "items",
        label: "Questions",
        kind: "items",
        itemLabel: "question",
        title: "question",
        first: [{ question: "A question?", answer: "The answer." }],
        fields: [
          { name: "question", label: "Question", kind: "line", defaultValue: "" },
          { name: "answer", label: "Answer", kind: "text", rich: true, defaultValue: "" },
        ],
      },
    ],
  },
  video: {
    label: "Video",
    about: "Loads only when a visitor presses play",
    fields: [
      heading(""),
      address("url", "Video URL", "A YouTube or Vimeo link, or a file ending in .mp4 or .webm."),
      { name: "title", label: "Video title", kind: "line", defaultValue: "See it in two minutes" },
      address("poster", "Poster image URL", "Optional. Without one, visitors see a plain cover."),
    ],
  },
  form: {
    label: "Form",
    about: "Every submission becomes a lead in the CRM",
    fields: [
      heading("Tell us what you sell"),
      { ...intro, defaultValue: "We'll reply within 24 hours." },
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
        fields: FORM_FIELDS,
      },
      button("Send"),
      {
        name: "done",
        label: "Success message",
        kind: "line",
        defaultValue: "Thank you. We'll reply within 24 hours.",
      },
      { name: "small", label: "Note below the button", kind: "line", defaultValue: "" },
      address(
        "next",
        "Page after sending",
        "Optional. Visitors go to this page instead of seeing the success message. Use /landing/thank-you or https://…",
      ),
      { name: "noCall", label: "Don't offer a call after sending", kind: "flag", defaultValue: false },
      { name: "owner", label: "Assign leads to", kind: "owner", defaultValue: "" },
    ],
  },
  html: {
    label: "HTML",
    about: "Your own markup, used as is",
    fields: [
      { name: "html", label: "HTML", kind: "code", defaultValue: "<section>\n  <p>Your own markup.</p>\n</section>" },
    ],
  },
};

/** The looks of each kind. The first is the default. */
export const VARIANTS: Record<StyledType, Variants> = {
  hero: variants("open", "Open", "stage", "Centered stage", "frame", "Framed"),
  text: variants("beside", "Beside heading", "column", "One column", "panel", "Panel"),
  picture: variants("plain", "Plain", "frame", "Framed", "bleed", "Edge to edge"),
  features: variants("cards", "Joined cards", "list", "List", "open", "Open"),
  reviews: variants("cards", "Joined cards", "stage", "Large quote", "wall", "Wall"),
  pricing: variants("cards", "Cards", "joined", "Joined", "rows", "Rows"),
  faq: variants("lines", "Lines", "cards", "Cards", "open", "All open"),
  video: variants("plain", "Plain", "frame", "Framed", "beside", "Beside heading"),
  form: variants("beside", "Beside heading", "card", "Card", "column", "One column"),
  ...MORE_VARIANTS,
};

/** The order of the menu. */
const ORDER: readonly BlockType[] = [
  ...(["hero", "text", "columns", "picture", "gallery", "video", "features", "steps", "comparison"] as const),
  ...(["reviews", "logos", "team", "pricing", "countdown", "faq", "form", "booking", "map", "footer", "html"] as const),
];

export const isStyled = (type: BlockType): type is StyledType => type !== "html";

/** The kinds of blocks with all of their fields, in menu order. */
export const BLOCK_KINDS = Object.fromEntries(
  ORDER.map((type) => {
    const kind = { ...CONTENT, ...MORE_KINDS }[type];
    return [type, isStyled(type) ? { ...kind, fields: [...kind.fields, ...styleFields(VARIANTS[type])] } : kind];
  }),
) as Record<BlockType, BlockKind>;

export const BLOCK_TYPES = Object.keys(BLOCK_KINDS) as BlockType[];
