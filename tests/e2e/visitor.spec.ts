/** A public page as visitors come to it: whole before any script of the shell, which takes over when they do more than read. */
import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { newcomer } from './people.ts'
import { expect, test } from './test.ts'

const POST = '/c/announcements/the-glaze-exchange-opens-on-friday'

test('a post is read as it comes, and the shell takes its place with the first sign of more', async ({ page }) => {
  const shell: string[] = []
  page.on('request', (request) => void (/\/assets\/shell-/.test(request.url()) && shell.push(request.url())))
  await page.addInitScript(() => {
    const seen = { screens: 0, shift: 0 }
    Object.assign(window, { seen })
    new MutationObserver(() => (seen.screens = Math.max(seen.screens, document.querySelectorAll('[data-screen]').length))).observe(document, {
      childList: true,
      subtree: true,
    })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(POST)
  const screen = page.locator('[data-screen="posts/Post"]')
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('The glaze exchange opens on Friday')
  await expect(screen.locator('#comments li').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toHaveAttribute('href', new RegExp(encodeURIComponent(POST)))
  expect(shell, 'nothing of the shell yet').toEqual([])
  const places = () => page.evaluate(() => ['h1', '#comments h2', '#comments li'].map((name) => document.querySelector(name)!.getBoundingClientRect().top))
  const before = await places()

  await page.mouse.move(200, 200)
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  expect(await places()).toEqual(before)
  const { screens, shift } = await page.evaluate(() => (window as unknown as { seen: { screens: number; shift: number } }).seen)
  expect(screens, 'never two of one screen').toBe(1)
  expect(shift).toBeLessThan(0.05)
})

test('who only reads has the shell after a while, and a focused link keeps the focus', async ({ page }) => {
  await page.goto(POST)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
  const before = await focused()
  expect(before).toBe('/')
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  expect(await focused()).toBe(before)
  const other = await page.context().newPage()
  await other.goto(POST)
  await expect(other.getByRole('button', { name: 'Share' }), 'without any sign').toBeVisible()
})

test('pages are valid HTML, with what the rules of accessibility ask of it', async ({ request }) => {
  const rules = { 'require-sri': 'off', 'no-trailing-whitespace': 'off', 'long-title': 'off' } as const
  const validate = new HtmlValidate({ root: true, extends: ['html-validate:standard', 'html-validate:a11y'], rules })
  for (const path of ['/', '/courses', '/events', '/c/kiln-talk', POST, '/welcome']) {
    const { results } = await validate.validateString(await (await request.get(path, { headers: { accept: 'text/html' } })).text())
    expect(
      results.flatMap(({ messages }) => messages).map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
      path,
    ).toEqual([])
  }
})

test('without JavaScript the page is there and its links lead on', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(POST)
  await expect(page.getByText('needs JavaScript')).toBeHidden()
  await page.locator('[data-screen="posts/Post"]').getByRole('link', { name: 'Announcements' }).click()
  await expect(page).toHaveURL('/c/announcements')
  await context.close()
})

/** What can be read in a part of the page, line by line. Moments are left out: only the browser knows the reader's time of day; names of files, which have players; and the signs of tasks, which become boxes. */
const linesOf = (page: Page, part: string) =>
  page
    .locator(part)
    .first()
    .evaluate((root) => {
      const copy = root.cloneNode(true) as HTMLElement
      for (const time of copy.querySelectorAll('time, script, li[data-checked] > .sr-only')) time.replaceWith(' ')
      for (const block of copy.querySelectorAll('p, h1, h2, h3, li, div, a, button, section, article, span')) {
        block.prepend('\n')
        block.append('\n')
      }
      return copy
        .textContent!.split('\n')
        .map((line) => line.replace(/[·☑☐\s]+/g, ' ').trim())
        .filter((line) => line !== '' && !/\(\d[\d.,]* ([kMG]?B|bytes?)\)$/.test(line))
    })
/** Addresses that a part leads to. */
const linksOf = (page: Page, part: string) =>
  page
    .locator(part)
    .first()
    .evaluate((root) => [...root.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')))
/** Headings and paragraphs of what the page is about; lists go on when the shell has come, and tasks get words for their signs. */
const saidIn = (page: Page) =>
  page.locator('main').evaluate((root) => {
    const main = root.cloneNode(true) as HTMLElement
    for (const sign of main.querySelectorAll('li[data-checked] > .sr-only')) sign.remove()
    const records = [...main.querySelectorAll('article')].slice(0, 5)
    return [...main.querySelectorAll('h1'), ...records.flatMap((record) => [...record.querySelectorAll('h2, .rich-text > p, .rich-text li')])].map((part) =>
      part.textContent!.replace(/[☑☐\s]+/g, ' ').trim(),
    )
  })

for (const { locale, width } of [
  { locale: 'en-US', width: 1440 },
  { locale: 'pt-BR', width: 390 },
])
  test(`pages say the same before and after the shell has come (${locale}, ${width})`, async ({ browser, baseURL }) => {
    const as = async (javaScriptEnabled: boolean) =>
      (await browser.newContext({ baseURL, locale, javaScriptEnabled, viewport: { width, height: 900 } })).newPage()
    const [plain, live] = [await as(false), await as(true)]
    for (const path of [
      '/',
      '/c/kiln-talk',
      '/c/shop-talk',
      '/c/back-bench',
      '/c/glaze-chemistry',
      '/courses',
      '/events',
      '/c/open-studio',
      POST,
      '/legal/terms',
    ]) {
      await plain.goto(path)
      await live.goto(path)
      await live.mouse.move(200, 200)
      await expect(live.locator('#drawer[popover]'), `${path}: the shell has come`).toHaveCount(0)
      await expect(live.locator('[data-screen] [aria-busy="true"]')).toHaveCount(0)
      const firstLines = await linesOf(plain, 'main')
      await expect(async () => {
        const later = (await linesOf(live, 'main')).join(' ')
        for (const line of firstLines) expect(later, `${path}: "${line}" stays`).toContain(line)
      }).toPass({ timeout: 10_000 })
      const first = firstLines.join(' ')
      for (const line of await saidIn(live)) expect(first, `${path}: "${line}" was there at once`).toContain(line)
      for (const part of ['header', '#drawer', 'nav:last-of-type'])
        expect(await linksOf(plain, part), `${path}: links of ${part}`).toEqual(await linksOf(live, part))
      expect(await plain.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect(await live.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await plain.context().close()
    await live.context().close()
  })

test('what a visitor presses before the shell is there asks in place, and is done when they come back as a member', async ({ browser, page }) => {
  const member = await newcomer(browser, 'Wanda Wish')
  const email = await member.evaluate(async () => (await (await fetch('/boot')).json()).account.email)
  await member.context().close()
  // The shell is slow: what is pressed meanwhile is kept.
  await page.route(/\/assets\/shell-/, async (route) => {
    await new Promise((done) => setTimeout(done, 500))
    await route.continue()
  })
  await page.goto(POST)
  const like = page.locator('[data-screen="posts/Post"] article > div [data-press^="like:post:"]').first()
  const before = Number((await like.textContent())?.trim() || 0)
  await like.click()
  await expect(like, 'answers at once').toHaveAttribute('aria-busy', 'true')
  expect(new URL(page.url()).pathname).toBe(POST)
  const asked = page.getByRole('dialog', { name: 'Join to like this' })
  await expect(asked.getByRole('link', { name: /^Join/ })).toHaveAttribute('href', new RegExp(encodeURIComponent(POST)))
  await asked.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email', { exact: false }).first().fill(email)
  await page.getByLabel('Password', { exact: false }).first().fill('Celadon-9!')
  const kept = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/internal_api/user_likes'))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(POST)
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveText(String(before + 1))
  // it is pressed before the server knows
  expect((await kept).ok()).toBe(true)
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
})

for (const locale of ['en-US', 'pt-BR'])
  test(`events are told by the visitor’s own clocks, before the shell has come and after (${locale})`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, locale, timezoneId: 'Asia/Tokyo' })
    const page = await context.newPage()
    const saidOf = async () => (await page.locator('[data-screen] article').first().innerText()).replace(/\s+/g, ' ').split('RSVP')[0]
    // The shell is away at first.
    await page.route(/\/assets\/shell-/, (route) => route.abort())
    await page.goto('/events')
    const before = await saidOf()
    expect(before).not.toMatch(/GMT|Time|Horário/)
    await page.unroute(/\/assets\/shell-/)
    await page.goto('/events')
    await page.mouse.move(200, 200)
    await expect(page.locator('#drawer[popover]'), 'the shell has come').toHaveCount(0)
    expect(await saidOf()).toBe(before)
    await context.close()
  })

test('a visitor who presses a name is told of profiles, and how to see this one', async ({ page }) => {
  await page.goto('/u/1')
  const profile = page.locator('[data-screen="members/Profile"]')
  await expect(profile.getByRole('heading', { name: 'Profiles are for members only' }).first()).toBeAttached()
  await expect(profile.getByText('sign in to see this profile')).toBeVisible()
  await profile.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/user\/sign_in\?/)
})
