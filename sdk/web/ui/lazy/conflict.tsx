/** Asks which of two texts stands, for each field that two people have changed. */
import { useState } from 'react'
import { useWords } from '../../core/i18n.tsx'
import { Button } from '../Button.tsx'
import { RadioGroup } from '../choice.tsx'
import type { ConflictQuestion, Side } from '../edits.ts'
import { Time } from '../Time.tsx'
import { useCopy } from '../useCopy.ts'
import LazyDialog from './dialog.tsx'

export default function LazyConflict({ question, onAnswered }: { question: ConflictQuestion | undefined; onAnswered: () => void }) {
  const t = useWords()
  const toClipboard = useCopy()
  // The last question stays in place while the dialog fades.
  const [last, setLast] = useState(question)
  const [choice, setChoice] = useState<Record<string, Side>>({})
  if (question && question !== last) {
    setLast(question)
    setChoice({})
  }
  if (!last) return null
  const answer = (chosen: Record<string, Side> | null) => {
    question?.answer(chosen)
    onAnswered()
  }
  const copy = () => toClipboard(last.meetings.flatMap(({ mine }) => mine ?? []).join('\n\n'), t('conflict.copied'))
  const text = (words: string | null) =>
    words === null ? undefined : <span className="block max-h-60 overflow-y-auto whitespace-pre-wrap break-words">{words || t('conflict.empty')}</span>
  return (
    <LazyDialog
      open={Boolean(question)}
      onOpenChange={(open) => !open && answer(null)}
      side="centre"
      width={760}
      title={t('conflict.title')}
      footer={
        <>
          <Button variant="ghost" icon="copy" onClick={() => void copy()}>
            {t('conflict.copy')}
          </Button>
          <span className="flex-1" />
          <Button onClick={() => answer(null)}>{t('conflict.back')}</Button>
          <Button variant="primary" onClick={() => answer(Object.fromEntries(last.meetings.map(({ field }) => [field, choice[field] ?? 'mine'])))}>
            {t('conflict.save')}
          </Button>
        </>
      }
    >
      <p className="text-13 text-text-2">
        {last.isOwn ? t('conflict.byYou') : last.savedBy ? t('conflict.by', { name: last.savedBy }) : t('conflict.bySomebody')}{' '}
        {last.savedAt && <Time within value={last.savedAt} />}. {t('conflict.choose')}
      </p>
      {last.meetings.map(({ field, label, mine, theirs }) => (
        <section key={field} aria-label={label} className="mt-4">
          <h3 className="mb-2 text-13 font-semibold">{label}</h3>
          <RadioGroup
            cards
            label={label}
            className="desk:grid-cols-2"
            value={choice[field] ?? 'mine'}
            onChange={(side) => setChoice({ ...choice, [field]: side })}
            options={[
              { value: 'mine', label: t('conflict.mine'), text: text(mine) },
              {
                value: 'theirs',
                label: last.savedBy && !last.isOwn ? t('conflict.theirs', { name: last.savedBy }) : t('conflict.theirsNameless'),
                text: text(theirs),
              },
            ]}
          />
        </section>
      ))}
    </LazyDialog>
  )
}
