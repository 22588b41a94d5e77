import { Logo } from "../logo.tsx";
import { GallerySection, Specimen } from "./gallery-section.tsx";

const PLANES = ["sunken", "page", "surface", "raised"];
const TEXTS = ["ink", "ink-2", "ink-3", "accent-ink", "ok-fg", "warn-fg", "bad-fg", "info-fg"];
const FILLS = ["accent", "bad-solid", "ok-dot", "warn-dot", "bad-dot", "info-dot", "c1", "c2", "c3", "c4", "c5"];

export function Foundations() {
  return (
    <GallerySection id="foundations" title="Foundations">
      <Specimen title="Mark">
        <Logo size={18} />
        <Logo size={24} />
        <Logo size={40} />
      </Specimen>
      <Specimen title="Surfaces and hairlines" className="grid grid-cols-2 gap-0 sm:grid-cols-4">
        {PLANES.map((name) => (
          <div key={name} className="border border-line p-4 text-13" style={{ background: `var(--${name})` }}>
            {name}
          </div>
        ))}
      </Specimen>
      <Specimen title="Text">
        {TEXTS.map((name) => (
          <span key={name} className="font-medium text-sm" style={{ color: `var(--${name})` }}>
            {name}
          </span>
        ))}
      </Specimen>
      <Specimen title="Fills and charts">
        {FILLS.map((name) => (
          <span key={name} className="grid justify-items-center gap-1 text-ink-3 text-xs">
            <span className="block size-8 rounded-sm" style={{ background: `var(--${name})` }} />
            {name}
          </span>
        ))}
      </Specimen>
      <Specimen title="Dark and light bands" className="grid gap-0 sm:grid-cols-2">
        <ColorBand className="on-ink" name="on-ink" />
        <ColorBand className="on-paper" name="on-paper" />
      </Specimen>
      <Specimen title="Type" className="grid gap-2">
        <p className="text-balance font-display leading-[1.04]" style={HERO}>
          You paid for the click.
        </p>
        <p className="font-display font-semibold text-3xl tracking-tighter">Every lead answered</p>
        <p className="font-display font-semibold text-xl tracking-tighter">Manage Dashboards</p>
        <p className="max-w-[65ch] text-base">
          The clock starts when a lead arrives and stops only when a person replies. Site text, 16/24.
        </p>
        <p className="max-w-[65ch] text-ink-2 text-sm">Portal text, 14/20, in the second ink.</p>
        <p className="text-ink-3 text-xs">Captions, 12/16, in the third ink.</p>
        <p className="figure font-medium text-3xl">$10,850.00</p>
        <p className="text-sm">
          <span className="num">$20,000.00</span> and <span className="num">8f3a01c2</span> in text
        </p>
      </Specimen>
    </GallerySection>
  );
}

const HERO = { fontSize: "var(--t-hero)", letterSpacing: "var(--track-hero)", fontWeight: 500 };

function ColorBand({ className, name }: { className: string; name: string }) {
  return (
    <div className={className}>
      <div className="grid gap-1 p-5">
        <p className="font-display font-semibold text-lg">.{name}</p>
        <p className="text-ink-2 text-sm">
          Stays the same in both themes, with <span className="text-accent-ink">orange text</span> to match.
        </p>
        <p className="text-ink-3 text-xs">Third ink on the band</p>
      </div>
    </div>
  );
}
