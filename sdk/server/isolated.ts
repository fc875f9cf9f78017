/** Work on what strangers send, in a thread of its own: what takes too long or too much memory is ended there, and the process serves on. */
import { Piscina } from 'piscina'
import { AtriumError } from '../core/errors.ts'

/** Seconds without work after which a thread ends. */
const IDLE_MS = 10_000

/**
 * A function that runs in a thread of its own, one call after another. Its input and its result are copied, so they are plain data and bytes.
 * Bound the bytes that go in, too: `memoryMb` counts what JavaScript keeps, and no buffers.
 * @param file exports the function: `new URL('./parse.ts', import.meta.url)`
 * @param name of the export
 * @returns throws AtriumError 422 `too_complex` where it did not end within its bounds, else what the function throws
 */
export function isolated<F extends (input: any) => unknown>(
  file: URL,
  name: string,
  { timeoutMs = 10_000, memoryMb = 128 }: { timeoutMs?: number; memoryMb?: number } = {},
): (input: Parameters<F>[0]) => Promise<Awaited<ReturnType<F>>> {
  let pool: Piscina | undefined
  let last: Promise<unknown> = Promise.resolve()
  return (input) => {
    pool ??= new Piscina({ filename: file.href, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    // the time of whoever waits begins with their turn
    const turn = last.then(() => pool!.run(input, { name, signal: AbortSignal.timeout(timeoutMs) }))
    last = turn.catch(() => {})
    return turn.catch((error: { name?: string; code?: string }) => {
      if (error.name === 'AbortError' || error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new AtriumError(422, 'too_complex', 'This content is too complex to process.', { cause: error as Error })
      throw error
    })
  }
}
