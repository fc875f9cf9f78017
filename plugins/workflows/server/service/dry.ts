/** A dry run: every step that a workflow would take for somebody, and nothing of it done. Also how texts look to them. */
import { forbidden, invalid, notFound, type Sentence } from '@atrium/sdk'
import { type Ctx, docToText } from '@atrium/sdk/server'
import contract, { type Action, type Branch, type Definition, type DryStep, lengthOf } from '../../contract.ts'
import { actionsOf, cardOf, inputOf, isLogic, LOGIC_PARAMS, textsOf } from './actions.ts'
import { meets } from './fields.ts'
import { nextTime } from './moments.ts'
import { isIn, meeting } from './people.ts'
import { facesOf } from './present.ts'
import { treeOf } from './tree.ts'
import { eventsOf } from './triggers.ts'
import { filledIn, knownVariables, readsPrivate, valuesFor, variablesIn } from './variables.ts'
import { findIn, load } from './workflows.ts'

interface Asked {
  community_member_id: number
  payload: Record<string, unknown>
  happens: boolean
}
async function activeMember(ctx: Ctx, id: number): Promise<void> {
  if (!(await ctx.members.byIds([id])).get(id)?.isActive) throw notFound('Member')
}
export async function dryRun(ctx: Ctx, workflowId: number, { community_member_id: memberId, payload, happens }: Asked) {
  const { definition, workflow_type: type } = await load(ctx, workflowId)
  // by conditions it could be found out about others what only those may know who manage members
  if (memberId !== ctx.me().id && !readsPrivate(ctx)) throw forbidden()
  await activeMember(ctx, memberId)
  const { trigger, actions } = definition
  const tree = treeOf(actions)
  const steps: (Omit<DryStep, 'at'> & { at: Date })[] = []
  const enters = (await meeting(ctx, [memberId], trigger)).has(memberId) && (type === 'dynamic' || (await isIn(ctx, memberId, definition.audiences)))
  let at = ctx.now()
  for (let node = tree.first; node !== null && steps.length < actions.length; ) {
    const action = tree.byId.get(node)!
    const done = await dryStep(ctx, definition, action, { memberId, payload, happens, at })
    steps.push({ ...done.step, at })
    if (done.step.outcome === 'failed' || done.ends) break
    at = done.until ?? at
    node = tree.next(node, done.step.branch)
  }
  return {
    member: (await facesOf(ctx, [memberId]))(memberId),
    enters,
    reason: enters ? null : ctx.t('dry.stays_out'),
    steps: steps as never[],
    ends_at: at,
  }
}
async function dryStep(
  ctx: Ctx,
  definition: Definition,
  action: Action,
  { memberId, payload, happens, at }: { memberId: number; payload: Record<string, unknown>; happens: boolean; at: Date },
): Promise<{ step: Omit<DryStep, 'at'>; until?: Date; ends?: boolean }> {
  const { label, icon } = cardOf(ctx, action.action_type)
  const step = (outcome: DryStep['outcome'], sentence: string, more: Partial<DryStep> = {}): Omit<DryStep, 'at'> => ({
    ...{ action_id: action.id, action_type: action.action_type, label, icon, outcome, branch: null, sentence, message: null, input: action.api_params },
    ...more,
  })
  const failed = (reason: string | Sentence) => ({ step: step('failed', label, { message: ctx.say(reason) }) })
  const type = action.action_type
  if (isLogic(type)) {
    const read = LOGIC_PARAMS[type].safeParse(action.api_params)
    if (!read.success) return failed(read.error.issues[0]!.message)
    const params = read.data as any
    const day = (moment: Date) => moment.toLocaleString(ctx.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: ctx.settings(contract).time_zone })
    if (type === 'condition' || type === 'stop') {
      const met = (await meeting(ctx, [memberId], params)).has(memberId) && (type === 'stop' || meets(params.filters, payload))
      const branch: Branch | null = type === 'condition' ? (met ? 'yes' : 'no') : null
      return {
        step: step(type === 'stop' && !met ? 'skipped' : 'would', ctx.t(met ? `dry.${type}` : `dry.${type}_not`), { branch }),
        ends: type === 'stop' && met,
      }
    }
    if (type === 'wait_for') {
      const until = happens ? at : new Date(at.getTime() + lengthOf(params))
      return { step: step('would', ctx.t(happens ? 'dry.came' : 'dry.never_came', { day: day(until) }), { branch: happens ? 'yes' : 'no' }), until }
    }
    const until = type === 'wait' ? new Date(at.getTime() + lengthOf(params)) : nextTime(ctx.settings(contract).time_zone, at, params.time, params.weekday)
    return { step: step('would', ctx.t('dry.wait', { day: day(until) })), until }
  }
  const known = actionsOf(ctx).get(type)
  if (!known) return failed('The feature for this step is turned off or no longer exists.')
  if (known.permission !== null && !ctx.can(known.permission)) return failed('You don’t have permission to do this.')
  const texts = textsOf(known, action.api_params)
  const [values] = await valuesFor(ctx, variablesIn(texts), [{ memberId, payload }], eventsOf(ctx).get(definition.trigger.trigger_type ?? '') ?? null)
  const params = { ...action.api_params, ...filledIn(texts, values!) }
  const read = inputOf(known, params)
  if ('wrong' in read) return failed(read.wrong)
  return { step: step('would', (await known.describe?.(ctx, read.input, memberId)) ?? label, { input: read.input }) }
}

