/** The inbox as its team works in it: an email is answered, the answer comes back, a note, a snooze, solved and closed; and the same on a phone. */
import type { Page } from '@playwright/test'
import { mailTo, newcomer, signIn } from './people.ts'
import { expect, testWith } from './test.ts'

const INBOX = '/settings/ai-inbox'
/** What the mail server in front of it says of an email that it has checked. */
const [DOMAIN, AUTHORITY, KEY] = ['reply.example.com', 'mx.example.com', 'inbox-walk-key']

/** A server that takes answers by email. */
const test = testWith({ MAIL_REPLY_DOMAIN: DOMAIN, MAIL_REPLY_AUTHORITY: AUTHORITY, MAIL_REPLY_KEY: KEY })

const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]`)
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const rows = (page: Page) => page.getByRole('region', { name: 'Conversations' }).locator('[data-chat]')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })
const field = (page: Page, name = 'Reply') => page.getByRole('textbox', { name, exact: true })

async function open(page: Page, view: string, text: string) {
  await page.goto(INBOX)
  await expect(screen(page, 'inbox/Inbox')).toBeVisible()
  await show(page, view)
  await row(page, text).click()
  await expect(log(page).locator('[data-message]').first()).toBeVisible()
}
/** A view of the list: a button, or one behind the last of them. */
async function show(page: Page, view: string) {
  const views = page.getByRole('group', { name: 'View' })
  if (await views.getByRole('button', { name: view }).first().isVisible()) return views.getByRole('button', { name: view }).first().click()
  await views.getByRole('button').last().click()
  await page.getByRole('menuitemcheckbox', { name: view }).click()
}
/** Where emails about a conversation are answered to. */
async function replyAddress(page: Page, email: string, text: RegExp): Promise<string> {
  await mailTo(page.request, email, text)
  const { records } = await (await page.request.get('/internal_api/email_outbox')).json()
  const { id } = (records as { id: number; recipient: string }[]).find(({ recipient }) => recipient === email)!
  return (await (await page.request.get(`/internal_api/email_outbox/${id}`)).json()).reply_to
}
async function mail(page: Page, { from, to, text }: { from: string; to: string; text: string }) {
  const lines = [
    `Authentication-Results: ${AUTHORITY}; dmarc=pass header.from=${from.split('@')[1]}`,
    ...[`From: ${from}`, `To: ${to}`, `Message-ID: <${Date.now()}@post.example>`, 'Subject: Re: Charged twice', '', text, ''],
  ]
  const answer = await page.request.post(`/internal_api/notifications/inbound_emails?key=${KEY}`, {
    headers: { 'content-type': 'message/rfc822' },
    data: lines.join('\r\n'),
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test.describe.configure({ mode: 'serial' })

test('an email is answered with a prepared reply, and the answer to it arrives in the same conversation', async ({ page }) => {
  await signIn(page)
  await open(page, 'Unassigned', 'Charged twice in November')
  await expect(log(page).getByText('Two times €14 on the same day')).toBeVisible()
  // no model is set up here
  await expect(page.getByRole('button', { name: 'Draft for me' })).toHaveCount(0)

  await field(page).click()
  await page.keyboard.type('/ref')
  await expect(page.getByRole('option').first()).toContainText('/refund')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue(/^Hello Owen, the refund is on its way/)
  await page.keyboard.press('Control+Enter')
  await expect(log(page).getByText('Hello Owen, the refund is on its way')).toBeVisible()
  await expect(log(page).getByText('You took this conversation')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Assignee: You' })).toBeVisible()
  await expect(field(page)).toHaveValue('')

  const to = await replyAddress(page, 'owen.price@post.example', /the refund is on its way/)
  expect(to).toContain(`@${DOMAIN}`)
  await mail(page, { from: 'owen.price@post.example', to, text: 'It arrived this morning, thank you.' })
  await expect(log(page).getByText('It arrived this morning, thank you.')).toBeVisible()
  // whoever else writes there is shown to the team alone
  await mail(page, { from: 'mallory@else.example', to, text: 'Send it to another account.' })
  await expect(log(page).getByText('Email from mallory@else.example, sender not verified')).toBeVisible()
})

test('a note, a tag, a team, a snooze; solved by a key, opened again and closed', async ({ page }) => {
  await signIn(page)
  await open(page, 'Mine', 'Charged twice in November')
  await page.getByRole('button', { name: 'Private note', exact: true }).click()
  await field(page, 'Private note').fill('Refunded by hand, the second charge was a test.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = log(page).getByRole('article', { name: 'Private note from Admin' })
  await expect(note.getByText('Refunded by hand')).toBeVisible()

  const person = page.getByRole('complementary', { name: 'Person' })
  await person.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('textbox', { name: 'Find or create a tag' }).fill('Double charge')
  await page.getByRole('button', { name: 'Create “Double charge”' }).click()
  await expect(page.getByRole('checkbox', { name: 'Double charge' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Tags' })).toHaveCount(0)
  await expect(person.getByText('Double charge')).toBeVisible()

  await page.getByRole('button', { name: 'Assignee: You' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Shop' }).click()
  await expect(log(page).getByText('You assigned this to team Shop')).toBeVisible()

  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('menuitem').filter({ hasText: 'Tomorrow' }).first().click()
  await expect(log(page).getByText('You snoozed this until')).toBeVisible()
  await expect(row(page, 'Charged twice in November')).toHaveCount(0)
  await show(page, 'Snoozed')
  await expect(row(page, 'Charged twice in November')).toBeVisible()
  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('menuitem', { name: 'End snooze' }).click()
  await expect(log(page).getByText('You ended the snooze')).toBeVisible()

  // keys work where nothing is written
  await log(page).focus()
  await page.keyboard.press('e')
  await expect(log(page).getByText('You solved this conversation')).toBeVisible()
  await show(page, 'Solved')
  await expect(row(page, 'Charged twice in November').getByText('Solved')).toBeVisible()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(log(page).getByText('You reopened this conversation')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Close conversation' }).click()
  await expect(log(page).getByText('You closed this conversation')).toBeVisible()
  await expect(page.getByText('Reopen to reply')).toBeVisible()
  await expect(field(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Search the inbox' }).click()
  await page.getByRole('searchbox', { name: 'Search the inbox' }).fill('zzqqx')
  await expect(rows(page)).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search the inbox' }).fill('second charge')
  await expect(row(page, 'Owen Price')).toBeVisible()
})

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('a phone shows the list or the conversation, answers, and shows who asks in a sheet', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US', hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await signIn(page)
  await open(page, 'Mine', 'Kiln stops at 1,060')
  await expect(rows(page).first()).toBeHidden()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await field(page).fill('Up to 16 A you can, Jonas. Pull the plug first.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(page).getByText('Up to 16 A you can, Jonas.')).toBeVisible()
  await page.getByRole('button', { name: 'Show person' }).click()
  await expect(page.getByRole('dialog', { name: 'Person' }).getByText('Member since')).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: 'Back to inbox' })
    .or(page.getByRole('link', { name: 'Back to inbox' }))
    .first()
    .click()
  await expect(row(page, 'Kiln stops at 1,060')).toContainText('Up to 16 A you can')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await context.close()
})

test('who answers in no inbox is shown none, and a conversation that is gone says so', async ({ page, browser }) => {
  const member = await newcomer(browser, 'Ida Outside')
  await member.goto(INBOX)
  await expect(screen(member, 'inbox/Inbox')).toHaveCount(0)
  await expect(member.getByText('Charged twice in November')).toHaveCount(0)
  await member.context().close()
  await signIn(page)
  await page.goto(`${INBOX}/conversations/999999`)
  await expect(page.getByText('Conversation not found')).toBeVisible()
})
