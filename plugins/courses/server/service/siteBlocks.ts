/** Courses on pages of the site: a grid of those that stand in lists, and one with what is inside. */
import { RATIOS } from '@atrium/sdk'
import { type Ctx, html, type Markup } from '@atrium/sdk/server'
import type { Drawing, PageBlock } from '../../../site/contract.ts'
import spaces, { type Access, type SpaceCard } from '../../../spaces/contract.ts'
import { spanOf } from '../../contract/lengths.ts'
import { type CourseRow, coursesById } from '../reads.ts'
import { isOut, outlineOf } from './outline.ts'
import { looksOf } from './present.ts'

interface GridProps {
  title: string
  count: number
  shows_prices: boolean
}
interface CourseProps {
  course: number | null
  shows_lessons: boolean
  button: string
}
interface Shown {
  row: CourseRow
  card: SpaceCard
  cover: string | null
  price: string | null
}
const COVER_WIDTH = 640

const accessOf = (ctx: Ctx, isMember: boolean): Promise<Access> => ctx.use(spaces).accessOf(isMember ? 'member' : 'visitor')

/** With the covers of their spaces, and what opens those that are closed. */
async function shownOf(ctx: Ctx, rows: CourseRow[], access: Access, asksPrices: boolean): Promise<Shown[]> {
  const ids = rows.map(({ id }) => id)
  const [cards, looks] = await Promise.all([ctx.use(spaces).cards(ids), looksOf(ctx, ids, (id) => !asksPrices || access.canView(id))])
  return rows.flatMap((row) => {
    const card = cards.get(row.id)
    const { cover = null, price = null } = looks.get(row.id) ?? {}
    return card ? [{ row, card, cover, price }] : []
  })
}
const pictureOf = (src: string): Markup =>
  html`<img class="card-p" src="${src}" alt="" width="${COVER_WIDTH}" height="${Math.round(COVER_WIDTH / RATIOS.openGraph)}" loading="lazy">`
const factsOf = (ctx: Ctx, { lessons_count: count, duration }: CourseRow): string =>
  [count > 0 && ctx.t('home.lessons', { count }), duration > 0 && ctx.t(...spanOf(duration))].filter(Boolean).join(' · ')

const card = (ctx: Ctx, { row, card: { name, slug }, cover, price }: Shown, titleOf: (words: Markup) => Markup): Markup =>
  html`<li class="card">${cover && pictureOf(cover)}<div class="card-b">${titleOf(html`<a href="/c/${slug}">${name}</a>`)}${row.summary && html`<p class="muted">${row.summary}</p>`}<p class="note">${factsOf(ctx, row)}</p>${price && html`<p><b>${price}</b></p>`}</div></li>`

const grid: PageBlock = {
  type: 'Courses',
  icon: 'graduation-cap',
  group: 'community',
  fields: {
    title: { kind: 'text', max: 120 },
    count: { kind: 'number', min: 1, max: 12, default: 6 },
    shows_prices: { kind: 'switch', default: true },
  },
  preset: (ctx) => ({ title: ctx.t('blocks.Courses.preset') }),
  async draw(ctx, { title, count, shows_prices }: GridProps, drawing: Drawing) {
    const access = await accessOf(ctx, drawing.isMember)
    const places = await ctx.use(spaces).cards(access.listedIds())
    const ids = [...places.values()].filter(({ types }) => types.includes('course')).map(({ id }) => id)
    const rows = ids.length > 0 ? await ctx.read(coursesById, [ids]) : []
    // in the order of their spaces
    const listed = rows.filter(({ in_directory }) => in_directory).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    const shown = await shownOf(ctx, listed.slice(0, count), access, shows_prices)
    const heading = await drawing.head(title)
    if (shown.length === 0) return drawing.isPreview ? html`${heading}<p class="empty">${ctx.t('blocks.Courses.none')}</p>` : null
    return html`${heading}<ul class="grid g3">${shown.map((one) => card(ctx, one, (words) => drawing.itemTitle(title, words)))}</ul>`
  },
}

/** Names of what is out, section by section. */
async function lessonsOf(ctx: Ctx, courseId: number, title: Markup): Promise<Markup | null> {
  const { sections, lessons } = await outlineOf(ctx, courseId)
  const bySection = Map.groupBy(lessons.filter(isOut), ({ section_id }) => section_id)
  const shown = sections.filter(({ id }) => bySection.has(id))
  if (shown.length === 0) return null
  const section = ({ id, name }: (typeof shown)[number]) =>
    html`<details><summary>${name} <span class="note">${ctx.t('home.lessons', { count: bySection.get(id)!.length })}</span></summary><ol>${bySection.get(id)!.map((lesson) => html`<li>${lesson.name}</li>`)}</ol></details>`
  return html`<div class="outline">${title}${shown.map(section)}</div>`
}

const one: PageBlock = {
  type: 'Course',
  icon: 'graduation-cap',
  group: 'community',
  fields: {
    course: { kind: 'record' },
    shows_lessons: { kind: 'switch', default: true },
    button: { kind: 'text', max: 60 },
  },
  choices: (ctx, _field, search) => ctx.use(spaces).named(search, ['course'], { listed: true }),
  async draw(ctx, { course, shows_lessons, button }: CourseProps, drawing: Drawing) {
    const access = await accessOf(ctx, drawing.isMember)
    const rows = course !== null && access.isListed(course) ? await ctx.read(coursesById, [[course]]) : []
    const [shown] = await shownOf(ctx, rows, access, true)
    if (!shown) return drawing.isPreview ? html`<p class="empty">${ctx.t(course === null ? 'blocks.Course.choose' : 'blocks.Course.none')}</p>` : null
    const { row, card, cover, price } = shown
    return html`<div class="course"><div>${cover && pictureOf(cover)}${await drawing.head(card.name, row.summary)}<p class="muted">${factsOf(ctx, row)}</p>${price && html`<p><b>${price}</b></p>`}<div class="btns"><a class="btn solid" href="/c/${card.slug}">${button || ctx.t('blocks.Course.go')}</a></div></div>${shows_lessons && (await lessonsOf(ctx, row.id, drawing.itemTitle(card.name, ctx.t('outside.title'))))}</div>`
  },
}
export const siteBlocks = [grid, one]
