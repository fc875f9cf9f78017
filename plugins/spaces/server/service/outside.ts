/** What a space that is sold tells of itself to those who may not enter: what it holds, who runs it, and who is in it. */
import { type Ctx, seesPeople } from '@atrium/sdk/server'
import contract, { type Outside } from '../../contract.ts'
import { type SeenSpace, spacePolicy } from '../policies.ts'
import { type Card, hostsOf } from './requests.ts'
import { POSTS } from './tabs.ts'

const FACES = 5

/** Null for who may enter, and for what nobody sells: a closed space keeps even its numbers to itself. Once a request. */
export const outsideOf = (ctx: Ctx, seen: SeenSpace): Promise<Outside | null> => ctx.once(`spaces.outside:${seen.row.id}`, () => read(ctx, seen))

async function read(ctx: Ctx, seen: SeenSpace): Promise<Outside | null> {
  const { row } = seen
  if (spacePolicy.enter(ctx, seen)) return null
  const offers = await Promise.all(ctx.fill(contract.points.offer).map(({ value }) => value.least(ctx, [row.id])))
  if (!offers.some((found) => found.has(row.id))) return null
  const types = ctx.fill(contract.points.type).filter(({ value }) => row.types.includes(value.key))
  // a type that has a part of its own there says what it holds, and who runs it
  const isTold = types.some(({ value }) => value.outside)
  const [hosts, faces, ...held] = await Promise.all([
    isTold ? [] : hostsOf(ctx, row.id),
    !row.hide_members_count && seesPeople(ctx)
      ? ctx.sql<Card>(
          `select k.id, k.public_uid, k.name, k.avatar_url from spaces.space_member m join kernel.member_card k on k.community_id = $1 and k.id = m.member_id
           where m.community_id = $1 and m.space_id = $2 and m.status = 'active' and k.status = 'active' and k.avatar_url is not null order by m.id limit ${FACES}`,
          [row.id],
        )
      : [],
    ...types.map(({ value }) => value.holds?.(ctx, row.id) ?? []),
  ])
  // types that share their items say the same of them
  const holds = [...new Set(held.flat())]
  // what posts are called is a word of spaces
  const awaits = holds.length > 0 || isTold ? [] : types.map(({ value: { key }, t }) => (POSTS.has(key) ? ctx.t(`type.${key}`) : t(`type.${key}`)))
  return { holds, awaits, hosts, faces }
}
