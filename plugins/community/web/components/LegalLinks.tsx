/** Links to the legal texts that there are. */
import { cx, Link, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export function LegalLinks({ current, className }: { current?: string; className?: string }) {
  const t = useT()
  const { data } = useRead(contract.routes.legalTexts)
  if (!data?.kinds.length) return null
  return (
    <nav aria-label={t('legal.links')}>
      <ul className={cx('flex flex-wrap gap-x-4 gap-y-1 text-13 text-text-2', className)}>
        {data.kinds.map((kind) => (
          <li key={kind}>
            <Link
              to={`/legal/${kind}`}
              aria-current={kind === current ? 'page' : undefined}
              className="hover:underline aria-[current]:font-semibold aria-[current]:text-text"
            >
              {t(`legal.${kind}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
