/** Flags for the process that serves. */
export declare const memoryFlags: string[]
