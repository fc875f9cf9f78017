/** By which ways each of many members wants to hear of something, if at all: their switches, the space's level, whom they are deaf to, their quiet hours. */
import type { Ctx } from '@atrium/sdk/server'
import contract, { type Channel, type News } from '../../contract.ts'
import { preferencesOf, type ProfileRow, profilesOf } from '../reads.ts'
import { type Kind, waysOf } from './kinds.ts'
import { placesOf } from './places.ts'
import { quietUntil } from './quiet.ts'

/** Milliseconds before news is mailed: what is read meanwhile is not. */
export const MAIL_AFTER = 5 * 60_000

export interface Recipient {
  memberId: number
  reason: string
}
export interface Heard extends Recipient {
  in_app: boolean
  push: boolean
  /** When it is mailed, if it is still unread then. */
  email_at: Date | null
}

/** Whoever wants it by no way at all is left out. */
export async function hearing(ctx: Ctx, { value }: Kind, news: News, to: Recipient[]): Promise<Heard[]> {
  const ids = to.map(({ memberId }) => memberId)
  const deaf = new Set<number>()
  if (news.actorMemberId !== null && !value.required)
    for (const { value: silence } of ctx.fill(contract.points.silence)) for (const id of await silence.deafTo(ctx, news.actorMemberId, ids)) deaf.add(id)
  const [preferences, profiles, levels] = await Promise.all([
    ctx.read(preferencesOf, [ids, value.key]),
    ctx.read(profilesOf, [ids]),
    news.spaceId && !value.required ? placesOf(ctx)?.levels(ctx, news.spaceId, ids) : null,
  ])
  const chosen = new Map(preferences.map((row) => [row.member_id, row]))
  const profileOf = new Map(profiles.map((row) => [row.member_id, row]))
  const now = ctx.now()
  return to.flatMap(({ memberId, reason }): Heard[] => {
    if (deaf.has(memberId)) return []
    const wants = (channel: Channel) => {
      if ((news.channels && !news.channels.includes(channel)) || !waysOf(value, reason).includes(channel)) return false
      const level = levels?.get(memberId)?.[channel] ?? 'all'
      if (level === 'never' || (level === 'mention' && value.group !== 'mentions')) return false
      return value.required ? value.defaults[channel] : (chosen.get(memberId)?.[channel] ?? value.defaults[channel])
    }
    const quiet = quietUntil(profileOf.get(memberId), now)
    const heard = {
      memberId,
      reason,
      in_app: wants('in_app'),
      push: quiet === null && wants('push'),
      email_at: wants('email') ? (value.atOnce ? now : mailAt(profileOf.get(memberId), now)) : null,
    }
    return heard.in_app || heard.push || heard.email_at ? [heard] : []
  })
}

/** After some minutes, and when the quiet hours that lie there are over. */
export function mailAt(profile: ProfileRow | undefined, now: Date): Date {
  const soon = new Date(now.getTime() + MAIL_AFTER)
  return quietUntil(profile, soon) ?? soon
}
