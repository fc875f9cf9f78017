/**
 * How V8 keeps its heap: on a machine with much memory it would else let 100 MB of young objects gather, and the old
 * ones grow to several times of what lives. `tests/load/bench.ts` measures with the same.
 */
export const memoryFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50']

/** glibc keeps a pool of its own for each thread, which only ever grow. */
export const memoryEnv = { MALLOC_ARENA_MAX: '2' }
