/** What cards there are: logic, actions that plugins bring, and all that the audience can do to many people. */
import type { Sentence, z } from '@atrium/sdk'
import { type Ctx, issuesOf, isRefusal, parseErrors, reasonOf } from '@atrium/sdk/server'
import audience, { type OfferedAct } from '../../../audience/contract.ts'
import contract, {
  type ActedPerson,
  type Action,
  type ActionAsk,
  type ActionGroup,
  type ActionOffer,
  type ActionOutcome,
  type Branch,
  BRANCHES,
  ConditionParams,
  LOGIC,
  type Logic,
  StopParams,
  WaitForParams,
  WaitParams,
  WaitUntilParams,
  type WorkflowAction,
} from '../../contract.ts'
import { ownActions } from './own.ts'

export interface KnownAction extends WorkflowAction {
  /** `chat.message` */
  type: string
  plugin: string
  label: string
  /** Words of a field. */
  labelOf(field: string): string
  said: Ctx['t']
}
export const LOGIC_PARAMS = { condition: ConditionParams, wait: WaitParams, wait_until: WaitUntilParams, wait_for: WaitForParams, stop: StopParams } as const
const LOGIC_ICONS: Record<Logic, string> = { condition: 'split', wait: 'clock', wait_until: 'calendar-clock', wait_for: 'hourglass', stop: 'circle-stop' }
export const isLogic = (type: string): type is Logic => (LOGIC as readonly string[]).includes(type)
export const branchesOf = (type: string): Branch[] => (type === 'condition' || type === 'wait_for' ? [...BRANCHES] : [])

/** One step has one input, and an act of the audience has one for all: people of the same input go together. */
function ofAct(act: OfferedAct): WorkflowAction {
  return {
    key: act.key,
    icon: act.icon,
    group: act.key === 'message' ? 'tell' : 'people',
    permission: act.permission,
    input: act.input,
    effect: 'inside',
    asks: act.asks.map(
      ({ name, kind, choices }): ActionAsk =>
        kind === 'text' ? { name, kind: 'longtext' } : { name, kind: 'choices', multiple: true, ...(choices && { choices }) },
    ),
    async run(ctx, people, { workflowId }) {
      const outcomes: ActionOutcome[] = []
      for (const some of Map.groupBy(people, ({ input }) => JSON.stringify(input)).values()) {
        const ids = some.map(({ memberId }) => memberId)
        // bulk tasks count upwards from 1: what a workflow gives is told from what they give
        const { failed, unchanged = [] } = await act.run(ctx, ids, some[0]!.input, { id: -workflowId })
        for (const { memberId, reason } of failed) outcomes.push({ memberId, is: 'failed', reason })
        for (const memberId of unchanged) outcomes.push({ memberId, is: 'skipped', reason: 'There was nothing to change.' })
      }
      return outcomes
    },
  }
}

/** By their full names, logic left out. */
export const actionsOf = (ctx: Ctx): Map<string, KnownAction> =>
  ctx.once(`workflows.actions:${ctx.locale}`, () => {
    const t: Ctx['t'] = (...said) => ctx.t(...said)
    const brought = [
      ...ownActions(ctx).map((value) => ({ plugin: contract.id, value, t, words: 'workflow' })),
      ...ctx.fill(contract.points.action).map((one) => ({ ...one, words: 'workflow' })),
      ...ctx
        .use(audience)
        .acts()
        .map((act) => ({ plugin: act.plugin, value: ofAct(act), t: act.t, words: 'act' })),
    ]
    return new Map(
      brought.map(({ plugin, value, t: said, words }): [string, KnownAction] => [
        `${plugin}.${value.key}`,
        {
          ...value,
          type: `${plugin}.${value.key}`,
          plugin,
          said,
          label: said(`${words}.${value.key}`),
          labelOf: (field) => said(`${words}.${value.key}.${field}`),
        },
      ]),
    )
  })

export function cardOf(ctx: Ctx, type: string): { label: string; icon: string; isMissing: boolean; branches: Branch[] } {
  if (isLogic(type)) return { label: ctx.t(`logic.${type}`), icon: LOGIC_ICONS[type], isMissing: false, branches: branchesOf(type) }
  const action = actionsOf(ctx).get(type)
  return { label: action?.label ?? ctx.t('card.missing'), icon: action?.icon ?? 'circle-help', isMissing: !action, branches: [] }
}

const PLAIN = new Set<string>(['choices', 'resource', 'number', 'flag', 'address', 'date'])
/** Fields of an action that take variables. */
export const textsOf = (action: WorkflowAction, params: Record<string, unknown>): Record<string, unknown> => {
  const plain = new Set(action.asks.filter(({ kind }) => PLAIN.has(kind)).map(({ name }) => name))
  return Object.fromEntries(Object.entries(params).filter(([key]) => !plain.has(key)))
}

