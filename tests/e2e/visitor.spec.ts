/** A public page as visitors come to it: whole before any script of the shell, which takes over when they do more than read. */
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
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
  const before = await focused()
  expect(before).toBe('/')
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  expect(await focused()).toBe(before)
  const other = await page.context().newPage()
  await other.goto(POST)
  await expect(other.getByRole('button', { name: 'Share' }), 'without any sign').toBeVisible()
})

test('a page that begins as HTML is painted before its scripts are asked for', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('[data-screen="home/Home"] article').first()).toBeVisible()
  const [painted, asked] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    ...performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/shell-/.test(name))
      .map(({ startTime }) => startTime),
  ])
  expect(asked).toBeGreaterThan(painted!)
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
