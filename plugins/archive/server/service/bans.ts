/** The list of bans, and the check that keeps banned people from signing up or signing in again. */
import type { Arriving } from '@atrium/sdk/kernel/auth'
import { mailboxOf } from '@atrium/sdk'
import { authorOf, type Ctx, lastId, isoOf, type Paging, page, rowsFor, containing, networkOf } from '@atrium/sdk/server'
import { banByAccount, banBySignUp, banOfMember, bansRead } from '../reads.ts'
import { dateIn, digestOf } from './leaving.ts'

/** The answer of the point `auth.admission`. */
export async function admission(ctx: Ctx, who: Arriving): Promise<string | null> {
  const now = ctx.now()
  if (!('accountId' in who)) {
    const rows = await ctx.read(banBySignUp, [[digestOf(who.email), digestOf(mailboxOf(who.email))], [who.ip, networkOf(who.ip)].filter(Boolean), now])
    return rows.length ? ctx.t('admission.sign_up') : null
  }
  const [found] = await ctx.read(banByAccount, [who.accountId, now])
  if (!found) return null
  const { reason, ends_at: endsAt } = found
  return endsAt ? ctx.t('admission.until', { reason, date: dateIn(ctx.locale, endsAt) }) : ctx.t('admission.for_good', { reason })
}

/** For the profile of whoever is banned: those see it who may lift the ban. */
export async function banSeen(ctx: Ctx, memberId: number): Promise<{ id: number; until: Date | null } | null> {
  const [found] = ctx.can('archive.manage') ? await ctx.read(banOfMember, [memberId]) : []
  return found ? { id: found.id, until: found.ends_at } : null
}

export async function ownBan(ctx: Ctx) {
  const [found] = await ctx.read(banByAccount, [ctx.account!.id, ctx.now()])
  return found ? { reason: found.reason, ends_at: isoOf(found.ends_at), contact: ctx.platform.fields.reply_to_email } : null
}

export async function listBans(ctx: Ctx, query: Paging & { search_text?: string; community_member_id?: number }) {
  const before = lastId(query)
  const like = query.search_text ? containing(query.search_text) : null
  const rows = await ctx.read(bansRead, [before, like, rowsFor(query), query.community_member_id ?? null])
  const people = await ctx.members.byIds(rows.map(({ member_id }) => member_id))
  return page(rows, { query, key: ({ id }) => [id] }, ({ id, member_id, reason, content, ends_at, by_name, created_at }) => ({
    ...{ id, reason, content, created_at },
    member: authorOf(people.get(member_id)!),
    ends_at: isoOf(ends_at),
    banned_by: by_name,
  }))
}
