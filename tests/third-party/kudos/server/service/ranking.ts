/** Who was thanked most in the week that is over: counted once, on Monday, and told by email to the first three. */
import { authorOf, type Ctx, sql } from '@atrium/sdk/server'
import kudos from '../../contract.ts'
import { Ranking, type Tables } from '../entities.ts'

const DAY = 86_400_000
const PLACES = 10
const TOLD = 3

/** The last Monday, 0:00 UTC. */
export function mondayOf(now: Date): Date {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY)
}

export async function rank(ctx: Ctx): Promise<void> {
  const end = mondayOf(ctx.now())
  const week = new Date(end.getTime() - 7 * DAY)
  const db = ctx.em.getKysely<Tables>()
  const found = await db
    .selectFrom('kudos.kudo')
    .innerJoin('kernel.member_card as m', 'm.id', 'kudos.kudo.receiver_member_id')
    .select(['receiver_member_id', sql<number>`count(*)::int`.as('received')])
    .where('kudos.kudo.community_id', '=', ctx.community.id)
    .where('m.community_id', '=', ctx.community.id)
    .where('m.status', '=', 'active')
    .where('kudos.kudo.created_at', '>=', week)
    .where('kudos.kudo.created_at', '<', end)
    .groupBy('receiver_member_id')
    .orderBy('received', 'desc')
    .orderBy('receiver_member_id')
    .limit(PLACES)
    .execute()
  if (found.length === 0) return
  const rows = found.map(({ receiver_member_id, received }, place) => ({
    community_id: ctx.community.id,
    member_id: receiver_member_id,
    week,
    place: place + 1,
    received,
  }))
  const fresh = await db
    .insertInto('kudos.ranking')
    .values(rows)
    .onConflict((there) => there.doNothing())
    .returning(['member_id', 'place', 'received'])
    .execute()
  // a second run of the same week tells nobody twice
  if (ctx.settings(kudos).mails_ranking)
    await tell(
      ctx,
      fresh.filter(({ place }) => place <= TOLD),
    )
}

async function tell(ctx: Ctx, first: { member_id: number; place: number; received: number }[]): Promise<void> {
  const addresses = await ctx.members.addresses(first.map(({ member_id }) => member_id))
  for (const { member_id, place, received } of first) {
    const person = addresses.get(member_id)
    if (!person) continue
    const values = { community: ctx.community.name, place, count: received }
    await ctx.mail({
      to: person.email,
      locale: person.locale,
      subject: ctx.t('mail.subject', values, person.locale),
      text: `${ctx.t('mail.text', values, person.locale)}\n\n${ctx.community.url}/kudos\n`,
    })
  }
}

/** The newest ranking there is. */
export async function latestRanking(ctx: Ctx) {
  const [newest] = await ctx.em.find(Ranking, {}, { orderBy: { week: 'desc' }, limit: 1 })
  if (!newest) return { week: null, records: [] }
  const rows = await ctx.em.find(Ranking, { week: newest.week }, { orderBy: { place: 'asc' } })
  const people = await ctx.members.byIds(rows.map(({ memberId }) => memberId))
  return { week: newest.week, records: rows.map(({ memberId, place, received }) => ({ place, received, member: authorOf(people.get(memberId)) })) }
}
