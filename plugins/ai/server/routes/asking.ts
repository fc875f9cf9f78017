/** Handlers for those who ask. */
import { type Ctx, type Handlers, raw } from '@atrium/sdk/server'
import { Readable } from 'node:stream'
import type contract from '../../contract.ts'
import type { Piece } from '../../contract.ts'
import { agentsFor } from '../service/agents.ts'
import {
  ask,
  askAgain,
  createConversation,
  decide,
  deleteConversation,
  listConversations,
  listMessages,
  rate,
  showConversation,
  stop,
} from '../service/conversations.ts'
import { knows } from '../service/knowledge/overview.ts'
import { isRead, setRead } from '../service/optOut.ts'

type Routes = Handlers<typeof contract>
/**
 * An event stream (HTML, 9.2): a line of JSON for each piece. Whoever closes it ends the answer.
 * `x-accel-buffering` tells nginx to hand on each piece as it comes.
 */
function streamed(ctx: Ctx, pieces: (signal: AbortSignal) => AsyncGenerator<Piece>) {
  const closed = new AbortController()
  const rest = pieces(closed.signal)
  const body = new Readable({
    read() {
      rest.next().then(
        ({ done, value }) => this.push(done ? null : `data: ${JSON.stringify(value)}\n\n`),
        (error) => this.destroy(error),
      )
    },
    // an iterable that Node reads is only told of the end once it has brought its next piece, for which a model may take long
    destroy(error, done) {
      closed.abort()
      rest.return(undefined).catch((failure) => ctx.log.warn({ err: failure }, 'an answer was not closed'))
      done(error)
    },
  })
  return raw({ headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }, body })
}
export const asking = {
  agents: async (ctx: Ctx) => ({ records: await agentsFor(ctx), knows: await knows(ctx) }),
  activeCheck: async (ctx: Ctx) => ({ is_active: (await agentsFor(ctx)).length > 0 }),
  searchProfiles: async (ctx, { query }) => ({ records: await agentsFor(ctx, query.text) }),
  conversations: (ctx, { query }) => listConversations(ctx, query),
  createConversation: async (ctx, { body }) => showConversation(ctx, await createConversation(ctx, body.agent_id)),
  conversation: (ctx, { params }) => showConversation(ctx, params.id),
  destroyConversation: (ctx, { params }) => deleteConversation(ctx, params.id),
  messages: (ctx, { params, query }) => listMessages(ctx, params.id, query),
  ask: async (ctx, { params, body }) => streamed(ctx, await ask(ctx, params.id, body.question)),
  again: async (ctx, { params }) => streamed(ctx, await askAgain(ctx, params.id)),
  stop: (ctx, { params }) => stop(ctx, params.id),
  rate: (ctx, { params, body }) => rate(ctx, params.id, body.rating, body.note),
  confirm: (ctx, { params, body }) => decide(ctx, params.id, body.confirm),
  preference: async (ctx: Ctx) => ({ is_read: await isRead(ctx) }),
  async updatePreference(ctx, { body }) {
    await setRead(ctx, body.is_read)
    return { is_read: body.is_read }
  },
} satisfies Partial<Routes>
