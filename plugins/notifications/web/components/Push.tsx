/** Whether this browser is told by push. */
import { Button, Note, toast, useQueryCache, useT } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract, { type Preferences } from '../../contract.ts'
import { canPush, subscription, turnOff, turnOn } from './browserPush.ts'

export function Push({ chosen }: { chosen: Preferences }) {
  const t = useT()
  const cache = useQueryCache()
  const [on, setOn] = useState<boolean | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void subscription().then((there) => setOn(there !== null))
  }, [])
  const turn = async () => {
    setBusy(true)
    try {
      if (on) await turnOff()
      else if (!(await turnOn(chosen.push.public_key))) return toast.error(t('push.refused'))
      setOn(!on)
      void cache.invalidate(contract.routes.preferences)
    } catch {
      toast.error(t('push.refused'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Note icon="bell-ring" title={t('push.title')}>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span>
          {canPush() ? t('push.text') : t('push.none')} {chosen.push.browsers > 0 && t('push.browsers', { count: chosen.push.browsers })}
        </span>
        {canPush() && on !== null && (
          <Button size="sm" loading={busy} onClick={() => void turn()}>
            {t(on ? 'push.off' : 'push.on')}
          </Button>
        )}
      </span>
    </Note>
  )
}
