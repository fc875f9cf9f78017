/** What the community asks newcomers, on the first page they come to; what is required has to be answered. */
import { useLocation, useRead, useSession, useStored } from '@atrium/sdk/web'
import { lazy, Suspense, useEffect } from 'react'
import contract from '../../contract.ts'

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
  const [isDone, setDone] = useStored(`members.asked.${memberId}`, false)
  const { data } = useRead(contract.routes.signUpQuestions, undefined, { enabled: !isDone, staleTime: Number.POSITIVE_INFINITY })
  const asks = data !== undefined && data.records.length > 0
  const isNothing = data !== undefined && !asks
  useEffect(() => {
    if (isNothing && !isDone) setDone(true)
  }, [isNothing, isDone, setDone])
  if (isDone || !asks) return null
  return (
    <Suspense fallback={null}>
      <FirstForm fields={data.records} onDone={() => setDone(true)} />
    </Suspense>
  )
}
