/** Every screen there is: it opens, says its name, has no accessibility violation in either appearance, and logs no error. */
import AxeBuilder from '@axe-core/playwright'
import type { Page, Request } from '@playwright/test'
import path from 'node:path'
import { signIn } from './people.ts'
import { startProcess } from './server.ts'
import { expect, test } from './test.ts'

interface Filled {
  address: string
  email: string
  password: string
  screens: { plugin: string; module: string; address: string }[]
}
/** The shell's own; those of plugins come from their manifests, with addresses from their records. */
const SHELL: [address: string, name: string][] = [
  ['/account', 'accounts/Account'],
  ['/account/authentication', 'auth/Authentication'],
  ['/two_fa', 'auth/TwoFa'],
  ['/communities', 'communities/Communities'],
  ['/communities/new', 'communities/New'],
  ['/community_switchers', 'communities/Switcher'],
  ['/settings', 'communities/General'],
  ['/settings/theme', 'site/Theme'],
  ['/settings/plugins', 'communities/Plugins'],
  ['/settings/tiers', 'communities/Tiers'],
  ['/settings/owners', 'communities/Owners'],
  ['/settings/sign_in', 'auth/SignInSettings'],
  ['/settings/roles', 'communities/Roles'],
]
const DESK = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
/** All that the other appearance can break in the same elements. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
const QUIET_MS = 100
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const walk = test.extend<{}, { filled: Filled }>({
  filled: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const { said, close } = await startProcess('tests/e2e/filled.ts', {}, /^filled (.*)$/m)
      await use(JSON.parse(said))
      await close()
    },
    { scope: 'worker', timeout: 480_000 },
  ],
})

/** Watches a page's requests; what it returns waits until none has been under way for a moment. `networkidle` would take half a second each time. */
function watchRequests(page: Page) {
  const open = new Set<Request>()
  let changed = 0
  const change = (fn: () => unknown) => {
    fn()
    changed = Date.now()
  }
  page.on('request', (request) => change(() => open.add(request)))
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', (request) => change(() => open.delete(request)))
  return () => expect.poll(() => !open.size && Date.now() - changed > QUIET_MS, { intervals: [25] }).toBe(true)
}

