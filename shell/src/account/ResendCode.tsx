/** Mails another code to sign in by, when the last one has had the time to come. */
import { useEffect, useState } from 'react'
import { Button, Note, toast, useT, useWrite } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'

const RESEND_SECONDS = 60

export function ResendCode({ email, remember, onSent }: { email: string; remember: boolean; onSent: () => void }) {
  const t = useT()
  const [wait, setWait] = useState(RESEND_SECONDS)
  useEffect(() => {
    const timer = setInterval(() => setWait((seconds) => Math.max(0, seconds - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  const again = useWrite(auth.routes.mailCode, {
    onSuccess: () => {
      setWait(RESEND_SECONDS)
      toast.success(t('twoFa.code.sent'))
      onSent()
    },
  })
  return (
    <div className="grid gap-3">
      {again.error && (
        <div role="alert">
          <Note tone="danger">{again.error.message}</Note>
        </div>
      )}
      <Button block disabled={wait > 0} loading={again.isPending} onClick={() => again.mutate({ body: { email, remember_me: remember } })}>
        {wait > 0 ? t('twoFa.code.wait', { seconds: wait }) : t('twoFa.code.again')}
      </Button>
    </div>
  )
}
