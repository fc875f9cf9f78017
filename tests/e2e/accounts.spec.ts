/** Signing in beyond the password, by keyboard: a second factor, a recovery code, a passkey, the challenge over an action. */
import type { Browser, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { ADMIN, mailTo, newcomer, ownerRequest, signIn } from './people.ts'
import { expect, test } from './test.ts'

const PASSWORD = 'Celadon-9!'
const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]`)
const dialog = (page: Page) => page.getByRole('dialog')

/** Leaves, and types e-mail and password on the sign-in page. */
async function begin(page: Page, email: string) {
  await page.goto('/users/sign_out')
  await expect(screen(page, 'auth/SignIn')).toBeVisible()
  await expect(page.getByText('You’re signed out')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await page.getByLabel('Password', { exact: true }).focus()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
}
/** The challenge: types the code that was mailed. */
async function passChallenge(browser: Browser, page: Page, email: string) {
  const box = dialog(page).filter({ hasText: 'We sent a verification code to' })
  await expect(box.getByLabel('Six-digit code')).toBeFocused()
  const digits = /^\d{6}$/m
  await page.keyboard.type(digits.exec(await mailTo(await ownerRequest(browser), email, digits))![0])
  await expect(box).toHaveCount(0)
}
const ownEmail = async (page: Page): Promise<string> => (await (await page.request.get('/internal_api/account')).json()).email

test('a second factor is set up, asked for at sign-in, and stood in for by a recovery code', async ({ browser }) => {
  const page = await newcomer(browser, 'Noa Lund')
  const email = await ownEmail(page)
  await page.goto('/account/authentication')
  await page.getByRole('button', { name: 'Set up' }).press('Enter')
  await dialog(page).getByRole('button', { name: 'Continue' }).press('Enter')
  await passChallenge(browser, page, email)
  const secret = (await dialog(page).getByLabel('Setup key', { exact: true }).inputValue()).replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = dialog(page).getByLabel('Verification code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(code).toHaveAttribute('maxlength', '6')
  await page.keyboard.type(totp.generate() === '000000' ? '000001' : '000000')
  await expect(dialog(page).getByText('Incorrect code. Check it and try again.')).toBeVisible()
  await expect(code).toBeFocused()
  await page.keyboard.type(totp.generate())
  const recovery = dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(recovery).toHaveCount(10)
  const [first] = await recovery.allInnerTexts()
  await dialog(page).getByRole('button', { name: 'I saved my codes' }).press('Enter')
  await expect(page.getByText('10 codes left.')).toBeVisible()

  await begin(page, email)
  await expect(screen(page, 'auth/TwoFa')).toBeVisible()
  expect((await page.request.get('/internal_api/account')).status(), 'not signed in yet').toBe(401)
  const field = page.getByLabel('Six-digit code')
  await expect(field).toBeFocused()
  // The code that turned it on is dead; the next one comes within half a minute.
  const used = totp.generate()
  await expect.poll(() => totp.generate(), { timeout: 35_000 }).not.toBe(used)
  await page.keyboard.type(totp.generate())
  await expect(screen(page, 'home/Home')).toBeVisible()

  await begin(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.keyboard.type(first!.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(screen(page, 'home/Home')).toBeVisible()
  await page.goto('/account/authentication')
  await expect(page.getByText('9 codes left.')).toBeVisible()
  await page.context().close()
})

test('a passkey is added, and signs in without a password', async ({ browser }) => {
  const page = await newcomer(browser, 'Tove Berg')
  const email = await ownEmail(page)
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/account/authentication')
  await page.getByRole('button', { name: 'Add passkey' }).press('Enter')
  await passChallenge(browser, page, email)
  await expect(page.getByText('Passkey added')).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^More options for/ })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await dialog(page).getByLabel('Name').fill('Studio laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Studio laptop')).toBeVisible()
  await page.goto('/users/sign_out')
  await expect(screen(page, 'auth/SignIn')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await expect(screen(page, 'home/Home')).toBeVisible()
  expect(await ownEmail(page)).toBe(email)
  await page.context().close()
})

test('a code is asked for over the action that needs one; cancelled nothing happens, passed it goes on', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings/api/new')
  const name = `Import ${Date.now()}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  const tokens = async () => JSON.stringify(await (await page.request.get('/internal_api/admin/api_tokens')).json())
  await page.getByRole('button', { name: 'Create token' }).press('Enter')
  await expect(dialog(page).getByText('We sent a verification code to')).toBeVisible()
  await expect(dialog(page).getByLabel('Six-digit code')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Canceled. Nothing was changed.').first()).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  expect(await tokens()).not.toContain(name)

  await page.getByRole('button', { name: 'Create token' }).press('Enter')
  await expect(dialog(page).getByLabel('Six-digit code')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Enter the six-digit code.')).toBeVisible()
  const digits = /^\d{6}$/m
  await page.keyboard.type(digits.exec(await mailTo(page.request, ADMIN.email, digits))![0])
  await expect(page.getByText('Copy your token now')).toBeVisible()
  expect(await tokens()).toContain(name)
})

