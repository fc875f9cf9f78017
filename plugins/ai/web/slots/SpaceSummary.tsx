/** At the head of a space: what is new since this browser was here before, else within a week. */
import { Button, IconButton, Link, readStored, useSession, useT, writeStored } from '@atrium/sdk/web'
import { useState } from 'react'
import { useSummary } from '../components/written/useSummary.ts'
import { Written } from '../components/written/Written.tsx'

/** Milliseconds without a look at a space after which the next one is another visit. */
const VISIT_MS = 30 * 60_000

interface Visit {
  /** Of the visit before this one, milliseconds since 1970. */
  before: number | null
  seen: number
}
function useLastVisit(key: string): string | undefined {
  const [before] = useState(() => {
    const kept = readStored<Visit>(key)
    const now = Date.now()
    const last = kept ? (now - kept.seen < VISIT_MS ? kept.before : kept.seen) : null
    writeStored(key, { before: last, seen: now } satisfies Visit)
    return last
  })
  return before === null ? undefined : new Date(before).toISOString()
}

export default function SpaceSummary({ spaceId, tab }: { spaceId: number; tab: string | undefined }) {
  const { member } = useSession()
  return member && tab === 'posts' ? <Offered key={spaceId} spaceId={spaceId} memberId={member.id} /> : null
}
function Offered({ spaceId, memberId }: { spaceId: number; memberId: number }) {
  const t = useT()
  const [isHidden, setHidden] = useState(false)
  const since = useLastVisit(`ai.visit.${memberId}.${spaceId}`)
  const { summary, size, isOffered, isWriting, write } = useSummary({ kind: 'space', id: spaceId, ...(since ? { date_from: since } : {}) }, true)
  const title = t(since ? 'summary.space_since' : 'summary.space_week')
  if (isHidden || !(summary || isOffered)) return null
  if (!summary)
    return (
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-card border bg-surface py-2 ps-4 pe-2 text-13">
        <span className="text-text-2">
          {title}: {t('summary.things', { count: size })}
        </span>
        <Button size="sm" icon="sparkles" loading={isWriting} onClick={write}>
          {t('summary.write')}
        </Button>
      </div>
    )
  return (
    <Written
      title={title}
      text={summary.text}
      at={summary.created_at}
      className="mb-4"
      action={<IconButton icon="x" size="sm" label={t('summary.hide')} onClick={() => setHidden(true)} className="-my-1 -me-2" />}
    >
      <ul className="mt-3 grid gap-3">
        {summary.topics.map(({ name, summary: said, records }, i) => (
          <li key={i}>
            <h3 className="text-15 font-semibold">{name}</h3>
            <p className="text-text-2">{said}</p>
            <ul className="mt-1 grid gap-0.5">
              {records.map(({ kind, id, title: of, path }) => (
                <li key={`${kind} ${id}`} className="min-w-0">
                  <Link to={path} className="block truncate text-13 text-link hover:underline">
                    {of}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Written>
  )
}
