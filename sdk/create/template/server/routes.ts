/** What each call of the contract does. */
import { abilities, authorize, type Ctx, decodeCursor, type Handlers, page, rowsFor } from '@atrium/sdk/server'
import type contract from '../contract.ts'
import { Note } from './entities.ts'
import { notePolicy } from './policies.ts'

export const handlers: Handlers<typeof contract> = {
  async list(ctx, { query }) {
    const [before] = decodeCursor(query.cursor, ['number']) ?? []
    const notes = await ctx.em.find(Note, before ? { id: { $lt: Number(before) } } : {}, { orderBy: { id: 'desc' }, limit: rowsFor(query) })
    return page(await present(ctx, notes), { query, key: ({ id }) => [id] }, (reply) => reply)
  },

  async create(ctx, { body }) {
    const note = ctx.em.create(Note, { authorMemberId: ctx.me().id, text: body.text })
    await ctx.em.flush()
    const [reply] = await present(ctx, [note])
    return reply!
  },

  async remove(ctx, { params }) {
    ctx.em.remove(await authorize(ctx, notePolicy, 'remove', await ctx.em.findOne(Note, { id: params.id }), 'Note'))
  },
}

/** Notes as this reader sees them; the names of all authors in one query. */
async function present(ctx: Ctx, notes: Note[]) {
  const authors = await ctx.members.byIds(notes.map((note) => note.authorMemberId))
  return Promise.all(
    notes.map(async (note) => {
      // whoever was ever a member is known
      const { id, name, avatarUrl } = authors.get(note.authorMemberId)!
      return {
        id: note.id,
        text: note.text,
        author: { id, name, avatar_url: avatarUrl },
        created_at: note.createdAt,
        policies: await abilities(ctx, notePolicy, note, { remove: 'can_remove' }),
      }
    }),
  )
}
