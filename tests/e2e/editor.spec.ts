/** The editor as people use it: slash menu, table, pasted Markdown and HTML, mentions of spaces, emoji, cards; and nothing pasted runs. */
import type { Page } from '@playwright/test'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

test.describe.configure({ mode: 'serial' })

/** What the clipboard would hold; the browser's own is not at hand without a window. */
const paste = (page: Page, types: Record<string, string>) =>
  page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, types)

async function compose(page: Page) {
  await page.goto('/c/show-and-tell/new')
  const body = page.locator('[data-screen="posts/Compose"] [contenteditable="true"]')
  await body.click()
  await expect(body).toBeFocused()
  return body
}
const choice = (page: Page, name: string | RegExp) => page.locator('#suggestions').getByRole('option', { name })

test('slash menu, table, mention of a space, emoji and task list arrive in the post', async ({ page }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await signIn(page)
  const body = await compose(page)

  await page.keyboard.type('/tab')
  await expect(choice(page, 'Table')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(body.locator('table')).toBeVisible()
  await expect(page.getByRole('toolbar', { name: 'Table' })).toBeVisible()
  for (const cell of ['Cone', 'Hold', 'Crackle', '9', '40 min', 'closed']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name: 'Add row' }).click()
  await expect(body.locator('tr')).toHaveCount(4)

  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('See @glaze')
  await choice(page, 'Glaze lab').click()
  await page.keyboard.type('and :fire')
  await expect(choice(page, 'Fire').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('[ ] Weigh the feldspar')
  await page.keyboard.press('ControlOrMeta+Shift+Enter')

  const title = `A table of cones ${Date.now()}`
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByRole('button', { name: 'Publish' }).click()
  const post = page.locator('[data-screen="posts/Post"]')
  await expect(post.getByRole('heading', { name: title })).toBeVisible()
  await expect(post.locator('th')).toHaveText(['Cone', 'Hold', 'Crackle'])
  await expect(post.locator('td').first()).toHaveText('9')
  await expect(post.locator('a.mention')).toHaveAttribute('href', '/c/glaze-lab')
  await expect(post.locator('.rich-text')).toContainText('🔥')
  await expect(post.locator('li[data-checked="true"]')).toContainText('Weigh the feldspar')
  expect(dialogs).toEqual([])
})

test('Markdown becomes what it means, HTML loses what runs, an address becomes a card', async ({ page }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await signIn(page)
  const body = await compose(page)

  await paste(page, {
    'text/plain': '## From afar\n\n- one **bold**\n- two\n\n| a | b |\n|---|---|\n| 1 | <img src=x onerror=alert(1)> |\n\n- [x] done\n\nLast line',
  })
  await expect(body.locator('h2')).toHaveText('From afar')
  await expect(body.locator('li strong')).toHaveText('bold')
  await expect(body.locator('td').last()).toHaveText('<img src=x onerror=alert(1)>')
  await expect(body.locator('li[data-checked="true"]')).toHaveText('done')

  await page.keyboard.press('Enter')
  await paste(page, {
    'text/plain': 'x',
    'text/html':
      '<meta charset=utf-8><b style="font-weight:normal" id="docs-internal-guid-1"><p onclick="alert(2)">From a <span style="font-weight:700">document</span></p></b>' +
      '<script>alert(3)</script><img src=x onerror="alert(4)"><a href="javascript:alert(5)">here</a><iframe srcdoc="<script>alert(6)</script>"></iframe>' +
      '<p class="MsoListParagraph" style="mso-list:l0 level1"><span style="mso-list:Ignore">·</span>A point from Word</p>',
  })
  await expect(body.locator('strong', { hasText: 'document' })).toBeVisible()
  await expect(body.locator('li', { hasText: 'A point from Word' })).toBeVisible()
  await expect(body.locator('script, iframe, [onclick], [onerror], a[href^="javascript"]')).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+End')
  for (let n = 0; n < 2; n++) await page.keyboard.press('Enter')
  await paste(page, { 'text/plain': 'https://vimeo.com/76979871' })
  await expect(body.locator('[data-embed="Vimeo"]')).toBeVisible()
  await page.keyboard.type('After the card')

  await page.getByLabel('Title', { exact: true }).fill(`Pasted ${Date.now()}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  const post = page.locator('[data-screen="posts/Post"]')
  await expect(post.locator('[data-embed="Vimeo"]')).toBeVisible()
  // Nothing is loaded from the player before somebody presses play, and then in a frame that may do little.
  await expect(post.locator('iframe')).toHaveCount(0)
  await page.route('https://player.vimeo.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'playing' }))
  await post.getByRole('button', { name: /Play/ }).click()
  const frame = post.locator('iframe')
  await expect(frame).toHaveAttribute('src', /^https:\/\/player\.vimeo\.com\/video\/76979871\?dnt=1/)
  await expect(frame).toHaveAttribute('sandbox', /allow-scripts/)
  await expect(frame.contentFrame().getByText('playing')).toBeVisible()
  await expect(post.locator('.rich-text')).toContainText('After the card')
  expect(dialogs).toEqual([])
})

test('an icon is chosen from the shapes for a space, an emoji for a reaction', async ({ page }) => {
  await signIn(page)
  const outbound: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(page.url()).host && !request.url().startsWith('data:')) outbound.push(request.url())
  })
  await page.goto('/settings/spaces')
  await page.getByRole('main').getByRole('link', { name: 'Swap shelf' }).first().click()
  await page.getByRole('button', { name: /choose an emoji/i }).click()
  await page.getByText('Shapes', { exact: true }).click()
  await page.getByRole('button', { name: 'Heart' }).click()
  await expect(page.getByRole('button', { name: 'Aquamarine, gradient' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Cyan, gradient 2' }).click()
  await page.getByRole('button', { name: /^save/i }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.goto('/c/swap-shelf')
  await expect(page.locator('[data-screen="spaces/Space"] linearGradient').first()).toBeAttached()

  await page.goto('/c/glaze-lab')
  await page.locator('article[data-post] a[href*="/c/glaze-lab/"]').first().click()
  const add = page.getByRole('button', { name: 'React', exact: true }).first()
  await add.click()
  await page.getByRole('searchbox', { name: 'Search emoji' }).fill('volcano')
  await page.getByRole('gridcell', { name: 'Volcano' }).click()
  await expect(page.getByRole('button', { name: /🌋/ })).toHaveAttribute('aria-pressed', 'true')
  expect(outbound).toEqual([])
})

test('a theme is chosen, seen at once, and in the first line of the next page', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings/theme')
  await page.locator('label', { hasText: 'Espresso' }).click()
  await page.getByRole('button', { name: /save/i }).last().click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('espresso')
  // it is seen before it is saved
  await expect.poll(async () => (await page.request.get('/')).text()).toContain('data-theme="espresso"')
  await page.locator('label', { hasText: 'Default' }).click()
  await page.getByRole('button', { name: /save/i }).last().click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('default')
})