export async function interpolate(
  ctx: Ctx,
  {
    texts,
    community_member_id,
    trigger_type,
    payload,
  }: { texts: Record<string, string>; community_member_id?: number | undefined; trigger_type: string | null; payload: Record<string, unknown> },
) {
  const memberId = community_member_id ?? ctx.me().id
  await activeMember(ctx, memberId)
  const event = eventsOf(ctx).get(trigger_type ?? '') ?? null
  const asked = variablesIn(texts)
  const known = new Set((await knownVariables(ctx, event)).map(({ key }) => key))
  const [values] = await valuesFor(ctx, asked, [{ memberId, payload }], event)
  return { texts: filledIn(texts, values!), unknown: [...asked].filter((name) => !known.has(name)) }
}
/** @param memberId null: without values */
export async function variables(ctx: Ctx, memberId: number | null, triggerType: string | undefined) {
  const event = eventsOf(ctx).get(triggerType ?? '') ?? null
  const known = await knownVariables(ctx, event)
  if (memberId === null) return known.map((one) => ({ ...one, value: null }))
  await activeMember(ctx, memberId)
  const [values] = await valuesFor(ctx, new Set(known.map(({ key }) => key)), [{ memberId, payload: {} }], event)
  return known.map((one) => ({ ...one, value: values![one.key] ?? null }))
}
export async function previewMessage(
  ctx: Ctx,
  { workflow_id, action_id, community_member_id }: { workflow_id: number; action_id: string; community_member_id?: number | undefined },
) {
  const { definition } = await load(ctx, workflow_id)
  const action = findIn(definition.actions, action_id, 'Action')
  const memberId = community_member_id ?? ctx.me().id
  await activeMember(ctx, memberId)
  const known = actionsOf(ctx).get(action.action_type)
  if (!known) throw invalid({ action_id: ['The feature for this step is turned off or no longer exists.'] })
  const texts = textsOf(known, action.api_params)
  const [values] = await valuesFor(ctx, variablesIn(texts), [{ memberId, payload: {} }], eventsOf(ctx).get(definition.trigger.trigger_type ?? '') ?? null)
  const read = inputOf(known, { ...action.api_params, ...filledIn(texts, values!) })
  if ('wrong' in read) throw invalid({ [action_id]: [read.wrong] })
  if (known.preview) return known.preview(ctx, read.input, memberId)
  const said = Object.values(read.input).map((value) =>
    typeof value === 'string' ? value : (value as { type?: string })?.type === 'doc' ? docToText(value as never) : '',
  )
  return { subject: null, text: said.filter(Boolean).join('\n\n'), html: null }
}
