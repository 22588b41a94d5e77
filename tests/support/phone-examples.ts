/** Texts that both rules, the interface's and the database's, accept as phone numbers. */
export const PHONES = [
  "+1 503 555 0148",
  "(503) 555-0148",
  "503.555.0148",
  "0044 20 7946 0958",
  "(+44) 20/7946 0958",
  "+49 30 901820 ext. 12",
  "503 555 0148 x7",
  "+1 503\u00a0555\u20110148",
  "555-0148",
];

/** Texts that both refuse. */
export const NO_PHONES = [
  "123",
  "none",
  "call me",
  "+1 503 555 0148 or mail",
  "12345678901234567890",
  "555 014",
  "x1234567",
];