/** What is wrong with the screen that the page shows, in either appearance. @param name of its root, or of a plugin whose screen merely leads on */
async function problemsOf(page: Page, name: string, quiet: () => Promise<void>): Promise<string[]> {
  // some only lead on to another screen, as that of visitors does for members
  const wanted = name.endsWith('/Redirect') || name === 'live/PublicStream' ? '[data-screen]' : `[data-screen="${name}"]`
  const shown = await page
    .locator(wanted)
    .first()
    .waitFor({ timeout: 10_000 })
    .then(
      () => true,
      () => false,
    )
  if (!shown) {
    const names = await page.locator('[data-screen]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.screen))
    return [`there is no ${wanted}, but ${names.join() || 'none'}`]
  }
  await quiet()
  const problems: string[] = []
  const astray = await page.locator('th[scope=col]').evaluateAll((heads) =>
    heads.flatMap((head) => {
      const cell = head.closest('table')!.tBodies[0]?.rows[0]?.cells[(head as HTMLTableCellElement).cellIndex]
      const places = [head, cell ?? head].map((one) => getComputedStyle(one).textAlign.replace(/.*center/, 'center'))
      return places.includes('center') && places[0] !== places[1] ? [`${head.textContent}: ${places}`] : []
    }),
  )
  if (astray.length) problems.push(`heads of a table do not stand over their columns: ${astray.join('; ')}`)
  for (const appearance of ['light', 'dark']) {
    await page.evaluate((value) => (document.documentElement.dataset.appearance = value), appearance)
    // nothing of what is well is listed, and no second page is opened for the results: both take longer than the search itself
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
    const { violations } = await (appearance === 'light' ? axe.withTags(LEVELS) : axe.withRules(OF_COLOURS)).analyze()
    for (const { id, nodes } of violations) problems.push(`${appearance}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }
  return [...problems, ...(await overflowsOf(page))]
}
/** What makes the page wider than a phone, whatever words stand in it. */
async function overflowsOf(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE)
  const wide = await page.evaluate(() => {
    const room = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= room) return []
    return [...document.body.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > room + 1 && ![...one.children].some((child) => child.getBoundingClientRect().right > room + 1))
      .slice(0, 4)
      .map((one) => `${one.outerHTML.slice(0, 200)} in ${one.parentElement?.outerHTML.slice(0, 120)}`)
      .concat(`wide: ${document.documentElement.scrollWidth}`)
  })
  await page.setViewportSize(DESK)
  return wide
}

// each in a worker of its own where there is one
test.describe.configure({ mode: 'parallel' })

const HALVES = 2
for (let half = 0; half < HALVES; half++)
  walk(`screens, half ${half + 1} of ${HALVES}`, async ({ browser, filled }) => {
    walk.setTimeout(300_000 + filled.screens.length * 12_000)
    const context = await browser.newContext({ baseURL: filled.address, locale: 'en-US', viewport: DESK, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const quiet = watchRequests(page)
    const problems: string[] = []
    page.on('console', (message) => {
      const { url } = message.location()
      // axe asks every frame, and those that show mails and pages let no script run, also before they are filled
      if (message.type() === 'error' && !/^Blocked script execution in 'about:(srcdoc|blank)'/.test(message.text()))
        problems.push(`${page.url()}: ${message.text()} ${url}`)
    })
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
    await signIn(page, filled)
    const ofPlugins = filled.screens.map(({ plugin, module, address }) => [address, `${plugin}/${path.basename(module)}`] as const)
    expect(ofPlugins.length).toBeGreaterThan(40)
    const screens = [...ofPlugins, ...SHELL]
    for (const [address, name] of screens.filter((_, n) => n % HALVES === half)) {
      await page.goto(address)
      for (const problem of await problemsOf(page, name, quiet)) problems.push(`${address}: ${problem}`)
    }
    expect(problems).toEqual([])
    await context.close()
  })

walk('a screen without its name, and one that nobody can read, are found', async ({ browser, filled }) => {
  const context = await browser.newContext({ baseURL: filled.address, locale: 'en-US' })
  const page = await context.newPage()
  const quiet = watchRequests(page)
  await signIn(page, filled)
  await page.goto('/bookmarks')
  await expect(page.locator('[data-screen="content/Bookmarks"]')).toBeVisible()
  await page.evaluate(() => document.querySelector('[data-screen] h1')!.insertAdjacentHTML('afterend', '<img src="/favicon.ico"><button></button>'))
  const found = (await problemsOf(page, 'content/Bookmarks', quiet)).join('\n')
  expect(found).toMatch(/image-alt/)
  expect(found).toMatch(/button-name/)
  await page.evaluate(() => document.querySelector('[data-screen]')!.removeAttribute('data-screen'))
  expect(await problemsOf(page, 'content/Bookmarks', quiet)).toEqual(['there is no [data-screen="content/Bookmarks"], but none'])
  await context.close()
})

walk('the owner of the platform resumes what is paused', async ({ browser, filled }) => {
  const context = await browser.newContext({ baseURL: filled.address, locale: 'en-US' })
  const page = await context.newPage()
  await signIn(page, filled)
  await page.goto('/settings/health')
  await expect(page.getByText('media.preview took longer than 60 s')).toBeVisible()
  await page.goto('/settings/jobs')
  await expect(page.getByText('no such column')).toBeVisible()
  await page.getByRole('button', { name: 'Resume media.preview' }).click()
  await expect(page.getByText('media.preview took longer than 60 s')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Resume home.note' })).toBeVisible()
  await context.close()
})

for (const appearance of ['light', 'dark'] as const)
  test(`a page comes ${appearance} where somebody has chosen so`, async ({ page }) => {
    await signIn(page)
    await page.request.patch('/internal_api/account', { data: { appearance } })
    for (const address of ['/', '/settings', '/account']) {
      await page.goto(address)
      expect(await page.evaluate(() => document.documentElement.dataset.appearance), address).toBe(appearance)
    }
  })

test('a phone: bottom bar, drawer, no sideways scroll', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.goto('/user/sign_in')
  await page.locator('input[type=email]').fill('admin@example.com')
  await page.locator('input[type=password]').fill('Kiln-2026!')
  await page.locator('form button[type=submit]').click()
  await expect(page.locator('[data-screen="home/Home"]')).toBeVisible()
  for (const address of ['/', '/c/show-and-tell', '/settings/plugins', '/account']) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(0)
  }
  await context.close()
})
