/** An offer on somebody else's site: it shows there, leads into a checkout of its own window, and nothing else of ours can be framed. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

test('an offer stands on another site, and nothing else of ours does', async ({ page, context, server }) => {
  await signIn(page)
  const { records } = await (await page.request.get('/internal_api/paywalls?status=active&per_page=1')).json()
  const { id, name } = records[0] as { id: number; name: string }
  const ours = new URL(server.address)
  // another name of the same machine is another site
  const from = ours.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  const site = createServer((request, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.end(`<h1>My site</h1><iframe src="${ours.origin}${request.url}" width="600" height="420"></iframe>`)
  })
  await new Promise<void>((done) => site.listen(0, done))
  const at = `http://${from}:${(site.address() as AddressInfo).port}`
  try {
    await page.goto(`${at}/embed/paywalls/${id}`)
    const frame = page.frameLocator('iframe')
    await expect(frame.getByRole('heading', { name })).toBeVisible()
    await expect(frame.locator('input, form, script')).toHaveCount(0)
    const opened = context.waitForEvent('page')
    await frame.getByRole('link').click()
    const checkout = await opened
    await expect(checkout).toHaveURL(new RegExp(`^${ours.origin}/checkout/${id}\\?price=\\d+$`))
    await expect(checkout.getByRole('heading', { name, level: 1 })).toBeVisible()
    for (const path of [`/checkout/${id}`, '/', '/account/billing']) {
      await page.goto(`${at}${path}`)
      await expect.poll(() => page.frames().at(-1)!.url(), path).toMatch(/^chrome-error:/)
    }
  } finally {
    site.close()
  }
})
