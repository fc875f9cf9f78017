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
  return {
    /** @throws Error naming the job whose cron expression is wrong */
    start() {
      for (const [name, { cron }] of tasks) {
        if (!cron) continue
        if (!validate(cron)) throw new Error(`${name}: "${cron}" is no cron expression`)
        running.push(
          schedule(cron, ({ date }) => tick(name, date).catch((err) => log.error({ err, task: name }, 'a schedule could not be started')), {
            timezone: 'UTC',
            suppressMissedWarning: true,
          }),
        )
      }
    },
    stop() {
      for (const task of running.splice(0)) void task.destroy()
    },
  }
}
