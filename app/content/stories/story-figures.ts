/** The data of the success stories' pictures. SAMPLE CONTENT; counts, medians and totals match success-stories.ts. */

const times = (count: number, minutes: number): number[] => Array.from({ length: count }, () => minutes);

/** Kiln Aesthetics: minutes until the first response, one entry for each lead of the week. */
export const firstReplies = {
  before: [
    14, 22, 35, 48, 55, 70, 85, 110, 130, 150, 170, 190, 215, 240, 265, 290, 315, 340, 355, 365, 390, 410, 440, 480,
    520, 560, 600, 640, 690, 740, 800, 860, 930, 1000, 1080, 1150, 1260, 1380,
  ],
  after: [...times(11, 1), ...times(16, 2), ...times(7, 3), ...times(4, 4), ...times(2, 5), 9, 14],
};

/** Fieldhouse: dollars per month for each ad, and its revenue. */
export const adBudgets: readonly {
  ad: string;
  before: { spent: number; sold: number };
  after: { spent: number; sold: number };
  best?: true;
}[] = [
  { ad: "Reel", before: { spent: 800, sold: 3_280 }, after: { spent: 2_600, sold: 10_140 }, best: true },
  { ad: "Story", before: { spent: 1_200, sold: 3_480 }, after: { spent: 2_200, sold: 7_340 } },
  { ad: "Retargeting", before: { spent: 1_000, sold: 2_100 }, after: { spent: 1_400, sold: 3_600 } },
  { ad: "Local reach", before: { spent: 1_700, sold: 1_870 }, after: { spent: 0, sold: 0 } },
  { ad: "Brand search", before: { spent: 1_500, sold: 1_050 }, after: { spent: 0, sold: 0 } },
];

/** Casa Verbena: the first 30 days. Setup and first month on day 0, $20 of ads a day from day 4, a sale on the days listed. */
export const firstMonth = {
  fee: 600,
  adsFrom: 4,
  adsADay: 20,
  place: 420,
  soldOn: [7, 9, 12, 14, 18, 20, 22, 25, 27, 30],
};

/** Bright Harbor: inquiries of four weeks that waited over 15 minutes, one digit per hour of the day, Monday first. */
export const lateAnswers = {
  before: [
    "000000112100011000233432",
    "000000121000111001232321",
    "000000111000021000243431",
    "000000112000110001233332",
    "000000111001012001344320",
    "000000011122221222111110",
    "000000011233344433333221",
  ],
  after: [
    "000000000000000000000000",
    "000000000000010000000000",
    "000000000000000000010000",
    "000000000000000000000000",
    "000000000000000010000000",
    "000000000001000000000000",
    "000000000000010010010000",
  ],
} as const;
