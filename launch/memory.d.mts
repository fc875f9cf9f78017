/** Flags for the process that serves. */
export declare const memoryFlags: string[]
/** Environment for the process that serves. */
export declare const memoryEnv: { MALLOC_ARENA_MAX: string }
