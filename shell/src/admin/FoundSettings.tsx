/** What the settings were asked for: each with the way to it. */
import { Icon, Link, useT } from '@atrium/sdk/web'
import { useFoundSettings } from './find.ts'

export function FoundSettings({ text, onChoose, className, paths }: { text: string; onChoose?: () => void; className: string; paths: string }) {
  const t = useT()
  const found = useFoundSettings(text)
  if (!found) return null
  return (
    <>
      <p role="status" className="sr-only">
        {t('admin.found', { count: found.length })}
      </p>
      <ul aria-label={t('palette.results')} className="grid gap-px">
        {found.map(({ id, label, path, excerpt, where, icon, to }) => (
          <li key={`${id} ${to}`}>
            <Link to={to} onClick={onChoose} className={className}>
              <Icon name={icon} />
              <span className="min-w-0 flex-1">
                <span className="block">{label}</span>
                {excerpt && <span className={`block line-clamp-2 text-12 ${paths}`}>{excerpt}</span>}
                <span className={`block text-12 ${paths}`}>{path.join(' › ')}</span>
                {where && <span className={`block text-12 ${paths}`}>{where}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="px-2 py-6 text-13">{t('admin.find.empty')}</p>}
    </>
  )
}
