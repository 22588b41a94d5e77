import { Smartphone } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { brand } from "~/content/brand.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { UNEXPECTED } from "../auth-problem.ts";
import { CopyButton } from "../copy-button.tsx";
import { problemText } from "../problem-text.ts";
import * as z from "../schema.ts";
import { useActionForm } from "../use-action-form.ts";
import { CodeForm } from "./code-form.tsx";
import { cancelEnrollment, DEFAULT_APP_NAME, enrollApp, type PendingApp } from "./factors.ts";

type Props = {
  /** The names in use, so that the form suggests a free one. */
  takenNames: readonly string[];
  /** Called after the first correct code. */
  onDone: (name: string) => Promise<void> | void;
  /** The button beside Continue, in the first step. */
  cancel?: ReactNode;
};

/**
 * Sets up an authenticator app in two steps: its name, then its secret and the first code. Leaving removes the unfinished set-up.
 */
export function SetUpApp({ takenNames, onDone, cancel }: Props) {
  const [app, setApp] = useState<PendingApp | null>(null);
  const [name, setName] = useState(() => freeName(takenNames));
  const unfinished = usePendingEnrollment();
  const enrolled = (pending: PendingApp, chosen: string) => {
    unfinished.keep(pending.id);
    setName(chosen);
    setApp(pending);
  };
  const back = () => {
    unfinished.discard();
    setApp(null);
  };
  if (!app)
    return (
      <NameForm defaultName={name} onEnrolled={enrolled}>
        {(busy) => (
          <Buttons other={cancel}>
            <Button type="submit" variant="primary" loading={busy}>
              <span>Continue</span>
            </Button>
          </Buttons>
        )}
      </NameForm>
    );
  return (
    <div className="grid gap-5">
      <Step number={1} text="Scan this code with your authenticator app.">
        <ScanCard app={app} />
      </Step>
      <Step number={2} text="Enter the code from the app.">
        <CodeForm
          appId={app.id}
          autoFocus
          onVerified={() => {
            unfinished.forget();
            return onDone(app.name);
          }}
        >
          {(busy) => (
            <Buttons other={<Button onClick={back}>Back</Button>}>
              <Button type="submit" variant="primary" loading={busy}>
                <span>Turn on</span>
              </Button>
            </Buttons>
          )}
        </CodeForm>
      </Step>
    </div>
  );
}

function Step({ number, text, children }: { number: number; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <p className="flex items-center gap-2 text-sm">
        <span
          aria-hidden="true"
          className="grid size-5 place-items-center rounded-full bg-mute-bg font-medium text-2xs text-mute-fg"
        >
          {number}
        </span>
        {text}
      </p>
      {children}
    </section>
  );
}

function Buttons({ other, children }: { other: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2 phone:flex-col-reverse phone:[&>button]:w-full">
      {other}
      {children}
    </div>
  );
}

/** Removes the unfinished set-up from the server when the screen closes. */
function usePendingEnrollment() {
  const id = useRef<string | null>(null);
  const discard = () => {
    if (id.current) void cancelEnrollment(id.current);
    id.current = null;
  };
  useEffect(() => {
    const pending = id;
    return () => {
      if (pending.current) void cancelEnrollment(pending.current);
      pending.current = null;
    };
  }, []);
  return {
    discard,
    keep: (begun: string) => {
      id.current = begun;
    },
    forget: () => {
      id.current = null;
    },
  };
}

function freeName(taken: readonly string[]): string {
  const first = DEFAULT_APP_NAME;
  const names = [first, ...taken.map((_, at) => `${first} ${at + 2}`)];
  return names.find((name) => !taken.includes(name)) ?? first;
}

const MAX_LENGTH = 64;
const schema = z.object({
  name: z._default(z.string(), "").check(
    z.trim(),
    z.minLength(1, "Enter a name for the app"),
    z.maxLength(MAX_LENGTH, `Use at most ${MAX_LENGTH} characters`),
    // Digits alone are a code that someone entered in the wrong field.
    z.refine((name) => !name || /\p{L}/u.test(name), {
      error: "Enter a name with letters. You enter the code in the next step.",
    }),
  ),
});

type NameFormProps = {
  defaultName: string;
  onEnrolled: (app: PendingApp, name: string) => void;
  children: (busy: boolean) => ReactNode;
};

function NameForm({ defaultName, onEnrolled, children }: NameFormProps) {
  const { props, errors, busy } = useActionForm({
    schema,
    action: ({ name }) => enrollApp(name, brand.name),
    errorMessage: UNEXPECTED,
    fieldErrors: (error) => ({ name: problemText(error, UNEXPECTED) }),
    onSuccess: (app, { name }) => onEnrolled(app, name),
  });
  return (
    <form {...props} className="grid gap-5">
      <Field label="App name" error={errors.name} hint="Helps you tell your apps apart, for example “Work phone”.">
        <Input name="name" autoComplete="off" defaultValue={defaultName} />
      </Field>
      {children(busy)}
    </form>
  );
}

/** A new app's secret: a QR code, a text key, and on a phone a link that opens the app. */
function ScanCard({ app }: { app: PendingApp }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-card border border-line bg-sunken p-4">
      {/* White in every theme, because cameras need dark on light. */}
      <img
        src={app.picture}
        alt="QR code for your authenticator app. You can use the key below instead."
        width={176}
        height={176}
        className="size-44 rounded-ctl bg-[#fff] p-2 forced:border"
      />
      <Button asChild className="hidden w-full phone:inline-flex">
        <a href={app.link}>
          <Smartphone aria-hidden="true" />
          Open my authenticator app
        </a>
      </Button>
      <div className="grid w-full gap-1.5">
        <p className="font-medium text-13">Can't scan it? Enter this key</p>
        <div className="flex items-center gap-2">
          <code className={KEY_CLASSES}>{inGroups(app.secret)}</code>
          <CopyButton text={app.secret} what="the key" />
        </div>
      </div>
    </div>
  );
}

/** Groups of four letters, which are easy to copy by hand. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}

const KEY_CLASSES =
  "min-w-0 flex-1 select-all rounded-ctl border border-line bg-surface px-2.5 py-1.5 font-mono text-13 text-ink leading-5";
