/** One's own tries, the latest first. */
import { Badge, Button, Card, call, Time, toast, useT } from '@atrium/sdk/web'
import contract, { type Attempt, type Quiz } from '../../contract.ts'

const { routes } = contract
const TONE = { passed: 'success', failed: 'warning', pending: 'info' } as const

export function Tries({ quiz, onShow }: { quiz: Quiz; onShow: (attempt: Attempt) => void }) {
  const t = useT()
  const done = quiz.attempts.filter(({ is_open }) => !is_open)
  if (done.length === 0) return null
  const show = (id: number) =>
    call(routes.attempt, { params: { quizId: quiz.id, id } }).then(onShow, (error: Error) => {
      toast.error(error.message)
    })
  return (
    <Card className="overflow-hidden">
      <div className="flex items-center gap-3 px-5 py-3">
        <h3 className="flex-1 font-semibold">{t('tries.title')}</h3>
        <span className="text-13 text-text-3">{quiz.attempts_left === null ? t('fact.always') : t('fact.left', { count: quiz.attempts_left })}</span>
      </div>
      <ul>
        {done.map((one) => (
          <li key={one.id} className="flex min-h-11 items-center gap-3 border-t border-border px-5 py-2">
            <span className="min-w-0 flex-1">
              <span className="block">{t('tries.one', { number: one.number })}</span>
              <Time value={one.handed_in_at!} kind="datetime" className="block text-12 text-text-3" />
            </span>
            {one.grade !== null && <span className="text-13 tabular-nums">{t('percent', { percent: one.grade })}</span>}
            <Badge tone={TONE[one.result]}>{t(`result.${one.result}`)}</Badge>
            <Button size="sm" variant="ghost" onClick={() => void show(one.id)}>
              {t('tries.show')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
