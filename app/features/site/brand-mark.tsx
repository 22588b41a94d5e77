/** The mark: two funnel walls that open upward, and the lead as a dot in the mouth. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d="M3 4.5c0 6 6.4 6.6 6.4 12V21" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M21 4.5c0 6-6.4 6.6-6.4 12V21" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <circle cx="12" cy="5.4" r="2.4" fill="var(--accent)" />
    </svg>
  );
}
