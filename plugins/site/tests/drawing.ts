/** What tests of blocks draw by: one block as its plugin brings it, for visitors or for members, whoever looks. */
import { type Ctx, html, trusted } from '@atrium/sdk/server'
import type { TestApp } from '@atrium/sdk/testing'
import site, { type Drawing, type PageBlock } from '../contract.ts'
import { defaultsOf } from '../server/service/blocks/catalog.ts'
import { ownBlocks } from '../server/service/blocks/own.ts'

interface Looked {
  isMember?: boolean
  isPreview?: boolean
  /** Id of the member who looks, an admin perhaps; default a visitor. */
  by?: number
}
const drawing = ({ isMember = false, isPreview = false }: Looked): Drawing => ({
  ...{ isMember, isPreview, pageId: null, blockId: 'block', place: 1 },
  head: async (title, lead) => (title || lead ? html`<h2>${title}</h2>${lead && html`<p>${lead}</p>`}` : null),
  itemTitle: (_under, words) => html`<h3>${words}</h3>`,
  children: async () => html``,
  picture: async () => html``,
  richText: async () => trusted(''),
  href: (link) => (typeof link === 'string' && link ? link : null),
})

/** Our own blocks are known without a point; its words are those of the last plugin that the test starts. */
function blockOf(ctx: Ctx, type: string): PageBlock {
  const brought = ctx.fill(site.points.blocks).flatMap(({ value }) => value)
  return [...ownBlocks, ...brought].find((block) => block.type === type)!
}

/** Null where there is nothing to show. */
export const drawn = (app: TestApp, type: string, props: object, looked: Looked = {}): Promise<string | null> =>
  app.run(null, async (job) => {
    const ctx = looked.by === undefined ? job : await job.actAs(looked.by)
    const block = blockOf(ctx, type)
    return (await block.draw(ctx, { ...defaultsOf(block.fields), ...props }, drawing(looked)))?.html ?? null
  })
export const offered = (app: TestApp, type: string, field: string, search = ''): Promise<string[]> =>
  app.run(null, async (ctx) => (await blockOf(ctx, type).choices!(ctx, field, search)).map(({ name }) => name))
