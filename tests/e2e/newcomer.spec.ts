/** A new community as its first people meet it: on a phone and by keyboard alone, in both languages, from the empty house to a post found again. */
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Locator, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ADMIN, mailTo, newcomer, signIn } from './people.ts'
import { startServer } from './server.ts'
import { expect, test } from './test.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PASSWORD = 'Celadon-9!'
const LOCALES = ['en-US', 'pt-BR'] as const
type Locale = (typeof LOCALES)[number]
const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]`)

/** The product's own words, so that a missing translation is seen by the test that looks for it. */
function wordsOf(locale: Locale) {
  const files = new Map<string, Record<string, string>>()
  const read = (owner: string) =>
    JSON.parse(readFileSync(path.join(ROOT, ['shell', 'sdk'].includes(owner) ? owner : `plugins/${owner}`, `locales/${locale}.json`), 'utf8'))
  return (owner: string, key: string, params: Record<string, string | number> = {}) => {
    const words = files.get(owner) ?? read(owner)
    files.set(owner, words)
    expect(words[key], `${owner} ${key} in ${locale}`).toBeTruthy()
    return Object.entries(params).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, String(value)), words[key] as string)
  }
}

/** Walks with the tab key until the element has the focus. */
async function tabTo(page: Page, element: Locator) {
  await expect(element).toBeVisible()
  for (let step = 0; step < 150; step++) {
    if (await element.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The tab key does not reach ${element}`)
}
async function press(page: Page, element: Locator, key = 'Enter') {
  await tabTo(page, element)
  await page.keyboard.press(key)
}
async function write(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.insertText(text)
}

