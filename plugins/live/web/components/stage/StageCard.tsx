/** What was put on stage: a question with who asked it, words, or a link. */
import { Avatar, Icon, useRead, useT } from '@atrium/sdk/web'
import contract, { type StageItem } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'

const { routes } = contract

export function StageCard() {
  const { room } = useCall()
  const { data } = useRead(routes.stageItems, { params: { id: room.id } })
  const shown = data?.records.find(({ is_on_stage }) => is_on_stage)
  return (
    <div
      role="status"
      className={
        shown
          ? 'pointer-events-none absolute inset-0 grid items-end justify-items-center bg-linear-to-b from-transparent from-50% to-[oklch(0.1_0_0/0.55)] px-4 pb-[52px] max-desk:px-2.5 max-desk:pb-10'
          : 'sr-only'
      }
    >
      {shown && <Shown item={shown} roomId={room.id} />}
    </div>
  )
}

const CARD =
  'pointer-events-auto flex max-w-[560px] items-center gap-3.5 rounded-[14px] bg-[oklch(0.99_0_0)] py-3.5 pe-[22px] ps-3.5 text-[oklch(0.2_0.01_70)] shadow-[0_16px_40px_-12px_oklch(0_0_0/0.6)] max-desk:gap-2.5 max-desk:rounded-card max-desk:py-2 max-desk:pe-3.5 max-desk:ps-2.5'
const TITLE = 'block text-20 font-[620] max-desk:text-15'

function Shown({ item, roomId }: { item: StageItem; roomId: number }) {
  const t = useT()
  const isQuestion = item.question_id !== null
  const params = { id: roomId, questionId: item.question_id ?? 0 }
  const { data: question } = useRead(routes.question, { params }, { enabled: isQuestion })
  const author = question?.author
  if (item.kind === 'link' && item.url)
    return (
      <a href={item.url} target="_blank" rel="noopener noreferrer" className={CARD}>
        <Icon name="link" />
        <span className="min-w-0">
          <b className={TITLE}>{item.text || item.url}</b>
          <span className="block truncate text-13 text-[oklch(0.42_0.01_70)]">{new URL(item.url).host}</span>
        </span>
        <Icon name="external-link" size="sm" className="flex-none" />
      </a>
    )
  return (
    <div className={CARD}>
      {author && (
        <span className="max-desk:[zoom:0.78]">
          <Avatar id={author.id} name={author.name} src={author.avatar_url} size={36} />
        </span>
      )}
      <span className={author ? 'min-w-0' : 'min-w-0 ps-2'}>
        <b className={TITLE}>{question?.text ?? item.text}</b>
        {question && (
          <span className="block text-13 text-[oklch(0.42_0.01_70)]">
            {author?.name ?? t('ask.anonymous')}, {t('ask.votes', { count: question.votes_count })}
          </span>
        )}
      </span>
    </div>
  )
}
