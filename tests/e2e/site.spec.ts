/** A page of the site, from a template to what visitors read, back to an earlier version, and at last the home page. */
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

const AT = '/settings/pages'
const canvas = (page: Page) => page.frameLocator('iframe[title="Canvas"]')
const status = (page: Page) => page.locator('[data-screen="site/Builder"]').getByRole('status').filter({ hasText: 'Saved' })

/** @returns what somebody reads who is not signed in */
async function visitorAt(browser: Browser, address: string) {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(address)
  return page
}
async function newPage(page: Page, name: string, template: string) {
  await page.goto(AT)
  await page.getByRole('button', { name: 'New page' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New page' })
  await dialog.getByRole('button', { name: template }).click()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create page' }).click()
  await expect(page.locator('[data-screen="site/Builder"]')).toBeVisible()
}
async function wrong(page: Page) {
  // what a page shows is its own, and news that fades has no colour of its own
  const found = await new AxeBuilder({ page }).exclude('iframe').exclude('[data-sonner-toaster]').analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary}`)
}

// the files after this one meet the home page that they know
test.afterEach(async ({ page }) => {
  const { records } = await (await page.request.get('/internal_api/settings/site/pages')).json()
  for (const { id, is_home } of records) if (is_home) await page.request.post(`/internal_api/settings/site/pages/${id}/home`, { data: { is_home: false } })
})

test('a page is made from a template, written, published, brought back, and made the home page', async ({ page, browser, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  await newPage(page, 'Winter market', 'Market or event')
  const heading = canvas(page).getByRole('heading', { level: 1 })
  await heading.click()
  expect(await wrong(page)).toEqual([])

  // what is written is drawn by the server, and saved by itself
  const title = page.getByLabel('Title', { exact: true }).first()
  await title.fill('Winter begins here')
  await expect(heading).toHaveText('Winter begins here')
  await expect(status(page)).toBeVisible()

  // a block is put in behind the chosen one, doubled by keys, and taken back
  const blocks = canvas(page).locator('[data-puck-component]')
  const before = await blocks.count()
  await page.getByTestId('drawer-item:Columns').click()
  await expect(blocks).toHaveCount(before + 1)
  await page.keyboard.press('ControlOrMeta+d')
  await expect(blocks).toHaveCount(before + 2)
  // what follows at once is one step with what was before
  await expect(status(page)).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(blocks).toHaveCount(before + 1)
  await expect(status(page)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(blocks).toHaveCount(before + 2)

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const publishing = page.getByRole('dialog', { name: 'Publish Winter market' })
  await expect(publishing.getByText('One main heading, levels in order')).toBeVisible()
  await publishing.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Page published').first()).toBeVisible()

  const address = new URL('/winter-market', server.address).href
  const visitor = await visitorAt(browser, address)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Winter begins here' })).toBeVisible()

  // visitors see a change once it is published, and the version before can come back
  await heading.click()
  await title.fill('Spring is near')
  await expect(page.getByRole('button', { name: 'Publish 1 change' })).toBeVisible()
  await expect(status(page)).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Winter begins here' })).toBeVisible()
  await page.getByRole('button', { name: 'History', exact: true }).click()
  const history = page.getByRole('complementary', { name: 'History' })
  await history
    .getByRole('listitem')
    .filter({ has: page.getByText('Published', { exact: true }) })
    .getByRole('button')
    .first()
    .click()
  await expect(page.frameLocator('iframe[title="Version"]').getByText('Winter begins here')).toBeVisible()
  await history.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore this version' }).click()
  await expect(heading).toHaveText('Winter begins here')
  await expect(page.getByRole('button', { name: 'View live page' })).toBeVisible()

  await page.goto(AT)
  await page.getByRole('button', { name: 'Actions for Winter market' }).click()
  await page.getByRole('menuitem', { name: 'Set as home page' }).click()
  await expect(page.getByText('Home page', { exact: true })).toBeVisible()
  expect(await wrong(page)).toEqual([])
  await visitor.goto(server.address)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Winter begins here' })).toBeVisible()
  await visitor.context().close()
})

test('two editors of one page lose nothing, and a saved block stands on both', async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  await newPage(page, 'Two hands', 'Market or event')
  const heading = canvas(page).getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const other = await context.newPage()
  await other.setViewportSize({ width: 1440, height: 900 })
  await other.goto(page.url())
  await canvas(other).getByRole('heading', { level: 2 }).first().click()

  await heading.click()
  await page.getByLabel('Title', { exact: true }).first().fill('From the first window')
  await expect(status(page)).toBeVisible()
  await other.getByLabel('Title', { exact: true }).first().fill('From the second window')
  await expect(canvas(other).getByText('From the first window')).toBeVisible()
  await expect(canvas(other).getByText('From the second window')).toBeVisible()

  // each takes back its own acts: what the other has written stays through all steps
  await expect(status(other)).toBeVisible()
  await other.getByRole('button', { name: 'Undo' }).click()
  await expect(canvas(other).getByText('From the second window')).toHaveCount(0)
  await expect(canvas(other).getByText('From the first window')).toBeVisible()
  await other.getByRole('button', { name: 'Redo' }).click()
  await expect(canvas(other).getByText('From the second window')).toBeVisible()
  await expect(canvas(other).getByText('From the first window')).toBeVisible()
  await expect(status(other)).toBeVisible()

  // both write in the same block: they are asked
  await canvas(other).getByRole('heading', { level: 1 }).click()
  await other.getByLabel('Title', { exact: true }).first().fill('The later one')
  await expect(status(other)).toBeVisible()
  await page.getByLabel('Title', { exact: true }).first().fill('The one to keep')
  const question = page.getByRole('dialog', { name: 'Conflicting changes' })
  await question.getByRole('button', { name: 'Save selection' }).click()
  await expect(heading).toHaveText('The one to keep')
  await expect(status(page)).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'Actions for Hero' }).click()
  await page.getByRole('menuitem', { name: 'Save as reusable block' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Our head')
  await page.getByRole('dialog').getByRole('button', { name: 'Save block' }).click()
  await expect(page.getByText('Our head saved').first()).toBeVisible()
  await expect(canvas(page).getByText('The one to keep')).toBeVisible()
  await expect(status(page)).toBeVisible()
  await page.goto(`${AT}/blocks`)
  await page.getByRole('link', { name: 'Our head' }).click()
  await canvas(page).getByText('The one to keep').click()
  await expect(page.getByLabel('Title', { exact: true }).first()).toHaveValue('The one to keep')
})

test('a page moves, is scheduled as it stands, and comes back after it was deleted', async ({ page, browser, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  await newPage(page, 'Open kiln', 'Waitlist')
  const heading = canvas(page).getByRole('heading', { level: 1 })
  await heading.click()
  const title = page.getByLabel('Title', { exact: true }).first()
  await title.fill('As it is shown')
  await expect(status(page)).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Page published').first()).toBeVisible()

  // its old address leads to the new one
  await page.getByRole('button', { name: 'Page settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings of Open kiln' })
  await settings.getByLabel('URL').fill('kiln-night')
  await expect(settings.getByRole('checkbox', { name: 'Redirect the old URL (/open-kiln) to this page' })).toBeChecked()
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved').first()).toBeVisible()
  const visitor = await visitorAt(browser, new URL('/open-kiln', server.address).href)
  await expect(visitor).toHaveURL(/kiln-night$/)

  // what is written after it was scheduled is not part of that
  await title.fill('As it is scheduled')
  await expect(status(page)).toBeVisible()
  await page.getByRole('button', { name: 'More publishing options' }).click()
  await page.getByRole('menuitem', { name: 'Schedule' }).click()
  const publishing = page.getByRole('dialog', { name: 'Publish Open kiln' })
  await publishing.getByRole('button', { name: 'Choose date and time' }).click()
  await page.getByRole('dialog', { name: 'Choose date and time' }).getByRole('button', { name: 'Set' }).click()
  await publishing.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('Scheduled version:')).toBeVisible()
  await heading.click()
  await title.fill('As it is since')
  await expect(page.getByText('Your later changes aren’t included.')).toBeVisible()
  expect(await wrong(page)).toEqual([])
  await page.getByRole('button', { name: 'Schedule the latest version' }).click()
  await expect(page.getByText('Your later changes aren’t included.')).toHaveCount(0)
  await expect(page.getByText('Scheduled version:')).toBeVisible()

  await page.goto(AT)
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Open kiln' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  // a home page that visitors cannot read is told of where it is chosen, and where it stands
  await act('Cancel schedule')
  await expect(page.getByText('Schedule canceled').first()).toBeVisible()
  await act('Unpublish')
  await act('Set as home page')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set as home page' }).click()
  await expect(page.getByText('This home page isn’t published.', { exact: false })).toBeVisible()
  expect(await wrong(page)).toEqual([])

  await act('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Open kiln' })).toBeVisible()
  await act('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: 'Open kiln' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Deleted pages' }).click()
  await act('Restore')
  await expect(page.getByText('No deleted pages')).toBeVisible()
  await page.goto(AT)
  await expect(page.getByRole('link', { name: 'Open kiln' })).toBeVisible()
  await visitor.context().close()
})

test('on a phone a page is a list of blocks, written one at a time', async ({ page, browser, server }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await newPage(page, 'Pocket page', 'Waitlist')
  await page.getByRole('button', { name: /^Hero/ }).first().click()
  const block = page.getByRole('dialog', { name: 'Hero' })
  await block.getByLabel('Title', { exact: true }).fill('Made on a phone')
  await block.getByRole('button', { name: 'Close' }).click()
  await expect(status(page)).toBeVisible()
  expect(await wrong(page)).toEqual([])
  await page.getByRole('button', { name: 'Add block' }).click()
  await page.getByRole('dialog', { name: 'Add block' }).getByRole('button', { name: 'Quotes' }).click()
  await page.getByRole('dialog', { name: 'Quotes' }).getByRole('button', { name: 'Close' }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Page published').first()).toBeVisible()
  const visitor = await visitorAt(browser, new URL('/pocket-page', server.address).href)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Made on a phone' })).toBeVisible()
  await visitor.context().close()
})

test('saved blocks stand round every page, and own links in the bar of phones', async ({ page, browser, server }) => {
  await signIn(page)
  const call = async (method: 'post' | 'patch', path: string, data: object) => (await page.request[method](`/internal_api/settings/${path}`, { data })).json()
  const block = (name: string) => ({ name, data: { root: { props: {} }, content: [{ type: 'Heading', props: { id: 'one', text: `${name} of the site` } }] } })
  for (const name of ['Notice', 'Ending']) await call('post', 'reusable_blocks', { reusable_block: block(name) })
  const { id } = await call('post', 'site/pages', { page: { name: 'Framed page', slug: 'framed-page', template: 'about' } })
  await call('post', `site/pages/${id}/publish`, {})
  try {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/settings/navigation')
    await page.getByLabel('Announcement bar').selectOption({ label: 'Notice' })
    await page.getByRole('tab', { name: /^Footer/ }).click()
    await page.getByRole('combobox', { name: 'Footer', exact: true }).selectOption({ label: 'Ending' })
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    expect(await wrong(page)).toEqual([])
    const visitor = await visitorAt(browser, new URL('/framed-page', server.address).href)
    await expect(visitor.getByRole('complementary', { name: 'Announcement' })).toContainText('Notice of the site')
    await expect(visitor.getByRole('contentinfo')).toContainText('Ending of the site')
    expect(await wrong(visitor)).toEqual([])
    await visitor.context().close()

    await call('patch', 'navigation', { navigation: { phone: [{ key: 'kiln', label: 'Kiln times', to: '/events' }] } })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/members')
    const bar = page.getByRole('navigation', { name: 'Quick navigation' })
    await expect(bar.getByRole('link').nth(1)).toHaveText('Kiln times')
    await expect(bar.getByRole('link')).toHaveCount(5)
  } finally {
    await call('patch', 'navigation', { navigation: { phone: [], announcement_block: null, footer_block: null } })
    await page.request.delete(`/internal_api/settings/site/pages/${id}`)
    const { records } = await (await page.request.get('/internal_api/settings/reusable_blocks')).json()
    for (const { id: saved, name } of records)
      if (['Notice', 'Ending'].includes(name)) await page.request.delete(`/internal_api/settings/reusable_blocks/${saved}`)
  }
})

test('a link is chosen by a name, a layer is dragged past another, and a time to come says whose it is', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  await newPage(page, 'Raku evening', 'Market or event')
  await canvas(page).getByRole('heading', { level: 1 }).click()
  const panel = page.getByRole('complementary', { name: 'Block settings' })
  await panel.getByRole('region', { name: 'Buttons' }).locator('button[aria-expanded=false]').first().click()
  await panel.getByRole('button', { name: 'Choose by name' }).first().click()
  await page.keyboard.type('about')
  await panel.getByRole('option', { name: /About/ }).first().click()
  await expect(panel.getByLabel('Link', { exact: true })).toHaveValue('/about')
  await expect(panel.getByLabel('Link', { exact: true })).toBeFocused()

  await page.getByRole('tab', { name: 'Layers' }).click()
  const grips = page.getByRole('button', { name: /^Move / }).and(page.locator('[data-layers] *'))
  const named = () => grips.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  const [first, second, ...rest] = await named()
  await grips.nth(1).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(named).toEqual([second, first, ...rest])

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Schedule for later').click()
  const publishing = page.getByRole('dialog', { name: 'Publish Raku evening' })
  await expect(publishing.getByText(/^Anyone can open it at .+\/raku-evening\.$/)).toBeVisible()
  await expect(publishing.getByText('Your time zone: ')).toBeVisible()
})
