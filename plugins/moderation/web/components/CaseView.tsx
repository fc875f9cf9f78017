/** One case: the content in its context, and what can be done about it. */
import { Avatar, cx, Icon, IconButton, Kbd, Link, Note, Time, toast, useShortcut, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { Case, ModerationAct } from '../../contract.ts'
import { CaseHint } from './CaseHint.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { Evidence } from './Evidence.tsx'
import { Restore } from './Restore.tsx'
import type { Deciding } from './useDecide.ts'

const LOOKS: Record<ModerationAct, { icon: string; keys: string; look: string }> = {
  keep: { icon: 'check', keys: 'a', look: 'bg-success-soft text-success' },
  move: { icon: 'move', keys: 'm', look: 'border border-border-field hover:bg-hover' },
  remove: { icon: 'trash-2', keys: 'r', look: 'bg-danger-soft text-danger' },
  warn: { icon: 'triangle-alert', keys: 'w', look: 'border border-border-field hover:bg-hover' },
  silence: { icon: 'volume-x', keys: 's', look: 'border border-border-field hover:bg-hover' },
  ban: { icon: 'ban', keys: 'b', look: 'border border-border-field hover:bg-hover' },
}

/** What a rule has found, marked where it stands. */
export function Marked({ text, marks }: { text: string; marks: readonly string[] }) {
  const wanted = marks.filter(Boolean).map((mark) => mark.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (wanted.length === 0) return text
  let at = 0
  return text.split(new RegExp(`(${wanted.join('|')})`, 'giu')).map((part, i) => {
    const key = at
    at += part.length
    return i % 2 === 1 ? (
      <mark key={key} className="rounded-sm bg-danger-soft px-0.5 text-danger underline underline-offset-2">
        {part}
      </mark>
    ) : (
      part
    )
  })
}

type Said = NonNullable<Case['content']>['before'][number]
function Around({ said }: { said: readonly Said[] }) {
  return said.map(({ id, author, text, created_at }) => (
    <div key={id} className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3">
      <Avatar id={author?.id ?? 0} name={author?.name ?? '?'} src={author?.avatar_url} size={32} />
      <div className="min-w-0">
        <p className="text-13">
          <span className="font-semibold">{author?.name ?? '?'}</span> <Time value={created_at} kind="datetime" className="text-12 text-text-3" />
        </p>
        <p className="line-clamp-4 whitespace-pre-line wrap-anywhere">{text}</p>
      </div>
    </div>
  ))
}

function Acts({ about, deciding }: { about: Case; deciding: Deciding }) {
  const t = useT()
  const [open, setOpen] = useState<ModerationAct | null>(null)
  const choose = (act: ModerationAct) => {
    deciding.reset()
    // nobody but the reporters hears that it stays, so nothing is asked
    if (act === 'keep' && !about.is_hidden && !about.appealed_at) {
      if (!deciding.isPending) deciding.decide(about, { act }).catch((error: Error) => toast.error(error.message))
    } else setOpen(act)
  }
  return (
    <div
      data-foot=""
      className="sticky bottom-0 z-10 grid auto-cols-fr grid-flow-col gap-2 rounded-b-card border-t border-border bg-surface p-4 max-desk:gap-1.5 max-desk:p-3"
    >
      {about.acts.map((act) => (
        <ActButton key={act} act={act} label={t(`act.${act}`)} onSelect={() => choose(act)} />
      ))}
      {open && <DecideDialog about={about} act={open} deciding={deciding} onClose={() => setOpen(null)} />}
    </div>
  )
}
function ActButton({ act, label, onSelect }: { act: ModerationAct; label: string; onSelect: () => void }) {
  const { icon, keys, look } = LOOKS[act]
  useShortcut(keys, onSelect, label)
  return (
    <button
      type="button"
      onClick={onSelect}
      className={cx(
        'grid min-h-[76px] min-w-0 place-items-center content-center gap-1 rounded-card p-2 text-13 font-medium max-desk:min-h-14 max-desk:p-1 max-desk:text-12',
        look,
      )}
    >
      <Icon name={icon} />
      <span>{label}</span>
      <span aria-hidden="true" className="max-desk:hidden">
        <Kbd>{keys.toUpperCase()}</Kbd>
      </span>
    </button>
  )
}

interface CaseViewProps {
  about: Case
  deciding: Deciding
  onBack: () => void
  onStep: (by: 1 | -1) => void
}
export function CaseView({ about, deciding, onBack, onStep }: CaseViewProps) {
  const t = useT()
  const { content, space, author, content_type, action } = about
  const kind = t(`kind.${content_type}`)
  useShortcut('j', () => onStep(1), t('case.next'))
  useShortcut('k', () => onStep(-1), t('case.previous'))
  return (
    <section aria-label={kind} className="flex min-w-0 flex-col">
      <header className="flex items-center gap-1 border-b border-border py-2.5 ps-5 pe-2 max-desk:ps-2">
        <IconButton icon="arrow-left" label={t('case.back')} onClick={onBack} className="desk:hidden" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-15 font-semibold">{space ? t('case.of', { kind, space: space.name }) : t('case.alone', { kind })}</h2>
          {about.status === 'inbox' && (
            <p className="text-12 text-text-3">
              {t('case.since')} <Time within value={about.created_at} kind="datetime" />
            </p>
          )}
        </div>
        <IconButton icon="chevron-up" label={t('case.previous')} onClick={() => onStep(-1)} />
        <IconButton icon="chevron-down" label={t('case.next')} onClick={() => onStep(1)} />
      </header>
      <div className="grid flex-1 content-start gap-4 p-5 max-desk:p-4">
        {about.status !== 'inbox' && action && (
          <Note
            tone={about.status === 'approved' ? 'success' : 'warning'}
            title={t('case.decided', { name: about.action_by_name ?? '', act: t(`done.${action}`) })}
          >
            {about.moved_from && t('log.moved', { from: about.moved_from.name, to: space?.name ?? '' })}{' '}
            {about.action_reason_body && t('case.reason', { reason: about.action_reason_body })}
            {about.may_restore && (
              <p className="mt-2">
                <Restore id={about.id} />
              </p>
            )}
          </Note>
        )}
        {about.status === 'inbox' && about.is_kept_back && (
          <Note tone="warning" icon="ban" title={t('case.kept_back')}>
            {t('case.kept_back_text')}
          </Note>
        )}
        {about.status === 'inbox' && about.is_hidden && !about.is_kept_back && (
          <Note tone="warning" icon="eye-off" title={t(about.is_held ? 'case.held' : 'case.hidden')} />
        )}
        {about.appeal && (
          <Note tone="info" title={t('case.appeal')}>
            <p className="whitespace-pre-line wrap-anywhere">{about.appeal}</p>
          </Note>
        )}
        {content_type === 'member' ? (
          <Evidence about={about} />
        ) : content ? (
          <>
            {content.title && (
              <Link to={content.path} className="flex items-center gap-2.5 rounded-card border px-3.5 py-2.5 text-13 hover:bg-hover">
                <span className="min-w-0 flex-1 truncate font-semibold">{content.title}</span>
                <Icon name="external-link" size="sm" />
              </Link>
            )}
            <Around said={content.before} />
            <article className="-mx-2 rounded-card border border-border-field border-s-[3px] border-s-danger-solid bg-surface p-3.5">
              <p className="mb-1 flex flex-wrap items-center gap-2 text-13">
                <Avatar id={author?.id ?? 0} name={author?.name ?? '?'} src={author?.avatar_url} size={24} />
                <span className="font-semibold">{author?.name ?? '?'}</span>
                <Time value={content.created_at} kind="datetime" className="text-12 text-text-3" />
              </p>
              <p className="whitespace-pre-line wrap-anywhere">
                <Marked text={content.text} marks={content.marks} />
              </p>
            </article>
            <Around said={content.after} />
            {about.can_hint && <CaseHint key={about.id} caseId={about.id} />}
          </>
        ) : (
          <>
            <Note title={t('case.gone')} />
            {about.excerpt && <p className="whitespace-pre-line text-text-2 wrap-anywhere">{about.excerpt}</p>}
          </>
        )}
      </div>
      {about.acts.length > 0 && <Acts key={about.id} about={about} deciding={deciding} />}
    </section>
  )
}
