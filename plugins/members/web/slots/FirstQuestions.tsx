/** What newcomers have to answer, on the first page they come to; what they may leave out is asked on the home page. */
import { useLocation, useSession } from '@atrium/sdk/web'
import { lazy, Suspense } from 'react'
import { useQuestions } from '../components/useQuestions.ts'

/** Slots of the frame come with every page; the form, with those that it is for. */
const FirstForm = lazy(async () => ({ default: (await import('../components/FirstForm.tsx')).FirstForm }))

export default function FirstQuestions() {
  const { member, viewOnly, masquerading } = useSession()
  const path = useLocation()
  // nobody is stopped on the way to something else, as in a checkout
  const isHere = path === '/' || path.startsWith('/c/')
  return member && !viewOnly && !masquerading && isHere ? <Asked memberId={member.id} /> : null
}

function Asked({ memberId }: { memberId: number }) {
  const { fields, done } = useQuestions(memberId)
  if (!fields.some(({ required }) => required)) return null
  return (
    <Suspense fallback={null}>
      <FirstForm fields={fields} onDone={done} onClose={done} />
    </Suspense>
  )
}
