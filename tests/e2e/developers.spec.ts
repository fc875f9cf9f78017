/** Tokens from their making to their end, and a page of another site that calls only once it is let. */
import type { Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ADMIN, mailTo, signIn } from './people.ts'
import { expect, test } from './test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** The code that an action with a proof asks for. */
async function prove(page: Page) {
  await expect(dialog(page).getByLabel('Six-digit code')).toBeFocused()
  const digits = /^\d{6}$/m
  await page.keyboard.type(digits.exec(await mailTo(page.request, ADMIN.email, digits))![0])
}

test('a token is made for one feature, used, renewed and revoked', async ({ page, request }) => {
  await signIn(page)
  await page.goto('/settings/developers')
  await page.getByRole('link', { name: 'New token' }).first().click()
  const name = `Kiln log ${Date.now()}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Access', { exact: true }).selectOption('some')
  await page.getByRole('searchbox', { name: 'Find a feature' }).fill('spaces')
  await page.getByRole('group', { name: 'Spaces', exact: true }).getByRole('button', { name: 'Read' }).click()
  await page.getByRole('button', { name: 'Create token' }).click()
  await prove(page)
  await expect(page.getByText('Copy your token now')).toBeVisible()
  const token = await page.getByLabel(`Token “${name}”`).inputValue()
  const ask = async (path: string, text: string) => (await request.get(path, { headers: { authorization: `Bearer ${text}` } })).status()
  expect([await ask('/internal_api/spaces', token), await ask('/internal_api/home', token)]).toEqual([200, 403])

  await page.getByRole('link', { name: 'Done' }).click()
  await expect(row(page, name)).toContainText('Spaces')
  await page.getByRole('button', { name: `More options for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Renew' }).click()
  await dialog(page).getByLabel('Old token keeps working for').selectOption('0')
  await dialog(page).getByRole('button', { name: 'Renew' }).click()
  const renewed = await dialog(page).getByLabel(`Token “${name}”`).inputValue()
  expect([await ask('/internal_api/spaces', token), await ask('/internal_api/spaces', renewed)]).toEqual([401, 200])
  await dialog(page).getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: `More options for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row(page, name)).toHaveCount(0)
  expect(await ask('/internal_api/spaces', renewed)).toBe(401)
})

test('a page of another site calls only once its origin is on the list', async ({ page, browser, baseURL }) => {
  const site = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end('<!doctype html><html lang="en"><title>Pots</title>'))
  await new Promise<void>((done) => site.listen(0, done))
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`
  const other = await browser.newPage()
  await other.goto(origin)
  const call = () =>
    other.evaluate(
      (address) =>
        fetch(address, { headers: { authorization: 'Bearer none' } }).then(
          ({ status }) => status,
          () => 'refused by the browser',
        ),
      `${baseURL}/internal_api/community`,
    )
  expect(await call()).toBe('refused by the browser')

  await signIn(page)
  await page.goto('/settings/developers')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog(page).getByLabel('Origin', { exact: true }).fill('not an address')
  await dialog(page).getByRole('button', { name: 'Add' }).click()
  await expect(dialog(page).getByText('Enter an address such as', { exact: false })).toBeVisible()
  await dialog(page).getByLabel('Origin', { exact: true }).fill(`${origin}/`)
  await dialog(page).getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText(origin, { exact: true })).toBeVisible()
  expect(await call()).toBe(401)

  await page.getByRole('button', { name: `More options for ${origin}` }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(origin, { exact: true })).toHaveCount(0)
  expect(await call()).toBe('refused by the browser')
  site.close()
})
