/** Deleting the own account: what goes and what stays is said before it is asked for. */
import { Button, Card, CardHead, Dialog, Field, Form, Note, Slot, useFieldErrors, useLocale, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import auth from '@atrium/sdk/kernel/auth'
import shell from '@atrium/sdk/kernel/shell'
import { PasswordInput } from './PasswordInput.tsx'

const { accountDeletion, deleteAccount } = auth.routes
/** Links that ask for it name the card. */
const ANCHOR = 'delete-account'

export function DeletionCard({ hasPassword }: { hasPassword: boolean }) {
  const t = useT()
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  const { data } = useRead(accountDeletion)
  useEffect(() => {
    if (location.hash === `#${ANCHOR}`) document.getElementById(ANCHOR)?.scrollIntoView({ block: 'center' })
  }, [])
  const owned = data?.owned ?? []
  const isKept = owned.length > 0 || data?.last_owner === true
  const text =
    owned.length > 0 ? t('deletion.owner', { communities: new Intl.ListFormat(locale).format(owned) }) : t(isKept ? 'deletion.lastOwner' : 'deletion.text')
  return (
    <Card id={ANCHOR}>
      <CardHead
        title={t('deletion.title')}
        text={text}
        action={
          <Button variant="danger-ghost" disabled={!data || isKept} onClick={() => setOpen(true)}>
            {t('deletion.open')}
          </Button>
        }
      />
      <Dialog open={open} onOpenChange={setOpen} title={t('deletion.ask')} width={460}>
        <Deletion hasPassword={hasPassword} onCancel={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

function Deletion({ hasPassword, onCancel }: { hasPassword: boolean; onCancel: () => void }) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [leaving, setLeaving] = useState(false)
  const remove = useWrite(deleteAccount)
  const errors = useFieldErrors(remove.error)

  async function submit() {
    await remove.mutateAsync({ body: { password: hasPassword ? password : undefined } })
    setLeaving(true)
    location.assign('/user/sign_in')
  }
  return (
    <Form onSubmit={submit} error={remove.error}>
      <ul className="grid list-disc gap-1.5 ps-5 text-text-2">
        <li>{t('deletion.goes')}</li>
        <li>{t('deletion.stays')}</li>
        <li>{t('deletion.subscriptions')}</li>
        <li>{t('deletion.final')}</li>
      </ul>
      <Slot of={shell.slots['account.leaving']} props={{ at: null }} />
      {hasPassword ? (
        <Field label={t('field.currentPassword')} error={errors.password}>
          <PasswordInput autoFocus autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} />
        </Field>
      ) : (
        <Note icon="mail">{t('deletion.code')}</Note>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('form.cancel')}</Button>
        <Button type="submit" variant="danger" disabled={hasPassword && !password} loading={remove.isPending || leaving}>
          {t('deletion.action')}
        </Button>
      </div>
    </Form>
  )
}
