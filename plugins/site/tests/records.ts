/** Records of the site: a published page with its revision, others to change and delete, looks, a font, redirects, a saved block. They are of the whole community. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract, { type PageData } from '../contract.ts'

const { routes } = contract
const FAR = '2036-01-02T09:00:00.000Z'
const PALETTE = { background: '#ffffff', surface: '#f4f4f6', text: '#1c1d22', muted: '#55565c', accent: '#4d45e6', accent_text: '#ffffff' }
const LOOK = { light: PALETTE, dark: PALETTE, heading_font: 'serif', body_font: 'sans', radius: 8, width: 'medium' as const, logo: null, dark_logo: null }
export const heading = (id: string, text: string) => ({ type: 'Heading', props: { id, text } })
export const pageOf = (...content: PageData['content']): PageData => ({ root: { props: {} }, content })

const records = defineRecords(contract, {
  leaving: { stays: ['site.revision', 'site.font'] },
  async fill({ app, side, word, mark, file }: Target & SpacesMade) {
    const as = app.as(side.admin)
    const page = async (words: string, more: object = {}) => {
      const data = pageOf(heading('a', words), { type: 'Code', props: { id: 'code', code: '<p>Kiln</p>' } })
      // none that a copy of another would get
      const slug = `at-${mark}-${words.toLowerCase().replaceAll(' ', '-')}`
      return (await as.call(routes.createPage, { body: { page: { name: words, slug, data, ...more } } })).id
    }
    const [siteDraft, siteGone, siteNext] = [await page(word), await page(`${word} gone`), await page(`${word} next`)]
    const [siteBack, sitePurged] = [await page(`${word} back`), await page(`${word} purged`)]
    for (const id of [siteBack, sitePurged]) await as.call(routes.destroyPage, { params: { id } })
    // what is published lies in no space
    const [sitePage, siteShown] = [await page('Page'), await page('Shown')]
    const siteLocked = await page('Locked', { visibility: 'password', password: 'kiln-2026' })
    for (const id of [sitePage, siteShown, siteLocked]) await as.call(routes.publishPage, { params: { id }, body: {} })
    const { records: revisions } = await as.call(routes.revisions, { params: { pageId: sitePage } })
    // by hand where a community keeps only so many, as this is made again and again
    const theme = async (more: string) => {
      const values = [side.communityId, `${word} ${more}`, JSON.stringify(LOOK)]
      const [made] = await app.sql<{ id: number }>('insert into site.theme (community_id, name, look) values ($1, $2, $3) returning id', values)
      return Number(made!.id)
    }
    const font = async (more: string) => {
      const [whole, cut] = await Promise.all(['whole', 'cut'].map((name) => app.upload(side.admin, `${name}-${mark}.bin`, Buffer.from(`\0${mark}`))))
      const values = [side.communityId, `${word} ${more}`, whole!.id, cut!.id, side.admin.id]
      const [made] = await app.sql<{ id: number }>(
        `insert into site.font (community_id, family, file_id, subset_file_id, original_size, size, author_member_id) values ($1, $2, $3, $4, 9, 9, $5) returning id`,
        values,
      )
      return Number(made!.id)
    }
    const redirect = async (more: string) => {
      const body = { redirect: { from: `/old-${word.toLowerCase()}-${more}-${mark}`, to: `https://${word.toLowerCase()}.example/` } }
      return (await as.call(routes.createRedirect, { body })).id
    }
    const saved = async (more: string) => {
      const values = [side.communityId, `${word} ${more}`, JSON.stringify(pageOf(heading('a', word)))]
      const [made] = await app.sql<{ id: number }>('insert into site.reusable_block (community_id, name, data) values ($1, $2, $3) returning id', values)
      return Number(made!.id)
    }
    await as.call(routes.saveSnippets, {
      body: { code_snippets: { snippets: [{ key: 'one', name: word, place: 'body', code: '<p>Kiln</p>', consent: 'necessary', is_on: true }] } },
    })
    await as.call(routes.saveSeo, { body: { seo: { has_feeds: true } } })
    const [siteFont, siteFontGone] = [await font('one'), await font('gone')]
    const { url } = await as.call(routes.font, { params: { id: siteFont } })
    return {
      ...{ sitePage, siteGone, siteBack, sitePurged, siteNext, siteShown, siteDraft, siteLocked, siteRevision: revisions[0]!.id },
      ...{ siteTheme: await theme('one'), siteThemeGone: await theme('gone'), siteFont, siteFontGone, siteFontFile: url.split('/').at(-1)! },
      ...{ siteRedirect: await redirect('one'), siteRedirectGone: await redirect('gone'), siteSaved: await saved('one'), siteSavedGone: await saved('gone') },
      sitePicture: file.signedId,
    }
  },
  inputs: {
    pages: { input: ({ word }) => ({ query: { query: word } }), foreign: [200], wide: true },
    createPage: { body: { page: { name: 'Another' } } },
    page: { input: ({ sitePage }) => ({ params: { id: sitePage } }), wide: true },
    updatePage: { input: ({ siteDraft }) => ({ params: { id: siteDraft }, body: { page: { meta_title: 'Another' } } }), wide: true },
    destroyPage: { input: ({ siteGone }) => ({ params: { id: siteGone } }), uses: true, wide: true },
    deletedPages: { input: () => ({}), foreign: [200], wide: true },
    restorePage: { input: ({ siteBack }) => ({ params: { id: siteBack } }), uses: true, wide: true },
    purgePage: { input: ({ sitePurged }) => ({ params: { id: sitePurged } }), uses: true, wide: true },
    publishPage: { input: ({ siteNext }) => ({ params: { id: siteNext }, body: { at: FAR } }), own: [200, 422], wide: true },
    unpublishPage: { input: ({ siteShown }) => ({ params: { id: siteShown } }), uses: true, wide: true },
    duplicatePage: { input: ({ sitePage }) => ({ params: { id: sitePage }, body: {} }), wide: true },
    homePage: { input: ({ siteDraft }) => ({ params: { id: siteDraft }, body: { is_home: false } }), wide: true },
    changeTheme: { input: ({ siteDraft, siteTheme }) => ({ params: { pageId: siteDraft }, body: { theme_id: siteTheme } }), wide: true },
    revisions: { input: ({ sitePage }) => ({ params: { pageId: sitePage } }), wide: true },
    revision: { input: ({ sitePage, siteRevision }) => ({ params: { pageId: sitePage, revisionId: siteRevision } }), wide: true },
    restoreRevision: { input: ({ sitePage, siteRevision }) => ({ params: { pageId: sitePage, revisionId: siteRevision }, body: {} }), wide: true },
    blocks: { input: () => ({}), foreign: [200], wide: true },
    choices: { input: ({ word }) => ({ query: { type: 'Saved', field: 'block', query: word } }), foreign: [200], wide: true },
    preview: { body: { data: pageOf(heading('a', 'Another')) } },
    templates: { input: () => ({}), foreign: [200], wide: true },
    themes: { input: () => ({}), foreign: [200], wide: true },
    createTheme: { body: { theme: { name: 'Clay', ...LOOK } } },
    createCustomTheme: { body: { theme: { name: 'Clay', base: 'espresso' } } },
    theme: { input: ({ siteTheme }) => ({ params: { themeId: siteTheme } }), wide: true },
    updateTheme: { input: ({ siteTheme }) => ({ params: { themeId: siteTheme }, body: { theme: { radius: 4 } } }), wide: true },
    destroyTheme: { input: ({ siteThemeGone }) => ({ params: { themeId: siteThemeGone } }), uses: true, wide: true },
    fonts: { input: () => ({}), foreign: [200], wide: true },
    // the picture is no font
    createFont: {
      input: ({ sitePicture }) => ({ body: { custom_font: { family: 'Clay', file: sitePicture, is_licensed: true } } }),
      own: [404, 422],
      foreign: [404, 422],
      wide: true,
    },
    font: { input: ({ siteFont }) => ({ params: { id: siteFont } }), wide: true },
    updateFont: { input: ({ siteFont }) => ({ params: { id: siteFont }, body: { custom_font: { weight: 700 } } }), wide: true },
    destroyFont: { input: ({ siteFontGone }) => ({ params: { id: siteFontGone } }), uses: true, wide: true },
    redirects: { input: ({ word }) => ({ query: { query: word.toLowerCase() } }), foreign: [200], wide: true },
    createRedirect: { input: ({ mark }) => ({ body: { redirect: { from: `/moved-${mark}`, to: '/members' } } }), uses: true, foreign: 'any', wide: true },
    redirect: { input: ({ siteRedirect }) => ({ params: { redirectId: siteRedirect } }), wide: true },
    updateRedirect: { input: ({ siteRedirect }) => ({ params: { redirectId: siteRedirect }, body: { redirect: { status: 302 } } }), wide: true },
    destroyRedirect: { input: ({ siteRedirectGone }) => ({ params: { redirectId: siteRedirectGone } }), uses: true, wide: true },
    importRedirects: { body: { csv: 'from,to\n/moved,/members\n' } },
    targets: { input: ({ word }) => ({ query: { query: word.toLowerCase() } }), foreign: [200], wide: true },
    reusableBlocks: { input: () => ({}), foreign: [200], wide: true },
    createReusableBlock: { body: { reusable_block: { name: 'Clay', data: pageOf(heading('a', 'Another')) } } },
    reusableBlock: { input: ({ siteSaved }) => ({ params: { id: siteSaved } }), wide: true },
    updateReusableBlock: { input: ({ siteSaved }) => ({ params: { id: siteSaved }, body: { reusable_block: { name: 'Another' } } }), wide: true },
    destroyReusableBlock: { input: ({ siteSavedGone }) => ({ params: { id: siteSavedGone } }), uses: true, wide: true },
    navigation: { input: () => ({}), foreign: [200], wide: true },
    saveNavigation: { body: { navigation: { header: [{ key: 'a', label: 'Members', to: '/members' }] } } },
    snippets: { input: () => ({}), foreign: [200], wide: true },
    saveSnippets: { body: { code_snippets: { banner_text: 'We count visits.' } } },
    seo: { input: () => ({}), foreign: [200], wide: true },
    saveSeo: { body: { seo: { description: 'Clay' } } },
    embed: { input: () => ({}), foreign: [200], wide: true },
    saveEmbed: { body: { embed: { origins: ['https://example.com'] } } },
    // pages are for everybody, also of a community that is closed
    visit: { input: ({ sitePage }) => ({ params: { id: sitePage } }), outside: true, shared: true },
    passwordAttempt: { input: ({ siteLocked }) => ({ params: { id: siteLocked }, body: { password: 'kiln-2026' } }), outside: true, shared: true },
    sitemap: { input: () => ({}), foreign: [200], outside: true, shared: true },
    robots: { input: () => ({}), foreign: [200], outside: true, shared: true },
    rss: { input: ({ space }) => ({ params: { space: space.slug } }), own: [200, 404], outside: true, shared: true },
    jsonFeed: { input: ({ space }) => ({ params: { space: space.slug } }), own: [200, 404], outside: true, shared: true },
    oembed: { input: () => ({ query: { url: 'https://elsewhere.example/' } }), own: [404], outside: true, shared: true },
    script: { input: () => ({}), foreign: [200], outside: true, shared: true },
    fontFile: { input: ({ siteFontFile }) => ({ params: { file: siteFontFile } }), outside: true, shared: true },
    picture: { input: ({ sitePage }) => ({ params: { file: `${sitePage}.png` } }), own: [200, 404], outside: true, shared: true },
    code: { input: ({ sitePage }) => ({ params: { pageId: sitePage, block: 'code' } }), outside: true, shared: true },
    snippetFrame: { input: () => ({ params: { key: 'one' } }), foreign: 'any', outside: true, shared: true },
  },
})
export default records
export type SiteMade = MadeBy<typeof records>
