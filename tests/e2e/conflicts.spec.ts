/** Two tabs change the same thing: the second is asked, sees both texts, and loses neither. */
import type { Page } from '@playwright/test'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Conflicting changes' })

test('a post: what meets is asked about, the rest is put together', async ({ page, context }) => {
  await signIn(page)
  const title = `Two tabs ${Date.now()}`
  const { spaces, at } = await page.evaluate(async () => {
    const { records } = await (await fetch('/internal_api/spaces?include_sidebar=true')).json()
    return { spaces: records as { id: number; slug: string }[], at: location.origin }
  })
  const space = spaces.find(({ slug }) => slug === 'show-and-tell')!
  const made = await page.request.post(`/internal_api/spaces/${space.id}/posts`, {
    headers: { origin: at },
    data: {
      post: {
        name: title,
        status: 'published',
        tiptap_body: { body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'As it was.' }] }] } },
      },
    },
  })
  const post = await made.json()
  const other = await context.newPage()
  const [mine, theirs] = [page, other]
  for (const tab of [mine, theirs]) {
    await tab.goto(`/c/show-and-tell/${post.slug}/edit`)
    await expect(tab.getByLabel('Title', { exact: true })).toHaveValue(title)
  }
  const text = (tab: Page) => tab.locator('[data-screen="posts/Compose"] [contenteditable="true"]')
  const write = async (tab: Page, words: string) => {
    await text(tab).click()
    await tab.keyboard.press('ControlOrMeta+A')
    await tab.keyboard.insertText(words)
  }
  await write(theirs, 'Theirs: cone 9.')
  await theirs.getByLabel('Title', { exact: true }).fill(`${title}, renamed`)
  await theirs.getByRole('button', { name: 'Save changes', exact: true }).click()
  await expect(theirs.locator('[data-screen="posts/Post"]').getByText('Theirs: cone 9.')).toBeVisible()

  await write(mine, 'Mine: cone 10.')
  await mine.getByRole('button', { name: 'Save changes', exact: true }).click()
  await expect(dialog(mine).getByText('Theirs: cone 9.')).toBeVisible()
  await expect(dialog(mine).getByText('Mine: cone 10.')).toBeVisible()
  await expect(dialog(mine).getByText('Saved by you in another window')).toBeVisible()
  // the title was changed by one alone
  await expect(dialog(mine).getByRole('radiogroup')).toHaveCount(1)
  await dialog(mine).getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog(mine)).toHaveCount(0)
  await expect(text(mine)).toHaveText('Mine: cone 10.')
  await mine.getByRole('button', { name: 'Save changes', exact: true }).click()
  await dialog(mine).getByRole('button', { name: 'Save selection' }).click()
  const shown = mine.locator('[data-screen="posts/Post"]')
  await expect(shown.getByText('Mine: cone 10.')).toBeVisible()
  await expect(shown.getByRole('heading', { name: `${title}, renamed` })).toBeVisible()
})

test('settings of the community: theirs can be taken', async ({ page, context }) => {
  await signIn(page)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/settings')
    await expect(tab.getByLabel('Name', { exact: true })).not.toHaveValue('')
  }
  const before = await page.getByLabel('Name', { exact: true }).inputValue()
  await other.getByLabel('Name', { exact: true }).fill('Theirs & Fire')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Mine & Fire')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog(page).getByRole('radio', { name: 'Theirs & Fire' }).check()
  await dialog(page).getByRole('button', { name: 'Save selection' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Theirs & Fire')
  await page.getByLabel('Name', { exact: true }).fill(before)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
})

test('settings of a space: what was read anew meanwhile is still somebody else’s', async ({ page, context }) => {
  await signIn(page)
  const { records } = await (await page.request.get('/internal_api/spaces?include_sidebar=true')).json()
  const { id } = records.find(({ types }: { types: string[] }) => types.includes('chat'))
  const address = `/internal_api/spaces/${id}`
  await page.goto(`/settings/spaces/${id}`)
  const description = page.getByRole('region', { name: 'Basics' }).getByLabel('Description', { exact: true })
  await description.fill('Mine')
  await page.getByLabel('Chat description').fill('Mine of the chat')
  const other = await context.newPage()
  await other.goto('/')
  const anew = page.waitForResponse((answer) => answer.url().endsWith(address) && answer.request().method() === 'GET')
  await other.evaluate(
    ([to, body]) => fetch(to!, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body }),
    [
      address,
      JSON.stringify({ description: 'Theirs', chat_room_description: 'Theirs of the chat', links: [{ name: 'Theirs', url: 'https://theirs.example' }] }),
    ],
  )
  await anew
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog(page).getByRole('radiogroup', { name: 'Description' })).toBeVisible()
  await expect(dialog(page).getByRole('radiogroup')).toHaveCount(2)
  await dialog(page).getByRole('radio', { name: 'Theirs of the chat' }).check()
  await dialog(page).getByRole('button', { name: 'Save selection' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const saved = async () => {
    const { description: words, chat_room_description: talk, links } = await (await page.request.get(address)).json()
    return [words, talk, links.length]
  }
  await expect.poll(saved).toEqual(['Mine', 'Theirs of the chat', 1])
})
