/** The settings are asked, in their menu and in the palette; what belongs together has tabs; leaving unsaved work asks in the page. */
import type { Page } from '@playwright/test'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

const menu = (page: Page) => page.getByRole('complementary', { name: 'Settings menu' })
const ask = async (page: Page, text: string) => menu(page).getByRole('searchbox', { name: 'Search settings' }).fill(text)

test('the search finds the control, says the way, and leads to it', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings')
  await ask(page, 'refund')
  await expect(menu(page).getByRole('link', { name: 'Refund Paywalls › Overview › Charges' })).toHaveCount(1)
  await ask(page, 'logo')
  const hit = menu(page).getByRole('link', { name: /^Logo General$/ })
  await hit.click()
  await expect(menu(page).getByRole('listitem').filter({ hasText: 'Refund' })).toHaveCount(0)
  await expect(page.locator('[data-found]').filter({ hasText: 'Logo' })).toBeInViewport()
  for (const [asked, screen] of [
    ['refund', 'paywalls/Charges'],
    ['smtp', 'operations/Health'],
    ['backup', 'archive/Exports'],
    ['delete member', 'audience/Audience'],
    ['two factor', 'auth/SignInSettings'],
  ] as const) {
    await ask(page, asked)
    const links = menu(page).getByRole('listitem').getByRole('link')
    await expect(links.first()).toBeVisible()
    const name = { refund: /^Charges/, smtp: /^System health/, backup: /^Export/, 'delete member': /^All contacts/, 'two factor': /^Sign-in/ }[asked]
    await links.filter({ hasText: name }).first().click()
    await expect(page.locator(`[data-screen="${screen}"]`)).toBeVisible()
  }
  await ask(page, 'xyzzy')
  await expect(menu(page).getByText('No settings found.')).toBeVisible()
})

