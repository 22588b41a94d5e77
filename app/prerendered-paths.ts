/**
 * The pages whose HTML does not depend on the request: they are rendered once, at build time, and served from memory.
 * Portal pages are here too, because their guard and their data run in the browser and the shell is the same for everybody.
 */
export const prerenderedPaths: string[] = ["/", "/home", "/auth", "/dev/ui", "/404"];
