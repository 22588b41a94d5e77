/** Texts that both rules, the interface's and the database's, accept as email addresses of leads. */
export const EMAILS = [
  "ann@example.com",
  "Ann.O'Hara+crm@sub.example.co.uk",
  "a&b/c@example.com",
  "änne@münchen.example",
  "李@例子.example",
];

/** Texts that both refuse. */
export const NO_EMAILS = [
  "omar🎉@x",
  "omar🎉@example.com",
  "omar@example🎉.com",
  "omar@x",
  "omar@x.",
  "omar@.com",
  "omar@a..com",
  "omar",
  "@example.com",
  "omar@",
  "omar @example.com",
  "omar@exa mple.com",
  "omar@example.com;",
  "omar@example.com,ann@example.com",
  "<omar@example.com>",
  "mailto:omar@example.com",
  "omar@example.com/about",
  "omar\u00a0b@example.com",
  "omar\u200b@example.com",
];
