import { BriefcaseBusiness, LayoutGrid, List, SquareKanban } from "lucide-react";
import { useState } from "react";
import { Checkbox } from "../checkbox.tsx";
import { Field } from "../field.tsx";
import { Input } from "../input.tsx";
import { NativeSelect } from "../native-select.tsx";
import { PasswordInput } from "../password-input.tsx";
import { RadioCards } from "../radio-cards.tsx";
import { ReadOnlyText } from "../read-only-text.tsx";
import { SegmentedControl } from "../segmented-control.tsx";
import { SelectMenu } from "../select-menu.tsx";
import { Textarea } from "../textarea.tsx";
import { GallerySection, Specimen } from "./gallery-section.tsx";

const FIELDS = [
  { value: "stage", label: "Stage" },
  { value: "owner", label: "Owner" },
];
const GRID = "grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3";

export function Fields() {
  return (
    <GallerySection id="fields" title="Fields and choices">
      <Specimen title="Fields" className={GRID}>
        <Field label="Empty" hint="A hint describes the value.">
          <Input placeholder="Placeholder" />
        </Field>
        <Field label="Filled" required>
          <Input defaultValue="Hanna" autoComplete="off" />
        </Field>
        <Field label="Focus">
          <Input className="outline-2 outline-focus outline-offset-1" defaultValue="hanna@upfunnel.example" />
        </Field>
        <Field label="Invalid" error="Please enter a valid email address">
          <Input type="email" defaultValue="hanna@" autoComplete="off" />
        </Field>
        <Field label="Disabled">
          <Input disabled defaultValue="You can't change this" />
        </Field>
        <Field label="Read only">
          <ReadOnlyText value="8f3a01c2" />
        </Field>
        <Field label="Password">
          <PasswordInput autoComplete="off" defaultValue="harbour-9" />
        </Field>
        <Field label="Confirm" error="Passwords do not match">
          <PasswordInput autoComplete="off" defaultValue="harbor" />
        </Field>
        <Field label="Select">
          <NativeSelect defaultValue="change">
            <option value="change">Dashboard change</option>
            <option value="new">New service</option>
          </NativeSelect>
        </Field>
        <Field label="Select, invalid" error="Choose one">
          <NativeSelect defaultValue="">
            <option value="">Choose…</option>
            <option value="new">New service</option>
          </NativeSelect>
        </Field>
        <SelectMenu label="Field" value="stage" options={FIELDS} onChange={() => undefined} className="self-end" />
        <Field label="Message" hint="Grows as you type.">
          <Textarea rows={3} defaultValue="Please add the new clinic to our dashboard." />
        </Field>
        <Field label="Message, invalid" error="Describe what should change">
          <Textarea rows={3} />
        </Field>
      </Specimen>
      <Specimen title="Checkboxes" className="items-start gap-x-8">
        <Checkbox label="Unchecked" />
        <Checkbox label="Checked" defaultChecked />
        <Checkbox label="Some selected" indeterminate />
        <Checkbox label="Disabled" disabled />
        <Checkbox label="Disabled, checked" disabled defaultChecked />
        <Checkbox label="I agree to the terms" error="Agree to the terms to continue" />
      </Specimen>
      <Choices />
    </GallerySection>
  );
}

const TYPES = [
  {
    value: "sales",
    label: "Sales",
    icon: <SquareKanban aria-hidden="true" />,
    features: ["Lead tracking", "CRM dashboard", "Pipeline management", "Analytics"],
  },
  {
    value: "client",
    label: "Client",
    icon: <BriefcaseBusiness aria-hidden="true" />,
    features: ["Project status", "Invoice management", "Communication hub", "Reports"],
  },
];

function Choices() {
  const [type, setType] = useState<string>("sales");
  const [none, setNone] = useState<string>();
  const [view, setView] = useState<"board" | "table" | "map">("board");
  return (
    <>
      <Specimen title="Radio cards" className="grid items-start gap-6 lg:grid-cols-2">
        <RadioCards
          legend="Account type"
          name="gallery-type"
          options={TYPES}
          value={type}
          onChange={setType}
          hint="For our sales team. An admin needs to approve it first."
        />
        <RadioCards
          legend="Account type, not chosen"
          name="gallery-type-missing"
          options={[...TYPES.slice(0, 1), { ...TYPES.slice(1)[0], value: "client", label: "Client", disabled: true }]}
          value={none}
          onChange={setNone}
          error="Please select an account type"
        />
      </Specimen>
      <Specimen title="Segmented">
        <SegmentedControl
          legend="View"
          value={view}
          onChange={setView}
          options={[
            { value: "board", label: "Board", icon: <LayoutGrid aria-hidden="true" /> },
            { value: "table", label: "Table", icon: <List aria-hidden="true" /> },
            { value: "map", label: "Map", disabled: true },
          ]}
        />
        <SegmentedControl
          legend="View, icons only"
          iconsOnly
          value={view}
          onChange={setView}
          options={[
            { value: "board", label: "Board", icon: <LayoutGrid aria-hidden="true" /> },
            { value: "table", label: "Table", icon: <List aria-hidden="true" /> },
          ]}
        />
      </Specimen>
    </>
  );
}
