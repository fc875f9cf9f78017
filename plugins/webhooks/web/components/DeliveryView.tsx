/** One delivery: its tries on a line, those to come too, and what was sent and answered. */
import { Button, cx, formatTime, Query, Segment, Skeleton, Time, useLocale, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type DeliveryDetail, type Endpoint } from '../../contract.ts'
import { Code } from './Code.tsx'
import { StatusMark } from './marks.tsx'
import { useActs } from './useActs.ts'

const { routes } = contract
const LOOK_MS = 4_000
/** Of the line, so that it fits. */
const PAST = 4
const COMING = 3

export function DeliveryView({ endpoint, id, className }: { endpoint: Endpoint; id: number; className?: string }) {
  const t = useT()
  const acts = useActs(endpoint)
  const query = useRead(
    routes.delivery,
    { params: { id: endpoint.id, deliveryId: id } },
    { refetchInterval: (read) => (read?.status === 'waiting' ? LOOK_MS : false) },
  )
  return (
    <section aria-label={t('delivery.title')} className={cx('min-w-0 px-4 py-4 desk:px-5', className)}>
      <Query query={query} skeleton={<Skeleton w="100%" h={300} />}>
        {(delivery) => (
          <>
            <div className="mb-3 flex flex-wrap items-start justify-between gap-2">
              <div className="min-w-0">
                <h3 className="text-15 break-words">
                  {delivery.event} <span className="font-mono text-12 font-normal text-text-3">{delivery.message_id}</span>
                </h3>
                <p className="text-12 text-text-3">
                  <Time value={delivery.created_at} kind="datetime" />
                  {delivery.status !== 'delivered' && <>, {t(`status.${delivery.status}`)}</>}
                </p>
              </div>
              <Button
                size="sm"
                variant="primary"
                icon="rotate-ccw"
                className="max-desk:h-11"
                disabled={endpoint.state === 'off'}
                loading={acts.isReplaying}
                onClick={() => acts.replay(id)}
              >
                {t('replay.action')}
              </Button>
            </div>
            <Tries delivery={delivery} />
            <Parts delivery={delivery} />
          </>
        )}
      </Query>
    </section>
  )
}

function Tries({ delivery: { tries, planned } }: { delivery: DeliveryDetail }) {
  const t = useT()
  const past = tries.slice(-PAST)
  if (past.length + planned.length < 2) return null
  const all = [
    ...past.map(({ at, status }) => ({ at, mark: <StatusMark status={status} className="rounded-full" /> })),
    ...planned.slice(0, COMING).map((at) => ({
      at,
      mark: <span className="block h-[22px] w-[38px] rounded-full bg-surface shadow-[inset_0_0_0_1.5px_var(--border-field)]" />,
    })),
  ]
  const hidden = tries.length - past.length
  return (
    <>
      {hidden > 0 && <p className="mb-1 text-12 text-text-3">{t('tries.earlier', { count: hidden })}</p>}
      <ol aria-label={t('tries.title')} className="mb-4 flex">
        {all.map(({ at, mark }, place) => (
          <li
            key={at}
            className={cx(
              'relative grid flex-1 justify-items-center gap-1 text-12 text-text-3 tabular-nums',
              place > 0 && 'before:absolute before:end-1/2 before:-start-1/2 before:top-[10px] before:h-[1.5px] before:bg-field',
            )}
          >
            <span className="relative z-1 rounded-full bg-surface">{mark}</span>
            <span className="text-center" title={formatTime(at, { kind: 'datetime' })}>
              <span className="sr-only">{place < past.length ? '' : t('tries.planned')} </span>
              <Time value={at} kind="short" />
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

const PARTS = ['answer', 'request', 'headers'] as const
function Parts({ delivery }: { delivery: DeliveryDetail }) {
  const t = useT()
  const locale = useLocale()
  const [part, setPart] = useState<(typeof PARTS)[number]>('answer')
  const { answer, request, last_try } = delivery
  const lines = (headers: Record<string, string>) =>
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
  const title = last_try && (
    <span className="flex items-center gap-2">
      <StatusMark status={last_try.status} />
      <span className="truncate">{last_try.error ?? t('try.took', { ms: last_try.ms.toLocaleString(locale) })}</span>
    </span>
  )
  return (
    <div className="grid gap-2.5">
      <Segment
        label={t('part.label')}
        value={part}
        onChange={setPart}
        items={PARTS.map((value) => ({ value, label: t(`part.${value}`) }))}
        className="justify-self-start"
      />
      {part === 'answer' &&
        (answer?.body ? (
          <Code title={title} label={t('part.answer')} text={answer.body} />
        ) : (
          <p className="flex items-center gap-2 rounded-card border px-3 py-3 text-13 text-text-2">
            {title ?? t('try.none')}
            {answer && <span>{t('answer.empty')}</span>}
          </p>
        ))}
      {part === 'request' && <Code label={t('part.request')} text={request.body} />}
      {part === 'headers' && (
        <>
          <Code label={t('headers.request')} text={lines(request.headers)} />
          {answer && <Code label={t('headers.answer')} text={lines(answer.headers)} />}
        </>
      )}
    </div>
  )
}
