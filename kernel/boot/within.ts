/** A deadline for what a plugin does at the start, so that one that hangs keeps nobody waiting (quality F13). */

const LIMIT_MS = 10_000

/** @param what begins the sentence of the error: "its start" @throws Error after `limitMs`; the work itself goes on, unheard */
export async function within<T>(what: string, work: Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${limitMs / 1000} s`)), limitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
