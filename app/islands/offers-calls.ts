/** Whether visitors can book a call with the agency. */
export async function offersCalls(): Promise<boolean> {
  const answer = await fetch("/book/agency?offered", { method: "HEAD" }).catch(() => null);
  return answer?.status === 200;
}
