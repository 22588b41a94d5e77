/** Texts that both rules, the interface's and the database's, accept as websites. */
export const WEBSITES = [
  "https://example.com",
  "HTTP://www.example.com/a?b=c#d",
  "example.com",
  " www.example.co.uk/path ",
  "example.com:8080/a",
  "münchen.example",
  "https://192.0.2.1/",
];

/** Texts that both refuse. */
export const NO_WEBSITES = [
  "javascript:alert(1)",
  "javascript:alert(1)//example.com",
  "JavaScript://example.com/%0aalert(1)",
  "data:text/html,<b>hi</b>",
  "ftp://example.com",
  "mailto:ann@example.com",
  "https://ann:secret@example.com",
  "ann@example.com",
  "https://",
  "example",
  "our website",
  "example .com",
  "//example.com",
];
