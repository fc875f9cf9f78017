/** What events and cards name by id, of the plugins that workflows need: spaces, tags, segments, people. */
import { containing, type Ctx } from '@atrium/sdk/server'
import audience from '../../../audience/contract.ts'
import spaces from '../../../spaces/contract.ts'
import type { WorkflowResource } from '../../contract.ts'

/** Of a list that is at hand. */
const among = <T extends { id: number; name: string; note?: string | null }>(
  all: T[],
  { text, ids, limit }: { text?: string; ids?: number[]; limit: number },
): T[] => all.filter(({ id, name }) => (ids ? ids.includes(id) : !text || name.toLowerCase().includes(text.toLowerCase()))).slice(0, limit)

const space: WorkflowResource = {
  key: 'space',
  async choices(ctx, ask) {
    const tree = await ctx.use(spaces).tree()
    return among(
      tree.flatMap((group) => group.spaces.map(({ id, name }) => ({ id, name, note: group.name }))),
      ask,
    )
  },
}
const spaceGroup: WorkflowResource = {
  key: 'space_group',
  choices: async (ctx, ask) =>
    among(
      (await ctx.use(spaces).tree()).map(({ id, name }) => ({ id, name })),
      ask,
    ),
}
const tag: WorkflowResource = { key: 'tag', choices: async (ctx, ask) => among(await ctx.use(audience).tags(), ask) }
const segment: WorkflowResource = {
  key: 'segment',
  choices: async (ctx, ask) =>
    among(
      (await ctx.use(audience).segments()).map(({ id, title }) => ({ id, name: title })),
      ask,
    ),
}
const member: WorkflowResource = {
  key: 'member',
  async choices(ctx, { text, ids, limit }) {
    return people(ctx, { text, ids, limit })
  },
}
export const ownResources = (_ctx: Ctx): WorkflowResource[] => [space, spaceGroup, tag, segment, member]

/** Active members by name. */
export async function people(ctx: Ctx, { text, ids, limit }: { text?: string | undefined; ids?: number[] | undefined; limit: number }) {
  return ctx.sql<{ id: number; name: string; note: string | null; avatar_url: string | null }>(
    `select id, name, headline as note, avatar_url from kernel.member_card
     where community_id = $1 and status = 'active' and ($2::text is null or public.unaccent(name) ilike public.unaccent($2)) and ($3::bigint[] is null or id = any ($3))
     order by lower(name), id limit $4`,
    [text ? containing(text) : null, ids ?? null, limit],
  )
}
