/** What the community asks newcomers, in a dialog on the first page they come to; what is required has to be answered. */
import { Button, Dialog, Form, useFieldErrors, useLocation, useQueryCache, useRead, useSession, useStored, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type AnsweredField } from '../../contract.ts'
import { type Answers, answersFrom, FieldInputs } from '../components/FieldInputs.tsx'

const { routes } = contract

export default function FirstQuestions() {
  const { member, viewOnly, masquerading } = useSession()
  const path = useLocation()
  // nobody is stopped on the way to something else, as in a checkout
  const isHere = path === '/' || path.startsWith('/c/')
  return member && !viewOnly && !masquerading && isHere ? <Asked memberId={member.id} /> : null
}

function Asked({ memberId }: { memberId: number }) {
  const [isDone, setDone] = useStored(`members.asked.${memberId}`, false)
  const { data } = useRead(routes.signUpQuestions, undefined, { enabled: !isDone, staleTime: Number.POSITIVE_INFINITY })
  if (isDone || !data?.records.length) return null
  return <Questions fields={data.records} onDone={() => setDone(true)} />
}

function Questions({ fields, onDone }: { fields: readonly AnsweredField[]; onDone: () => void }) {
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
    <Dialog open onOpenChange={(open) => !open && !isNeeded && later()} title={t('first.title')} width={520}>
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
