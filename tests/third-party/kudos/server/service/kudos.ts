/** Giving, taking back and showing kudos. */
import { AtriumError, invalid, notFound, sentence } from '@atrium/sdk'
import { abilities, authorize, authorOf, type Ctx, sql } from '@atrium/sdk/server'
import content from 'atrium/plugins/content'
import kudos from '../../contract.ts'
import { Allowance, Kudo, type Tables } from '../entities.ts'
import { kudoPolicy } from '../policies.ts'

export const KIND = 'kudo'
export const pathOf = (id: number): string => `/kudos#kudo_${id}`
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** As this reader sees them; people and likes of all in one question each. */
export async function present(ctx: Ctx, rows: Kudo[]) {
  const [people, done] = await Promise.all([
    ctx.members.byIds(rows.flatMap(({ giverMemberId, receiverMemberId }) => [giverMemberId, receiverMemberId])),
    ctx.use(content).interactions(
      KIND,
      rows.map(({ id }) => id),
    ),
  ])
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      category: row.category,
      text: row.text,
      giver: authorOf(people.get(row.giverMemberId)),
      receiver: authorOf(people.get(row.receiverMemberId)),
      likes_count: row.likesCount,
      is_liked: done.get(row.id)?.liked ?? false,
      created_at: row.createdAt,
      policies: await abilities(ctx, kudoPolicy, row, { remove: 'can_remove' }),
    })),
  )
}

export async function leftToday(ctx: Ctx): Promise<number> {
  const used = await ctx.em.findOne(Allowance, { memberId: ctx.me().id, day: dayOf(ctx.now()) })
  return Math.max(0, ctx.settings(kudos).a_day - (used?.given ?? 0))
}
/** Takes one of today's, in one statement, so that of many at once no more than there are count. @throws AtriumError 422 `kudos_used_up` */
async function useOne(ctx: Ctx): Promise<void> {
  const most = ctx.settings(kudos).a_day
  const taken = await ctx.em
    .getKysely<Tables>()
    .insertInto('kudos.allowance')
    .values({ community_id: ctx.community.id, member_id: ctx.me().id, day: dayOf(ctx.now()), given: 1 })
    .onConflict((there) =>
      there.columns(['community_id', 'member_id', 'day']).doUpdateSet({ given: sql<number>`allowance.given + 1` }).where('kudos.allowance.given', '<', most),
    )
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw new AtriumError(422, 'kudos_used_up', sentence('You have thanked {most} times today. Come back tomorrow.', { most }))
}

export async function index(ctx: Ctx, kudo: Kudo): Promise<void> {
  ctx.search.put({ kind: KIND, recordId: kudo.id, spaceId: null, title: kudo.category, body: kudo.text, path: pathOf(kudo.id), updatedAt: kudo.createdAt })
}

/** @throws AtriumError 404 for somebody who is no member, 422 */
export async function give(ctx: Ctx, input: { member_id: number; category: string; text: string }): Promise<Kudo> {
  const me = ctx.me()
  if (input.member_id === me.id) throw invalid({ member_id: ['Choose a member other than yourself.'] })
  if (!(await ctx.members.byIds([input.member_id])).get(input.member_id)?.isActive) throw notFound('Member')
  if (!ctx.settings(kudos).categories.includes(input.category)) throw invalid({ category: ['This category no longer exists. Choose another.'] })
  await useOne(ctx)
  const kudo = ctx.em.create(Kudo, { giverMemberId: me.id, receiverMemberId: input.member_id, category: input.category, text: input.text })
  await ctx.em.flush()
  await index(ctx, kudo)
  ctx.emit(kudos.events['kudos.given'], { kudoId: kudo.id, giverMemberId: me.id, receiverMemberId: input.member_id })
  return kudo
}

/** @throws AtriumError 403, 404 */
export async function remove(ctx: Ctx, id: number): Promise<void> {
  const kudo = await authorize(ctx, kudoPolicy, 'remove', await ctx.em.findOne(Kudo, { id }), 'Kudos')
  ctx.em.remove(kudo)
  ctx.search.remove(KIND, id)
  await ctx.use(content).forget(KIND, id)
  ctx.emit(kudos.events['kudos.removed'], { kudoId: id })
}
