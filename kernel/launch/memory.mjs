/**
 * How V8 keeps its heap: on a machine with much memory it would else let the old objects grow to several times of what
 * lives. Young ones get room: with 8 MB instead of 32 the feed costs a tenth more processor, and 40 MiB less memory. What the
 * process does not need at rest it collects itself (`kernel/observe/rest.ts`). `tests/load/bench.ts` measures with the same.
 */
export const memoryFlags = ['--max-semi-space-size=32', '--heap-growing-percent=75', '--expose-gc']

/** glibc keeps a pool of its own for each thread, which only ever grow. */
export const memoryEnv = { MALLOC_ARENA_MAX: '2' }
