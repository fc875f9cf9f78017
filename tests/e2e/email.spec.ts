/** Emails to many: a letter is written in blocks, saves itself, is looked at as it will arrive, and is checked before it is sent. */
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

test('a broadcast has a report, and a new one is written in blocks, looked at, and checked', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings/emails/broadcast')
  await page.getByRole('link', { name: 'Letter 44: what the ash did' }).click()
  const one = page.locator('[data-screen="email/Broadcast"]')
  await expect(one.getByRole('heading', { name: 'First 48 hours' })).toBeVisible()
  await one.getByLabel('Outcome', { exact: true }).selectOption('bounced')
  await expect(one.getByRole('row').filter({ hasText: 'Bounced' }).first()).toBeVisible()

  await page.goto('/settings/emails/broadcast/new')
  await page.getByLabel('Name', { exact: true }).fill('Kiln watch')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await one.getByRole('button', { name: 'Start writing' }).click()
  // at once: the list is drawn anew under the first key
  await page.keyboard.type('The kiln is hot, {{first_name|friend}}')
  await one.getByLabel('Subject', { exact: true }).fill('Hello {{first_name|friend}}')
  await expect(one.getByText(/^Saved \d/)).toBeVisible()

  await one.getByText('3. Check', { exact: true }).click()
  await expect(one.getByText('Hello Admin')).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('The kiln is hot, Admin')).toBeVisible()
  await expect(one.getByText('No links to check.')).toBeVisible()
  await expect(one.getByText('No mail server is set up, so nothing can be sent.')).toBeVisible()
  await expect(one.getByRole('button', { name: /^Send to \d+ people$/ })).toBeDisabled()

  await page.reload()
  await expect(one.getByRole('button', { name: /^Edit Heading: The kiln is hot/ })).toBeVisible()
})
