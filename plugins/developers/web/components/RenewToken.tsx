/** A new text for a token; the former one goes on for a while, so that programs can be changed over. */
import { Button, Dialog, Field, FormDialog, Select, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Token } from '../../contract.ts'
import { Shown } from './Shown.tsx'
import { useWords } from './words.ts'

const OVERLAPS = [0, 1, 24, 168] as const

export function RenewToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useWords()
  const [hours, setHours] = useState(24)
  const write = useWrite(contract.routes.refreshToken, { invalidates: [contract] })
  if (write.data)
    return (
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title={t('renew.title', { name: token.name })}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('once.done')}
          </Button>
        }
      >
        <Shown token={write.data} />
      </Dialog>
    )
  return (
    <FormDialog
      title={t('renew.title', { name: token.name })}
      action={t('renew')}
      pending={write.isPending}
      error={write.error}
      onSubmit={() => write.mutateAsync({ params: { id: token.id }, body: { overlap_hours: hours } })}
      onClose={onClose}
    >
      <p className="text-14 text-text-2">{t('renew.text')}</p>
      <Field label={t('renew.overlap')}>
        <Select
          value={String(hours)}
          onChange={(event) => setHours(Number(event.target.value))}
          options={OVERLAPS.map((value) => ({ value: String(value), label: t(`renew.overlap_${value}`) }))}
        />
      </Field>
    </FormDialog>
  )
}
