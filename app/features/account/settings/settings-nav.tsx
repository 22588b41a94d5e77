import { Link, useNavigate } from "react-router";
import { type SectionId, sectionsFor } from "~/shared/settings/settings-sections.ts";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import type { Role } from "../../../../domain/roles.ts";

type Props = { role: Role | null; current: SectionId };

/** The list of sections at the side; a select on a phone. */
export function SettingsNav({ role, current }: Props) {
  const navigate = useNavigate();
  const sections = sectionsFor(role);
  const groups = [...new Set(sections.map(({ group }) => group))];
  return (
    <>
      <nav aria-label="Settings" className="grid content-start gap-4 phone:hidden">
        {groups.map((group) => (
          <div key={group}>
            <p className="px-2.5 pb-1 font-medium text-ink-3 text-xs">{group}</p>
            <ul className="grid gap-px">
              {sections
                .filter((section) => section.group === group)
                .map(({ id, label }) => (
                  <li key={id}>
                    <Link
                      to={`?section=${id}`}
                      preventScrollReset
                      aria-current={id === current ? "page" : undefined}
                      className={ITEM}
                    >
                      {label}
                    </Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
      <Field label="Section" hideLabel className="md:hidden">
        <NativeSelect value={current} onChange={(event) => void navigate(`?section=${event.currentTarget.value}`)}>
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {sections
                .filter((section) => section.group === group)
                .map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
            </optgroup>
          ))}
        </NativeSelect>
      </Field>
    </>
  );
}

const ITEM =
  "flex h-[30px] items-center rounded-sm px-2.5 text-13 text-ink-2 hover:bg-hover hover:text-ink focus-visible:-outline-offset-1 touch:h-11 aria-[current=page]:bg-press aria-[current=page]:font-medium aria-[current=page]:text-ink";
