/** What can be done to many people at once: our own acts, and those that other plugins bring. */
import { type Sentence, z } from '@atrium/sdk'
import { type Ctx, eachAlone } from '@atrium/sdk/server'
import chat from '../../../chat/contract.ts'
import spaces from '../../../spaces/contract.ts'
import contract, { type Act, type AudienceAct } from '../../contract.ts'
import { tagPeople, untagPeople } from './tags.ts'

export interface Acted {
  personId: number
  memberId: number | null
}
export interface Outcome {
  failed: { personId: number; reason: string | Sentence }[]
  unchanged: number[]
}
/** An act on people; those of other plugins are on members alone. */
export interface PeopleAct {
  key: string
  plugin: string
  /** Words of the plugin that brought it. */
  t: Ctx['t']
  icon: string
  permission: string
  input: z.ZodObject
  asks: NonNullable<AudienceAct['asks']>
  run(ctx: Ctx, people: Acted[], input: any, task: { id: number }): Promise<Outcome>
  undo?(ctx: Ctx, people: Acted[], input: any, task: { id: number }): Promise<void>
}

const ids = z.array(z.coerce.number().int().positive()).min(1, 'Choose at least one.').max(100)
const tagChoices = async (ctx: Ctx) =>
  (await ctx.sql<{ id: number; name: string }>('select id, name from audience.tag where community_id = $1 order by lower(name)')).map(({ id, name }) => ({
    value: id,
    label: name,
  }))
const idsOf = (people: Acted[]) => people.map(({ personId }) => personId)
/** Of those acted on, the ones for whom nothing was to be done. */
const others = (people: Acted[], changed: number[]) => idsOf(people).filter((id) => !changed.includes(id))

const own: Omit<PeopleAct, 'plugin' | 't'>[] = [
  {
    key: 'tag',
    icon: 'tag',
    permission: 'members.manage',
    input: z.object({ tag_ids: ids }),
    asks: [{ name: 'tag_ids', kind: 'choices', choices: tagChoices }],
    async run(ctx, people, { tag_ids }) {
      return { failed: [], unchanged: others(people, await tagPeople(ctx, idsOf(people), tag_ids)) }
    },
    async undo(ctx, people, { tag_ids }) {
      await untagPeople(ctx, idsOf(people), tag_ids)
    },
  },
  {
    key: 'untag',
    icon: 'x',
    permission: 'members.manage',
    input: z.object({ tag_ids: ids }),
    asks: [{ name: 'tag_ids', kind: 'choices', choices: tagChoices }],
    async run(ctx, people, { tag_ids }) {
      return { failed: [], unchanged: others(people, await untagPeople(ctx, idsOf(people), tag_ids)) }
    },
    async undo(ctx, people, { tag_ids }) {
      await tagPeople(ctx, idsOf(people), tag_ids)
    },
  },
]
/** What a grant of a bulk act is known by. */
const SOURCE = 'bulk_task'
const targetsOf = (ids: unknown) => (ids as number[]).map((id) => ({ kind: 'space' as const, id }))
const spaceAsks: AudienceAct['asks'] = [
  {
    name: 'space_ids',
    kind: 'choices',
    async choices(ctx) {
      const cards = await ctx.use(spaces).cards((await ctx.use(spaces).access()).visibleIds())
      return [...cards.values()].map(({ id, name }) => ({ value: id, label: name })).sort((a, b) => a.label.localeCompare(b.label))
    },
  },
]
/** Acts on members through services of other plugins. */
const onMembers: AudienceAct[] = [
  {
    key: 'add_to_space',
    icon: 'hash',
    permission: 'spaces.manage',
    input: z.object({ space_ids: ids }),
    asks: spaceAsks,
    async run(ctx, memberIds, { space_ids }, task) {
      await ctx.use(spaces).grant(memberIds, targetsOf(space_ids), { source: SOURCE, sourceId: task.id })
      return { failed: [] }
    },
    // who was in otherwise stays
    async undo(ctx, memberIds, { space_ids }, task) {
      await ctx.use(spaces).revokeGrant(memberIds, { source: SOURCE, sourceId: task.id }, targetsOf(space_ids))
    },
  },
  {
    key: 'remove_from_space',
    icon: 'x',
    permission: 'spaces.manage',
    input: z.object({ space_ids: ids }),
    asks: spaceAsks,
    async run(ctx, memberIds, { space_ids }) {
      const gone = new Set<number>()
      for (const id of (space_ids as number[]).toSorted((a, b) => a - b))
        for (const memberId of await ctx.use(spaces).removeMembers(id, memberIds)) gone.add(memberId)
      return { failed: [], unchanged: memberIds.filter((id) => !gone.has(id)) }
    },
  },
  {
    key: 'message',
    icon: 'message-circle',
    permission: 'members.manage',
    input: z.object({ text: z.string().trim().min(1, 'Write something.').max(4_000) }),
    asks: [{ name: 'text', kind: 'text' }],
    async run(ctx, memberIds, { text }) {
      const refused = await eachAlone(ctx, memberIds, async (memberId) => {
        const { uuid } = await ctx.use(chat).direct(memberId)
        await ctx.use(chat).send({ roomUuid: uuid, doc: text })
      })
      return { failed: refused.map(({ item, reason }) => ({ memberId: item, reason })) }
    },
  },
]

