/** Parts of the community on somebody else's site: what is seen in its frame, what opens in a tab, and what the browser refuses. */
import type { BrowserContext, Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ADMIN, mailTo, ownerRequest } from './people.ts'
import { expect, knownPort, testWith } from './test.ts'

const test = testWith(knownPort).extend<{ allow: (origins: string[]) => Promise<void> }, { site: { listed: string; other: string } }>({
  /** A page with the code that the settings give, for whatever address of ours stands after its own; on two ports, which are two origins. */
  site: [
    async ({ server }, use) => {
      const ours = new URL(server.address).origin
      // another name of the same machine is another site
      const host = new URL(ours).hostname === 'localhost' ? '127.0.0.1' : 'localhost'
      const sites = [0, 1].map(() =>
        createServer((request, reply) => {
          reply.setHeader('content-type', 'text/html')
          reply.end(`<!doctype html><h1>My site</h1><script src="${ours}/embed/frames.js" async></script>
<iframe src="${ours}${request.url}" title="Ours" style="width:100%;height:700px;border:0"></iframe>`)
        }),
      )
      for (const one of sites) await new Promise<void>((done) => one.listen(0, done))
      const [listed, other] = sites.map((one) => `http://${host}:${(one.address() as AddressInfo).port}`) as [string, string]
      await use({ listed, other })
      for (const one of sites) one.close()
    },
    { scope: 'worker' },
  ],
  allow: async ({ browser, server }, use) => {
    const owner = await ownerRequest(browser)
    const save = async (embed: object) => {
      const reply = await owner.patch('/internal_api/settings/embed', { headers: { origin: new URL(server.address).origin }, data: { embed } })
      expect(reply.status()).toBe(200)
    }
    await use((origins) => save({ is_on: true, origins }))
    await save({ is_on: false, origins: [] })
  },
})

const framed = (page: Page) => page.frameLocator('iframe[title="Ours"]')
const heightOf = (page: Page) => page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height)
const opened = async (context: BrowserContext, press: () => Promise<void>) => {
  const tab = context.waitForEvent('page')
  await press()
  return tab
}
const isRefused = (page: Page) => expect.poll(() => page.frames().at(-1)!.url()).toMatch(/^chrome-error:/)

