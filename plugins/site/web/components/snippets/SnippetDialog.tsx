/** One code snippet: its name, its code, where it is put, and what a visitor agrees to before it runs. */
import { Field, FormDialog, Input, Note, RadioGroup, Segment, Textarea, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import { CONSENTS, type Snippet } from '../../../contract.ts'

const PLACES = ['head', 'body'] as const
/** Signs that the contract takes. */
const MAX_CODE = 20_000

interface SnippetDialogProps {
  snippet: Snippet
  isNew: boolean
  onDone: (snippet: Snippet) => void
  onClose: () => void
}
export function SnippetDialog({ snippet: before, isNew, onDone, onClose }: SnippetDialogProps) {
  const t = useT()
  const [snippet, setSnippet] = useState(before)
  const set = (change: Partial<Snippet>) => setSnippet((now) => ({ ...now, ...change }))
  return (
    <FormDialog
      title={t(isNew ? 'snippet.add' : 'snippet.edit')}
      width={680}
      onClose={onClose}
      onSubmit={() => onDone({ ...snippet, name: snippet.name.trim() })}
      action={t('snippet.apply')}
      disabled={snippet.name.trim() === '' || snippet.code.trim() === ''}
    >
      <Field label={t('snippet.name')}>
        <Input
          value={snippet.name}
          maxLength={80}
          autoFocus={isNew}
          placeholder={t('snippet.name_example')}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label={t('snippet.code')} aside={<span className="text-12 tabular-nums text-text-3">{`${snippet.code.length} / ${MAX_CODE}`}</span>}>
        <Textarea
          dir="ltr"
          rows={9}
          value={snippet.code}
          maxLength={MAX_CODE}
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          wrap="off"
          placeholder={'<script async src="https://example.com/stats.js"></script>'}
          className="font-mono text-13! max-desk:text-16!"
          onChange={(event) => set({ code: event.target.value })}
        />
      </Field>
      <Note icon="shield">{t('snippet.sandbox_more')}</Note>
      <Field label={t('snippet.place')} help={t(`snippet.place_${snippet.place}_help`)}>
        <Segment
          label={t('snippet.place')}
          value={snippet.place}
          onChange={(place) => set({ place })}
          items={PLACES.map((value) => ({ value, label: t(`snippet.place_${value}`) }))}
        />
      </Field>
      <Field label={t('snippet.consent')}>
        <RadioGroup
          cards
          label={t('snippet.consent')}
          value={snippet.consent}
          onChange={(consent) => set({ consent })}
          options={CONSENTS.map((value) => ({ value, label: t(`snippet.consent_${value}`), text: t(`snippet.consent_${value}_text`) }))}
        />
      </Field>
    </FormDialog>
  )
}
