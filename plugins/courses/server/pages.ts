/** Courses as visitors read them before any script runs: the outline of one in its space, and the page that verifies a certificate. */
import { type Ctx, html, type Markup, type PageRenderer, parts } from '@atrium/sdk/server'
import { formatDateIn } from '@atrium/sdk'
import { certificateByCode, coursesById } from './reads.ts'
import { isOut, outlineOf } from './service/outline.ts'

/** @throws AtriumError 404 as a code that nobody was given */
export const certificatePage: PageRenderer = async (ctx, { code = '' }) => {
  const [row] = /^[A-Za-z0-9-]{19}$/.test(code) ? await ctx.read(certificateByCode, [code.toUpperCase()]) : []
  if (!row) return null
  const words = { name: row.member_name, course: row.course_name, community: ctx.community.name, date: formatDateIn(ctx.locale, row.issued_at, 'date') }
  return {
    title: ctx.t('verify.title', words),
    description: ctx.t('verify.text', words),
    noindex: true,
    body: html`${parts.heading(ctx.t('verify.title', words))}<p>${ctx.t('verify.text', words)}</p>`,
  }
}

/** What a course holds, by names: its lessons ask for enrolment. */
export async function coursePage(ctx: Ctx, spaceId: number): Promise<Markup> {
  const [[course], { sections, lessons }] = await Promise.all([ctx.read(coursesById, [[spaceId]]), outlineOf(ctx, spaceId)])
  const bySection = Map.groupBy(lessons.filter(isOut), ({ section_id }) => section_id)
  const shown = sections.filter(({ id }) => bySection.has(id))
  if (!course && shown.length === 0) return html``
  return html`${course?.summary ? html`<p>${course.summary}</p>` : null}${shown.map(
    ({ id, name }) =>
      html`<h2 class="mt-4 font-semibold">${name}</h2><ol class="grid list-decimal gap-1 ps-5">${bySection.get(id)!.map((lesson) => html`<li>${lesson.name}</li>`)}</ol>`,
  )}`
}
