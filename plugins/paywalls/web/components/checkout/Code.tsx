/** The code that was mailed: typed here, it proves the address and signs its owner in. */
import { Button, CodeInput, messageOf, Note, useT, useWrite } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract from '../../../contract.ts'
import { keyOf } from './key.ts'

const { routes } = contract
interface CodeProps {
  sessionId: string
  email: string
  name: string
  busy: boolean
  onChange: () => void
  onEntered: (twoFactor: boolean) => void
}
export function Code({ sessionId, email, name, busy, onChange, onEntered }: CodeProps) {
  const t = useT()
  const [code, setCode] = useState('')
  const [wait, setWait] = useState(60)
  useEffect(() => {
    const timer = setInterval(() => setWait((seconds) => Math.max(0, seconds - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  const verify = useWrite(routes.verifications, { onSuccess: ({ two_fa_required }) => onEntered(two_fa_required), onError: () => setCode('') })
  const again = useWrite(routes.otp, { onSuccess: ({ resend_in }) => setWait(resend_in) })
  return (
    <div className="grid gap-4">
      <header>
        <h2 className="text-20">{t('code.title')}</h2>
        <p className="mt-1 text-text-2 wrap-anywhere">{t('code.text', { email })}</p>
      </header>
      <CodeInput
        autoFocus
        value={code}
        onChange={setCode}
        disabled={busy || verify.isPending}
        label={t('code.title')}
        onComplete={(full) => verify.mutate({ body: { session_id: sessionId, key: keyOf(sessionId), code: full } })}
      />
      {verify.error && <Note tone="danger">{messageOf(verify.error, t('order.failed'))}</Note>}
      {again.error && <Note tone="danger">{messageOf(again.error, t('order.failed'))}</Note>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          disabled={wait > 0}
          loading={again.isPending}
          onClick={() => again.mutate({ body: { session_id: sessionId, key: keyOf(sessionId), email, name } })}
        >
          {wait > 0 ? t('code.wait', { seconds: wait }) : t('code.again')}
        </Button>
        <Button size="sm" variant="ghost" onClick={onChange}>
          {t('code.other')}
        </Button>
      </div>
    </div>
  )
}