test('who signs up with a known address is led to sign-in, and then to the very place they wanted', async ({ browser }) => {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  const wanted = '/messages/0d0d0d0d-0d0d-4d0d-8d0d-0d0d0d0d0d0d?x=1#message_5'
  await page.goto(wanted)
  await expect(screen(page, 'auth/SignIn')).toBeVisible()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill('nobody.knows@example.com')
  await page.getByLabel('Name').focus()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Name').focus()
  await page.getByRole('link', { name: 'Sign in instead' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(wanted)
})

test('a stolen account is taken back by its mailbox: what a thief set up goes with the new password', async ({ browser }) => {
  const page = await newcomer(browser, 'Ines Prado')
  const email = await ownEmail(page)
  const owner = await ownerRequest(browser)
  await test.step('the address is confirmed where one signed up', async () => {
    const { pathname, search } = new URL(/https?:\S+confirmation_token\S+/.exec(await mailTo(owner, email, /confirmation_token/))![0])
    const elsewhere = await (await browser.newContext({ locale: 'en-US' })).newPage()
    await elsewhere.goto(pathname + search)
    await elsewhere.getByRole('button', { name: 'Confirm email' }).click()
    await elsewhere.getByLabel('Password', { exact: true }).fill('Wrong-99!')
    await elsewhere.keyboard.press('Enter')
    await expect(elsewhere.getByText('Incorrect password for this account. Try again.').first()).toBeVisible()
    await page.goto(pathname + search)
    await page.getByRole('button', { name: 'Confirm email' }).click()
    await expect(page.getByText('Email confirmed')).toBeVisible()
  })
  await page.goto('/account/authentication')
  await page.getByRole('button', { name: 'Set up' }).press('Enter')
  await dialog(page).getByRole('button', { name: 'Continue' }).press('Enter')
  await passChallenge(browser, page, email)
  const secret = (await dialog(page).getByLabel('Setup key', { exact: true }).inputValue()).replaceAll(' ', '')
  await dialog(page).getByLabel('Verification code').focus()
  await page.keyboard.type(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await dialog(page).getByRole('button', { name: 'I saved my codes' }).press('Enter')

  const fresh = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await fresh.goto('/users/password/new')
  await fresh.getByLabel('Email').fill(email)
  await fresh.keyboard.press('Enter')
  const link = new URL(/https?:\S+reset_password_token\S+/.exec(await mailTo(owner, email, /reset_password_token/))![0])
  await fresh.goto(link.pathname + link.search)
  await expect(screen(fresh, 'auth/Password').getByText(email, { exact: false }).first()).toBeVisible()
  const way = fresh.getByRole('checkbox', { name: /Two-factor authentication/ })
  await expect(way, 'as old as the last proof, so it goes later and only if asked').not.toBeChecked()
  await way.check()
  await fresh.getByLabel('New password', { exact: true }).fill('Celadon-10!')
  await fresh.getByRole('button', { name: 'Set password' }).click()
  await expect(fresh.getByText('are removed in three days', { exact: false })).toBeVisible()
  await page.goto('/account/authentication')
  await expect(screen(page, 'auth/SignIn'), 'every session ended').toBeVisible()
  await fresh.context().close()
  await page.context().close()
})

test('whoever has no password at hand signs in by a code to their mailbox, and is offered a quicker way', async ({ browser }) => {
  const owner = await ownerRequest(browser)
  const page = await newcomer(browser, 'Cora Code')
  const email = await ownEmail(page)
  await page.context().clearCookies()
  await page.goto('/user/sign_in')
  await page.getByLabel('Email').first().fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled()
  const code = /^(\d{6})$/m.exec(await mailTo(owner, email, /^\d{6}$/m))![1]!
  await page.keyboard.type(code)
  await expect(screen(page, 'home/Home')).toBeVisible()
  // the password was set before the address was proven, so it may be a stranger's
  await expect(page.getByText('For your safety, we removed the password', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: 'Set password' }).click()
  await expect(page.getByText('You sign in with a code we email you', { exact: false })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Set it up' })).toBeVisible()
  await page.context().close()
})

test('after a new password one is signed in', async ({ browser }) => {
  const owner = await ownerRequest(browser)
  const page = await newcomer(browser, 'Rosa Reset')
  const email = await page.evaluate(async () => (await (await fetch('/boot')).json()).account.email as string)
  await page.context().clearCookies()
  await page.goto('/users/password/new')
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  const link = new URL(/https?:\S+reset_password_token\S+/.exec(await mailTo(owner, email, /reset_password_token/))![0])
  await page.goto(link.pathname + link.search)
  await page.getByLabel('New password', { exact: true }).fill('Celadon-10!')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(screen(page, 'home/Home')).toBeVisible()
  await expect(page.getByRole('button', { name: /Rosa Reset/ }).first()).toBeVisible()
  await page.context().close()
})

test('where floods are kept out, a browser works for the sign-up by itself, and each time anew', async ({ browser }) => {
  const owner = await ownerRequest(browser)
  const ask = (proof_enabled: boolean) => owner.patch('/internal_api/settings/moderation', { data: { proof_enabled } })
  expect((await ask(true)).status()).toBe(200)
  try {
    const refused = await owner.post('/internal_api/sign_up', { data: { name: 'Bot', email: `bot.${Date.now()}@example.com`, password: PASSWORD } })
    expect(refused.status()).toBe(403)
    const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
    await page.goto('/user/sign_up')
    await expect(page.getByRole('status').filter({ hasText: 'Browser check completed.' })).toBeVisible({ timeout: 120_000 })
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Kay Board')
    await page.keyboard.press('Tab')
    await page.keyboard.type(ADMIN.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    // the word may stand there before the answer does, and what is sent meanwhile is the same press
    const answered = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/internal_api/sign_up'))
    await page.keyboard.press('Enter')
    await (await answered).finished()
    await expect(page.getByText('An account with this email already exists.').first()).toBeVisible()
    await page.getByLabel('Email').fill(`kay.${Date.now()}@example.com`)
    await page.keyboard.press('Enter')
    await expect(screen(page, 'home/Home')).toBeVisible({ timeout: 120_000 })
    await page.context().close()
  } finally {
    await ask(false)
  }
})

test('an account is deleted from one’s data in one way, and says at once what keeps it', async ({ browser, page }) => {
  await signIn(page)
  await page.goto('/account/data')
  await expect(page.getByText(/^You own .+\. To delete your account/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete account…' })).toBeDisabled()

  const leaver = await newcomer(browser, 'Lea Leaver')
  await leaver.goto('/account/data')
  await leaver.getByRole('link', { name: 'Delete account…' }).click()
  const card = leaver.locator('#delete-account')
  await expect(card).toBeInViewport()
  await card.getByRole('button', { name: 'Delete account' }).click()
  const dialog = leaver.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('Celadon-9!')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(leaver).toHaveURL(/\/user\/sign_in/)
  await leaver.context().close()
})
