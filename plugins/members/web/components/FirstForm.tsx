/** The questions of a newcomer's first page, in a dialog; with those that it opens for. */
import { Button, Dialog, Form, useFieldErrors, useQueryCache, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type AnsweredField } from '../../contract.ts'
import { type Answers, answersFrom, FieldInputs } from './FieldInputs.tsx'

const { routes } = contract

interface FirstFormProps {
  fields: readonly AnsweredField[]
  onDone: () => void
  /** Put away without an answer: it is asked again. */
  onClose: () => void
}
export function FirstForm({ fields, onDone, onClose }: FirstFormProps) {
  const t = useT()
  const cache = useQueryCache()
  const { community } = useSession()
  const [value, setValue] = useState<Answers>(() => answersFrom(fields))
  const write = useWrite(routes.answerSignUp, { invalidates: [routes.answers, routes.profile] })
  const errors = useFieldErrors(write.error)
  const isNeeded = fields.some(({ required }) => required)
  async function send(answers: Answers) {
    await write.mutateAsync({ body: { community_member_profile_fields: answers } })
    void cache.update(routes.signUpQuestions, undefined, () => ({ records: [] }))
    onDone()
  }
  // the form shows write.error
  const later = () => void send({}).catch(() => {})
  return (
    <Dialog open onOpenChange={(open) => !open && !isNeeded && onClose()} title={t('first.title')} width={520}>
      <Form onSubmit={() => send(value)} error={write.error}>
        <p className="text-text-2">{t('first.text', { community: community.name })}</p>
        <FieldInputs fields={fields} value={value} errors={errors} onChange={(change) => setValue((before) => ({ ...before, ...change }))} />
        <div className="flex flex-wrap justify-end gap-2">
          {!isNeeded && (
            <Button variant="ghost" disabled={write.isPending} onClick={later}>
              {t('first.later')}
            </Button>
          )}
          <Button type="submit" variant="primary" loading={write.isPending}>
            {t('first.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
