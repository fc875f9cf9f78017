/** Pages as admins write and publish them. */
import { conflict, cut, invalid, notFound, type RouteParsed } from '@atrium/sdk'
import { actingAs, assign, type Ctx, demandVersion, lock, publishPicture, raiseVersion, unlessRefused } from '@atrium/sdk/server'
import site, { type PageData } from '../../contract.ts'
import { PageTable, ThemeTable } from '../entities.ts'
import { publishJob } from '../jobs.ts'
import { parsePage } from './blocks/parse.ts'
import { demandRoom, type Fields, fieldsOf, holdPage, keepBase, type Page, together, type Work } from './editing.ts'
import { keepFiles, useOf } from './files.ts'
import { index } from './finder.ts'
import { redirectMoved } from './moved.ts'
import { hashPassword } from './passwords.ts'
import { homeId, showPage } from './present.ts'
import { note } from './revisions.ts'
import { show } from './show.ts'
import { demandSlug, freeSlug } from './slugs.ts'
import { templateOf } from './templates/index.ts'
import { isSame } from '../../contract/tree.ts'

export type NewPage = RouteParsed<typeof site.routes.createPage>['body']['page']
export type PageChanges = RouteParsed<typeof site.routes.updatePage>['body']

const EMPTY: PageData = { root: { props: {} }, content: [] }
/** As the database gives it back, so that the two can be compared. */
const blocksOf = async (ctx: Ctx, data: NonNullable<NewPage['data']>): Promise<PageData> => JSON.parse(JSON.stringify(await parsePage(ctx, data)))

/** @param held the picture that stands there now */
async function pictureOf(ctx: Ctx, pageId: number, signedId: string | null, held: number | null): Promise<number | null> {
  if (signedId === null) return null
  const { id } = await ctx.files.get(signedId)
  return id === held ? id : (await publishPicture(ctx, signedId, useOf(pageId))).id
}

async function checkTranslation(ctx: Ctx, pageId: number | null, of: number | null | undefined): Promise<void> {
  if (!of) return
  const original = await ctx.em.findOne(PageTable, { id: of, deletedAt: null }, { fields: ['id', 'translationOf'] })
  if (!original || original.id === pageId || original.translationOf)
    throw invalid({ 'body.page.translation_of': ['Choose a page that isn’t a translation itself.'] })
}
function checkPassword({ visibility, passwordDigest }: Pick<Page, 'visibility' | 'passwordDigest'>): void {
  if (visibility === 'password' && !passwordDigest) throw invalid({ 'body.page.password': ['Enter a password.'] })
}

/** @returns its id @throws AtriumError 404 for a picture, 409 `too_many_pages` or `slug_taken`, 422 */
export async function createPage(ctx: Ctx, { name, slug, data: given, template, password, open_graph_image, version: _, ...fields }: NewPage): Promise<number> {
  const begun = given ? await blocksOf(ctx, given) : template ? await templateOf(ctx, template) : EMPTY
  if (!begun) throw invalid({ 'body.page.template': ['This template doesn’t exist. Choose another.'] })
  await checkTranslation(ctx, null, fields.translation_of)
  const page = await insert(ctx, { name, slug, data: begun, passwordDigest: password ? await hashPassword(password) : null, fields })
  if (given) await keepFiles(ctx, useOf(page.id), begun, [])
  if (open_graph_image) page.openGraphImageId = await pictureOf(ctx, page.id, open_graph_image, null)
  await begin(ctx, page)
  return page.id
}

interface Beginning {
  name: string
  slug?: string | undefined
  data: PageData
  passwordDigest: string | null
  fields: Fields & { theme_id?: number | null }
}
/** One at a time: each finds an address that nobody has. */
async function insert(ctx: Ctx, { name, slug, data, passwordDigest, fields }: Beginning): Promise<Page> {
  await lock(ctx, 'site.pages')
  await demandRoom(ctx)
  if (slug !== undefined) await demandSlug(ctx, slug)
  const page = ctx.em.create(PageTable, { name, slug: slug ?? (await freeSlug(ctx, name)), data, passwordDigest, versionBy: ctx.member?.id ?? null })
  assign(PageTable, page, fields)
  checkPassword(page)
  await ctx.em.flush()
  return page
}
async function begin(ctx: Ctx, page: Page): Promise<void> {
  await ctx.em.flush()
  await note(ctx, page.id, 'saved', page.data)
  await keepBase(ctx, page)
}

