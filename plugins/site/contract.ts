/** What others may know of the site: pages, looks, menus, redirects, and the point at which plugins bring blocks. */
import { changesOf, date, defineContract, del, done, editedVersion, event, get, id, line, list, open, paging, patch, point, post, type, z } from '@atrium/sdk'
import { BlockKind, type PageBlock, type PageData, PageInput } from './contract/blocks.ts'
import { SiteTarget, type SiteTargets } from './contract/targets.ts'
import {
  baseTheme,
  CustomFont,
  DeletedPage,
  embedFields,
  fontFields,
  Imported,
  navItem,
  navigationFields,
  pageFields,
  PageRow,
  Redirect,
  redirectFields,
  ReusableBlock,
  Revision,
  RevisionDetail,
  Seo,
  seoFields,
  SitePage,
  SiteTheme,
  snippetsFields,
  STATUSES,
  Template,
  themeFields,
} from './contract/records.ts'

export * from './contract/blocks.ts'
export * from './contract/records.ts'
export * from './contract/targets.ts'

const can = 'manage' as const
const visitors = open('A page says itself who may see it.')
const looking = { limit: { points: 600, seconds: 60 } }
const byId = { params: z.object({ id }) }
const found = done.extend({ message: z.string().optional() })
const pageInput = pageFields.partial().extend({ data: PageInput.optional(), version: editedVersion })

/** Pages for other plugins. For set-up, imports and workflows. */
export interface SiteService {
  /** Makes a page and publishes it. @param page.isHome what visitors see first @throws AtriumError 422 */
  create(page: { name: string; slug: string; data: PageData; description?: string; isHome?: boolean }): Promise<{ id: number }>
  /** The menus of pages, as an admin would save them. */
  saveMenus(menus: { header: { label: string; to: string; isButton?: boolean }[]; footer: { label: string; to: string }[]; footerText: string }): Promise<void>
}

