/** On a newcomer's home page, with their first steps: the questions of the community, which nobody has to answer now. */
import { Button, Card, useSession, useT } from '@atrium/sdk/web'
import { lazy, Suspense, useState } from 'react'
import { useQuestions } from '../components/useQuestions.ts'

const FirstForm = lazy(async () => ({ default: (await import('../components/FirstForm.tsx')).FirstForm }))

export default function HomeQuestions() {
  const { member, viewOnly, masquerading } = useSession()
  return member && !viewOnly && !masquerading ? <Asked memberId={member.id} /> : null
}

function Asked({ memberId }: { memberId: number }) {
  const t = useT()
  const { community } = useSession()
  const { fields, done } = useQuestions(memberId)
  const [open, setOpen] = useState(false)
  if (fields.length === 0 || fields.some(({ required }) => required)) return null
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3 desk:px-5">
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-15">{t('first.title')}</h2>
        <p className="text-13 text-text-3">{t('first.text', { community: community.name })}</p>
      </div>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('first.answer')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <FirstForm fields={fields} onDone={done} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
