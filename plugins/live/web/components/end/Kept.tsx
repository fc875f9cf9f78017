/** What there is after the end: recording, questions, chat. */
import { formatSpan, Icon, type IconRef, Switch, useRead, useT } from '@atrium/sdk/web'
import contract, { type Recording } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'

interface Keeping {
  isKept: boolean
  onKeep: (isKept: boolean) => void
}
interface KeptProps {
  recording: (Keeping & { records: readonly Recording[] }) | null
  chat: (Keeping & { count: number }) | null
}

interface RowProps {
  icon: IconRef
  title: string
  text: string
  keeping?: Keeping
}
const Row = ({ icon, title, text, keeping }: RowProps) => (
  <li className="flex items-center gap-3 py-2 not-first:border-t">
    <span className="grid size-9 flex-none place-items-center rounded-lg bg-surface-2 text-text-2 shadow-[inset_0_0_0_1px_var(--border)]">
      <Icon name={icon} />
    </span>
    <span className="min-w-0 flex-1">
      <span className="block font-medium leading-[18px]">{title}</span>
      <span className="text-13 text-text-2">{text}</span>
    </span>
    {keeping && <Switch aria-label={title} checked={keeping.isKept} onChange={keeping.onKeep} />}
  </li>
)

/** Of one that still runs, up to now. */
const secondsOf = ({ duration, started_at, stopped_at }: Recording): number =>
  duration ?? ((stopped_at ? Date.parse(stopped_at) : Date.now()) - Date.parse(started_at)) / 1_000

export function Kept({ recording, chat }: KeptProps) {
  const t = useT()
  const { room } = useCall()
  const { data } = useRead(contract.routes.questions, { params: { id: room.id }, query: { status: 'open' } }, { enabled: room.questions_enabled })
  const answered = data?.counts['answered'] ?? 0
  const asked = answered + (data?.counts['open'] ?? 0)
  if (!recording && !chat && asked === 0) return null
  const minutes = recording ? Math.round(recording.records.reduce((sum, one) => sum + secondsOf(one), 0) / 60) * 60 : 0
  return (
    <section>
      <h3 className="mb-1 text-13">{t('end.kept')}</h3>
      <ul>
        {recording && (
          <Row
            icon="video"
            title={minutes > 0 ? t('end.recording_of', { length: formatSpan(minutes) }) : t('end.recording')}
            text={t(recording.isKept ? 'end.recording.text' : 'end.recording.dropped')}
            keeping={recording}
          />
        )}
        {asked > 0 && <Row icon="circle-help" title={t('end.questions', { count: asked })} text={t('end.questions.text', { count: answered })} />}
        {chat && (
          <Row
            icon="messages-square"
            title={t('end.chat', { count: chat.count })}
            text={t(chat.isKept ? 'end.chat.text' : 'end.chat.dropped')}
            keeping={chat}
          />
        )}
      </ul>
    </section>
  )
}
