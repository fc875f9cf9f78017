/** Pages as search finds them, and agents read them: what everybody is shown of those that need no password and are not hidden. */
import { docToText, type Ctx } from '@atrium/sdk/server'
import type { Finder } from '../../../content/contract.ts'
import type { PageData } from '../../contract.ts'
import { PageTable } from '../entities.ts'
import { named } from './blocks/fields.ts'
import { isShown, type Page } from './public/reading.ts'
import { shownBlocks } from './public/head.ts'

const KIND = 'page'
/** Fields of blocks that say something. */
const SAYING = new Set(['title', 'text', 'lead', 'label', 'caption', 'name', 'quote', 'question', 'answer'])

function wordsOf(data: PageData): string {
  const ofMembers = new Set(shownBlocks(data.content, true))
  const said: string[] = []
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (SAYING.has(key) && value.trim()) said.push(value.trim())
    } else if (Array.isArray(value)) for (const item of value) walk(item, key)
    else if (value && typeof value === 'object') {
      const { type, props } = value as { type?: unknown; props?: unknown }
      if (type === 'doc') said.push(docToText(value as never))
      // blocks in blocks are among those that are shown
      else if (!props) for (const [name, item] of Object.entries(value)) walk(item, name)
    }
  }
  for (const block of shownBlocks(data.content, false)) if (ofMembers.has(block)) walk(block.props, '')
  return said.join('\n')
}
const isFound = (page: Page): page is Page & { live: PageData } =>
  isShown(page) && page.visibility !== 'password' && !page.isHiddenFromSearch && page.deletedAt === null
const documentOf = async (ctx: Ctx, page: Page & { live: PageData }) => ({
  ...{ kind: KIND, recordId: page.id, spaceId: null, title: page.metaTitle || page.name, path: `/${page.slug}` },
  ...{ body: await named(ctx, wordsOf(page.live)), updatedAt: page.publishedAt ?? page.updatedAt },
})

/** After whatever changes what is shown of a page, and to whom. */
export async function index(ctx: Ctx, page: Page): Promise<void> {
  if (isFound(page)) ctx.search.put(await documentOf(ctx, page))
  else ctx.search.remove(KIND, page.id)
}

export const pageFinder: Finder = {
  kind: KIND,
  icon: 'panel-top',
  audience: 'everybody',
  async visible(ctx, ids) {
    // without the blocks, as every search asks this
    const rows = await ctx.sql<{ id: number }>(
      `select id from site.page where community_id = $1 and id = any ($2::bigint[]) and status = 'published' and live is not null and deleted_at is null
         and not is_hidden_from_search and (visibility = 'public' or (visibility = 'members' and $3))`,
      [ids, ctx.member !== null],
    )
    return rows.map(({ id }) => id)
  },
  async documents(ctx, after, limit) {
    const pages = await ctx.em.find(PageTable, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit, disableIdentityMap: true })
    return { documents: await Promise.all(pages.filter(isFound).map((page) => documentOf(ctx, page))), last: pages.at(-1)?.id ?? null }
  },
}
