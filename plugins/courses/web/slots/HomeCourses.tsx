/** Courses to join, on the home page of those who are not in the community yet. */
import { thumbnailOf } from '@atrium/sdk'
import { Card, Cover, Link, RATIOS, useRead, useT } from '@atrium/sdk/web'
import contract, { HOME_COURSES } from '../../contract.ts'

export default function HomeCourses() {
  const t = useT()
  const { data } = useRead(contract.routes.directory, { query: { per_page: HOME_COURSES } }, { staleTime: 60_000 })
  if (!data?.records.length) return null
  return (
    <section aria-labelledby="courses-strip">
      <div className="mb-2 flex items-baseline justify-between">
        <h2 id="courses-strip" className="text-13 font-semibold">
          {t('nav.courses')}
        </h2>
        <Link to="/courses" className="text-13 text-link hover:underline">
          {t('strip.all')}
        </Link>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2">
        {data.records.map((course) => (
          <li key={course.id} className="min-w-0">
            <Card link className="relative flex h-full items-center gap-3 overflow-hidden p-3">
              <span className="w-24 flex-none overflow-hidden rounded-control">
                <Cover src={thumbnailOf(course.cover_url)} id={course.id} mark={course.emoji} ratio={RATIOS.openGraph} />
              </span>
              <span className="min-w-0 flex-1">
                <Link to={`/c/${course.slug}`} className="line-clamp-2 font-semibold wrap-anywhere after:absolute after:inset-0">
                  {course.name}
                </Link>
                <span className="block text-12 text-text-3">
                  {[course.lessons_count > 0 && t('home.lessons', { count: course.lessons_count }), course.price].filter(Boolean).join(' · ')}
                </span>
              </span>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
