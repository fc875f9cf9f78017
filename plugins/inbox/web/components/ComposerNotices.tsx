/** What stands in the way of a message. */
import { Button, messageOf, Note, useT } from '@atrium/sdk/web'
import type { Sending } from './useSending.ts'

export function ComposerNotices({ sending }: { sending: Sending }) {
  const t = useT()
  const { error, isLate, isSending, sendAnyway, forget } = sending
  if (!error || isSending) return null
  if (!isLate)
    return (
      <Note tone="danger" className="mb-2">
        {messageOf(error, t('failed'))}
      </Note>
    )
  return (
    <Note tone="warning" icon="users" className="mb-2" title={t('late.title')}>
      <p>{t('late.text')}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void sendAnyway()}>
          {t('late.send')}
        </Button>
        <Button size="sm" variant="ghost" onClick={forget}>
          {t('late.edit')}
        </Button>
      </p>
    </Note>
  )
}
