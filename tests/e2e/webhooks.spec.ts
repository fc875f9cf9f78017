/** Webhooks: the demo's history, a new endpoint with chosen events, and the way through them on a phone. */
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

const AT = '/settings/webhooks'

test('an endpoint is made, tried, changed and deleted', async ({ page }) => {
  await signIn(page)
  await page.goto(AT)
  const screen = page.locator('[data-screen="webhooks/Webhooks"]')
  await screen.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  const name = `Shop ${Date.now().toString(36)}`
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('URL', { exact: true }).fill('http://10.0.0.7/in')
  await form.getByRole('radio', { name: 'Selected events' }).check()
  await form.getByPlaceholder('Search events').fill('member joins the community')
  await form.getByRole('checkbox', { name: /^A member joins the community/ }).check()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Enter a URL that starts with https://.').first()).toBeVisible()
  await form.getByLabel('URL', { exact: true }).fill('https://hooks.example.invalid/in')
  await form.getByRole('button', { name: 'Create' }).click()

  const one = screen.getByRole('region', { name })
  await expect(one.getByText('membership.member.joined')).toBeVisible()
  await one.getByRole('button', { name: 'Show secret' }).click()
  await expect(one.getByText(/^whsec_[\w+/=]{32}$/)).toBeVisible()
  await one.getByRole('button', { name: 'Send test' }).click()
  await expect(one.getByRole('region', { name: 'Delivery', exact: true }).getByText('webhooks.test')).toBeVisible()
  await one.getByRole('button', { name: 'Request', exact: true }).click()
  await expect(one.getByText('"This is a test."')).toBeVisible()

  await one.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(`${name} two`)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const renamed = screen.getByRole('region', { name: `${name} two` })
  await renamed.getByRole('button', { name: `Actions for ${name} two` }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await expect(renamed.getByText('Off', { exact: true })).toBeVisible()
  await renamed.getByRole('button', { name: `Actions for ${name} two` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Webhook deleted').first()).toBeVisible()
  await expect(screen.getByRole('link', { name: `${name} two` })).toHaveCount(0)
})

test('on a phone one thing is shown after the other', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.goto(AT)
  const screen = page.locator('[data-screen="webhooks/Webhooks"]')
  await screen.getByRole('link', { name: 'Letter list' }).click()
  await expect(page).toHaveURL(/\?endpoint=\d+$/)
  await expect(screen.getByRole('link', { name: 'Shop orders' })).toHaveCount(0)
  await expect(screen.getByText('Paused after repeated failures')).toBeVisible()
  await screen.getByRole('button', { name: /^Failed/ }).click()
  await screen.getByRole('list', { name: 'Deliveries' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/&delivery=\d+$/)
  await expect(screen.getByRole('list', { name: 'Attempts' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(screen.getByRole('link', { name: 'Shop orders' })).toBeVisible()
})

test('all events are listed with what they carry', async ({ page }) => {
  await signIn(page)
  await page.goto(AT)
  await page.getByRole('button', { name: /^All \d+ events$/ }).click()
  const all = page.getByRole('dialog', { name: 'Events' })
  await all.getByPlaceholder('Search events').fill('posts.post.published')
  await all.getByText('posts.post.published').first().click()
  await expect(all.getByText('"type"').first()).toBeVisible()
})
