/** A form from its first element to the submission of a visitor on another site, who never sees anything else of ours. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import { mailTo, signIn } from './people.ts'
import { expect, test } from './test.ts'

/** Another name of the same machine is another site. */
async function otherSite(ours: URL, body: string) {
  const site = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.setHeader('content-security-policy', `default-src 'none'; script-src ${ours.origin}; frame-src ${ours.origin}; style-src 'none'`)
    reply.end(`<!doctype html><title>My site</title><h1>My site</h1>${body}`)
  })
  await new Promise<void>((done) => site.listen(0, done))
  const from = ours.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  return { url: `http://${from}:${(site.address() as AddressInfo).port}/?utm_source=poster`, close: () => site.close() }
}

/** Code for other sites, as it is where the port is known from the start. */
const at = (address: string, code: string) => code.replace(/https?:\/\/[^/"]+/, new URL(address).origin)

test('a form is built, sent from another site, confirmed by email, and read', async ({ page, browser, server }) => {
  await signIn(page)
  await page.goto('/settings/emails/forms')
  await page.getByRole('button', { name: 'New form' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Kiln letters')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(page.locator('[data-screen="forms/Editor"]')).toBeVisible()

  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByLabel('Email')).toBeVisible()
  await page.getByRole('button', { name: 'Add element' }).click()
  await page.getByRole('menuitem', { name: 'Short text' }).click()
  await page.getByLabel('Label', { exact: true }).fill('First name')
  await page.getByLabel('Save to contact').selectOption('name')
  await expect(preview.getByLabel('First name')).toBeVisible()
  await page.getByRole('button', { name: 'Add element' }).click()
  await page.getByRole('menuitem', { name: 'Hidden field' }).click()
  await page.getByLabel('URL parameter').fill('utm_source')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const share = page.getByRole('dialog')
  const code = await share.getByLabel('Embed code').inputValue()
  await share.getByRole('button', { name: 'Close' }).last().click()
  const address = page.url()

  const site = await otherSite(new URL(server.address), at(server.address, code))
  const visitor = await (await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } })).newPage()
  try {
    await visitor.goto(site.url)
    const frame = visitor.frameLocator('iframe')
    await frame.getByLabel('Email').fill('vera.site@visitors.example')
    await frame.getByLabel('First name').fill('Vera')
    // a frame has no page's heading
    const found = await new AxeBuilder({ page: visitor }).include('iframe').disableRules('page-has-heading-one').analyze()
    expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary}`)).toEqual([])
    await frame.getByRole('button', { name: 'Subscribe' }).click()
    await expect(frame.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

    const mail = await mailTo(page.request, 'vera.site@visitors.example', /Kiln letters/)
    expect(mail).toContain('Kiln letters')
  } finally {
    site.close()
    await visitor.context().close()
  }

  await page.goto(`${address}/submissions`)
  await page.getByRole('button', { name: 'vera.site@visitors.example', exact: true }).click()
  const details = page.getByRole('dialog')
  await expect(details.getByText('Vera', { exact: true })).toBeVisible()
  await expect(details.getByText('poster', { exact: true })).toBeVisible()
  await expect(details.getByText('Pending')).toBeVisible()
})

test('a popup opens over another site once its delay is over, and stays closed for days', async ({ page, browser, server }) => {
  await signIn(page)
  const headers = { origin: new URL(server.address).origin }
  const made = await (
    await page.request.post('/internal_api/forms', {
      headers,
      data: { name: 'Popup letters', embed_display_format: 'popup', popup_delay: 0, popup_frequency: 7 },
    })
  ).json()
  await page.request.post(`/internal_api/forms/${made.id}/publish`, { headers })
  const site = await otherSite(new URL(server.address), at(server.address, `<script src="${made.embed_url}" async></script>`))
  const visitor = await (await browser.newContext({ locale: 'en-US' })).newPage()
  try {
    await visitor.goto(site.url)
    const dialog = visitor.getByRole('dialog', { name: 'Popup letters' })
    await expect(dialog).toBeVisible()
    await expect(visitor.frameLocator('iframe').getByLabel('Email')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    const script = visitor.waitForResponse((reply) => reply.url().includes('/embed.js'))
    await visitor.reload()
    await script
    await visitor.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(dialog).toHaveCount(0)
  } finally {
    site.close()
    await visitor.context().close()
  }
})
