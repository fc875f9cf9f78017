/** Whoever removes another’s record says why, and sees what its author will be told. */
import { FormDialog, useRead, useSettled, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { RecordRemoving } from '../../../content/contract.ts'
import contract, { UNDO_SECONDS } from '../../contract.ts'
import { Message, Reason, type Why } from '../components/Reason.tsx'

export default function Removing({ kind, id, name, onRemove, onClose }: RecordRemoving) {
  const t = useT()
  const [why, setWhy] = useState<Why>({ reason: '', reason_key: null })
  const [pending, setPending] = useState(false)
  const { reason, reason_key } = useSettled(why)
  const preview = useRead(
    contract.routes.previewRemoval,
    { params: { kind, id }, query: { reason, ...(reason_key ? { reason_key } : {}) } },
    { keepPrevious: true },
  )
  const submit = async () => {
    setPending(true)
    try {
      await onRemove({ reason: why.reason, ...(why.reason_key ? { reason_key: why.reason_key } : {}) })
      onClose()
    } finally {
      setPending(false)
    }
  }
  return (
    <FormDialog
      title={t(kind === 'post' ? 'removing.post' : 'removing.comment', { name })}
      width={720}
      onClose={onClose}
      onSubmit={submit}
      action={t('act.remove')}
      pending={pending}
      danger
    >
      <div className="grid gap-5 desk:grid-cols-2">
        <div className="grid content-start gap-4">
          <Reason value={why} onChange={setWhy} />
        </div>
        <Message name={name} data={preview.data}>
          {t('decide.later', { seconds: UNDO_SECONDS })}
        </Message>
      </div>
    </FormDialog>
  )
}
