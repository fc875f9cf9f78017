/** Push broadcasts, from the report of one that was sent to a draft that is scheduled, taken back, copied and put away. */
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

const AT = '/settings/plus/push-notifications'

test('a push broadcast is written beside its preview, scheduled, taken back, copied and put away', async ({ page }) => {
  await signIn(page)
  await page.goto(AT)
  const list = page.locator('[data-screen="push/Broadcasts"]')
  await list.getByRole('link', { name: 'The wood kiln opens today at noon' }).click()
  const one = page.locator('[data-screen="push/Broadcast"]')
  await expect(one.getByText('Members reached', { exact: true })).toBeVisible()
  await expect(one.getByRole('heading', { name: 'Activity by hour' })).toBeVisible()
  await one.getByLabel('Outcome', { exact: true }).selectOption('opened')
  await expect(one.getByRole('row').filter({ hasText: 'Opened' }).first()).toBeVisible()

  await page.goto(`${AT}/new`)
  const title = `Kiln watch ${Date.now().toString(36)}`
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Message', { exact: true }).fill('The night shift needs two more people.')
  await page.getByLabel('Link', { exact: true }).fill('https://elsewhere.example/x')
  const preview = page.getByRole('figure', { name: 'Preview' })
  await expect(preview.getByText(title)).toBeVisible()
  await page.getByRole('button', { name: 'Android' }).click()
  await expect(preview.getByText('The night shift needs two more people.')).toBeVisible()
  await expect(page.getByText(/\d+ members, \d+ reachable by push/)).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Enter a page of this community, like /events.').first()).toBeVisible()
  await page.getByLabel('Link', { exact: true }).fill('/events')
  await page.getByRole('button', { name: 'Schedule' }).click()

  const dialog = page.getByRole('dialog', { name: 'Schedule' })
  await dialog.getByLabel('Deliver in each member’s time zone').check()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(one.getByText('Scheduled for').first()).toBeVisible()
  await one.getByRole('button', { name: 'Cancel', exact: true }).first().click()
  await page.getByRole('button', { name: 'Cancel broadcast' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue('/events')

  // nobody here has a device
  await expect(page.getByText(/\d+ members, 0 reachable by push/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send now' })).toBeDisabled()

  await page.goto(AT)
  await list.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  await page.goto(AT)
  await list
    .getByRole('button', { name: `Actions for ${title}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(list.getByRole('link', { name: title })).toHaveCount(1)
  await list.getByText('Archived', { exact: true }).click()
  await expect(list.getByRole('link', { name: title })).toBeVisible()
})
