/** The access groups of Clay & Fire: what each opens, and who is in it by which reason. */
import type { Ctx } from '@atrium/sdk/server'
import access from '../../../access/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { people } from './library.ts'
import { DAY } from './calendar.ts'
import type { Person, SpaceKey } from './texts/types.ts'

interface Circle {
  name: string
  description: string
  rooms: SpaceKey[]
  /** Whole groups of spaces. */
  groups: string[]
  /** Every so-manieth person is in it, beginning with that one. */
  every: number
  from: number
}
const CIRCLES: Circle[] = [
  {
    name: 'Studio members',
    description: 'Have a shelf and a key. They see everything that is about making.',
    rooms: ['selling'],
    groups: ['The studio'],
    every: 3,
    from: 0,
  },
  {
    name: 'Spring cohort',
    description: 'Twelve weeks from wedging to the wood kiln, March to May.',
    rooms: ['slow-reading', 'glaze-lab'],
    groups: [],
    every: 5,
    from: 1,
  },
  {
    name: 'Kiln stewards',
    description: 'Fire the kilns for others, and answer for them.',
    rooms: ['selling', 'kiln-talk', 'meetups'],
    groups: [],
    every: 9,
    from: 2,
  },
]

/** @returns the group that a level opens too */
export async function addCircles(ctx: Ctx, memberIds: Map<Person, number>, spaceIds: Map<SpaceKey, number>): Promise<number> {
  let stewards = 0
  const service = ctx.use(access)
  const tree = await ctx.use(spaces).tree()
  const ids = people.map((person) => memberIds.get(person)!)
  for (const { name, description, rooms, groups, every, from } of CIRCLES) {
    const { id } = await service.createGroup({
      name,
      description,
      spaceIds: rooms.map((key) => spaceIds.get(key)!),
      spaceGroupIds: tree.filter((group) => groups.includes(group.name)).map((group) => group.id),
    })
    if (name === 'Kiln stewards') stewards = id
    const inside = ids.filter((_, place) => place % every === from)
    await service.open(inside, [{ kind: 'access_group', id }], { source: 'manual', sourceId: null })
  }
  // looks after one space, as its moderator of comments and posts
  await ctx.use(spaces).giveRole(ids[6]!, { kind: 'space', id: spaceIds.get('glaze-lab')! }, 'moderator')
  // a guest of the spring, until it is over
  const selling = [{ kind: 'space' as const, id: spaceIds.get('selling')! }]
  await service.open([ids[4]!], selling, { source: 'manual', sourceId: null }, { expiresAt: new Date(ctx.now().getTime() + 60 * DAY) })
  return stewards
}
