/** What people have asked the studio: conversations of the last weeks, and how the desk is set up. */
import type { Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import inbox from '../../../inbox/contract.ts'
import { DAY } from './calendar.ts'
import { helper } from './texts/agents.ts'
import { chats, type PastChat, prepared, type Sets, tags, type Turn, type Visitor } from './texts/inbox.ts'

interface Around {
  /** In nobody's name, as agents and those who ask are no members of the team. */
  ctx: Ctx
  adminId: number
  as(memberId: number): Promise<Ctx>
  idOf(key: string): number
  /** The studio's agent; null where there is none, and nothing that it said either. */
  agentId: number | null
  /** Of a post by its title; null where it is not there. */
  postId(title: string): number | null
  now: Date
}
/** Ids by names. */
type Known = ReadonlyMap<string, number>
const MINUTE = 60_000
const hours = { from: '09:00', to: '18:00' }
const OFFICE = { timezone: 'Europe/Oslo', days: [null, hours, hours, hours, hours, hours, { from: '10:00', to: '16:00' }] }

export async function addInbox(around: Around): Promise<void> {
  const admin = await around.as(around.adminId)
  const service = admin.use(inbox)
  await admin.saveSettings(inbox, { office_hours: OFFICE })
  const [marit, nell] = [around.idOf('marit'), around.idOf('nell')]
  const teamIds = new Map([
    ['Studio desk', await service.createTeam({ name: 'Studio desk', member_ids: [around.adminId, marit, nell] })],
    ['Shop', await service.createTeam({ name: 'Shop', member_ids: [around.adminId, nell] })],
  ])
  for (const reply of prepared) await service.createReply(reply)
  const tagIds = new Map<string, number>()
  for (const name of tags) tagIds.set(name, await service.createTag(name))
  for (const chat of chats) if (around.agentId !== null || !chat.turns.some((turn) => 'agent' in turn)) await addChat(around, chat, teamIds, tagIds)
  // once the past is there, which nobody sorted by them
  await service.createRule({
    name: 'Parcels go to the shop',
    conditions: [{ field: 'text', value: 'parcel' }],
    team_id: teamIds.get('Shop'),
    tag_ids: [tagIds.get('parcel')!],
  })
  await service.createRule({
    name: 'Locked out is urgent',
    conditions: [{ field: 'area', value: 'member_access' }],
    team_id: teamIds.get('Studio desk'),
    priority: 'urgent_a_member_or_admin_cannot_access_their_account',
  })
}

async function addPerson({ ctx }: Around, visitor: Visitor, at: Date): Promise<number> {
  const service = ctx.use(inbox)
  const { name, email, isVerified, locale, timezone, pages = [] } = visitor
  const id = await service.personOf({ name, email, isVerified })
  await service.noteVisit(id, { locale, timezone, at })
  for (const [i, [title, path]] of pages.entries())
    await service.noteVisit(id, { page: { title, path }, at: new Date(at.getTime() - 3 * (pages.length - i) * MINUTE) })
  return id
}
async function addChat(around: Around, { who, turns, ...opened }: PastChat, teamIds: Known, tagIds: Known): Promise<void> {
  const service = around.ctx.use(inbox)
  const when = ({ ago }: Turn) => new Date(around.now.getTime() - ago * MINUTE)
  const [first, ...rest] = turns
  if (!first || !('asks' in first)) throw new Error('A conversation begins with whoever asks.')
  const personId = typeof who === 'string' ? await service.personOf({ memberId: around.idOf(who) }) : await addPerson(around, who, when(first))
  const via = opened.channel === 'email' ? ('email' as const) : ('here' as const)
  const { chatId } = await service.open({ personId, ...opened, first: { text: first.asks, via, at: when(first) } })
  for (const turn of rest) {
    const at = when(turn)
    if ('asks' in turn) await service.say(personId, chatId, { text: turn.asks, via, at })
    else if ('agent' in turn) await service.answerAsAgent(chatId, await agentAnswer(around, turn), at)
    else if ('rates' in turn) await service.rate(personId, chatId, turn.rates, turn.note ?? '', at)
    else if ('seen' in turn) await service.markSeen(personId, chatId, at)
    else await byTeam(around, chatId, turn, at, teamIds, tagIds)
  }
}
async function byTeam(around: Around, chatId: number, turn: Extract<Turn, { by: string }>, at: Date, teamIds: Known, tagIds: Known): Promise<void> {
  const memberOf = (key: string) => (key === 'admin' ? around.adminId : around.idOf(key))
  const memberId = memberOf(turn.by)
  const service = (await around.as(memberId)).use(inbox)
  if ('says' in turn) await service.answer(chatId, memberId, turn.says, { at })
  else if ('notes' in turn) await service.answer(chatId, memberId, turn.notes, { at, isNote: true })
  else await service.update(chatId, changesOf(turn.sets, { memberOf, teamIds, tagIds, now: around.now }), at)
}
interface Naming {
  memberOf(key: string): number
  teamIds: Known
  tagIds: Known
  now: Date
}
const changesOf = ({ status, assignee, team, tags: named, snoozed }: Sets, { memberOf, teamIds, tagIds, now }: Naming) => ({
  ...(status ? { status } : {}),
  ...(assignee ? { assignee_id: memberOf(assignee) } : {}),
  ...(team ? { team_id: teamIds.get(team)! } : {}),
  ...(named ? { tag_ids: named.map((name) => tagIds.get(name)!) } : {}),
  ...(snoozed ? { snoozed_until: new Date(now.getTime() + snoozed * DAY).toISOString() } : {}),
})
async function agentAnswer({ as, adminId, agentId, postId }: Around, { agent, from, sure, handsOver }: Extract<Turn, { agent: string }>) {
  const admin = await as(adminId)
  const sources = []
  for (const [i, title] of from.entries()) {
    const id = postId(title)
    const card = id === null ? null : await admin.use(content).card('post', id)
    sources.push({ number: i + 1, title, path: card?.path ?? null })
  }
  return { text: agent, name: helper.name, agentId: agentId!, sources, confidence: sure, handsOver: handsOver ?? false }
}