/** What every screen on the way must be: named, within the phone's width, free of what axe finds. */
async function look(page: Page, name: string) {
  await expect(screen(page, name)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${name} scrolls sideways`).toBeLessThanOrEqual(0)
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  expect(found, name).toEqual([])
}

async function phone(browser: Browser, address: string, locale: Locale) {
  const context = await browser.newContext({ baseURL: address, locale, viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(`${page.url()}: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  return { page, problems }
}

/** The newest mail to somebody, as the admin reads it where there is no mail server. */
const linkIn = (mail: string, way: string) => new URL(new RegExp(`http\\S*${way}\\S*`).exec(mail)![0])

for (const [number, locale] of LOCALES.entries())
  test(`an empty community on a phone, by keyboard, ${locale}`, async ({ browser, request }) => {
    test.setTimeout(600_000)
    const word = wordsOf(locale)
    const house = await startServer({ ATRIUM_DEMO: 'off', ATRIUM_PLANS: 'on' })
    const { page: admin, problems } = await phone(browser, house.address, locale)
    try {
      // Each language in an appearance of its own, so that both are seen.
      const headers = { origin: house.address }
      await request.post(`${house.address}/internal_api/sign_in`, { headers, data: ADMIN })
      const theme = { default_appearance: number === 0 ? 'light' : 'dark' }
      expect((await request.patch(`${house.address}/internal_api/community`, { headers, data: { theme } })).status()).toBe(200)
      await test.step('the admin signs in and finds the checklist', async () => {
        await admin.goto('/user/sign_in')
        await look(admin, 'auth/SignIn')
        await write(admin, admin.getByLabel(word('shell', 'field.email')), ADMIN.email)
        await write(admin, admin.getByLabel(word('shell', 'field.password'), { exact: true }), ADMIN.password)
        await admin.keyboard.press('Enter')
        await look(admin, 'home/Home')
        await press(admin, admin.getByRole('link', { name: word('community', 'setup.go') }))
        await look(admin, 'community/Onboarding')
      })

      const groups = locale === 'pt-BR' ? ['Oficina', 'Conversas', 'Agenda'] : ['Workshop', 'Talk', 'Diary']
      const places = groups.flatMap((group) => [1, 2, 3].map((place) => `${group} ${place}`)).concat(locale === 'pt-BR' ? 'Avisos' : 'News')
      await test.step('three groups, ten spaces', async () => {
        const step = admin.getByRole('listitem').filter({ hasText: word('community', 'step.spaces') })
        await press(admin, step.getByRole('link', { name: word('community', 'steps.go') }))
        await look(admin, 'spaces/AdminSpaces')
        for (const [index, group] of groups.entries()) {
          await admin.goto('/space_groups/new')
          const name = admin.getByLabel(word('spaces', 'form.name'), { exact: true })
          if (index === 0) await look(admin, 'spaces/NewGroup')
          await write(admin, name, group)
          await admin.keyboard.press('Enter')
          if (index === 0) await look(admin, 'spaces/Group')
          else await expect(screen(admin, 'spaces/Group')).toBeVisible()
          await press(
            admin,
            screen(admin, 'spaces/Group')
              .getByRole('link', { name: word('spaces', 'space.new') })
              .first(),
          )
          if (index === 0) await look(admin, 'spaces/Groups')
          await write(admin, admin.getByLabel(word('spaces', 'form.name'), { exact: true }), places[index * 3]!)
          await admin.keyboard.press('Enter')
          await expect(admin.getByRole('heading', { name: places[index * 3], level: 1 })).toBeVisible()
          if (index === 0) await look(admin, 'spaces/Space')
        }
        const { records } = await (await admin.request.get('/internal_api/space_groups')).json()
        for (const place of places.filter((_, index) => index === 9 || index % 3 !== 0)) {
          const group = records.find((record: { name: string }) => place.startsWith(record.name)) ?? records[0]
          const made = await admin.request.post('/internal_api/spaces', { headers: { origin: house.address }, data: { name: place, space_group_id: group.id } })
          expect(made.status(), await made.text()).toBe(201)
        }
        await admin.goto('/space_groups')
        await look(admin, 'spaces/Groups')
        for (const place of places) await expect(screen(admin, 'spaces/Groups').getByRole('link', { name: place }).first()).toBeVisible()
      })

      const invited = [`ana.${number}@example.com`, `ben.${number}@example.com`]
      let link = new URL(house.address)
      await test.step('two people are invited by mail', async () => {
        await press(admin, screen(admin, 'spaces/Groups').getByRole('link', { name: groups[0], exact: true }))
        await press(admin, screen(admin, 'spaces/Group').getByRole('link', { name: word('spaces', 'group.invite') }))
        await press(admin, screen(admin, 'spaces/GroupInvite').getByRole('button', { name: word('spaces', 'add.byMail') }))
        await write(admin, admin.getByLabel(word('spaces', 'invite.emails')), invited.join(', '))
        await look(admin, 'spaces/GroupInvite')
        await press(admin, admin.getByRole('button', { name: word('spaces', 'invite.action_other', { count: 2 }) }))
        await expect(admin.getByText(word('spaces', 'invite.done_other', { count: 2 })).first()).toBeVisible()
        await expect(admin.getByText(invited[1]!)).toBeVisible()
        const mail = await mailTo(admin.request, invited[0]!, /\S/)
        expect(mail).toContain(groups[0])
        link = linkIn(mail, '/space_invitations/')
        await admin.goto('/settings/emails/outbox')
        await look(admin, 'operations/Outbox')
      })

      const { page: guest, problems: troubles } = await phone(browser, house.address, locale)
      await test.step('one of them comes in by the link', async () => {
        await guest.goto(link.pathname)
        await look(guest, 'spaces/Invitation')
        await press(guest, guest.getByRole('link', { name: word('spaces', 'invitation.signUp') }))
        await expect(guest.getByLabel(word('shell', 'field.name'))).toBeFocused()
        await look(guest, 'auth/SignUp')
        await guest.keyboard.insertText('Ana Prado')
        await write(guest, guest.getByLabel(word('shell', 'field.email')), invited[0]!)
        await write(guest, guest.getByLabel(word('shell', 'field.password'), { exact: true }), PASSWORD)
        await press(guest, guest.getByRole('button', { name: word('shell', 'signUp.action'), exact: true }))
        // signing up by it was the answer to the invitation: nothing is asked again
        await look(guest, 'spaces/Group')
        await expect(guest.getByRole('heading', { name: groups[0], level: 1 })).toBeVisible()
      })

      await test.step('both write, comment, react, save and find again', async () => {
        const titles = new Map([
          [admin, locale === 'pt-BR' ? 'Primeira fornada' : 'First firing'],
          [guest, locale === 'pt-BR' ? 'Chegando agora' : 'Just arrived'],
        ])
        for (const [page, title] of titles) {
          await page.goto('/space_groups')
          await press(page, screen(page, 'spaces/Groups').getByRole('link', { name: places[0] }).first())
          await look(page, 'spaces/Space')
          await press(page, screen(page, 'spaces/Space').getByRole('link', { name: word('posts', 'prompt.start_long') }))
          await expect(page.getByRole('textbox', { name: word('posts', 'compose.name'), exact: true })).toBeFocused()
          await page.keyboard.insertText(title)
          await write(page, page.locator('[contenteditable="true"]'), `${title} — ${locale}`)
          await look(page, 'posts/Compose')
          await press(page, page.getByRole('button', { name: word('posts', 'compose.publish'), exact: true }))
          await expect(screen(page, 'posts/Post').getByRole('heading', { name: title })).toBeVisible()
        }
        for (const [page, other] of [
          [admin, guest],
          [guest, admin],
        ] as const) {
          const title = titles.get(other)!
          await page.goto('/')
          await look(page, 'home/Home')
          await press(page, screen(page, 'home/Home').getByRole('link', { name: title }).first())
          const post = screen(page, 'posts/Post')
          await expect(post).toBeVisible()
          const like = post.getByRole('button', { name: word('content', 'like_other').split(',')[0]! }).first()
          await press(page, like, 'Space')
          await expect(post.getByRole('button', { name: word('content', 'like_one', { count: 1 }) }).first()).toHaveAttribute('aria-pressed', 'true')
          await press(page, post.getByRole('button', { name: word('content', 'reactions.add') }).first())
          await press(page, page.getByRole('button', { name: word('sdk', 'emoji.with', { emoji: '🎉' }) }))
          await expect(post.getByRole('button', { name: '🎉 1' })).toHaveAttribute('aria-pressed', 'true')
          await press(page, post.getByRole('button', { name: word('content', 'save'), exact: true }).first())
          await expect(post.getByRole('button', { name: word('content', 'save'), exact: true }).first()).toHaveAttribute('aria-pressed', 'true')
          const answer = `${locale === 'pt-BR' ? 'Que bom ler isto' : 'Good to read this'}, ${title}`
          await tabTo(page, post.getByRole('textbox', { name: word('content', 'box.comment') }))
          await expect(post.locator('[contenteditable="true"]').last()).toBeFocused()
          await page.keyboard.insertText(answer)
          await page.keyboard.press('ControlOrMeta+Enter')
          await expect(post.getByRole('listitem').getByText(answer)).toBeVisible()
          await look(page, 'posts/Post')
          await page.goto('/bookmarks')
          await look(page, 'content/Bookmarks')
          await expect(screen(page, 'content/Bookmarks').getByRole('link', { name: title }).first()).toBeVisible()

          await page.goto('/')
          await press(page, page.getByRole('button', { name: word('shell', 'frame.search'), exact: true }).filter({ visible: true }))
          await expect(page.getByRole('combobox', { name: word('shell', 'palette.title') })).toBeFocused()
          await page.keyboard.type(title.slice(0, 9))
          await expect(page.getByRole('option', { name: title }).first()).toBeVisible()
          await look(page, 'home/Home')
          while (!(await page.getByRole('option', { name: title, selected: true }).count())) await page.keyboard.press('ArrowDown')
          await page.keyboard.press('Enter')
          await expect(screen(page, 'posts/Post').getByRole('heading', { name: title })).toBeVisible()
        }
      })
      await guest.goto('/members')
      await look(guest, 'members/Directory')
      // whom it let in may see it again; to everybody else it is spent
      const { page: late, problems: lateTroubles } = await phone(browser, house.address, locale)
      await late.goto(link.pathname)
      await look(late, 'spaces/Invitation')
      await expect(late.getByText(word('spaces', 'invitation.gone'))).toBeVisible()
      await late.context().close()
      await admin.goto('/settings/onboarding')
      await look(admin, 'community/Onboarding')
      expect([...problems, ...troubles, ...lateTroubles.filter((trouble) => !trouble.includes('410'))]).toEqual([])
      await guest.context().close()
    } finally {
      await admin.context().close()
      await house.close()
    }
  })

test('bad input: told in words, nothing lost, nothing doubled', async ({ page, browser }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') dialogs.push(dialog.message())
    void dialog.accept()
  })
  const records = async (address: string) => (await (await page.request.get(address)).json()).records as { [key: string]: unknown }[]
  const stamp = Date.now()
  const field = page.getByLabel('Title', { exact: true })
  const body = page.locator('[data-screen="posts/Compose"] [contenteditable="true"]')
  const post = screen(page, 'posts/Post')
  await signIn(page)

  await test.step('a title of ten thousand characters stays, and is refused in words', async () => {
    await page.goto('/c/show-and-tell/new')
    await body.click()
    await page.keyboard.type('Written below a long title.')
    await field.fill('x'.repeat(10_000))
    await expect(page.getByText('9,750 characters over the 250 limit.')).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    // the field says what is wrong, and has the focus: nothing else says it again
    await expect(field).toBeFocused()
    await expect(page.getByText('9,750 characters over the 250 limit.')).toBeVisible()
    await expect(page.getByText('Couldn’t save the post')).toHaveCount(0)
    await page.reload()
    expect((await field.inputValue()).length).toBe(10_000)
    await expect(body).toContainText('Written below a long title.')
  })

  const title = `Once only ${stamp}`
  await test.step('a pasted script is words; publishing twice is one post', async () => {
    await field.fill(title)
    await body.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText('<script>alert(1)</script><img src=x onerror=alert(2)>')
    await page.getByRole('button', { name: 'Publish' }).dblclick()
    await expect(post.getByRole('heading', { name: title })).toBeVisible()
    await expect(post.locator('.rich-text').first()).toContainText('<script>alert(1)</script>')
    expect((await records('/internal_api/home_feed')).filter((one) => one.display_title === title)).toHaveLength(1)
  })

  await test.step('liked once, answered once', async () => {
    await post.getByRole('button', { name: 'Like, 0 likes' }).first().dblclick()
    const liked = post.getByRole('button', { name: 'Like, 1 like' }).first()
    await expect(liked).toHaveAttribute('aria-pressed', 'true')
    await post.getByRole('textbox', { name: 'Write a comment' }).click()
    await expect(post.locator('[contenteditable="true"]').last()).toBeFocused()
    await page.keyboard.type('Said once.')
    await post.getByRole('button', { name: 'Comment', exact: true }).dblclick()
    await expect(post.getByRole('listitem').getByText('Said once.')).toHaveCount(1)
    await expect(post.getByText('Said once.')).toHaveCount(1)
    await page.reload()
    await expect(liked).toBeVisible()
    await expect(post.getByText('Said once.')).toHaveCount(1)
  })

  await test.step('a page that calls itself a picture', async () => {
    await page.goto('/c/show-and-tell/new')
    await field.fill(`Not a picture ${stamp}`)
    await page.getByText('Gallery', { exact: true }).click()
    const buffer = Buffer.from('<!doctype html><script>alert(3)</script>')
    await page.getByLabel('Add images').setInputFiles({ name: 'bowl.png', mimeType: 'image/png', buffer })
    await expect(page.getByText('isn’t a valid image', { exact: false })).toBeVisible()
    await expect(field).toHaveValue(`Not a picture ${stamp}`)
  })

  const email = `once.${stamp}@example.com`
  await test.step('invited twice is one mail; the link lets one in', async () => {
    await page.goto('/s/the-studio/invite')
    await page.getByRole('button', { name: 'Email', exact: true }).click()
    await page.getByLabel('Email addresses').fill(email)
    await page.getByRole('button', { name: 'Send 1 invitation' }).dblclick()
    await expect(page.getByText('1 invitation sent').first()).toBeVisible()
    const link = linkIn(await mailTo(page.request, email, /\S/), '/space_invitations/').pathname
    expect((await records('/internal_api/email_outbox')).filter((mail) => mail.recipient === email)).toHaveLength(1)
    const first = await newcomer(browser, 'Rosa Melo')
    await first.goto(link)
    await first.getByRole('button', { name: 'Accept invitation' }).dblclick()
    await expect(screen(first, 'spaces/Group')).toBeVisible()
    const second = await newcomer(browser, 'Nils Holm')
    await second.goto(link)
    await expect(second.getByText('This invitation isn’t valid anymore')).toBeVisible()
    await first.context().close()

    await second.goto('/users/sign_out')
    await second.goto('/user/password?reset_password_token=spent')
    await expect(second.getByText('This link isn’t valid anymore')).toBeVisible()
    await second.getByRole('link', { name: 'Send reset link' }).click()
    await expect(screen(second, 'auth/PasswordNew')).toBeVisible()
    await second.context().close()
  })
  expect(dialogs).toEqual([])
})