/** @throws AtriumError 404, 409 `edit_conflict` or `slug_taken`, 422 */
export async function updatePage(ctx: Ctx, id: number, { page: changes, redirect_old }: PageChanges): Promise<void> {
  const { version, data: given, password, open_graph_image, ...rest } = changes
  const page = await holdPage(ctx, id)
  const picture = open_graph_image === undefined ? {} : { open_graph_image_id: await pictureOf(ctx, id, open_graph_image, page.openGraphImageId ?? null) }
  const sent: Work = { fields: { ...rest, ...picture }, data: given && (await blocksOf(ctx, given)) }
  const isBehind = version !== undefined && version !== page.version
  const work = isBehind ? await together(ctx, page, version, sent) : sent
  if (!work) {
    const mine = { ...rest, ...(open_graph_image !== undefined && { open_graph_image }), ...(given && { data: sent.data }) }
    return demandVersion(ctx, version, page, mine, () => showPage(ctx, id))
  }
  // what each wrote is within bounds, both together may not be
  const [{ fields }, data] = [work, isBehind && work.data ? await blocksOf(ctx, work.data) : work.data]
  await checkTranslation(ctx, id, fields.translation_of === page.translationOf ? null : fields.translation_of)
  if (fields.slug !== undefined && fields.slug !== page.slug) {
    await lock(ctx, 'site.pages')
    await demandSlug(ctx, fields.slug, id)
  }
  if (data) await keepFiles(ctx, useOf(id), data, [page.data, page.live, page.scheduledData])
  const before = { slug: page.slug, visibility: page.visibility, passwordDigest: page.passwordDigest }
  assign(PageTable, page, fields)
  if (password !== undefined) page.passwordDigest = password === null ? null : await hashPassword(password)
  checkPassword(page)
  const isOfOthers = page.visibility !== before.visibility || page.passwordDigest !== before.passwordDigest
  if (isOfOthers) await ctx.audit('page.access_changed', `page:${id}`, { name: page.name })
  if (data) Object.assign(page, { data, hasChanges: page.live ? !isSame(data, page.live) : false })
  raiseVersion(ctx, page)
  await ctx.em.flush()
  if (redirect_old && page.live && page.slug !== before.slug) await redirectMoved(ctx, before.slug, page.slug)
  if (data) await note(ctx, id, 'saved', data)
  await keepBase(ctx, page)
  await index(ctx, page)
  show(ctx)
}

