/** Other words for one's own question. */
import { Field, FormDialog, Note, Textarea, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_QUESTION, type Question } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'

const { routes } = contract

export function EditQuestion({ question, onClose }: { question: Question; onClose: () => void }) {
  const t = useT()
  const { room } = useCall()
  const [text, setText] = useState(question.text)
  const change = useWrite(routes.updateQuestion, { invalidates: [routes.questions, routes.question], onSuccess: onClose })
  const errors = useFieldErrors(change.error)
  return (
    <FormDialog
      title={t('ask.edit')}
      onClose={onClose}
      onSubmit={() => change.mutateAsync({ params: { id: room.id, questionId: question.id }, body: { question: { text } } })}
      error={change.error}
      action={t('settings.save')}
      pending={change.isPending}
      disabled={!text.trim()}
    >
      <Field label={t('ask.question')} error={errors['question.text']}>
        <Textarea autoFocus value={text} maxLength={MAX_QUESTION} onChange={(event) => setText(event.target.value)} />
      </Field>
      {room.questions_are_checked && !room.can_moderate && <Note>{t('ask.edit.again')}</Note>}
    </FormDialog>
  )
}
