/** A package in its frame: what it keeps for itself may be made of any characters. */
import type { Page } from '@playwright/test'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

const LESSON = 'Weigh a recipe'
interface Course {
  id: number
  slug: string
  sections: { id: number; lessons: { id: number; name: string }[] }[]
}
async function lessonOf(page: Page) {
  const { records } = await (await page.request.get('/internal_api/courses')).json()
  for (const { id } of records as { id: number }[]) {
    const course = (await (await page.request.get(`/internal_api/courses/${id}`)).json()) as Course
    for (const section of course.sections)
      for (const lesson of section.lessons)
        if (lesson.name === LESSON) return { address: `/c/${course.slug}/sections/${section.id}/lessons/${lesson.id}`, lesson: lesson.id }
  }
  throw new Error(`There is no lesson ${LESSON}.`)
}
/** The run-time in the frame, once the package has begun. */
async function open(page: Page, address: string) {
  await page.goto(address)
  await page
    .locator('[data-package]')
    .getByRole('button', { name: /Start|Open|Continue/ })
    .first()
    .click()
  await expect(page.locator('[data-package] iframe')).toBeVisible()
  const frame = await (await page.locator('[data-package] iframe').elementHandle())!.contentFrame()
  await frame!.waitForFunction(() => Boolean((window as any).API ?? (window as any).API_1484_11))
  return frame!
}
const say = (kept: string) => {
  const win = window as any
  const is2004 = Boolean(win.API_1484_11)
  const api = win.API ?? win.API_1484_11
  const name = (word: string) => (is2004 ? word : `LMS${word}`)
  api[name('Initialize')]('')
  const said = [
    api[name('SetValue')]('cmi.suspend_data', kept),
    ...(is2004
      ? [api.SetValue('cmi.score.scaled', '0.9'), api.SetValue('cmi.completion_status', 'completed'), api.SetValue('cmi.success_status', 'passed')]
      : [api.LMSSetValue('cmi.core.score.raw', '90'), api.LMSSetValue('cmi.core.lesson_status', 'completed')]),
    api[name('Commit')](''),
  ]
  return { said: said.map(String), error: Number(api[name('GetLastError')]()) }
}
const heard = () => {
  const win = window as any
  const api = win.API ?? win.API_1484_11
  const name = (word: string) => (win.API ? `LMS${word}` : word)
  api[name('Initialize')]('')
  return String(api[name('GetValue')]('cmi.suspend_data'))
}

test('a bookmark of any characters is kept with its score, and comes back', async ({ page }) => {
  await signIn(page)
  const { address, lesson } = await lessonOf(page)
  const { id } = await (await page.request.get(`/internal_api/lessons/${lesson}/package`)).json()
  const bytes = Array.from({ length: 200 }, (_, at) => String.fromCharCode((at * 331) % 65_536)).join('')
  const first = await open(page, address)
  const { said, error } = await first.evaluate(say, bytes)
  expect([...new Set(said)]).toEqual(['true'])
  expect(error).toBe(0)
  await expect.poll(async () => (await (await page.request.get(`/internal_api/packages/${id}/registration`)).json()).score).toBe(90)
  const again = await open(page, address)
  expect(await again.evaluate(heard)).toBe(bytes)
})
