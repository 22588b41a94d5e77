import { Plus, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Chip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { FieldError } from "~/ui/field.tsx";
import { controlClasses } from "~/ui/input.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { hasTag, splitTags, tagProblem, tidyTag } from "../../../../domain/lead-tags.ts";
import { type TagOption, useTagOptions } from "./use-tag-options.ts";

type Props = {
  label: string;
  tags: readonly string[];
  onAdd: (tags: string[]) => void;
  onRemove: (tag: string) => void;
  /** False for filters, where only known tags make sense. */
  canCreate?: boolean;
  /** Looks like text until someone points at it, for places among facts. */
  quiet?: boolean;
  /** The list is part of the layout, for panels that would cut it off. */
  inline?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
  /** Escape while the list is closed. */
  onEscape?: () => void;
  /** Enter while nothing is typed. */
  onDone?: () => void;
  className?: string;
};

/**
 * The tags of something, with a field that suggests the known ones, the most used first. Enter adds the marked or the typed
 * tag, Backspace in the empty field removes the last one.
 */
export function TagPicker(props: Props) {
  const {
    label,
    tags,
    onAdd,
    onRemove,
    canCreate = true,
    inline = false,
    quiet = false,
    autoFocus,
    placeholder = "Add a tag",
  } = props;
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const [said, setSaid] = useState("");
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const found = useTagOptions({ typed, tags, canCreate, enabled: open });
  const { options, isCurrent } = found;
  const problem = typed.trim() ? tagProblem(typed, tags) : null;
  // Nothing is marked until something is typed or an arrow is pressed, so that Enter in an empty field adds nothing.
  const [armed, setArmed] = useState(false);
  const active = armed ? options[Math.min(marked, options.length - 1)] : undefined;
  useScrollToActive(box, active?.tag, open);

  const write = (text: string) => {
    setTyped(text);
    setMarked(0);
    setArmed(text.trim() !== "");
  };
  const add = (some: string[]) => {
    const fresh = some.filter((tag) => !hasTag(tags, tag) && !tagProblem(tag, tags));
    if (fresh.length > 0) onAdd(fresh);
    setSaid(fresh.length > 0 ? `Added ${fresh.join(", ")}` : "");
    write("");
  };
  const remove = (tag: string) => {
    onRemove(tag);
    setSaid(`Removed ${tag}`);
    input.current?.focus();
  };
  const onChange = (text: string) => {
    setOpen(true);
    const parts = text.split(/[,\n\r]/);
    const rest = parts.pop() ?? "";
    // A comma ends a tag, even in pasted text. A tag that is too long stays in the field with its problem.
    const complete = splitTags(parts.join(","));
    if (!canCreate || complete.length === 0 || complete.some((tag) => tagProblem(tag, tags))) return write(text);
    add(complete);
    write(rest.trimStart());
  };
  const confirm = () => {
    // What can't be added stays, with the reason.
    if (problem) return;
    const text = tidyTag(typed);
    if (active && (isCurrent || !text)) return add([active.tag]);
    // The suggestions are still those of an earlier text. The database knows the tag's spelling.
    if (text && canCreate) add([text]);
    else if (!text) props.onDone?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setOpen(true);
      setArmed(true);
      setMarked((at) => (armed && options.length > 0 ? (at + step + options.length) % options.length : 0));
    } else if (event.key === "Enter") {
      event.preventDefault();
      confirm();
    } else if (event.key === "Backspace" && typed === "") {
      const last = tags.at(-1);
      if (last) remove(last);
    } else if (event.key === "Escape" && (open || props.onEscape)) {
      // Escape leaves one level only.
      event.preventDefault();
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      if (open && (typed || !props.onEscape)) {
        setOpen(false);
        write("");
      } else props.onEscape?.();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving it closes the list, wherever one goes
    <div
      ref={box}
      data-tag-picker=""
      className={cn("relative min-w-0", props.className)}
      // A list in the layout stays, because the button that is being pressed would move away from the pointer.
      onBlur={(event) => !inline && !box.current?.contains(event.relatedTarget) && setOpen(false)}
    >
      <div
        className={cn(
          controlClasses,
          // A box is never writable, so the style of fields that cannot be changed would apply to it.
          "flex min-h-8 cursor-text flex-wrap items-center gap-1 py-1 pr-2 pl-1 read-only:bg-surface has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1 phone:min-h-11",
          quiet && "border-transparent read-only:bg-transparent hover:border-line-strong",
          quiet && "has-focus-visible:border-line-strong has-focus-visible:read-only:bg-surface",
          problem && "border-bad-dot",
        )}
      >
        {tags.map((tag) => (
          <TagChip key={tag} tag={tag} onRemove={() => remove(tag)} />
        ))}
        <input
          ref={input}
          // biome-ignore lint/a11y/noAutofocus: the pressed button becomes this field
          autoFocus={autoFocus}
          role="combobox"
          aria-label={label}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && active ? `${id}-${options.indexOf(active)}` : undefined}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-problem`}
          autoComplete="off"
          maxLength={1_000}
          placeholder={quiet || tags.length === 0 ? placeholder : undefined}
          value={typed}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onChange={(event) => onChange(event.target.value)}
          className="h-6 min-w-8 max-w-full flex-auto bg-transparent [field-sizing:content] px-1.5 text-13 outline-none placeholder:text-ink-3 phone:h-9 phone:text-base"
        />
      </div>
      {/* Below the outline of the focused field. */}
      <div id={`${id}-problem`} role="status" className={problem ? "mt-1.5" : undefined}>
        <FieldError id={undefined}>{problem}</FieldError>
        <span className="sr-only">{said}</span>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={`Known tags for ${label.toLowerCase()}`}
        hidden={!open || problem !== null}
        className={cn(
          "overflow-y-auto overscroll-contain rounded-card p-1",
          inline
            ? "mt-1 max-h-44"
            : "on-raised absolute inset-x-0 top-full max-h-60 z-30 mt-1 min-w-52 bg-raised shadow-pop forced:border",
        )}
      >
        {options.map((option, at) => (
          <TagOptionRow
            key={`${option.isNew} ${option.tag}`}
            id={`${id}-${at}`}
            option={option}
            active={option === active}
            onPoint={() => {
              setMarked(at);
              setArmed(true);
            }}
            onPick={() => add([option.tag])}
          />
        ))}
        {options.length === 0 && <p className="px-2 py-1.5 text-13 text-ink-3">{found.note}</p>}
      </div>
    </div>
  );
}

/** A tag with a button that removes it. */
function TagChip({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  return (
    <Chip dot={false} className="h-6 max-w-full pr-0.5 phone:h-9">
      <span className="min-w-0 truncate" title={tag}>
        {tag}
      </span>
      <button
        type="button"
        aria-label={`Remove tag ${tag}`}
        className="hit relative grid size-5 cursor-pointer place-items-center rounded-xs hover:bg-press"
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </button>
    </Chip>
  );
}

type RowProps = { id: string; option: TagOption; active: boolean; onPoint: () => void; onPick: () => void };

function TagOptionRow({ id, option, active, onPoint, onPick }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      data-tag={option.tag}
      className={cn(
        "flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-13 phone:min-h-11",
        active && "bg-press",
      )}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {option.isNew ? (
        <>
          <Plus aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
          <span className="min-w-0 truncate">
            Create “<b className="font-medium">{option.tag}</b>”
          </span>
        </>
      ) : (
        <>
          <span className="min-w-0 flex-1 truncate">{option.tag}</span>
          <span className="num shrink-0 text-ink-3 text-xs">{formatCount(option.leads)}</span>
          <span className="sr-only">{option.leads === 1 ? "lead" : "leads"}</span>
        </>
      )}
    </div>
  );
}

/** Keeps the opened list and its marked suggestion in view. */
function useScrollToActive(box: RefObject<HTMLElement | null>, tag: string | undefined, open: boolean): void {
  useEffect(() => {
    if (open) box.current?.querySelector("[role=listbox]")?.scrollIntoView({ block: "nearest" });
  }, [box, open]);
  useEffect(() => {
    if (tag) box.current?.querySelector(`[role=option][aria-selected=true]`)?.scrollIntoView({ block: "nearest" });
  }, [box, tag]);
}
