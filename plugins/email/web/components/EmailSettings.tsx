/** What an email has beside its blocks: subject, preview text, sender, look. */
import { Button, Card, CardHead, type Edits, Field, Input, isEmail, LinkButton, Select, useSession, useT } from '@atrium/sdk/web'
import { useRef } from 'react'
import { CheckedField } from './CheckedField.tsx'
import { useLooks } from './looks.ts'
import { SETTINGS } from './paths.ts'
import { VariableMenu } from './VariableMenu.tsx'
import type { Written } from './written.ts'

interface EmailSettingsProps {
  edits: Pick<Edits<Written>, 'value' | 'set' | 'errors'>
  /** Which emails come from; undefined while it is asked for. */
  from: string | undefined
  onTemplate: () => void
  onSaveTemplate: () => void
}
export function EmailSettings({ edits: { value, set, errors }, from, onTemplate, onSaveTemplate }: EmailSettingsProps) {
  const t = useT()
  const { community } = useSession()
  const { all } = useLooks()
  const subject = useRef<HTMLInputElement>(null)
  return (
    <div className="grid gap-4">
      <Card as="section" aria-label={t('settings_card.title')}>
        <CardHead title={t('settings_card.title')} />
        <div className="grid gap-4 p-5">
          <Field
            label={t('field.subject')}
            error={errors.subject}
            aside={<VariableMenu compact onPick={(written) => insert(subject.current, value.subject, written, (next) => set({ subject: next }))} />}
          >
            <Input
              ref={subject}
              value={value.subject}
              maxLength={200}
              placeholder={t('field.subject_example')}
              onChange={(event) => set({ subject: event.target.value })}
            />
          </Field>
          <Field label={t('field.preheader')} help={t('field.preheader_help')} error={errors.preheader}>
            <Input value={value.preheader} maxLength={200} onChange={(event) => set({ preheader: event.target.value })} />
          </Field>
          <Field label={t('field.from_name')} help={from && t('field.from_help', { email: from })} error={errors.from_name}>
            <Input value={value.from_name} maxLength={120} placeholder={community.name} onChange={(event) => set({ from_name: event.target.value })} />
          </Field>
          <CheckedField
            label={t('field.reply_to')}
            help={t('field.reply_to_help')}
            value={value.reply_to}
            check={(text) => (text === '' || isEmail(text) ? null : t('field.reply_to_wrong'))}
            type="email"
            placeholder={from ?? ''}
            onChange={(reply_to) => set({ reply_to })}
          />
        </div>
      </Card>
      <Card as="section" aria-label={t('look_card.title')}>
        <CardHead title={t('look_card.title')} />
        <div className="grid gap-4 p-5">
          <Field
            label={t('field.theme_id')}
            error={errors.theme_id}
            aside={
              <LinkButton size="sm" variant="ghost" to={`${SETTINGS}#looks`}>
                {t('look_card.edit')}
              </LinkButton>
            }
          >
            <Select
              value={value.theme_id === null ? '' : String(value.theme_id)}
              onChange={(event) => set({ theme_id: event.target.value === '' ? null : Number(event.target.value) })}
              options={[{ value: '', label: t('look_card.usual') }, ...all.map(({ id, name }) => ({ value: String(id), label: name }))]}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" icon="layers" onClick={onTemplate}>
              {t('template.apply')}
            </Button>
            <Button size="sm" icon="save" onClick={onSaveTemplate}>
              {t('template.save')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  )
}

/** At the place of the cursor. */
export function insert(input: HTMLInputElement | null, text: string, written: string, then: (next: string) => void) {
  const from = input?.selectionStart ?? text.length
  const to = input?.selectionEnd ?? text.length
  then(`${text.slice(0, from)}${written}${text.slice(to)}`)
  input?.focus()
}
