/** Pages at addresses in spaces: asked for once, whatever kind stands there, and found by their old ones. */
import type { Page } from '@playwright/test'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]`)
/** Calls about the record itself, each with its answer, from now on. */
function asked(page: Page): string[] {
  const found: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/^\/internal_api\/(addresses|spaces\/[^/]+\/(posts|events)\/[^/]+)$/.test(pathname)) found.push(`${response.status()} ${pathname}`)
  })
  return found
}

test('the page of an event costs one call, and none where it is loaded whole', async ({ page }) => {
  await signIn(page)
  await page.goto('/events')
  const link = screen(page, 'events/Upcoming').locator('h2 a[href^="/c/"]').first()
  await link.waitFor()
  const calls = asked(page)
  await link.click()
  await expect(screen(page, 'events/Event').getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual(['200 /internal_api/addresses'])
  calls.length = 0
  await page.reload()
  await expect(screen(page, 'events/Event').getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
})

test('so does a post, which is found by the address that it has left', async ({ page }) => {
  await signIn(page)
  await page.goto('/c/show-and-tell')
  const moved = await page.evaluate(async () => {
    const send = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`/internal_api/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      return answer.json()
    }
    const [from, to] = await Promise.all(['show-and-tell', 'announcements'].map((slug) => send('GET', `spaces/by_slug/${slug}`)))
    const post = await send('POST', `spaces/${from.id}/posts`, { post: { name: 'Moving house', body: 'To another shelf.' } })
    await send('PATCH', `spaces/${from.id}/posts/${post.slug}`, { post: { space_id: to.id } })
    return post.url as string
  })
  const calls = asked(page)
  await page.goto(moved)
  await expect(screen(page, 'posts/Post').getByRole('heading', { name: 'Moving house' })).toBeVisible()
  await expect(page).toHaveURL(/\/c\/announcements\/moving-house/)
  await page.waitForLoadState('networkidle')
  expect(calls.filter((call) => !call.startsWith('200'))).toEqual([])
  await page.goto('/c/announcements')
  const link = screen(page, 'spaces/Space').locator('a[href^="/c/announcements/moving-house"]').first()
  await link.waitFor()
  calls.length = 0
  await link.click()
  await expect(screen(page, 'posts/Post').getByRole('heading', { name: 'Moving house' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual(['200 /internal_api/addresses'])
})

test('where nothing stands in a space the page says so, with the status, and leads to the space', async ({ page }) => {
  await signIn(page)
  const answer = await page.goto('/c/kiln-talk/nonsense')
  expect(answer!.status()).toBe(404)
  const shown = screen(page, 'content/Address')
  await expect(shown.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(shown.getByRole('alert')).toHaveCount(0)
  await shown.getByRole('link', { name: /^Go to Kiln talk/ }).click()
  await expect(page).toHaveURL(/\/c\/kiln-talk$/)
})
