/** How it was, from 1 to 5, and a few words. */
import { Button, Field, Form, Icon, Textarea, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useId, useState } from 'react'
import contract from '../../../contract.ts'

const GRADES = [1, 2, 3, 4, 5] as const

export function Feedback({ roomId }: { roomId: number }) {
  const t = useT()
  const name = useId()
  const [rating, setRating] = useState<number | null>(null)
  const [text, setText] = useState('')
  const send = useWrite(contract.routes.feedback)
  const errors = useFieldErrors(send.error)
  if (send.isSuccess)
    return (
      <p role="status" className="flex items-center gap-2.5 font-medium">
        <span className="text-success">
          <Icon name="circle-check" />
        </span>
        {t('after.feedback.thanks')}
      </p>
    )
  const submit = async () => {
    if (rating !== null) await send.mutateAsync({ params: { id: roomId }, body: { rating, text } })
  }
  return (
    <Form onSubmit={submit} error={send.error}>
      <fieldset>
        <legend className="mb-2 text-15 font-semibold">{t('after.feedback')}</legend>
        <div className="flex gap-1.5">
          {GRADES.map((grade) => (
            <label
              key={grade}
              className="grid size-11 cursor-pointer place-items-center rounded-full text-text-3 transition-colors hover:bg-hover has-checked:bg-warning-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                value={grade}
                checked={rating === grade}
                onChange={() => setRating(grade)}
                aria-label={t('after.feedback.grade', { grade })}
                className="sr-only"
              />
              <Icon name="star" size="lg" className={rating !== null && grade <= rating ? 'fill-warning-solid stroke-warning-solid' : undefined} />
            </label>
          ))}
        </div>
      </fieldset>
      {rating !== null && (
        <>
          <Field label={t('after.feedback.text')} error={errors['text']}>
            <Textarea rows={2} value={text} maxLength={1_000} onChange={(event) => setText(event.target.value)} />
          </Field>
          <Button type="submit" variant="primary" loading={send.isPending} className="justify-self-start">
            {t('after.feedback.send')}
          </Button>
        </>
      )}
    </Form>
  )
}
