/** The logo on a 24 × 24 grid: two funnel walls that open upward, and the lead in the mouth. The owner replaces it. */
export const brandMark = {
  walls: "M3.2 3c0 8 6 8.4 6 18M20.8 3c0 8-6 8.4-6 18",
  wallWidth: 2.3,
  dot: { x: 12, y: 5.4, radius: 2.4 },
} as const;
