/** Workflows, from blank to a member who goes through one, and from a template. */
import { newcomer, signIn } from './people.ts'
import { expect, test } from './test.ts'

const AT = '/settings/workflows'

test('a workflow is made from blank, tried dry, switched on, and a newcomer goes through it', async ({ page, browser }) => {
  await signIn(page)
  await page.goto(`${AT}/new/select_type`)
  const name = `Greeting ${Date.now().toString(36)}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Create workflow' }).click()
  const editor = page.locator('[data-screen="workflows/Editor"]')
  await expect(page).toHaveURL(/\/new\/dynamic\/\d+$/)

  // what is missing is said at the card that lacks it
  await editor.getByRole('button', { name: 'Turn on' }).click()
  const panel = editor.getByRole('complementary')
  await expect(panel.getByRole('heading', { name: 'Trigger' })).toBeVisible()
  await panel.getByLabel('Event', { exact: true }).selectOption({ label: 'A member joins the community' })
  await expect(editor.getByRole('button', { name: 'A member joins the community', exact: true })).toBeVisible()

  await editor.getByRole('button', { name: 'Add step' }).last().click()
  await page.getByPlaceholder('Search steps').fill('notification')
  await page.getByRole('button', { name: /^Send a notification/ }).click()
  await panel.getByLabel('Text', { exact: true }).fill('Hello ')
  await panel.getByRole('button', { name: 'Insert variable' }).first().click()
  await page.getByRole('button', { name: /^First name/ }).click()
  await expect(panel.getByLabel('Text', { exact: true })).toHaveValue('Hello {{ person.first_name }}')

  // keys: a second card is put in, moved up, taken back and removed
  await editor.getByRole('button', { name: 'Add step' }).last().click()
  await page.getByPlaceholder('Search steps').fill('wait')
  await page.getByRole('button', { name: /^Wait for a time/ }).click()
  const cards = editor.locator('[data-card]')
  await expect(cards).toHaveCount(2)
  const wait = editor.getByRole('button', { name: '1 day', exact: true })
  await wait.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cards.first()).toContainText('1 day')
  await wait.focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cards.last()).toContainText('1 day')
  await wait.focus()
  await page.keyboard.press('Delete')
  await expect(cards).toHaveCount(1)
  await expect(editor.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()

  await editor.getByRole('button', { name: 'Dry run' }).click()
  const dry = page.getByRole('dialog', { name: 'Dry run' })
  await dry.getByRole('combobox').click()
  await page.getByRole('option').first().click()
  await dry.getByRole('button', { name: 'Start dry run' }).click()
  await expect(dry.getByText('1 step would run')).toBeVisible()
  await page.keyboard.press('Escape')

  await editor.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Workflow turned on').first()).toBeVisible()
  const member = await newcomer(browser, 'Wren Workflow')
  await member.context().close()

  await editor.getByRole('link', { name: 'Runs', exact: true }).click()
  const run = page.locator('[data-screen="workflows/Run"]')
  await expect(async () => {
    await page.reload()
    await page.getByRole('link', { name: 'Wren Workflow' }).first().click({ timeout: 2_000 })
  }).toPass()
  await expect(run.getByRole('heading', { name: 'Run of Wren Workflow' })).toBeVisible()
  await expect(run.getByText('Completed', { exact: true })).toBeVisible()
  await run.getByText('Input and output').click()
  await expect(run.getByText('Hello Wren')).toBeVisible()

  await page.goto(`${AT}?status=active`)
  await page.getByRole('switch', { name: `${name}: on` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Workflow turned off').first()).toBeVisible()
})

test('a template becomes a draft, and onboarding shows what greets newcomers', async ({ page }) => {
  await signIn(page)
  await page.goto(`${AT}/new`)
  await page.getByRole('link', { name: 'Welcome new members' }).click()
  await expect(page.getByText('When a member joins, email them a welcome.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Use template' }).click()
  const editor = page.locator('[data-screen="workflows/Editor"]')
  await expect(editor.getByRole('button', { name: 'Send an email', exact: true })).toBeVisible()
  await page.goto('/members/onboarding/workflows')
  await expect(page.getByRole('link', { name: 'Workflows', exact: true }).and(page.locator('[aria-current="page"]')).last()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Welcome new members' }).first()).toBeVisible()
})
