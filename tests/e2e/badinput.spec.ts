/** Bad input held in the browser: too much of everything is told in words, nothing typed is lost, and two presses are one act. */
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { newcomer, signIn } from './people.ts'
import { expect, test } from './test.ts'

const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]`)
const records = async (page: Page, address: string) => (await (await page.request.get(address)).json()).records as { [key: string]: any }[]
const LONG = 5_000_000
/** Far too much for replies; laying out more takes the browser longer, not the product. */
const LONG_REPLY = 500_000

/** As from the clipboard: five million characters typed would take an hour. */
async function paste(field: Locator, length: number) {
  await field.click()
  await field.evaluate((element, size) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'clay and fire '.repeat(Math.ceil(size / 14)).slice(0, size))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, length)
}
const lengthOf = (field: Locator) => field.evaluate((element) => element.textContent!.length)
async function shorten(page: Page, field: Locator, text: string) {
  await field.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

test('five megabytes of text: told, kept, and sent once it is shorter', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page)
  const title = `Too much ${Date.now()}`
  await test.step('in a post', async () => {
    await page.goto('/c/show-and-tell/new')
    await page.getByLabel('Title', { exact: true }).fill(title)
    const body = page.locator('[data-screen="posts/Compose"] [contenteditable="true"]')
    await paste(body, LONG)
    await expect(page.getByText('4,750,000 characters over the 250,000 limit.')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('alert').getByText('This post is too long.', { exact: false })).toBeVisible({ timeout: 60_000 })
    expect(await lengthOf(body)).toBe(LONG)
    await expect(page.getByText(/Backed up on this device|Too long to back up/)).toBeVisible()
    await shorten(page, body, 'Short enough.')
    await expect(page.getByText('characters over the')).toHaveCount(0)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(screen(page, 'posts/Post').getByRole('heading', { name: title })).toBeVisible({ timeout: 60_000 })
    expect((await records(page, '/internal_api/home_feed')).filter((one) => one.display_title === title)).toHaveLength(1)
  })
  await test.step('in a comment', async () => {
    const post = screen(page, 'posts/Post')
    await post.getByRole('textbox', { name: 'Write a comment' }).click()
    const box = post.locator('[contenteditable="true"]').last()
    await paste(box, LONG_REPLY)
    await expect(post.getByText('480,000 characters over the 20,000 limit.')).toBeVisible({ timeout: 60_000 })
    await expect(post.getByRole('button', { name: 'Comment', exact: true })).toBeDisabled()
    expect(await lengthOf(box)).toBe(LONG_REPLY)
    await shorten(page, box, 'Short enough, too.')
    await post.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(post.getByRole('listitem').getByText('Short enough, too.')).toHaveCount(1)
  })
  await test.step('in a message', async () => {
    const { records: spaces } = await (await page.request.get('/internal_api/spaces')).json()
    const talk = spaces.find((space: { types: string[] }) => space.types.includes('chat'))
    await page.goto(`/c/${talk.slug}`)
    await page
      .getByRole('textbox', { name: /^Message / })
      .first()
      .click()
    const box = page.locator('[contenteditable="true"]').last()
    await paste(box, LONG_REPLY)
    await expect(page.getByText('490,000 characters over the 10,000 limit.')).toBeVisible({ timeout: 60_000 })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
    expect(await lengthOf(box)).toBeGreaterThanOrEqual(LONG_REPLY)
    const words = `Short at last ${Date.now()}`
    await shorten(page, box, words)
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-message]').getByText(words)).toHaveCount(1)
  })
})

test('an upload of one gigabyte: cut off half-way, told, and gone on with', async ({ page, context }) => {
  test.setTimeout(480_000)
  const SIZE = 1_000_000_000
  const file = path.join(os.tmpdir(), `one-gigabyte-${process.pid}.bin`)
  const handle = openSync(file, 'w')
  ftruncateSync(handle, SIZE)
  for (let at = 0; at < SIZE; at += SIZE / 16) writeSync(handle, `place ${at}`, at)
  closeSync(handle)
  try {
    await signIn(page)
    expect((await page.request.patch('/internal_api/media_settings', { data: { max_file_megabytes: 1000 } })).status()).toBe(200)
    await page.goto('/c/show-and-tell/new')
    await page.getByLabel('Title', { exact: true }).fill(`One gigabyte ${Date.now()}`)
    await page.locator('[contenteditable="true"]').click()
    await page.keyboard.type('See the file.')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'File', exact: true }).click()
    await (await choosing).setFiles(file)
    const progress = page.getByRole('progressbar', { name: path.basename(file) })
    const sent = () => progress.evaluate((bar: HTMLProgressElement) => bar.value)
    await expect.poll(sent, { timeout: 60_000, intervals: [50] }).toBeGreaterThan(15)
    await context.setOffline(true)
    await expect(page.getByText('You’re offline. The upload resumes when you reconnect.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry now' })).toBeVisible()
    const stood = await sent()
    expect(stood).toBeLessThan(100)
    await context.setOffline(false)
    await expect(page.getByText('You’re offline.', { exact: false })).toHaveCount(0)
    await expect(progress).toHaveCount(0, { timeout: 150_000 })
    await page.getByRole('button', { name: 'Publish' }).click()
    const link = screen(page, 'posts/Post').getByRole('link', { name: path.basename(file) })
    await expect(link).toBeVisible({ timeout: 60_000 })
    const address = (await link.getAttribute('href'))!
    for (const at of [0, SIZE / 2, SIZE - SIZE / 16]) {
      const words = `place ${at}`
      const piece = await page.request.get(address, { headers: { range: `bytes=${at}-${at + words.length - 1}` } })
      expect(piece.headers()['content-range']).toBe(`bytes ${at}-${at + words.length - 1}/${SIZE}`)
      expect(await piece.text()).toBe(words)
    }
  } finally {
    rmSync(file, { force: true })
  }
})

const DOT = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

test('what is sent while a file uploads waits for it', async ({ page }) => {
  await signIn(page)
  let letThrough = () => {}
  const hold = () => {
    const held = new Promise<void>((resolve) => (letThrough = resolve))
    return page.route('**/direct_uploads/*', (route) => held.then(() => route.continue()), { times: 1 })
  }
  const attach = async (field: Locator, tool: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
    await field.click()
    await page.keyboard.type('See the file.')
    await hold()
    const choosing = page.waitForEvent('filechooser')
    const sending = page.waitForRequest('**/direct_uploads/*')
    await page.getByRole('button', { name: tool, exact: true }).click()
    await (await choosing).setFiles(file)
    await sending
  }
  await page.goto('/c/show-and-tell/new')
  await page.getByLabel('Title', { exact: true }).fill(`With a file ${Date.now()}`)
  await attach(page.locator('[contenteditable="true"]'), 'File', { name: 'post.txt', mimeType: 'text/plain', buffer: Buffer.from('clay') })
  for (const name of ['Publish', 'Save as draft']) await expect(page.getByRole('button', { name })).toBeDisabled()
  letThrough()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(screen(page, 'posts/Post').getByRole('link', { name: 'post.txt' })).toBeVisible()

  // somebody of the demo: whoever came last is in the middle of another test
  await page.goto('/messages/new')
  await page.getByLabel('To', { exact: true }).fill('Marit')
  await page.getByRole('option', { name: /Marit Solheim/ }).click()
  await attach(page.getByRole('textbox', { name: 'Write a message' }), 'Image', { name: 'dot.gif', mimeType: 'image/gif', buffer: DOT })
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  letThrough()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.locator('[data-message] img[src*="/dot"]')).toBeVisible()
})

test('links that no longer hold lead to a page with a way on', async ({ page, browser }) => {
  await signIn(page)
  const guest = await newcomer(browser, `Late Link ${Date.now().toString(36)}`)
  const spent = 'spent'.repeat(8)
  await test.step('a confirmation: a new one is mailed', async () => {
    await guest.goto(`/user/confirmation?confirmation_token=${spent}`)
    await guest.getByRole('button', { name: 'Confirm email' }).click()
    await expect(screen(guest, 'auth/Confirm').getByText('This link isn’t valid anymore')).toBeVisible()
    await screen(guest, 'auth/Confirm').locator('main').getByRole('button', { name: 'Resend email' }).click()
    await expect(guest.getByText('We sent a new link to', { exact: false }).first()).toBeVisible()
  })
  await test.step('a password link: to the page that mails another', async () => {
    await guest.goto(`/user/password?reset_password_token=${spent}`)
    await expect(screen(guest, 'auth/Password').getByText('This link isn’t valid anymore')).toBeVisible()
    await guest.getByRole('link', { name: 'Send reset link' }).click()
    await expect(screen(guest, 'auth/PasswordNew')).toBeVisible()
  })
  await test.step('an invitation: home', async () => {
    await guest.goto(`/space_invitations/${spent}`)
    await expect(screen(guest, 'spaces/Invitation').getByText('This invitation isn’t valid anymore')).toBeVisible()
    await expect(screen(guest, 'spaces/Invitation').getByRole('link')).toHaveAttribute('href', '/')
  })
  await test.step('a file’s address, which was made for somebody else: words, no bare answer', async () => {
    const picture = { name: 'bowl.txt', mimeType: 'text/plain', buffer: Buffer.from('clay') }
    await page.goto('/c/show-and-tell/new')
    await page.getByLabel('Title', { exact: true }).fill(`A file ${Date.now()}`)
    await page.locator('[contenteditable="true"]').click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'File', exact: true }).click()
    await (await choosing).setFiles(picture)
    await expect(page.locator('[contenteditable="true"]').getByText('bowl.txt')).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    const address = await screen(page, 'posts/Post').getByRole('link', { name: 'bowl.txt' }).getAttribute('href')
    const answer = await guest.goto(address!)
    expect(answer!.status()).toBe(404)
    await expect(screen(guest, 'shell/NotFound').getByText('This file link has expired')).toBeVisible()
    await expect(screen(guest, 'shell/NotFound').getByRole('link')).toHaveAttribute('href', '/')
  })
  await guest.context().close()
})

/** Two presses in one breath and a third within 50 ms, faster than anybody; an element that is gone takes none. */
async function press(button: Locator) {
  await expect(button).toBeEnabled()
  await button.evaluate(
    (element: HTMLElement) =>
      new Promise<void>((done) => {
        element.click()
        element.click()
        setTimeout(() => {
          element.click()
          done()
        }, 40)
      }),
  )
}

for (const answer of ['at once', 'late'] as const)
  test(`pressed twice is done once, where the server answers ${answer}`, async ({ page, browser }) => {
    test.setTimeout(480_000)
    page.on('dialog', (dialog) => void dialog.accept())
    if (answer === 'late')
      await page.route('**/internal_api/**', async (route) => {
        if (route.request().method() !== 'GET') await new Promise((later) => setTimeout(later, 400))
        await route.continue()
      })
    const stamp = `${answer === 'late' ? 'Late' : 'Quick'} ${Date.now().toString(36)}`
    const named = (list: { [key: string]: any }[], field: string, value: string) => list.filter((one) => one[field] === value)
    await signIn(page)

    await test.step('create a group', async () => {
      await page.goto('/space_groups/new')
      await page.getByLabel('Name', { exact: true }).fill(`Group ${stamp}`)
      await press(page.getByRole('button', { name: 'Create group' }))
      await expect(screen(page, 'spaces/Group')).toBeVisible()
      expect(named(await records(page, '/internal_api/space_groups?per_page=100'), 'name', `Group ${stamp}`)).toHaveLength(1)
    })
    let slug = ''
    await test.step('create a space', async () => {
      await screen(page, 'spaces/Group').getByRole('link', { name: 'New space' }).first().click()
      await page.getByLabel('Name', { exact: true }).fill(`Space ${stamp}`)
      await press(page.getByRole('button', { name: 'Create space' }))
      await expect(screen(page, 'spaces/Space')).toBeVisible()
      const made = named(await records(page, '/internal_api/spaces'), 'name', `Space ${stamp}`)
      expect(made).toHaveLength(1)
      slug = made[0]!.slug
    })
    await test.step('create a topic', async () => {
      await page.goto('/settings/topics')
      await page.getByRole('button', { name: 'New topic' }).click()
      await page.getByLabel('Name').fill(`Topic ${stamp}`)
      await press(page.getByRole('button', { name: 'Save topic' }))
      await expect(page.getByRole('dialog')).toHaveCount(0)
      const { records: topics } = await (await page.request.get(`/internal_api/topics?name=${encodeURIComponent(`Topic ${stamp}`)}`)).json()
      expect(topics).toHaveLength(1)
    })

    const post = screen(page, 'posts/Post')
    const feed = async () => named(await records(page, '/internal_api/home_feed?per_page=100'), 'display_title', `Post ${stamp}`)
    await test.step('add a poll and publish', async () => {
      await page.goto(`/c/${slug}/new`)
      await page.getByLabel('Title', { exact: true }).fill(`Post ${stamp}`)
      await page.locator('[contenteditable="true"]').click()
      await page.keyboard.type('Written once.')
      await page.getByRole('button', { name: 'Add poll' }).click()
      await page.getByLabel('Question').fill('Once or twice?')
      await page.getByLabel('Option 1').fill('Once')
      await page.getByLabel('Option 2').fill('Twice')
      await press(page.getByRole('button', { name: 'Add poll' }))
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await press(page.getByRole('button', { name: 'Publish' }))
      await expect(post.getByRole('heading', { name: `Post ${stamp}` })).toBeVisible()
      await expect(post.getByRole('heading', { name: 'Once or twice?' })).toHaveCount(1)
      expect(await feed()).toHaveLength(1)
    })
    await test.step('comment', async () => {
      await post.getByRole('textbox', { name: 'Write a comment' }).click()
      await expect(post.locator('[contenteditable="true"]').last()).toBeFocused()
      await page.keyboard.type('Said once.')
      await press(post.getByRole('button', { name: 'Comment', exact: true }))
      await expect(post.getByRole('listitem').getByText('Said once.')).toHaveCount(1)
      const [one] = await feed()
      expect(await records(page, `/internal_api/posts/${one!.id}/comments`)).toHaveLength(1)
      expect(one!.comments_count).toBe(1)
    })
    await test.step('pin', async () => {
      await post.getByRole('button', { name: 'More options for this post' }).first().click()
      await press(page.getByRole('menuitem', { name: 'Pin to top' }))
      await expect.poll(async () => (await feed()).map((one) => one.is_pinned_at_top_of_space)).toEqual([true])
    })
    await test.step('invite by mail', async () => {
      const email = `${stamp.replace(' ', '.').toLowerCase()}@example.com`
      await page.goto('/s/the-studio/invite')
      await page.getByRole('button', { name: 'Email', exact: true }).click()
      await page.getByLabel('Email addresses').fill(email)
      await press(page.getByRole('button', { name: 'Send 1 invitation' }))
      await expect(page.getByText('1 invitation sent').first()).toBeVisible()
      await expect.poll(async () => named(await records(page, '/internal_api/email_outbox'), 'recipient', email).length).toBe(1)
    })
    await test.step('send a message', async () => {
      const talk = (await records(page, '/internal_api/spaces')).find((space) => space.types.includes('chat'))!
      await page.goto(`/c/${talk.slug}`)
      await page
        .getByRole('textbox', { name: /^Message / })
        .first()
        .click()
      await expect(page.locator('[contenteditable="true"]').last()).toBeFocused()
      await page.keyboard.type(`Sent once ${stamp}`)
      await press(page.getByRole('button', { name: 'Send', exact: true }))
      await expect(page.locator('[data-message]').getByText(`Sent once ${stamp}`)).toHaveCount(1)
      await page.reload()
      await expect(page.locator('[data-message]').getByText(`Sent once ${stamp}`)).toHaveCount(1)
    })
    await test.step('save settings', async () => {
      await page.goto('/account')
      const asked: string[] = []
      page.on('request', (request) => request.method() === 'PATCH' && asked.push(new URL(request.url()).pathname))
      await page.getByLabel('Headline').fill(`Headline ${stamp}`)
      // the bar's, which comes with the first change; the form below has one of its own that rests
      await press(page.getByRole('button', { name: 'Save' }).first())
      await expect.poll(async () => (await (await page.request.get('/internal_api/account')).json()).headline).toBe(`Headline ${stamp}`)
      expect(asked).toEqual(['/internal_api/account'])
    })
    await test.step('join', async () => {
      const guest = await newcomer(browser, `Guest ${stamp}`)
      await guest.goto(`/c/${slug}`)
      await press(guest.getByRole('button', { name: 'Join space' }))
      await expect(guest.getByRole('button', { name: 'Join space' })).toHaveCount(0)
      const { id } = named(await records(page, '/internal_api/spaces'), 'slug', slug)[0]!
      await expect.poll(async () => (await records(page, `/internal_api/spaces/${id}/space_members`)).length).toBe(2)
      await guest.context().close()
    })
    if (answer === 'late')
      await test.step('like, save, follow, vote: on, as after one press', async () => {
        // a press after the answer takes it back, as it should; while the first is on its way there is no second
        const [one] = await feed()
        await page.goto(one!.url)
        await press(post.getByRole('button', { name: /^Like, 0/ }).first())
        await press(post.getByRole('button', { name: 'Save', exact: true }).first())
        await press(post.getByRole('button', { name: 'Follow', exact: true }).first())
        await press(post.getByRole('radio', { name: 'Once' }))
        await expect(post.getByRole('button', { name: 'Follow', exact: true }).first()).toHaveAttribute('aria-pressed', 'false')
        await page.waitForLoadState('networkidle')
        const state = async () => {
          const seen = await (await page.request.get(`/internal_api/spaces/${slug}/posts/${one!.slug}`)).json()
          return [seen.is_liked_by_current_user, seen.user_likes_count, seen.bookmark_id !== null, seen.is_following]
        }
        await expect.poll(state).toEqual([true, 1, true, false])
        await expect(post.getByRole('radio', { name: 'Once' })).toBeChecked()
        await expect(post.getByText(/^1 vote/)).toBeVisible()
      })
  })
