import { useState } from "react";
import { isOutdated } from "~/shared/problem-text.ts";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { readColor } from "../../../../domain/accent.ts";
import { emailProblem } from "../../../../domain/landing/with-business.ts";
import { phoneProblem } from "../../../../domain/phone.ts";
import { isWebAddress, toWebAddress } from "../../../../domain/web-address.ts";
import { brandQuery, type LoadedBrand } from "../lib/brand.ts";
import { formatCount } from "../lib/figures.ts";
import { type BrandChanges, type BrandFields, saveBrand } from "./api.ts";

const COLORS = ["accent", "page", "ink"] as const;
const LINKS = ["privacy_url", "terms_url", "legal_notice_url"] as const;
export type ColorName = (typeof COLORS)[number];
export type LinkName = (typeof LINKS)[number];

export type BrandForm = ReturnType<typeof useBrandForm>;

/** What someone changed and did not save yet. Fields that they did not touch follow what others save. */
export function useBrandForm(stored: LoadedBrand) {
  const [changes, setChanges] = useState<BrandChanges>({});
  const [isChecked, setChecked] = useState(false);
  const set = (more: BrandChanges) =>
    setChanges((before) => {
      const next = Object.entries({ ...before, ...more }).filter(
        ([name, value]) => (value || null) !== (stored[name as keyof BrandFields] || null),
      );
      return Object.fromEntries(next);
    });
  const typed: LoadedBrand = { ...stored, ...changes };
  const problems = findProblems(typed);
  const isDirty = Object.keys(changes).length > 0;
  // What someone changed while it was being saved stays.
  const save = useSaveBrand(stored, (saved) =>
    setChanges((now) =>
      Object.fromEntries(Object.entries(now).filter(([name, value]) => saved[name as keyof BrandFields] !== value)),
    ),
  );
  const submit = async (): Promise<void> => {
    setChecked(true);
    if (Object.keys(problems).length > 0) return;
    const saved = await save.run({ typed: changes, before: beforeOf(stored, changes) });
    if (saved) setChecked(false);
  };
  return {
    stored,
    typed,
    /** The brand as pages would have it now: what is half typed is left out. */
    brand: { ...typed, ...toStored(pick(typed)) },
    set,
    problems,
    isChecked,
    isDirty,
    discard: () => {
      setChanges({});
      setChecked(false);
    },
    submit,
    busy: save.busy,
  };
}

const pick = (typed: LoadedBrand): BrandChanges =>
  Object.fromEntries([...COLORS, ...LINKS].map((name) => [name, typed[name]]));

const beforeOf = (stored: LoadedBrand, changes: BrandChanges): BrandChanges =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, stored[name as keyof BrandFields]]));

/** Colors and links as the database stores them; empty ones as null. */
function toStored(changes: BrandChanges): BrandChanges {
  const made: BrandChanges = { ...changes };
  for (const name of COLORS) if (name in made) made[name] = readColor(made[name] ?? "");
  for (const name of LINKS) if (name in made) made[name] = made[name]?.trim() ? toWebAddress(made[name].trim()) : null;
  return made;
}

type Problems = Partial<Record<ColorName | LinkName | "phone" | "email", string>>;

function findProblems(typed: LoadedBrand): Problems {
  const problems: Problems = {};
  for (const name of COLORS)
    if (typed[name]?.trim() && !readColor(typed[name])) problems[name] = "Enter a color such as #1f6feb";
  for (const name of LINKS) {
    const text = typed[name]?.trim();
    // 'example.com/privacy' gets https:// in front.
    if (text && !(isWebAddress(text) || /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#]\S*)?$/i.test(text)))
      problems[name] = "Enter a link that starts with https://";
  }
  const noPhone = phoneProblem(typed.phone ?? "");
  if (noPhone) problems.phone = noPhone;
  const noEmail = emailProblem(typed.email ?? "");
  if (noEmail) problems.email = noEmail;
  return problems;
}

type Saved = { typed: BrandChanges; before: BrandChanges };

/** Saves the changes with Undo. Only a save by someone else since the brand was shown is a conflict. */
function useSaveBrand(stored: LoadedBrand, onSaved: (typed: BrandChanges) => void) {
  const shared = { invalidates: [queryKeys.landingBrand()] };
  const undo = useAction({
    action: ({ before, revision }: { before: BrandChanges; revision: number }) => saveBrand(revision, before),
    successMessage: "Brand restored",
    errorMessage: "Couldn't undo the change",
    explain: (error) => (isOutdated(error) ? "The brand was saved again since then, so nothing was undone." : null),
    ...shared,
  });
  return useAction({
    action: ({ typed }: Saved) => saveBrand(stored.revision, toStored(typed)),
    successMessage: (revision, { before }) => ({
      title: "Brand saved",
      description: changedPages(stored.live_pages),
      action: { label: "Undo", onClick: () => void undo.run({ before, revision }) },
    }),
    errorMessage: "Couldn't save the brand",
    explain: (error) =>
      isOutdated(error)
        ? "The brand was just saved somewhere else, and you see that version now. Your changes are still here. Save again to keep them."
        : null,
    onSuccess: (revision, { typed }) => {
      // Until it is read again, so that the preview does not go back for a moment.
      queryClient.setQueryData(brandQuery.queryKey, (held) => held && { ...held, ...toStored(typed), revision });
      onSaved(typed);
    },
    ...shared,
  });
}

const changedPages = (many: number) =>
  many === 0
    ? "No published page follows it yet."
    : many === 1
      ? "1 published page shows it now."
      : `${formatCount(many)} published pages show it now.`;
