/**
 * How V8 keeps its heap: on a machine with much memory it would else let the old objects grow to several times of what
 * lives. Both rooms are as large as they have to be: with half of either, requests that are under way are now and then
 * kept as old, full collections follow each other, and these keep more under way. What the process does not need at rest
 * it collects itself (`launch/rest.ts`). `tests/load/bench.ts` measures with the same.
 */
export const memoryFlags = ['--max-semi-space-size=32', '--heap-growing-percent=75', '--expose-gc']

/** glibc keeps a pool of its own for each thread, which only ever grow. */
export const memoryEnv = { MALLOC_ARENA_MAX: '2' }
