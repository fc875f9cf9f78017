/** What keeps a workflow from being switched on, said at the card. */
import { forbidden, type Sentence, sentence } from '@atrium/sdk'
import { type Ctx, isRefusal } from '@atrium/sdk/server'
import { type Action, type Definition, type FieldFilter, MAX_DEPTH, type Recurrence, type WorkflowType } from '../../contract.ts'
import { actionsOf, branchesOf, inputOf, isLogic, LOGIC_PARAMS, readBy, textsOf } from './actions.ts'
import { ruleFits } from './fields.ts'
import { nextAt } from './moments.ts'
import { WEBHOOK } from './own.ts'
import { conditionOf, groupOf, type PersonAsk } from './people.ts'
import { eventsOf, type KnownEvent } from './triggers.ts'
import { knownVariables, readsPrivate, variablesIn } from './variables.ts'

export type Wrong = Record<string, (string | Sentence)[]>

export async function problemsOf(
  ctx: Ctx,
  type: WorkflowType,
  definition: Definition,
  schedules: readonly { runs_at: Date | null; recurrence: Recurrence | null; time_zone: string }[],
): Promise<Wrong> {
  const wrong: Wrong = Object.create(null)
  const add = (where: string, what: string | Sentence) => void (wrong[where] ??= []).push(what)
  const events = eventsOf(ctx)
  const { trigger, stop_when: stop, audiences, actions } = definition
  const event = trigger.trigger_type === null ? null : (events.get(trigger.trigger_type) ?? null)
  async function person(where: string, ask: PersonAsk) {
    if (!groupOf(ask)) return
    if (!readsPrivate(ctx)) return add(where, 'You don’t have permission to do this.')
    try {
      await conditionOf(ctx, ask)
    } catch (error) {
      if (!isRefusal(error)) throw error
      add(where, error.said)
    }
  }
  const filters = (where: string, filter: FieldFilter | undefined, of: KnownEvent | null) => {
    if (filter?.rules.some((rule) => !ruleFits(rule, of?.fields ?? []))) add(where, 'Choose what this condition compares.')
  }
  if (type === 'dynamic') {
    if (trigger.trigger_type === null) add('trigger', 'Choose what starts this workflow.')
    else if (!event) add('trigger', 'The trigger of this workflow is turned off or no longer exists.')
    else filters('trigger', trigger.filters, event)
  } else {
    if (audiences.length === 0) add('audiences', 'Choose who this is for.')
    if (schedules.length === 0) add('schedules', 'Choose when this starts.')
    else if (!schedules.some((one) => nextAt(one, ctx.now()))) add('schedules', 'Choose a time in the future.')
    for (const one of audiences)
      if (
        one.kind === 'members' ? one.member_ids.length === 0 : (one.kind === 'segment' && !one.community_segment_id) || (one.kind === 'filter' && !one.person)
      )
        add('audiences', 'Choose who this is for.')
      else if (one.kind !== 'members')
        await person('audiences', one.kind === 'segment' ? { community_segment_id: one.community_segment_id } : { person: one.person })
  }
  await person('trigger', trigger)
  if (stop) {
    const stopEvent = stop.trigger_type === null ? null : events.get(stop.trigger_type)
    if (stopEvent === undefined) add('stop_when', 'The event that ends this workflow early is turned off or no longer exists.')
    else if (stopEvent) filters('stop_when', stop.filters, stopEvent)
    await person('stop_when', stop)
  }
  if (actions.length === 0) add('actions', 'Add at least one step.')
  const byId = new Map(actions.map((action) => [action.id, action]))
  const variables = new Set((await knownVariables(ctx, event)).map(({ key }) => key))
  for (const action of actions) {
    const hangs = whereItHangs(action, byId)
    if (hangs) add(action.id, hangs)
    await card(action)
  }
  async function card(action: Action) {
    const { id, action_type: kind, api_params: params } = action
    if (isLogic(kind)) {
      const read = readBy(LOGIC_PARAMS[kind], params)
      if ('wrong' in read) return add(id, read.wrong)
      const asked = read.input as PersonAsk & { trigger_type?: string; filters?: FieldFilter }
      await person(id, asked)
      if (kind === 'wait_for' && !events.has(asked.trigger_type!)) return add(id, 'The event for this step is turned off or no longer exists.')
      return filters(id, asked.filters, kind === 'wait_for' ? events.get(asked.trigger_type!)! : event)
    }
    const known = actionsOf(ctx).get(kind)
    if (!known) return add(id, 'The feature for this step is turned off or no longer exists.')
    if (known.permission !== null && !ctx.can(known.permission)) return add(id, 'You don’t have permission to do this.')
    const unknown = [...variablesIn(textsOf(known, params))].filter((name) => !variables.has(name))
    for (const name of unknown) add(id, sentence('The variable “{name}” doesn’t exist.', { name }))
    const read = inputOf(known, params)
    if ('wrong' in read) return add(id, read.wrong)
    if (kind !== WEBHOOK) return
    try {
      ctx.checkAddress(String(read.input.url))
    } catch (error) {
      if (!isRefusal(error)) throw error
      add(id, error.said)
    }
  }
  return wrong
}
/** What is wrong with the place of a card; null: nothing. */
function whereItHangs(action: Action, byId: ReadonlyMap<string, Action>): string | null {
  const { parent_id: parentId, branch } = action
  if (parentId === null) return branch === null ? null : 'This step isn’t connected to the others.'
  const parent = byId.get(parentId)
  if (!parent || !branch || !branchesOf(parent.action_type).includes(branch)) return 'This step isn’t connected to the others.'
  const above = new Set([action.id])
  for (let at: Action | undefined = parent; at; at = at.parent_id === null ? undefined : byId.get(at.parent_id)) {
    if (above.has(at.id)) return 'This step leads back to itself.'
    above.add(at.id)
  }
  return above.size > MAX_DEPTH + 1 ? 'Branches can be up to 10 levels deep.' : null
}
/** Whoever lets people into what another switched on needs the rights of its cards too. @throws AtriumError 403 */
export function needRights(ctx: Ctx, actions: readonly Action[]): void {
  const known = actionsOf(ctx)
  for (const { action_type: type } of actions) {
    const permission = known.get(type)?.permission
    if (permission && !ctx.can(permission)) throw forbidden('You don’t have permission to do what this workflow does.')
  }
}
