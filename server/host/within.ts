/** Whether the work ends in this time. A failure counts as an end. */
export async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const ended = work.then(
    () => true,
    () => true,
  );
  const isInTime = await Promise.race([ended, late]);
  clearTimeout(timer);
  return isInTime;
}