test('the palette finds settings and acts', async ({ page }) => {
  await signIn(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('profanity')
  await page.getByRole('option', { name: /^Moderation rules/ }).click()
  await expect(page.locator('[data-screen="moderation/Rules"]')).toBeVisible()
})

test('groups fold, the one where one is stays open, and what belongs together has tabs', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings/paywalls/coupons')
  const active = menu(page).getByRole('link', { name: 'Overview' })
  await expect(active).toHaveAttribute('aria-current', 'page')
  await expect(active).toBeInViewport()
  const tabs = page.getByRole('main').getByRole('navigation', { name: 'Overview' })
  await expect(tabs.getByRole('link', { name: 'Coupons' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Charges' }).click()
  await expect(page.locator('[data-screen="paywalls/Charges"]')).toBeVisible()
  await menu(page).getByRole('button', { name: 'Content' }).click()
  await expect(menu(page).getByRole('link', { name: 'Moderation' })).toHaveCount(0)
  await page.reload()
  await expect(menu(page).getByRole('button', { name: 'Content' })).toHaveAttribute('aria-expanded', 'false')
  await menu(page).getByRole('button', { name: 'Content' }).click()
  await expect(menu(page).getByRole('link', { name: 'Moderation' })).toBeVisible()
})

test('leaving unsaved work asks in the page, by a link and by the way back; news stays off the bar that saves', async ({ page }) => {
  const natives: string[] = []
  page.on('dialog', (dialog) => {
    natives.push(dialog.message())
    void dialog.accept()
  })
  await signIn(page)
  await page.goto('/settings/theme')
  await menu(page).getByRole('link', { name: 'General' }).click()
  const name = page.getByRole('main').getByLabel('Name', { exact: true })
  const was = await name.inputValue()
  await name.fill(`${was} and more`)
  const dialog = page.getByRole('alertdialog', { name: 'Unsaved changes' })
  await menu(page).getByRole('link', { name: 'Features' }).click()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(name).toHaveValue(`${was} and more`)
  await page.goBack()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(name).toHaveValue(`${was} and more`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const toast = page.getByRole('status').or(page.locator('[data-sonner-toast]')).filter({ hasText: 'Saved' }).last()
  await expect(toast).toBeVisible()
  await name.fill(was)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeVisible()
  const [over, under] = [await page.locator('[data-sonner-toast]').last().boundingBox(), await save.boundingBox()]
  if (over) expect(over.y + over.height).toBeLessThanOrEqual(under!.y)
  await save.click()
  await page.goBack()
  await expect(page.locator('[data-screen="site/Theme"]')).toBeVisible()
  expect(natives).toEqual([])
})

test('features fold what is always on, and name no demo among those of a plan', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings/plugins')
  const main = page.getByRole('main')
  await expect(main.getByRole('switch', { name: 'Polls' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Spaces', exact: true })).toBeHidden()
  await main.getByText('Built in').click()
  await expect(main.getByRole('heading', { name: 'Spaces', exact: true })).toBeVisible()
  await page.goto('/settings/tiers')
  await expect(main.getByText('Quizzes')).toBeVisible()
  await expect(main.getByText('Demo community')).toHaveCount(0)
})

test('a feature that is turned off keeps its row, and is found among those that are off', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings/plugins')
  const polls = page.getByRole('main').getByRole('switch', { name: 'Polls' })
  await polls.click()
  // what members lose is asked about first
  await expect(polls).toBeChecked()
  await page.getByRole('alertdialog', { name: 'Turn off Polls?' }).getByRole('button', { name: 'Turn off', exact: true }).click()
  await expect(page.getByText('Polls turned off. All data is kept.').first()).toBeVisible()
  await page.reload()
  await expect(polls).not.toBeChecked()
  await page.getByRole('button', { name: /^Off/ }).click()
  await expect(polls).toBeVisible()
  await expect(page.getByRole('main').getByRole('switch', { name: 'Courses' })).toBeHidden()
  // it is among the recent changes, and comes back from there
  await page.goto('/settings/changes')
  const change = page.getByRole('listitem').filter({ hasText: 'turned Polls off' }).first()
  await change.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(change.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.goto('/settings/plugins')
  await expect(polls).toBeChecked()
})

test('a step of the checklist leads to its control, and from there back', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings/onboarding')
  const step = page.getByRole('listitem').filter({ hasText: 'Add an icon or logo' })
  await step.getByRole('link').click()
  await expect(page.locator('[data-found]')).toContainText('Icon')
  await page.getByRole('link', { name: 'Back to checklist' }).click()
  await expect(page.locator('[data-screen="community/Onboarding"]')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to checklist' })).toHaveCount(0)
})

test('health says that codes wait, and leads to them', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings/health')
  await expect(page.getByText('No mail server is set up')).toBeVisible()
  await page.getByRole('link', { name: 'Open outbox' }).click()
  await expect(page.locator('[data-screen="operations/Outbox"]')).toBeVisible()
})

test('one page for one person: what happened, what can be done, and on to the next in the list', async ({ page }) => {
  await signIn(page)
  await page.goto('/audience/manage')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('members')
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows.filter({ hasText: 'Contact' })).toHaveCount(0)
  await rows.nth(2).getByRole('link').first().click()
  const main = page.locator('[data-screen="audience/Person"]')
  await expect(main.getByRole('toolbar', { name: 'Actions for this person' }).getByRole('button', { name: 'Edit tags' })).toBeVisible()
  await main.getByRole('link', { name: 'Timeline' }).click()
  await expect(main.getByRole('group', { name: 'Timeline' }).getByRole('button', { name: 'Payments' })).toBeVisible()
  await expect(main.getByRole('listitem').first()).toBeVisible()
  const before = page.url()
  await main.getByRole('link', { name: 'Next person' }).click()
  await expect(page).not.toHaveURL(before)
  await expect(page).toHaveURL(/\/timeline$/)
  await main.getByRole('link', { name: 'Previous person' }).click()
  await expect(page).toHaveURL(before)
})