export default defineContract('site', {
  permissions: { manage: { title: 'Build pages, menus, redirects and code snippets', grant: ['admin'] } },
  settings: z.object({
    home_page_id: z.number().nullable().default(null),
    /** The home page that was deleted last, while no other one has been chosen. */
    deleted_home_page_id: z.number().nullable().default(null),
    default_theme_id: z.number().nullable().default(null),
    navigation: navigationFields.default({
      header: [],
      sidebar: [],
      footer: [],
      phone: [],
      footer_text: '',
      shows_sign_in: true,
      announcement_block: null,
      header_block: null,
      footer_block: null,
      version: 1,
    }),
    code: snippetsFields.default({ snippets: [], banner_text: '', privacy_link: '', version: 1 }),
    seo: seoFields.extend({ not_found_page_id: z.number().nullable() }).default({
      title_template: '',
      description: '',
      open_graph_image: null,
      is_indexed: true,
      has_sitemap: true,
      has_feeds: true,
      robots: '',
      google_verification: '',
      bing_verification: '',
      not_found_page_id: null,
    }),
    embed: embedFields.default({ origins: [], is_on: false }),
  }),
  routes: {
    // pages, for those who build them
    pages: get('/internal_api/settings/site/pages', {
      can,
      query: paging.extend({ status: z.enum(STATUSES).optional(), query: line(100).optional() }),
      reply: list(PageRow),
      summary: 'Site pages, the home page first',
    }),
    createPage: post('/internal_api/settings/site/pages', {
      can,
      body: z.object({ page: pageInput.extend({ name: pageFields.shape.name, template: line(40).optional() }) }),
      reply: SitePage,
      status: 201,
      summary: 'A new page as a draft, empty or of a template',
    }),
    page: get('/internal_api/settings/site/pages/:id', { can, ...byId, reply: SitePage, summary: 'A page with its blocks' }),
    updatePage: patch('/internal_api/settings/site/pages/:id', {
      can,
      ...byId,
      body: z.object({
        page: pageInput,
        /** Of a published page whose slug changes: its old address leads to the new one. */
        redirect_old: z.boolean().default(false),
      }),
      reply: SitePage,
      summary: 'Save a page; what visitors see changes when it is published. Blocks of two editors are put together',
    }),
    destroyPage: del('/internal_api/settings/site/pages/:id', { can, ...byId, reply: done, summary: 'Delete a page; for 30 days it can come back' }),
    deletedPages: get('/internal_api/settings/site/deleted_pages', {
      can,
      query: paging,
      reply: list(DeletedPage),
      summary: 'Deleted pages, the latest first',
    }),
    restorePage: post('/internal_api/settings/site/deleted_pages/:id/restore', {
      can,
      ...byId,
      reply: SitePage,
      summary: 'Bring a deleted page back; as a draft at another address if its own is taken',
    }),
    purgePage: del('/internal_api/settings/site/deleted_pages/:id', {
      can,
      ...byId,
      reply: done,
      summary: 'Delete a page for good, with its revisions and pictures',
    }),
    publishPage: post('/internal_api/settings/site/pages/:id/publish', {
      can,
      ...byId,
      body: z.object({ at: z.iso.datetime({ offset: true }).nullable().default(null) }),
      reply: SitePage,
      summary: 'Show what is saved now, at once or at a time to come; later edits stay a draft',
    }),
    unpublishPage: post('/internal_api/settings/site/pages/:id/unpublish', {
      can,
      ...byId,
      reply: SitePage,
      summary: 'Make it a draft again, or call off its time',
    }),
    duplicatePage: post('/internal_api/settings/site/pages/:id/duplicate', {
      can,
      ...byId,
      body: z.object({ language: pageFields.shape.language.optional() }).optional(),
      reply: SitePage,
      status: 201,
      summary: 'A copy as a draft; with a language, as its translation',
    }),
    homePage: post('/internal_api/settings/site/pages/:id/home', {
      can,
      ...byId,
      body: z.object({ is_home: z.boolean() }),
      reply: SitePage,
      summary: 'What visitors see first, or not any more',
    }),
    changeTheme: patch('/internal_api/settings/site/pages/:pageId/change_theme', {
      can,
      params: z.object({ pageId: id }),
      body: z.object({ theme_id: id.nullable() }),
      reply: SitePage,
      summary: 'Another look for one page; null is the standard',
    }),
    revisions: get('/internal_api/settings/site/pages/:pageId/revisions', {
      can,
      params: z.object({ pageId: id }),
      query: paging,
      reply: list(Revision),
      summary: 'What was saved, the newest first',
    }),
    revision: get('/internal_api/settings/site/pages/:pageId/revisions/:revisionId', {
      can,
      params: z.object({ pageId: id, revisionId: id }),
      reply: RevisionDetail,
      summary: 'One revision, beside the page as it is now',
    }),
    restoreRevision: post('/internal_api/settings/site/pages/:pageId/revisions/:revisionId/restore', {
      can,
      params: z.object({ pageId: id, revisionId: id }),
      body: z.object({ version: editedVersion }).optional(),
      reply: SitePage,
      summary: 'Go back to a revision; what stands now is kept as one',
    }),
    blocks: get('/internal_api/settings/site/blocks', {
      can,
      reply: z.object({ records: z.array(BlockKind), common: z.array(BlockKind.shape.fields.element) }),
      summary: 'Kinds of blocks with their fields',
    }),
    choices: get('/internal_api/settings/site/choices', {
      can,
      query: z.object({ type: z.string().max(60), field: z.string().max(60), query: line(100).optional() }),
      reply: z.object({ records: z.array(z.object({ id: z.number(), name: z.string() })) }),
      summary: 'What a field of a block may name',
    }),
    targets: get('/internal_api/settings/site/targets', {
      can,
      query: z.object({ kind: z.string().max(40).optional(), query: line(100).optional() }),
      reply: z.object({ records: z.array(SiteTarget) }),
      summary: 'What links and frames may lead to, by a search in its name',
    }),
    preview: post('/internal_api/settings/site/preview', {
      can,
      body: z.object({
        data: PageInput.optional(),
        /** Instead of blocks: a page as it was saved last, in its own look and language. */
        page_id: id.optional(),
        theme_id: id.nullish(),
        as: z.enum(['visitor', 'member']).default('visitor'),
        /** One document with menus, as it will be; else each block of the page by itself. */
        whole: z.boolean().default(false),
        language: pageFields.shape.language.optional(),
      }),
      reply: z.object({
        html: z.string().nullable(),
        css: z.string(),
        blocks: z.array(z.object({ id: z.string(), html: z.string(), trouble: z.string().nullable() })),
      }),
      // it changes nothing: as where pages are read, a block whose query fails takes no other with it
      transaction: false,
      limit: { points: 600, seconds: 60 },
      summary: 'How blocks look, before they are saved',
    }),
    templates: get('/internal_api/settings/site/templates', { can, reply: z.object({ records: z.array(Template) }), summary: 'Pages to begin with' }),
    // looks
    themes: get('/internal_api/settings/site/themes', { can, query: paging, reply: list(SiteTheme), summary: 'Looks of pages' }),
    createTheme: post('/internal_api/settings/site/themes', {
      can,
      body: z.object({ theme: themeFields }),
      reply: SiteTheme,
      status: 201,
      summary: 'A new look',
    }),
    createCustomTheme: post('/internal_api/settings/site/themes/create_custom_theme', {
      can,
      body: z.object({ theme: z.object({ name: themeFields.shape.name, base: baseTheme }) }),
      reply: SiteTheme,
      status: 201,
      summary: 'A look of one’s own, begun with the colors of a built-in one',
    }),
    theme: get('/internal_api/settings/site/themes/:themeId', { can, params: z.object({ themeId: id }), reply: SiteTheme, summary: 'One look' }),
    updateTheme: patch('/internal_api/settings/site/themes/:themeId', {
      can,
      params: z.object({ themeId: id }),
      body: z.object({ theme: themeFields.partial().extend({ is_default: z.boolean().optional() }) }),
      reply: SiteTheme,
      summary: 'Change a look, or make it the standard',
    }),
    destroyTheme: del('/internal_api/settings/site/themes/:themeId', {
      can,
      params: z.object({ themeId: id }),
      reply: done,
      summary: 'Delete a look; its pages take the standard',
    }),
    fonts: get('/internal_api/settings/site/custom_fonts', { can, query: paging, reply: list(CustomFont), summary: 'Own fonts' }),
    createFont: post('/internal_api/settings/site/custom_fonts', {
      can,
      body: z.object({
        custom_font: fontFields.extend({
          /** Signed id of an upload. */
          file: z.string().max(400),
          is_licensed: z.literal(true, 'Confirm that you may use this font on the web.'),
        }),
      }),
      transaction: false,
      reply: CustomFont,
      status: 201,
      summary: 'A font of one’s own, cut to the letters in use',
    }),
    font: get('/internal_api/settings/site/custom_fonts/:id', { can, ...byId, reply: CustomFont, summary: 'One font' }),
    updateFont: patch('/internal_api/settings/site/custom_fonts/:id', {
      can,
      ...byId,
      body: z.object({ custom_font: changesOf(fontFields) }),
      reply: CustomFont,
      summary: 'Change its name, weight or style',
    }),
    destroyFont: del('/internal_api/settings/site/custom_fonts/:id', { can, ...byId, reply: done, summary: 'Delete a font; looks that use it take ours' }),
    // addresses that have moved
    redirects: get('/internal_api/settings/site/redirects', {
      can,
      query: paging.extend({ query: line(200).optional() }),
      reply: list(Redirect),
      summary: 'Redirects by their path',
    }),
    createRedirect: post('/internal_api/settings/site/redirects', {
      can,
      body: z.object({ redirect: redirectFields }),
      reply: Redirect,
      status: 201,
      summary: 'Lead an address elsewhere',
    }),
    redirect: get('/internal_api/settings/site/redirects/:redirectId', { can, params: z.object({ redirectId: id }), reply: Redirect, summary: 'One redirect' }),
    updateRedirect: patch('/internal_api/settings/site/redirects/:redirectId', {
      can,
      params: z.object({ redirectId: id }),
      body: z.object({ redirect: changesOf(redirectFields) }),
      reply: Redirect,
      summary: 'Change a redirect',
    }),
    destroyRedirect: del('/internal_api/settings/site/redirects/:redirectId', {
      can,
      params: z.object({ redirectId: id }),
      reply: done,
      summary: 'Delete a redirect',
    }),
    importRedirects: post('/internal_api/settings/site/redirects/import', {
      can,
      body: z.object({ csv: z.string().min(1, 'Choose a file.').max(2_000_000) }),
      reply: Imported,
      summary: 'Redirects of a CSV file with the columns from, to and status; one of the same path is replaced',
    }),
    // blocks that stand on several pages
    reusableBlocks: get('/internal_api/settings/reusable_blocks', { can, query: paging, reply: list(ReusableBlock), summary: 'Saved blocks' }),
    createReusableBlock: post('/internal_api/settings/reusable_blocks', {
      can,
      body: z.object({ reusable_block: z.object({ name: line(80).min(1, 'Enter a name.'), data: PageInput }) }),
      reply: ReusableBlock,
      status: 201,
      summary: 'Save blocks, to use them on several pages',
    }),
    reusableBlock: get('/internal_api/settings/reusable_blocks/:id', { can, ...byId, reply: ReusableBlock, summary: 'One saved block' }),
    updateReusableBlock: patch('/internal_api/settings/reusable_blocks/:id', {
      can,
      ...byId,
      body: z.object({ reusable_block: z.object({ name: line(80).min(1, 'Enter a name.').optional(), data: PageInput.optional(), version: editedVersion }) }),
      reply: ReusableBlock,
      summary: 'Change it on every page at once',
    }),
    destroyReusableBlock: del('/internal_api/settings/reusable_blocks/:id', {
      can,
      ...byId,
      reply: done,
      summary: 'Delete a saved block; it goes from its pages',
    }),
    // what stands round pages
    navigation: get('/internal_api/settings/navigation', { can, reply: navigationFields, summary: 'Menus' }),
    saveNavigation: patch('/internal_api/settings/navigation', {
      can,
      body: z.object({ navigation: changesOf(navigationFields) }),
      reply: navigationFields,
      summary: 'Save menus',
    }),
    snippets: get('/internal_api/settings/code_snippets', { can, reply: snippetsFields, summary: 'Code snippets and the cookie banner' }),
    saveSnippets: patch('/internal_api/settings/code_snippets', {
      can,
      body: z.object({ code_snippets: changesOf(snippetsFields) }),
      reply: snippetsFields,
      summary: 'Save code snippets',
    }),
    seo: get('/internal_api/settings/seo', { can, reply: Seo, summary: 'What search engines are told, and what keeps pages from being found' }),
    saveSeo: patch('/internal_api/settings/seo', {
      can,
      body: z.object({ seo: changesOf(seoFields) }),
      reply: Seo,
      summary: 'Save what search engines are told',
    }),
    embed: get('/internal_api/settings/embed', { can, reply: embedFields, summary: 'Sites that may show this one in a frame' }),
    saveEmbed: patch('/internal_api/settings/embed', { can, body: z.object({ embed: changesOf(embedFields) }), reply: embedFields, summary: 'Save them' }),
    // for everybody
    visit: get('/internal_api/site/pages/:id', {
      can: visitors,
      ...byId,
      ...looking,
      reply: z.object({
        id: z.number(),
        slug: z.string(),
        name: z.string(),
        url: z.string(),
        language: z.string(),
        html: z.string().nullable(),
        needs_password: z.boolean(),
        updated_at: date,
      }),
      summary: 'A published page as this reader may see it; by its id',
    }),
    menus: get('/internal_api/site/menus', {
      can: 'member',
      reply: z.object({ sidebar: z.array(navItem), phone: z.array(navItem) }),
      summary: 'Links of the sidebar and of the bar on phones, for members',
    }),
    passwordAttempt: post('/internal_api/site/pages/:id/password_attempt', {
      can: visitors,
      ...byId,
      body: z.object({ password: z.string().max(200) }),
      limit: { points: 10, seconds: 600 },
      reply: found,
      summary: 'Open a page that has a password',
    }),
    sitemap: get('/sitemap.xml', { can: visitors, ...looking, summary: 'What search engines may read' }),
    robots: get('/robots.txt', { can: visitors, ...looking, summary: 'What programs may read' }),
    rss: get('/c/:space/feed.xml', { can: visitors, ...looking, params: z.object({ space: z.string().max(120) }), summary: 'A public space as RSS' }),
    jsonFeed: get('/c/:space/feed.json', {
      can: visitors,
      ...looking,
      params: z.object({ space: z.string().max(120) }),
      summary: 'A public space as JSON Feed',
    }),
    oembed: get('/oembed', {
      can: visitors,
      ...looking,
      query: z.object({
        url: z.string().max(2_000),
        maxwidth: z.coerce.number().int().min(100).max(4_000).optional(),
        maxheight: z.coerce.number().int().min(100).max(4_000).optional(),
        format: z.string().max(10).default('json'),
      }),
      summary: 'How a public post or page is shown in a frame (oEmbed 1.0)',
    }),
    script: get('/site/page.js', { can: visitors, summary: 'The script of pages' }),
    frames: get('/embed/frames.js', { can: visitors, summary: 'The script of other sites that fits frames to what they show' }),
    fontFile: get('/site/fonts/:file', { can: visitors, params: z.object({ file: z.string().max(80) }), summary: 'A font of the community' }),
    picture: get('/site/previews/:file', {
      can: visitors,
      ...looking,
      params: z.object({ file: z.string().max(80) }),
      summary: 'The preview picture of a page, made of its title',
    }),
    code: get('/site/code/:pageId/:block', {
      can: visitors,
      ...looking,
      params: z.object({ pageId: id, block: z.string().max(80) }),
      /** `key` is of a page with a password: its document says it. */
      query: z.object({
        key: z.string().max(60).optional(),
        /** For those who build pages: as it was saved last. */
        draft: z.literal('1').optional(),
      }),
      summary: 'A block of code as a document of no origin, for its frame',
    }),
    snippetFrame: get('/site/snippets/:key', {
      can: visitors,
      ...looking,
      params: z.object({ key: z.string().max(40) }),
      summary: 'A code snippet as a document of no origin, for its frame',
    }),
  },
  events: {
    'page.published': event(z.object({ pageId: id, name: z.string(), slug: z.string() }), { automation: true, title: 'A site page was published' }),
    'page.deleted': event(z.object({ pageId: id, slug: z.string() })),
  },
  points: {
    /** Brings blocks for pages. */
    blocks: point<PageBlock[]>(),
    /** Brings things that links and frames lead to. */
    targets: point<SiteTargets>(),
  },
  service: type<SiteService>(),
})
