/**
 * Fair shares of the background: each job, and each subscriber of events, has a queue, of which few run at once and each
 * within a deadline; a plugin's queue that fails again and again is paused until an admin of the platform resumes it.
 */
import { AtriumError, notFound, type z } from '@atrium/sdk'
import type { PausedQueue } from '@atrium/sdk/kernel/health'
import { type Data, DeadlineError, within } from '../data/index.ts'
import type { Log } from '../observe/index.ts'

/** How many run at once in a process: of one queue, of one plugin, of all plugins, of one of the kernel's own queues. What is left of a worker's ten is the kernel's. */
const LIMITS = { queue: 2, plugin: 4, plugins: 8, kernel: 4 }
/** Jobs of one queue in a round; then those of others come first, however many wait and however quick they are. */
const ROUND = 20
/** Failures of different jobs in a row, one that hangs counted twice. */
const PAUSED_AFTER = 10
const KERNEL_MS = 10 * 60_000

/** What a worker knows a job by before it takes it. */
export type Flags = Record<string, boolean> | null
export const flagsOf = (queue: string, plugin: string | undefined): string[] => (plugin ? [queue, `plugin:${plugin}`, 'plugins'] : [queue])
const limitOf = (flag: string) => LIMITS[flag.split(':')[0] as keyof typeof LIMITS] ?? LIMITS.queue

export interface Attended {
  /** Which try it is; only the first counts, so that one job that always fails does not pause the queue. */
  attempt: number
  /** Absent for the kernel's own, which is never paused. */
  plugin?: string
  /** Milliseconds one run may take. Default 10 s, for the kernel's own 10 minutes. */
  deadlineMs?: number
}

export function createQueues({ data, log }: { data: Pick<Data, 'system'>; log: Log }) {
  /** How many of each flag run in this process. */
  const running = new Map<string, number>()
  /** Names of queues that have failed of late; true: paused. */
  let failing = new Map<string, boolean>()

  /** How many of each queue this round has had. */
  const had = new Map<string, number>()
  const queueOf = (flags: Flags) => Object.keys(flags ?? {}).find((flag) => !flag.startsWith('plugin')) ?? ''

  const count = (flags: Flags, by: 1 | -1) => {
    for (const flag of Object.keys(flags ?? {})) running.set(flag, (running.get(flag) ?? 0) + by)
  }

  async function failed(queue: string, error: unknown) {
    // the database was away or busy, which does not count against the queue
    if (error instanceof AtriumError && error.status === 503) return
    const { rows } = await data.system.query<{ isPaused: boolean }>(
      `insert into kernel.job_queue as q (name, failures, error) values ($1, $2, $3)
       on conflict (name) do update set failures = q.failures + excluded.failures, error = excluded.error, failed_at = now(),
         paused_at = coalesce(q.paused_at, case when q.failures + excluded.failures >= ${PAUSED_AFTER} then now() end)
       returning paused_at is not null as "isPaused"`,
      [queue, error instanceof DeadlineError ? 2 : 1, String((error as Error)?.message ?? error)],
    )
    const { isPaused } = rows[0]!
    if (isPaused && !failing.get(queue)) log.error({ err: error, queue }, 'a queue is paused: its jobs fail again and again')
    failing.set(queue, isPaused)
  }
  async function succeeded(queue: string) {
    failing.delete(queue)
    await data.system.query('delete from kernel.job_queue where name = $1 and paused_at is null', [queue])
  }

  return {
    began(flags: Flags) {
      count(flags, 1)
      had.set(queueOf(flags), (had.get(queueOf(flags)) ?? 0) + 1)
    },
    ended: (flags: Flags) => count(flags, -1),
    /** Flags whose jobs are not taken now. */
    closed: (): string[] => [
      ...[...running].filter(([flag, jobs]) => jobs >= limitOf(flag)).map(([flag]) => flag),
      ...[...failing].filter(([, isPaused]) => isPaused).map(([queue]) => queue),
      ...[...had].filter(([, jobs]) => jobs >= ROUND).map(([queue]) => queue),
    ],
    /** Nothing was left to take. True when this round had left a queue out, so that it is worth asking again. */
    nextRound(): boolean {
      const hasLeftOut = [...had.values()].some((jobs) => jobs >= ROUND)
      had.clear()
      return hasLeftOut
    },
    /** Learns what other processes have paused and resumed. */
    async refresh() {
      const { rows } = await data.system.query<{ name: string; isPaused: boolean }>('select name, paused_at is not null as "isPaused" from kernel.job_queue')
      failing = new Map(rows.map(({ name, isPaused }) => [name, isPaused]))
    },
    /** Runs one job of a queue, or one delivery. @throws DeadlineError when it takes too long, and whatever `work` throws */
    async attend<T>(queue: string, { attempt, plugin, deadlineMs }: Attended, work: () => Promise<T>): Promise<T> {
      const name = queue.slice(queue.indexOf(':') + 1)
      if (!plugin) return within(name, work, deadlineMs ?? KERNEL_MS)
      const noted = (note: Promise<void>) => note.catch((err) => log.warn({ err, queue }, 'how a job ended could not be noted'))
      try {
        const result = await within(name, work, deadlineMs)
        // one that is paused stays so, whatever ends well that had begun before
        if (failing.get(queue) === false) await noted(succeeded(queue))
        return result
      } catch (error) {
        if (attempt === 1) await noted(failed(queue, error))
        throw error
      }
    },
    async paused(): Promise<z.output<typeof PausedQueue>[]> {
      const { rows } = await data.system.query<z.output<typeof PausedQueue>>(
        `select name, error, paused_at, (select count(*)::int from graphile_worker.jobs where flags ? name) as waiting
         from kernel.job_queue where paused_at is not null order by paused_at`,
      )
      return rows
    },
    /** @throws AtriumError 404 when no queue of this name is paused */
    async resume(name: string): Promise<void> {
      const { rowCount } = await data.system.query('delete from kernel.job_queue where name = $1 and paused_at is not null', [name])
      if (!rowCount) throw notFound('Queue')
      failing.delete(name)
    },
  }
}
export type Queues = ReturnType<typeof createQueues>