async function come(ctx: Ctx, page: Page, data: PageData): Promise<void> {
  callOff(page)
  Object.assign(page, { live: data, hasChanges: !isSame(page.data, data), status: 'published', publishedAt: ctx.now() })
  await ctx.em.flush()
  await note(ctx, page.id, 'published', data)
  ctx.emit(site.events['page.published'], { pageId: page.id, name: page.name, slug: page.slug })
  await ctx.audit('page.published', `page:${page.id}`, { name: page.name })
  await index(ctx, page)
  show(ctx)
}
/** Most time ahead. */
const FAR = 366 * 86_400_000
/** @param at null: now @throws AtriumError 404, 422 */
export async function publishPage(ctx: Ctx, id: number, at: Date | null): Promise<void> {
  const page = await holdPage(ctx, id)
  const ahead = at ? at.getTime() - ctx.now().getTime() : 0
  if (!at || ahead <= 0) return come(ctx, page, page.data)
  if (ahead > FAR) throw invalid({ 'body.at': ['Choose a time within the next year.'] })
  // one that is shown already stays so until then; what is saved from now on is a draft
  const snapshot = { scheduledData: page.data, scheduledFrom: ctx.now(), scheduledBy: ctx.member?.id ?? null }
  Object.assign(page, { status: page.live ? 'published' : 'scheduled', scheduledAt: at, ...snapshot })
  await ctx.em.flush()
  await ctx.enqueue(publishJob, { pageId: id }, { runAt: at, key: `page:${id}` })
  await ctx.audit('page.scheduled', `page:${id}`, { name: page.name })
}
/** One that was published, deleted or put off meanwhile is left alone. Of somebody who is gone, or may not any more, it stays as it was. */
export async function publishDue(ctx: Ctx, id: number): Promise<void> {
  const page = await unlessRefused(holdPage(ctx, id), null)
  if (!page?.scheduledAt || page.scheduledAt > ctx.now()) return
  const author = page.scheduledBy ? await actingAs(ctx, page.scheduledBy) : null
  if (author?.can('site.manage')) return come(author, page, page.scheduledData ?? page.data)
  callOff(page)
  await ctx.em.flush()
  await ctx.audit('page.schedule_dropped', `page:${id}`, { name: page.name })
}
/** Pages that one look queues. */
const LATE = 200
export async function queueLate(ctx: Ctx): Promise<void> {
  const due = await ctx.sql<{ id: number }>(`select id from site.page where community_id = $1 and scheduled_at <= $2 order by scheduled_at limit ${LATE}`, [
    ctx.now(),
  ])
  for (const { id } of due) await ctx.enqueue(publishJob, { pageId: Number(id) }, { key: `page:${id}` })
}
/** Nothing comes out of it any more by itself. */
export function callOff(page: Page): void {
  Object.assign(page, { status: page.live ? 'published' : 'draft', scheduledAt: null, scheduledBy: null, scheduledData: null, scheduledFrom: null })
}
/** One that has a time ahead loses that first. @throws AtriumError 404, 409 `not_published` */
export async function unpublishPage(ctx: Ctx, id: number): Promise<void> {
  const page = await holdPage(ctx, id)
  if (page.status === 'draft') throw conflict('This page isn’t published.', 'not_published')
  if (page.scheduledAt) callOff(page)
  else Object.assign(page, { status: 'draft', live: null, hasChanges: false, publishedAt: null })
  await ctx.em.flush()
  await ctx.audit('page.unpublished', `page:${id}`, { name: page.name })
  await index(ctx, page)
  show(ctx)
}

/** @param language as a translation into it @returns its id @throws AtriumError 404, 409 `too_many_pages` or `has_translation` */
export async function duplicatePage(ctx: Ctx, id: number, language: string | null | undefined): Promise<number> {
  const from = await ctx.em.findOne(PageTable, { id, deletedAt: null })
  if (!from) throw notFound('Page')
  const original = from.translationOf ?? from.id
  if (language && (await ctx.em.count(PageTable, { translationOf: original, language, deletedAt: null })))
    throw conflict('This page already has a translation in this language. Choose another language.', 'has_translation')
  const { name: _, slug: __, ...fields } = fieldsOf(from)
  const page = await insert(ctx, {
    name: language ? from.name : cut(ctx.t('copy_of', { name: from.name }), 120),
    data: from.data,
    passwordDigest: from.passwordDigest ?? null,
    fields: { ...fields, theme_id: from.themeId ?? null, translation_of: null, ...(language && { language, translation_of: original }) },
  })
  await begin(ctx, page)
  return page.id
}

/** @throws AtriumError 404 */
export async function setHome(ctx: Ctx, id: number, isHome: boolean): Promise<void> {
  const { name } = await holdPage(ctx, id)
  if (isHome !== (homeId(ctx) === id)) {
    await ctx.saveSettings(site, { home_page_id: isHome ? id : null, deleted_home_page_id: null })
    await ctx.audit('page.home_changed', `page:${id}`, { name })
    show(ctx)
  }
}
/** @throws AtriumError 404, 422 */
export async function changeTheme(ctx: Ctx, id: number, themeId: number | null): Promise<void> {
  const page = await holdPage(ctx, id)
  if (themeId && !(await ctx.em.count(ThemeTable, { id: themeId }))) throw invalid({ 'body.theme_id': ['This theme no longer exists. Choose another.'] })
  page.themeId = themeId
  await ctx.em.flush()
  show(ctx)
}
