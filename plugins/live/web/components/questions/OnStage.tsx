/** The question that everybody sees on stage, and what comes next. */
import { Button, Icon, useRead, useT } from '@atrium/sdk/web'
import contract from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { Clock } from '../Clock.tsx'
import { useAnswering } from './useAnswering.ts'

const { routes } = contract

export function OnStage() {
  const t = useT()
  const { room } = useCall()
  const params = { id: room.id }
  const acts = useAnswering(room.id)
  const stage = useRead(routes.stageItems, { params })
  const item = stage.data?.records.find(({ is_on_stage, question_id }) => is_on_stage && question_id !== null)
  const { data: question } = useRead(routes.question, { params: { ...params, questionId: item?.question_id ?? 0 } }, { enabled: item !== undefined })
  const open = useRead(routes.questions, { params, query: { status: 'open', sort: 'top' } }, { enabled: room.can_moderate })
  if (!item || !question) return null
  const next = open.data?.records.find(({ id, is_on_stage }) => !is_on_stage && id !== question.id)
  return (
    <section aria-label={t('ask.on_stage')} className="mb-3 rounded-xl bg-brand-soft px-3.5 py-3 text-on-brand-soft">
      <p className="flex items-center justify-between gap-2 text-12">
        <span className="flex items-center gap-1.5 font-medium">
          <Icon name={room.can_moderate ? 'presentation' : 'radio'} size="sm" />
          {t('ask.on_stage')}
          {item.shown_at && <Clock since={item.shown_at} label={t('ask.on_stage_for')} />}
        </span>
        <span className="tabular-nums">{t('ask.votes', { count: question.votes_count })}</span>
      </p>
      <p className="mb-0.5 mt-1 font-semibold">{question.text}</p>
      <p className="text-12">{question.author?.name ?? t('ask.anonymous')}</p>
      {room.can_moderate && (
        <div className="mt-2.5 flex flex-wrap gap-1.5">
          <Button size="sm" variant="primary" icon="check-check" onClick={() => acts.answer(question)}>
            {t('ask.mark_answered.long')}
          </Button>
          {next && (
            <Button size="sm" onClick={() => acts.show(next)}>
              {t('ask.next')}
            </Button>
          )}
          <Button size="sm" variant="ghost" className="text-inherit!" onClick={() => acts.hide(question)}>
            {t('stage.items.hide')}
          </Button>
        </div>
      )}
    </section>
  )
}
