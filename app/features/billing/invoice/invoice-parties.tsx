import { fullName } from "~/shared/display-name.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useProfile } from "~/shared/use-profile.ts";

type Props = { user: { id: string; email?: string | undefined } };

/** Who sends the invoice and who receives it. */
export function InvoiceParties({ user }: Props) {
  const { data: agency } = useAgencyContact();
  const { data: profile } = useProfile(user.id);
  const name = fullName(profile, user.email);
  const recipient = [profile?.company, name, user.email].filter(
    (line, index, all) => line && all.indexOf(line) === index,
  );
  return (
    <div className="grid grid-cols-2 gap-6 border-line-soft border-b px-5 py-4 phone:grid-cols-1 phone:gap-4 phone:px-4">
      <Party label="From" lines={agency ? sender(agency) : ["…"]} />
      <Party label="To" lines={recipient as string[]} />
    </div>
  );
}

type Agency = NonNullable<ReturnType<typeof useAgencyContact>["data"]>;

/** The address begins with the name where the agency wrote it so. */
function sender({ name, email, phone, address }: Agency): string[] {
  const lines = [name, ...(address ?? "").split("\n"), email, phone ?? ""].map((line) => line.trim());
  return lines.filter((line, index) => line && lines.indexOf(line) === index);
}

function Party({ label, lines: [first, ...rest] }: { label: string; lines: readonly string[] }) {
  return (
    <section aria-label={label} className="wrap-anywhere text-13">
      <h2 className="text-ink-3">{label}</h2>
      <p className="font-medium">{first}</p>
      {rest.map((line) => (
        <p key={line} className="text-ink-2">
          {line}
        </p>
      ))}
    </section>
  );
}