/** What a field is where nothing was said, for the form to show. */
const defaultOf = ({ input }: WorkflowAction, name: string): unknown => input.shape[name]?.safeParse(undefined).data ?? null

export async function offeredActions(ctx: Ctx): Promise<ActionOffer[]> {
  const optional = (said: string, key: string) => (said === key ? null : said)
  const logic = LOGIC.map(
    (type): ActionOffer => ({
      ...{ action_type: type, plugin: contract.id, group: 'logic', icon: LOGIC_ICONS[type], label: ctx.t(`logic.${type}`), text: ctx.t(`logic.${type}.text`) },
      ...{ effect: 'inside', is_allowed: true, branches: branchesOf(type), asks: [] },
    }),
  )
  const actions = await Promise.all(
    [...actionsOf(ctx).values()].map(async (action): Promise<ActionOffer> => {
      const { type, plugin, group, icon, label, effect, permission, asks, said, key, labelOf } = action
      return {
        ...{ action_type: type, plugin, group, icon, label, effect, branches: [] },
        text: optional(said(`workflow.${key}.about`), `workflow.${key}.about`),
        is_allowed: permission === null || ctx.can(permission),
        asks: await Promise.all(
          asks.map(async ({ name, kind, optional: mayLack = false, multiple = false, resource = null, choices }) => ({
            ...{
              name,
              kind,
              resource,
              label: labelOf(name),
              is_required: !mayLack,
              is_multiple: multiple,
              has_variables: !PLAIN.has(kind),
              default: defaultOf(action, name),
            },
            help: optional(said(`workflow.${key}.${name}.help`), `workflow.${key}.${name}.help`),
            choices: (await choices?.(ctx)) ?? null,
          })),
        ),
      }
    }),
  )
  return [...actions, ...logic]
}
export const groupsInOrder = (offers: ActionOffer[]): ActionOffer[] => {
  const order: ActionGroup[] = ['tell', 'people', 'content', 'points', 'outside', 'logic']
  return offers.toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
}

/**
 * An action for at most 100 people. What it refuses for all of them is asked for each, in a savepoint of their own.
 * @throws whatever is no refusal
 */
export async function act(
  ctx: Ctx,
  action: KnownAction,
  people: ActedPerson<Record<string, unknown>>[],
  step: { workflowId: number; actionId: string; actorId: number },
): Promise<Map<number, ActionOutcome>> {
  const some = async (them: typeof people): Promise<ActionOutcome[]> => {
    const said = await ctx.em.transactional(() => action.run(ctx, them, step), { clear: true })
    const known = new Set(said.map(({ memberId }) => memberId))
    return [...said, ...them.flatMap(({ memberId }): ActionOutcome[] => (known.has(memberId) ? [] : [{ memberId, is: 'done' }]))]
  }
  const refused = (memberId: number, error: unknown): ActionOutcome => ({ memberId, is: 'failed', reason: reasonOf(error) })
  const outcomes: ActionOutcome[] = []
  try {
    outcomes.push(...(await some(people)))
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (people.length === 1) outcomes.push(refused(people[0]!.memberId, error))
    else
      for (const one of people)
        try {
          outcomes.push(...(await some([one])))
        } catch (alone) {
          outcomes.push(refused(one.memberId, alone))
        }
  }
  return new Map(outcomes.map((outcome) => [outcome.memberId, outcome]))
}
/** What a card asks for, whatever else was sent; all of it where the plugin that knows the card is off. */
export function askedOf<Card extends Pick<Action, 'action_type' | 'api_params'>>(ctx: Ctx, card: Card): Card {
  const type = card.action_type
  const asked = isLogic(type)
    ? Object.keys(LOGIC_PARAMS[type].shape)
    : actionsOf(ctx)
        .get(type)
        ?.asks.map(({ name }) => name)
  if (!asked) return card
  return { ...card, api_params: Object.fromEntries(Object.entries(card.api_params).filter(([name]) => asked.includes(name))) }
}
/** What params are by a schema, or the first thing that is wrong, in words that can be translated. */
export function readBy<Schema extends z.ZodType>(schema: Schema, params: unknown): { input: z.output<Schema> } | { wrong: string | Sentence } {
  const read = schema.safeParse(params, { error: parseErrors('en-US') })
  return read.success ? { input: read.data } : { wrong: Object.values(issuesOf(read.error, 'params'))[0]![0]! }
}
/** What an input lacks, as its first sentence. */
export function inputOf(action: WorkflowAction, params: Record<string, unknown>): { input: Record<string, unknown> } | { wrong: string | Sentence } {
  return readBy(action.input, params)
}
