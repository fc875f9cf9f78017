/** The inbox as other plugins use it. */
import type { Ctx } from '@atrium/sdk/server'
import contract, { type InboxService, preparedFields, rating as ratings, ruleFields, teamFields } from '../../contract.ts'
import { answerAsAgent } from './answering.ts'
import { changedSince, open, ownChat, ownChats } from './chats.ts'
import { holdOwn, messagesFor, personSays, teamSays } from './messages.ts'
import { ownMessage, reword, takeBack } from './ownMessages.ts'
import { knownMember, noteVisit, personOf } from './people.ts'
import { createReply } from './replies.ts'
import { createRule } from './rules.ts'
import { closeOwn, handOver, rate, readByPerson, update } from './states.ts'
import { opening } from './targets.ts'
import { colleaguesOf, createTag, createTeam } from './teams.ts'
import { holdChat } from './writing.ts'

/** Faces that are shown of who is here, and live chats by which the time to an answer is told. */
const FACES = 5
const LATEST = 50
const DAYS = 14

async function live(ctx: Ctx) {
  const all = await colleaguesOf(ctx)
  const here = await ctx.presenceOf(all.map(({ id }) => id))
  const online = all.filter(({ id }) => (here.get(id) ?? 'offline') !== 'offline')
  const { isOpen, opensAt } = opening(ctx.now(), ctx.settings(contract).office_hours)
  const [row] = await ctx.sql<{ seconds: number | null }>(
    `select percentile_cont(0.5) within group (order by extract(epoch from first_answered_at - created_at))::float8 as seconds from (
       select first_answered_at, created_at from inbox.chat where community_id = $1 and created_at > $2 and type = 'live_chat' and first_answered_at is not null
       order by created_at desc limit ${LATEST}) latest`,
    [new Date(ctx.now().getTime() - DAYS * 86_400_000)],
  )
  const seconds = row?.seconds ?? null
  return {
    isOpen: isOpen && online.length > 0,
    online: online.slice(0, FACES),
    minutes: seconds === null ? null : Math.max(1, Math.ceil(seconds / 60)),
    opensAt,
  }
}

export const service = (ctx: Ctx): InboxService => ({
  personOf: (asker, known) => personOf(ctx, asker, known),
  knownMember: (memberId) => knownMember(ctx, memberId),
  noteVisit: (personId, visit) => noteVisit(ctx, personId, visit),
  open: (input) => open(ctx, input),
  say: async (personId, chatId, said) => ({ messageId: await personSays(ctx, await holdOwn(ctx, personId, chatId), said) }),
  chats: (personId, query) => ownChats(ctx, personId, query),
  chat: (personId, chatId) => ownChat(ctx, personId, chatId),
  async messages(personId, chatId, after, limit) {
    await ownChat(ctx, personId, chatId)
    return messagesFor(ctx, chatId, after, limit)
  },
  message: (personId, messageId) => ownMessage(ctx, personId, messageId),
  reword: (personId, messageId, text) => reword(ctx, personId, messageId, text),
  takeBack: (personId, messageId) => takeBack(ctx, personId, messageId),
  markSeen: (personId, chatId, at) => readByPerson(ctx, personId, chatId, at),
  rate: (personId, chatId, rating, note, at) => rate(ctx, personId, chatId, ratings.parse(rating), note, at),
  close: (personId, chatId) => closeOwn(ctx, personId, chatId),
  handOver: (personId, chatId) => handOver(ctx, personId, chatId),
  live: () => live(ctx),
  changedSince: (chatIds, since) => changedSince(ctx, chatIds, since),
  createReply: async (input) => (await createReply(ctx, preparedFields.parse(input))).id,
  createTag: async (name) => (await createTag(ctx, name)).id,
  createRule: async (input) => (await createRule(ctx, ruleFields.parse(input))).id,
  createTeam: async (input) => (await createTeam(ctx, teamFields.parse(input))).id,
  answer: async (chatId, memberId, text, { isNote = false, at } = {}) => teamSays(ctx, await holdChat(ctx, chatId), { memberId, text, isNote, at }),
  answerAsAgent: (chatId, answer, at) => answerAsAgent(ctx, chatId, answer, at),
  update: (chatId, changes, at) => update(ctx, chatId, changes, at),
})
