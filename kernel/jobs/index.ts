/** Background work: jobs added inside transactions, schedules that fire once across processes, dead letters with replay. */
import type { z } from '@atrium/sdk'
import type { DeadLetter } from '@atrium/sdk/kernel/health'
import type { Data } from '../data/index.ts'
import type { Log } from '../observe/index.ts'
import { createQueues, flagsOf } from './queues.ts'
import { createSchedules } from './schedules.ts'
import { createWorker, migrateQueue } from './worker.ts'
import type { JobRun, NewJob, Queryable, Registered } from './types.ts'

export type { JobRun, NewJob, Queryable } from './types.ts'

interface Dependencies {
  data: Pick<Data, 'system' | 'systemTx' | 'afterCommit' | 'connectionString'>
  log: Log
  /** Ids of the communities where a plugin is on. */
  communitiesWith(plugin: string): Promise<number[]>
  maxAttempts?: number
  /** Milliseconds between heartbeats, and after how many a silent worker's jobs are taken over. */
  heartbeat?: { every: number; deadAfter: number }
}

/** graphile-worker's own view, joined with the payload, which the view leaves out and which names the community. */
const JOBS = `graphile_worker.jobs j join (select id, payload::jsonb from graphile_worker._private_jobs) sent using (id)`
const OF = `($1::bigint is null or (payload ->> 'communityId')::bigint = $1)`
const DEAD = `from ${JOBS} where j.attempts >= j.max_attempts and j.locked_at is null and ${OF}`

