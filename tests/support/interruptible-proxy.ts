import { connect, createServer, type Socket } from "node:net";

export type InterruptibleProxy = {
  port: number;
  interrupt: () => Promise<void>;
  resume: () => Promise<void>;
  close: () => Promise<void>;
};

/** A proxy to a server. `interrupt` breaks every connection and refuses new ones until `resume`. */
export async function startProxy(targetPort: number): Promise<InterruptibleProxy> {
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(targetPort, "127.0.0.1");
    for (const socket of [incoming, outgoing]) {
      open.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        open.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as { port: number };
  const interrupt = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of open) socket.destroy();
    await closed;
  };
  return { port, interrupt, resume: () => listen(port), close: interrupt };
}
