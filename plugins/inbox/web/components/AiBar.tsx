/** Whether an agent answers here, and the way to stop it or let it go on. */
import { Button, cx, Icon, messageOf, toast, useQueryCache, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Chat } from '../../contract.ts'

const { routes } = contract

export function AiBar({ chat }: { chat: Chat }) {
  const t = useT()
  const cache = useQueryCache()
  const { viewOnly } = useSession()
  const isShown = chat.ai !== 'off' && chat.status === 'open'
  const agents = useRead(routes.botProfiles, undefined, { enabled: isShown }).data?.records ?? []
  const options = {
    invalidates: [routes.list, routes.unreadCounts, routes.messages],
    onSuccess: (reply: Chat) => void cache.update(routes.show, { params: { id: chat.id } }, () => reply),
    onError: (error: Error) => toast.error(messageOf(error, t('failed'))),
  }
  const pause = useWrite(routes.pauseAi, options)
  const resume = useWrite(routes.resumeAi, options)
  if (!isShown) return null
  const isOn = chat.ai === 'on'
  const name = agents.length === 1 ? agents[0]!.name : t('ai.name')
  return (
    <div
      className={cx(
        'flex min-h-11 items-center gap-2.5 py-1.5 ps-5 pe-3 text-13 max-desk:ps-3',
        isOn ? 'bg-brand-soft text-on-brand-soft' : 'border-b bg-surface-2 text-text-2',
      )}
    >
      <Icon name={isOn ? 'sparkles' : 'pause'} size="sm" className="flex-none" />
      <p className="min-w-0 flex-1">
        <span className={cx('font-semibold', !isOn && 'text-text')}>{isOn ? t('ai.on', { name }) : t('ai.paused')}</span>{' '}
        <span className="max-desk:hidden">{t(isOn ? 'ai.on_text' : 'ai.paused_text')}</span>
      </p>
      {!viewOnly && (isOn || agents.length > 0) && (
        <Button
          size="sm"
          icon={isOn ? 'pause' : 'play'}
          loading={pause.isPending || resume.isPending}
          onClick={() => (isOn ? pause : resume).mutate({ params: { id: chat.id } })}
        >
          {t(isOn ? 'ai.pause' : 'ai.resume')}
        </Button>
      )}
    </div>
  )
}
