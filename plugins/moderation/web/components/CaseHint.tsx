/** What a model thinks of a case, where somebody asks for it: it decides nothing. */
import { Button, messageOf, Note, Time, toast, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export function CaseHint({ caseId }: { caseId: number }) {
  const t = useT()
  const { viewOnly } = useSession()
  const { data, mutate, isPending } = useWrite(contract.routes.hint, { onError: (error) => toast.error(messageOf(error, t('hint.failed'))) })
  if (data)
    return (
      <Note icon="sparkles" title={data.rule ? t('hint.rule', { rule: t(`reason.${data.rule}`) }) : t('hint.none')}>
        <p className="wrap-anywhere">{data.text}</p>
        <p className="mt-2 text-12 text-text-3">
          {t(`hint.${data.certainty}`)} · {t('hint.by_ai')} · <Time value={data.created_at} kind="datetime" />
        </p>
      </Note>
    )
  if (viewOnly) return null
  return (
    <div>
      <Button size="sm" icon="sparkles" loading={isPending} onClick={() => !isPending && mutate({ params: { id: caseId } })}>
        {t('hint.ask')}
      </Button>
    </div>
  )
}
