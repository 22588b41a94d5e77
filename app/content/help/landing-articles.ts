import type { ArticleGroup } from "./article.ts";

const MARKED_FORM = `<form data-lead-form data-done="Thank you. We answer within 24 hours.">
  <label for="email">Email</label>
  <input id="email" name="email" type="email" required>
  <label for="wish">What do you need?</label>
  <input id="wish" name="wish">
  <button>Send</button>
</form>`;

/** For admins: how to write, publish and measure landing pages. */
export const landingGroups: ArticleGroup[] = [
  {
    title: "Landing pages",
    role: "admin",
    articles: [
      {
        id: "landing-write",
        title: "Write a landing page",
        words: "template block editor publish draft undo save",
        link: { to: "/admin/landing-pages?new=page", label: "Choose a template" },
        body: [
          {
            steps: [
              "Press New page and choose a template of a funnel, or a blank page.",
              "Open a block to change its words. Drag blocks, or move them with Alt and the arrows; what is deleted comes back with Undo.",
              "Under Page, set address, title, description and theme. The search result below shows what is cut. Title and description show above the content; a page of blocks hides them, because its hero is the heading.",
              "Look at it at the three widths on the right. A click there opens the block that you clicked.",
              "Press Publish. It says what will change for visitors, who see it within a second.",
            ],
          },
          "What you type is saved by itself, as a draft that nobody sees. Without a network it stays in your browser, and is offered again after a crash. If a colleague saves the same page meanwhile, you are told who, and nothing is overwritten.",
          "Reviews, figures and names in the templates are samples: replace them before you publish.",
        ],
      },
      {
        id: "landing-code",
        title: "Write HTML, CSS and JavaScript by hand",
        words: "code raw html css script tags custom",
        link: { to: "/admin/landing-pages", label: "Open landing pages" },
        body: [
          "Code shows the page as HTML, CSS and JavaScript, and names tags that are not closed. CSS and JavaScript go with blocks. The first change of the HTML takes the page out of blocks, with all that is on it; they come back only while the HTML is what they made, so Undo leads there. To keep blocks and add markup of your own, use an HTML block.",
          "At most 500,000 characters of HTML and 100,000 each of CSS and JavaScript are stored. Scripts run in a page without storage, cookies or access to the portal.",
        ],
      },
      {
        id: "landing-forms",
        title: "Forms that become leads",
        words: "form lead field data-lead-form email submission",
        link: { to: "/admin/landing-pages", label: "Open landing pages" },
        body: [
          "What is sent with a Form block becomes a lead in the CRM, with the page, its version, the source and all answers. A form in your own HTML does the same when it is marked:",
          { code: MARKED_FORM },
          "It needs a field named email. name, phone, company and message are understood; every other field is kept under its own name. It works without JavaScript too, and in previews nothing is sent.",
        ],
      },
      {
        id: "landing-versions",
        title: "Versions, rolling back and unpublishing",
        words: "version history roll back unpublish restore",
        link: { to: "/admin/landing-pages", label: "Open landing pages" },
        body: [
          "Each time you publish, what goes live is kept as a version with its date and who published it. Look shows it as its visitors saw it. Roll back puts it live again at once, as a new version, and makes it the draft; the address stays.",
          "Unpublish takes the page off the net. Everything else of it stays, and Publish brings it back. Only a page that is not published can be deleted.",
        ],
      },
      {
        id: "landing-preview",
        title: "Show a draft to somebody without an account",
        words: "preview link share expire revoke client",
        link: { to: "/admin/landing-pages", label: "Open landing pages" },
        body: [
          "Under Preview links, choose how long it works and make a link. It is shown once: copy it then. Whoever has it sees the draft as it is at that moment. Take back ends it at once.",
        ],
      },
      {
        id: "landing-domain",
        title: "A page on its own domain",
        words: "domain dns txt cname record verify",
        link: { to: "/admin/landing-pages", label: "Open landing pages" },
        body: [
          {
            steps: [
              "Under Domain, enter the name, such as offer.example.com.",
              "Where the domain is managed, set the TXT record that shows that it is yours, and the CNAME that leads visitors here. Both can be copied.",
              "Press Check now. If something is wrong, it says which record, and what it should be.",
            ],
          },
          "Records are looked at again each day. If the TXT record vanishes you get an e-mail, and after three days the domain stops.",
        ],
      },
      {
        id: "landing-figures",
        title: "What is counted",
        words: "statistics views visitors conversion source cookies bots",
        link: { to: "/admin/landing-pages", label: "Open landing pages" },
        body: [
          "Views are pages shown. A visitor is counted once a day for each page, without cookies: yesterday's visitors cannot be known again today. Conversion is submissions for each visitor; without visitors there is none, and a dash stands in its place. Programs, prefetches, previews and what looks like spam are not counted. Days are those of UTC.",
        ],
      },
    ],
  },
];