const forPeople = (t: Ctx['t'], plugin: string, act: AudienceAct): PeopleAct => ({
  ...act,
  plugin,
  t,
  input: act.input ?? z.object({}),
  asks: act.asks ?? [],
  async run(ctx, people, input, task) {
    const members = new Map(people.flatMap(({ personId, memberId }) => (memberId === null ? [] : [[memberId, personId] as const])))
    const contacts = people.filter(({ memberId }) => memberId === null)
    const { failed, unchanged = [] } = members.size ? await act.run(ctx, [...members.keys()], input, task) : { failed: [] }
    return {
      failed: [
        ...contacts.map(({ personId }) => ({ personId, reason: 'This is for members only, and this person is a contact.' })),
        ...failed.flatMap(({ memberId, reason }) => (members.has(memberId) ? [{ personId: members.get(memberId)!, reason }] : [])),
      ],
      unchanged: unchanged.flatMap((id) => members.get(id) ?? []),
    }
  },
  undo:
    act.undo &&
    ((ctx, people, input, task) =>
      act.undo!(
        ctx,
        people.flatMap(({ memberId }) => memberId ?? []),
        input,
        task,
      )),
})

/** Acts that there are here, whoever may do them. */
export function actsOf(ctx: Ctx): PeopleAct[] {
  const t: Ctx['t'] = (...said) => ctx.t(...said)
  const mine = onMembers.filter(({ key }) => key !== 'message' || ctx.has(chat))
  return [
    ...own.map((act) => ({ ...act, plugin: contract.id, t })),
    ...mine.map((act) => forPeople(t, contract.id, act)),
    ...ctx.fill(contract.points.act).map(({ plugin, value, t }) => forPeople(t, plugin, value)),
  ]
}
export const labelOf = (ctx: Ctx, key: string): string => {
  const act = actsOf(ctx).find((one) => one.key === key)
  return act ? act.t(`act.${key}`) : key
}

export async function offeredActs(ctx: Ctx): Promise<Act[]> {
  return Promise.all(
    actsOf(ctx)
      .filter(({ permission }) => ctx.can(permission))
      .map(async ({ key, t, icon, asks, undo }) => {
        return {
          key,
          icon,
          label: t(`act.${key}`),
          can_undo: undo !== undefined,
          asks: await Promise.all(
            asks.map(async ({ name, kind, choices }) => ({ name, kind, label: t(`act.${key}.${name}`), choices: (await choices?.(ctx)) ?? [] })),
          ),
        }
      }),
  )
}
