/** The help widget on a shop's page with a strict policy, and inside the community: found, asked, answered by the team. */
import type { Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newcomer, ownerRequest, signIn } from './people.ts'
import { expect, knownPort, testWith } from './test.ts'

const test = testWith(knownPort).extend<{}, { shop: string }>({
  /** A page of a shop that allows nothing but its own files, our script and our frame. */
  shop: [
    async ({ server, browser }, use) => {
      const ours = new URL(server.address).origin
      const host = new URL(ours).hostname === 'localhost' ? '127.0.0.1' : 'localhost'
      const site = createServer((_request, reply) => {
        reply.setHeader('content-type', 'text/html')
        reply.setHeader('content-security-policy', `default-src 'none'; style-src 'self'; script-src ${ours}; frame-src ${ours}`)
        reply.end(`<!doctype html><html lang="en"><title>Kiln shelves</title><h1>Kiln shelves</h1><script src="${ours}/widget.js" async></script></html>`)
      })
      await new Promise<void>((done) => site.listen(0, done))
      const address = `http://${host}:${(site.address() as AddressInfo).port}`
      const owner = await ownerRequest(browser)
      const saved = await owner.put('/internal_api/help_widget/setting', { headers: { origin: ours }, data: { setting: { sites: [address] } } })
      expect(saved.status()).toBe(200)
      await use(address)
      site.close()
    },
    { scope: 'worker' },
  ],
})
const button = (page: Page, name: string) => page.locator('atrium-help').getByRole('button', { name })
const inside = (page: Page) => page.locator('atrium-help').locator('iframe').contentFrame()
/** One answers from the inbox, in the team’s own browser. */
async function answer(page: Page, about: string, words: string) {
  await signIn(page)
  await page.goto('/settings/ai-inbox')
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Unassigned' }).click()
  await page.getByRole('region', { name: 'Conversations' }).locator('[data-chat]').filter({ hasText: about }).click()
  await page.getByRole('textbox', { name: 'Reply', exact: true }).fill(words)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('log', { name: 'Messages' }).getByText(words)).toBeVisible()
}

test.describe.configure({ mode: 'serial' })

test('on a page with a strict policy a visitor reads an article, asks, goes on to another page, and is answered there', async ({ page, browser, shop }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(shop)
  await button(page, 'Open help').press('Enter')
  const help = inside(page)
  await expect(help.getByText('What are you stuck on?')).toBeVisible()
  // by keyboard one is in the window at once
  await page.keyboard.press('Tab')
  await expect(help.getByRole('button', { name: 'Close help' })).toBeFocused()
  // as high as its frame, which is as high as the site has room
  const [frame, window] = [await page.locator('atrium-help iframe').boundingBox(), await help.locator('[data-screen="help-widget/Help"] > div').boundingBox()]
  expect(Math.round(window!.height)).toBe(Math.round(frame!.height))

  await help.getByRole('searchbox', { name: 'Ask or search' }).fill('firing log')
  await help.getByRole('searchbox', { name: 'Ask or search' }).press('Enter')
  await help
    .getByRole('button', { name: /firing log/i })
    .first()
    .click()
  await help.getByRole('button', { name: 'Yes' }).click()
  await expect(help.getByText('Thanks', { exact: false })).toBeVisible()

  await page.reload()
  await button(page, 'Open help').click()
  await help
    .getByRole('button', { name: /^(Send a message|Start chat)$/ })
    .first()
    .click()
  await help.getByRole('textbox', { name: 'Email' }).fill('not an address')
  await help.getByRole('textbox', { name: 'Your message' }).fill('Do the long shelves fit a Rohde 190?')
  await help.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(help.getByRole('log')).toHaveCount(0)
  await help.getByRole('textbox', { name: 'Email' }).fill('ines@shelves.example')
  await help.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(help.getByRole('log').getByText('Do the long shelves fit a Rohde 190?')).toBeVisible()

  const team = await browser.newPage()
  await answer(team, 'Do the long shelves fit a Rohde 190?', 'They do, with two fingers to spare.')
  await expect(help.getByRole('log').getByText('They do, with two fingers to spare.')).toBeVisible({ timeout: 15_000 })
  await team.close()
  // another page of the shop: the same visitor
  await page.goto(`${shop}/cart`)
  await button(page, 'Open help').click()
  await help.getByRole('button', { name: /^Messages/ }).click()
  await expect(help.getByText('They do, with two fingers to spare.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('atrium-help').locator('iframe')).toBeHidden()
  expect(complaints).toEqual([])
})

test('the button tells of a reply before it is opened, and a site that is not listed is told why the window stays shut', async ({ page, browser, shop }) => {
  await page.goto(shop)
  await button(page, 'Open help').click()
  const help = inside(page)
  await help.getByRole('button', { name: 'Open a ticket' }).click()
  await help.getByRole('textbox', { name: 'Email' }).fill('rosa@lima.example')
  await help.getByRole('textbox', { name: 'What happened?' }).fill('The jug leaks at its foot.')
  await help.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(help.getByText('by email to rosa@lima.example', { exact: false })).toBeVisible()
  // elsewhere when the answer comes
  await page.goto('about:blank')
  const team = await browser.newPage()
  await answer(team, 'The jug leaks', 'Send it back, we pay.')
  await team.close()
  await page.goto(shop)
  await button(page, 'Open help, new reply').click()
  await expect(help.getByText('Send it back, we pay.')).toBeVisible()
  await expect(button(page, 'Close help')).toBeVisible()

  // the same page by another name is another site
  const { protocol, hostname, port } = new URL(shop)
  await page.goto(`${protocol}//${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`)
  await button(page, 'Open help').click()
  await expect(page.locator('atrium-help').getByRole('alert')).toContainText('add this site', { timeout: 15_000 })
  await expect(page.locator('atrium-help').getByRole('link', { name: 'Open help in a new tab' })).toHaveAttribute('href', /\/help$/)
})

test('a member opens it by its button, sends a ticket, and finds it in the window again', async ({ browser }) => {
  const page = await newcomer(browser, 'Tomas Beck')
  await page.getByRole('button', { name: 'Open help' }).click()
  const panel = page.getByRole('region', { name: 'Help' })
  await expect(panel.getByText('What are you stuck on?')).toBeVisible()
  await panel.getByRole('button', { name: 'Open a ticket' }).click()
  await panel.getByRole('textbox', { name: 'Subject' }).fill('The bell rings twice')
  await panel.getByRole('textbox').last().fill('Each answer arrives two times.')
  await panel.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(panel.getByRole('log').getByText('Each answer arrives two times.')).toBeVisible()
  await page.reload()
  await expect(panel.getByText('Each answer arrives two times.').first()).toBeVisible()
})
