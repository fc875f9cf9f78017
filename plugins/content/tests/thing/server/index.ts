/** One kind of content without a table: counters live in memory, the card is made of the space. */
import { notFound, wordsBeside } from '@atrium/sdk'
import { contribute, type Ctx, defineServer, html } from '@atrium/sdk/server'
import content, { type ContentCard } from '../../../contract.ts'
import spaces from '../../../../spaces/contract.ts'
import contract from '../contract.ts'

/** `7.likes` → how often it was counted up, less how often down. */
export const counts = new Map<string, number>()

const card = (kind: string, id: number): ContentCard => ({
  ...{ kind, id, title: `Thing ${id}`, path: `/${kind}s/${id}` },
  ...{ spaceId: null, authorMemberId: null, excerpt: '', createdAt: new Date(0), publishedAt: new Date(0) },
})

const named = (id: number) => ({ id, name: `Thing ${id}`, secret: 'not in its reply' })
async function at(ctx: Ctx, { space, slug }: { space: string; slug: string }) {
  const found = await ctx.use(content).at((await ctx.use(spaces).bySlug(space))?.id ?? 0, slug)
  if (found?.kind !== 'thing') throw notFound('Thing')
  return named(found.id)
}

export default defineServer(contract, {
  routes: { show: (ctx, { params }) => at(ctx, params), latest: () => named(0) },
  contributes: [
    contribute(content.points.kind, {
      kind: 'thing',
      likeableType: 'Thing',
      audience: 'everybody',
      acts: ['like', 'react', 'comment', 'bookmark', 'follow'],
      async cards(ctx, ids) {
        const access = await ctx.use(spaces).access()
        return ids.filter(access.canView).map((id) => ({ ...card('thing', id), spaceId: id }))
      },
      address: {
        first: async (_ctx, { space, slug, id }) => ({ route: contract.routes.show, input: { params: { space, slug } }, reply: named(id) }),
        page: async (_ctx, { id }) => ({ title: named(id).name, body: html`<h1>${named(id).name}</h1>` }),
        reserved: wordsBeside(
          contract.routes.show.path,
          Object.values(contract.routes).map(({ path }) => path),
        ),
      },
      async count(_ctx, id, counter, delta) {
        counts.set(`${id}.${counter}`, (counts.get(`${id}.${counter}`) ?? 0) + delta)
      },
    }),
    // Says nothing of who may see it, and shows everything to whoever asks.
    contribute(content.points.kind, {
      kind: 'note',
      likeableType: 'Note',
      acts: ['bookmark'],
      async cards(_ctx, ids) {
        return ids.map((id) => ({ ...card('note', id), title: 'For members' }))
      },
      async count() {},
    }),
  ],
})
