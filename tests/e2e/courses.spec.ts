/** Courses as people meet them: a shop window for whoever comes by, a player whose first press plays, a quiz alone on its page, and a course that is built. */
import type { Page, Request } from '@playwright/test'
import { newcomer, signIn } from './people.ts'
import { expect, test } from './test.ts'

interface Outline {
  id: number
  slug: string
  sections: { id: number; lessons: { id: number; name: string; kind: string }[] }[]
}
async function courseAt(page: Page, slug: string): Promise<Outline> {
  const { records } = await (await page.request.get('/internal_api/courses')).json()
  const { id } = (records as { id: number; slug: string }[]).find((one) => one.slug === slug)!
  return (await page.request.get(`/internal_api/courses/${id}`)).json()
}
function addressOf({ slug, sections }: Outline, found: (lesson: { name: string; kind: string }) => boolean): string {
  for (const section of sections) for (const lesson of section.lessons) if (found(lesson)) return `/c/${slug}/sections/${section.id}/lessons/${lesson.id}`
  throw new Error('There is no such lesson.')
}
const plays = (page: Page) => page.evaluate(() => [...document.querySelectorAll('video')].some((video) => !video.paused && video.currentTime > 0))

test('a visitor on a phone finds a course, watches its free lesson and is at the form that pays with three presses', async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ baseURL, locale: 'en-US', viewport: { width: 390, height: 844 } })).newPage()
  await page.goto('/courses')
  const card = page.getByRole('listitem').filter({ hasText: 'Throwing from zero' })
  await expect(card).toContainText('€49 one-time')
  await card.getByRole('link', { name: 'Throwing from zero' }).click()
  const screen = page.locator('[data-screen="spaces/Space"]')
  await expect(screen.getByRole('heading', { name: 'What’s inside' })).toBeVisible()
  await expect(screen.getByText('Three pulls to a mug')).toBeAttached()
  const bar = screen.locator('[data-foot]').getByRole('link', { name: 'Buy – €49' })
  await screen.locator('[data-paywall]').getByRole('link', { name: 'Buy – €49' }).scrollIntoViewIfNeeded()
  await expect(bar, 'its button is in view').toHaveCount(0)

  await screen.locator('[data-press^="free:"]').first().click()
  await screen.getByRole('button', { name: 'Play' }).first().click()
  await expect.poll(() => plays(page)).toBe(true)
  expect(new URL(page.url()).pathname, 'in place').toBe('/c/throwing-from-zero')
  await page.mouse.wheel(0, 4000)
  await expect(bar).toBeInViewport()

  await bar.click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.getByText(/Sold by Clay & Fire AS/)).toBeAttached()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Join' })).toHaveCount(0)

  // what is missing is said at its field, which has the focus
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Fill in this field.').first()).toBeVisible()
  await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused()
  await page.context().close()
})

test('the first press on Play plays, and a quiz has page and keys to itself', async ({ browser, page }) => {
  await signIn(page)
  const course = await courseAt(page, 'glaze-chemistry')
  const learner = await newcomer(browser, 'Lena Learner')
  const me = await learner.evaluate(async () => (await (await fetch('/boot')).json()).member.id as number)
  const added = await page.request.post(`/internal_api/courses/${course.id}/students`, {
    data: { community_member_ids: [me] },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(added.status()).toBe(201)

  await learner.goto(addressOf(course, ({ name }) => name === 'Line blends'))
  await learner.getByRole('button', { name: 'Play' }).first().click()
  await expect.poll(() => plays(learner)).toBe(true)

  const quiz = addressOf(course, ({ kind }) => kind === 'quiz')
  await learner.goto(quiz)
  const title = learner.getByRole('heading', { level: 1 })
  const start = learner.getByRole('button', { name: 'Start', exact: true })
  await expect(start).toBeVisible()
  expect((await title.boundingBox())!.y, 'below its title').toBeLessThan((await start.boundingBox())!.y)
  await start.click()
  const take = learner.locator('[data-attempt]')
  await expect(take).toBeVisible()
  await expect(learner.getByRole('complementary', { name: 'Lessons' })).toBeHidden()
  // an unanswered question is skipped by its own button alone
  await expect(learner.getByRole('button', { name: /^Next/ })).toHaveCount(0)
  await learner.keyboard.press('Enter')
  await expect(take.getByRole('button', { name: 'Skip for now' })).toHaveCount(1)
  await expect(take.getByText('1 of', { exact: false }).first()).toBeVisible()
  await expect(learner.getByRole('tablist')).toHaveCount(0)
  const options = take.getByRole('radio').or(take.getByRole('checkbox'))
  while ((await options.count()) < 3) await take.getByRole('button', { name: 'Skip for now' }).click()
  await learner.keyboard.press('c')
  await expect(options.nth(2)).toHaveAttribute('aria-checked', 'true')
  await learner.keyboard.press('n')
  expect(new URL(learner.url()).pathname, 'keys of the page rest').toBe(quiz)
  await learner.context().close()
})

test('a course is begun as a draft where courses are, saves what is written by itself, and says what is empty before it comes out', async ({ page }) => {
  await signIn(page)
  await page.goto('/courses')
  await page.getByRole('link', { name: 'New course' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Slip casting')
  await expect(dialog.getByRole('radio', { name: /^Draft/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Create space' }).click()
  await page.getByRole('link', { name: 'Create lessons' }).click()
  await expect(page.getByText('Draft course')).toBeVisible()
  await page.getByRole('button', { name: 'Section' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Moulds')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /Lesson.*Moulds/ }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Plaster')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.locator('[data-screen="courses/EditLesson"]').getByLabel('Name').fill('Plaster that listens')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Plaster that listens' })).toBeVisible()
  // what is typed while a save is under way is saved over it: nobody meets themselves
  const name = page.locator('[data-screen="courses/EditLesson"]').getByLabel('Name')
  const isSave = (request: Request) => request.method() === 'PATCH' && request.url().includes('/lessons/')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/internal_api/courses/*/lessons/*', async (route) => {
    if (isSave(route.request())) await held
    await route.continue()
  })
  const first = page.waitForRequest(isSave)
  await name.fill('Plaster that hears')
  await first
  await name.fill('Plaster that sings')
  const second = page.waitForResponse((answer) => isSave(answer.request()) && (answer.request().postData() ?? '').includes('sings'))
  letGo()
  expect((await second).status()).toBe(200)
  await expect(page.getByRole('dialog', { name: 'Conflicting changes' })).toHaveCount(0)
  await name.fill('Plaster that listens')
  await expect(page.getByRole('link', { name: 'Plaster that listens' })).toBeVisible()
  await page.getByRole('button', { name: /Publish 1 draft/ }).click()
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('Nothing in it yet: Plaster that listens')
})
