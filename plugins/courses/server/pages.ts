/** Courses as visitors read them before any script runs: all of them, one in its space or before its door, and the page that verifies a certificate. */
import { type Ctx, html, type Markup, type PageRenderer, parts, unlessRefused } from '@atrium/sdk/server'
import { formatDateIn, RATIOS, thumbnailOf } from '@atrium/sdk'
import spaces from '../../spaces/contract.ts'
import { certificateByCode, coursesById } from './reads.ts'
import { type Course, type CourseCard, HOME_COURSES } from '../contract.ts'
import { clock, spanOf } from '../contract/lengths.ts'
import { unlocksText } from '../contract/unlocks.ts'
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

/** As the browser's `HomeCourses`. */
export async function homeCourses(ctx: Ctx): Promise<{ offered?: Markup }> {
  if (ctx.member !== null) return {}
  const { records } = await listCourses(ctx, { page: 1, per_page: HOME_COURSES })
  if (records.length === 0) return {}
  const one = (course: CourseCard) =>
    html`<li class="min-w-0"><article class="relative flex h-full items-center gap-3 overflow-hidden rounded-card border border-border bg-surface p-3"><span class="w-24 flex-none overflow-hidden rounded-control">${parts.cover(thumbnailOf(course.cover_url), { id: course.id, mark: course.emoji, ratio: RATIOS.openGraph })}</span><span class="min-w-0 flex-1"><a href="/c/${course.slug}" class="line-clamp-2 font-semibold wrap-anywhere after:absolute after:inset-0">${course.name}</a><span class="block text-12 text-text-3">${[course.lessons_count > 0 && ctx.t('home.lessons', { count: course.lessons_count }), course.price].filter(Boolean).join(' · ')}</span></span></article></li>`
  return {
    offered: html`<section aria-labelledby="courses-strip"><div class="mb-2 flex items-baseline justify-between"><h2 id="courses-strip" class="text-13 font-semibold">${ctx.t('nav.courses')}</h2><a href="/courses" class="text-13 text-link hover:underline">${ctx.t('strip.all')}</a></div><ul class="grid gap-3 sm:grid-cols-2">${records.map(one)}</ul></section>`,
  }
}

/** All that stand in lists for visitors. */
export const directoryPage: PageRenderer = async (ctx) => {
  const { records } = await listCourses(ctx, { page: 1, per_page: 20 })
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

/** The lesson that a course begins with; null while it has none. */
export async function firstLessonPath(ctx: Ctx, spaceId: number): Promise<string | null> {
  const [course, { lessons }] = await Promise.all([ctx.use(spaces).card(spaceId), outlineOf(ctx, spaceId)])
  const first = lessons.find(isOut)
  return course && first ? `/c/${course.slug}/sections/${first.section_id}/lessons/${first.id}` : null
}

type Line = Course['sections'][number]['lessons'][number]
const line = (ctx: Ctx, slug: string, sectionId: number, { id, name, icon, locked, featured_media_duration: seconds }: Line): Markup =>
  html`<li class="flex min-h-11 items-center gap-2.5 px-4 py-1.5 text-13">${parts.icon(locked ? 'lock' : icon, 'size-[15px] flex-none text-text-3')}<span class="min-w-0 flex-1">${name}</span>${!locked && html`<span class="rounded-control bg-info-soft px-1.5 text-12 text-info">${ctx.t('free')}</span>`}${seconds ? html`<span class="text-12 text-text-3 tabular-nums">${clock(seconds)}</span>` : null}${!locked && html`<a href="/c/${slug}/sections/${sectionId}/lessons/${id}" data-press="free:${id}" class="font-medium text-link">${ctx.t('outside.open')}</a>`}</li>`

/** What the course holds, by names, with who teaches it: its lessons ask for a place, but for those that are free. */
export async function outsidePage(ctx: Ctx, spaceId: number): Promise<Markup> {
  const course = await unlessRefused(showCourse(ctx, spaceId), null, 404)
  if (!course) return html``
  const dateOf = (moment: string) => formatDateIn(ctx.locale, new Date(moment), 'date')
  const unlocks = (opens_at: string | Date | null, drip_delay: number) =>
    unlocksText(
      (key, values) => ctx.t(key, { ...values }),
      course.course_type,
      { opens_at: opens_at === null ? null : new Date(opens_at).toISOString(), drip_delay },
      dateOf,
      ctx.now().getTime(),
    )
  const lessons = html`<p class="mt-1 mb-2.5 flex flex-wrap gap-x-3 text-13 text-text-3">${facts(ctx, course)}${course.gives_certificate && html`<span>${ctx.t('home.gives_certificate')}</span>`}</p>
<div class="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface">${course.sections.map(
    ({ id, name, lessons, opens_at = null, drip_delay }) =>
      html`<div><h3 class="flex flex-wrap items-baseline gap-x-2 px-4 pt-3 pb-1 text-13 font-semibold">${name}<span class="text-12 font-normal text-text-3">${unlocks(opens_at, drip_delay)}</span></h3><ul class="pb-1.5">${lessons.map((lesson) => line(ctx, course.slug, id, lesson as Line))}</ul></div>`,
  )}</div>`
  return html`<section class="mb-4"><h2 class="text-17">${ctx.t('outside.title')}</h2>${course.lessons_count === 0 ? html`<p class="mt-1 text-text-2">${ctx.t('outside.none')}</p>` : lessons}</section>
${course.teachers.length > 0 && html`<section class="mb-4"><h2 class="mb-2.5 text-17">${ctx.t('outside.hosts')}</h2><ul class="grid gap-3">${course.teachers.map(({ id, name, headline, avatar_url }) => html`<li class="flex items-center gap-3">${parts.face({ id, name, avatarUrl: avatar_url })}<span><span class="block font-semibold">${name}</span>${headline && html`<span class="text-13 text-text-3">${headline}</span>`}</span></li>`)}</ul></section>`}`
}
