type Props = { size?: number; className?: string };

/** The brand's logo: two funnel walls that open upward, and a dot in the mouth. */
export function Logo({ size = 24, className }: Props) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="none" aria-hidden="true" className={className}>
      <path d="M3.2 3c0 8 6 8.4 6 18M20.8 3c0 8-6 8.4-6 18" stroke="currentColor" strokeWidth="2.3" />
      <circle cx="12" cy="5.4" r="2.4" fill="var(--accent)" />
    </svg>
  );
}
