/** Deactivation, ban and deletion of a membership, and how each is undone. */
import { createHash } from 'node:crypto'
import { AtriumError, forbidden, invalid, mailboxOf, notFound, ordinals } from '@atrium/sdk'
import { actingAs, type Ctx, hold, isRefusal, type MemberInfo, networkOf } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import contract, { type ArchiveService } from '../../contract.ts'
import { BanTable, DeletionTable } from '../entities.ts'
import { withdrawJob } from '../jobs.ts'

/** Private addresses are not banned: behind a proxy many people have the same one, and all of them would be banned. */
const SHARED = /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^(::1$|f[cd]|fe80)/i

/** Of a mailbox, which outlives the account. */
export const digestOf = (email: string): string => createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
const gone = () => notFound('Member', 'invalid_member_id')

/** The member somebody wants out. @throws AtriumError 401 for the owner, 403 for admins where one is none, 404 */
async function leaver(ctx: Ctx, memberId: number, code: string): Promise<MemberInfo & { email: string; ips: string[] }> {
  const member = (await ctx.members.byIds([memberId])).get(memberId)
  const traces = member ? await ctx.members.traces(memberId) : null
  if (!member || !traces || traces.email.endsWith('.invalid')) throw gone()
  if (member.accountId === ctx.platform.ownerAccountId) throw new AtriumError(401, code, 'The owner can’t leave the community. Transfer ownership first.')
  if (member.isAdmin && ctx.member && !ctx.member.isAdmin) throw forbidden('Only admins can remove admins.')
  return { ...member, ...traces, ips: [...new Set(traces.ips.filter((ip) => !SHARED.test(ip)).map(networkOf))] }
}

export const openBan = (ctx: Ctx, memberId: number) => ctx.em.findOne(BanTable, { memberId, liftedAt: null })
const withdraw = (ctx: Ctx, memberId: number, how: 'hide' | 'show' | 'remove') =>
  ctx.enqueue(withdrawJob, { memberId, how }, { key: `withdraw ${memberId}`, priority: 5 })

/** The mail to whoever is banned, in their language; null without an address. */
export async function banMessage(ctx: Ctx, { id, name }: MemberInfo, reason: string, endsAt: Date | null) {
  const address = (await ctx.members.addresses([id])).get(id)
  if (!address) return null
  const { email, locale } = address
  const until = endsAt ? ctx.t('ban.mail.until', { date: dateIn(locale, endsAt) }, locale) : ctx.t('ban.mail.for_good', {}, locale)
  const { name: community } = ctx.community
  return {
    to: email,
    subject: ctx.t('ban.mail.subject', { community }, locale),
    text: ctx.t('ban.mail.text', { name, community, reason, until }, locale),
    locale,
    kind: { key: 'ban', values: { name, reason, until } },
  }
}
export const dateIn = (locale: string, moment: Date): string =>
  ordinals(locale, new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(moment))

export async function ban(ctx: Ctx, memberId: number, input: Parameters<ArchiveService['ban']>[1]): Promise<void> {
  if (memberId === ctx.member?.id) throw forbidden('You can’t ban yourself.')
  const { caseId = null, ...terms } = input
  if (input.endsAt && input.endsAt <= ctx.now()) throw invalid({ ends_at: ['Choose a time in the future.'] })
  const member = await leaver(ctx, memberId, 'cannot_ban_owner')
  const known = await openBan(ctx, memberId)
  const message = known ? null : await banMessage(ctx, member, input.reason, input.endsAt)
  if (message) await ctx.mail(message)
  await ctx.members.remove(memberId, 'banned')
  const { email, ips } = member
  const fields = { ...terms, byMemberId: ctx.member?.id ?? null, emailDigest: digestOf(mailboxOf(email)), ips }
  if (known) Object.assign(known, fields)
  else ctx.em.create(BanTable, { memberId, ...fields })
  await ctx.em.flush()
  if (input.content !== 'keep') await withdraw(ctx, memberId, input.content)
  else if (known?.content === 'hide') await withdraw(ctx, memberId, 'show')
  await ctx.audit('member.banned', `member:${memberId}`, { reason: input.reason, ends_at: input.endsAt, content: input.content })
  ctx.emit(contract.events['member.banned'], {
    memberId,
    endsAt: input.endsAt?.toISOString() ?? null,
    byMemberId: ctx.member?.id ?? null,
    reason: input.reason,
    content: input.content,
    caseId,
  })
}

