/** A dialog that is one form: the same two buttons at its foot, wherever something is made, changed or asked for in passing. */
import { type ReactNode, useId } from 'react'
import { useWords } from '../core/i18n.tsx'
import { Button } from './Button.tsx'
import { Form, type FormProps } from './Form.tsx'
import { Dialog } from './overlays.tsx'

export interface FormDialogProps extends Omit<FormProps, 'id'> {
  title: string
  /** Pixels on large screens. */
  width?: number
  onClose: () => void
  /** On the button that sends. */
  action: string
  /** The answer is on its way. */
  pending?: boolean
  disabled?: boolean
  /** What is sent hurts. */
  danger?: boolean
  /** At the foot, before the two buttons. */
  beside?: ReactNode
}

export function FormDialog({ title, width, onClose, action, pending, disabled, danger, beside, ...form }: FormDialogProps) {
  const t = useWords()
  const id = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      width={width}
      footer={
        <>
          {beside}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" form={id} loading={pending} disabled={disabled}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={id} {...form} />
    </Dialog>
  )
}
