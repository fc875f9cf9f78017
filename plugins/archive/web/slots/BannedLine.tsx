/** On every page of somebody who is banned: until when, why, and where to ask for a second look. */
import { formatTime, Icon, useT } from '@atrium/sdk/web'
import { useOwnBan } from '../components/useOwnBan.ts'

export default function BannedLine() {
  const t = useT()
  const ban = useOwnBan()
  if (!ban) return null
  const { reason, ends_at: until, contact } = ban
  return (
    <div role="status" className="flex items-start gap-2.5 bg-danger-soft px-4 py-2.5 text-13" data-banned>
      <Icon name="ban" className="mt-0.5 text-danger" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-medium">{until ? t('banned.until', { date: formatTime(until, { kind: 'datetime' }) }) : t('banned.forGood')}</b>{' '}
        {contact ? (
          <>
            {t('banned.appeal')}{' '}
            <a className="text-link underline" href={`mailto:${contact}`}>
              {contact}
            </a>
          </>
        ) : (
          t('banned.answer')
        )}
        <span className="block">{t('banned.reason', { reason })}</span>
      </p>
    </div>
  )
}
