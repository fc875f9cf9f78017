/** Everyday use as people know it from elsewhere: writing, messages, pictures, finding. */
import type { Page } from '@playwright/test'
import path from 'node:path'
import { newcomer, signIn } from './people.ts'
import { expect, test } from './test.ts'

const PICTURES = ['bowls', 'tiles'].map((name) => path.resolve(import.meta.dirname, `../../plugins/demo/pictures/${name}.webp`))
const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]`)
const messages = (page: Page) => page.getByRole('log').first().locator('[data-message]')
const isWriting = (page: Page) => page.evaluate(() => document.activeElement?.matches('textarea, [contenteditable="true"]'))

/** Addresses that were answered with 404. */
function missing(page: Page): string[] {
  const found: string[] = []
  page.on('response', (response) => response.status() === 404 && found.push(response.url()))
  return found
}

test('a newcomer writes from the first minute: enter leads on, wrong is what is wrong now, later stands beside now', async ({ browser }) => {
  const page = await newcomer(browser, 'Nora Bell')
  const absent = missing(page)
  await page.getByText('What’s on your mind?').click()
  const form = screen(page, 'posts/Compose').getByRole('form', { name: 'New post' })
  // who is in several spaces and has posted in none is asked where
  await expect(page.getByRole('heading', { name: 'Where do you want to post?' })).toBeVisible()
  await screen(page, 'posts/Compose').getByRole('link', { name: 'Introductions' }).click()
  await expect(form.getByLabel('Space', { exact: true })).toContainText('Introductions')
  await expect(page.getByRole('complementary', { name: 'Spaces' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(form.getByText('Write something first.')).toBeVisible()
  // what is missing is said where it is missing, and nowhere else
  await expect(form.getByText('Couldn’t save')).toHaveCount(0)
  await page.goto('/c/introductions/new?title=Hello&ask=What%20do%20you%20make%3F')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(form.getByText('Write an answer before you publish.')).toHaveCount(1)
  await expect(form.getByText('Couldn’t save')).toHaveCount(0)
  // the question stands beside what is written, and is not published
  await expect(form.getByText('What do you make?')).toBeVisible()
  await form.locator('[contenteditable="true"]').click()
  await page.keyboard.type('Bowls, mostly.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(screen(page, 'posts/Post').getByText('Bowls, mostly.')).toBeVisible()
  await expect(screen(page, 'posts/Post').getByText('What do you make?')).toHaveCount(0)
  await page.goto('/c/introductions/new')
  const title = `First pot ${Date.now()}`
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.keyboard.press('Enter')
  await expect.poll(() => isWriting(page)).toBe(true)
  await page.keyboard.type('It holds water.')
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(form.getByText('Write something first.')).toHaveCount(0)
  await expect(page.getByText('Draft saved')).toBeVisible()

  // found again from the own menu, and published from there
  await page.goto('/')
  await page.getByRole('button', { name: 'Your account, Nora Bell' }).click()
  await page.getByRole('menuitem', { name: 'My drafts' }).click()
  await page.getByRole('link', { name: title }).click()
  await page.getByLabel('Title', { exact: true }).fill(`${title}, renamed`)
  await page.getByRole('button', { name: 'Schedule options' }).click()
  await page.getByRole('menuitem', { name: 'Tomorrow at 9:00 AM' }).click()
  await expect(screen(page, 'posts/Mine').getByText(/tomorrow at 9:00 AM/)).toBeVisible()
  await page.goto('/c/introductions/new')
  await page.getByLabel('Title', { exact: true }).fill(`${title}, at once`)
  await page.keyboard.press('Enter')
  await expect.poll(() => isWriting(page)).toBe(true)
  await page.keyboard.type('Said now.')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(screen(page, 'posts/Post').getByRole('heading', { name: `${title}, at once` })).toBeVisible()
  expect(absent).toEqual([])

  // who is in no space is shown where to join
  const { records } = await (await page.request.get('/internal_api/spaces?include_sidebar=true')).json()
  for (const { id, is_member } of records as { id: number; is_member: boolean }[])
    if (is_member) await page.request.post(`/internal_api/spaces/${id}/leave`, { headers: { origin: new URL(page.url()).origin } })
  await page.goto('/c/-/new')
  await page.getByRole('button', { name: 'Join Kiln talk' }).click()
  await expect(form.getByLabel('Space', { exact: true })).toContainText('Kiln talk')
  // and whoever asks for another space may join that, where they are not sent to one they did not name
  await page.goto('/c/introductions/new')
  await page.getByRole('button', { name: 'Join Introductions' }).click()
  await expect(form.getByLabel('Space', { exact: true }).locator('option:checked')).toContainText('Introductions')
  await page.context().close()
})

test('files of a message are chips above it; enter sends them, and pictures open large', async ({ page, browser }) => {
  await signIn(page)
  const other = await newcomer(browser, `Ida ${Date.now().toString(36)}`)
  await other.goto('/messages/new')
  await expect(other.getByLabel('To', { exact: true })).toBeFocused()
  await other.getByLabel('To', { exact: true }).fill('Admin')
  await other.getByRole('option', { name: /Admin/ }).first().click()
  await other.getByRole('textbox', { name: 'Write a message' }).click()
  await expect(other.locator('[contenteditable="true"]')).toBeFocused()
  await other.keyboard.type('Hello')
  await other.keyboard.press('Enter')
  await expect(screen(other, 'chat/Messages')).toBeVisible()
  await expect.poll(() => isWriting(other)).toBe(true)
  await page.goto(new URL(other.url()).pathname)
  await expect.poll(() => isWriting(page)).toBe(true)
  await page.keyboard.type('Look at')
  // the first letters may come before the connection
  await expect(async () => {
    await page.keyboard.type('.')
    await expect(other.getByText(/^Admin is typing$/)).toBeVisible({ timeout: 1_500 })
  }).toPass()

  await page
    .locator('input[type="file"]')
    .last()
    .setInputFiles([...PICTURES, path.resolve(import.meta.dirname, '../../README.md')])
  const files = page.getByRole('list', { name: 'Attachments' })
  await expect(files.locator('[data-attachment="ready"]')).toHaveCount(3)
  await files.getByRole('button', { name: /tiles.webp: edit alt text/ }).click()
  await page.getByRole('textbox', { name: 'Alt text' }).fill('Tiles in a row')
  await page.keyboard.press('Enter')
  await files.getByRole('button', { name: /^Remove bowls/ }).click()
  await expect.poll(() => isWriting(page)).toBe(true)
  await page.keyboard.type(' this')
  await page.keyboard.press('Enter')
  await expect(files).toHaveCount(0)
  const said = messages(other).last()
  await expect(said.getByText(/^Look at\.+ this$/)).toBeVisible()
  await expect(other.getByText(/^Admin is typing$/)).toHaveCount(0, { timeout: 1_500 })
  await expect(said.getByRole('link', { name: /README\.md/ })).toBeVisible()
  const picture = said.getByRole('button', { name: 'Open image: Tiles in a row' })
  expect((await picture.boundingBox())!.width).toBeLessThanOrEqual(360)
  await picture.click()
  await expect(other.getByRole('dialog', { name: 'Images' })).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(picture).toBeFocused()

  // the arrow leads to what was said last, and back
  await page.keyboard.press('ArrowUp')
  await expect(messages(page).last().getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: /^Message / }).last()).toBeFocused()
  await other.context().close()
})

test('a conversation has the whole phone, and the list a button to begin one', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US', hasTouch: true })
  const page = await context.newPage()
  await signIn(page)
  await page.goto('/messages')
  const bar = page.getByRole('navigation', { name: 'Quick navigation' })
  await expect(page.getByRole('link', { name: 'New message', exact: true })).toBeInViewport()
  await page.getByRole('link', { name: /Firing crew/ }).click()
  await expect(page.getByRole('heading', { name: 'Firing crew' })).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to conversations' }).click()
  await expect(bar).toBeVisible()
  await context.close()
})

test('keys and palette: enter is for the words that stand there, and people are a message away', async ({ page }) => {
  await signIn(page)
  // what is typed before the palette has come are its first words, and no keys of the page
  await page.route(/Palette-.*\.js/, async (route) => {
    await new Promise((done) => setTimeout(done, 500))
    await route.continue()
  })
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('kiln', { delay: 30 })
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  await expect(field).toHaveValue('kiln')
  await expect(page.getByRole('option', { name: /kiln/i }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await field.fill('celadon went grey')
  await page.keyboard.press('Enter')
  await expect(screen(page, 'posts/Post').getByRole('heading', { name: 'Why my celadon went grey at cone 10' })).toBeVisible()

  const like = screen(page, 'posts/Post').locator('[data-act="like"]').first()
  const before = await like.getAttribute('aria-pressed')
  await page.keyboard.press('l')
  await expect(like).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true')
  await page.keyboard.press('e')
  await expect.poll(() => isWriting(page)).toBe(true)
  await page.getByRole('heading', { level: 1 }).first().click()
  await page.keyboard.press('?')
  for (const name of ['New post', 'Like post', 'Write a comment', 'Messages'])
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText(name, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.locator('[data-screen] a[href^="/u/"]').first().hover()
  const card = page.locator('[data-person-card]')
  await card.getByRole('button', { name: /^More options for/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Message' }).click()
  await expect(screen(page, 'chat/Messages')).toBeVisible()
})

test('the menu of a person opens whole: nothing is added under the finger', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const menu = document.querySelector('[role="menu"]')
      if (menu) seen.push(menu.querySelectorAll('[role="menuitem"]').length)
    }).observe(document, { childList: true, subtree: true })
  })
  await signIn(page)
  const { records } = await (await page.request.get('/internal_api/community_members?search_text=Hana')).json()
  await page.goto(`/u/${records[0].public_uid}`)
  await page.getByRole('button', { name: /^More options for Hana/ }).click()
  for (const name of ['View as', 'Ban…', 'Delete…']) await expect(page.getByRole('menuitem', { name })).toBeVisible()
  const items = await page.getByRole('menuitem').count()
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
  expect([...new Set(seen)]).toEqual([items])
})

test('a press on one’s answer in the list of events opens the others, and cancels nothing', async ({ page }) => {
  await signIn(page)
  await page.goto('/events')
  const card = page.getByRole('article', { name: 'Glaze office hour' }).first()
  await card.getByRole('button', { name: 'RSVP' }).click()
  const going = card.getByRole('button', { name: 'Going' })
  await going.click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Not going' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await going.click()
  await page.getByRole('menuitemcheckbox', { name: 'Not going' }).click()
  await expect(card.getByRole('button', { name: 'RSVP' })).toBeVisible()
})
