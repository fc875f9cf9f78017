/** The bell acts: what one is told of is answered where it is told; what is planned is saved without a question. */
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

test('a connection request is accepted in the bell, and an event is answered on the page of notifications', async ({ page }) => {
  await signIn(page)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  const request = bell.getByRole('listitem').filter({ hasText: 'wants to connect with you' }).first()
  const id = await request.getAttribute('data-notice')
  await request.getByRole('button', { name: 'Accept', exact: true }).click()
  const answered = bell.locator(`[data-notice="${id}"]`)
  await expect(answered.getByRole('status')).toHaveText('You’re connected')
  await expect(answered.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)

  await page.goto('/notifications')
  const row = page.locator('[data-notice]').filter({ hasText: 'New event:' }).first()
  await row.getByRole('button', { name: /^Going/ }).click()
  await expect(row.getByRole('button', { name: /^Going/ })).toHaveAttribute('aria-pressed', 'true')
  await row.getByRole('button', { name: /^Not going/ }).click()
  await expect(row.getByRole('button', { name: /^Not going/ })).toHaveAttribute('aria-pressed', 'true')
})

test('what is pressed in the list of notifications shows beside it, however far one has scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await signIn(page)
  await page.goto('/notifications')
  await expect(page.getByText('Select a notification to read it')).toBeInViewport()
  const rows = page.locator('[data-notice]')
  await rows.last().scrollIntoViewIfNeeded()
  const chosen = rows.last().locator('button[aria-current]')
  const said = (await chosen.textContent())!.replace('Unread: ', '')
  await chosen.click()
  await expect(page.locator('section[aria-label]').last().getByRole('heading', { level: 2 })).toBeInViewport()
  expect(await page.evaluate(() => document.scrollingElement!.scrollHeight <= innerHeight)).toBe(true)
  expect(said.length).toBeGreaterThan(3)
})

test('who may plan finds “New event” among all events; a title toggles its switch; what is saved asks nothing', async ({ page }) => {
  await signIn(page)
  await page.goto('/events')
  await page.getByRole('button', { name: 'New event' }).click()
  await page.getByRole('menuitem').first().click()
  await expect(page.getByRole('heading', { name: 'New event' })).toBeVisible()
  await page.getByLabel('Title', { exact: false }).first().fill('Saved without a question')
  await page.getByText('Repeats', { exact: true }).click()
  await expect(page.getByRole('switch', { name: 'Repeats' })).toBeChecked()
  await page.getByText('Repeats', { exact: true }).click()
  let asked = false
  page.on('dialog', (dialog) => {
    asked = true
    void dialog.accept()
  })
  await page.getByLabel('Address', { exact: true }).fill('Kiln yard 4, Oslo')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Saved without a question' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(asked).toBe(false)

  // filters are the list's; a week is headed by its days
  await page.goto('/events')
  await expect(page.getByRole('combobox', { name: 'Show' })).toBeVisible()
  await page
    .getByRole('button', { name: 'Week', exact: true })
    .or(page.getByRole('radio', { name: 'Week', exact: true }))
    .first()
    .click()
  await expect(page.getByRole('combobox', { name: 'Show' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Calendar' }).getByRole('heading', { level: 2 })).toHaveText(/\d+ – .*\d+, \d{4}/)
})

test('the bell keeps its foot on the page, whatever lines stand across the top', async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  const button = page.getByRole('button', { name: /^Notifications/ })
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await button.click()
  await expect(bell.locator('[data-notice]').nth(8)).toBeAttached()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: /offline/i })).toBeVisible()
  await button.click()
  await expect(bell.getByRole('link', { name: 'View all notifications' })).toBeInViewport({ ratio: 1 })
  await context.setOffline(false)
})
