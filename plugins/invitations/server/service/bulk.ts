/** Invitations by email: chosen together, mailed bit by bit within the budget, reminded of, taken back. */
import { conflict, invalid, notFound } from '@atrium/sdk'
import { addTo, containing, type Ctx, hold, lastId, lock, page, type Paging, type RowOf, rowsFor } from '@atrium/sdk/server'
import type { z } from 'zod'
import contract, {
  type BulkInput,
  type BulkInvitation,
  EMAIL_DAYS,
  type EmailInvitation,
  type emailQuery,
  MAILS_A_DAY,
  MAILS_AN_HOUR,
  MOST_EMAILS,
  REMIND_AFTER,
  type Validated,
} from '../../contract.ts'
import { BulkTable, EmailTable, type Tables } from '../entities.ts'
import { remindJob, sendJob } from '../jobs.ts'
import { validate } from './addresses.ts'
import { composeLetter } from './letter.ts'
import { checkSpace, checkTargets } from './opening.ts'
import { addressOf, sealedToken } from './tokens.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Mails in one transaction. */
const STEP = 50
type BulkRow = RowOf<typeof BulkTable>
type EmailRow = RowOf<typeof EmailTable>
const db = (ctx: Ctx) => ctx.em.getKysely<Tables>()

async function namesOf(ctx: Ctx, ids: (number | null)[]): Promise<(id: number | null) => string | null> {
  const people = await ctx.members.byIds([...new Set(ids.flatMap((id) => id ?? []))])
  return (id) => (id === null ? null : (people.get(id)?.name ?? null))
}
async function presentBulks(ctx: Ctx, rows: BulkRow[]): Promise<z.input<typeof BulkInvitation>[]> {
  const nameOf = await namesOf(
    ctx,
    rows.map(({ created_by }) => created_by),
  )
  return rows.map((row) => ({ ...row, author: nameOf(row.created_by) }))
}
export async function listBulks(ctx: Ctx, query: Paging) {
  const last = lastId(query)
  const rows = await db(ctx)
    .selectFrom('invitations.bulk')
    .selectAll()
    .where('community_id', '=', ctx.community.id)
    .$if(last !== null, (all) => all.where('id', '<', last!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await presentBulks(ctx, envelope.records) }
}
async function showBulk(ctx: Ctx, id: number) {
  const row = await db(ctx).selectFrom('invitations.bulk').selectAll().where('community_id', '=', ctx.community.id).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Bulk invitation')
  return (await presentBulks(ctx, [row]))[0]!
}

/** Those whom nothing speaks against are invited. @throws AtriumError 422 where nobody is left */
export async function inviteMany(
  ctx: Ctx,
  people: { email: string; name: string }[],
  input: Omit<BulkInput, 'emails'>,
): Promise<{ bulk_invitation: z.input<typeof BulkInvitation>; skipped: Validated[] }> {
  if (people.length > MOST_EMAILS) throw invalid({ emails: ['Invite up to 5,000 people at a time.'] })
  await checkSpace(ctx, input.redirect_space_id)
  const groups = input.access_group_ids.map((id) => ({ kind: 'access_group' as const, id }))
  const targets = await checkTargets(ctx, [...input.opens, ...groups])
  const checked = await validate(ctx, people)
  const wanted = checked.filter(({ status }) => status === 'ok' || status === 'bounced')
  if (wanted.length === 0) throw invalid({ emails: ['None of these people can be invited.'] })
  const { message, member_tag_ids: memberTagIds, redirect_space_id: redirectSpaceId, paywall, remind } = input
  const bulk = ctx.em.create(BulkTable, { message, memberTagIds, redirectSpaceId, paywall, remind, ...targets, createdBy: ctx.me().id })
  await ctx.em.flush()
  const rows = wanted.map(({ email, name }) => ({ email, name, ...sealedToken(ctx) }))
  const made = await ctx.sql<{ id: number }>(
    `insert into invitations.email_invitation (community_id, bulk_id, email, name, token_hash, token_sealed)
     select $1, $2, r ->> 'email', r ->> 'name', r ->> 'tokenHash', r ->> 'tokenSealed' from jsonb_array_elements($3::jsonb) r
     on conflict (community_id, email) where status = 'open' do nothing returning id`,
    [bulk.id, JSON.stringify(rows)],
  )
  bulk.total = made.length
  await ctx.em.flush()
  await ctx.audit('invitations.sent', `bulk_invitation:${bulk.id}`, { count: made.length })
  await ctx.enqueue(sendJob, { bulkId: bulk.id }, { key: `bulk:${bulk.id}` })
  return { bulk_invitation: await showBulk(ctx, bulk.id), skipped: checked.filter((one) => !wanted.includes(one)) }
}

/** How many mails may go now, at most `wanted`; they are counted as sent. None: when there is room again. */
async function spend(ctx: Ctx, wanted: number): Promise<{ mails: number; again: Date | null }> {
  // one at a time, so that two sendings do not spend the same room
  await lock(ctx, 'invitations.mails')
  const now = ctx.now()
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  const [sums] = await ctx.sql<{ in_hour: number; in_day: number; first: Date | null }>(
    `select coalesce(sum(mails) filter (where hour = $2), 0)::int as in_hour, coalesce(sum(mails), 0)::int as in_day, min(hour) filter (where mails > 0) as first
     from invitations.mail_count where community_id = $1 and hour > $3`,
    [hour, new Date(now.getTime() - DAY_MS)],
  )
  const mails = Math.max(0, Math.min(wanted, MAILS_AN_HOUR - sums!.in_hour, MAILS_A_DAY - sums!.in_day))
  if (mails === 0) {
    const dayIsFull = sums!.in_day >= MAILS_A_DAY && sums!.first
    return { mails, again: dayIsFull ? new Date(sums!.first!.getTime() + DAY_MS) : new Date(hour.getTime() + HOUR_MS) }
  }
  await ctx.sql(
    `insert into invitations.mail_count as c (community_id, hour, mails) values ($1, $2, $3)
     on conflict (community_id, hour) do update set mails = c.mails + excluded.mails, updated_at = now()`,
    [hour, mails],
  )
  return { mails, again: null }
}

/** Mails one invitation. Its link holds anew from now on; reminders are set at the first mail alone. */
async function mail(ctx: Ctx, invitation: EmailRow, bulk: BulkRow, inviter: string): Promise<void> {
  const link = addressOf(ctx, invitation.token_sealed)
  const reminder = invitation.mails_sent
  const { name, email } = invitation
  const { locale } = ctx.community
  await ctx.mail({
    to: email,
    locale,
    secret: link,
    ...(await composeLetter(ctx, { name, email, inviter, message: bulk.message, link, places: bulk.places, reminder, locale })),
  })
  const now = ctx.now()
  const first = invitation.first_sent_at ?? now
  const day = REMIND_AFTER[reminder]
  await ctx.em.nativeUpdate(
    EmailTable,
    { id: invitation.id },
    {
      mailsSent: reminder + 1,
      firstSentAt: first,
      lastSentAt: now,
      nextReminderAt: bulk.remind && day !== undefined ? new Date(first.getTime() + day * DAY_MS) : null,
      expiresAt: new Date(now.getTime() + EMAIL_DAYS * DAY_MS),
      updatedAt: now,
    },
  )
}
const emailsOf = (ctx: Ctx) => db(ctx).selectFrom('invitations.email_invitation').selectAll().where('community_id', '=', ctx.community.id)

/** One step of a sending. Whoever comes second waits here and finds these mailed. */
export async function sendStep(ctx: Ctx, bulkId: number): Promise<void> {
  const bulk = await db(ctx)
    .selectFrom('invitations.bulk')
    .selectAll()
    .where('community_id', '=', ctx.community.id)
    .where('id', '=', bulkId)
    .where('status', '=', 'sending')
    .forUpdate()
    .executeTakeFirst()
  if (!bulk) return
  const waiting = await emailsOf(ctx).where('bulk_id', '=', bulkId).where('status', '=', 'open').where('mails_sent', '=', 0).orderBy('id').limit(STEP).execute()
  const { mails, again } = waiting.length ? await spend(ctx, waiting.length) : { mails: 0, again: null }
  const inviter = (await namesOf(ctx, [bulk.created_by]))(bulk.created_by) ?? ctx.community.name
  for (const invitation of waiting.slice(0, mails)) await mail(ctx, invitation, bulk, inviter)
  const over = mails === waiting.length && waiting.length < STEP
  await ctx.em.nativeUpdate(BulkTable, { id: bulkId }, { waitsUntil: again, updatedAt: ctx.now(), ...(over ? { status: 'done' as const } : {}) })
  if (mails) await addTo(ctx, BulkTable, bulkId, { sent: mails })
  if (bulk.created_by) ctx.emit(contract.events['bulk_invitation.progressed'], { bulkId, memberId: bulk.created_by })
  if (!over) await ctx.enqueue(sendJob, { bulkId }, { key: `bulk:${bulkId}`, ...(again ? { runAt: again } : {}) })
}

/** Reminds whoever has not come, as far as the budget reaches; the rest at the next hour. */
export async function remind(ctx: Ctx): Promise<void> {
  const due = await emailsOf(ctx)
    .where('status', '=', 'open')
    .where('next_reminder_at', '<=', ctx.now())
    .orderBy('next_reminder_at')
    .limit(STEP)
    .forUpdate()
    .skipLocked()
    .execute()
  if (due.length === 0) return
  const { mails } = await spend(ctx, due.length)
  const bulks = await ctx.sql<BulkRow>('select * from invitations.bulk where community_id = $1 and id = any($2)', [due.map(({ bulk_id }) => bulk_id)])
  const nameOf = await namesOf(
    ctx,
    bulks.map(({ created_by }) => created_by),
  )
  for (const invitation of due.slice(0, mails)) {
    const bulk = bulks.find(({ id }) => id === invitation.bulk_id)!
    await mail(ctx, invitation, bulk, nameOf(bulk.created_by) ?? ctx.community.name)
  }
  if (mails === STEP) await ctx.enqueue(remindJob, {})
}

export async function stopBulk(ctx: Ctx, id: number) {
  await ctx.em.nativeUpdate(BulkTable, { id, status: 'sending' }, { status: 'stopped', waitsUntil: null, updatedAt: ctx.now() })
  // who was not written to yet is not invited
  await ctx.em.nativeUpdate(EmailTable, { bulkId: id, status: 'open', mailsSent: 0 }, { status: 'revoked', updatedAt: ctx.now() })
  return showBulk(ctx, id)
}

const isOver = (ctx: Ctx, row: EmailRow) => row.status === 'open' && row.expires_at !== null && row.expires_at <= ctx.now()
async function presentEmails(ctx: Ctx, rows: EmailRow[]): Promise<z.input<typeof EmailInvitation>[]> {
  if (rows.length === 0) return []
  const bulks = await ctx.sql<{ id: number; created_by: number | null }>(
    'select id, created_by from invitations.bulk where community_id = $1 and id = any($2)',
    [rows.map(({ bulk_id }) => bulk_id)],
  )
  const nameOf = await namesOf(
    ctx,
    bulks.map(({ created_by }) => created_by),
  )
  return rows.map((row) => ({
    ...row,
    status: isOver(ctx, row) ? 'expired' : row.status,
    invited_by: nameOf(bulks.find(({ id }) => id === row.bulk_id)?.created_by ?? null),
  }))
}
export async function listEmails(ctx: Ctx, query: z.output<typeof emailQuery>) {
  const last = lastId(query)
  const { status, search_text } = query
  const kept = status === 'expired' ? 'open' : status
  const rows = await emailsOf(ctx)
    .where('status', '=', kept)
    .$if(status === 'expired', (all) => all.where('expires_at', '<=', ctx.now()))
    .$if(status === 'open', (all) => all.where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', ctx.now())])))
    .$if(Boolean(search_text), (all) => all.where('email', 'ilike', containing(search_text!)))
    .$if(last !== null, (all) => all.where('id', '<', last!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await presentEmails(ctx, envelope.records) }
}
async function oneEmail(ctx: Ctx, id: number): Promise<EmailRow> {
  const row = await emailsOf(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Invitation', 'invitation_not_found')
  return row
}
/** @throws AtriumError 404; 409 for one that is not open, was mailed within the hour, or where the budget is spent */
export async function resend(ctx: Ctx, id: number) {
  await hold(ctx, EmailTable, id, 'Invitation', 'invitation_not_found')
  const row = await oneEmail(ctx, id)
  if (row.status !== 'open') throw conflict('This invitation is no longer pending.')
  if (row.last_sent_at && row.last_sent_at.getTime() > ctx.now().getTime() - HOUR_MS)
    throw conflict('This invitation was emailed within the last hour. Try again later.')
  const { mails } = await spend(ctx, 1)
  if (mails === 0) throw conflict('You’ve reached the hourly email limit. Try again later.', 'invitation_limit_reached')
  const [bulk] = await ctx.sql<BulkRow>('select * from invitations.bulk where community_id = $1 and id = $2', [row.bulk_id])
  await mail(ctx, row, bulk!, ctx.me().name)
  return (await presentEmails(ctx, [await oneEmail(ctx, id)]))[0]!
}
/** @throws AtriumError 404 for one that is not there or not open */
export async function revokeEmail(ctx: Ctx, id: number): Promise<void> {
  const taken = await ctx.em.nativeUpdate(EmailTable, { id, status: 'open' }, { status: 'revoked', nextReminderAt: null, updatedAt: ctx.now() })
  if (!taken) throw notFound('Invitation', 'invitation_not_found')
}
