/** Keeps the filter that is shown under a name. */
import { Button, Dialog, Field, Form, Input, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useId, useState } from 'react'
import contract, { type Rules, type Segment } from '../../contract.ts'

export function SaveSegment({ rules, onClose, onSaved }: { rules: Rules; onClose: () => void; onSaved: (segment: Segment) => void }) {
  const t = useT()
  const form = useId()
  const [title, setTitle] = useState('')
  const create = useWrite(contract.routes.createSegment, {
    invalidates: [contract.routes.segments],
    onSuccess: (segment) => {
      toast.success(t('segments.saved'))
      onSaved(segment)
    },
  })
  const errors = useFieldErrors(create.error)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('segments.save_as')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={create.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => create.mutateAsync({ body: { title, rules, visible: true } })} error={create.error}>
        <Field label={t('segments.title')} help={t('segments.live')} error={errors.title ?? errors.rules}>
          <Input value={title} maxLength={120} onChange={(event) => setTitle(event.target.value)} autoFocus />
        </Field>
      </Form>
    </Dialog>
  )
}
