/** Digests: what one has missed, the best first. Daily for who wants that, weekly on the community's day for everybody who has not said no. */
import { actingAs, type Ctx, visibleLine } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { digestJob } from '../jobs.ts'
import { digestsDue, unreadLatest } from '../reads.ts'
import { describe, visibleTo } from './emails.ts'
import { DIGEST, listHeaders, unsubscribeUrl } from './unsubscribing.ts'

const DAY = 86_400_000
const STEP = 25
const NEWS = 5
const ITEMS = 5
/** Hour of the daily one. */
const MORNING = 8
type Often = 'daily' | 'weekly'

/** Every hour: it is somewhere the hour of the digest. */
export async function digestDue(ctx: Ctx): Promise<void> {
  const at = ctx.now()
  await ctx.enqueue(digestJob, { often: 'daily', after: 0, at }, { key: 'daily', priority: 10 })
  if (ctx.communitySettings(contract).weekly_digest_enabled) await ctx.enqueue(digestJob, { often: 'weekly', after: 0, at }, { key: 'weekly', priority: 10 })
}
export async function digestPage(ctx: Ctx, { often, after, at }: { often: Often; after: number; at: Date }): Promise<void> {
  const { weekly_digest_hour, weekly_digest_day } = ctx.settings(contract)
  const [hour, day] = often === 'daily' ? [MORNING, null] : [weekly_digest_hour, weekly_digest_day]
  const rows = await ctx.read(digestsDue, [often, after, at, hour, day, STEP])
  for (const { id, period } of rows) {
    const [claimed] = await ctx.sql(
      `insert into notifications.profile as p (community_id, member_id, digest_sent) values ($1, $2, $3)
       on conflict (community_id, member_id) do update set digest_sent = excluded.digest_sent where p.digest_sent is distinct from excluded.digest_sent returning id`,
      [id, period],
    )
    const reader = claimed && (await actingAs(ctx, id))
    if (reader) await sendDigest(ctx, reader, often)
  }
  if (rows.length === STEP) await ctx.enqueue(digestJob, { often, after: rows.at(-1)!.id, at }, { key: often, priority: 10 })
}

/** @returns false where there is nothing to send */
export async function sendDigest(ctx: Ctx, reader: Ctx, often: Often): Promise<boolean> {
  const memberId = reader.me().id
  const address = (await ctx.members.addresses([memberId])).get(memberId)
  const letter = address && (await composeDigest(reader, often, address.locale))
  if (!letter) return false
  const stop = unsubscribeUrl(ctx, memberId, DIGEST)
  await ctx.mail({
    to: address.email,
    subject: letter.subject,
    text: `${letter.text}\n\n${ctx.t('mail.preferences', {}, address.locale)}\n${ctx.community.url}/account/notifications\n\n${ctx.t('digest.stop', {}, address.locale)}\n${stop}`,
    headers: listHeaders(stop),
  })
  return true
}

/** As this reader would get it; null where they have missed nothing. */
export async function composeDigest(reader: Ctx, often: Often, locale: string): Promise<{ subject: string; text: string } | null> {
  const since = new Date(reader.now().getTime() - (often === 'daily' ? 1 : 7) * DAY)
  const told = await visibleTo(reader, await reader.read(unreadLatest, [reader.me().id, NEWS]))
  const parts: string[] = []
  for (const { value, t } of reader.fill(contract.points.digest)) {
    const items = await value.items(reader, since, ITEMS)
    const heading = t(`digest.${value.key}`, {}, locale)
    const lines = items.map(({ title, note, path }) => `${title}\n${note}\n${reader.community.url}${path}`)
    if (lines.length) parts.push([`${heading}`, ...lines].join('\n\n'))
  }
  if (told.length) parts.push([reader.t('digest.unread', {}, locale), ...(await describe(reader, told, locale)).map(({ text }) => text)].join('\n\n'))
  if (parts.length === 0) return null
  const { weekly_digest_subject, weekly_digest_intro } = reader.settings(contract)
  const own = often === 'weekly' ? weekly_digest_subject : ''
  const subject = own || reader.t(`digest.subject.${often}`, { community: reader.community.name }, locale)
  return { subject: visibleLine(subject, 200), text: [often === 'weekly' ? weekly_digest_intro : '', ...parts].filter(Boolean).join('\n\n') }
}
