/** Spaces as people use them: an admin makes a group with spaces, a member joins and switches views, and a phone is run by keyboard. */
import type { Page } from '@playwright/test'
import path from 'node:path'
import { newcomer, signIn } from './people.ts'
import { expect, test } from './test.ts'

const PICTURE = path.resolve(import.meta.dirname, '../../plugins/demo/pictures/celadon.webp')
const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]`)
const stamp = Date.now()
const group = `Evenings ${stamp}`
const open = `Open wheel ${stamp}`
const closed = `Kiln crew ${stamp}`
const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

test.describe.configure({ mode: 'serial' })

test('an admin makes a group with spaces, and orders them by keyboard', async ({ page }) => {
  await signIn(page)
  await page.goto('/space_groups/new')
  await page.getByLabel('Name', { exact: true }).fill(group)
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect(screen(page, 'spaces/Group')).toBeVisible()

  await screen(page, 'spaces/Group').getByRole('link', { name: 'New space' }).first().click()
  const create = page.getByRole('dialog', { name: 'New space' }).getByRole('button', { name: 'Create space' })
  await expect(create).toBeDisabled()
  await page.getByLabel('Name', { exact: true }).fill(open)
  await create.click()
  await expect(screen(page, 'spaces/Space')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit space' }).click()
  await expect(screen(page, 'spaces/SpaceSettings')).toBeVisible()
  // a space has one type at least
  await expect(page.getByRole('checkbox', { name: 'Posts', exact: true })).toBeDisabled()
  await expect(page.getByText('A space needs at least one type')).toBeVisible()
  await page.getByLabel('URL', { exact: true }).fill('Not an address!')
  await expect(page.getByText('Use lowercase letters, numbers')).toBeVisible()
  await page.getByLabel('URL', { exact: true }).fill('show-and-tell')
  await expect(page.getByText('This URL is already used by another space.')).toBeVisible()
  await page.getByLabel('URL', { exact: true }).fill(slugOf(open))
  await expect(page.getByText(`/c/${slugOf(open)}`)).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose an image' }).first().click()
  await (await chooser).setFiles(PICTURE)
  await page.getByRole('application').press('ArrowDown')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Remove Cover' })).toBeVisible()
  await page.getByLabel('Default layout').selectOption('cards')
  await page.getByText('Show welcome banner').scrollIntoViewIfNeeded()
  await page.getByRole('switch', { name: 'Show welcome banner' }).click()
  await page.getByLabel('Heading', { exact: true }).fill('Bring an apron')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.goto(`/c/${slugOf(open)}`)
  await expect(screen(page, 'spaces/Space')).toBeVisible()
  await expect(page.getByRole('heading', { name: open, level: 1 })).toBeVisible()
  await expect(screen(page, 'spaces/Space').locator('header img').first()).toBeVisible()

  await page.goto(`/space_groups`)
  await page.getByRole('link', { name: group }).first().click()
  await screen(page, 'spaces/Group').getByRole('link', { name: 'New space' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill(closed)
  await page.getByRole('radio', { name: /^Private/ }).check()
  await page.getByRole('button', { name: 'Create space' }).click()
  await expect(page.getByRole('heading', { name: closed, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit space' }).click()
  await page.getByLabel('Locked page heading').fill('For those who fire')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

  await page.goto('/settings/spaces?view=order')
  const list = page.getByRole('list', { name: `Order of spaces in ${group}` })
  await expect(list.getByRole('listitem').first()).toContainText(open)
  await list.getByRole('button', { name: `Move ${open}` }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`${open} picked up, position 1 of 2.`)).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(`${open} over position 2 of 2.`)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(list.getByRole('listitem').first()).toContainText(closed)
  await page.reload()
  await expect(list.getByRole('listitem').first()).toContainText(closed)
})

test('a member joins, dismisses the welcome, switches views, and meets the locked page', async ({ browser }) => {
  const page = await newcomer(browser, 'Iara Nunes')
  await page.goto(`/c/${slugOf(open)}`)
  await expect(page.getByText('Bring an apron')).toBeVisible()
  await page.getByRole('button', { name: 'Join space' }).click()
  await page.getByRole('button', { name: 'Dismiss welcome banner' }).click()
  await expect(page.getByText('Bring an apron')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: open, level: 1 })).toBeVisible()
  await expect(page.getByText('Bring an apron')).toHaveCount(0)

  await page.goto('/c/show-and-tell')
  const feed = page.getByRole('feed')
  await expect(feed).toHaveAttribute('data-view', 'cards')
  for (const [name, view] of [
    ['List', 'list'],
    ['Thumbnails', 'thumbnail'],
    ['Masonry', 'masonry'],
    ['Grid', 'grid'],
    ['Feed', 'feed'],
    ['Posts', 'posts'],
  ] as const) {
    await page.getByRole('button', { name: /^View:/ }).click()
    await page.locator('[role^=menuitem]', { hasText: name }).first().click()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(feed).toHaveAttribute('data-view', view)
    await expect(feed.locator('article[data-post]').first()).toBeVisible()
  }
  await page.reload()
  await expect(feed).toHaveAttribute('data-view', 'posts')

  await page.goto(`/c/${slugOf(closed)}`)
  await expect(page.getByText('For those who fire')).toBeVisible()
  await expect(page.getByText('People who can approve your request')).toBeVisible()
  await page.getByLabel('Message (optional)').fill('I fire cone 10.')
  await page.getByRole('button', { name: 'Request to join' }).click()
  await expect(page.getByText('Request pending')).toBeVisible()
  const admin = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(admin)
  await admin.goto(`/c/${slugOf(closed)}`)
  await admin.getByRole('link', { name: '1 join request' }).click()
  await expect(admin.getByText('I fire cone 10.')).toBeVisible()
  await admin.getByRole('button', { name: 'Approve Iara Nunes' }).click()
  await expect(admin.getByRole('region', { name: 'Join requests' })).toHaveCount(0)
  // the page of who asked opens by itself
  await expect(page.getByText('For those who fire')).toHaveCount(0)
  await admin.context().close()
  await page.goto('/c/there-is-no-such-space')
  await expect(page.getByText('Space not found')).toBeVisible()
})

test('a phone by keyboard: find a space, join, open its members, leave', async ({ browser }) => {
  const first = await newcomer(browser, 'Otto Klein')
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 }, storageState: await first.context().storageState() })
  const page = await context.newPage()
  await page.goto('/space_groups')
  const card = page.getByRole('button', { name: 'Join Kiln talk' })
  await expect(card).toBeVisible()
  /** Walks with the tab key until the element has the focus. */
  const tabTo = async (element: ReturnType<Page['getByRole']>) => {
    for (let step = 0; step < 120; step++) {
      if (await element.evaluate((node) => node === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('the tab key does not reach it')
  }
  await tabTo(card)
  await page.keyboard.press('Enter')
  await expect(card).toHaveCount(0)
  await page.goto('/c/kiln-talk')
  const members = page.getByRole('navigation', { name: 'Space', exact: true }).getByRole('link', { name: /^Members/ })
  await expect(members).toBeVisible()
  await tabTo(members)
  await page.keyboard.press('Enter')
  await expect(screen(page, 'spaces/SpaceMembers')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Otto Klein' }).first()).toBeVisible()
  const more = screen(page, 'spaces/SpaceMembers').getByRole('button', { name: 'More', exact: true }).first()
  await tabTo(more)
  await page.keyboard.press('Enter')
  const leave = page.getByRole('menuitem', { name: 'Leave space' })
  await expect(leave).toBeVisible()
  // a menu that is still opening takes the focus after the key
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(leave).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /Leave/ })).toBeVisible()
  await tabTo(page.getByRole('button', { name: 'Leave space' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Join space' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await context.close()
})
