/** Handlers of workflows: each a call of its service. */
import { randomUUID } from 'node:crypto'
import type { Handlers } from '@atrium/sdk/server'
import { forbidden } from '@atrium/sdk'
import { type Action, Audience, ScheduleInput } from '../contract.ts'
import type contract from '../contract.ts'
import { groupsInOrder, offeredActions } from './service/actions.ts'
import { knownSecret, renewSecret } from './service/calls.ts'
import { dryRun, interpolate, previewMessage, variables } from './service/dry.ts'
import { endAll } from './service/enter.ts'
import { choices, testWebhook, usage } from './service/index.ts'
import { countPeople } from './service/people.ts'
import { nextAt } from './service/moments.ts'
import { presentActions, presentAudiences, upcomingOf } from './service/present.ts'
import { people } from './service/resources.ts'
import { cancelRun, destroyRun, listRuns, listTasks, retryRuns, showRun, startRuns, updateRun } from './service/runs.ts'
import { checked, createSchedule, destroySchedule, listSchedules, reschedule, showSchedule, updateSchedule } from './service/schedules.ts'
import { createFrom, listTemplates, showTemplate } from './service/templates.ts'
import { eventsOf, offered } from './service/triggers.ts'
import {
  activate,
  addAction,
  archive,
  changeActions,
  changeAudiences,
  create,
  destroy,
  detail,
  duplicate,
  findIn,
  history,
  inactivate,
  listWorkflows,
  load,
  show,
  update,
  withoutAction,
} from './service/workflows.ts'
import { readsPrivate } from './service/variables.ts'
import type { Ctx } from '@atrium/sdk/server'

const whole = <T>(records: T[]) => ({
  page: 1,
  per_page: records.length,
  has_next_page: false,
  count: records.length,
  page_count: records.length,
  next_cursor: null,
  records,
})
const audienceInput = (body: object & { id?: string | undefined }) => Audience.parse({ ...body, id: body.id ?? randomUUID() })
async function shownAction(ctx: Ctx, id: number, actionId: string) {
  return findIn(presentActions(ctx, id, (await load(ctx, id)).definition.actions), actionId, 'Action')
}
async function shownAudience(ctx: Ctx, id: number, audienceId: string) {
  const one = findIn((await load(ctx, id)).definition.audiences, audienceId, 'Audience')
  return (await presentAudiences(ctx, id, [one]))[0]!
}

