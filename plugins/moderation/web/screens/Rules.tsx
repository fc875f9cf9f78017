/** The rules that act by themselves, in plain sentences, each with its switch. */
import { Field, SettingsForm, SettingsPage, Textarea, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Rules as Saved } from '../../contract.ts'

const { routes } = contract
/** A field that only counts while its switch is on. */
const SWITCH: Partial<Record<keyof Saved, keyof Saved>> = {
  words: 'words_enabled',
  words_action: 'words_enabled',
  abuse_action: 'abuse_enabled',
  blocked_links: 'links_enabled',
  links_action: 'links_enabled',
  first_posts: 'first_posts_enabled',
  reports: 'reports_enabled',
  newcomer_links: 'newcomers_enabled',
  newcomer_mentions: 'newcomers_enabled',
  newcomer_messages: 'newcomers_enabled',
}

export default function Rules() {
  const t = useT()
  const query = useRead(routes.settings)
  return (
    <SettingsPage
      name="moderation/Rules"
      title={t('rules.title')}
      text={t('rules.text')}
      who="moderation.rules"
      query={query}
      actions={[{ label: t('rules.queue'), icon: 'inbox', to: '/settings/moderation' }]}
    >
      {(saved) => (
        <SettingsForm
          saved={saved}
          save={routes.saveSettings}
          disabled={(field, value) => SWITCH[field] !== undefined && !value[SWITCH[field]]}
          sections={({ value, set, errors }) => [
            { title: t('rules.reports'), fields: ['reports_enabled', 'reports'] },
            {
              title: t('rules.words'),
              text: t('rules.words_text'),
              fields: [
                'words_enabled',
                <Lines key="words" name="words" value={value.words} error={errors.words} off={!value.words_enabled} onChange={(words) => set({ words })} />,
                'words_action',
                'abuse_enabled',
                'abuse_action',
              ],
            },
            {
              title: t('rules.links'),
              fields: [
                'links_enabled',
                <Lines
                  key="links"
                  name="blocked_links"
                  value={value.blocked_links}
                  error={errors.blocked_links}
                  off={!value.links_enabled}
                  onChange={(blocked_links) => set({ blocked_links })}
                />,
                'links_action',
              ],
            },
            { title: t('rules.sign_up'), text: t('rules.sign_up_text'), fields: ['proof_enabled'] },
            {
              title: t('rules.first'),
              fields: ['newcomer_days', 'first_posts_enabled', 'first_posts', 'newcomers_enabled', 'newcomer_links', 'newcomer_mentions', 'newcomer_messages'],
            },
          ]}
        />
      )}
    </SettingsPage>
  )
}

const linesOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]
interface LinesProps {
  name: string
  value: readonly string[]
  error?: string
  off: boolean
  onChange: (lines: string[]) => void
}
/** A list as lines; what is typed stays as it is, empty lines too. */
function Lines({ name, value, error, off, onChange }: LinesProps) {
  const t = useT()
  const [text, setText] = useState(value.join('\n'))
  // discarded, or saved by somebody else
  const shown = linesOf(text).join('\n') === value.join('\n') ? text : value.join('\n')
  const change = (next: string) => {
    setText(next)
    onChange(linesOf(next))
  }
  return (
    <Field label={t(`settings.${name}`)} error={error}>
      <Textarea rows={4} value={shown} disabled={off} onChange={(event) => change(event.target.value)} />
    </Field>
  )
}
