/** Courses as visitors read them before any script runs: all of them, one in its space or before its door, and the page that verifies a certificate. */
import { type Ctx, html, type Markup, type PageRenderer, parts, unlessRefused } from '@atrium/sdk/server'
import { formatDateIn, RATIOS } from '@atrium/sdk'
import { certificateByCode, coursesById } from './reads.ts'
import type { Course, CourseCard } from '../contract.ts'
import { clock, spanOf } from '../contract/lengths.ts'
import { listCourses } from './service/directory.ts'
import { isOut, outlineOf } from './service/outline.ts'
import { showCourse } from './service/present.ts'

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

const spanText = (ctx: Ctx, seconds: number) => ctx.t(...spanOf(seconds))
const facts = (ctx: Ctx, course: Pick<CourseCard, 'lessons_count' | 'duration'>) =>
  html`<span>${ctx.t('home.lessons', { count: course.lessons_count })}</span>${course.duration > 0 && html`<span>${spanText(ctx, course.duration)}</span>`}`

const card = (ctx: Ctx, course: CourseCard): Markup =>
  html`<li><article class="relative flex h-full flex-col overflow-hidden rounded-card border border-border bg-surface">${parts.cover(course.cover_url, { id: course.id, mark: course.emoji, ratio: RATIOS.openGraph })}<div class="flex flex-1 flex-col gap-2 p-4">
<h2 class="text-17 font-semibold"><a href="/c/${course.slug}" class="after:absolute after:inset-0">${course.name}</a></h2>${course.summary && html`<p class="text-13 text-text-2">${course.summary}</p>`}
<p class="mt-auto flex flex-wrap gap-x-3 text-12 text-text-3">${facts(ctx, course)}</p>${course.is_locked && html`<p class="flex items-center gap-1.5 text-13 font-medium">${parts.icon('lock', 'size-[15px]')}${course.price ?? ctx.t('directory.locked')}</p>`}</div></article></li>`

/** All that stand in lists for visitors. */
export const directoryPage: PageRenderer = async (ctx) => {
  const { records } = await listCourses(ctx, { page: 1, per_page: 20 } as Parameters<typeof listCourses>[1])
  return {
    title: ctx.t('nav.courses'),
    description: ctx.t('directory.text'),
    body: html`<div class="mb-5">${parts.heading(ctx.t('nav.courses'))}<p class="mt-1 text-text-2">${ctx.t('directory.text')}</p></div>${
      records.length === 0
        ? html`<p>${ctx.t('directory.none')}</p>`
        : html`<ul class="grid gap-4 sm:grid-cols-2 wide:grid-cols-3">${records.map((course) => card(ctx, course))}</ul>`
    }`,
  }
}

type Line = Course['sections'][number]['lessons'][number]
const line = (ctx: Ctx, slug: string, sectionId: number, { id, name, icon, locked, featured_media_duration: seconds }: Line): Markup =>
  html`<li class="flex min-h-11 items-center gap-2.5 px-4 py-1.5 text-13">${parts.icon(locked ? 'lock' : icon, 'size-[15px] flex-none text-text-3')}<span class="min-w-0 flex-1">${name}</span>${!locked && html`<span class="rounded-control bg-info-soft px-1.5 text-12 text-info">${ctx.t('free')}</span>`}${seconds ? html`<span class="text-12 text-text-3 tabular-nums">${clock(seconds)}</span>` : null}${!locked && html`<a href="/c/${slug}/sections/${sectionId}/lessons/${id}" data-press="free:${id}" class="font-medium text-link">${ctx.t('outside.open')}</a>`}</li>`

/** What the course holds, by names, with who teaches it: its lessons ask for a place, but for those that are free. */
export async function outsidePage(ctx: Ctx, spaceId: number): Promise<Markup> {
  const course = await unlessRefused(showCourse(ctx, spaceId), null, 404)
  if (!course || course.lessons_count === 0) return html``
  return html`<section class="mb-4"><h2 class="text-17">${ctx.t('outside.title')}</h2><p class="mt-1 mb-2.5 flex flex-wrap gap-x-3 text-13 text-text-3">${facts(ctx, course)}${course.gives_certificate && html`<span>${ctx.t('home.gives_certificate')}</span>`}</p>
<div class="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface">${course.sections.map(
    ({ id, name, lessons }) =>
      html`<div><h3 class="px-4 pt-3 pb-1 text-13 font-semibold">${name}</h3><ul class="pb-1.5">${lessons.map((lesson) => line(ctx, course.slug, id, lesson as Line))}</ul></div>`,
  )}</div></section>
${course.teachers.length > 0 && html`<section class="mb-4"><h2 class="mb-2.5 text-17">${ctx.t('outside.hosts')}</h2><ul class="grid gap-3">${course.teachers.map(({ id, name, headline, avatar_url }) => html`<li class="flex items-center gap-3">${parts.face({ id, name, avatarUrl: avatar_url })}<span><span class="block font-semibold">${name}</span>${headline && html`<span class="text-13 text-text-3">${headline}</span>`}</span></li>`)}</ul></section>`}`
}
