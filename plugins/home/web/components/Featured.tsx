/** Spaces that the admins put forward. */
import { Link, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export function Featured() {
  const t = useT()
  const { data } = useRead(contract.routes.show)
  if (!data?.featured.length) return null
  return (
    <nav aria-label={t('featured.title')}>
      <ul className="flex gap-2 overflow-x-auto pb-1 [scrollbar-width:none] sm:flex-wrap">
        {data.featured.map((space) => (
          <li key={space.id} className="flex-none">
            <Link
              to={`/c/${space.slug}`}
              className="inline-flex h-9 items-center gap-2 rounded-full border border-border bg-surface px-3.5 text-13 font-medium hover:border-field max-desk:h-11"
            >
              {space.emoji && <span aria-hidden="true">{space.emoji}</span>}
              {space.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