export const routes: Handlers<typeof contract> = {
  list: (ctx, { query }) => listWorkflows(ctx, query) as never,
  create: async (ctx, { body }) => show(ctx, await create(ctx, body)) as never,
  show: (ctx, { params, query }) => show(ctx, params.id, query.published_version) as never,
  async update(ctx, { params, body }) {
    await update(ctx, params.id, body)
    return show(ctx, params.id) as never
  },
  destroy: (ctx, { params }) => destroy(ctx, params.id),
  async activate(ctx, { params }) {
    await activate(ctx, params.id)
    return show(ctx, params.id) as never
  },
  async inactivate(ctx, { params, body }) {
    await inactivate(ctx, params.id, body.stop_runs)
    return show(ctx, params.id) as never
  },
  async archive(ctx, { params, body }) {
    await archive(ctx, params.id, body.archived)
    return show(ctx, params.id) as never
  },
  duplicate: async (ctx, { params }) => show(ctx, await duplicate(ctx, params.id)) as never,
  history: (ctx, { params, query }) => history(ctx, params.id, query),
  detail: (ctx, { params }) => detail(ctx, params.id) as never,
  triggers: (ctx) => ({ records: [...eventsOf(ctx).values()].map(offered).sort((a, b) => a.group.localeCompare(b.group)) }),
  actionTypes: async (ctx) => ({ records: groupsInOrder(await offeredActions(ctx)) }),
  resources: (ctx, { params, query }) => choices(ctx, params.key, query),
  allRuns: (ctx, { query }) => listRuns(ctx, null, query),
  runs: (ctx, { params, query }) => listRuns(ctx, params.id, query),
  startRuns: (ctx, { params, body }) => startRuns(ctx, params.id, body.community_member_ids),
  run: (ctx, { params }) => showRun(ctx, params.id, params.runId),
  async updateRun(ctx, { params, body }) {
    await updateRun(ctx, params.id, params.runId, body.operation)
    return showRun(ctx, params.id, params.runId)
  },
  destroyRun: (ctx, { params }) => destroyRun(ctx, params.id, params.runId),
  async cancelRun(ctx, { params }) {
    await cancelRun(ctx, params.id, params.runId)
    return showRun(ctx, params.id, params.runId)
  },
  async cancelRuns(ctx, { params }) {
    const { name } = await load(ctx, params.id)
    const cancelled = await endAll(ctx, params.id)
    if (cancelled > 0) await ctx.audit('workflow.stopped', `workflow:${params.id}`, { name, count: cancelled })
    return { cancelled }
  },
  retryRuns: async (ctx, { params, body }) => ({ retried: await retryRuns(ctx, params.id, body.action_id) }),
  dryRun: (ctx, { params, body }) => dryRun(ctx, params.id, body),
  tasks: (ctx, { params, query }) => listTasks(ctx, params.id, query),

  audiences: async (ctx, { params }) => whole(await presentAudiences(ctx, params.id, (await load(ctx, params.id)).definition.audiences)),
  async createAudience(ctx, { params, body }) {
    const audience = audienceInput(body)
    await changeAudiences(ctx, params.id, (audiences) => [...audiences, audience])
    return shownAudience(ctx, params.id, audience.id)
  },
  audience: (ctx, { params }) => shownAudience(ctx, params.id, params.innerId),
  async updateAudience(ctx, { params, body }) {
    await changeAudiences(ctx, params.id, (audiences) => {
      findIn(audiences, params.innerId, 'Audience')
      return audiences.map((one) => (one.id === params.innerId ? Audience.parse({ ...one, ...body }) : one))
    })
    return shownAudience(ctx, params.id, params.innerId)
  },
  async destroyAudience(ctx, { params }) {
    await changeAudiences(ctx, params.id, (audiences) => {
      findIn(audiences, params.innerId, 'Audience')
      return audiences.filter(({ id }) => id !== params.innerId)
    })
  },
  actions: async (ctx, { params }) => whole(presentActions(ctx, params.id, (await load(ctx, params.id)).definition.actions)),
  async createAction(ctx, { params, body }) {
    const action: Action = { ...body, id: body.id ?? randomUUID() }
    await changeActions(ctx, params.id, (actions) => addAction(actions, action))
    return shownAction(ctx, params.id, action.id)
  },
  action: (ctx, { params }) => shownAction(ctx, params.id, params.innerId),
  async updateAction(ctx, { params, body }) {
    await changeActions(ctx, params.id, (actions) => {
      const action: Action = { ...findIn(actions, params.innerId, 'Action'), ...body }
      const rest = actions.filter(({ id }) => id !== action.id)
      return addAction(rest, action)
    })
    return shownAction(ctx, params.id, params.innerId)
  },
  async destroyAction(ctx, { params }) {
    await changeActions(ctx, params.id, (actions) => withoutAction(actions, findIn(actions, params.innerId, 'Action').id))
  },
  async upsertActions(ctx, { params, body }) {
    await update(ctx, params.id, body)
    return show(ctx, params.id) as never
  },
  schedules: (ctx, { params, query }) => listSchedules(ctx, params.id, query) as never,
  createSchedule: (ctx, { params, body }) => createSchedule(ctx, params.id, body) as never,
  schedule: (ctx, { params }) => showSchedule(ctx, params.id, params.scheduleId) as never,
  updateSchedule: (ctx, { params, body }) => updateSchedule(ctx, params.id, params.scheduleId, body) as never,
  destroySchedule: (ctx, { params }) => destroySchedule(ctx, params.id, params.scheduleId),
  reschedule: (ctx, { params, body }) => reschedule(ctx, params.id, body) as never,
  upcoming(ctx, { body }) {
    const written = checked(ctx, ScheduleInput.parse(body), null)
    return { records: upcomingOf(ctx, { ...written, next_at: nextAt(written, ctx.now()) }) }
  },
  async audienceCount(ctx, { body }) {
    // a count tells of a single person what a filter asks
    if (!readsPrivate(ctx)) throw forbidden()
    return { members: body.audiences.length ? await countPeople(ctx, body.audiences.map(audienceInput)) : 0 }
  },
  templates: async (ctx) => ({ records: await listTemplates(ctx) }),
  template: (ctx, { params }) => showTemplate(ctx, params.key),
  createFromTemplate: async (ctx, { params, body }) => show(ctx, await createFrom(ctx, params.key, body.name)) as never,
  usageStats: (ctx) => usage(ctx),
  interpolatedPreview: (ctx, { body }) => interpolate(ctx, body),
  dynamicVariables: async (ctx, { query }) => ({ records: await variables(ctx, null, query.trigger_type) }),
  previewAttributes: async (ctx, { query }) => ({ records: await variables(ctx, query.community_member_id ?? ctx.me().id, query.trigger_type) }),
  previewMessages: (ctx, { query }) => previewMessage(ctx, query),
  signingSecret: async (ctx) => ({ secret: await knownSecret(ctx) }),
  renewSigningSecret: async (ctx) => ({ secret: await renewSecret(ctx) }),
  webhookTest: (ctx, { body }) => testWebhook(ctx, body.url),
  contacts: async (ctx, { query }) => ({ records: await people(ctx, { text: query.query, limit: query.limit }) }),
  events: (ctx, { query }) => choices(ctx, 'event', query, false),
  posts: (ctx, { query }) => choices(ctx, 'post', query, false),
  recurringEventSettings: (ctx, { query }) => choices(ctx, 'recurring_event', query, false),
  paywallPrices: (ctx, { query }) => choices(ctx, 'price', query, false),
}
