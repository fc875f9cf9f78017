/** Questions that an agent offers, before anything is asked. */
import { Button, cx, useT } from '@atrium/sdk/web'

interface StartersProps {
  questions: readonly string[]
  onPick: (question: string) => void
  className?: string
}
export function Starters({ questions, onPick, className }: StartersProps) {
  const t = useT()
  if (questions.length === 0) return null
  return (
    <ul aria-label={t('ask.starters')} className={cx('flex flex-wrap gap-2 max-desk:w-full max-desk:flex-col', className)}>
      {questions.map((question) => (
        <li key={question}>
          <Button className="h-auto! min-h-9 w-full py-1.5 text-start whitespace-normal! max-desk:min-h-11" onClick={() => onPick(question)}>
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )
}
