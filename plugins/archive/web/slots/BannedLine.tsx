/** On every page of somebody who is banned: until when, why, and where to ask for a second look. */
import { formatTime, Icon, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function BannedLine() {
  const t = useT()
  const { account, member, masquerading } = useSession()
  const { data } = useRead(contract.routes.ownBan, undefined, { enabled: account !== null && member === null && masquerading === null })
  if (!data?.ban) return null
  const { reason, ends_at: until, contact } = data.ban
  return (
    <div role="status" className="flex items-start gap-2.5 bg-danger-soft px-4 py-2.5 text-13" data-banned>
      <Icon name="ban" className="mt-0.5 text-danger" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-medium">{until ? t('banned.until', { date: formatTime(until, { kind: 'datetime' }) }) : t('banned.forGood')}</b>{' '}
        {t('banned.reason', { reason })}{' '}
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
      </p>
    </div>
  )
}
