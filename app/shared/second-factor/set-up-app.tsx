import { type ReactNode, useEffect, useRef, useState } from "react";
import { brand } from "~/content/brand.ts";
import { Button } from "~/ui/button.tsx";
import { CodeForm } from "./code-form.tsx";
import { factorProblemText } from "./factor-problem.ts";
import { cancelEnrollment, enrollApp, type PendingApp } from "./factors.ts";
import { NameForm } from "./name-form.tsx";
import { ScanCard } from "./scan-card.tsx";

type Props = {
  /** Names that are taken, so that a free one is proposed. */
  takenNames: readonly string[];
  /** The first code was right: the app is set up. */
  onDone: (name: string) => Promise<void> | void;
  /** A way out beside the button, on the first step. */
  cancel?: ReactNode;
};

/** Sets an authenticator app up in two steps: its name, then its secret and the first code. Whoever leaves it leaves nothing. */
export function SetUpApp({ takenNames, onDone, cancel }: Props) {
  const [app, setApp] = useState<PendingApp | null>(null);
  const [name, setName] = useState(() => freeName(takenNames));
  const unfinished = usePendingEnrollment();
  const begin = async (chosen: string) => {
    const begun = await enrollApp(chosen, brand.name).catch(() => ({ problem: { code: "unexpected" } as const }));
    if ("problem" in begun) return factorProblemText(begun.problem);
    unfinished.keep(begun.id);
    setName(chosen);
    setApp(begun);
    return null;
  };
  const back = () => {
    unfinished.discard();
    setApp(null);
  };
  if (!app)
    return (
      <NameForm defaultName={name} onSubmitName={begin}>
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
      <Step number={2} text="Enter the code that the app shows.">
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

/** As in a dialog: the one that goes on last, on a phone on top. */
function Buttons({ other, children }: { other: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2 phone:flex-col-reverse phone:[&>button]:w-full">
      {other}
      {children}
    </div>
  );
}

/** The set-up that is under way: gone from the server when its screen goes. */
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
  const first = "Authenticator app";
  const names = [first, ...taken.map((_, at) => `${first} ${at + 2}`)];
  return names.find((name) => !taken.includes(name)) ?? first;
}
