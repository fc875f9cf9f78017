/** Chat as people use it: live between two, in threads, with reactions, over a lost connection, and on a phone. */
import type { Page } from '@playwright/test'
import { newcomer, signIn } from './people.ts'
import { expect, test } from './test.ts'

const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]`)
const messages = (page: Page) => page.getByRole('log').first().locator('[data-message]')

test.describe.configure({ mode: 'serial' })

async function type(page: Page, text: string, label = /^Message /) {
  await page.getByRole('textbox', { name: label }).first().click()
  await expect(page.locator('[contenteditable="true"]').first()).toBeVisible()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('two people talk live, in a thread, with reactions; what is sent offline arrives once', async ({ page, browser }) => {
  await signIn(page)
  const other = await newcomer(browser, `Rosa ${Date.now().toString(36)}`)

  await other.goto('/messages/new')
  await expect(screen(other, 'chat/NewMessage')).toBeVisible()
  await other.getByLabel('To', { exact: true }).fill('Admin')
  await other.getByRole('option', { name: /Admin/ }).first().click()
  await other.getByRole('textbox', { name: 'Write a message' }).click()
  await other.keyboard.type('Is the kiln free on Friday?')
  await other.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(screen(other, 'chat/Messages')).toBeVisible()
  await expect(messages(other).getByText('Is the kiln free on Friday?')).toBeVisible()

  // the header counts it, and the list leads to it
  await expect(page.getByRole('link', { name: /Messages, \d+ unread/ })).toBeVisible()
  await page.goto(new URL(other.url()).pathname)
  await expect(messages(page).getByText('Is the kiln free on Friday?')).toBeVisible()
  await type(page, 'It is. Bring cone 6.')
  await expect(messages(other).getByText('It is. Bring cone 6.')).toBeVisible()

  // its words are found from any other conversation too
  await page.goto('/messages')
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('Friday')
  await page.getByRole('button', { name: /Is the kiln free on Friday/ }).click()
  await expect(messages(page).getByText('Is the kiln free on Friday?')).toBeVisible()

  const first = messages(page).first()
  await first.hover()
  await first.getByRole('button', { name: 'Reply in thread' }).first().click()
  const thread = page.getByRole('complementary', { name: 'Thread' })
  await thread.getByRole('textbox').first().click()
  await page.keyboard.type('And your own shelf.')
  await page.keyboard.press('Enter')
  await expect(thread.getByText('And your own shelf.')).toBeVisible()
  await expect(messages(other).first().getByText('1 reply')).toBeVisible()
  await page.getByRole('button', { name: 'Close thread' }).click()

  await messages(other).last().hover()
  await messages(other).last().getByRole('button', { name: 'React' }).click()
  await other.getByRole('button', { name: 'React with 🔥' }).click()
  await expect(messages(page).last().getByRole('button', { name: '🔥 1' })).toBeVisible()

  await other.context().setOffline(true)
  await type(other, 'Written in the tunnel')
  await expect(other.locator('[data-pending]').getByText('Written in the tunnel')).toBeVisible()
  await type(other, 'And one more')
  await expect(other.locator('[data-pending]')).toHaveCount(2)
  await expect(messages(page).getByText('Written in the tunnel')).toHaveCount(0)
  await other.context().setOffline(false)
  await expect(messages(page).getByText('And one more')).toBeVisible({ timeout: 20_000 })
  await expect(messages(page).getByText('Written in the tunnel')).toHaveCount(1)
  await expect(other.locator('[data-pending]')).toHaveCount(0)
  await expect(messages(other).getByText('And one more')).toHaveCount(1)
  const order = await messages(page).allInnerTexts()
  expect(order.findIndex((text) => text.includes('tunnel'))).toBeLessThan(order.findIndex((text) => text.includes('one more')))

  await page.goto('/threads')
  await expect(screen(page, 'chat/Threads').getByText('And your own shelf.').first()).toBeVisible()
})

test('a message is edited with its history, pinned, and deleted with a trace', async ({ page }) => {
  await signIn(page)
  await page.goto('/messages')
  await page.getByRole('link', { name: /Firing crew/ }).click()
  await expect(messages(page).first()).toBeVisible()
  const text = `Draft ${Date.now()}`
  await type(page, text)
  const own = messages(page).filter({ hasText: text })
  await own.hover()
  await own.getByRole('button', { name: 'More options for this message' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' better')
  await page.keyboard.press('Enter')
  await expect(own.getByText('edited')).toBeVisible()
  await own.hover()
  await own.getByRole('button', { name: 'More options for this message' }).click()
  await page.getByRole('menuitem', { name: 'Edit history' }).click()
  await expect(page.getByRole('dialog').getByText(text, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await own.hover()
  await own.getByRole('button', { name: 'More options for this message' }).click()
  await page.getByRole('menuitem', { name: 'Delete message' }).click()
  await page.getByRole('button', { name: 'Delete message' }).click()
  await expect(messages(page).last().getByText('This message was deleted')).toBeVisible()
})

test('a phone shows the list or the conversation, never both, and nothing runs over the edge', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US', hasTouch: true })
  const page = await context.newPage()
  await signIn(page)
  await page.goto('/messages')
  await page.getByRole('link', { name: /Firing crew/ }).click()
  await expect(page.getByRole('heading', { name: 'Firing crew' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Messages', level: 2 })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Back to conversations' }).click()
  await expect(page.getByRole('heading', { name: 'Messages', level: 2 })).toBeVisible()
  await context.close()
})

test('a chat space is a conversation in the centre', async ({ page }) => {
  await signIn(page)
  await page.goto('/c/back-bench')
  await expect(messages(page).first()).toBeVisible()
  const text = `Hello studio ${Date.now()}`
  await type(page, text)
  await expect(messages(page).last().getByText(text)).toBeVisible()
})

test('a chat space fills a phone’s screen, from its name to the bar at the foot', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US', hasTouch: true })
  const page = await context.newPage()
  await signIn(page)
  await page.goto('/c/back-bench')
  await expect(messages(page).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(844)
  const [first, field, bar] = await Promise.all([
    page.getByRole('button', { name: 'Jump to date' }).boundingBox(),
    page.getByRole('textbox', { name: 'Message Back bench' }).boundingBox(),
    page.getByRole('navigation').last().boundingBox(),
  ])
  expect(first!.y + first!.height).toBeLessThan(240)
  expect(field!.y + field!.height).toBeLessThanOrEqual(bar!.y)
  await context.close()
})

/** What a window shows of a conversation: each message with its words, marks and reactions. */
const shown = (page: Page) =>
  messages(page).evaluateAll((all) =>
    all.map((one) => [
      one.getAttribute('data-message'),
      one.querySelector('.rich-text')?.textContent ?? one.querySelector('p')?.textContent,
      /edited/.test(one.textContent ?? ''),
      [...one.querySelectorAll('[aria-pressed]')].map((reaction) => reaction.textContent),
    ]),
  )

test('three windows of one conversation agree: what is said, changed, taken back, read and reacted to', async ({ page, browser }) => {
  await signIn(page)
  const second = await page.context().newPage()
  const other = await newcomer(browser, `Theo ${Date.now().toString(36)}`)
  await other.goto('/messages/new')
  await other.getByLabel('To', { exact: true }).fill('Admin')
  await other.getByRole('option', { name: /Admin/ }).first().click()
  await other.getByRole('textbox', { name: 'Write a message' }).click()
  await other.keyboard.type('Three shelves are left')
  await other.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(screen(other, 'chat/Messages')).toBeVisible()
  const address = new URL(other.url()).pathname
  for (const window of [page, second]) {
    await window.goto(address)
    await expect(messages(window).getByText('Three shelves are left')).toBeVisible()
  }
  const windows = [page, second, other]

  // who writes is shown to others, and no longer when they stop
  await other.getByRole('textbox', { name: /^Message / }).click()
  await other.keyboard.type('Never mind')
  for (const window of [page, second]) await expect(window.getByText(/^Theo \S+ is typing$/)).toBeVisible()
  await expect(other.getByText(/is typing/)).toHaveCount(0)
  await expect(page.getByText(/^Theo \S+ is typing$/)).toBeHidden({ timeout: 10_000 })
  await other.keyboard.press('Enter')

  await type(page, 'I take the middle one')
  await type(second, 'And the lowest')
  for (const window of windows) await expect(messages(window)).toHaveCount(4)

  const own = (window: Page, text: string) => messages(window).filter({ hasText: text })
  await own(page, 'middle').hover()
  await own(page, 'middle').getByRole('button', { name: 'More options for this message' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(', thanks')
  await page.keyboard.press('Enter')
  for (const window of windows) await expect(own(window, 'middle one, thanks').getByText('edited')).toBeVisible()

  await own(second, 'Three shelves').hover()
  await own(second, 'Three shelves').getByRole('button', { name: 'React' }).click()
  await second.getByRole('button', { name: 'React with 🔥' }).click()
  for (const window of windows) await expect(own(window, 'Three shelves').getByRole('button', { name: '🔥 1' })).toBeVisible()
  await expect(own(page, 'Three shelves').getByRole('button', { name: '🔥 1' })).toHaveAttribute('aria-pressed', 'true')
  await expect(own(other, 'Three shelves').getByRole('button', { name: '🔥 1' })).toHaveAttribute('aria-pressed', 'false')

  await own(other, 'Never mind').hover()
  await own(other, 'Never mind').getByRole('button', { name: 'More options for this message' }).click()
  await other.getByRole('menuitem', { name: 'Delete message' }).click()
  await other.getByRole('button', { name: 'Delete message' }).click()
  for (const window of windows) await expect(messages(window).getByText('This message was deleted')).toBeVisible()
  const wanted = await shown(page)
  expect(wanted).toHaveLength(4)
  for (const window of windows) expect(await shown(window)).toEqual(wanted)

  // read in one window, read in all
  const unread = async (window: Page) =>
    Number(
      (await window
        .getByRole('link', { name: /^Messages/ })
        .first()
        .innerText()) || 0,
    )
  for (const window of [page, second]) await window.goto('/members', { waitUntil: 'networkidle' })
  // other conversations may have something new, too
  const before = await unread(second)
  await type(other, 'One more thing')
  for (const window of [page, second]) await expect.poll(() => unread(window)).toBe(before + 1)
  await page.goto(address)
  await expect(page.locator('[data-unread-line]')).toBeVisible()
  await expect.poll(() => unread(second)).toBe(before)
})

test('a voice message is recorded, sent and played, with its waveform', async ({ page }) => {
  await signIn(page)
  await page.goto('/messages')
  await page.getByRole('link', { name: /Firing crew/ }).click()
  await expect(messages(page).first()).toBeVisible()
  const before = await page.getByRole('slider', { name: 'Position' }).count()
  await page.getByRole('button', { name: 'Record voice message' }).click()
  await expect(page.getByRole('timer')).toHaveText('0:02')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.locator('[data-pending]')).toHaveCount(0)
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveCount(before + 1)
  const voice = messages(page).last()
  const bars = voice.getByRole('slider').locator('span')
  await expect.poll(() => bars.count()).toBeGreaterThan(10)
  // the fake microphone beeps: bars are not all as high
  expect(new Set(await bars.evaluateAll((all) => all.map((one) => (one as HTMLElement).style.height))).size).toBeGreaterThan(1)
  await voice.getByRole('button', { name: /^Play/ }).click()
  await expect(voice.getByRole('button', { name: /^Pause/ })).toBeVisible()
  await expect.poll(() => voice.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime)).toBeGreaterThan(0.5)
  await expect(voice.getByRole('button', { name: /^Play/ })).toBeVisible({ timeout: 10_000 })
  expect(await voice.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).error)).toBe(null)
})
