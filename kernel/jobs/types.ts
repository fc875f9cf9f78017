/** What the parts of the queue share. */
import type { JobOptions } from '@atrium/sdk/server'

/** Anything that runs a statement: a client in a transaction, a pool, a unit's own connection. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: any[] }>
}

export interface NewJob {
  /** 0 for work of the whole platform, which only the owner role may add. */
  communityId: number
  /** Full name, `posts.publish`. */
  task: string
  payload: object
  /** Full name of the subscriber whose delivery it is: such jobs queue by subscriber. */
  subscriber?: string
  options?: JobOptions
  /** Tries before it is a dead letter. Default 8. */
  attempts?: number
}

export type JobRun = (communityId: number, payload: any, meta: { attempt: number }) => Promise<void>

export interface Registered {
  run: JobRun
  /** In UTC. */
  cron?: string
  /** Whose job it is; its schedule is a job in each community where that is on. Without one it is the kernel's, and its schedule one job of the whole platform. */
  plugin?: string
  /** Milliseconds one run may take. */
  deadlineMs?: number
}
