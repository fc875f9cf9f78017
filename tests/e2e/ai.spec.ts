/** Answers of agents without a model: an admin makes an agent and a snippet, a member asks, is led to the source, and rates. */
import { newcomer, ownerRequest, signIn } from './people.ts'
import { expect, test } from './test.ts'

const AGENTS = '/settings/ai-agents/agents'
/** The server reads what is new once a minute. */
const READ_MS = 150_000

test('an agent is made, knows a snippet, quotes it to a member, and says so where it knows nothing', async ({ page, browser }) => {
  test.setTimeout(420_000)
  const sign = Date.now().toString(36)
  const agent = `Kiln helper ${sign}`
  await signIn(page)
  await page.goto(AGENTS)
  await page.getByRole('button', { name: 'New agent' }).first().click()
  const made = page.getByRole('dialog', { name: 'New agent' })
  await made.getByLabel('Name', { exact: true }).fill(agent)
  await made.getByRole('button', { name: 'Create agent' }).click()
  const editor = page.locator('[data-screen="ai/Agent"]')
  await expect(editor.getByRole('heading', { name: agent, level: 1 })).toBeVisible()
  await editor.getByRole('switch', { name: 'On', exact: true }).check()
  await editor.getByRole('switch', { name: 'Default agent' }).check()
  await editor.getByRole('button', { name: 'Save and use' }).click()
  await expect(page.getByText('Saved').first()).toBeVisible()

  await page.goto('/settings/ai-agents/knowledge')
  await page.getByRole('button', { name: 'New snippet' }).first().click()
  const snippet = page.getByRole('dialog', { name: 'New snippet' })
  await snippet.getByLabel('Title', { exact: true }).fill(`Shelf wash ${sign}`)
  await snippet.getByLabel('Text', { exact: true }).fill(`Zirkonwash ${sign} keeps glaze drips off the kiln shelf. Brush on three thin coats.`)
  await snippet.getByRole('button', { name: 'Add snippet' }).click()
  await expect(page.getByRole('button', { name: `Shelf wash ${sign}`, exact: true })).toBeVisible()

  const member = await newcomer(browser, 'Nora Ask')
  await member.goto('/ask')
  const ask = member.locator('[data-screen="ai/Ask"]')
  await expect(ask.getByRole('heading', { name: `Ask ${agent}` })).toBeVisible()
  const put = async (question: string) => {
    await ask.getByRole('textbox', { name: `Ask ${agent}` }).fill(question)
    await member.keyboard.press('Enter')
    await expect(ask.getByRole('heading', { name: question }).last()).toBeVisible()
  }
  await expect(async () => {
    await ask.getByRole('button', { name: 'New conversation' }).click()
    await put(`Zirkonwash ${sign} kiln shelf`)
    await expect(ask.getByText('Brush on three thin coats').first()).toBeVisible({ timeout: 8_000 })
  }).toPass({ timeout: READ_MS, intervals: [5_000] })
  await expect(ask.getByText('Taken word for word')).toBeVisible()
  await ask.getByRole('button', { name: 'Helpful', exact: true }).click()
  await expect(ask.getByRole('button', { name: 'Helpful', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await ask.getByRole('textbox', { name: 'Add a note (optional)' }).fill('Right to the point')
  await ask.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(member.getByText('Feedback sent').first()).toBeVisible()

  await put('zzqqx wwvvk jjypp')
  await expect(ask.getByText('I couldn’t find an answer').first()).toBeVisible()
  await ask.getByRole('link', { name: 'Ask the community', exact: true }).click()
  await expect(member).toHaveURL(/\/c\/[^/]+\/new/)

  // what was asked is kept, opened again and deleted
  await member.goto('/ask')
  await ask.getByRole('button', { name: 'Past conversations' }).click()
  await member
    .getByRole('dialog')
    .getByRole('button', { name: /^Zirkonwash/ })
    .first()
    .click()
  await expect(ask.getByText('Brush on three thin coats').first()).toBeVisible()
  await member.context().close()

  await page.goto('/settings/ai-agents/quality')
  await expect(page.getByText('Right to the point').first()).toBeVisible()

  // specs share this server: what was made goes again
  const owner = await ownerRequest(browser)
  const { records } = await (await owner.get('/internal_api/community_bot/profiles')).json()
  for (const one of records as { id: number; name: string }[]) if (one.name === agent) await owner.delete(`/internal_api/community_bot/profiles/${one.id}`)
})

test('a quote leads to the post that it is from', async ({ page, browser }) => {
  test.setTimeout(420_000)
  const owner = await ownerRequest(browser)
  const sign = Date.now().toString(36)
  const made = await owner.post('/internal_api/community_bot/profiles', { data: { profile: { name: `Guide ${sign}`, is_enabled: true, is_default: true } } })
  const { id } = await made.json()
  const { records } = await (await owner.get('/internal_api/spaces')).json()
  const space = (records as { id: number; slug: string; policies: { can_create_post: boolean } }[]).find(({ policies }) => policies.can_create_post)!
  const text = `Tenmoku${sign} breaks to rust where it is thin over the rim.`
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
  const post = await owner.post(`/internal_api/spaces/${space.id}/posts`, { data: { post: { name: `Tenmoku ${sign}`, tiptap_body: { body } } } })
  expect(post.ok(), await post.text()).toBe(true)

  await signIn(page)
  await page.goto(`/messages/bot/${id}`)
  const ask = page.locator('[data-screen="ai/Ask"]')
  await expect(async () => {
    await ask.getByRole('button', { name: 'New conversation' }).click()
    await ask.getByRole('textbox', { name: `Ask Guide ${sign}` }).fill(`Tenmoku${sign} rim`)
    await page.keyboard.press('Enter')
    await expect(ask.getByText(`Tenmoku${sign} breaks to rust`).first()).toBeVisible({ timeout: 8_000 })
  }).toPass({ timeout: READ_MS, intervals: [5_000] })
  await ask
    .getByRole('link', { name: `Source 1: Tenmoku ${sign}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: `Tenmoku ${sign}` }).first()).toBeVisible()
  await owner.delete(`/internal_api/community_bot/profiles/${id}`)
})
