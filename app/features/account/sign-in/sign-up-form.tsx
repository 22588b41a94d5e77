import { BriefcaseBusiness, SquareKanban } from "lucide-react";
import { useState } from "react";
import { AuthProblem, UNEXPECTED } from "~/shared/auth-problem.ts";
import { problemText } from "~/shared/problem-text.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { RadioCards } from "~/ui/radio-cards.tsx";
import { AUTH_SUCCESS } from "../lib/auth-success.ts";
import { NewPasswordFields } from "../lib/passwords.tsx";
import { type AccountType, type NewAccount, signUp } from "./api.ts";
import type { InvitationLookup } from "./invitation.tsx";
import { useHydrated } from "./use-hydrated.ts";

type FormProps = {
  leaving: boolean;
  /** Hidden while the account waits for its confirmation. */
  hidden: boolean;
  /** Called with the email of an account that exists. */
  onSignInInstead: (email: string) => void;
  /** Called with an account that waits for its confirmation. */
  onCreated: (account: NewAccount) => void;
  lookup: InvitationLookup;
};

/** Spec §2 Sign Up tab: on success, the form is cleared and a message asks the user to confirm by email (spec §8). An invitation's link did so. */
export function SignUpForm({ leaving, hidden, onSignInInstead, onCreated, lookup }: FormProps) {
  const { invitation } = lookup;
  // Sent before the invitation is known, the account would not belong to it.
  const isLoading = lookup.hasToken && invitation === undefined && !lookup.failed;
  const hydrated = useHydrated();
  const [type, setType] = useState<AccountType>();
  // The text at an email that has an account.
  const [taken, setTaken] = useState<string>();
  const { props, errors, busy } = useActionForm({
    schema: async () => (await import("./auth-schemas.ts")).signUpSchema,
    action: async (values) => {
      const account = { ...values, invitationToken: invitation?.token };
      return { account, isSignedIn: await signUp(account) };
    },
    successMessage: ({ isSignedIn }) => (isSignedIn ? joinedMessage(invitation) : AUTH_SUCCESS.signUp),
    errorMessage: UNEXPECTED,
    fieldErrors: (error) => {
      const text = problemText(error, UNEXPECTED);
      if (codeOf(error) === "weak-password") return { password: text };
      if (codeOf(error) === "invitation-ended") {
        // The page of an ended invitation takes the place of the form, and says it.
        lookup.end();
        return {};
      }
      if (codeOf(error) !== "already-registered") return undefined;
      setTaken(text);
      return { email: text };
    },
    resets: true,
    onSuccess: ({ account, isSignedIn }) => {
      setType(undefined);
      if (!isSignedIn) onCreated(account);
    },
  });
  return (
    <form {...props} hidden={hidden} className={hidden ? undefined : "grid gap-5"}>
      {invitation ? (
        <input type="hidden" name="accountType" value="client" />
      ) : (
        <AccountTypeCards value={type} onChange={setType} error={errors.accountType} />
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label={<Optional>First name</Optional>} error={errors.firstName}>
          <Input name="firstName" autoComplete="given-name" />
        </Field>
        <Field label={<Optional>Last name</Optional>} error={errors.lastName}>
          <Input name="lastName" autoComplete="family-name" />
        </Field>
      </div>
      <Field label="Email" error={errors.email}>
        <Input
          key={invitation?.email ?? ""}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={invitation?.email ?? ""}
          readOnly={Boolean(invitation)}
        />
      </Field>
      {taken && errors.email === taken && (
        <Button
          onClick={(event) => onSignInInstead(String(new FormData(event.currentTarget.form ?? undefined).get("email")))}
        >
          Sign in instead
        </Button>
      )}
      <NewPasswordFields labels={["Password", "Confirm password"]} errors={errors} className="gap-x-3 sm:grid-cols-2" />
      <Button type="submit" variant="primary" size="lg" disabled={!hydrated || isLoading} loading={busy || leaving}>
        Create Account
      </Button>
    </form>
  );
}

const joinedMessage = (invitation: InvitationLookup["invitation"]) =>
  invitation?.account ? `You joined ${invitation.account.name}` : "Account created";

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className="font-normal text-ink-3">(optional)</span>
    </>
  );
}

const codeOf = (error: unknown) => (error instanceof AuthProblem ? error.code : null);

/** The account types of spec §1 and §2 with their features. */
const ACCOUNT_TYPES = {
  sales: {
    label: "Sales",
    features: ["Lead tracking", "CRM dashboard", "Pipeline management", "Analytics"],
    note: "For our sales team. An admin approves your account before you get access.",
  },
  client: {
    label: "Client",
    features: ["Project status", "Invoice management", "Communication hub", "Reports"],
    note: "For clients of the agency. You get in as soon as you confirm your email.",
  },
} as const satisfies Record<AccountType, unknown>;

type Props = {
  value: AccountType | undefined;
  error: string | undefined;
  onChange: (value: AccountType) => void;
};

const ICONS = { sales: <SquareKanban aria-hidden="true" />, client: <BriefcaseBusiness aria-hidden="true" /> };
const OPTIONS = (Object.keys(ACCOUNT_TYPES) as AccountType[]).map((type) => ({
  value: type,
  label: ACCOUNT_TYPES[type].label,
  features: ACCOUNT_TYPES[type].features,
  icon: ICONS[type],
}));

function AccountTypeCards({ value, error, onChange }: Props) {
  return (
    <RadioCards
      legend="Account type"
      name="accountType"
      options={OPTIONS}
      value={value}
      onChange={(chosen) => onChange(chosen as AccountType)}
      hint={value ? ACCOUNT_TYPES[value].note : "Sales is for our own team. Choose Client if you work with us."}
      error={error}
    />
  );
}
