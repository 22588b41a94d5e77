import type { Article, ArticleGroup, Workplace } from "./article.ts";

const MARKED_FORM = `<form data-lead-form data-done="Thank you. We'll reply within 24 hours.">
  <label for="email">Email</label>
  <input id="email" name="email" type="email" required>
  <label for="need">What do you need?</label>
  <input id="need" name="need">
  <button>Send</button>
</form>`;

/** For admins. */
const APPROVE: Article = {
  id: "landing-approval",
  title: "Approve a client's page",
  words: "approve decline client publish request account move",
  link: { to: "/admin/landing-pages?accounts=*", label: "Open all accounts' pages" },
  body: [
    "Clients with Premium write their own pages. When one of them wants to publish, all admins get an email, and the page waits at the top of the list. Select Review to see exactly what the client sent. Approve it to publish it, or decline it and say what to change. The client gets your answer by email.",
    "To let a client publish without asking, choose the account in the list and clear the checkbox above its pages.",
    "You can move a page to another account. New leads then go there. Leads and submissions that came in before stay where they are.",
  ],
};

/** The same for a client, who asks. */
const askForApproval = (at: Workplace): Article => ({
  id: "landing-approval",
  title: "Get your page approved",
  words: "approve approval decline agency publish send withdraw waiting",
  link: { to: at.pages(), label: "Open landing pages" },
  isPremium: true,
  body: [
    "When you select Send for approval, all admins of your agency get an email. They see exactly what you sent. You get the answer by email, and the page's editor shows it: the page is live, or a note says what to change.",
    "While it waits, you can select Withdraw. What you edit after you sent it isn't part of it. Send the page again to include it.",
  ],
});