export async function lift(ctx: Ctx, banId: number): Promise<void> {
  const found = await hold(ctx, BanTable, banId, 'Ban')
  if (found.liftedAt) throw notFound('Ban')
  found.liftedAt = ctx.now()
  await ctx.em.flush()
  const { memberId } = found
  await ctx.members.restore(memberId)
  if (found.content === 'hide') await withdraw(ctx, memberId, 'show')
  await ctx.audit('ban.lifted', `member:${memberId}`)
  ctx.emit(contract.events['ban.lifted'], { memberId })
}

export async function remove(ctx: Ctx, memberId: number, what: 'keep' | 'remove'): Promise<void> {
  const { email, ips } = await leaver(ctx, memberId, 'cannot_delete_owner')
  // whoever is banned stays kept out
  await ctx.em.nativeUpdate(BanTable, { memberId, liftedAt: null }, { emailDigest: digestOf(mailboxOf(email)), ips })
  await ctx.em.nativeDelete(DeletionTable, { memberId })
  if (!(await ctx.members.forget(memberId))) throw gone()
  if (what === 'remove') await withdraw(ctx, memberId, 'remove')
  await ctx.audit('member.deleted', `member:${memberId}`, { content: what })
}

export async function deactivate(ctx: Ctx, memberId: number): Promise<void> {
  const own = memberId === ctx.member?.id
  if (!own && !ctx.can('archive.manage')) throw forbidden()
  if (!(await ctx.members.byIds([memberId])).has(memberId)) throw gone()
  await leaver(ctx, memberId, 'cannot_delete_owner')
  if (own && !ctx.platform.fields.deactivate_account_enabled) throw forbidden('To leave this community, contact its admins.', 'leaving_closed')
  if (!(await ctx.members.remove(memberId, 'deactivated'))) throw gone()
  await ctx.audit('member.deactivated', `member:${memberId}`)
}

export async function reactivate(ctx: Ctx, memberId: number): Promise<void> {
  if (await openBan(ctx, memberId)) throw notFound('Member', 'invalid_member_id')
  await leaver(ctx, memberId, 'cannot_delete_owner')
  if (!(await ctx.members.restore(memberId))) throw gone()
  await ctx.audit('member.reactivated', `member:${memberId}`)
}

/** One step of hiding, showing or removing all that somebody wrote; the job comes again while there is more. */
export async function withdrawStep(ctx: Ctx, { memberId, how }: { memberId: number; how: 'hide' | 'show' | 'remove' }): Promise<void> {
  const open = await openBan(ctx, memberId)
  // the ban or deletion was undone meanwhile
  if ((how === 'hide' && open?.content !== 'hide') || (how === 'show' && open?.content === 'hide')) return
  const acting = (how === 'show' && (await actingAs(ctx, memberId))) || ctx
  let more = false
  for (const { value } of ctx.fill(content.points.kind)) if (await value.withdraw?.(acting, memberId, how)) more = true
  if (more) await withdraw(ctx, memberId, how)
}

/** Bans that have run out end, and memberships whose days of grace are over. */
export async function due(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  for (const { id } of await ctx.em.find(BanTable, { liftedAt: null, endsAt: { $lte: now } }, { limit: 100 })) await lift(ctx, id)
  for (const { memberId, content: what } of await ctx.em.find(DeletionTable, { dueAt: { $lte: now } }, { limit: 100 }))
    await remove(ctx, memberId, what).catch((error) => {
      if (!isRefusal(error)) throw error
      // who became the owner meanwhile, or is gone by another way
      return ctx.em.nativeDelete(DeletionTable, { memberId })
    })
}
