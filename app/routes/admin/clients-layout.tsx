import { ClientsViews } from "~/features/admin/clients/clients-views.tsx";

/** /admin/clients and /admin/accounts: the two views of clients. Each view has its own guard. */
export default function ClientsLayout() {
  return <ClientsViews />;
}
