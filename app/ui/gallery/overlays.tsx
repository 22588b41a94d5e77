import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { Button } from "../button.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  DialogTrigger,
} from "../dialog.tsx";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuShortcut,
  DropdownMenuTrigger,
} from "../dropdown-menu.tsx";
import { Field } from "../field.tsx";
import { IconButton } from "../icon-button.tsx";
import { Input } from "../input.tsx";
import {
  Sheet,
  SheetBody,
  SheetContent,
  SheetDescription,
  SheetFooter,
  SheetHeader,
  SheetTitle,
  SheetTrigger,
} from "../sheet.tsx";
import { Tooltip } from "../tooltip.tsx";
import { GallerySection, Specimen } from "./gallery-section.tsx";

export function Overlays() {
  return (
    <GallerySection id="overlays" title="Dialogs, drawers, menus">
      <Specimen title="Open each by click or keyboard">
        <SampleDialog />
        <SampleAlert />
        <SampleSheet />
        <SampleMenu />
        <Tooltip label="One sentence at most">
          <Button>Tooltip</Button>
        </Tooltip>
      </Specimen>
    </GallerySection>
  );
}

function SampleDialog() {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button>Dialog</Button>
      </DialogTrigger>
      <DialogContent>
        <DialogTitle>Reset Password</DialogTitle>
        <DialogDescription>Enter your email and we'll send you a link to choose a new password.</DialogDescription>
        <Field label="Email">
          <Input type="email" autoComplete="off" />
        </Field>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary">Send Reset Email</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function SampleAlert() {
  return (
    <ConfirmDialog
      trigger={<Button>Confirmation</Button>}
      title="Delete Northside Med Spa?"
      description="Their dashboard disappears from their portal. You can't undo this."
      confirmLabel="Delete dashboard"
      onConfirm={() => {}}
    />
  );
}

function SampleSheet() {
  return (
    <Sheet>
      <SheetTrigger asChild>
        <Button>Drawer</Button>
      </SheetTrigger>
      <SheetContent>
        <SheetHeader>
          <SheetTitle>Renata Vaszary</SheetTitle>
          <SheetDescription>Odessa Skin Clinic</SheetDescription>
        </SheetHeader>
        <SheetBody>
          <Field label="Next step" hint="Controls use the next lighter surface here.">
            <Input defaultValue="Call back" />
          </Field>
        </SheetBody>
        <SheetFooter>
          <Button>Archive</Button>
          <Button variant="primary">Save</Button>
        </SheetFooter>
      </SheetContent>
    </Sheet>
  );
}

function SampleMenu() {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label="More actions" variant="default">
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>Nadia Rahimi</DropdownMenuLabel>
        <DropdownMenuItem>
          <Pencil aria-hidden="true" />
          Edit
          <DropdownMenuShortcut>E</DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuCheckboxItem checked>Watch</DropdownMenuCheckboxItem>
        <DropdownMenuItem disabled note="This lead has no duplicates">
          Merge
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem variant="danger">
          <Trash2 aria-hidden="true" />
          Delete
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
