/** The second factor of the own account: set up, recovery codes anew, removed. */
import { useState } from 'react'
import { Badge, Button, Card, CardHead, Dialog, Field, Form, Input, Note, SettingRow, Time, toast, useT, useWrite } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import type { Methods } from '../api.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecondFactorSetup, useCodeProblem } from './SecondFactorSetup.tsx'

const { methods, removeTwoFa, renewRecoveryCodes } = auth.routes

export function SecondFactorCard({ factor }: { factor: Methods['two_fa'] }) {
  const t = useT()
  const [open, setOpen] = useState<'setup' | 'remove' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = useWrite(renewRecoveryCodes, { invalidates: [methods] })
  const close = () => setOpen(null)

  const renewCodes = () =>
    renew.mutateAsync().then(
      ({ recovery_codes }) => setCodes(recovery_codes),
      (error) => toast.error(error.message),
    )

  return (
    <Card>
      <CardHead
        title={t('twoFa.title')}
        text={t('twoFa.text')}
        action={factor.enabled ? <Badge tone="success">{t('twoFa.badge')}</Badge> : <Button onClick={() => setOpen('setup')}>{t('twoFa.setup')}</Button>}
      />
      {factor.enabled && (
        <div>
          <SettingRow
            icon="smartphone"
            title={t('twoFa.app')}
            text={
              <>
                {t('twoFa.since')} <Time value={factor.since ?? ''} kind="date" />
              </>
            }
            control={
              <Button variant="danger-ghost" onClick={() => setOpen('remove')} aria-label={t('twoFa.remove.title')}>
                {t('twoFa.remove')}
              </Button>
            }
          />
          <SettingRow
            icon="list-checks"
            title={t('recovery.title')}
            text={t('recovery.left', { count: factor.recovery_codes_left })}
            control={
              <Button loading={renew.isPending} onClick={() => void renewCodes()}>
                {t('recovery.renew')}
              </Button>
            }
          />
        </div>
      )}
      <Dialog open={open === 'setup'} onOpenChange={(next) => !next && close()} title={t('twoFa.setup.title')}>
        <SecondFactorSetup onDone={close} />
      </Dialog>
      <Dialog open={open === 'remove'} onOpenChange={(next) => !next && close()} title={t('twoFa.remove.title')} width={420}>
        <Removal required={factor.required} onDone={close} />
      </Dialog>
      <Dialog open={codes !== null} onOpenChange={(next) => !next && setCodes(null)} title={t('recovery.title')}>
        <RecoveryCodes codes={codes ?? []} onDone={() => setCodes(null)} />
      </Dialog>
    </Card>
  )
}

function Removal({ required, onDone }: { required: boolean; onDone: () => void }) {
  const t = useT()
  const [code, setCode] = useState('')
  const remove = useWrite(removeTwoFa, { invalidates: [methods] })
  const problem = useCodeProblem(remove.error)

  async function submit() {
    await remove.mutateAsync({ body: { code } })
    toast.success(t('twoFa.removed'))
    onDone()
  }
  return (
    <Form onSubmit={submit}>
      <p className="text-text-2">{t('twoFa.remove.text')}</p>
      {required && <Note tone="warning">{t('twoFa.remove.required')}</Note>}
      <Field label={t('twoFa.codeOrRecovery')} error={problem}>
        <Input
          autoFocus
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          className="font-mono"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('form.cancel')}</Button>
        <Button type="submit" variant="danger" disabled={code.trim().length < 6} loading={remove.isPending}>
          {t('twoFa.remove')}
        </Button>
      </div>
    </Form>
  )
}
