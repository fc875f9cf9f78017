/** What happened with a member, newest first; of one kind alone where that is asked. */
import { Button, Card, Chip, EmptyState, Icon, Link, Query, Skeleton, Time, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Happened } from '../../contract.ts'

export function Timeline({ sqid }: { sqid: string }) {
  const t = useT()
  const [kind, setKind] = useState('')
  const first = useRead(contract.routes.timeline, { params: { sqid }, query: {} })
  return (
    <div className="grid gap-4">
      <div role="group" aria-label={t('timeline.title')} className="flex flex-wrap gap-1.5">
        {[{ key: '', label: t('timeline.all') }, ...(first.data?.kinds ?? [])].map(({ key, label }) => (
          <Chip key={key} size="sm" pressed={kind === key} onClick={() => setKind(key)}>
            {label}
          </Chip>
        ))}
      </div>
      <Card pad>
        <Step key={kind} sqid={sqid} kind={kind || undefined} isFirst />
      </Card>
    </div>
  )
}

/** One page; the next is asked for below it. */
function Step({ sqid, kind, before, isFirst }: { sqid: string; kind?: string; before?: string; isFirst?: boolean }) {
  const t = useT()
  const [more, setMore] = useState(false)
  const query = useRead(contract.routes.timeline, { params: { sqid }, query: { kind, before } })
  return (
    <Query
      query={query}
      skeleton={<Skeleton w="100%" h={160} />}
      isEmpty={({ records }) => records.length === 0 && isFirst === true}
      empty={<EmptyState icon="history" title={t('timeline.none')} text={t('timeline.none_text')} />}
    >
      {({ records, next }) => (
        <>
          <ol className="grid gap-3">
            {records.map((one, at) => (
              <Entry key={`${one.at} ${at}`} one={one} />
            ))}
          </ol>
          {next && !more && (
            <Button variant="ghost" className="mt-3" onClick={() => setMore(true)}>
              {t('timeline.more')}
            </Button>
          )}
          {next && more && (
            <div className="mt-3">
              <Step sqid={sqid} kind={kind} before={next} />
            </div>
          )}
        </>
      )}
    </Query>
  )
}

const text = ({ text, to }: Pick<Happened, 'text' | 'to'>) =>
  to ? (
    <Link to={to} className="hover:underline">
      {text}
    </Link>
  ) : (
    text
  )

const Entry = ({ one: { at, icon, parts, ...one } }: { one: Happened }) => (
  <li className="flex items-start gap-3 text-13">
    <span className="grid size-8 flex-none place-items-center rounded-full bg-surface-2 text-text-2">
      <Icon name={icon} size="sm" />
    </span>
    <div className="min-w-0 flex-1 pt-1.5 wrap-anywhere">
      {parts.length > 0 ? (
        <details className="group">
          <summary className="flex cursor-pointer items-center gap-1 hover:underline">
            {one.text}
            <Icon name="chevron-down" size="sm" className="flex-none text-text-3 group-open:rotate-180" />
          </summary>
          <ul className="mt-1.5 grid gap-1.5 border-s ps-3 text-text-2">
            {parts.map((part) => (
              <li key={`${part.at} ${part.to}`} className="flex items-start gap-3">
                <span className="min-w-0 flex-1">{text(part)}</span>
                <Time value={part.at} className="flex-none text-12 text-text-3" />
              </li>
            ))}
          </ul>
        </details>
      ) : (
        text(one)
      )}
    </div>
    <Time value={at} className="flex-none pt-1.5 text-12 text-text-3" />
  </li>
)
