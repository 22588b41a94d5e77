import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { toast } from "~/shared/toast.ts";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "~/ui/alert-dialog.tsx";
import { Button } from "~/ui/button.tsx";
import { deleteDashboard, explainProblem } from "./change-dashboards.ts";
import { MANAGE_TEXTS } from "./dashboard-texts.ts";
import type { ClientDashboard } from "./search-dashboards.ts";

type Props = { dashboard: ClientDashboard; onClose: () => void };

/** Asks before a dashboard goes (spec §5). Mount it to open it. */
export function DeleteDialog({ dashboard, onClose }: Props) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteDashboard(dashboard.id),
    onSuccess: () => {
      toast.success(MANAGE_TEXTS.deleted);
      onClose();
    },
    onError: (error) =>
      toast.error(MANAGE_TEXTS.deleteFailed, {
        description: error instanceof ServiceError ? explainProblem(error).text : undefined,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.clientDashboards() }),
  });
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>Delete dashboard</AlertDialogTitle>
        <AlertDialogDescription className="break-words">
          {MANAGE_TEXTS.confirmDelete(dashboard.business_name)}
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel />
          <Button variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
            <span>Delete dashboard</span>
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