/** How to write, publish and measure landing pages: for admins, and for the people of a client's account. */
export const landingGroups = (at: Workplace): ArticleGroup[] => [
  {
    title: "Landing pages",
    articles: [
      {
        id: "landing-write",
        isPremium: true,
        title: "Create a landing page",
        words: "template block editor publish draft undo save",
        link: { to: at.pages("?new=page"), label: "Choose a template" },
        picture:
          "The editor: the blocks at the left, the page in the middle, and the settings of a block at the right.",
        body: [
          {
            steps: [
              "Select New page, then choose a template or a blank page.",
              "Click text on the page to edit it, or select a block to change its settings. Drag a block by the dots in its toolbar or in the outline, or press Alt with the up or down arrow. Undo restores deleted blocks.",
              "Under Page settings, set the URL, title, description, and theme. The search result preview shows what gets cut off. The title and description appear above the content. Pages made of blocks hide them, because the hero has its own heading.",
              "Check the page at three widths. Preview shows it as visitors see it.",
              at.isWorkspace
                ? "Select Send for approval. Your agency checks the page, and visitors see it when an admin approves it. If your agency lets you publish without asking, the button is Publish."
                : "Select Publish and review the changes. Visitors see them within a second.",
            ],
          },
          "Your draft saves automatically, and visitors don't see it. If you're offline, your edits stay in your browser and you can restore them after a crash. If a colleague saves the same page, you see who it was, and nothing is overwritten.",
          "The templates for trades leave room for your own pictures. Reviews, numbers, names, and addresses in all templates are samples. Replace them before you publish.",
        ],
      },
      {
        id: "landing-pictures",
        isPremium: true,
        title: "Add pictures to a page",
        words: "picture image photo upload library alt text alternative focus crop delete",
        link: { to: at.pages(), label: "Open landing pages" },
        body: [
          {
            steps: [
              "Add a Picture block, or set the picture of a Hero block to Your own picture.",
              "Choose a picture from the library, or upload one: choose a file, drop it, or paste it. PNG, JPG, WebP, AVIF, and GIF files up to 10 MB work.",
              "Describe what the picture shows, for people who can't see it. If it's only decorative, say so instead.",
              "Set the focus: the point that stays visible where the page crops the picture.",
            ],
          },
          "For a gallery, logos, or a team, select Add pictures to choose or upload several together. They appear in the order in which you chose them.",
          "Visitors get the picture in the size that fits their screen. We remove the location, the time, and the camera from photos. You can't delete a picture while a draft or a published page shows it.",
        ],
      },
      {
        id: "landing-brand",
        isPremium: true,
        title: "Give all pages one brand",
        words: "brand color font logo icon favicon corner footer privacy terms legal theme",
        link: { to: at.pages("/brand"), label: "Open the brand" },
        body: [
          {
            steps: [
              "Select Brand above the list of pages. Choose colors, fonts, and corners. The sample page shows them on light and dark backgrounds.",
              "Add the business name, phone, email, and address. New pages from a template start with them.",
              "Add the links to your privacy policy and terms. They appear below each page, with the business name and address.",
              "Save the brand.",
              "Open a page, choose Your brand as its theme under Page settings, and publish it.",
            ],
          },
          "When you save the brand, every published page with this theme changes within a second. Undo restores the previous brand. If a color is too light or too dark for text, links use another shade of it, and the screen says so.",
        ],
      },
      {
        id: "landing-code",
        isPremium: true,
        title: "Edit HTML, CSS, and JavaScript",
        words: "code raw html css script tags custom",
        link: { to: at.pages(), label: "Open landing pages" },
        body: [
          "Under Page settings, Edit page code shows the page's HTML, CSS, and JavaScript and points out tags that aren't closed. You can use CSS and JavaScript together with blocks. If you edit the HTML, the page keeps its content but you can no longer edit it as blocks. Undo your edits to get the blocks back. To add your own markup and keep the blocks, use an HTML block.",
          "A page can have up to 500,000 characters of HTML, and 100,000 each of CSS and JavaScript. On our own address, scripts run without cookies, storage, or access to the portal. On a custom domain, they can use that domain's cookies and storage.",
        ],
      },
      {
        id: "landing-forms",
        isPremium: true,
        title: "Forms that become leads",
        words: "form lead field data-lead-form email submission",
        link: { to: at.pages(), label: "Open landing pages" },
        body: [
          `Every submission of a Form block becomes a lead in the ${at.isWorkspace ? "workspace" : "CRM"}, with the page, its version, the source, and all answers. A form in your own HTML works the same way if you mark it like this:`,
          { code: MARKED_FORM },
          "The form needs a field named email. We recognize name, phone, company, and message, and keep every other field under its own name. A dropdown or a list of checkboxes without options isn't on the page until you add some. Visitors see the name and size of a file that they choose, and can remove it. Forms also work without JavaScript. In previews, they don't send anything.",
        ],
      },
      {
        id: "landing-versions",
        isPremium: true,
        title: "Versions, rollback, and unpublishing",
        words: "version history roll back unpublish restore",
        link: { to: at.pages(), label: "Open landing pages" },
        body: [
          `Each time you publish, we save a version with what changed, the date and who published it. Select View to see it as visitors saw it. Roll back makes it live again${at.isWorkspace ? ", or sends it to your agency for approval," : " right away,"} as a new version, and replaces your draft. The URL doesn't change.`,
          "Unpublish takes the page offline but keeps everything else. Publish it again anytime. Before you can delete a page, you need to unpublish it.",
        ],
      },
      {
        id: "landing-preview",
        isPremium: true,
        title: "Share a draft with someone who has no account",
        words: "preview link share expire revoke client",
        link: { to: at.pages(), label: "Open landing pages" },
        body: [
          "Select Share, choose when the link expires and create it. Copy it right away, because it's shown only once. Anyone with the link sees the current draft. Revoke it to make it stop working immediately.",
        ],
      },
      {
        id: "landing-domain",
        isPremium: true,
        title: "Use a custom domain",
        words: "domain dns txt cname record verify",
        link: { to: at.pages(), label: "Open landing pages" },
        body: [
          {
            steps: [
              "Under Domain, enter your domain, such as offer.example.com.",
              "At your DNS provider, add the TXT record that proves you own the domain and the CNAME record that points it here. You can copy both.",
              "Select Check now. If a record is wrong, you see which one and what it should be.",
            ],
          },
          `We check the records every day. If the TXT record disappears, ${at.isWorkspace ? "the owners of your account get" : "your agency gets"} an email, and after three days the domain stops showing the page.`,
        ],
      },
      at.isWorkspace ? askForApproval(at) : APPROVE,
      {
        id: "landing-figures",
        title: "What the statistics count",
        words: "statistics views visitors conversion source cookies bots",
        link: { to: at.pages(), label: "Open landing pages" },
        picture: "Statistics: visitors and submissions by day, each with its own chart.",
        body: [
          "Views count page loads. Visitors are counted once per day and page, without cookies, so someone who returns the next day counts again. Conversion is submissions divided by visitors, and a dash if there are no visitors yet. Bots, prefetches, previews, and spam don't count. Days are in the agency's time zone.",
        ],
      },
    ],
  },
];
