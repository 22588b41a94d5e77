import { createSocket } from "node:dgram";
import { decode, encode, type RecordType } from "dns-packet";

export type Records = Record<string, string[] | "servfail">;

/**
 * A DNS server on this machine. `records` are by "TYPE name" and may change while it runs. Other names do not exist.
 */
export async function startDnsServer(records: Records, port = 0): Promise<{ address: string; stop: () => void }> {
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const query = decode(message);
    const question = query.questions?.[0];
    const name = question?.name.toLowerCase() ?? "";
    const found = records[`${question?.type} ${name}`];
    const known = Object.keys(records).some((key) => key.endsWith(` ${name}`));
    const rcode = found === "servfail" ? 2 : found || known ? 0 : 3;
    const answers = Array.isArray(found)
      ? found.map((data) => ({
          type: question?.type as "A",
          name,
          ttl: 1,
          data: (question?.type === "TXT" ? [data] : data) as string,
        }))
      : [];
    const reply = encode({
      type: "response",
      id: query.id ?? 0,
      flags: 0x0180 | rcode,
      questions: question ? [{ type: question.type as RecordType, name: question.name }] : [],
      answers,
    });
    socket.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(port, "127.0.0.1", resolve));
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => socket.close() };
}
