/** The wiring of workflows. */
import { contribute, defineServer, keepHost, onAutomation, runs } from '@atrium/sdk/server'
import notifications, { type NotificationKind } from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { entities, NotificationTable } from './entities.ts'
import { callJob, endJob, enterJob, purgeJob, runJob, wakeJob } from './jobs.ts'
import { routes } from './routes.ts'
import { callAll } from './service/calls.ts'
import { endSome, heard, letInSome } from './service/enter.ts'
import { look, run, wake } from './service/engine.ts'
import { service } from './service/index.ts'
import { NOTIFIED } from './service/own.ts'
import { purge } from './service/runs.ts'
import { beginDue } from './service/schedules.ts'

const LONG = { deadlineMs: 60_000 }
/** What a workflow says to somebody. */
const kind: NotificationKind = {
  key: NOTIFIED,
  icon: 'workflow',
  defaults: { in_app: true, email: false, push: true },
  async subjects(ctx, ids) {
    const rows = await ctx.em.find(NotificationTable, { id: { $in: ids }, memberId: ctx.me().id })
    return new Map(rows.map((row) => [row.id, { title: row.text, path: row.path, spaceId: null }]))
  },
}
const counted = (kept: string, where = '') => ({
  kept: `workflows.workflow.${kept}_count`,
  counted: `select workflow_id as id, count(*) from workflows.run where community_id = $1${where} group by workflow_id`,
})

export default defineServer(contract, {
  entities,
  routes,
  service,
  on: [onAutomation('heard', heard)],
  jobs: [
    runs(runJob, run, { transaction: false, ...LONG }),
    runs(
      wakeJob,
      async (ctx) => {
        await beginDue(ctx)
        if (await wake(ctx)) await ctx.enqueue(wakeJob, {}, { key: 'wake' })
        await look(ctx)
      },
      { schedule: '* * * * *', ...LONG },
    ),
    runs(enterJob, letInSome, LONG),
    runs(endJob, (ctx, { workflowId }) => endSome(ctx, workflowId), LONG),
    runs(callJob, callAll, { transaction: false, ...LONG }),
    runs(purgeJob, purge, { schedule: '47 3 * * *', ...LONG }),
  ],
  counters: () => [
    counted('runs'),
    ...(['waiting', 'done', 'left', 'failed', 'cancelled'] as const).map((status) => counted(status, ` and status = '${status}'`)),
  ],
  contributes: [contribute(notifications.points.kind, kind)],
  hooks: {
    start: keepHost,
    async erase(ctx, { memberId }) {
      await ctx.sql(
        "update workflows.step set input = '{}', output = '{}' where community_id = $1 and run_id in (select id from workflows.run where community_id = $1 and member_id = $2)",
        [memberId],
      )
      await ctx.sql(
        "update workflows.call set body = '', status = case when status in ('waiting', 'claimed') then 'cancelled' else status end where community_id = $1 and run_id in (select id from workflows.run where community_id = $1 and member_id = $2)",
        [memberId],
      )
      await ctx.sql(
        `update workflows.run set member_id = null, payload = '{}', running_key = null, entry_key = 'gone:' || id where community_id = $1 and member_id = $2`,
        [memberId],
      )
      await ctx.sql('delete from workflows.notification where community_id = $1 and member_id = $2', [memberId])
      for (const [table, column] of [
        ['workflow', 'actor_member_id'],
        ['workflow', 'created_by_member_id'],
        ['version', 'member_id'],
        ['change', 'member_id'],
      ])
        await ctx.sql(`update workflows.${table} set ${column} = null where community_id = $1 and ${column} = $2`, [memberId])
    },
  },
})
