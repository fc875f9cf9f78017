/** Posts on pages of the site: the newest that anybody may read. */
import { cutAtWord, type Ctx, html, type Markup } from '@atrium/sdk/server'
import { formatDateIn } from '@atrium/sdk'
import type { Drawing, PageBlock } from '../../../site/contract.ts'
import spaces, { type SpaceCard } from '../../../spaces/contract.ts'
import { homeFeed, type PostRow, recentFeed, spaceFeed } from '../reads.ts'
import { titleOf } from './body.ts'

interface Props {
  title: string
  space: number | null
  count: number
  layout: 'cards' | 'list'
}
/** Characters of a post's beginning. */
const BEGINNING = 160

/** Those of one space as it lists them, or the newest of all that stand out in the open. */
async function rowsOf(ctx: Ctx, space: number | null, count: number, isMember: boolean): Promise<PostRow[]> {
  const { canView, visibleIds, isFeatured } = await ctx.use(spaces).accessOf(isMember ? 'member' : 'visitor')
  if (space !== null) return canView(space) ? (await ctx.read(spaceFeed('latest', count, false), [space])).slice(0, count) : []
  const within = visibleIds().filter(isFeatured)
  if (within.length === 0) return []
  const recent = await ctx.read(recentFeed('latest', count, false), [within])
  return (recent.length >= count ? recent : await ctx.read(homeFeed('latest', count, false), [within])).slice(0, count)
}

interface Shown {
  row: PostRow
  space: SpaceCard
  author: string | undefined
  /** Of cards alone. */
  cover: string | undefined
}
function item(ctx: Ctx, { row, space, author, cover }: Shown, layout: Props['layout'], heading: (words: Markup) => Markup): Markup {
  const at = row.published_at ?? row.created_at
  const day = html`<time datetime="${at.toISOString()}">${formatDateIn(ctx.locale, at, 'date', 'UTC')}</time>`
  const by = !row.hide_meta_info && html`${author && `${author}, `}${day} · `
  const title = titleOf(row) || ctx.t('card.untitled')
  // a post without a name is called by its beginning, which is not said twice
  const beginning = row.name && html`<p class="muted">${cutAtWord(row.excerpt, BEGINNING)}</p>`
  const words = html`${heading(html`<a href="/c/${space.slug}/${row.slug}">${title}</a>`)}${beginning}<p class="note">${by}${space.name}</p>`
  if (layout === 'list') return html`<li class="card"><div class="card-b">${words}</div></li>`
  const picture = cover && html`<img class="card-p" src="${cover}" alt="" width="640" height="360" loading="lazy">`
  return html`<li class="card">${picture}<div class="card-b">${words}</div></li>`
}

const latest: PageBlock = {
  type: 'Posts',
  icon: 'file-text',
  group: 'community',
  fields: {
    title: { kind: 'text', max: 120 },
    space: { kind: 'record' },
    count: { kind: 'number', min: 1, max: 12, default: 3 },
    layout: { kind: 'select', options: ['cards', 'list'], default: 'cards' },
  },
  preset: (ctx) => ({ title: ctx.t('blocks.Posts.preset') }),
  choices: (ctx, _field, search) => ctx.use(spaces).named(search, ['basic', 'image']),
  async draw(ctx, { title, space, count, layout }: Props, drawing: Drawing) {
    const rows = await rowsOf(ctx, space, count, drawing.isMember)
    const heading = await drawing.head(title)
    if (rows.length === 0) return drawing.isPreview ? html`${heading}<p class="empty">${ctx.t('blocks.Posts.none')}</p>` : null
    const pictureOf = (row: PostRow) => (layout === 'cards' ? (row.cover_file_id ?? row.gallery?.images[0]?.file_id) : undefined)
    const [places, people, files] = await Promise.all([
      ctx.use(spaces).cards(rows.map((row) => row.space_id)),
      ctx.members.byIds(rows.flatMap((row) => (row.hide_meta_info ? [] : row.author_member_id))),
      ctx.files.byIds(rows.flatMap((row) => pictureOf(row) ?? [])),
    ])
    const shown = rows.flatMap((row): Shown | [] => {
      const place = places.get(row.space_id)
      const file = files.get(pictureOf(row) ?? 0)
      return place ? { row, space: place, author: people.get(row.author_member_id)?.name, cover: file && ctx.files.url(file, 'medium') } : []
    })
    return html`${heading}<ul class="${layout === 'cards' ? 'grid g3' : 'rows'}">${shown.map((one) => item(ctx, one, layout, (words) => drawing.itemTitle(title, words)))}</ul>`
  },
}
export const siteBlocks = [latest]
