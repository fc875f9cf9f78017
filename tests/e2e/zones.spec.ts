/** Time zones and rules in the forms that ask for them, as people search them. */
import type { Page } from '@playwright/test'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

const zone = (page: Page) => page.getByRole('combobox', { name: 'Time zone' })
async function choose(page: Page, text: string, option: RegExp) {
  await zone(page).fill(text)
  await page.getByRole('option', { name: option }).first().click()
}

test('a zone is found by the names that people know it by, and the one that is kept is shown', async ({ page }) => {
  await signIn(page)
  const { records } = await (await page.request.get('/internal_api/events')).json()
  const [{ space }] = records as [{ space: { slug: string } }]
  await page.goto(`/c/${space.slug}/events/new`)
  for (const [text, city, name] of [
    ['Kolkata', 'Kolkata', 'Asia/Kolkata'],
    ['Kyiv', 'Kyiv', 'Europe/Kyiv'],
    ['Kiev', 'Kyiv', 'Europe/Kyiv'],
    ['Ho Chi Minh', 'Ho Chi Minh', 'Asia/Ho_Chi_Minh'],
    ['Yangon', 'Yangon', 'Asia/Yangon'],
    ['São Paulo', 'Sao Paulo', 'America/Sao_Paulo'],
    ['UTC', 'UTC', 'UTC'],
  ] as const) {
    await choose(page, text, new RegExp(name))
    await expect(page.getByRole('button', { name: `Remove ${city}` }), text).toBeVisible()
  }

  // a day that not every month has
  await page.getByLabel('Day', { exact: true }).fill('2027-01-31')
  await page.getByRole('switch', { name: 'Repeats' }).click()
  const often = page.getByRole('combobox', { name: 'Frequency' })
  await often.selectOption({ label: 'Monthly on day 31, except February, April, June, September, and November' })
  await often.selectOption({ label: 'Monthly on the last day' })
  await page.getByRole('combobox', { name: 'Ends' }).selectOption({ label: 'After' })
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /2027-02-28/ }) })).toBeVisible()

  for (const [kept, city] of [
    ['Asia/Kolkata', 'Kolkata'],
    ['Asia/Calcutta', 'Kolkata'],
    ['Europe/Kyiv', 'Kyiv'],
    ['UTC', 'UTC'],
  ] as const) {
    const saved = await page.request.patch('/internal_api/account', { data: { time_zone: kept }, headers: { origin: new URL(page.url()).origin } })
    expect(saved.status()).toBe(200)
    await page.goto('/account')
    await expect(page.getByRole('button', { name: `Remove ${city}` }), kept).toBeVisible()
  }
  await page.getByRole('button', { name: 'Remove UTC' }).click()
  await page.getByRole('button', { name: 'Save', exact: false }).first().click()
  await expect.poll(async () => (await (await page.request.get('/internal_api/account')).json()).time_zone).toBe(null)
})
