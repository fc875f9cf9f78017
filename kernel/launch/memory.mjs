/**
 * How V8 keeps its heap: on a machine with much memory it would else let the old objects grow to several times of what
 * lives. Young ones get room: with half of these 32 MB more requests are still under way when they are looked at, are
 * kept for it, and full collections follow each other. What the process does not need at rest it collects itself
 * (`kernel/observe/rest.ts`). `tests/load/bench.ts` measures with the same.
 */
export const memoryFlags = ['--max-semi-space-size=32', '--heap-growing-percent=40', '--expose-gc']

/** glibc keeps a pool of its own for each thread, which only ever grow. */
export const memoryEnv = { MALLOC_ARENA_MAX: '2' }
