/** The dialog that asks for a one-time code, over whatever the person was doing. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { AtriumError } from '../../../core/errors.ts'
import { codeProblem } from '../../../core/rules/codes.ts'
import { CODE_LENGTH } from '../../../core/rules/limits.ts'
import type { RouteReply } from '../../../core/contract.ts'
import auth from '../../../kernel/auth/contract.ts'
import { challenge } from '../../core/challenge.ts'
import { call } from '../../core/client.ts'
import { useWords } from '../../core/i18n.tsx'
import { Button } from '../Button.tsx'
import { Field } from '../Field.tsx'
import { messageOf } from '../Form.tsx'
import { Skeleton } from '../marks.tsx'
import { toast } from '../toast.ts'
import { Note } from '../surfaces.tsx'
import LazyDialog from './dialog.tsx'
import { CodeInput } from './special.tsx'

const { askCode, verifyCode } = auth.routes

export default function LazyChallenge({ open }: { open: boolean }) {
  const t = useWords()
  const cancel = () => {
    toast.error(t('otp_challenge_modal.cancelled'))
    challenge.answer(false)
  }
  return (
    <LazyDialog side="centre" width={400} open={open} onOpenChange={(next) => !next && cancel()} title={t('otp_challenge_modal.title')}>
      {open && <Challenge onCancel={cancel} />}
    </LazyDialog>
  )
}

function Challenge({ onCancel }: { onCancel: () => void }) {
  const t = useWords()
  const [asked, setAsked] = useState<RouteReply<typeof askCode> | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [wait, startWait] = useCountdown()

  const ask = useCallback(async () => {
    setRefusal(null)
    try {
      const answer = await call(askCode)
      setAsked(answer)
      startWait(answer.resend_in)
    } catch (error) {
      setRefusal(error)
    }
  }, [startWait])
  // Once: the mail goes out when the dialog opens.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void ask()
  }, [ask])

  async function verify(text: string) {
    const wrong = codeProblem(text)
    setProblem(wrong && t(wrong))
    if (wrong || busy) return
    setBusy(true)
    try {
      await call(verifyCode, { body: { code: text } })
      challenge.answer(true)
    } catch (error) {
      const known = error instanceof AtriumError && (error.code === 'otp_invalid' || error.code === 'otp_expired')
      setProblem(known ? t(error.code) : messageOf(error, t('error.generic')))
      setCode('')
      setBusy(false)
    }
  }

  if (refusal && !asked)
    return (
      <div className="grid gap-4">
        <div role="alert">
          <Note tone="danger">{messageOf(refusal, t('error.generic'))}</Note>
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button variant="primary" onClick={() => void ask()}>
            {t('retry')}
          </Button>
        </div>
      </div>
    )
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void verify(code)
      }}
    >
      {asked ? (
        <p className="text-text-2">{asked.sent_to ? t('otp_challenge_modal.mail', { email: asked.sent_to }) : t('otp_challenge_modal.authenticator')}</p>
      ) : (
        <Skeleton w="90%" h={20} />
      )}
      <Field label={t('code')} error={problem ?? undefined}>
        <CodeInput autoFocus value={code} onChange={setCode} onComplete={(text) => void verify(text)} />
      </Field>
      {asked?.sent_to && (
        <p className="text-13 text-text-3">
          {wait > 0 ? (
            t('otp_challenge_modal.wait', { seconds: wait })
          ) : (
            <button type="button" className="link" onClick={() => void ask()}>
              {t('otp_challenge_modal.resend')}
            </button>
          )}
        </p>
      )}
      {refusal ? (
        <div role="alert">
          <Note tone="danger">{messageOf(refusal, t('error.generic'))}</Note>
        </div>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" loading={busy} aria-disabled={code.length < CODE_LENGTH || undefined}>
          {t('otp_challenge_modal.action')}
        </Button>
      </div>
    </form>
  )
}

/** Seconds left, counting down. */
function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [running])
  return [left, setLeft]
}
