/** People of the end-to-end tests: each in a browser of their own. */
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'

export const ADMIN = { email: 'admin@example.com', password: 'Kiln-2026!' }

/** Signs in through the form. */
export async function signIn(page: Page, { email, password } = ADMIN) {
  await page.goto('/user/sign_in')
  await page.getByLabel('Email', { exact: false }).first().fill(email)
  await page.getByLabel('Password', { exact: false }).first().fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.locator('[data-screen="home/Home"]')).toBeVisible()
}

/** Networks that newcomers come from, one each: sign-up allows few from one network, and a walk's people would use them up. */
let networks = 0
const ownNetwork = () => `198.18.${process.pid % 256}.${++networks % 256}`

/** A new person, who has signed up, in a browser of their own. The form is walked by `newcomer.spec.ts` and `accounts.spec.ts`. */
export async function newcomer(browser: Browser, name: string) {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const email = `${name.toLowerCase().replace(/\W/g, '.')}.${Date.now()}@example.com`
  const entered = await page.request.post('/internal_api/sign_up', {
    data: { name, email, password: 'Celadon-9!' },
    headers: { 'x-forwarded-for': ownNetwork() },
  })
  expect(entered.ok(), await entered.text()).toBe(true)
  await page.goto('/')
  await expect(page.locator('[data-screen="home/Home"]')).toBeVisible()
  return page
}

/** The newest mail to an address that has `text`: there is no mail server, so the platform's owner reads it in the outbox. */
export async function mailTo(request: APIRequestContext, email: string, text: RegExp): Promise<string> {
  let found = ''
  await expect
    .poll(async () => {
      const { records } = await (await request.get('/internal_api/email_outbox')).json()
      for (const { id, recipient } of records as { id: number; recipient: string }[]) {
        if (recipient !== email) continue
        found = (await (await request.get(`/internal_api/email_outbox/${id}`)).json()).text
        if (text.test(found)) return true
      }
      return false
    })
    .toBe(true)
  return found
}
/** A browser of the platform's owner, for what is read beside another one's. */
export async function ownerRequest(browser: Browser): Promise<APIRequestContext> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(page)
  return page.request
}