test('a space is read in a frame as high as its code says, an event in one as high as it is; what leads elsewhere opens in a tab', async ({
  page,
  context,
  site,
  allow,
  server,
}) => {
  await allow([site.listed])
  await page.goto(`${site.listed}/c/glaze-lab?iframe=true`)
  const frame = framed(page)
  await expect(frame.locator('[data-screen="spaces/Space"] h1')).toBeVisible()
  await expect(frame.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(frame.locator('#drawer, [data-press="search"]')).toHaveCount(0)
  await expect(frame.getByRole('article').first()).toBeVisible()
  expect(await heightOf(page), 'a feed scrolls inside').toBe(700)

  // a post stays in the frame, with the flag
  await frame.locator('article a[href^="/c/glaze-lab/"]').first().click()
  await expect.poll(() => page.frames().at(-1)!.url()).toMatch(/\/c\/glaze-lab\/[^/]+\?iframe=true/)
  await expect(frame.locator('[data-screen="posts/Post"] h1')).toBeVisible()
  await expect.poll(() => heightOf(page), 'as high as what it shows').not.toBe(700)

  await page.goto(`${site.listed}/user/sign_in?iframe=true`)
  const out = frame.getByRole('link', { name: 'Forgot password?' })
  await expect(out).toHaveAttribute('target', '_blank')
  await expect(out).toHaveAttribute('rel', 'noopener')
  const tab = await opened(context, () => out.click())
  await expect(tab).toHaveURL(`${new URL(server.address).origin}/users/password/new`)
  await expect(tab.getByLabel('Email').first()).toBeVisible()
  await tab.close()

  await page.goto(`${site.listed}/events?iframe=true`)
  await frame.locator('main h2 a[href^="/c/"], main a[href^="/c/"]:has(h2)').first().click()
  await expect(frame.locator('[data-screen="events/Event"] h1')).toBeVisible()
  await expect.poll(() => page.frames().at(-1)!.url()).toContain('iframe=true')
})

test('A92 a site that is not listed is refused by the browser, and a listed one for all that is not offered', async ({ page, site, allow }) => {
  await allow([site.listed])
  for (const path of ['/c/glaze-lab?iframe=true', '/events?iframe=true', '/user/sign_in?iframe=true', '/checkout/1?iframe=true']) {
    await page.goto(`${site.other}${path}`)
    await isRefused(page)
  }
  for (const path of ['/c/glaze-lab', '/?iframe=true', '/settings?iframe=true', '/account/billing?iframe=true', '/users/sign_out?iframe=true']) {
    await page.goto(`${site.listed}${path}`)
    await isRefused(page)
  }
  await allow([])
  await page.goto(`${site.listed}/events?iframe=true`)
  await isRefused(page)
})

test('A92 whoever signs in inside a frame is signed in under that site alone, and reaches no screen that may not be framed', async ({
  page,
  context,
  site,
  allow,
  server,
}) => {
  await allow([site.listed, site.other])
  const frame = framed(page)
  await page.goto(`${site.listed}/user/sign_in?iframe=true`)
  await frame.getByLabel('Email').first().fill(ADMIN.email)
  await frame.getByLabel('Password').first().fill(ADMIN.password)
  await frame.getByRole('button', { name: 'Sign in', exact: true }).click()
  const elsewhere = frame.locator('[data-screen="shell/Elsewhere"]')
  await expect(elsewhere).toContainText('You’re signed in')
  await expect(elsewhere.getByRole('link')).toHaveAttribute('target', '_blank')
  const [session] = (await context.cookies()).filter(({ name }) => name === 'atrium_session')
  expect(session).toMatchObject({ sameSite: 'None', secure: true, httpOnly: true, partitionKey: `http://${new URL(site.listed).hostname}` })

  await page.goto(`${site.listed}/c/glaze-lab?iframe=true`)
  await expect(
    frame
      .getByRole('button', { name: /join|leave/i })
      .or(frame.getByRole('link', { name: /new post/i }))
      .first(),
  ).toBeVisible()
  await page.goto(`${site.listed}/settings?iframe=true`)
  await isRefused(page)

  // the site itself writes nothing with that session and reads nothing
  const tried = await page.evaluate(
    (ours) =>
      Promise.all(
        [
          fetch(`${ours}/internal_api/email_lookup`, { method: 'POST', mode: 'no-cors', credentials: 'include' }),
          fetch(`${ours}/boot`, { credentials: 'include' }),
        ].map((call) => call.then(({ type }) => type).catch(() => 'refused')),
      ),
    new URL(server.address).origin,
  )
  expect(tried).toEqual(['refused', 'refused'])
  await page.goto(`${site.listed}/user/sign_in?iframe=true`)
  await expect(elsewhere).toContainText('You’re signed in')

  const tab = await context.newPage()
  await tab.goto('/')
  await expect(tab.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
})

test('a guest buys in a frame to the end', async ({ page, browser, site, allow }) => {
  await allow([site.listed])
  const owner = await ownerRequest(browser)
  const { id } = (await (await owner.get('/internal_api/paywalls?status=active&name=Glaze')).json()).records[0] as { id: number }
  const email = `guest.${Date.now()}@example.com`
  const frame = framed(page)
  await page.goto(`${site.listed}/checkout/${id}?iframe=true`)
  await frame.getByRole('radio', { name: /Yearly/ }).check()
  await frame.getByLabel('Country').selectOption('DE')
  await frame.getByLabel('Email').fill(email)
  await frame.getByLabel('Name').fill('Gus Guest')
  await frame.getByRole('button', { name: 'Continue' }).click()
  await expect(frame.getByText(email)).toBeVisible()
  const [code] = /\b\d{6}\b/.exec(await mailTo(owner, email, /\b\d{6}\b/))!
  await frame.getByRole('textbox').first().click()
  await page.keyboard.type(code)
  const pay = frame.locator('[data-screen="payments/TestPay"]')
  await pay.getByRole('button', { name: /^Pay / }).click()
  await expect(frame.getByRole('heading', { name: 'Welcome to Glaze chemistry' })).toBeVisible()
  expect(page.frames().at(-1)!.url()).toContain('iframe=true')
})

test('where the browser keeps no session in frames, signing in and buying say that they open in a tab', async ({ page, context, site, allow }) => {
  await allow([site.listed])
  // as a browser does that refuses all cookies there
  await context.addInitScript(() => {
    if (window.parent !== window) Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
  })
  const frame = framed(page)
  await page.goto(`${site.listed}/user/sign_in?iframe=true`)
  await expect(frame.getByText('Continue in a new tab.')).toBeVisible()
  await expect(frame.getByLabel('Password')).toHaveCount(0)
  const tab = await opened(context, () => frame.getByRole('link', { name: 'Open in a new tab' }).click())
  await expect(tab).toHaveURL(/\/user\/sign_in$/)
  await expect(tab.getByLabel('Password').first()).toBeVisible()
  await page.goto(`${site.listed}/checkout/1?iframe=true`)
  await expect(frame.getByText('Checkout continues in a new tab.')).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Continue' })).toHaveAttribute('target', '_blank')
})

test('the settings show who may show what, and a frame of it', async ({ page, allow }) => {
  await allow([])
  await page.goto('/user/sign_in?post_login_redirect=/settings/embed')
  await page.getByLabel('Email').first().fill(ADMIN.email)
  await page.getByLabel('Password').first().fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const screen = page.locator('[data-screen="site/Embed"]')
  await expect(screen.getByText('No site can show this yet.')).toBeVisible()
  await screen.getByRole('button', { name: 'Add a site' }).click()
  await expect(screen.getByLabel('Site URL')).toBeFocused()
  await page.keyboard.type('shop.example')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(screen.getByText('Browsers show this on https://shop.example')).toBeVisible()
  for (const [kind, name] of [
    ['Space', 'spaces/Space'],
    ['List of events', 'events/Upcoming'],
    ['Sign-in', 'shell/Elsewhere'],
  ] as const) {
    await screen.getByLabel('Content').selectOption({ label: kind })
    await expect(screen.getByLabel('Code', { exact: true })).toHaveValue(/\/embed\/frames\.js[\s\S]+iframe=true/)
    await expect(screen.getByRole('region', { name: 'Preview' }).frameLocator('iframe').locator(`[data-screen="${name}"]`)).toBeVisible()
  }
})
