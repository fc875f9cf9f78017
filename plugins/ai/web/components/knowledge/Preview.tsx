/** Which passages a question would find, in the eyes of a member. */
import { Button, Card, CardHead, type ComboboxOption, Field, Form, Input, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_QUESTION } from '../../../contract.ts'
import { MemberField } from '../MemberField.tsx'
import { Passages } from '../Passages.tsx'

export function Preview() {
  const t = useT()
  const [question, setQuestion] = useState('')
  const [member, setMember] = useState<ComboboxOption | null>(null)
  const { mutateAsync, data, error, isPending } = useWrite(contract.routes.previewSnippets)
  return (
    <Card as="section" aria-label={t('preview.title')}>
      <CardHead title={t('preview.title')} text={t('preview.text')} />
      <div className="grid gap-3 p-4 desk:p-5">
        <Form
          error={error}
          onSubmit={() => mutateAsync({ body: { question: question.trim(), as_member_id: member ? Number(member.value) : null } })}
          className="grid gap-3 desk:grid-cols-[minmax(0,1fr)_220px_auto]"
        >
          <Field label={t('playground.question')} hideLabel>
            <Input
              value={question}
              maxLength={MAX_QUESTION}
              required
              placeholder={t('ask.placeholder')}
              onChange={(event) => setQuestion(event.target.value)}
            />
          </Field>
          <MemberField value={member} onChange={setMember} />
          <Button type="submit" icon="search" loading={isPending} className="h-9">
            {t('preview.search')}
          </Button>
        </Form>
        <div aria-live="polite">{data && <Passages passages={data.records} />}</div>
      </div>
    </Card>
  )
}
