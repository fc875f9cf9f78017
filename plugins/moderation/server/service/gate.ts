/** The rules that act by themselves, and silences: what content asks before anything is written. */
import { AGENT_ROLE, forbidden, invalid, sentence } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { Draft, Gate, Verdict } from '../../../content/contract.ts'
import contract, { type Rules } from '../../contract.ts'
import { newcomerRead, silencedRead } from '../reads.ts'
import { openCase } from './cases.ts'
import { dateIn } from './news.ts'
import { abuseIn, addressesIn, blockedIn, listedIn } from './matching.ts'

const DAY = 86_400_000
const isStaff = ({ member }: Ctx) => member !== null && (member.isAdmin || member.isModerator)

const silenced = (ctx: Ctx): Promise<Map<number, Date>> =>
  ctx.cached('moderation.silenced', null, async () => new Map((await ctx.read(silencedRead, [ctx.now()])).map((row) => [row.member_id, row.ends_at])))
/** Until when this member may only read; null for who may write. From memory. */
export async function silencedUntil(ctx: Ctx, memberId: number): Promise<Date | null> {
  const end = (await silenced(ctx)).get(memberId)
  return end && end > ctx.now() ? end : null
}
export const silencesChanged = (ctx: Ctx): void => ctx.invalidate('moderation.silenced')

interface Finding {
  rule: 'words' | 'links' | 'first_posts'
  does: 'block' | 'hold' | 'flag'
  marks: string[]
}
function findings(rules: Rules, draft: Draft, addresses: string[]): Finding[] {
  const found: Finding[] = []
  const add = (rule: Finding['rule'], does: Finding['does'], marks: string[]) => marks.length && found.push({ rule, does, marks })
  if (rules.words_enabled) add('words', rules.words_action, listedIn(rules.words, draft.text))
  if (rules.abuse_enabled) add('words', rules.abuse_action, abuseIn(draft.text))
  if (rules.links_enabled) add('links', rules.links_action, blockedIn(rules.blocked_links, addresses))
  return found
}

const refuse = (message: ReturnType<typeof sentence> | string, code = 'not_to_be_said') => invalid({ body: [message] }, message, code)
async function checkNewcomer(ctx: Ctx, rules: Rules, draft: Draft, addresses: string[]) {
  if (addresses.length > rules.newcomer_links) throw refuse(sentence('New members can add up to {max} links.', { max: rules.newcomer_links }), 'newcomer_limit')
  if (draft.mentionIds.length > rules.newcomer_mentions)
    throw refuse(sentence('New members can mention up to {max} people.', { max: rules.newcomer_mentions }), 'newcomer_limit')
  if (draft.kind !== 'message' || draft.id !== undefined) return
  const [today] = await ctx.sql<{ messages: number }>(
    `insert into moderation.newcomer as n (community_id, member_id, day, messages) values ($1, $2, $3, 1)
     on conflict (community_id, member_id) do update set messages = case when n.day = excluded.day then n.messages + 1 else 1 end, day = excluded.day, updated_at = now()
     returning messages`,
    [ctx.me().id, ctx.now().toISOString().slice(0, 10)],
  )
  if (today!.messages > rules.newcomer_messages)
    throw forbidden(sentence('New members can send up to {max} messages per day.', { max: rules.newcomer_messages }), 'newcomer_limit')
}
/** One more that stands. */
export async function passed(ctx: Ctx, memberId: number): Promise<void> {
  await ctx.sql(
    `insert into moderation.newcomer as n (community_id, member_id, passed) values ($1, $2, 1)
     on conflict (community_id, member_id) do update set passed = n.passed + 1, updated_at = now()`,
    [memberId],
  )
}

async function judge(ctx: Ctx, draft: Draft): Promise<Verdict | null> {
  if (isStaff(ctx)) return null
  const me = ctx.me().id
  const rules = ctx.settings(contract)
  const addresses = rules.links_enabled || rules.newcomers_enabled ? addressesIn(draft.text, draft.doc) : []
  const found = findings(rules, draft, addresses)
  if (found.some(({ does }) => does === 'block')) {
    const [mark] = found.find(({ does }) => does === 'block')!.marks
    throw refuse(sentence('This community doesn’t allow “{words}”. Edit your text and try again.', { words: mark! }))
  }
  let isFirst = false
  if (rules.newcomers_enabled || rules.first_posts_enabled) {
    const [begun] = await ctx.read(newcomerRead, [me])
    const isNew = !ctx.me().roles.includes(AGENT_ROLE) && begun !== undefined && ctx.now().getTime() - begun.created_at.getTime() < rules.newcomer_days * DAY
    if (isNew && rules.newcomers_enabled) await checkNewcomer(ctx, rules, draft, addresses)
    isFirst = isNew && rules.first_posts_enabled && draft.kind !== 'message' && draft.id === undefined && begun.passed < rules.first_posts
    if (isFirst) found.push({ rule: 'first_posts', does: 'hold', marks: [] })
  }
  if (found.length === 0) return null
  const held = found.some(({ does }) => does === 'hold')
  const { kind, spaceId, text } = draft
  return {
    held,
    async noted(id) {
      // a first one that another rule holds is looked at for that
      const [{ rule }] = found as [Finding]
      const marks = found.flatMap((one) => one.marks).slice(0, 20)
      await openCase(ctx, { kind, recordId: id, memberId: me, spaceId, text, reasons: [...new Set(found.map((one) => one.rule))], rule, marks, held })
    },
  }
}

export const gate: Gate = {
  async refusal(ctx) {
    const until = ctx.member && (await silencedUntil(ctx, ctx.member.id))
    return until ? sentence('You can read but not post here until {date} (UTC).', { date: dateIn(ctx.locale, until) }) : null
  },
  judge,
}
