import { type QueryKey, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { loadConfig } from "~/shared/config.ts";
import { isOutdated } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { deriveAccent } from "../../../domain/accent.ts";
import { accentTokens } from "./accent-style.tsx";
import { AccountLogo } from "./account-logo.tsx";
import { type BrandChanges, type BrandedAccount, saveBrand, saveLogo } from "./api.ts";
import { BrandPreview } from "./brand-preview.tsx";
import { ColorField, readAccent } from "./color-field.tsx";
import { BESIDE_PREVIEW, LogoForm } from "./logo-form.tsx";

type Props = {
  account: BrandedAccount;
  /** What shows the account and is read again after a change. */
  invalidates: readonly QueryKey[];
  /** Of its heading on the page. */
  level?: 2 | 3;
  /** Whether the user works in the account. Admins change its name under Edit details. */
  isOwn?: boolean;
  /** Shows the present logo and color until the user edits them. */
  folded?: boolean;
};

/** An account's name, color and logo, for its owners and admins, with every plan. */
export function BrandCard({ account, invalidates, level = 2, isOwn = true, folded = false }: Props) {
  const [isFolded, setFolded] = useState(folded);
  return (
    <Card role="region" aria-label="Brand" className="overflow-hidden">
      <CardHeader>
        <CardTitle level={level}>Brand</CardTitle>
        {folded && (
          <Button
            variant="ghost"
            size="sm"
            className="-my-1 ml-auto"
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          >
            {isFolded ? "Edit brand" : "Close"}
          </Button>
        )}
      </CardHeader>
      {isFolded && <BrandSummary account={account} />}
      {/* Folding keeps what was typed. */}
      <div hidden={isFolded}>
        <BrandForms account={account} invalidates={invalidates} isOwn={isOwn} />
      </div>
    </Card>
  );
}

/** The logo and the color that an account has now. */
function BrandSummary({ account: { name, logo, accent } }: Pick<Props, "account">) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3 text-13">
      <span className="flex items-center gap-2" style={accentTokens(accent)}>
        <AccountLogo name={name} logo={logo} />
        <span className="text-ink-2">{logo ? "Own logo" : "No logo"}</span>
      </span>
      <span className="flex items-center gap-2">
        {accent && (
          <span aria-hidden="true" className="size-4 rounded-xs border border-line" style={{ background: accent }} />
        )}
        <span className={accent ? "num" : "text-ink-2"}>{accent ?? "No color yet"}</span>
      </span>
    </div>
  );
}

function BrandForms({ account, invalidates, isOwn = true }: Pick<Props, "account" | "invalidates" | "isOwn">) {
  const config = useQuery({ queryKey: queryKeys.config(), queryFn: loadConfig, staleTime: Number.POSITIVE_INFINITY });
  return (
    <div className="@container grid gap-5 p-4">
      <p className="text-pretty text-13 text-ink-2">
        {isOwn
          ? "Shown in this workspace and in its emails to your team and to people who fill in your forms."
          : "Shown in the account's workspace and in its emails to its team and to people who fill in its forms."}
      </p>
      <NameAndColor
        key={`${account.name} ${account.accent}`}
        account={account}
        invalidates={invalidates}
        isOwn={isOwn}
      />
      <div className="grid gap-3 border-line border-t pt-4">
        <p className="font-medium text-13">Logo</p>
        <LogoForm
          name={account.name}
          stored={account.logo}
          supabaseUrl={config.data?.supabaseUrl ?? ""}
          folder={`${account.id}/`}
          empty={<span className="text-13 text-ink-3">No logo yet</span>}
          store={(logo) => saveLogo(account.id, logo, account.updated_at)}
          invalidates={invalidates}
        />
      </div>
    </div>
  );
}

function NameAndColor({ account, invalidates, isOwn }: Props) {
  const [name, setName] = useState(account.name);
  const [typed, setTyped] = useState(account.accent ?? "");
  const [isChecked, setChecked] = useState(false);
  const { accent, problem } = readAccent(typed);
  const nameProblem = name.trim() === "" ? "Enter a name" : undefined;
  const isDirty = name.trim() !== account.name || (accent ?? typed.trim()) !== (account.accent ?? "");
  const save = useSaveBrand(account, invalidates);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const wrong = nameProblem ? "name" : problem && "color";
    if (wrong) return event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    void save.run({
      ...(name.trim() !== account.name && { name: name.trim() }),
      ...(accent !== account.accent && { accent }),
    });
  };
  return (
    <form onSubmit={submit} onKeyDown={submitOnModEnter} noValidate className={BESIDE_PREVIEW}>
      <div className="grid content-start gap-4">
        {isOwn && (
          <Field label="Name" error={isChecked ? nameProblem : undefined}>
            <Input
              name="name"
              value={name}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
        )}
        <ColorField name="color" typed={typed} onType={setTyped} standard={null} isChecked={isChecked} />
      </div>
      <BrandPreview name={name.trim() || account.name} shades={accent ? deriveAccent(accent) : null} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={!isDirty && !save.busy} loading={save.busy}>
          <span>Save brand</span>
        </Button>
        {isDirty && (
          <Button
            variant="ghost"
            disabled={save.busy}
            onClick={() => {
              setName(account.name);
              setTyped(account.accent ?? "");
            }}
          >
            Discard changes
          </Button>
        )}
      </div>
      {isDirty && <UnsavedChangesPrompt />}
    </form>
  );
}

/** Saves name and color with Undo. Only a change by someone else since they were shown is a conflict. */
function useSaveBrand(account: BrandedAccount, invalidates: readonly QueryKey[]) {
  const shared = { invalidates, isFree: true };
  const undo = useAction({
    action: (before: BrandChanges) => saveBrand(account.id, before),
    successMessage: "Brand restored",
    errorMessage: "Couldn't undo the change",
    ...shared,
  });
  return useAction({
    action: (changes: BrandChanges) => saveBrand(account.id, changes, account.updated_at),
    successMessage: (_, changes) => {
      const before: BrandChanges = {
        ...(changes.name !== undefined && { name: account.name }),
        ...(changes.accent !== undefined && { accent: account.accent }),
      };
      return { title: "Brand saved", action: { label: "Undo", onClick: () => void undo.run(before) } };
    },
    errorMessage: "Couldn't save the brand",
    explain: (error) =>
      isOutdated(error)
        ? "Someone else just changed this account. Your changes are still here: save them again."
        : null,
    ...shared,
  });
}
