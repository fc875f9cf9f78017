/** One notification: who, what, why, and what one may do about it. */
import { Avatar, Icon, IconButton, IconMark, Link, Loading, Skeleton, Time, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_ACTS, type Notification } from '../../contract.ts'
import { Offers } from './Offers.tsx'
import type { useActs } from './useActs.ts'

const TINTS: Record<string, string> = { mentions: 'bg-brand text-brand-text', like: 'bg-danger-solid text-on-solid', inbox: 'bg-info-solid text-on-solid' }

function Faces({ notice: { actors, icon, action } }: { notice: Notification }) {
  const [first, second] = actors
  return (
    <span className="relative size-10 flex-none">
      {!first ? (
        <span className="grid size-10 place-items-center rounded-full bg-hover">
          <Icon name={icon as 'bell'} />
        </span>
      ) : !second ? (
        <Avatar id={first.id} name={first.name} src={first.avatar_url} size={40} />
      ) : (
        <>
          <Avatar id={second.id} name={second.name} src={second.avatar_url} size={28} className="absolute end-0 top-0" />
          <Avatar id={first.id} name={first.name} src={first.avatar_url} size={28} className="absolute bottom-0 start-0 ring-2 ring-surface" />
        </>
      )}
      {first && (
        <span
          className={`absolute -bottom-1 -end-1 grid size-5 place-items-center rounded-full ring-2 ring-surface ${TINTS[action] ?? TINTS[action === 'mention' ? 'mentions' : 'inbox']}`}
          aria-hidden="true"
        >
          <Icon name={icon as 'bell'} className="size-2.5" />
        </span>
      )}
    </span>
  )
}

interface RowProps {
  notice: Notification
  acts: ReturnType<typeof useActs>
  current?: boolean
  /** Without it the row leads to the thing. */
  onOpen?: () => void
  onLeave?: () => void
}
export function Row({ notice, acts, current = false, onOpen, onLeave }: RowProps) {
  const t = useT()
  const [unfolded, setUnfolded] = useState(false)
  const unread = notice.read_at === null
  const open = () => {
    acts.read(notice)
    onLeave?.()
  }
  const sentence = (
    <>
      {unread && <span className="sr-only">{t('row.unread')} </span>}
      {notice.sentence.map(({ text, strong }, i) =>
        strong ? (
          <b key={i} className={unread ? 'font-semibold text-text' : 'font-medium text-text'}>
            {text}
          </b>
        ) : (
          text
        ),
      )}
    </>
  )
  const heading =
    'block text-start text-pretty after:absolute after:inset-0 after:rounded-card focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'
  return (
    <li
      data-notice={notice.id}
      className={`group relative flex gap-3 rounded-card px-3 py-2.5 text-13 max-desk:border-b max-desk:rounded-none max-desk:py-3.5 max-desk:text-15 ${current ? 'bg-brand-soft' : 'hover:bg-hover'}`}
    >
      <Faces notice={notice} />
      <div className={`min-w-0 flex-1 ${unread ? 'text-text' : 'text-text-2'}`}>
        {onOpen ? (
          <button type="button" className={heading} aria-current={current} onClick={onOpen}>
            {sentence}
          </button>
        ) : (
          <Link to={notice.action_web_url} className={heading} onClick={open}>
            {sentence}
          </Link>
        )}
        {notice.excerpt && <p className="mt-0.5 line-clamp-2 break-words text-text-2">{notice.excerpt}</p>}
        {/* the point between them is cut off where the second begins a line of its own */}
        <div className="mt-1 overflow-hidden text-12 text-text-3">
          <p className="-ms-3 flex min-w-0 flex-wrap items-center">
            {notice.reason_text && <span className="ps-3">{notice.reason_text}</span>}
            {notice.space_title && (
              <span className="relative truncate ps-3">
                {notice.reason_text && (
                  <span aria-hidden="true" className="absolute start-0 w-3 text-center">
                    ·
                  </span>
                )}
                <IconMark value={notice.space_emoji} className="w-4 align-middle" /> {notice.space_title}
              </span>
            )}
          </p>
        </div>
        <Offers notice={notice} />
        {unfolded && <Unfolded notice={notice} onLeave={open} />}
      </div>
      <div className="flex flex-none flex-col items-end gap-2 text-12 text-text-3">
        <Time value={notice.created_at} />
        {unread && <span className="size-2 rounded-full bg-brand" aria-hidden="true" />}
        {notice.acts_count > 1 && (
          <button
            type="button"
            aria-expanded={unfolded}
            aria-label={t('row.unfold', { count: notice.acts_count })}
            className="relative z-1 inline-flex h-6 items-center gap-0.5 rounded-full border border-field bg-surface ps-2 pe-1 font-medium tabular-nums text-text-2 hover:bg-press"
            onClick={() => setUnfolded(!unfolded)}
          >
            {notice.acts_count}
            <Icon name={unfolded ? 'chevron-up' : 'chevron-down'} className="size-3.5" />
          </button>
        )}
      </div>
      <span className="absolute end-2 top-1.5 z-2 hidden gap-px rounded-control bg-surface p-0.5 opacity-0 shadow-float focus-within:opacity-100 group-hover:opacity-100 desk:flex">
        {unread ? (
          <IconButton size="sm" icon="mail-open" label={t('act.read')} onClick={() => acts.read(notice)} />
        ) : (
          <IconButton size="sm" icon="mail" label={t('act.unread')} onClick={() => acts.unread(notice)} />
        )}
        <IconButton size="sm" icon="archive" label={t('act.archive')} onClick={() => acts.archive(notice)} />
        {notice.can_stop && <IconButton size="sm" icon="bell-off" label={t('act.stop')} onClick={() => acts.stop(notice)} />}
      </span>
    </li>
  )
}

function Unfolded({ notice, onLeave }: { notice: Notification; onLeave: () => void }) {
  const t = useT()
  const { data, isPending } = useRead(contract.routes.acts, { params: { id: notice.id } })
  return (
    <ul className="relative z-1 mt-2 grid gap-1.5 border-s-2 py-1 ps-3">
      {isPending && (
        <Loading>
          <Skeleton w="60%" h={20} />
        </Loading>
      )}
      {data?.records.map((act) => (
        <li key={act.id} className="flex items-center gap-2 text-12">
          <Avatar id={act.actor?.id ?? 0} name={act.actor?.name ?? ''} src={act.actor?.avatar_url} size={20} />
          <Link to={act.action_web_url} className="min-w-0 flex-1 truncate font-medium hover:underline" onClick={onLeave}>
            {act.actor?.name ?? t('row.nobody')}
          </Link>
          <Time value={act.created_at} className="text-text-3" />
        </li>
      ))}
      {notice.acts_count > MAX_ACTS && <li className="text-12 text-text-3">{t('row.more', { count: notice.acts_count - MAX_ACTS })}</li>}
    </ul>
  )
}
