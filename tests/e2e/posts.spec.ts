/** Posts as people keep them: a poll is voted in, a gallery opens, an edit leaves a trace, and one act changes many. */
import type { Page } from '@playwright/test'
import path from 'node:path'
import { newcomer, signIn } from './people.ts'
import { expect, test } from './test.ts'

const PICTURES = ['bowls', 'tiles', 'mugs'].map((name) => path.resolve(import.meta.dirname, `../../plugins/demo/pictures/${name}.webp`))
const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]`)

test.describe.configure({ mode: 'serial' })

/** Writes a post with a title and one line, and stops before publishing. */
async function compose(page: Page, title: string, text: string) {
  await page.goto('/c/show-and-tell/new')
  await expect(screen(page, 'posts/Compose')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.locator('[contenteditable="true"]').click()
  await page.keyboard.type(text)
}

test('a poll under a post is voted in by another, who changes their mind, and both see the count', async ({ page, browser }) => {
  await signIn(page)
  const title = `Which glaze ${Date.now()}`
  await compose(page, title, 'Help me choose.')
  await page.getByRole('button', { name: 'Add poll' }).click()
  await page.getByLabel('Question').fill('Salt or ash?')
  await page.getByLabel('Option 1').fill('Salt')
  await page.getByLabel('Option 2').fill('Ash')
  await page.getByRole('button', { name: 'Add poll' }).click()
  await expect(page.getByText('Salt · Ash')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(screen(page, 'posts/Post')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Salt or ash?' })).toBeVisible()

  const other = await newcomer(browser, 'Lia Moura')
  await other.goto(page.url())
  const poll = other.locator('[data-poll]')
  await expect(poll.getByText('vote to see the results')).toBeVisible()
  await poll.getByRole('radio', { name: 'Ash' }).click()
  await expect(poll.getByRole('radio', { name: 'Ash' })).toBeChecked()
  await expect(poll.getByText('100 %')).toBeVisible()
  await expect(page.locator('[data-poll]').getByText('1 vote', { exact: true })).toBeVisible()
  await poll.getByRole('radio', { name: 'Salt' }).click()
  await expect(poll.getByRole('radio', { name: 'Salt' })).toBeChecked()
  await expect(poll.getByText('1 vote', { exact: true })).toBeVisible()
  await poll.getByRole('button', { name: 'Remove vote' }).click()
  await expect(poll.getByText('0 votes')).toBeVisible()
})

test('a gallery: pictures with captions, and a lightbox that obeys the keyboard', async ({ page }) => {
  await signIn(page)
  await page.goto('/c/show-and-tell/new')
  await page.getByText('Gallery', { exact: true }).click()
  await page.getByLabel('Add images').setInputFiles(PICTURES)
  await expect(page.getByLabel('Caption for image 3')).toBeVisible()
  await page.getByLabel('Caption for image 1').fill('Bowls first')
  await page.getByRole('button', { name: 'Move image 1 later' }).click()
  await expect(page.getByLabel('Caption for image 2')).toHaveValue('Bowls first')
  await page.getByLabel('Title', { exact: true }).fill(`Three pictures ${Date.now()}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(screen(page, 'posts/Post')).toBeVisible()
  await page
    .getByRole('button', { name: /^Open .*image/ })
    .first()
    .click()
  const box = page.getByRole('dialog', { name: 'Images' })
  await expect(box.getByText('1 of 3')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(box.getByText('2 of 3')).toBeVisible()
  await expect(box.getByText('Bowls first')).toBeVisible()
  await page.keyboard.press('End')
  await expect(box.getByText('3 of 3')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
})

test('a draft is kept by itself; an edit stands in the history and is taken back', async ({ page }) => {
  await signIn(page)
  const title = `Slow draft ${Date.now()}`
  await compose(page, title, 'First words.')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.goto('/posts?status=draft')
  await page.getByRole('link', { name: title }).click()
  await expect(page.locator('[contenteditable="true"]')).toContainText('First words.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(screen(page, 'posts/Post')).toBeVisible()

  const act = async (name: string) => {
    await page.getByRole('button', { name: 'More options for this post' }).first().click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await act('Edit')
  await page.locator('[contenteditable="true"]').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Second thoughts.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(screen(page, 'posts/Post').getByText('First words. Second thoughts.')).toBeVisible()
  await act('Edit history')
  const dialog = page.getByRole('dialog', { name: 'Edit history' })
  await expect(dialog.locator('ins', { hasText: 'Second thoughts.' })).toBeVisible()
  await dialog.getByRole('listitem').last().getByRole('button').click()
  await dialog.getByRole('button', { name: 'Restore version' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore version' }).click()
  await expect(screen(page, 'posts/Post').getByText('First words.', { exact: true })).toBeVisible()
})

test('many posts at once: chosen, given a topic, and the progress seen to its end', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings/topics')
  const topic = `sorted ${Date.now()}`
  await page.getByRole('button', { name: 'New topic' }).click()
  await page.getByLabel('Name').fill(topic)
  await page.getByRole('button', { name: 'Save topic' }).click()
  await expect(page.getByText(topic)).toBeVisible()
  await page.goto('/settings/posts')
  const found = page.waitForResponse((response) => response.url().includes('search_text=glaze'))
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('glaze')
  await found
  await expect(page.locator('tbody tr').filter({ hasNotText: /glaze/i })).toHaveCount(0)
  await page.getByRole('checkbox').nth(1).check()
  await page.locator('tbody').getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Action' }).click()
  await page.getByRole('menuitem', { name: 'Change topics' }).click()
  await page.getByLabel(topic).check()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(screen(page, 'posts/BulkActions')).toBeVisible()
  await expect(page.locator('[data-bulk]').first().getByText('Done')).toBeVisible()
  await expect(page.getByRole('heading', { name: new RegExp(topic) }).first()).toBeVisible()
})

test('an answer to an answer begins by naming whom it answers', async ({ page, browser }) => {
  await signIn(page)
  const name = `Rosa ${Date.now().toString(36)}`
  const rosa = await newcomer(browser, name)
  const { records } = await (await page.request.get('/internal_api/home_feed')).json()
  const { id, url } = (records as { id: number; url: string; space: { slug: string } }[]).find(({ space }) => space.slug === 'show-and-tell')!
  const say = async (text: string, parent?: number) => {
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
    const headers = { origin: new URL(rosa.url()).origin }
    const data = { comment: { tiptap_body: { body }, parent_comment_id: parent, client_id: text } }
    return (await (await rosa.request.post(`/internal_api/content/post/${id}/comments`, { headers, data })).json()).id as number
  }
  const comment = await say('Which clay is it?')
  const answer = await say('Stoneware, I think.', comment)
  await page.goto(`${url}#message_${answer}`)
  await page.locator(`#message_${answer}`).getByRole('button', { name: 'Reply' }).click()
  const box = page
    .getByRole('listitem')
    .filter({ has: page.locator(`#message_${comment}`) })
    .locator('[contenteditable="true"]')
  await expect(box).toContainText(`@${name}`)
  await page.keyboard.type('it is')
  await page.getByRole('button', { name: 'Reply', exact: true }).last().click()
  await expect(page.getByText('it is', { exact: false }).last()).toBeVisible()
  await expect(page.locator('article').getByRole('link', { name: `@${name}` })).toBeVisible()
})
