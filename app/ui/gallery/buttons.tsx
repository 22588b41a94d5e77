import { Download, Pencil, Plus, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../button.tsx";
import { IconButton } from "../icon-button.tsx";
import { Kbd } from "../kbd.tsx";
import { KeyCaps } from "../key-caps.tsx";
import { Link } from "../link.tsx";
import { GallerySection, Specimen } from "./gallery-section.tsx";

const VARIANTS = ["primary", "default", "ghost", "danger"] as const;
const NAMES = { primary: "Primary", default: "Default", ghost: "Ghost", danger: "Danger" };

export function Buttons() {
  return (
    <GallerySection id="buttons" title="Buttons and links">
      <Specimen title="Weights">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {NAMES[variant]}
          </Button>
        ))}
      </Specimen>
      <Specimen title="Hover, press, focus">
        <Button className="wash">Hover</Button>
        <Button className="wash-press">Press</Button>
        <Button className="outline-2 outline-focus outline-offset-1">Focus</Button>
        <Button variant="primary" className="bg-accent-hover">
          Hover
        </Button>
        <Button variant="primary" className="outline-2 outline-focus outline-offset-1">
          Focus
        </Button>
      </Specimen>
      <Specimen title="Sizes: 28, 32, 40">
        <Button size="sm">Small</Button>
        <Button>Medium</Button>
        <Button size="lg">Large</Button>
      </Specimen>
      <Specimen title="With icons and keys">
        <Button icon={<Download aria-hidden="true" />}>Export</Button>
        <Button variant="primary" icon={<Plus aria-hidden="true" />}>
          Add Lead <Kbd>C</Kbd>
        </Button>
        <Button>
          Find <KeyCaps keys="mod+k" />
        </Button>
      </Specimen>
      <Specimen title="Disabled and loading">
        <Button disabled>Default</Button>
        <Button variant="primary" disabled>
          Primary
        </Button>
        <Button variant="ghost" disabled>
          Ghost
        </Button>
        <LoadingButton />
        <Button loading>Loading</Button>
        <Button variant="ghost" loading>
          Loading
        </Button>
        <Button variant="danger" loading>
          Delete
        </Button>
      </Specimen>
      <Specimen title="Icon buttons, named by their tooltips">
        <IconButton label="Refresh">
          <RefreshCw aria-hidden="true" />
        </IconButton>
        <IconButton label="Edit" size="sm">
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton label="Delete" variant="default">
          <Trash2 aria-hidden="true" />
        </IconButton>
        <IconButton label="Not allowed" disabled>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </Specimen>
      <Specimen title="Links" className="text-sm">
        <p>
          Read the <Link href="#buttons">terms of service</Link> first.
        </p>
        <Link subtle href="#buttons">
          Back to home
        </Link>
        <Button asChild>
          <a href="#buttons">A link as a button</a>
        </Button>
      </Specimen>
    </GallerySection>
  );
}

function LoadingButton() {
  const [loading, setLoading] = useState(false);
  const run = () => {
    setLoading(true);
    setTimeout(() => setLoading(false), 2_000);
  };
  return (
    <Button variant="primary" loading={loading} onClick={run}>
      Save (takes 2 seconds)
    </Button>
  );
}
