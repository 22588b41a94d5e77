import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { DialogClose, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field, FieldError } from "~/ui/field.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { KeyCaps } from "~/ui/key-caps.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { Textarea } from "~/ui/textarea.tsx";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { aheadText } from "../../../../domain/format-booking.ts";
import { teamQuery } from "../lib/api.ts";
import { type MeetingType, saveMeetingType, type TypeDraft } from "./api.ts";
import { BookableFields } from "./bookable-fields.tsx";
import { FoldedPart, FormPart } from "./form-parts.tsx";
import { draftOf, NEW_TYPE, NOTICES, sentDraft, slugFor } from "./meeting-type-draft.ts";
import { MeetingTypePreview } from "./meeting-type-preview.tsx";
import { typeProblems } from "./meeting-type-problems.ts";
import { QuestionFields } from "./question-fields.tsx";
import { ReminderFields } from "./reminder-fields.tsx";

type Props = { type: MeetingType | null; accountSlug: string; zone: string; onDone: () => void };

/** All facts of a meeting type. All errors show at once; the database checks them again, and knows which links are taken. */
export function MeetingTypeForm({ type, accountSlug, zone, onDone }: Props) {
  const [draft, setDraft] = useState<TypeDraft>(() => (type ? draftOf(type) : NEW_TYPE));
  const [wrong, setWrong] = useState<{ field: string; text: string } | null>(null);
  const problems = typeProblems(draft);
  /** The fields that were wrong when the form was last sent, and that the user hasn't changed since. */
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(form);
  const id = useId();
  const [isTouched, setTouched] = useState(false);
  const { data: team = [] } = useQuery(teamQuery);
  useUnsavedChanges(isTouched ? "this meeting type" : null);
  const set = (changes: Partial<TypeDraft>) => {
    setTouched(true);
    if (wrong && wrong.field in changes) setWrong(null);
    setShown(new Set([...shown].filter((field) => !(field in changes))));
    setDraft((before) => ({ ...before, ...changes }));
  };
  const save = useAction<void, unknown>({
    action: (_, id) => saveMeetingType(type?.id ?? id, sentDraft(draft), type?.updated_at ?? null),
    successMessage: type ? "Meeting type saved" : "Meeting type added",
    errorMessage: "Couldn't save the meeting type",
    showProblem: "inline",
    handleError: (error) => {
      const field = error instanceof ServiceError ? error.refusal?.field : null;
      if (!field) return false;
      setWrong({ field, text: (error as ServiceError).message });
      focusInvalid();
      return true;
    },
    onSuccess: onDone,
    invalidates: [queryKeys.meetingTypes()],
  });
  const errorOf = (field: string) =>
    (shown.has(field) ? problems[field as keyof TypeDraft] : undefined) ??
    (wrong?.field === field ? wrong.text : undefined);
  const numberField = (field: keyof TypeDraft, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errorOf(field)}>
      <Input
        name={field}
        inputMode="numeric"
        value={draft[field] === null ? "" : String(draft[field])}
        onChange={({ target }) => {
          const digits = target.value.replaceAll(/\D/g, "").slice(0, 6);
          set({ [field]: digits === "" ? (field === "daily_limit" ? null : "") : Number(digits) });
        }}
      />
    </Field>
  );
  const former = type?.hosts.filter(({ id }) => !team.some(({ user_id }) => user_id === id)) ?? [];
  const people = [
    ...team.map(({ user_id: id, name }) => ({ id, name })),
    ...former.map(({ id, name }) => ({ id, name: `${name} (left)` })),
  ];
  const { buffer_before: before, buffer_after: after, daily_limit: limit } = draft;
  const reminders = [...draft.reminders].sort((one, other) => other - one);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(null);
    setShown(new Set(Object.keys(problems)));
    if (Object.keys(problems).length > 0) return focusInvalid();
    if (!save.busy) void save.run();
  };
  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={submit} onKeyDown={submitOnModEnter}>
      <DialogTitle className="pr-2">{type ? `Edit ${type.name}` : "New meeting type"}</DialogTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-5 md:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
          <FormPart title="The call">
            <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
              <Field label="Name" required error={errorOf("name")}>
                <Input
                  name="name"
                  value={draft.name}
                  onChange={({ target }) =>
                    set({
                      name: target.value,
                      ...(!type && draft.slug === slugFor(draft.name) && { slug: slugFor(target.value) }),
                    })
                  }
                />
              </Field>
              <Field label="Link" required hint={`/book/${accountSlug}/${draft.slug}`} error={errorOf("slug")}>
                <Input name="slug" value={draft.slug} onChange={({ target }) => set({ slug: target.value })} />
              </Field>
            </div>
            <Field label="Description" error={errorOf("description")}>
              <Textarea
                name="description"
                rows={2}
                value={draft.description}
                onChange={({ target }) => set({ description: target.value })}
              />
            </Field>
            <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
              {numberField("minutes", "Length (minutes)")}
              <Field label="Where">
                <NativeSelect
                  name="location"
                  value={draft.location}
                  onChange={({ target }) => set({ location: target.value as TypeDraft["location"] })}
                >
                  <option value="phone">By phone, the host calls</option>
                  <option value="video">Video link</option>
                  <option value="place">A place</option>
                </NativeSelect>
              </Field>
            </div>
            {draft.location !== "phone" && (
              <Field
                label={draft.location === "video" ? "Link of the video call" : "Address"}
                required
                hint={
                  draft.location === "video"
                    ? "Only in the emails after booking."
                    : "Shown on the booking page and in the emails."
                }
                error={errorOf("location_details")}
              >
                <Input
                  name="location_details"
                  value={draft.location_details}
                  onChange={({ target }) => set({ location_details: target.value })}
                />
              </Field>
            )}
          </FormPart>
          <FormPart title="Hosts">
            <Field label="Assignment">
              <NativeSelect
                name="assignment"
                value={draft.assignment}
                onChange={({ target }) => set({ assignment: target.value as TypeDraft["assignment"] })}
              >
                <option value="person">One person</option>
                <option value="pool">In turn, by each person's share of new leads</option>
                <option value="together">All of them together</option>
              </NativeSelect>
            </Field>
            <fieldset className="grid gap-2" aria-describedby={errorOf("hosts") && `${id}-hosts`}>
              <legend className="mb-1.5 font-medium text-13">People</legend>
              <div className="grid max-h-48 grid-cols-2 gap-2 overflow-y-auto phone:grid-cols-1">
                {people.map(({ id, name }, at) => (
                  <Checkbox
                    key={id}
                    data-invalid={at === 0 && errorOf("hosts") ? "" : undefined}
                    label={name}
                    checked={draft.hosts.includes(id)}
                    onChange={({ target }) =>
                      set({
                        hosts: target.checked
                          ? draft.assignment === "person"
                            ? [id]
                            : [...draft.hosts, id]
                          : draft.hosts.filter((one) => one !== id),
                      })
                    }
                  />
                ))}
              </div>
              <FieldError id={`${id}-hosts`}>{errorOf("hosts")}</FieldError>
            </fieldset>
          </FormPart>
          <FormPart title="Times">
            <BookableFields hours={draft} zone={zone} errorOf={errorOf} onChange={set} />
            <div className="grid grid-cols-3 gap-4 phone:grid-cols-1">
              <Field label="A call can start every" error={errorOf("step_minutes")}>
                <NativeSelect
                  name="step_minutes"
                  value={draft.step_minutes}
                  onChange={({ target }) => set({ step_minutes: Number(target.value) })}
                >
                  {[5, 10, 15, 20, 30, 60].map((step) => (
                    <option key={step} value={step}>
                      {step} minutes
                    </option>
                  ))}
                </NativeSelect>
              </Field>
              <Field label="Minimum notice" error={errorOf("notice_minutes")}>
                <NativeSelect
                  name="notice_minutes"
                  value={draft.notice_minutes}
                  onChange={({ target }) => set({ notice_minutes: Number(target.value) })}
                >
                  {NOTICES.every(([minutes]) => minutes !== draft.notice_minutes) && (
                    <option value={draft.notice_minutes}>{draft.notice_minutes} minutes</option>
                  )}
                  {NOTICES.map(([minutes, label]) => (
                    <option key={minutes} value={minutes}>
                      {label}
                    </option>
                  ))}
                </NativeSelect>
              </Field>
              {numberField("horizon_days", "Bookable days ahead")}
            </div>
          </FormPart>
          <FoldedPart
            title="Buffers and limit"
            summary={[
              before > 0 && `${before} min before`,
              after > 0 && `${after} min after`,
              limit !== null && `${limit} a day for each host`,
            ]}
            hasError={["buffer_before", "buffer_after", "daily_limit"].some((field) => errorOf(field))}
          >
            <div className="grid grid-cols-3 gap-4 phone:grid-cols-1">
              {numberField("buffer_before", "Buffer before (minutes)")}
              {numberField("buffer_after", "Buffer after (minutes)")}
              {numberField("daily_limit", "Daily limit for each host", "Leave empty for no limit.")}
            </div>
          </FoldedPart>
          <FoldedPart
            title="Questions"
            summary={draft.questions.map(({ label }) => label.trim())}
            hasError={errorOf("questions") !== undefined}
          >
            <QuestionFields
              questions={draft.questions}
              problem={errorOf("questions")}
              onChange={(questions) => set({ questions })}
            />
          </FoldedPart>
          <FoldedPart
            title="Reminders to the visitor"
            summary={reminders.map((minutes) => `${aheadText(minutes)} before`)}
            hasError={errorOf("reminders") !== undefined}
          >
            <ReminderFields
              chosen={draft.reminders}
              problem={errorOf("reminders")}
              onChange={(reminders) => set({ reminders })}
            />
          </FoldedPart>
        </div>
        <MeetingTypePreview id={type?.id ?? null} draft={draft} className="md:sticky md:top-0 md:self-start" />
      </div>
      <div role="alert">
        <FieldError id={undefined}>{save.problem}</FieldError>
      </div>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={save.busy}>
          {type ? "Save meeting type" : "Add meeting type"} <KeyCaps keys="mod+Enter" />
        </Button>
      </DialogFooter>
    </form>
  );
}
