/** The settings on a phone: every page fits the screen, tables are rows that leave no column out, the section list, the save bar. */
import AxeBuilder from '@axe-core/playwright'
import { ADMIN, signIn } from './people.ts'
import { expect, test } from './test.ts'

const PAGES = [
  ...['', '/theme', '/menu', '/plugins', '/plugins/posts', '/tiers', '/sign_in', '/roles', '/jobs', '/health', '/emails/outbox', '/audit', '/api'],
  ...['/spaces', '/spaces?view=order', '/spaces/1', '/posts', '/posts/bulk_actions', '/topics', '/files', '/messaging', '/masquerading', '/home'],
  ...['/landing_page', '/legal', '/discover', '/custom_domain', '/onboarding', '/onboarding?tab=newcomers', '/onboarding?tab=invitation'],
].map((path) => `/settings${path}`)

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('every page of the settings fits the screen and can be read by everybody; none has the bar of members', async ({ page }) => {
  await signIn(page, ADMIN)
  const wide: string[] = []
  for (const address of PAGES) {
    await page.goto(address)
    await expect(page.locator('[data-screen]').first()).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: /Open settings menu/ })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Quick navigation' })).toHaveCount(0)
    const { scrolled, out } = await page.evaluate(() => {
      const scrolls = (one: Element | null): boolean => one !== null && (getComputedStyle(one).overflowX === 'auto' || scrolls(one.parentElement))
      const outside = [...document.querySelectorAll('main :is(table, li, button, input, select, dd)')].filter(
        (one) => one.getBoundingClientRect().right > innerWidth + 1 && !scrolls(one.parentElement) && !one.closest('.sr-only'),
      )
      // rows of tabs and the tools of the editor may: one sees that they go on; tables and forms may not
      const tables = [...document.querySelectorAll('main :is(table, form)')].filter((one) => one.parentElement!.scrollWidth > innerWidth)
      return { scrolled: document.documentElement.scrollWidth, out: [...outside, ...tables].map((one) => one.outerHTML.slice(0, 100)) }
    })
    const { violations } = await new AxeBuilder({ page }).withTags(LEVELS).setLegacyMode().analyze()
    wide.push(...violations.map(({ id, nodes }) => `${address}: ${id}: ${nodes[0]!.html.slice(0, 120)}`))
    if (scrolled > 390) wide.push(`${address}: ${scrolled} px`)
    wide.push(...out.map((html) => `${address}: ${html}`))
  }
  expect(wide).toEqual([])
})

test('a table is rows with every column in them, sorted and chosen by touch', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/settings/spaces')
  const rows = page.getByRole('list', { name: 'Spaces' }).getByRole('listitem')
  const row = rows.filter({ hasText: 'Announcements' })
  for (const fact of ['Public', 'Group', 'Type', 'Members', 'Posts', 'Last activity', 'Created']) await expect(row).toContainText(fact)
  await page.getByRole('button', { name: /^Sort(?!.*cending)/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Sort descending' }).click()
  const counts = await rows.locator('dl > div', { hasText: 'Members' }).locator('dd').allTextContents()
  expect(counts.map(Number)).toEqual(counts.map(Number).sort((a, b) => b - a))
  // a long press on a row chooses it
  await row.scrollIntoViewIfNeeded()
  const box = (await row.boundingBox())!
  await page.mouse.move(box.x + 160, box.y + 20)
  await page.mouse.down()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.mouse.up()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(page.getByText('1 selected')).toBeHidden()
})

test('the title opens the list of sections; what was changed is saved by a bar at the foot that covers nothing', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/settings')
  await page.getByRole('button', { name: /General/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Settings' })
  await sheet.getByRole('searchbox').fill('home')
  await sheet
    .getByRole('link', { name: /^Home page/ })
    .first()
    .click()
  await expect(page.locator('[data-screen="home/Settings"]')).toBeVisible()
  await expect(sheet).toBeHidden()
  await page.getByRole('switch', { name: '“While you were away” summary' }).click()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeInViewport()
  const last = page.getByRole('button', { name: 'Choose an image' }).last()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const [picture, bar] = [(await last.boundingBox())!, (await save.boundingBox())!]
  expect(picture.y + picture.height).toBeLessThan(bar.y)
  await save.click()
  await expect(save).toBeHidden()
  const away = async () => (await (await page.request.get('/internal_api/settings/home')).json()).away_enabled
  expect(await away()).toBe(false)
  await page.getByRole('switch', { name: '“While you were away” summary' }).click()
  await save.click()
  await expect(save).toBeHidden()
  expect(await away()).toBe(true)
})
