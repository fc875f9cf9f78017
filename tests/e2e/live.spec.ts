/** Live rooms in real browsers: four see and hear each other, roles change in the middle of it, the engine dies and comes back, and a stream has listeners. */
import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { newcomer, signIn } from './people.ts'
import { expect, testWith } from './test.ts'

/** The second listener of a stream watches its broadcast. */
const test = testWith({ LIVE_VIEWERS: '1' })
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]`)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

test.describe.configure({ mode: 'serial', timeout: 600_000 })

/** Keeps the page's connections, whose figures are the only proof that something came. */
async function watched(page: Page): Promise<Page> {
  await page.addInitScript(() => {
    const all: RTCPeerConnection[] = []
    const Own = window.RTCPeerConnection
    window.RTCPeerConnection = class extends Own {
      constructor(options?: RTCConfiguration) {
        super(options)
        all.push(this)
      }
    }
    Object.assign(window, { connections: all })
  })
  return page
}
interface Received {
  /** Decoded pictures of each track that is open. */
  frames: number[]
  /** Energy of each sound. */
  energy: number[]
}
const received = (page: Page): Promise<Received> =>
  page.evaluate(async () => {
    const frames: number[] = []
    const energy: number[] = []
    for (const pc of (window as unknown as { connections: RTCPeerConnection[] }).connections) {
      if (pc.connectionState !== 'connected') continue
      for (const report of (await pc.getStats()).values()) {
        if (report.type !== 'inbound-rtp') continue
        if (report.kind === 'video') frames.push(report.framesDecoded ?? 0)
        else energy.push(report.totalAudioEnergy ?? 0)
      }
    }
    return { frames, energy }
  })
/** Four browsers that draw, encode and decode pictures without a graphics card are more than a busy machine of two cores has time for. */
const PATIENCE = { timeout: 150_000 }
/** Until so many others are seen and heard anew, by pictures and sound that came after now. */
async function expectSeenAndHeard(page: Page, others: number) {
  const before = await received(page)
  const grown = (now: number[], then: number[]) => now.toSorted((a, b) => b - a).filter((value, at) => value > (then.toSorted((a, b) => b - a)[at] ?? 0)).length
  await expect
    .poll(async () => {
      const { frames, energy } = await received(page)
      return Math.min(grown(frames, before.frames), grown(energy, before.energy))
    }, PATIENCE)
    .toBeGreaterThanOrEqual(others)
}
async function guest(browser: Browser, name: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await watched(await newcomer(browser, name))
  if (options?.viewport) await page.setViewportSize(options.viewport)
  return page
}
/** From the door into the room, with an open microphone. */
async function join(page: Page, slug: string) {
  await page.goto(`/live/${slug}`)
  await page.getByRole('switch', { name: 'Join muted' }).click()
  await button(page, 'Join room').click()
  await expect(page.getByRole('group', { name: 'Call controls' })).toBeVisible()
}
const openTab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()
async function choose(page: Page, who: string, what: string) {
  await button(page, `Options for ${who}`).first().click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
}
/** Makes one in the settings and opens it to others. @returns its slug */
async function goLive(page: Page, kind: 'room' | 'stream', name: string): Promise<string> {
  await page.goto(`/settings/live_streams${kind === 'stream' ? '?kind=stream' : ''}`)
  await button(page, `New ${kind}`).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('button', { name: `Create ${kind}` }).click()
  await expect(screen(page, 'live/Room')).toBeVisible()
  await start(page)
  return new URL(page.url()).pathname.split('/').at(-1)!
}
async function start(page: Page) {
  await button(page, 'Go to backstage').click()
  await button(page, 'Go live now').click()
  await expect(page.getByRole('group', { name: 'Call controls' })).toBeVisible()
}
const idOf = async (page: Page, slug: string): Promise<number> => (await (await page.request.get(`/internal_api/live/by_slug/${slug}`)).json()).id

test('four people meet in a room: they see and hear each other, ask, write and are asked how it was', async ({ page, browser, server }) => {
  await watched(page)
  await signIn(page)
  const slug = await goLive(page, 'room', 'Trimming clinic')

  const [rosa, bento, mina] = [await guest(browser, 'Rosa'), await guest(browser, 'Bento'), await guest(browser, 'Mina', PHONE)]
  // what is on shows at the side of every page
  await expect(rosa.getByRole('navigation').getByRole('link', { name: /Trimming clinic/ })).toBeVisible()
  for (const one of [rosa, bento, mina]) await join(one, slug)
  for (const one of [page, rosa, bento, mina]) await expectSeenAndHeard(one, 3)

  // muted, one is shown so to the others
  await button(bento, 'Turn off microphone').click()
  await openTab(page, /^People/)
  const row = (name: string) => page.getByRole('listitem').filter({ has: button(page, `Options for ${name}`) })
  await expect(row('Bento').getByLabel('Microphone off')).toBeVisible()

  await rosa.getByRole('textbox', { name: 'Question' }).fill('How dry is leather-hard, really?')
  await rosa.keyboard.press('Enter')
  await openTab(page, /^Questions/)
  await expect(page.getByText('How dry is leather-hard, really?')).toBeVisible()
  await button(bento, /^Vote, 0 votes/).click()
  await button(page, 'Show on stage').click()
  await expect(mina.getByText('How dry is leather-hard, really?')).toBeVisible()
  await button(page, 'Mark answered').first().click()
  await expect(mina.getByText('How dry is leather-hard, really?')).toBeHidden()

  await openTab(rosa, /^Chat/)
  await rosa.getByRole('textbox', { name: 'Message' }).fill('Greetings from the wheel')
  await rosa.keyboard.press('Enter')
  await openTab(page, /^Chat/)
  await expect(page.getByRole('log').getByText('Greetings from the wheel')).toBeVisible()

  await button(bento, 'Raise hand').click()
  await openTab(page, /^People/)
  await expect(page.getByText('Raised hands')).toBeVisible()

  // the engine goes without a word: everybody is back by themselves
  const { pid } = JSON.parse(readFileSync(path.join(server.data, 'live/engine.json'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => (JSON.parse(readFileSync(path.join(server.data, 'live/engine.json'), 'utf8')) as { pid: number }).pid).not.toBe(pid)
  for (const one of [page, rosa, mina]) await expectSeenAndHeard(one, 2)

  // who is put out is out, also for the engine
  await choose(page, 'Bento', 'Remove from room')
  await expect(bento.getByText('You were removed from the room')).toBeVisible()
  const id = await idOf(page, slug)
  const forged = await bento.request.post(`/internal_api/live/${id}/subscribe`, { data: { sdp: 'v=0' } })
  expect(forged.status()).toBe(403)

  await button(page, 'End for all').click()
  await page.getByRole('dialog').getByRole('button', { name: 'End for all' }).click()
  await expect(page.getByText('Thanks for joining')).toBeVisible()
  await rosa.getByRole('radio', { name: '5 of 5' }).check({ force: true })
  await button(rosa, 'Send feedback').click()
  await expect(rosa.getByText('Thanks for your feedback')).toBeVisible()
  for (const one of [rosa, bento, mina]) await one.context().close()
})

test('who listens to a stream may not be heard until the host makes them cohost; the recording stands in a space', async ({ page, browser }) => {
  await watched(page)
  await signIn(page)
  const slug = await goLive(page, 'stream', 'Kiln opening')

  const rosa = await guest(browser, 'Ruth')
  await rosa.goto(`/live/${slug}`)
  await button(rosa, 'Watch stream').click()
  await expectSeenAndHeard(rosa, 1)
  const id = await idOf(page, slug)
  const forged = await rosa.request.post(`/internal_api/live/${id}/publish`, { data: { sdp: 'v=0', sources: {} } })
  expect(forged.status()).toBe(403)
  await expect(button(rosa, 'Turn on camera')).toBeHidden()

  await openTab(page, /^People/)
  await choose(page, 'Ruth', 'Make cohost')
  await button(rosa, 'Turn on camera').click()
  await button(rosa, 'Turn on microphone').click()
  await expectSeenAndHeard(page, 1)

  await button(page, 'More options').click()
  await page.getByRole('menuitem', { name: 'Start recording' }).click()
  await expect(rosa.getByText('Recording', { exact: true })).toBeVisible()
  // something to be seen and heard in it
  await expectSeenAndHeard(rosa, 1)
  await button(page, 'End for all').click()
  const end = page.getByRole('dialog')
  await end.getByLabel('Post recording in').selectOption({ label: 'Show and tell' })
  await end.getByRole('button', { name: 'End for all' }).click()
  await expect(page.getByText('Thanks for joining')).toBeVisible()
  await page.getByRole('link', { name: 'View post' }).click({ timeout: 180_000 })
  await expect(screen(page, 'posts/Post')).toBeVisible()
  await expect(page.locator('video').first()).toBeVisible()
  await rosa.context().close()
})

test('visitors watch a public stream without an account: the first by a link, the next by its broadcast', async ({ page, browser }) => {
  await signIn(page)
  await page.goto('/live/kiln-opens')
  await start(page)

  const visitor = async (name: string, options: BrowserContextOptions) => {
    const context = await browser.newContext({ locale: 'en-US', ...options })
    const one = await watched(await context.newPage())
    await one.goto('/live/kiln-opens/public')
    await expect(screen(one, 'live/PublicStream')).toBeVisible()
    await one.getByLabel('Your name').fill(name)
    const { violations } = await new AxeBuilder({ page: one }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)).toEqual([])
    await button(one, 'Watch stream').click()
    return one
  }
  const first = await visitor('Ana', PHONE)
  await expectSeenAndHeard(first, 1)
  const second = await visitor('Ivo', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } })
  const moment = () => second.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(moment, PATIENCE).toBeGreaterThan(1)
  await expect(second.getByText('A few seconds behind')).toBeVisible()

  // nobody else reads a part of it
  const stranger = await browser.newContext()
  const part = await stranger.request.get(`/internal_api/live/${await idOf(page, 'kiln-opens')}/hls/live.m3u8`)
  expect(part.status()).toBe(404)
  await button(page, 'End for all').click()
  await page.getByRole('dialog').getByRole('button', { name: 'End for all' }).click()
  await expect(second.getByText('has ended').first()).toBeVisible()
  for (const one of [first, second]) await one.context().close()
  await stranger.close()
})
