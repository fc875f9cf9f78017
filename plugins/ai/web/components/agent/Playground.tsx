/** An answer as a member would get it, with what led to it. Edits that are not saved count too. */
import { Button, Card, type ComboboxOption, Field, Form, IconButton, messageOf, Note, Skeleton, Tabs, Textarea, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_QUESTION } from '../../../contract.ts'
import { Answer } from '../Answer.tsx'
import { MemberField } from '../MemberField.tsx'
import { Passages } from '../Passages.tsx'
import { type AgentDraft, bodyOf } from './draft.ts'

const { routes } = contract

export function Playground({ id, draft }: { id: number; draft: AgentDraft }) {
  const t = useT()
  const [member, setMember] = useState<ComboboxOption | null>(null)
  const [question, setQuestion] = useState('')
  const [tab, setTab] = useState<'passages' | 'prompt'>('passages')
  const [asked, setAsked] = useState('')
  const { mutateAsync, data, error, isPending, reset } = useWrite(routes.playground)
  const { avatar: _, ...profile } = bodyOf(draft)
  const ask = () => {
    setAsked(question.trim())
    setQuestion('')
    return mutateAsync({
      params: { id },
      body: {
        question: question.trim(),
        as_member_id: member ? Number(member.value) : null,
        profile,
      },
    }).catch(() => setQuestion(question))
  }
  const again = () => {
    reset()
    setAsked('')
    setQuestion('')
  }
  return (
    <Card
      as="aside"
      aria-label={t('playground.title')}
      className="flex flex-col desk:sticky desk:top-[calc(var(--header-h)+20px)] desk:max-h-[calc(100dvh-var(--header-h)-120px)]"
    >
      <div className="grid gap-2 border-b p-4">
        <div className="flex items-center gap-2">
          <h2 className="flex-1 text-15">{t('playground.title')}</h2>
          <IconButton icon="rotate-ccw" label={t('playground.reset')} onClick={again} />
        </div>
        <MemberField value={member} onChange={setMember} />
      </div>
      <div className="min-h-24 flex-1 overflow-y-auto p-4" aria-live="polite" aria-busy={isPending}>
        {asked && <p className="mb-3 rounded-card bg-surface-2 px-3 py-2 text-13 font-medium wrap-anywhere">{asked}</p>}
        {isPending && <Skeleton w="100%" h={96} />}
        {!isPending && error && <Note tone="danger">{messageOf(error, t('ask.failed'))}</Note>}
        {!isPending && !data && !error && <p className="text-13 text-text-2">{t('playground.text')}</p>}
        {!isPending && data && (
          <>
            {data.message.problem ? (
              <Note tone="danger">{data.message.problem}</Note>
            ) : (
              <Answer text={data.message.text} sources={data.message.sources} label={({ number, title }) => t('sources.open', { number, title })} />
            )}
            <p className="mt-3 flex flex-wrap gap-x-3 border-t pt-2 text-12 tabular-nums text-text-3">
              {data.message.confidence !== null && <span>{t('playground.confidence', { percent: Math.round(data.message.confidence * 100) })}</span>}
              {data.message.took_ms !== null && <span>{t('playground.took', { seconds: (data.message.took_ms / 1000).toFixed(1) })}</span>}
              {data.message.is_extract && <span>{t('ask.quoted')}</span>}
            </p>
            <Tabs
              className="mt-3"
              label={t('playground.used')}
              current={tab}
              items={[
                { key: 'passages', label: t('playground.passages'), count: data.passages.length, onSelect: () => setTab('passages') },
                { key: 'prompt', label: t('playground.prompt'), onSelect: () => setTab('prompt') },
              ]}
            />
            {tab === 'passages' ? (
              <Passages passages={data.passages} />
            ) : (
              <pre className="mt-3 whitespace-pre-wrap rounded-card bg-surface-2 p-3 font-mono text-12 wrap-anywhere">
                {data.prompt || t('playground.no_prompt')}
              </pre>
            )}
          </>
        )}
      </div>
      <Form onSubmit={ask} className="border-t p-3 grid gap-2">
        <Field label={t('playground.question')} hideLabel>
          <Textarea
            rows={2}
            required
            className="max-h-40"
            value={question}
            maxLength={MAX_QUESTION}
            placeholder={t('ask.placeholder')}
            onChange={(event) => setQuestion(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" loading={isPending} className="justify-self-end">
          {t('ask.send')}
        </Button>
      </Form>
    </Card>
  )
}