export function createJobs({ data, log, communitiesWith, maxAttempts = 8, heartbeat = { every: 5_000, deadAfter: 20_000 } }: Dependencies) {
  const tasks = new Map<string, Registered>()
  const queues = createQueues({ data, log })
  const worker = createWorker({ data, log, tasks, queues, heartbeat })
  const schedules = createSchedules({ log, tasks, tick })

  /** Names the code of a task; before `start`. */
  function register(task: string, run: JobRun, cron?: string, { plugin, deadlineMs }: Pick<Registered, 'plugin' | 'deadlineMs'> = {}) {
    if (tasks.has(task)) throw new Error(`two jobs are named "${task}"`)
    const attended: JobRun = (communityId, payload, { attempt }) =>
      queues.attend(queueOf(task, plugin), { attempt, plugin, deadlineMs }, () => run(communityId, payload, { attempt }))
    tasks.set(task, { run: attended, cron, plugin })
  }
  const queueOf = (task: string, plugin: string | undefined) => `${plugin ? 'job' : 'kernel'}:${task}`
  function flagsOfJob({ task, subscriber }: NewJob): string[] {
    if (subscriber) return flagsOf(`on:${subscriber}`, subscriber.split('.')[0])
    const plugin = tasks.get(task)?.plugin
    return flagsOf(queueOf(task, plugin), plugin)
  }

  /**
   * Adds jobs in the transaction of `client`, in one statement. Call `wake()` after the commit of a unit, else a worker finds them within 2 s.
   * @throws a database error (42501) when the client is bound to another community, or to none as the app role
   */
  async function addIn(client: Queryable, ...jobs: NewJob[]): Promise<void> {
    if (jobs.length === 0) return
    const rows = jobs.map((job) => ({
      task: job.task,
      payload: { ...job.payload, communityId: job.communityId },
      run_at: job.options?.runAt ?? null,
      key: job.options?.key ?? null,
      priority: job.options?.priority ?? 0,
      attempts: job.attempts ?? maxAttempts,
      flags: flagsOfJob(job),
    }))
    await client.query(
      `select kernel.enqueue(j.task, j.payload, j.run_at, j.key, j.priority, j.attempts, j.flags)
       from jsonb_to_recordset($1::jsonb) as j(task text, payload jsonb, run_at timestamptz, key text, priority int, attempts int, flags text[])`,
      [JSON.stringify(rows)],
    )
    data.afterCommit(client, worker.wake)
  }

  /** Fires a task's schedule for one moment; of all processes that ask, one has an effect. */
  async function tick(task: string, at: Date): Promise<void> {
    const { cron, plugin } = tasks.get(task) ?? {}
    if (!cron) throw new Error(`no scheduled job is named "${task}"`)
    // asked first: many schedules fire at once, and none may wait for a second connection while it holds one
    const communities = plugin ? await communitiesWith(plugin) : [0]
    // the mark and the jobs are one transaction: where a process dies before the commit, another one fires the schedule
    await data.systemTx(async (client) => {
      const { rowCount } = await client.query('insert into kernel.schedule_tick (name, at) values ($1, $2) on conflict do nothing', [task, at])
      if (!rowCount) return
      // the key: a tick that finds the last one's job still waiting does not pile up behind it
      const jobs = communities.map((communityId) => ({ communityId, task, payload: {}, options: { key: 'schedule' } }))
      await addIn(client, ...jobs)
    })
  }

  const sweep = async () => void (await data.system.query(`delete from kernel.schedule_tick where at < now() - interval '7 days'`))
  register('kernel.sweep_ticks', sweep, '20 3 * * *')

  return {
    addIn,
    register,
    has: (task: string) => tasks.has(task),
    tick,
    /** Tells workers to look now: this process's own, or, where none runs here, the others'. */
    wake: worker.wake,
    attend: queues.attend,
    /** Queues of all plugins that are paused, first paused first. */
    paused: queues.paused,
    async resume(queue: string) {
      await queues.resume(queue)
      worker.wake()
    },

    /** Adds a job that has a key, and waits among the dead letters until an admin lets it run. */
    async park(job: NewJob, reason: string) {
      await data.systemTx(async (client) => {
        await addIn(client, job)
        await client.query(`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs where key = $1), $2)`, [
          `${job.communityId}:${job.task}:${job.options!.key}`,
          reason,
        ])
      })
    },
    /** Why a job of this task waits for an admin, or null. */
    async parked(task: string): Promise<string | null> {
      const { rows } = await data.system.query('select last_error from graphile_worker.jobs where task_identifier = $1 and attempts >= max_attempts', [task])
      return rows[0]?.last_error ?? null
    },
    /** Dead letters, newest first, below the id `before`. `communityId` null means all communities. */
    async deadLetters(communityId: number | null, { limit, before }: { limit: number; before?: number | null }): Promise<z.output<typeof DeadLetter>[]> {
      // graphile notes the next try's moment, not the failure's: its backoff is taken off again
      const { rows } = await data.system.query<z.output<typeof DeadLetter>>(
        `select j.id, j.task_identifier as name, nullif((payload ->> 'communityId')::bigint, 0) as community_id, payload - 'communityId' as payload,
           coalesce(j.last_error, 'The process ended, or lost the database, while it had this job.') as error, j.attempts,
           greatest(j.updated_at, j.run_at - exp(least(j.attempts, 10)) * interval '1 second') as failed_at
         ${DEAD} and ($2::bigint is null or j.id < $2) order by j.id desc limit $3`,
        [communityId, before ?? null, limit],
      )
      return rows
    },
    /** Gives dead letters all their tries again, now. Returns how many there were. */
    async replay(ids: number[], communityId: number | null): Promise<number> {
      const { rowCount } = await data.system.query(
        `select from graphile_worker.reschedule_jobs(array(select j.id ${DEAD} and j.id = any ($2::bigint[])), now(), null, 0)`,
        [communityId, ids],
      )
      worker.wake()
      return rowCount ?? 0
    },
    /** Deletes a dead letter; false when there is none of this id. */
    async remove(id: number, communityId: number | null): Promise<boolean> {
      const dead = `array(select j.id ${DEAD} and j.id = $2)`
      return (await data.system.query(`select from graphile_worker.complete_jobs(${dead})`, [communityId, id])).rowCount === 1
    },
    /** Takes back all that a community has ordered, but for what is running. */
    async forget(communityId: number): Promise<void> {
      await data.system.query(`select from graphile_worker.complete_jobs(array(select j.id from ${JOBS} where j.locked_at is null and ${OF}))`, [communityId])
    },
    async counts(communityId: number | null = null): Promise<{ waiting: number; running: number; dead: number }> {
      const { rows } = await data.system.query(
        `select count(*) filter (where attempts < max_attempts and locked_at is null)::int as waiting, count(*) filter (where locked_at is not null)::int as running,
           count(*) filter (where attempts >= max_attempts and locked_at is null)::int as dead
         from ${JOBS} where ${OF}`,
        [communityId],
      )
      return rows[0]
    },
    /** Of each task whose jobs could begin: how many, and for how many seconds the oldest has waited. */
    async waiting(): Promise<{ task: string; jobs: number; age: number }[]> {
      const { rows } = await data.system.query(
        `select task_identifier as task, count(*)::int as jobs, extract(epoch from now() - min(run_at))::float as age
         from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at < now() group by 1`,
      )
      return rows
    },
    /** Is this process's worker in touch with the database? */
    alive: worker.alive,
    /** Each fires in its minute; tests stop them and call `tick`. */
    schedules,
    /** Makes or updates the queue's own schema; once, before anything is added. Safe in several processes at once. */
    migrate: () => migrateQueue(data.connectionString, log),
    async start() {
      await worker.start()
      schedules.start()
    },
    /** Lets running jobs end, 8 s at most; what is left then is tried again elsewhere. */
    async stop() {
      await schedules.stop()
      await worker.stop()
    },
  }
}
export type Jobs = ReturnType<typeof createJobs>
