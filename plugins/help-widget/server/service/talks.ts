/** One's own conversations with the team: the inbox keeps them, and knows whose they are. */
import { conflict, cut, notFound } from '@atrium/sdk'
import { type Ctx, page, type Paging, raw } from '@atrium/sdk/server'
import inbox, { type Chat, type ChatMessage, type Opened } from '../../../inbox/contract.ts'
import contract from '../../contract.ts'
import { askerOf, beAsker } from './asker.ts'
import { keepFor, taken } from './attachments.ts'

/** All of them, those with an agent, those with people who are here. */
export type Kind = 'all' | 'circle_bot' | 'live_chat'
/** Messages of a transcript. */
const TRANSCRIPT = 2_000
const STEP = 100

interface Written {
  text: string
  attachment_ids: number[]
  creation_uuid?: string | undefined
}
export interface First extends Written {
  email?: string | undefined
  name?: string | undefined
}
/** @throws AtriumError 404 for whoever has asked nothing */
async function needPerson(ctx: Ctx): Promise<number> {
  const { personId } = await askerOf(ctx)
  if (personId === null) throw notFound('Conversation')
  return personId
}
/** @throws AtriumError 404 for another's, and for one of another kind */
export async function showTalk(ctx: Ctx, kind: Kind, id: number): Promise<Chat> {
  const chat = await ctx.use(inbox).chat(await needPerson(ctx), id)
  if (kind !== 'all' && chat.type !== kind) throw notFound('Conversation')
  return chat
}
export async function listTalks(ctx: Ctx, kind: Kind, query: Paging) {
  const { personId } = await askerOf(ctx)
  return personId === null
    ? { ...page([], { query, key: () => [] }, (chat: Chat) => chat), unread_count: 0 }
    : ctx.use(inbox).chats(personId, { ...query, type: kind })
}
/** What is offered now: people where they are here, else an agent, else a message that is answered later. */
export async function liveStatus(ctx: Ctx) {
  const { isOpen, online, minutes, opensAt } = await ctx.use(inbox).live()
  const is_open = isOpen && ctx.settings(contract).has_live_chat
  return { flow: is_open ? ('live_chat' as const) : await otherwise(ctx), is_open, online: is_open ? online : [], minutes, opens_at: opensAt }
}
async function otherwise(ctx: Ctx): Promise<'circle_bot' | 'email'> {
  for (const { value } of ctx.fill(inbox.points.answerer)) if (await value.isReady(ctx, { type: 'circle_bot' })) return 'circle_bot'
  return 'email'
}
/** A live chat that nobody is there for waits as a message. */
async function typeOf(ctx: Ctx, kind: Kind): Promise<Opened['type']> {
  if (kind !== 'live_chat') return otherwise(ctx)
  if (!ctx.settings(contract).has_live_chat) throw conflict('Live chat is off here. Send a message instead.', 'live_chat_off')
  return (await liveStatus(ctx)).is_open ? 'live_chat' : 'email'
}
/** Begins one. @throws AtriumError 409 `live_chat_off`; 422, 429 */
export async function open(ctx: Ctx, type: Opened['type'], first: First, more: Partial<Pick<Opened, 'subject' | 'ticket'>> = {}): Promise<Chat> {
  const asker = await beAsker(ctx, first)
  const fileIds = await taken(ctx, asker, first.attachment_ids)
  const said = { text: first.text, fileIds, creationUuid: first.creation_uuid ?? null }
  const service = ctx.use(inbox)
  const { chatId, messageId } = await service.open({ personId: asker.personId, type, channel: ctx.member ? 'community' : 'widget', first: said, ...more })
  await keepFor(ctx, fileIds, messageId)
  return service.chat(asker.personId, chatId)
}
export const createTalk = async (ctx: Ctx, kind: Kind, first: First): Promise<Chat> => open(ctx, await typeOf(ctx, kind), first)

interface Changes {
  status?: 'closed' | undefined
  is_read?: true | undefined
  rating?: number | undefined
  rating_note?: string | undefined
  asks_for_person?: true | undefined
}
export async function changeTalk(ctx: Ctx, kind: Kind, id: number, changes: Changes): Promise<Chat> {
  const chat = await showTalk(ctx, kind, id)
  const [personId, service] = [await needPerson(ctx), ctx.use(inbox)]
  if (changes.is_read) await service.markSeen(personId, id)
  const rating = changes.rating ?? chat.rating
  if (rating !== null && (changes.rating !== undefined || changes.rating_note !== undefined))
    await service.rate(personId, id, rating, changes.rating_note ?? chat.rating_note)
  if (changes.asks_for_person) await service.handOver(personId, id)
  if (changes.status) await service.close(personId, id)
  return service.chat(personId, id)
}
export async function endTalk(ctx: Ctx, kind: Kind, id: number): Promise<void> {
  await showTalk(ctx, kind, id)
  await ctx.use(inbox).close(await needPerson(ctx), id)
}

const of = (chat_id: number) => (message: ChatMessage) => ({ ...message, chat_id })
export async function listMessages(ctx: Ctx, chatId: number, after: number | undefined, limit: number) {
  return (await ctx.use(inbox).messages(await needPerson(ctx), chatId, after ?? null, limit)).map(of(chatId))
}
export async function say(ctx: Ctx, chatId: number, written: Written) {
  const asker = await askerOf(ctx)
  const personId = await needPerson(ctx)
  const service = ctx.use(inbox)
  await service.chat(personId, chatId)
  const fileIds = await taken(ctx, asker, written.attachment_ids)
  const { messageId } = await service.say(personId, chatId, { text: written.text, fileIds, creationUuid: written.creation_uuid ?? null })
  await keepFor(ctx, fileIds, messageId)
  return service.message(personId, messageId)
}
export const showMessage = async (ctx: Ctx, id: number) => ctx.use(inbox).message(await needPersonOf(ctx), id)
export async function reword(ctx: Ctx, id: number, text: string) {
  const personId = await needPersonOf(ctx)
  await ctx.use(inbox).reword(personId, id, text)
  return ctx.use(inbox).message(personId, id)
}
export const takeBack = async (ctx: Ctx, id: number) => ctx.use(inbox).takeBack(await needPersonOf(ctx), id)
async function needPersonOf(ctx: Ctx): Promise<number> {
  const { personId } = await askerOf(ctx)
  if (personId === null) throw notFound('Message')
  return personId
}

const moment = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)}`
/** All that was said, the oldest first; of a very long one the beginning. */
export async function transcript(ctx: Ctx, id: number) {
  const { subject, preview } = await showTalk(ctx, 'all', id)
  const lines: string[] = []
  let after: number | undefined = 0
  while (after !== undefined && lines.length < TRANSCRIPT) {
    const messages = await listMessages(ctx, id, after, STEP)
    for (const { author, sender, text, files, created_at } of messages) {
      if (author === 'system') continue
      const name = author === 'person' ? ctx.t('transcript.you') : (sender?.name ?? ctx.community.name)
      lines.push(
        `${moment(created_at)}  ${name}: ${[text, ...files.map(({ filename }) => `[${filename}]`)].filter(Boolean).join('\n    ').replaceAll('\n', '\n    ')}`,
      )
    }
    after = messages.length === STEP ? messages.at(-1)!.id : undefined
  }
  return raw({
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${cut(subject || preview, 60) || ctx.community.name}.txt`)}`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    body: `${ctx.community.name}\n${subject}\nUTC\n\n${lines.join('\n')}\n`,
  })
}
