/** One question: votes, words, who asks, and what may be done with it. */
import { Avatar, Button, cx, Icon, IconButton, Menu, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { Question } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { EditQuestion } from './EditQuestion.tsx'
import { Replies } from './Replies.tsx'
import { useAnswering } from './useAnswering.ts'
import { Vote } from './Vote.tsx'

export function QuestionItem({ question }: { question: Question }) {
  const t = useT()
  const { room } = useCall()
  const acts = useAnswering(room.id)
  const [isOpen, setOpen] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const { author, text, status, is_pinned, is_own, replies_count, policies } = question
  const isHeld = status === 'waiting'
  const moderates = policies.can_moderate
  const items = [
    policies.can_update && { label: t('settings.edit'), icon: 'pencil', onSelect: () => setEditing(true) },
    moderates &&
      status === 'open' && { label: t(is_pinned ? 'ask.unpin' : 'ask.pin'), icon: is_pinned ? 'pin-off' : 'pin', onSelect: () => acts.togglePin(question) },
    moderates && status === 'open' && { label: t('ask.dismiss'), icon: 'x', onSelect: () => acts.dismiss(question) },
    policies.can_destroy && { label: t('settings.delete'), icon: 'trash-2', tone: 'danger' as const, onSelect: () => acts.remove(question) },
  ]
  return (
    <li className={cx('grid grid-cols-[40px_minmax(0,1fr)] gap-3 py-2.5', isHeld ? '-mx-1 mb-1.5 rounded-card bg-warning-soft px-3' : 'not-first:border-t')}>
      <Vote question={question} onVote={isHeld || status === 'dismissed' ? null : () => acts.toggleVote(question)} />
      <div className="min-w-0">
        <div className="flex items-start gap-1">
          <p className="min-w-0 flex-1 text-[14px] leading-5">{text}</p>
          {items.some(Boolean) && (
            <Menu trigger={<IconButton size="sm" icon="ellipsis" label={t('ask.menu')} className="-me-1 -mt-0.5 flex-none" />} items={items} />
          )}
        </div>
        <p className={cx('mt-0.5 flex flex-wrap items-center gap-1.5 text-12', isHeld ? 'text-warning' : 'text-text-3')}>
          {author && <Avatar id={author.id} name={author.name} src={author.avatar_url} size={20} className="[zoom:0.9]" />}
          {is_own ? t('ask.you') : (author?.name ?? t('ask.anonymous'))}
          {is_pinned && (
            <span className="inline-flex items-center gap-1 text-link">
              <Icon name="pin" className="size-3" />
              {t('ask.pinned')}
            </span>
          )}
        </p>
        <div className="mt-[7px] flex flex-wrap gap-1">
          {moderates && isHeld && (
            <>
              <Button size="sm" variant="primary" icon="check" onClick={() => acts.approve(question)}>
                {t('ask.approve')}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => acts.dismiss(question)}>
                {t('ask.dismiss')}
              </Button>
            </>
          )}
          {moderates && status === 'open' && (
            <>
              {room.status === 'live' && (
                <Button size="sm" icon="presentation" aria-label={t('stage.items.show')} onClick={() => acts.show(question)}>
                  {t('ask.show_on_stage')}
                </Button>
              )}
              <Button size="sm" variant="ghost" icon="check-check" aria-label={t('ask.mark_answered.long')} onClick={() => acts.answer(question)}>
                {t('ask.mark_answered')}
              </Button>
            </>
          )}
          {moderates && (status === 'answered' || status === 'dismissed') && (
            <Button size="sm" variant="ghost" icon="undo-2" onClick={() => acts.bringBack(question)}>
              {t('ask.bring_back')}
            </Button>
          )}
          {(status === 'open' || status === 'answered') && (replies_count > 0 || moderates || !room.questions_are_checked) && (
            <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {replies_count > 0 ? t('ask.replies', { count: replies_count }) : t('ask.reply')}
            </Button>
          )}
        </div>
        {isOpen && <Replies question={question} />}
      </div>
      {isEditing && <EditQuestion question={question} onClose={() => setEditing(false)} />}
    </li>
  )
}
