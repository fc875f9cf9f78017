/** Cron schedules: every process fires each of them, and a unique row for each moment lets one process have an effect. */
import { schedule, type ScheduledTask, validate } from 'node-cron'
import type { Log } from '../observe/index.ts'
import type { Registered } from './types.ts'

interface Dependencies {
  log: Log
  tasks: Map<string, Registered>
  tick(task: string, at: Date): Promise<void>
}

export function createSchedules({ log, tasks, tick }: Dependencies) {
  const running: ScheduledTask[] = []
  const firing = new Set<Promise<void>>()
  async function fire(name: string, at: Date): Promise<void> {
    const fired = tick(name, at).catch((err) => log.error({ err, task: name }, 'a schedule could not be started'))
    firing.add(fired)
    await fired
    firing.delete(fired)
  }
  return {
    /** @throws Error naming the job whose cron expression is wrong */
    start() {
      for (const [name, { cron }] of tasks) {
        if (!cron) continue
        if (!validate(cron)) throw new Error(`${name}: "${cron}" is no cron expression`)
        running.push(schedule(cron, ({ date }) => fire(name, date), { timezone: 'UTC', suppressMissedWarning: true }))
      }
    },
    /** Those that fire at this moment are through: the database may go. */
    async stop(): Promise<void> {
      for (const task of running.splice(0)) void task.destroy()
      await Promise.all(firing)
    },
  }
}
