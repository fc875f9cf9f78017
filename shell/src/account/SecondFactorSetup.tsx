/** Sets up the second factor in three steps: begin, scan and enter a first code, keep the recovery codes. */
import { useState } from 'react'
import { AtriumError, Button, CodeInput, Field, Form, Input, messageOf, useT, useWords, useWrite, useCopy } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const { confirmTwoFa, methods, sessions, startTwoFa } = auth.routes

/** What to say of a code that was refused. */
export function useCodeProblem(error: unknown): string | undefined {
  const own = useWords()
  if (!error) return undefined
  const known = error instanceof AtriumError && (error.code === 'otp_invalid' || error.code === 'otp_expired')
  return known ? own(error.code) : error instanceof AtriumError && error.code === 'invalid_input' ? own('otp_invalid') : messageOf(error, own('error.generic'))
}

export function SecondFactorSetup({ onDone }: { onDone: () => void }) {
  const t = useT()
  const toClipboard = useCopy()
  const [code, setCode] = useState('')
  const start = useWrite(startTwoFa)
  const confirm = useWrite(confirmTwoFa, { invalidates: [methods, sessions] })
  const problem = useCodeProblem(confirm.error)
  const made = start.data

  if (confirm.data) return <RecoveryCodes codes={confirm.data.recovery_codes} onDone={onDone} />
  if (!made)
    return (
      <Form onSubmit={() => start.mutateAsync()} error={start.error}>
        <p className="text-text-2">{t('twoFa.begin.text')}</p>
        <Button type="submit" variant="primary" className="justify-self-start" loading={start.isPending}>
          {t('twoFa.begin')}
        </Button>
      </Form>
    )

  async function enter(text: string) {
    if (confirm.isPending) return
    // The field says why it was refused.
    await confirm.mutateAsync({ body: { code: text } }).catch(() => setCode(''))
  }
  const copy = () => toClipboard(made.secret, t('twoFa.secret.copied'))
  return (
    <Form onSubmit={() => enter(code)}>
      <p className="text-text-2">{t('twoFa.scan')}</p>
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(made.qr_svg)}`}
        alt={t('twoFa.qr')}
        width={184}
        height={184}
        className="justify-self-center rounded-card border bg-white p-2"
      />
      <Field label={t('twoFa.secret')} help={t('twoFa.secret.help')}>
        <div className="flex gap-2">
          <Input readOnly value={made.secret.replace(/(.{4})(?=.)/g, '$1 ')} onFocus={(event) => event.target.select()} className="font-mono text-12!" />
          <Button icon="copy" onClick={() => void copy()} aria-label={t('twoFa.secret.copy')}>
            {t('twoFa.copy')}
          </Button>
        </div>
      </Field>
      <Field label={t('twoFa.first')} error={problem}>
        <CodeInput autoFocus value={code} onChange={setCode} onComplete={(text) => void enter(text)} />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-start" disabled={code.length < 6} loading={confirm.isPending}>
        {t('twoFa.confirm')}
      </Button>
    </Form>
  )
}
