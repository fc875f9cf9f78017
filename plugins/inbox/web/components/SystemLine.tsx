/** A line that tells what happened. */
import { formatTime, Icon, Note, Time, useSession, useT } from '@atrium/sdk/web'
import type { ChatMessage } from '../../contract.ts'

type Happening = NonNullable<ChatMessage['happening']>
const ICONS: Record<Happening, string> = {
  ...{ taken: 'user', assigned: 'user-plus', released: 'user', team: 'users', solved: 'check', closed: 'archive', reopened: 'rotate-ccw' },
  ...{ snoozed: 'moon', woken: 'clock', ai_paused: 'pause', ai_resumed: 'play', handed_over: 'user', rated: 'star', merged: 'users', unproven: 'mail' },
}

/** Who did it and whom it names, as the reader knows them: the first begins a sentence, the second stands within. */
function useNames({ by, name }: Record<string, string>) {
  const t = useT()
  const { member } = useSession()
  const own = member?.name
  return { by: by && by === own ? t('you') : by, name: name && name === own ? t('you_within') : (name ?? '') }
}
/** What an agent or the clock has done names nobody; who assigns it to themselves has taken it. */
function keyOf({ happening, values }: ChatMessage): string {
  if (happening === 'team' && !values.name) return 'line.no_team'
  const what = happening === 'assigned' && values.by === values.name ? 'taken' : happening
  return values.by ? `line.${what}.by` : `line.${what}`
}

export function SystemLine({ message }: { message: ChatMessage }) {
  const t = useT()
  const { happening, values, text, created_at } = message
  const { by, name } = useNames(values)
  if (!happening) return null
  if (happening === 'unproven')
    return (
      <Note tone="warning" icon="mail" title={t('line.unproven', { from: values.from ?? '' })}>
        <p className="text-12">{t('line.unproven_text')}</p>
        <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p>
      </Note>
    )
  const until = values.until ? formatTime(values.until, { kind: 'datetime', within: true }) : ''
  return (
    <p className="flex items-center justify-center gap-1.5 text-center text-12 text-text-3">
      <Icon name={ICONS[happening]} size="sm" className="flex-none" />
      <span className="wrap-anywhere">
        {t(keyOf(message), { by: by ?? '', name, until, rating: values.rating ?? '' })} · <Time value={created_at} kind="time" />
      </span>
    </p>
  )
}
