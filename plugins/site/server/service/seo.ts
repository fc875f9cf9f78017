/** What search engines are told, and what keeps published pages from being found. */
import { invalid, type z } from '@atrium/sdk'
import { type Ctx, lock, publishPicture, unlessRefused } from '@atrium/sdk/server'
import site, { type PageData, type Seo, type seoFields } from '../../contract.ts'
import { PageTable } from '../entities.ts'
import { given } from './menus.ts'
import { firstWords } from './public/head.ts'
import { show } from './show.ts'
import { beginningsOf, plainPath } from './paths.ts'
import { isAnswered } from './slugs.ts'
import { treeOf } from '../../contract/tree.ts'

type Settings = z.output<typeof seoFields>
type Shown = z.input<typeof Seo>
type Problem = Shown['problems'][number]['problem']

/** @throws AtriumError 404 for a picture, 422 */
export async function saveSeo(ctx: Ctx, sent: { [Field in keyof Settings]?: Settings[Field] | undefined }): Promise<Shown> {
  const changes = given(sent)
  await lock(ctx, 'site.settings')
  const { seo } = await ctx.holdSettings(site)
  const { not_found_page_id: pageId, open_graph_image: picture } = changes
  if (pageId && !(await ctx.em.count(PageTable, { id: pageId, deletedAt: null })))
    throw invalid({ 'body.seo.not_found_page_id': ['This page no longer exists. Choose another.'] })
  if (picture && picture !== seo.open_graph_image) await publishPicture(ctx, picture, 'site.seo')
  await ctx.saveSettings(site, { seo: { ...seo, ...changes } })
  show(ctx)
  return showSeo(ctx)
}
export async function showSeo(ctx: Ctx): Promise<Shown> {
  const { seo } = ctx.settings(site)
  const file = seo.open_graph_image ? await unlessRefused(ctx.files.get(seo.open_graph_image), null) : null
  return { ...seo, open_graph_image_url: file && ctx.files.url(file, 'large'), problems: await problems(ctx, seo) }
}

/** What is told first. */
const ORDER: readonly Problem[] = [
  ...(['hidden', 'broken_link', 'same_title', 'no_heading'] as const),
  ...(['no_description', 'long_title', 'long_description', 'no_alt'] as const),
]
/** Letters that search engines show. */
const TITLE = 60
const DESCRIPTION = 160
/** Pages that are read at once: each may be large. */
const AT_ONCE = 20
/** Most that are answered. */
const MOST = 200

interface Looked {
  id: number
  name: string
  title: string
  language: string | null
  found: Problem[]
  links: string[]
}
interface Row {
  id: number
  name: string
  visibility: string
  meta_title: string | null
  meta_description: string | null
  is_hidden_from_search: boolean
  language: string | null
  live: PageData
}

async function problems(ctx: Ctx, seo: Settings): Promise<Shown['problems']> {
  const looked: Looked[] = []
  for (let last = 0; ; ) {
    const rows = await ctx.sql<Row>(
      `select id, name, visibility, meta_title, meta_description, is_hidden_from_search, language, live
       from site.page where community_id = $1 and live is not null and id > $2 order by id limit ${AT_ONCE}`,
      [last],
    )
    looked.push(...(await Promise.all(rows.map((row) => lookAt(ctx, row, seo)))))
    if (rows.length < AT_ONCE) break
    last = Number(rows.at(-1)!.id)
  }
  const broken = await brokenAmong(ctx, new Set(looked.flatMap(({ links }) => links)))
  const titles = Map.groupBy(looked, ({ title, language }) => `${language} ${title.toLowerCase()}`)
  for (const one of looked) {
    if (one.links.some((link) => broken.has(link))) one.found.push('broken_link')
    if (titles.get(`${one.language} ${one.title.toLowerCase()}`)!.length > 1) one.found.push('same_title')
  }
  const whole: Shown['problems'] = seo.is_indexed ? [] : [{ page_id: null, page: ctx.community.name, problem: 'hidden' }]
  const each = looked.flatMap(({ id, name, found }) => found.map((problem) => ({ page_id: id, page: name, problem })))
  return [...whole, ...each.sort((one, other) => ORDER.indexOf(one.problem) - ORDER.indexOf(other.problem))].slice(0, MOST)
}

async function lookAt(ctx: Ctx, row: Row, seo: Settings): Promise<Looked> {
  const { headings, links, missesAlt } = read(row.live)
  const own = row.meta_title || row.name
  const title = seo.title_template
    ? seo.title_template.replace(/\{(page|community)\}/g, (_, word: string) => (word === 'page' ? own : ctx.community.name))
    : own
  const description = row.meta_description || seo.description
  const is: Partial<Record<Problem, boolean>> = {
    hidden: row.is_hidden_from_search || row.visibility !== 'public',
    long_title: title.length > TITLE,
    // what it says first describes it too
    no_description: !description && !(await firstWords(ctx, row.live)),
    long_description: description.length > DESCRIPTION,
    no_heading: headings === 0,
    no_alt: missesAlt,
  }
  const found = (Object.keys(is) as Problem[]).filter((problem) => is[problem])
  return { id: Number(row.id), name: row.name, title, language: row.language, found, links }
}

function read(data: PageData): { headings: number; links: string[]; missesAlt: boolean } {
  const links = new Set<string>()
  let missesAlt = false
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if ((key === 'to' || key === 'link' || key === 'href') && value.startsWith('/')) links.add(value.split(/[?#]/)[0]!)
    } else if (Array.isArray(value)) for (const item of value) walk(item, key)
    else if (value && typeof value === 'object') {
      const { file, alt } = value as { file?: unknown; alt?: unknown }
      if (typeof file === 'string' && alt === '') missesAlt = true
      for (const [name, item] of Object.entries(value)) walk(item, name)
    }
  }
  const leaves = [...treeOf(data).leaves.values()]
  for (const { own } of leaves) walk(own, '')
  const isSaid = (text: unknown) => typeof text === 'string' && text.trim() !== ''
  const headings = leaves.filter(({ type, own }) => isSaid(own.title) || (type === 'Heading' && isSaid(own.text))).length
  return { headings, links: [...links], missesAlt }
}

/** Paths at which nothing is: no page, no screen, no redirect. */
async function brokenAmong(ctx: Ctx, links: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await ctx.sql<{ slug: string }>('select slug from site.page where community_id = $1 and live is not null')
  const pages = new Set(rows.map(({ slug }) => `/${slug}`))
  const open = [...links].filter((link) => plainPath(link) !== '/' && !pages.has(plainPath(link)) && !isAnswered(ctx, plainPath(link), false))
  if (open.length === 0) return new Set()
  const places = open.flatMap((link) => [plainPath(link), ...beginningsOf(link).map(({ prefix }) => `${prefix}/*`)])
  const moved = await ctx.sql<{ place: string }>(
    `select from_path || case when is_wildcard then '/*' else '' end as place from site.redirect
     where community_id = $1 and from_path = any ($2::text[])`,
    [places.map((place) => place.replace(/\/\*$/, ''))],
  )
  const led = new Set(moved.map(({ place }) => place))
  return new Set(open.filter((link) => !led.has(plainPath(link)) && !beginningsOf(link).some(({ prefix }) => led.has(`${prefix}/*`))))
}
